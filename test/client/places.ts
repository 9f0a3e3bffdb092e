import assert from 'node:assert/strict'
import { type Api, at, must, only } from './cycle.ts'
import type { BaseRecords } from './people_and_jobs.ts'

/** Where people work: a location with its jobs, and where a person was. */
export const places = {
  async locations(api: Api, { jobcode_id }: BaseRecords) {
    const place = { addr1: '9 Harbour Street', city: 'Port Vale', linked_objects: { jobcodes: [jobcode_id] } }
    const made = only((await must(api.POST('/locations', { body: { data: [place] } }))).results.locations)
    assert.equal(made.formatted_address, '9 Harbour Street, Port Vale')
    const list = await must(api.GET('/locations', { params: { query: { ids: String(made.id) } } }))
    assert.deepEqual(at(list.results.locations, made.id).linked_objects, { jobcodes: [jobcode_id] })
    const body = { data: [{ id: made.id, latitude: 43.6866258, longitude: -70.3516646 }] }
    const changed = only((await must(api.PUT('/locations', { body }))).results.locations)
    assert.equal(changed.geocoding_status, 'complete')
  },

  async locations_map(api: Api, { jobcode_id }: BaseRecords) {
    const place = { city: 'Eastport', linked_objects: { jobcodes: [jobcode_id] } }
    const made = only((await must(api.POST('/locations', { body: { data: [place] } }))).results.locations)
    const list = await must(api.GET('/locations_map', { params: { query: { by_jobcode_assignment: true } } }))
    const link = Object.values(list.results.locations_map).find(({ location_id }) => location_id === made.id)
    assert.deepEqual([link?.x_table, link?.x_id], ['job_codes', jobcode_id])
  },

  async geofence_configs(api: Api) {
    const list = await must(api.GET('/geofence_configs', { params: { query: { active: 'both' } } }))
    for (const { type, radius } of Object.values(list.results.geofence_configs)) {
      assert.equal(type, 'locations')
      assert.ok(radius >= 50 && radius <= 1000)
    }
  },

  async geolocations(api: Api, { user_id }: BaseRecords) {
    const created = '2026-03-02T08:01:10-07:00'
    const here = { created, user_id, accuracy: 12.5, altitude: 0, latitude: 43.6866258, longitude: -116.3516646 }
    const made = only((await must(api.POST('/geolocations', { body: { data: [here] } }))).results.geolocations)
    const list = await must(api.GET('/geolocations', { params: { query: { ids: String(made.id) } } }))
    assert.equal(at(list.results.geolocations, made.id).latitude, 43.6866258)
  },
}
