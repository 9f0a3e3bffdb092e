import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'

onBoth('customfielditems', (database) => {
  let server: TestServer
  let ada: TestCompany
  let zone: Values
  let other: Values
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    zone = await server.createOne(ada, 'customfields', { name: 'Site zone', type: 'managed-list', short_code: 'zone' })
    other = await server.createOne(ada, 'customfields', { name: 'Other', type: 'free-form' })
  })

  const create = (name: string, properties: Values = {}) =>
    server.createOne(ada, 'customfielditems', { name, customfield_id: zone.id, ...properties })
  const write = async (method: 'post' | 'put', item: Values, who: { token: string } = ada): Promise<Values> => {
    const { status, body, text } = await server[method](who, '/customfielditems', [item])
    assert.equal(status, 200, text)
    return body.results.customfielditems['1']
  }
  const post = (item: Values, who?: { token: string }) => write('post', { customfield_id: zone.id, ...item }, who)
  const put = (item: Values, who?: { token: string }) => write('put', item, who)
  const names = async (query = '') =>
    (await server.list(ada, 'customfielditems', `?customfield_id=${zone.id}${query}`)).map((row) => row.name)
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.match(item._status_extra, about)
  }

  test('creating a custom field item returns the whole item, with its field as supplemental data', async () => {
    const { body } = await server.post(ada, '/customfielditems', [
      {
        name: 'North',
        customfield_id: String(zone.id),
        short_code: 'n',
        last_modified: '',
        created: '',
        required_customfields: '',
      },
      { name: 'North-East', customfield_id: zone.id, short_code: 'n' },
    ])
    const { id, ...created } = body.results.customfielditems['1']
    assert.ok(Number.isInteger(id))
    assert.deepEqual(created, {
      _status_code: 200,
      _status_message: 'Created',
      customfield_id: zone.id,
      active: true,
      short_code: 'n',
      name: 'North',
      last_modified: '2026-03-02T15:00:00+00:00',
      required_customfields: [],
    })
    assert.deepEqual(body.results.customfielditems['2'], {
      _status_code: 417,
      _status_message: 'Expectation Failed',
      _status_extra: 'short_code: already used by the item "North"',
      _status_reason: { code: 'item_name_taken', field: 'short_code', values: { name: 'North' } },
      name: 'North-East',
      customfield_id: zone.id,
      short_code: 'n',
    })
    assert.deepEqual(Object.keys(body.supplemental_data.customfields), [String(zone.id)])
    assert.equal(body.supplemental_data.customfields[zone.id].ui_preference, 'drop_down')
  })

  test('invalid custom field items are refused by the name of the property', async () => {
    const north = await create('North', { short_code: 'n' })
    const archived = await server.createOne(ada, 'customfields', { name: 'Gone', type: 'free-form' })
    await server.put(ada, '/customfields', [{ id: archived.id, active: false }])
    const cases: [Values, RegExp][] = [
      [{}, /^name is required/],
      [{ name: ' ' }, /^name must not be empty/],
      [{ name: 'x'.repeat(129) }, /^name must be at most 128/],
      [{ name: ' nORTH' }, /^name: already used by the item "North"/],
      [{ name: 'N' }, /^name: already used by the item "North"/],
      [{ name: 'A', short_code: 'north' }, /^short_code: already used by the item "North"/],
      [{ name: 'A', short_code: 'N', customfield_id: other.id }, /^short_code: already used by the item "North"/],
      [{ name: 'A', short_code: 'n!' }, /^short_code must be letters and digits/],
      [{ name: 'A', customfield_id: { toString: 1, valueOf: 1 } }, /^customfield_id must be a whole number/],
      [{ name: { toString: 1 } }, /^name must be text/],
      [{ name: 'A', customfield_id: null }, /^customfield_id is required/],
      [{ name: 'A', customfield_id: 999_999_999 }, /^customfield_id: there is no active custom field 999999999/],
      [{ name: 'A', customfield_id: archived.id }, /^customfield_id: there is no active custom field/],
      [{ name: 'A', created: '2026-03-02T15:00:00+00:00' }, /^Invalid params: created/],
      [{ name: 'A', alias: 'a' }, /^Invalid params: alias/],
    ]
    for (const [item, about] of cases) refused(await post(item), about)
    assert.deepEqual(await names('&active=both'), ['North'])
    assert.equal((await post({ name: 'North', customfield_id: other.id }))._status_code, 200)
    assert.equal((await post({ name: 'x'.repeat(128) }))._status_code, 200)
    const many = Array.from({ length: 51 }, (_, index) => ({ name: `Item ${index}`, customfield_id: zone.id }))
    assert.equal((await server.post(ada, '/customfielditems', many)).status, 413)
    assert.equal((await server.delete(ada, `/customfielditems?ids=${north.id}`)).status, 405)
  })

  test('creating an item with the name of an archived one restores that item', async () => {
    const old = await create('North', { short_code: 'n' })
    await put({ id: old.id, active: false })
    const back = await post({ name: 'north' })
    assert.deepEqual([back._status_code, back.id, back.active, back.short_code], [200, old.id, true, 'n'])
    assert.deepEqual(await names('&active=both'), ['North'])
  })

  test('updating an item with equal properties changes nothing, its field is fixed, and names and codes stay unique', async () => {
    const { _status_code, _status_message, ...north } = await create('North', { short_code: 'n' })
    const south = await create('South')
    server.pass(60)
    assert.deepEqual(await put({ ...north, customfield_id: String(zone.id) }), {
      _status_code: 200,
      _status_message: 'Updated',
      ...north,
    })
    const changed = await put({ id: String(south.id), name: 'Deep south', short_code: 's', active: 'no' })
    assert.deepEqual([changed.name, changed.short_code, changed.active], ['Deep south', 's', false])
    assert.equal(changed.last_modified, '2026-03-02T15:01:00+00:00')
    refused(await put({ id: north.id, customfield_id: other.id }), /^customfield_id cannot be changed/)
    refused(await put({ id: north.id, name: 'DEEP SOUTH' }), /^name: already used by the item "Deep south"/)
    refused(await put({ id: north.id, short_code: 'S' }), /^short_code: already used/)
    refused(await put({ id: 999_999_999, name: 'A' }), /^no custom field item with that id/)
    refused(await put({ id: { toString: 1, valueOf: 1 }, name: 'A' }), /^id must be a whole number/)
  })

  test('new names of items must match the field’s filter as a whole', async () => {
    await runStatements(server, `update customfields set regex_filter = '[A-Z]+\\d|x' where id = ${zone.id}`)
    assert.equal((await post({ name: 'AB1' }))._status_code, 200)
    assert.equal((await post({ name: 'x' }))._status_code, 200)
    refused(await post({ name: 'AB12' }), /^name must match \[A-Z\]\+\\d\|x/)
    refused(await post({ name: 'xx' }), /^name must match/)
    refused(await put({ id: (await create('Q1')).id, name: 'q' }), /^name must match/)
  })

  test('writing custom field items needs manage_jobcodes', async () => {
    const keeper = await server.user(ada, { permissions: { manage_jobcodes: true } })
    const worker = await server.user(ada)
    const north = await post({ name: 'North' }, keeper)
    assert.equal(north._status_code, 200)
    refused(await post({ name: 'South' }, worker), /manage_jobcodes/)
    refused(await put({ id: north.id, name: 'South' }, worker), /manage_jobcodes/)
  })

  test('listing custom field items needs customfield_id, and can be filtered', async () => {
    const [north, gate] = [await create('north'), await create('Gate')]
    await create('State', { active: false })
    await create('Elsewhere', { customfield_id: other.id })
    const missing = await server.get(ada, '/customfielditems')
    assert.deepEqual([missing.status, missing.body.error.code], [417, 417])
    assert.match(missing.body.error.message, /customfield_id is required/)
    assert.equal((await server.get(ada, '/customfielditems?customfield_id=x')).status, 417)
    assert.deepEqual(await server.list(ada, 'customfielditems', '?customfield_id=999999'), [])
    const cases: [string, string[]][] = [
      ['', ['Gate', 'north']],
      ['&name=*ate', ['Gate']],
      ['&name=*ate&active=both', ['Gate', 'State']],
      ['&name=nor', []],
      ['&name=NORTH', ['north']],
      ['&active=no', ['State']],
      [`&ids=${north.id},${gate.id}`, ['Gate', 'north']],
      ['&limit=1&page=2', ['north']],
      ['&modified_since=2027-01-01T00:00:00Z', []],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await names(query), expected, query)
    const { body } = await server.get(ada, `/customfielditems?customfield_id=${zone.id}`)
    assert.deepEqual([Object.keys(body.supplemental_data.customfields), body.more], [[String(zone.id)], false])
    await server.put(ada, '/customfields', [{ id: zone.id, active: false }])
    assert.deepEqual(await names(), ['Gate', 'north'])
  })

  test('a renamed item appears under its new name on old timesheets', async () => {
    await server.put(ada, '/customfields', [{ id: zone.id, show_to_all: true }])
    const north = await create('North')
    await server.put(ada, '/users', [{ id: ada.adminId, permissions: { time_tracking: true } }])
    const sheet = await server.createOne(ada, 'timesheets', {
      user_id: ada.adminId,
      jobcode_id: 0,
      type: 'manual',
      date: '2026-03-02',
      duration: 3600,
      customfields: { [zone.id]: 'North' },
    })
    await put({ id: north.id, name: 'Far north', active: false })
    const [row] = await server.list(ada, 'timesheets', `?ids=${sheet.id}`)
    assert.equal(row!.customfields[zone.id], 'Far north')
  })

  test('another company’s fields and items do not exist', async () => {
    const north = await create('North')
    const foreign = await server.company()
    refused((await write('post', { name: 'Mine', customfield_id: zone.id }, foreign)) as Values, /^customfield_id/)
    refused(await put({ id: north.id, name: 'Mine' }, foreign), /^no custom field item/)
    assert.deepEqual(await server.list(foreign, 'customfielditems', `?customfield_id=${zone.id}`), [])
  })
})
