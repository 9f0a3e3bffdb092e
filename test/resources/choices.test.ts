import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

onBoth('custom field values of timesheets', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let field: Values
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    worker = await server.user(ada, { permissions: { manage_my_timesheets: true } })
    field = await server.createOne(ada, 'customfields', { name: 'Site', type: 'free-form', show_to_all: true })
  })

  const manual = (value: unknown, properties: Values = {}): Values => ({
    user_id: worker.id,
    jobcode_id: 0,
    type: 'manual',
    date: '2026-03-02',
    duration: 3600,
    customfields: { [field.id]: value },
    ...properties,
  })
  const write = async (method: 'post' | 'put', item: Values): Promise<Values> => {
    const { status, body, text } = await server[method](worker, '/timesheets', [item])
    assert.equal(status, 200, text)
    return body.results.timesheets['1']
  }
  const post = (value: unknown) => write('post', manual(value))
  const items = async () =>
    (await server.list(ada, 'customfielditems', `?customfield_id=${field.id}&active=both`)).map((row) => row.name)
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.match(item._status_extra, about)
  }

  test('a blank custom field value counts as none: it creates no item, satisfies no requirement, and clears', async () => {
    const created = await post(' Gate ')
    assert.deepEqual([created._status_code, created.customfields], [200, { [field.id]: 'Gate' }])
    for (const same of ['gate', '  GATE\t']) assert.deepEqual((await post(same)).customfields, { [field.id]: 'Gate' })
    assert.deepEqual((await post('   ')).customfields, { [field.id]: '' })
    const cleared = await write('put', { id: created.id, customfields: { [field.id]: ' \u00a0\t ' } })
    assert.deepEqual(cleared.customfields, { [field.id]: '' })
    assert.deepEqual(await items(), ['Gate'])

    await server.put(ada, '/customfields', [{ id: field.id, required: true }])
    for (const blank of ['', '   ', '\u3000']) refused(await post(blank), /^customfields: Site \(\d+\) is required/)
    assert.deepEqual(await items(), ['Gate'])
  })

  test('a typed custom field value may not be another item’s short code, and is limited to a name’s length', async () => {
    await server.createOne(ada, 'customfielditems', { customfield_id: field.id, name: 'North', short_code: 'n' })
    refused(await post(' N '), /^customfields: already used by the item "North"/)
    refused(await post('x'.repeat(129)), /^customfields: a value of Site must be at most 128/)
    assert.equal((await post(` ${'x'.repeat(128)} `))._status_code, 200)
    assert.deepEqual(await items(), ['North', 'x'.repeat(128)])
  })

  test('a typed custom field value restores an archived item', async () => {
    const old = await server.createOne(ada, 'customfielditems', {
      customfield_id: field.id,
      name: 'Old',
      active: false,
    })
    assert.deepEqual((await post('old')).customfields, { [field.id]: 'Old' })
    const [back] = await server.list(ada, 'customfielditems', `?customfield_id=${field.id}`)
    assert.deepEqual([back!.id, back!.active], [old.id, true])
  })

  test('new custom field values must match the field’s filter as a whole, and an invalid filter allows all', async () => {
    const filter = (pattern: string) =>
      runStatements(server, `update customfields set regex_filter = '${pattern}' where id = ${field.id}`)
    await filter('[A-Z]+\\d')
    assert.equal((await post(' AB1 '))._status_code, 200)
    refused(await post('AB12'), /^customfields: a value of Site must match/)
    await filter('[')
    assert.equal((await post('anything'))._status_code, 200)
  })

  test('custom field values other than text are refused', async () => {
    for (const value of [{ toString: 1 }, ['x'], true]) refused(await post(value), /^customfields\.\d+ must be text/)
  })
})
