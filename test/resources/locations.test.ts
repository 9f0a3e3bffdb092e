import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, type TestServer } from '../support/server.ts'
import { harbour, linked, locationCalls, refused } from './location_calls.ts'

onBoth('locations', (database) => {
  let server: TestServer
  let ada: TestCompany
  let roof: Values
  const { write, create, put, changed, one, idsOf } = locationCalls(database, (setup) => {
    ;({ server, ada, roof } = setup)
  })

  describe('the records of locations', () => {
    test('a created location is returned exactly as documented', async () => {
      server.pass(60)
      const now = new Date(server.now / 1000).toISOString().replace('.000Z', '+00:00')
      const { item, supplemental } = await write('POST', { ...harbour, ...linked(roof.id) })
      assert.deepEqual(item, {
        _status_code: 200,
        _status_message: 'Created',
        id: item.id,
        addr1: '9 Harbour Street',
        addr2: 'Dock B',
        city: 'Port Vale',
        state: 'ME',
        zip: '04041',
        formatted_address: '9 Harbour Street Dock B, Port Vale, ME 04041',
        country: 'US',
        active: true,
        latitude: 0,
        longitude: 0,
        place_id: '',
        place_id_hash: '',
        label: 'Harbour job',
        notes: 'Gate code at the desk',
        geocoding_status: 'none',
        created: now,
        last_modified: now,
        linked_objects: { jobcodes: [roof.id] },
        geofence_config_id: null,
      })
      assert.deepEqual(supplemental, {
        jobcodes: {
          [roof.id]: {
            id: roof.id,
            active: true,
            parent_id: 0,
            assigned_to_all: false,
            type: 'regular',
            billable: false,
            billable_rate: 0,
            short_code: '',
            name: 'Roof repair',
            created: roof.created,
            last_modified: roof.last_modified,
            has_children: false,
            required_customfields: [],
            filtered_customfielditems: '',
            locations: [item.id],
            geofence_config_id: 0,
            project_id: 0,
          },
        },
      })
    })

    test('a location with one part of an address has empty others, and no links', async () => {
      const created = await create({
        addr1: undefined,
        addr2: null,
        city: '',
        state: undefined,
        zip: 4041,
        country: '',
      })
      assert.deepEqual(
        [created.addr1, created.addr2, created.city, created.country, created.zip],
        ['', '', '', '', '4041'],
      )
      assert.deepEqual(created.linked_objects, {})
      const [row] = await server.list(ada, 'locations')
      const { _status_code, _status_message, ...record } = created
      assert.deepEqual(row, record)
    })

    test('the formatted address omits empty parts and the country, and is the label without a street and city', async () => {
      const cases: [Values, string][] = [
        [{ addr2: '' }, '9 Harbour Street, Port Vale, ME 04041'],
        [{ addr1: '' }, 'Dock B, Port Vale, ME 04041'],
        [{ state: '', zip: '' }, '9 Harbour Street Dock B, Port Vale'],
        [{ city: '', state: '' }, '9 Harbour Street Dock B, 04041'],
        [{ addr1: '', addr2: '' }, 'Port Vale, ME 04041'],
        [{ addr1: ' ', addr2: '', city: '' }, 'Harbour job'],
        [{ addr1: '', addr2: '', city: '', state: '', zip: '', label: '' }, ''],
      ]
      for (const [item, expected] of cases) assert.equal((await create(item)).formatted_address, expected)
    })

    test('a formatted address in the request is ignored', async () => {
      const created = await create({ formatted_address: 'Somewhere else' })
      assert.equal(created.formatted_address, '9 Harbour Street Dock B, Port Vale, ME 04041')
      const same = await changed({ id: created.id, formatted_address: { not: 'text' } })
      assert.deepEqual([same.formatted_address, same.last_modified], [created.formatted_address, created.last_modified])
    })

    test('the client’s coordinates are stored in full and complete the location, and two zeros count as none', async () => {
      const created = await create({ latitude: 43.68662581234, longitude: '-70.25' })
      assert.deepEqual(
        [created.latitude, created.longitude, created.geocoding_status],
        [43.68662581234, -70.25, 'complete'],
      )
      const moved = await changed({ id: created.id, latitude: -90, longitude: 180 })
      assert.deepEqual([moved.latitude, moved.longitude, moved.geocoding_status], [-90, 180, 'complete'])
      assert.equal((await changed({ id: created.id, addr1: '10 Harbour Street' })).geocoding_status, 'complete')
      const { text } = await server.put(ada, '/locations', [{ id: created.id, latitude: -0, longitude: '-0' }])
      assert.match(text, /"latitude":0,"longitude":0,.*"geocoding_status":"none"/)
    })

    test('an update changes the properties that it has, and last_modified only when something differs', async () => {
      const created = await create()
      server.pass(60)
      assert.equal(
        (await changed({ ...created, _status_code: undefined, _status_message: undefined })).last_modified,
        created.last_modified,
      )
      const after = await changed({ id: String(created.id), label: 'North dock', notes: '' })
      assert.deepEqual([after.label, after.notes, after.city], ['North dock', '', 'Port Vale'])
      assert.notEqual(after.last_modified, created.last_modified)
    })

    test('invalid values of locations are refused by name', async () => {
      const { id } = await create()
      const wrong: [Values, RegExp][] = [
        [{ latitude: 90.0001 }, /^latitude must be a number from -90 to 90/],
        [{ latitude: 'north' }, /^latitude/],
        [{ latitude: '0x10' }, /^latitude/],
        [{ latitude: 'Infinity' }, /^latitude/],
        [{ longitude: -180.5 }, /^longitude/],
        [{ longitude: true }, /^longitude/],
        [{ city: 'x'.repeat(256) }, /^city must be at most 255 characters/],
        [{ notes: 'x'.repeat(4001) }, /^notes/],
        [{ label: ['x'] }, /^label/],
        [{ geocoding_status: 'complete' }, /geocoding_status/],
        [{ geofence_config_id: 5 }, /geofence_config_id/],
        [{ place_id: 'x' }, /place_id/],
        [{ flavor: 1 }, /flavor/],
        [{ active: 'perhaps' }, /^active/],
        [{ linked_objects: [roof.id] }, /^linked_objects/],
        [{ linked_objects: { users: [1] } }, /^linked_objects/],
        [{ linked_objects: { jobcodes: ['x'] } }, /^linked_objects\.jobcodes/],
        [{ linked_objects: { jobcodes: null } }, /^linked_objects\.jobcodes/],
        [linked(...Array.from({ length: 1001 }, (_, n) => n + 1)), /^linked_objects\.jobcodes must hold at most 1000/],
        [
          { addr1: '', addr2: ' ', city: '', state: '', zip: '', country: '' },
          /^one of addr1, addr2, city, state, zip and country/,
        ],
      ]
      for (const [item, about] of wrong) {
        refused((await write('POST', { ...harbour, ...item })).item, about)
        refused(await put({ id, ...item }), about)
      }
      refused((await write('POST', { label: 'Nowhere', latitude: 1 })).item, /^one of addr1/)
      refused(await put({ id: 2_000_000_001, label: 'x' }), /no location/)
      refused(await put({ label: 'x' }), /^id/)
    })
  })

  describe('the rights to locations', () => {
    test('everyone reads locations, and only people with manage_jobcodes write them', async () => {
      const created = await create(linked(roof.id))
      const keeper = await server.user(ada, { permissions: { manage_jobcodes: true } })
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      const ann = await server.user(ada, { group_id: group.id })
      const manager = await server.user(ada)
      await server.put(ada, '/groups', [{ id: group.id, manager_ids: [manager.id] }])
      for (const who of [keeper, ann, manager]) assert.deepEqual(await idsOf('locations', '', who), [created.id])
      for (const who of [ann, manager]) {
        refused((await write('POST', harbour, who)).item, /manage_jobcodes/)
        refused(await put({ id: created.id, label: 'Mine' }, who), /manage_jobcodes/)
      }
      assert.equal((await put({ id: created.id, label: 'Kept' }, keeper))._status_code, 200)
      assert.equal((await create({}, keeper)).label, 'Harbour job')
    })

    test('linked jobcodes are included only for people who may see them', async () => {
      const crane = await server.createOne(ada, 'jobcodes', { name: 'Crane' })
      const child = await server.createOne(ada, 'jobcodes', { name: 'Cabin', parent_id: crane.id })
      const ann = await server.user(ada)
      await server.createOne(ada, 'jobcode_assignments', { user_id: ann.id, jobcode_id: child.id })
      await create(linked(roof.id, crane.id))
      const shown = async (who: { token: string }) =>
        Object.keys((await server.get(who, '/locations')).body.supplemental_data.jobcodes ?? {})
      assert.deepEqual(await shown(ann), [String(crane.id)], 'the parent of hers')
      assert.deepEqual(await shown(ada), [roof.id, crane.id].map(String))
      await server.put(ada, '/jobcodes', [{ id: roof.id, assigned_to_all: true }])
      assert.deepEqual(await shown(ann), [roof.id, crane.id].map(String))
    })

    test('jobcodes and locations of another company do not exist', async () => {
      const other = await server.company()
      const theirs = await server.createOne(other, 'jobcodes', { name: 'Theirs' })
      const place = await create({}, other)
      const { item } = await write('POST', { ...harbour, ...linked(theirs.id) })
      refused(item, new RegExp(`^linked_objects: there is no active jobcode ${theirs.id}$`))
      refused(await put({ id: place.id, label: 'Mine' }), /no location/)
      assert.deepEqual(await idsOf('locations', `?ids=${place.id}`), [])
      assert.deepEqual((await one('jobcodes', theirs.id, other)).locations, [])
    })
  })

  describe('the filters of locations', () => {
    test('locations can be filtered by active, geocoding status and time of change', async () => {
      const plain = await create()
      const placed = await create({ latitude: 1, longitude: 2 })
      const gone = await create()
      server.pass(3600)
      await changed({ id: gone.id, active: false })
      const cases: [string, number[]][] = [
        ['', [plain.id, placed.id]],
        ['?active=no', [gone.id]],
        ['?active=both', [plain.id, placed.id, gone.id]],
        ['?geocoding_status=complete', [placed.id]],
        ['?geocoding_status=none,%20complete', [plain.id, placed.id]],
        ['?geocoding_status=retry,error,in_progress', []],
      ]
      for (const [query, expected] of cases) assert.deepEqual(await idsOf('locations', query), expected, query)
      const cut = new Date(server.now / 1000 - 60_000).toISOString()
      assert.deepEqual(await idsOf('locations', `?active=both&modified_since=${cut}`), [gone.id])
      assert.deepEqual(await idsOf('locations', `?active=both&modified_before=${cut}`), [plain.id, placed.id])
      for (const query of ['geocoding_status=done', 'active=perhaps', 'by_jobcode_assignment=x', 'limit=0']) {
        const { status, body } = await server.get(ada, `/locations?${query}`)
        assert.deepEqual([status, body.error.message.includes(query.split('=')[0]!)], [417, true], query)
      }
    })
  })
})
