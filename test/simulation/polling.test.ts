import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Db } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { Poller } from '../support/poller.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { type Database, migratedPlace, onBoth, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// The promise behind modified_since: a client that asks again from the last second it was shown misses nothing, however
// many write meanwhile, across however many processes. `POLLING_TURNS=9000 npm test -- simulation/polling` writes more.

/** Turns of all writers, each of two or three writes. */
const turns = Number(process.env.POLLING_TURNS ?? (isFull ? 900 : 90))
const pollsLeast = 5
const writers = 6
const polled = { timesheets: '?on_the_clock=both', timesheets_deleted: '?' }

const setups: { database: Database; processes: number }[] = [
  { database: 'sqlite', processes: 1 },
  { database: 'postgres', processes: 2 },
  ...(isFull ? [{ database: 'postgres', processes: 1 } as const] : []),
]

for (const { database, processes } of setups)
  describe(`a poller while ${writers} others write (${database}, ${processes} process${processes > 1 ? 'es' : ''})`, () => {
    test('a poller ends with the current records', async () => {
      const { place, clean } = await migratedPlace(database)
      const separate = await Beside.open(place)
      const servers: ServerProcess[] = []
      try {
        const company = await separate.company()
        for (let n = 0; n < processes; n++) servers.push(await ServerProcess.start(place))
        let asked = 0
        const call = async (
          method: 'GET' | 'POST' | 'PUT' | 'DELETE',
          path: string,
          data?: unknown,
        ): Promise<Values> => {
          asked += 1
          const { status, body, text } = await servers[asked % processes]!.call(company.token, method, path, data)
          assert.equal(status, 200, text)
          return body
        }

        let turn = 0
        const isOver = () => turn >= turns && poller.polls >= pollsLeast
        const writer = async () => {
          const ids: number[] = []
          for (let n = 0; !isOver(); n++) {
            const item = {
              user_id: company.adminId,
              jobcode_id: 0,
              type: 'manual',
              date: `2026-01-${10 + (n % 20)}`,
              duration: 3600,
            }
            ids.push((await call('POST', '/timesheets', [item])).results.timesheets['1'].id)
            const id = ids[n % ids.length]!
            await call('PUT', '/timesheets', [{ id, notes: `changed in turn ${n}` }])
            if (n % 4 === 3) await call('DELETE', `/timesheets?ids=${ids.splice(n % ids.length, 1)}`)
            turn += 1
          }
        }
        const poller = new Poller((path) => servers[asked++ % processes]!.call(company.token, 'GET', path), polled, 20)
        const polling = async () => {
          while (!isOver()) assert.ok(await poller.poll())
        }
        await Promise.all([...Array.from({ length: writers }, writer), polling()])
        assert.ok(await poller.poll())

        const full = await pages(call, 'timesheets', '?start_date=2026-01-01')
        assert.deepEqual(poller.records('timesheets'), full.sort(byId))
        const deleted = await pages(call, 'timesheets_deleted', '?modified_since=2026-01-01T00:00:00Z')
        assert.deepEqual(
          poller.records('timesheets_deleted').map(({ id }) => id),
          deleted.map((row) => row.id).sort(byNumber),
        )
        console.log(
          `${database}, ${processes}: ${poller.polls} polls, ${full.length} timesheets, ${deleted.length} deleted`,
        )
      } finally {
        for (const server of servers) await server.stop()
        await separate.close()
        await clean()
      }
    })
  })

onBoth('changes while pages are being read', (database) => {
  test('a record that changes while a page is being read does not make the poller miss another change', async () => {
    const server = await TestServer.start(database)
    try {
      const company = await server.company()
      const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date: '2026-01-05', duration: 3600 }
      const [first, second] = [
        await server.createOne(company, 'timesheets', item),
        await server.createOne(company, 'timesheets', item),
      ]
      const change = async (id: number) => {
        server.pass(10)
        await server.put(company, '/timesheets', [{ id, notes: `changed at ${server.now}` }])
      }
      // Both records change between the search and the reading of rows: first the one that the search did not find, then
      // the one that it did.
      let armed = true
      const beside = await appBeside(server, company.token, async ({ sql }) => {
        if (!armed || !/^select \* from "timesheets"/.test(sql)) return
        armed = false
        await change(second.id)
        await change(first.id)
      })
      const poller = new Poller(beside.get, polled)
      // The search of this poll finds the first record only.
      server.pass(60)
      await change(first.id)
      poller.askSince('timesheets', instant(server.now))
      await poller.poll()
      assert.equal(armed, false)
      await poller.poll()
      assert.deepEqual(
        poller.records('timesheets').map(({ id }) => id),
        [first.id, second.id].sort(byNumber),
      )
      await beside.app.close()
    } finally {
      await server.stop()
    }
  })

  test('records created between the authentication and the search of a second page are not missed', async () => {
    const server = await TestServer.start(database)
    try {
      const company = await server.company()
      const create = async (date: string) => {
        server.pass(10)
        const item = { user_id: company.adminId, jobcode_id: 0, type: 'manual', date, duration: 3600 }
        return await server.createOne(company, 'timesheets', item)
      }
      const ids: number[] = []
      for (const date of ['2026-01-10', '2026-01-12', '2026-01-20']) ids.push((await create(date)).id)
      // The first search is that of the first page. The caller of the second one, and so the version, is known before
      // these are created: one that belongs to the page that has been read, and a later one that belongs to this page.
      let searches = 0
      const beside = await appBeside(server, company.token, async ({ sql }) => {
        if (!/^select .* from "?timesheets"? .*order by/s.test(sql)) return
        searches += 1
        if (searches === 2) for (const date of ['2026-01-05', '2026-01-25']) ids.push((await create(date)).id)
      })
      const poller = new Poller(beside.get, polled, 2)
      await poller.poll()
      assert.ok(searches >= 2)
      await poller.poll()
      assert.deepEqual(
        poller.records('timesheets').map(({ id }) => id),
        ids.sort(byNumber),
      )
      await beside.app.close()
    } finally {
      await server.stop()
    }
  })
})

/** A second app on the database of a server, which calls `before` ahead of each query that returns rows. */
async function appBeside(server: TestServer, token: string, before: (query: { sql: string }) => Promise<void>) {
  const read: Db['read'] = {
    ...server.db.read,
    get: (query) => server.db.read.get(query),
    run: (query) => server.db.read.run(query),
    tuples: async (query) => {
      await before(query)
      return server.db.read.tuples(query)
    },
    all: async (query) => {
      await before(query)
      return server.db.read.all(query)
    },
  }
  const world = { ...server.world, db: { ...server.db, read, readSince: () => read } }
  const app = await createApp(world, { ...readConfig({ CLOCKHOUSE_RATE_LIMIT: '0' }), ...server.place })
  const get = async (path: string) => {
    const response = await app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })
    return { status: response.statusCode, body: response.json(), text: response.body }
  }
  return { app, get }
}

type Call = (method: 'GET', path: string) => Promise<Values>

/** All pages of a listing. */
async function pages(get: Call, resource: string, query: string): Promise<Values[]> {
  const rows: Values[] = []
  for (let page = 1; ; page++) {
    const { results, more } = await get('GET', `/${resource}${query}&limit=200&page=${page}&supplemental_data=no`)
    rows.push(...Object.values<Values>(results[resource]))
    if (!more) return rows
  }
}

function instant(microseconds: number): string {
  return `${new Date(microseconds / 1000).toISOString().slice(0, 19)}+00:00`
}

function byId(a: Values, b: Values): number {
  return a.id - b.id
}

function byNumber(a: number, b: number): number {
  return a - b
}
