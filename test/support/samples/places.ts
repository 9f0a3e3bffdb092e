import type { Values } from '../../../src/engine/table.ts'
import { setFence } from '../../../src/resources/geofence_configs.ts'
import { batches, fresh, numbered, of, put, type Sample } from '../sampling.ts'
import type { TestCompany, TestServer } from '../server.ts'

const makePlaces = (server: TestServer, company: TestCompany, items: Values[]) =>
  batches(server, company, 'locations', items)
const place = (n: number) => ({ addr1: `${n} Harbour Street`, city: 'Port Vale' })
const fence = (server: TestServer, { id }: TestCompany, locationId: number, radius = 150) =>
  server.db.write(setFence, { companyId: id, locationId, enabled: true, radius }, server.now)

/** Locations, their links and geofences, and where people were. */
export const places: Record<string, Sample> = {
  geofence_configs: {
    all: () => '?active=both&type=locations',
    reversed: false,
    order: (row) => row.id,
    async make(server, company, count) {
      for (const { id } of await makePlaces(server, company, numbered(count).map(place)))
        await fence(server, company, id)
    },
    async touch(server, company, id) {
      const [row] = await server.list(company, 'geofence_configs', `${this.all(company)}&ids=${id}`)
      await fence(server, company, row!.type_id, row!.radius + 1)
    },
    numbers: { type_ids: 'locations' },
  },
  geolocations: {
    all: () => '?modified_before=2100-01-01T00:00:00Z',
    reversed: true,
    order: (row) => row.created,
    item: (n, company) => ({
      user_id: company.adminId,
      created: new Date(Date.UTC(2026, 1, 27) - n * 60_000).toISOString(),
      accuracy: 12.5,
      altitude: 0,
      latitude: 43.6866258,
      longitude: -116.3516646,
    }),
    async make(server, company, count) {
      const items = numbered(count).map((n) => this.item!(n, company))
      await batches(server, company, 'geolocations', items)
    },
    async touch(server, company) {
      samplesMade += 1
      await batches(server, company, 'geolocations', [this.item!(-samplesMade, company)])
    },
    references: { user_id: 'users' },
    numbers: { user_ids: 'users', group_ids: 'groups' },
  },
  locations: {
    all: () => '?active=both',
    reversed: false,
    order: (row) => row.id,
    item: place,
    change: { notes: 'changed' },
    async make(server, company, count) {
      await makePlaces(server, company, numbered(count).map(place))
    },
    touch: put('locations', () => ({ label: fresh() })),
  },
  locations_map: {
    all: () => '?active=both',
    reversed: false,
    order: (row) => row.id,
    async make(server, company, count) {
      const { jobcodes } = of(company)
      const linked = (n: number) => ({ ...place(n), linked_objects: { jobcodes: [jobcodes[n % jobcodes.length]] } })
      await makePlaces(server, company, numbered(count).map(linked))
    },
    async touch(server, company, id) {
      const [row] = await server.list(company, 'locations_map', `${this.all(company)}&ids=${id}`)
      const stands = (await server.list(company, 'locations_map', `?ids=${id}`)).length > 0
      const jobcodes = stands ? [] : [row!.x_id]
      await put('locations', () => ({ linked_objects: { jobcodes } }))(server, company, row!.location_id)
    },
  },
}

let samplesMade = 0
