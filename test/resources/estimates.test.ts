import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

onBoth('estimates', (database) => {
  let server: TestServer
  let ada: TestCompany
  let project: Values
  let zone: Values
  let rooms: Values[]
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    project = await server.createOne(ada, 'projects', { name: 'Roof repair' })
    zone = await server.createOne(ada, 'customfields', { name: 'Site zone', type: 'managed-list', show_to_all: true })
    rooms = []
    for (const name of ['North', 'South'])
      rooms.push(await server.createOne(ada, 'customfielditems', { customfield_id: zone.id, name }))
  })

  type Kind = 'estimates' | 'estimate_items'
  const write = async (method: 'post' | 'put', kind: Kind, item: Values, who: { token: string } = ada) => {
    const { status, body, text } = await server[method](who, `/${kind}`, [item])
    assert.equal(status, 200, text)
    return body.results[kind]['1'] as Values
  }
  const create = (kind: Kind, item: Values) => server.createOne(ada, kind, item)
  const byZone = () =>
    create('estimates', { project_id: project.id, estimate_by: 'customfields', estimate_by__id: zone.id })
  const whole = () => create('estimates', { project_id: project.id, estimate_by: 'none' })
  const ids = async (kind: Kind, query = '', who: { token: string } = ada) =>
    (await server.list(who, kind, query)).map((row) => row.id)
  const feed = async () =>
    (await server.list(ada, 'project_activities', `?project_id=${project.id}`)).map((row) => [
      row.activity_type,
      row.linked_objects,
    ])
  const refused = (item: Values, about: RegExp) => {
    assert.equal(item._status_code, 417, JSON.stringify(item))
    assert.equal(item._status_message, 'Expectation Failed')
    assert.match(item._status_extra, about)
  }
  const now = '2026-03-02T15:00:00+00:00'

  describe('the estimate of a project', () => {
    test('an estimate is returned completely, with its project and custom field', async () => {
      const sent = { project_id: project.id, estimate_by: 'customfields', estimate_by__id: zone.id }
      const { body } = await server.post(ada, '/estimates', [sent])
      const created = body.results.estimates['1']
      assert.deepEqual(created, {
        _status_code: 200,
        _status_message: 'Created',
        id: created.id,
        project_id: project.id,
        active: true,
        created: now,
        last_modified: now,
        estimate_by: 'customfields',
        estimate_by__id: zone.id,
      })
      const { _status_code: _, _status_message: __, ...plain } = project
      assert.deepEqual(body.supplemental_data.projects, { [project.id]: plain })
      assert.deepEqual(Object.keys(body.supplemental_data.customfields), [String(zone.id)])
      assert.equal(body.supplemental_data.customfields[zone.id].required, false)
      const listed = await server.get(ada, '/estimates')
      assert.deepEqual([Object.keys(listed.body.results.estimates), listed.body.more], [[String(created.id)], false])
    })

    test('an estimate by none has no custom field, and one by a field needs an active managed list of timesheets', async () => {
      const free = await server.createOne(ada, 'customfields', { name: 'Free', type: 'free-form' })
      const archived = await server.createOne(ada, 'customfields', { name: 'Old', type: 'managed-list', active: false })
      const other = await server.company()
      const foreign = await server.createOne(other, 'customfields', { name: 'Theirs', type: 'managed-list' })
      for (const estimate_by__id of [undefined, 0, free.id, archived.id, foreign.id, project.id])
        refused(
          await write('post', 'estimates', { project_id: project.id, estimate_by: 'customfields', estimate_by__id }),
          /^estimate_by__id: there is no active custom field/,
        )
      const created = await create('estimates', {
        project_id: project.id,
        estimate_by: 'none',
        estimate_by__id: 'whatever',
      })
      assert.equal(created.estimate_by__id, 0)
    })

    test('missing and invalid values of an estimate are refused', async () => {
      const other = await server.company()
      const foreign = await server.createOne(other, 'projects', { name: 'Theirs' })
      await write('put', 'estimates', { id: 1 }).then((item) => refused(item, /^no estimate with that id/))
      const cases: [Values, RegExp][] = [
        [{ estimate_by: 'none' }, /^project_id is required/],
        [{ project_id: project.id }, /^estimate_by is required/],
        [{ project_id: project.id, estimate_by: 'tag_clouds' }, /^estimate_by must be one of none, customfields/],
        [{ project_id: foreign.id, estimate_by: 'none' }, /^project_id: there is no active project/],
      ]
      for (const [item, about] of cases) refused(await write('post', 'estimates', item), about)
      await server.put(ada, '/projects', [{ id: project.id, active: false }])
      refused(await write('post', 'estimates', { project_id: project.id, estimate_by: 'none' }), /no active project/)
    })

    test('a project has only one active estimate, whose kind cannot be changed', async () => {
      const first = await whole()
      const second = { project_id: project.id, estimate_by: 'none' }
      refused(await write('post', 'estimates', second), /^active: the project already has an active estimate/)
      const spare = await create('estimates', { ...second, active: false })
      refused(
        await write('put', 'estimates', { id: spare.id, active: true }),
        /^active: the project already has an active/,
      )
      const swapped = await server.put(ada, '/estimates', [
        { id: first.id, active: false },
        { id: spare.id, active: true },
      ])
      const codes = Object.values<Values>(swapped.body.results.estimates).map((item) => item._status_code)
      assert.deepEqual(codes, [200, 200])
      assert.deepEqual(await ids('estimates'), [spare.id])
      assert.deepEqual(await ids('estimates', '?active=both'), [first.id, spare.id])
      refused(await write('put', 'estimates', { id: spare.id, estimate_by: 'customfields' }), /^estimate_by cannot/)
      refused(await write('put', 'estimates', { id: spare.id, estimate_by__id: zone.id }), /^estimate_by__id cannot/)
      const same = { id: spare.id, project_id: project.id, estimate_by: 'none', estimate_by__id: 0 }
      assert.equal((await write('put', 'estimates', same))._status_code, 200)
    })

    test('estimates remain when the project is archived', async () => {
      const created = await whole()
      await server.put(ada, '/projects', [{ id: project.id, active: false }])
      assert.deepEqual(await ids('estimates'), [created.id])
    })
  })

  describe('the items of an estimate', () => {
    test('an estimate item is returned completely, with its estimate, and the feed of the project has every change', async () => {
      const estimate = await byZone()
      const item = { estimate_id: estimate.id, type: 'tag_clouds', type_id: rooms[0]!.id, estimated_seconds: 36000 }
      const { body } = await server.post(ada, '/estimate_items', [item])
      const created = body.results.estimate_items['1']
      assert.deepEqual(created, {
        _status_code: 200,
        _status_message: 'Created',
        id: created.id,
        estimated_seconds: 36000,
        estimate_id: estimate.id,
        active: true,
        created: now,
        last_modified: now,
        type: 'tag_clouds',
        type_id: rooms[0]!.id,
      })
      assert.deepEqual(Object.keys(body.supplemental_data.estimates), [String(estimate.id)])
      await write('put', 'estimate_items', { id: created.id, estimated_seconds: '7200' })
      await write('put', 'estimate_items', { id: created.id, estimated_seconds: 7200 })
      await write('put', 'estimate_items', { id: created.id, active: false })
      await write('put', 'estimate_items', { id: created.id, estimated_seconds: 1 })
      await write('put', 'estimate_items', { id: created.id, active: true })
      const links = { estimate_items: [created.id] }
      assert.deepEqual(await feed(), [
        ['estimate_item_added', links],
        ['estimate_item_removed', links],
        ['estimate_item_updated', links],
        ['estimate_item_added', links],
        ['project_created', {}],
      ])
    })

    test('items of an estimate by a field accept its active items, each once, and customfields is a synonym for tag_clouds', async () => {
      const estimate = await byZone()
      const to = (type_id: unknown, more: Values = {}) => ({
        estimate_id: estimate.id,
        type: 'customfields',
        type_id,
        ...more,
      })
      const north = await create('estimate_items', to(String(rooms[0]!.id)))
      assert.deepEqual([north.type, north.estimated_seconds], ['tag_clouds', 0])
      const elsewhere = await server.createOne(ada, 'customfields', { name: 'Other', type: 'managed-list' })
      const strange = await server.createOne(ada, 'customfielditems', { customfield_id: elsewhere.id, name: 'X' })
      const gone = await server.createOne(ada, 'customfielditems', {
        customfield_id: zone.id,
        name: 'Y',
        active: false,
      })
      for (const id of [0, strange.id, gone.id, zone.id])
        refused(await write('post', 'estimate_items', to(id)), /^type_id: the custom field of the estimate has no/)
      refused(await write('post', 'estimate_items', to(rooms[0]!.id)), /^type_id: the estimate already has this/)
      refused(await write('post', 'estimate_items', { ...to(0), type: 'none' }), /^type must be tag_clouds/)
      const moved = await write('put', 'estimate_items', { id: north.id, type_id: rooms[1]!.id })
      assert.equal(moved.type_id, rooms[1]!.id)
      const spare = await create('estimate_items', to(rooms[1]!.id, { active: false }))
      refused(await write('put', 'estimate_items', { id: spare.id, active: true }), /^type_id: the estimate already/)
    })

    test('an item of an estimate by a field becomes one for the whole by an update to none, and back', async () => {
      const estimate = await byZone()
      const to = (n: number) => ({ estimate_id: estimate.id, type: 'tag_clouds', type_id: rooms[n]!.id })
      const [north, south] = [await create('estimate_items', to(0)), await create('estimate_items', to(1))]
      const none = { type: 'none', type_id: 0 }
      const whole = await write('put', 'estimate_items', { id: north.id, ...none, estimated_seconds: 600 })
      assert.deepEqual(
        [whole._status_code, whole.type, whole.type_id, whole.estimated_seconds],
        [200, 'none', 0, 600],
        whole._status_extra,
      )
      const { _status_code, _status_message, ...record } = whole
      assert.deepEqual((await server.list(ada, 'estimate_items', `?ids=${north.id}`))[0], record)
      assert.equal((await write('put', 'estimate_items', { id: north.id, estimated_seconds: 60 }))._status_code, 200)
      refused(
        await write('put', 'estimate_items', { id: south.id, ...none }),
        /^type_id: the estimate already has this/,
      )
      refused(await write('put', 'estimate_items', { id: north.id, type: 'tag_clouds' }), /^type_id: the custom field/)
      const detail = { data: { project_id: project.id } }
      const report = await server.call(ada.token, 'POST', '/reports/project_estimate_detail', detail)
      assert.deepEqual(
        report.body.projects[project.id].estimate_items.map((item: Values) => [item.id, item.estimated_seconds]),
        [
          [north.id, 60],
          [south.id, 0],
        ],
      )
      const back = await write('put', 'estimate_items', { id: north.id, type: 'tag_clouds', type_id: rooms[0]!.id })
      assert.deepEqual([back._status_code, back.type, back.type_id], [200, 'tag_clouds', rooms[0]!.id])
    })

    test('an estimate by none has one item, of type none', async () => {
      const estimate = await whole()
      const item = { estimate_id: estimate.id, type: 'none', type_id: rooms[0]!.id }
      const created = await create('estimate_items', item)
      assert.equal(created.type_id, 0)
      refused(await write('post', 'estimate_items', item), /^type_id: the estimate already has this/)
      refused(await write('post', 'estimate_items', { ...item, type: 'tag_clouds' }), /^type must be none/)
      refused(await write('put', 'estimate_items', { id: created.id, type: 'tag_clouds' }), /^type must be none/)
    })

    test('estimate items have limits, and stay with their estimate', async () => {
      const estimate = await whole()
      const other = await server.company()
      const theirs = await server.createOne(other, 'projects', { name: 'Theirs' })
      const foreign = await server.createOne(other, 'estimates', { project_id: theirs.id, estimate_by: 'none' })
      const cases: [Values, RegExp][] = [
        [{ type: 'none' }, /^estimate_id is required/],
        [{ estimate_id: estimate.id }, /^type is required/],
        [{ estimate_id: estimate.id, type: 'tags' }, /^type must be one of none, tag_clouds/],
        [{ estimate_id: foreign.id, type: 'none' }, /^estimate_id: there is no active estimate/],
        [{ estimate_id: estimate.id, type: 'none', estimated_seconds: -1 }, /^estimated_seconds must be between 0/],
        [{ estimate_id: estimate.id, type: 'none', estimated_seconds: 315_360_001 }, /^estimated_seconds must be/],
      ]
      for (const [item, about] of cases) refused(await write('post', 'estimate_items', item), about)
      const created = await create('estimate_items', { estimate_id: estimate.id, type: 'none' })
      refused(
        await write('put', 'estimate_items', { id: created.id, estimate_id: foreign.id }),
        /^estimate_id cannot be/,
      )
      refused(await write('put', 'estimate_items', { id: foreign.id, active: false }), /^no estimate item with that id/)
    })

    test('estimate items remain with an archived estimate, which accepts no new ones', async () => {
      const estimate = await whole()
      const created = await create('estimate_items', { estimate_id: estimate.id, type: 'none', estimated_seconds: 60 })
      await write('put', 'estimates', { id: estimate.id, active: false })
      assert.deepEqual(await ids('estimate_items', `?estimate_ids=${estimate.id}`), [created.id])
      refused(await write('post', 'estimate_items', { estimate_id: estimate.id, type: 'none' }), /no active estimate/)
      await write('put', 'estimates', { id: estimate.id, active: true })
      assert.deepEqual(await ids('estimate_items'), [created.id])
    })
  })

  test('estimates are readable with the project, writable with manage_projects, and unknown to other companies', async () => {
    const estimate = await whole()
    const item = await create('estimate_items', { estimate_id: estimate.id, type: 'none' })
    const manager = await server.user(ada, { permissions: { manage_projects: true } })
    const viewer = await server.user(ada, { permissions: { view_projects: true } })
    const assigned = await server.user(ada)
    const stranger = await server.user(ada)
    const other = await server.company()
    await server.createOne(ada, 'jobcode_assignments', { user_id: assigned.id, jobcode_id: project.jobcode_id })
    for (const [who, sees, writes] of [
      [ada, true, true],
      [manager, true, true],
      [viewer, true, false],
      [assigned, true, false],
      [stranger, false, false],
      [other, false, false],
    ] as const) {
      assert.deepEqual(await ids('estimates', '', who), sees ? [estimate.id] : [])
      assert.deepEqual(await ids('estimate_items', '', who), sees ? [item.id] : [])
      const about = sees ? /needs the permission manage_projects/ : /^no estimate/
      for (const [kind, { id }] of [
        ['estimates', estimate],
        ['estimate_items', item],
      ] as const) {
        const changed = await write('put', kind, { id, active: true }, who)
        if (writes) assert.equal(changed._status_code, 200)
        else refused(changed, about)
      }
      if (!writes && who !== other)
        refused(
          await write('post', 'estimates', { project_id: project.id, estimate_by: 'none' }, who),
          /manage_projects/,
        )
    }
  })
})
