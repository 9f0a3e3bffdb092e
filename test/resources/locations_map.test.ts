import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, type TestServer } from '../support/server.ts'
import { harbour, linked, locationCalls, refused } from './location_calls.ts'

onBoth('links between locations and jobcodes', (database) => {
  let server: TestServer
  let ada: TestCompany
  let roof: Values
  const { write, create, put, changed, one, idsOf } = locationCalls(database, (setup) => {
    ;({ server, ada, roof } = setup)
  })
  const links = async (query = '') =>
    (await server.list(ada, 'locations_map', query)).map((row) => [row.location_id, row.x_id])

  describe('the links of a location', () => {
    test('links appear on both sides at once, and do not change last_modified of the jobcode', async () => {
      await one('jobcodes', roof.id) // It is cached from here on.
      server.pass(60)
      const created = await create(linked(String(roof.id), roof.id))
      assert.deepEqual(created.linked_objects, { jobcodes: [roof.id] })
      const job = await one('jobcodes', roof.id)
      assert.deepEqual([job.locations, job.last_modified], [[created.id], roof.last_modified])
      const stamps = (await server.get(ada, '/last_modified_timestamps?endpoints=jobcodes,locations,locations_map'))
        .body.results.last_modified_timestamps
      assert.deepEqual(stamps, {
        jobcodes: roof.last_modified,
        locations: created.last_modified,
        locations_map: created.last_modified,
      })
      await server.createOne(ada, 'jobcode_assignments', { user_id: 0, jobcode_id: roof.id })
      const { body } = await server.get(ada, '/jobcode_assignments')
      assert.deepEqual(body.supplemental_data.jobcodes[roof.id].locations, [created.id])
    })

    test('links are replaced as a whole; an absent list changes nothing, and an empty list unlinks all', async () => {
      const [crane, dock] = [
        await server.createOne(ada, 'jobcodes', { name: 'Crane' }),
        await server.createOne(ada, 'jobcodes', { name: 'Dock' }),
      ]
      const { id } = await create(linked(roof.id, crane.id))
      const { item, supplemental } = await write('PUT', { id, ...linked(dock.id, crane.id) })
      assert.deepEqual(item.linked_objects, { jobcodes: [crane.id, dock.id] })
      assert.deepEqual(
        Object.keys(supplemental.jobcodes),
        [roof.id, crane.id, dock.id].map(String),
        'the one just unlinked, too',
      )
      assert.deepEqual(supplemental.jobcodes[roof.id].locations, [])
      assert.deepEqual(supplemental.jobcodes[dock.id].locations, [id])
      for (const none of [{}, [], '', null])
        assert.deepEqual((await changed({ id, linked_objects: none })).linked_objects, item.linked_objects)
      assert.deepEqual((await changed({ id, ...linked() })).linked_objects, {})
      for (const job of [roof, crane, dock]) assert.deepEqual((await one('jobcodes', job.id)).locations, [])
      assert.deepEqual(await links(), [])
    })

    test('links from several items in one request add up', async () => {
      const { body } = await server.post(ada, '/locations', [
        { ...harbour, ...linked(roof.id) },
        { ...harbour, ...linked(roof.id, 2_000_000_001) },
        { ...harbour, ...linked(roof.id) },
      ])
      const [first, second, third] = Object.values<Values>(body.results.locations)
      refused(second!, /^linked_objects: there is no active jobcode 2000000001/)
      assert.deepEqual((await one('jobcodes', roof.id)).locations, [first!.id, third!.id])
      assert.deepEqual(await links(), [
        [first!.id, roof.id],
        [third!.id, roof.id],
      ])
      const twice = await server.put(ada, '/locations', [
        { id: first!.id, ...linked() },
        { id: first!.id, ...linked(roof.id), label: 'Again' },
        { id: third!.id, ...linked() },
      ])
      assert.equal(twice.body.results.locations['3']._status_code, 200, twice.text)
      assert.deepEqual((await one('jobcodes', roof.id)).locations, [first!.id])
      assert.deepEqual(await links(), [[first!.id, roof.id]])
    })

    test('links to an archived jobcode are refused', async () => {
      await server.put(ada, '/jobcodes', [{ id: roof.id, active: false }])
      refused(
        (await write('POST', { ...harbour, ...linked(roof.id) })).item,
        /^linked_objects: there is no active jobcode/,
      )
      assert.deepEqual(await server.list(ada, 'locations', '?active=both'), [], 'nothing was created')
    })

    test('a jobcode has its locations and those of its parents as supplemental data', async () => {
      const child = await server.createOne(ada, 'jobcodes', { name: 'Gutter', parent_id: roof.id })
      const [above, below] = [await create(linked(roof.id)), await create(linked(child.id))]
      const { body } = await server.get(ada, `/jobcodes?ids=${child.id}`)
      assert.deepEqual(Object.keys(body.supplemental_data), ['jobcodes', 'locations'])
      assert.deepEqual(Object.keys(body.supplemental_data.jobcodes), [String(roof.id)])
      assert.deepEqual(Object.keys(body.supplemental_data.locations), [above.id, below.id].map(String))
      assert.deepEqual(body.supplemental_data.locations[above.id], await one('locations', above.id))
      const answer = await server.put(ada, '/jobcodes', [{ id: child.id, billable: true, locations: [below.id] }])
      assert.equal(answer.body.results.jobcodes['1']._status_code, 200, answer.text)
      assert.deepEqual(Object.keys(answer.body.supplemental_data.locations), [above.id, below.id].map(String))
      const strange = await server.put(ada, '/jobcodes', [{ id: child.id, locations: [above.id] }])
      refused(strange.body.results.jobcodes['1'], /locations/)
    })
  })

  describe('archived locations and jobcodes', () => {
    test('an archived location loses its links for good', async () => {
      const created = await create(linked(roof.id))
      server.pass(60)
      const gone = await changed({ id: created.id, active: 'no', linked_objects: created.linked_objects })
      assert.deepEqual([gone.active, gone.linked_objects], [false, {}])
      assert.deepEqual((await one('jobcodes', roof.id)).locations, [])
      assert.deepEqual([await links(), await links('?active=no')], [[], [[created.id, roof.id]]])
      const back = await changed({ id: created.id, active: 1 })
      assert.deepEqual([back.active, back.linked_objects], [true, {}])
      assert.deepEqual(await links(), [])
    })

    test('an archived location is edited only by the item that restores it', async () => {
      const { id } = await create()
      await changed({ id, active: false })
      refused(await put({ id, label: 'x' }), /^active: the location is archived/)
      refused(await put({ id, ...linked(roof.id) }), /^active/)
      assert.equal((await changed({ id, active: false })).active, false, 'nothing differs')
      const back = await changed({ id, active: true, label: 'Back', ...linked(roof.id) })
      assert.deepEqual([back.label, back.linked_objects], ['Back', { jobcodes: [roof.id] }])
      assert.deepEqual((await one('jobcodes', roof.id)).locations, [id])
    })

    test('an archived location accepts no links', async () => {
      const crane = await server.createOne(ada, 'jobcodes', { name: 'Crane' })
      const { id } = await create(linked(roof.id))
      refused(await put({ id, active: false, ...linked(crane.id) }), /^linked_objects: an archived location/)
      refused((await write('POST', { ...harbour, active: false, ...linked(roof.id) })).item, /^linked_objects/)
      assert.equal((await create({ active: false })).active, false)
    })

    test('a jobcode moved below another and archived with it in one request loses its locations, too', async () => {
      const crane = await server.createOne(ada, 'jobcodes', { name: 'Crane' })
      const place = await create(linked(crane.id))
      const { body } = await server.put(ada, '/jobcodes', [
        { id: crane.id, parent_id: roof.id },
        { id: roof.id, active: false },
      ])
      assert.deepEqual(
        Object.values<Values>(body.results.jobcodes).map((row) => [row._status_code, row.active, row.locations]),
        [
          [200, false, []],
          [200, false, []],
        ],
      )
      assert.deepEqual((await one('locations', place.id)).linked_objects, {})
      assert.deepEqual(await links(), [])
    })

    test('archiving a jobcode unlinks it and its children from every location, and restoring it restores no link', async () => {
      const child = await server.createOne(ada, 'jobcodes', { name: 'Gutter', parent_id: roof.id })
      const crane = await server.createOne(ada, 'jobcodes', { name: 'Crane' })
      const [first, second] = [await create(linked(roof.id, child.id, crane.id)), await create(linked(child.id))]
      const untouched = await create(linked(crane.id))
      server.pass(60)
      const answer = await server.put(ada, '/jobcodes', [{ id: roof.id, active: false }])
      assert.deepEqual(answer.body.results.jobcodes['1'].locations, [])
      const [one1, one2, one3] = await server.list(ada, 'locations')
      assert.deepEqual(one1!.linked_objects, { jobcodes: [crane.id] })
      assert.deepEqual(one2!.linked_objects, {})
      assert.notEqual(one1!.last_modified, first.last_modified)
      assert.notEqual(one2!.last_modified, second.last_modified)
      assert.equal(one3!.last_modified, untouched.last_modified)
      assert.deepEqual(await links(), [
        [first.id, crane.id],
        [untouched.id, crane.id],
      ])
      await server.put(ada, '/jobcodes', [
        { id: roof.id, active: true },
        { id: child.id, active: true },
      ])
      for (const job of [roof, child]) assert.deepEqual((await one('jobcodes', job.id)).locations, [])
      assert.equal((await links()).length, 2)
      await changed({ id: second.id, ...linked(child.id) })
      assert.deepEqual((await one('jobcodes', child.id)).locations, [second.id])
    })
  })

  describe('the map of locations', () => {
    test('the map has a record for each link as documented, with its location', async () => {
      const created = await create(linked(roof.id))
      const { body } = await server.get(ada, '/locations_map')
      const [id] = Object.keys(body.results.locations_map)
      assert.deepEqual(body, {
        results: {
          locations_map: {
            [id!]: {
              id: Number(id),
              x_table: 'job_codes',
              x_id: roof.id,
              location_id: created.id,
              created: created.created,
              last_modified: created.last_modified,
            },
          },
        },
        more: false,
        supplemental_data: { locations: { [created.id]: await one('locations', created.id) } },
      })
    })

    test('the map has removed links with active no, and a link that comes back has its old id', async () => {
      const created = await create(linked(roof.id))
      const [before] = await server.list(ada, 'locations_map')
      server.pass(60)
      await changed({ id: created.id, ...linked() })
      assert.deepEqual(await server.list(ada, 'locations_map'), [])
      const [cut] = await server.list(ada, 'locations_map', '?active=no')
      assert.equal(cut!.id, before!.id)
      assert.notEqual(cut!.last_modified, before!.last_modified)
      assert.deepEqual(await idsOf('locations_map', '?active=both&modified_since=2100-01-01T00:00:00Z'), [])
      await changed({ id: created.id, ...linked(roof.id) })
      const [again] = await server.list(ada, 'locations_map')
      assert.deepEqual([again!.id, again!.created], [before!.id, before!.created])
    })

    test('the map is read-only', async () => {
      assert.equal((await server.post(ada, '/locations_map', [{ x_id: roof.id }])).status, 405)
      assert.equal((await server.put(ada, '/locations_map', [{ id: 1 }])).status, 405)
    })

    test('by_jobcode_assignment lists the links to jobcodes assigned to the requester or to everyone', async () => {
      const [crane, shared] = [
        await server.createOne(ada, 'jobcodes', { name: 'Crane' }),
        await server.createOne(ada, 'jobcodes', { name: 'Shared', assigned_to_all: true }),
      ]
      const [ann, bob] = [await server.user(ada), await server.user(ada)]
      await server.createOne(ada, 'jobcode_assignments', { user_id: ann.id, jobcode_id: roof.id })
      const [atRoof, atCrane, atShared, nowhere] = [
        await create(linked(roof.id)),
        await create(linked(crane.id)),
        await create(linked(shared.id, crane.id)),
        await create(),
      ]
      const own = (resource: string, who: { token: string }) => idsOf(resource, '?by_jobcode_assignment=true', who)
      assert.deepEqual(await own('locations', ann), [atRoof.id, atShared.id])
      assert.deepEqual(await own('locations', bob), [atShared.id])
      assert.deepEqual(
        await own('locations', ada),
        [atShared.id],
        'an administrator’s own assignments count, not rights',
      )
      const all = [atRoof.id, atCrane.id, atShared.id, nowhere.id]
      for (const value of ['no', 'false', '0', ''])
        assert.deepEqual(await idsOf('locations', `?by_jobcode_assignment=${value}`, ann), all)
      const mapped = await server.list(ann, 'locations_map', '?by_jobcode_assignment=1')
      assert.deepEqual(
        mapped.map((row) => [row.location_id, row.x_id]),
        [
          [atRoof.id, roof.id],
          [atShared.id, shared.id],
        ],
      )
      await changed({ id: atRoof.id, ...linked() })
      assert.deepEqual(await own('locations', ann), [atShared.id], 'a removed link does not count')
    })
  })
})
