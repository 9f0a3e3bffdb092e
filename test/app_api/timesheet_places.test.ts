import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('the places of a timesheet in the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
  })
  after(() => server.stop())

  const at = (minutes: number) => new Date(server.now / 1000 + minutes * 60_000).toISOString()
  const places = (who: { token: string }, id: number) => ask(server, who, 'GET', `/timesheet_places?timesheet_id=${id}`)

  test('the places of a timesheet are those reported during it and around its punches, for users who may see it', async () => {
    const worker = await server.user(ada)
    const other = await server.user(ada)
    const start = { user_id: worker.id, jobcode_id: 0, type: 'regular', start: at(-120), end: at(-60) }
    const { id } = await server.createOne(ada, 'timesheets', start)
    const sample = { user_id: worker.id, accuracy: 5, altitude: 0, longitude: -116.25 }
    const reported: [minutes: number, latitude: number][] = [
      [-130, 40],
      [-119, 41],
      [-90, 42],
      [-58, 43],
      [-50, 44],
    ]
    for (const [minutes, latitude] of reported)
      await server.createOne(worker, 'geolocations', { ...sample, latitude, created: at(minutes) })
    for (const who of [ada, worker]) {
      const { status, body } = await places(who, id)
      assert.equal(status, 200)
      assert.deepEqual(
        body.places.map((place: Values) => place.latitude),
        [41, 42, 43],
      )
      assert.deepEqual(body.places[0], {
        latitude: 41,
        longitude: -116.25,
        accuracy: 5,
        at: at(-119).replace('.000Z', '+00:00'),
      })
    }
    const manual = { user_id: worker.id, jobcode_id: 0, type: 'manual', date: '2026-02-20', duration: 3600 }
    const timeless = await server.createOne(ada, 'timesheets', manual)
    assert.deepEqual((await places(ada, timeless.id)).body, { places: [] })
    assert.equal((await places(other, id)).status, 404)
    assert.equal((await places(ada, id + 1000)).status, 404)
    const hidden = { settings: { location_aware: { show_location: 0 } } }
    assert.equal((await ask(server, ada, 'PUT', '/settings', hidden)).status, 200)
    assert.deepEqual((await places(ada, id)).body.places, [])
  })
})
