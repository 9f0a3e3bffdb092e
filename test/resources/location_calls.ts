import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { type Database, type TestCompany, TestServer } from '../support/server.ts'

type Caller = { token: string }

/** A server, and a company with a jobcode, of which each test gets new ones. */
type Setup = { server: TestServer; ada: TestCompany; roof: Values }

/** A complete location as clients send it. */
export const harbour = {
  addr1: '9 Harbour Street',
  addr2: 'Dock B',
  city: 'Port Vale',
  state: 'ME',
  zip: '04041',
  country: 'US',
  label: 'Harbour job',
  notes: 'Gate code at the desk',
}

/** Fails unless an item of a request was refused for a reason. */
export function refused(item: Values, about: RegExp): void {
  assert.equal(item._status_code, 417, JSON.stringify(item))
  assert.equal(item._status_message, 'Expectation Failed')
  assert.match(item._status_extra, about)
}

/** The property of a location that links it to jobcodes. */
export function linked(...jobcodes: unknown[]) {
  return { linked_objects: { jobcodes } }
}

/** Sets up each test of locations in a group of tests, and returns the calls that they share. */
export function locationCalls(database: Database, isReady: (setup: Setup) => void) {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    isReady({ server, ada, roof: await server.createOne(ada, 'jobcodes', { name: 'Roof repair' }) })
  })

  const write = async (method: 'POST' | 'PUT', item: Values, who: Caller = ada) => {
    const { status, body, text } = await server.call(who.token, method, '/locations', { data: [item] })
    assert.equal(status, 200, text)
    return { item: body.results.locations['1'] as Values, supplemental: body.supplemental_data as Values }
  }
  const create = (item: Values = {}, who: Caller = ada) => server.createOne(who, 'locations', { ...harbour, ...item })
  const put = async (item: Values, who?: Caller) => (await write('PUT', item, who)).item
  /** An update that has to succeed. */
  const changed = async (item: Values): Promise<Values> => {
    const answer = await put(item)
    assert.equal(answer._status_code, 200, JSON.stringify(answer))
    return answer
  }
  const one = async (resource: string, id: number, who: Caller = ada) =>
    (await server.list(who, resource, `?ids=${id}&active=both${resource === 'jobcodes' ? '&type=all' : ''}`))[0]!
  const idsOf = async (resource: string, query: string, who: Caller = ada) =>
    (await server.list(who, resource, query)).map((row) => row.id)
  return { write, create, put, changed, one, idsOf }
}
