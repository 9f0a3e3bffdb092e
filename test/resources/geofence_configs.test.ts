import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { setFence } from '../../src/resources/geofence_configs.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('geofence_configs', (database) => {
  let server: TestServer
  let ada: TestCompany
  let dock: Values
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    dock = await place('Dock')
  })

  const place = (label: string, properties: Values = {}) =>
    server.createOne(ada, 'locations', { city: 'Port Vale', label, ...properties })
  const fence = (location: Values, values: { enabled?: boolean; radius?: number } = {}) =>
    server.db.write(setFence, { companyId: ada.id, locationId: location.id, enabled: true, ...values }, server.now)
  const idsOf = async (query: string, who: { token: string } = ada) =>
    (await server.list(who, 'geofence_configs', query)).map((row) => row.id)
  const shown = async (location: Values) => (await server.list(ada, 'locations', `?ids=${location.id}&active=both`))[0]!

  test('a geofence is listed as documented, with its location', async () => {
    server.pass(600)
    const now = new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00')
    const { id } = await fence(dock)
    const { body } = await server.get(ada, '/geofence_configs')
    assert.deepEqual(body, {
      results: {
        geofence_configs: {
          [id]: {
            id,
            type: 'locations',
            type_id: dock.id,
            active: true,
            enabled: true,
            radius: 150,
            last_modified: now,
            created: now,
          },
        },
      },
      more: false,
      supplemental_data: { locations: { [dock.id]: await shown(dock) } },
    })
  })

  test('a location names its only geofence, and is modified when it gets one', async () => {
    assert.equal(dock.geofence_config_id, null)
    server.pass(60)
    const created = await fence(dock, { radius: 50 })
    const named = await shown(dock)
    assert.equal(named.geofence_config_id, created.id)
    assert.notEqual(named.last_modified, dock.last_modified)
    const supplemental = (await server.get(ada, '/locations')).body.supplemental_data
    assert.deepEqual(Object.keys(supplemental.geofence_configs), [String(created.id)])
    server.pass(60)
    const changed = await fence(dock, { radius: 1000 })
    assert.deepEqual([changed.id, changed.radius], [created.id, 1000])
    const off = await fence(dock, { enabled: false })
    assert.deepEqual([off.id, off.enabled, off.radius], [created.id, false, 1000], 'the radius is kept')
    assert.equal((await fence(dock)).radius, 1000)
    assert.deepEqual(await idsOf('?active=both'), [created.id])
    assert.equal((await shown(dock)).last_modified, named.last_modified)
  })

  test('geofences of locations that cannot have one are refused', async () => {
    const other = await server.company()
    const gone = await place('Gone', { active: false })
    await assert.rejects(fence({ id: 2_000_000_001 }), /there is no location 2000000001/)
    await assert.rejects(fence(gone), /is archived/)
    await assert.rejects(fence(dock, { enabled: false }), /has no fence/)
    for (const radius of [49, 1001, 0, -1])
      await assert.rejects(fence(dock, { radius }), /radius must be between 50 and 1000/)
    const foreign = { companyId: other.id, locationId: dock.id, enabled: true }
    await assert.rejects(server.db.write(setFence, foreign, server.now), /there is no location/)
    assert.deepEqual(await idsOf('?active=both'), [])
  })

  test('geofences can be filtered by every parameter', async () => {
    const [pier, gate] = [await place('Pier'), await place('Gate')]
    const [one, two, three] = [await fence(dock), await fence(pier), await fence(gate)]
    server.pass(3600)
    await fence(gate, { enabled: false })
    const cut = new Date(server.now / 1000 - 60_000).toISOString()
    const cases: [string, number[]][] = [
      ['', [one.id, two.id, three.id]],
      [`?ids=${two.id}`, [two.id]],
      ['?type=locations', [one.id, two.id, three.id]],
      [`?type=location&type_ids=${pier.id},${gate.id}`, [two.id, three.id]],
      ['?type=global,%20clients', []],
      [`?type=job_codes&type_ids=${pier.id}`, []],
      ['?enabled=true', [one.id, two.id]],
      ['?enabled=0', [three.id]],
      ['?active=no', []],
      [`?modified_since=${cut}`, [three.id]],
      [`?modified_before=${cut}`, [one.id, two.id]],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await idsOf(query), expected, query)
    const refused: [string, RegExp][] = [
      [`type_ids=${pier.id}`, /: type is required with type_ids/],
      ['type=circles', /: type must be any of locations/],
      ['enabled=x', /: enabled/],
    ]
    for (const [query, message] of refused) {
      const { status, body } = await server.get(ada, `/geofence_configs?${query}`)
      assert.equal(status, 417, query)
      assert.match(body.error.message, message)
    }
  })

  test('by_jobcode_assignment lists the geofences of locations linked to a jobcode of the caller', async () => {
    const job = await server.createOne(ada, 'jobcodes', { name: 'Roof' })
    const ann = await server.user(ada)
    await server.createOne(ada, 'jobcode_assignments', { user_id: ann.id, jobcode_id: job.id })
    const site = await place('Site', { linked_objects: { jobcodes: [job.id] } })
    const [around, other] = [await fence(site), await fence(dock)]
    assert.deepEqual(await idsOf('?by_jobcode_assignment=yes', ann), [around.id])
    assert.deepEqual(
      await idsOf('?by_jobcode_assignment=no', ann),
      [around.id, other.id].toSorted((a, b) => a - b),
    )
    assert.deepEqual(await idsOf('?by_jobcode_assignment=yes'), [])
  })

  test('clients cannot write geofences', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      assert.equal((await server.call(ada.token, method, '/geofence_configs', { data: [] })).status, 405)
  })
})
