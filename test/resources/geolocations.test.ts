import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('geolocations', (database) => {
  let server: TestServer
  let ada: TestCompany
  let ann: Person
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    ann = await server.user(ada)
  })

  const sample = (properties: Values = {}): Values => ({
    created: '2026-03-02T08:01:10-07:00',
    user_id: ann.id,
    accuracy: 12.5,
    altitude: 0,
    latitude: 43.6866258,
    longitude: -116.3516646,
    ...properties,
  })
  const send = async (items: Values[], who: { token: string } = ann): Promise<Values[]> => {
    const { status, body, text } = await server.post(who, '/geolocations', items)
    assert.equal(status, 200, text)
    return Object.values<Values>(body.results.geolocations)
  }
  const post = async (item: Values, who?: { token: string }) => (await send([item], who))[0]!
  const list = (query = '?modified_since=2020-01-01T00:00:00Z', who: { token: string } = ada) =>
    server.list(who, 'geolocations', query)
  const idsOf = async (query?: string, who?: { token: string }) => (await list(query, who)).map((row) => row.id)
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.match(item._status_extra, about)
  }

  test('a created geolocation is returned exactly as documented, and listed as the same record', async () => {
    const { body } = await server.post(ann, '/geolocations', [sample({ created: '2026-03-02T07:01:10-07:00' })])
    const { id } = body.results.geolocations['1']
    const record = {
      id,
      user_id: ann.id,
      accuracy: 12.5,
      altitude: 0,
      latitude: 43.6866258,
      longitude: -116.3516646,
      device_identifier: '',
      source: 'gps',
      heading: 0,
      speed: 0,
      created: '2026-03-02T14:01:10+00:00',
    }
    assert.deepEqual(body.results, {
      geolocations: { '1': { _status_code: 200, _status_message: 'Created', ...record } },
    })
    assert.deepEqual(Object.keys(body.supplemental_data), ['users'])
    assert.equal(body.supplemental_data.users[ann.id].first_name, 'Wanda')
    const listed = (await server.get(ann, `/geolocations?ids=${id}`)).body
    assert.deepEqual(listed, {
      results: { geolocations: { [id]: record } },
      more: false,
      supplemental_data: body.supplemental_data,
    })
  })

  test('a geolocation is stored as sent, to the last decimal', async () => {
    const values = {
      accuracy: '20.375',
      altitude: -1.25,
      latitude: 1e-7,
      longitude: -179.12345678901,
      speed: '2.5e1',
      heading: '359',
      source: 'cell',
      device_identifier: 'phone 😀',
      id: 99,
    }
    const { _status_code, _status_message, ...created } = await post(sample(values))
    assert.equal(_status_code, 200)
    const expected = { ...values, accuracy: 20.375, speed: 25, heading: 359, id: created.id }
    assert.deepEqual(created, { ...sample(expected), created: '2026-03-02T15:01:10+00:00' })
    assert.deepEqual(await list(), [created])
    const { text } = await server.post(ann, '/geolocations', [sample({ latitude: -0, longitude: '-0', accuracy: 0 })])
    assert.match(text, /"accuracy":0,"altitude":0,"latitude":0,"longitude":0,/)
  })

  test('invalid and missing values of a geolocation are refused by name', async () => {
    const later = new Date(server.now / 1000 + 86_401_000).toISOString()
    const wrong: [Values, RegExp][] = [
      ...['user_id', 'accuracy', 'altitude', 'latitude', 'longitude', 'created'].flatMap((name): [Values, RegExp][] => [
        [{ [name]: undefined }, new RegExp(`^${name} is required`)],
        [{ [name]: null }, new RegExp(`^${name} is required`)],
        [{ [name]: '' }, new RegExp(`^${name}`)],
        [{ [name]: [] }, new RegExp(`^${name}`)],
      ]),
      [{ latitude: 90.0000001 }, /^latitude must be a number from -90 to 90/],
      [{ latitude: -91 }, /^latitude/],
      [{ longitude: 181 }, /^longitude must be a number from -180 to 180/],
      [{ longitude: '-180.1' }, /^longitude/],
      [{ accuracy: -1 }, /^accuracy/],
      [{ altitude: '1,5' }, /^altitude/],
      [{ altitude: '0x10' }, /^altitude/],
      [{ speed: 'NaN' }, /^speed/],
      [{ speed: 1e308 }, /^speed/],
      [{ heading: 1.5 }, /^heading/],
      [{ heading: 361 }, /^heading/],
      [{ source: 'guess' }, /^source/],
      [{ device_identifier: 'x'.repeat(256) }, /^device_identifier/],
      [{ created: later }, /^created/],
      [{ created: '1970-01-01T00:00:00Z' }, /^created/],
      [{ created: '2026-03-02' }, /^created/],
      [{ user_id: 2_000_000_001 }, /^user_id: there is no active user 2000000001/],
      [{ flavor: 1 }, /flavor/],
    ]
    for (const [item, about] of wrong) refused(await post(sample(item), ada), about)
    assert.deepEqual(await list(), [])
    const tomorrow = new Date(server.now / 1000 + 86_400_000).toISOString()
    assert.equal((await post(sample({ created: tomorrow })))._status_code, 200)
  })

  test('a repeated geolocation is 202 with the existing record, also within one request', async () => {
    const first = await post(sample())
    server.pass(60)
    const again = await post(
      sample({ created: '2026-03-02T15:01:10Z', source: 'wifi', speed: 3, device_identifier: [] }),
    )
    assert.deepEqual(again, { ...first, _status_code: 202, _status_message: 'Accepted' })
    const others = [
      { accuracy: 12.6 },
      { altitude: 1 },
      { latitude: 43.6866259 },
      { longitude: -116.3516647 },
      { device_identifier: 'tablet' },
      { created: '2026-03-02T08:01:10.000001-07:00' },
    ].map(sample)
    const results = await send([...others, ...others, sample()])
    assert.deepEqual(
      results.map((item) => item._status_code),
      [200, 200, 200, 200, 200, 200, 202, 202, 202, 202, 202, 202, 202],
    )
    assert.deepEqual(
      results.slice(6).map((item) => item.id),
      [...results.slice(0, 6).map((item) => item.id), first.id],
    )
    assert.equal((await list()).length, 7)
    const bob = await server.user(ada)
    assert.equal((await post(sample({ user_id: bob.id }), bob))._status_code, 200, 'another person was there, too')
  })

  test('people send their own geolocations, and administrators, people with manage_timesheets and group managers those of others', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const [boss, stranger] = [await server.user(ada), await server.user(ada)]
    const clerk = await server.user(ada, { permissions: { manage_timesheets: true } })
    const reader = await server.user(ada, { permissions: { reports: true } })
    await server.put(ada, '/groups', [{ id: group.id, manager_ids: [boss.id] }])
    await server.put(ada, '/users', [{ id: ann.id, group_id: group.id }])
    for (const [n, who] of [ann, boss, clerk, ada].entries())
      assert.equal((await post(sample({ accuracy: n }), who))._status_code, 200)
    for (const who of [stranger, reader]) {
      refused(await post(sample(), who), /^user_id: you may not/)
      refused(await post(sample({ accuracy: 1 }), who), /^user_id: you may not/)
    }
    refused(await post(sample({ user_id: clerk.id }), boss), /^user_id: you may not/)
    await server.put(ada, '/users', [{ id: stranger.id, active: false }])
    refused(await post(sample({ user_id: stranger.id }), ada), /^user_id: there is no active user/)

    const own = await post(sample({ user_id: clerk.id }), clerk)
    const hers = await idsOf(undefined, ann)
    assert.equal(hers.length, 4)
    for (const who of [ada, clerk, reader]) assert.equal((await idsOf(undefined, who)).length, 5)
    assert.deepEqual(await idsOf(undefined, boss), hers)
    assert.deepEqual(await idsOf(`?ids=${own.id}`, ann), [])
    assert.deepEqual(await idsOf(`?user_ids=${clerk.id}&modified_since=2020-01-01T00:00:00Z`, boss), [])
  })

  test('companies do not see each other’s geolocations', async () => {
    const other = await server.company()
    const created = await post(sample())
    assert.deepEqual(await idsOf(`?ids=${created.id}`, other), [])
    refused(await post(sample(), other), new RegExp(`^user_id: there is no active user ${ann.id}$`))
  })

  test('a listing of geolocations needs ids or an instant', async () => {
    for (const query of ['', `?user_ids=${ann.id}`, '?ids=', '?limit=5']) {
      const { status, body } = await server.get(ada, `/geolocations${query}`)
      assert.equal(status, 417, query)
      assert.match(body.error.message, /one of these filters is required: ids, modified_before, modified_since/)
    }
  })

  test('geolocations are filtered by the time when they were stored, and listed in the order in which they were taken', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const bob = await server.user(ada, { group_id: group.id })
    const noon = await post(sample({ created: '2026-03-01T12:00:00Z' }))
    server.pass(3600)
    const cut = new Date(server.now / 1000 - 1000).toISOString()
    const [late, dawn] = await send(
      [sample({ created: '2026-03-01T09:00:00Z' }), sample({ created: '2026-03-01T06:00:00Z', user_id: bob.id })],
      ada,
    )
    const cases: [string, Values[]][] = [
      ['modified_since=2020-01-01T00:00:00Z', [dawn!, late!, noon]],
      ['modified_before=2100-01-01T00:00:00Z', [dawn!, late!, noon]],
      [`modified_since=${cut}`, [dawn!, late!]],
      [`modified_before=${cut}`, [noon]],
      [`modified_since=${cut}&modified_before=${cut}`, []],
      [`ids=${noon.id},${dawn!.id}`, [dawn!, noon]],
      [`ids=${noon.id},${dawn!.id}&modified_since=${cut}`, [dawn!]],
      [`modified_since=2020-01-01T00:00:00Z&user_ids=${bob.id}`, [dawn!]],
      [`modified_since=2020-01-01T00:00:00Z&user_ids=${bob.id},${ann.id}`, [dawn!, late!, noon]],
      [`modified_since=2020-01-01T00:00:00Z&group_ids=${group.id}`, [dawn!]],
      [`modified_since=2020-01-01T00:00:00Z&group_ids=${group.id}&user_ids=${ann.id}`, []],
      ['modified_since=2020-01-01T00:00:00Z&limit=1&page=2', [late!]],
    ]
    for (const [query, expected] of cases)
      assert.deepEqual(
        await idsOf(`?${query}`),
        expected.map((row) => row.id),
        query,
      )
    const { results } = (await server.get(ada, '/last_modified_timestamps?endpoints=geolocations')).body
    const stored = new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00')
    assert.equal(results.last_modified_timestamps.geolocations, stored)
  })

  test('geolocations can be neither changed nor deleted', async () => {
    for (const method of ['PUT', 'DELETE'] as const)
      assert.equal((await server.call(ada.token, method, '/geolocations', { data: [sample()] })).status, 405)
  })
})
