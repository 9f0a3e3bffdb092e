import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('reference data that the office sets and the API only reads', (database) => {
  let server: TestServer
  let ada: TestCompany
  let other: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    other = await server.company('Elsewhere')
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company('Northside')
  })

  const put = (path: string, body: unknown, who: { token: string } = ada) => ask(server, who, 'PUT', path, body)

  test('pay is set for many people at once, and seen by administrators only', async () => {
    const [one, two] = [await server.user(ada), await server.user(ada)]
    const { status, body } = await put('/pay', {
      data: [
        { user_id: one.id, pay_rate: 27.505, pay_interval: 'hour' },
        { user_id: two.id, pay_rate: 61000, pay_interval: 'year' },
      ],
    })
    assert.equal(status, 200, JSON.stringify(body))
    const people = await server.list(ada, 'users', `?ids=${one.id},${two.id}`)
    const paid = people.map(({ pay_rate, pay_interval }) => [pay_rate, pay_interval])
    assert.deepEqual(paid.sort(), [
      [27.51, 'hour'],
      [61000, 'year'],
    ])
    const [own] = await server.list(one, 'users', `?ids=${one.id}`)
    assert.ok(!('pay_rate' in own!))
  })

  test('pay for an unknown person changes no one’s pay', async () => {
    const one = await server.user(ada)
    const stranger = await server.user(other)
    const { status, body } = await put('/pay', {
      data: [
        { user_id: one.id, pay_rate: 30, pay_interval: 'hour' },
        { user_id: stranger.id, pay_rate: 30, pay_interval: 'hour' },
      ],
    })
    assert.equal(status, 417)
    assert.match(body.error.message, /data\.1\.user_id: there is no user/)
    const [record] = await server.list(ada, 'users', `?ids=${one.id}`)
    assert.equal(record!.pay_rate, 0)
    for (const wrong of [-1, 1_000_000, '30', null]) {
      const refused = await put('/pay', { data: [{ user_id: one.id, pay_rate: wrong, pay_interval: 'hour' }] })
      assert.equal(refused.status, 417, String(wrong))
      assert.match(refused.body.error.message, /data\.0\.pay_rate/)
    }
  })

  test('a geofence is added to a location, enlarged, and turned off', async () => {
    const { id } = await server.createOne(ada, 'locations', { addr1: '9 Harbour Street' })
    const made = await put('/fences', { location_id: id, enabled: true })
    assert.deepEqual([made.status, made.body.enabled, made.body.radius], [200, true, 150])
    await put('/fences', { location_id: id, enabled: false, radius: 400 })
    const [fence] = await server.list(ada, 'geofence_configs')
    assert.deepEqual([fence!.type_id, fence!.enabled, fence!.radius], [id, false, 400])
    const tooWide = await put('/fences', { location_id: id, enabled: true, radius: 1001 })
    assert.equal(tooWide.status, 417)
    assert.match(tooWide.body.error.message, /radius/)
    const foreign = await put('/fences', { location_id: id, enabled: true }, other)
    assert.equal(foreign.status, 417)
    assert.match(foreign.body.error.message, /there is no location/)
  })

  test('custom fields can depend on a job, on another field and on an item', async () => {
    const field = (name: string) =>
      server.createOne(ada, 'customfields', { name, type: 'managed-list', applies_to: 'timesheet' })
    const [permit, zone] = [await field('Permit'), await field('Zone')]
    const north = await server.createOne(ada, 'customfielditems', { customfield_id: zone.id, name: 'North' })
    const job = await server.createOne(ada, 'jobcodes', { name: 'Roof' })
    for (const [of, record] of [
      ['jobcodes', job],
      ['customfields', zone],
      ['customfielditems', north],
    ] as const) {
      const { status, body } = await put('/shown_fields', { of, id: record.id, customfield_ids: [permit.id] })
      assert.equal(status, 200, JSON.stringify(body))
      const query = of === 'customfielditems' ? `?customfield_id=${zone.id}` : `?ids=${record.id}`
      const [now] = await server.list(ada, of, query)
      assert.deepEqual(now!.required_customfields, [permit.id], of)
      assert.ok(now!.last_modified >= record.last_modified)
    }
    const taken = await put('/shown_fields', { of: 'jobcodes', id: job.id, customfield_ids: [] })
    assert.equal(taken.status, 200)
    const [bare] = await server.list(ada, 'jobcodes', `?ids=${job.id}`)
    assert.deepEqual(bare!.required_customfields, [])
  })

  test('an impossible condition of a custom field is refused with its reason', async () => {
    const permit = await server.createOne(ada, 'customfields', { name: 'Permit', type: 'free-form' })
    const job = await server.createOne(ada, 'jobcodes', { name: 'Roof' })
    const cases = [
      [{ of: 'customfields', id: permit.id, customfield_ids: [permit.id] }, 417, /cannot show with itself/],
      [{ of: 'jobcodes', id: job.id, customfield_ids: [job.id] }, 417, /customfield_ids: there is no active/],
      [{ of: 'jobcodes', id: permit.id, customfield_ids: [] }, 404, /there is no job/],
      [{ of: 'users', id: job.id, customfield_ids: [] }, 417, /of: must be one of/],
    ] as const
    for (const [body, status, message] of cases) {
      const answer = await put('/shown_fields', body)
      assert.equal(answer.status, status, JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
    const foreign = await put('/shown_fields', { of: 'jobcodes', id: job.id, customfield_ids: [] }, other)
    assert.equal(foreign.status, 404)
  })

  test('a custom field of people is added and filled in; its name is unique among them', async () => {
    const add = (body: unknown) => ask(server, ada, 'POST', '/person_fields', body)
    const { status, body } = await add({ name: ' Shirt size ', type: 'managed-list' })
    assert.equal(status, 200, JSON.stringify(body))
    const [field] = await server.list(ada, 'customfields', '?applies_to=user')
    assert.deepEqual(
      [field!.id, field!.name, field!.type, field!.show_to_all, field!.required, field!.short_code.length],
      [body.id, 'Shirt size', 'managed-list', true, false, 8],
    )
    const worker = await server.user(ada)
    await server.put(ada, '/users', [{ id: worker.id, customfields: { [body.id]: 'M' } }])
    const [user] = await server.list(ada, 'users', `?ids=${worker.id}`)
    assert.deepEqual(user!.customfields, { [body.id]: 'M' })
    const twice = await add({ name: 'shirt SIZE', type: 'free-form' })
    assert.equal(twice.status, 417)
    assert.match(twice.body.error.message, /name: another custom field is called Shirt size/)
    for (const name of ['', '   ', 'x'.repeat(65)])
      assert.match((await add({ name, type: 'free-form' })).body.error.message, /name/, JSON.stringify(name))
    // A timesheet field may have the same name.
    await server.createOne(ada, 'customfields', { name: 'Shirt size', type: 'free-form' })
  })

  test('only administrators set pay, geofences and custom fields', async () => {
    const office = await server.user(ada, { permissions: { manage_users: true, manage_jobcodes: true } })
    for (const [path, body] of [
      ['/pay', { data: [{ user_id: office.id, pay_rate: 1, pay_interval: 'hour' }] }],
      ['/fences', { location_id: 1, enabled: true }],
      ['/shown_fields', { of: 'jobcodes', id: 1, customfield_ids: [] }],
    ] as const)
      assert.equal((await put(path, body, office)).status, 403, path)
    const field = { name: 'Shirt size', type: 'free-form' }
    assert.equal((await ask(server, office, 'POST', '/person_fields', field)).status, 403)
  })
})
