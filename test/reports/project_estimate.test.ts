import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertRow } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

const hour = 3600

onBoth('estimates of projects', (database) => {
  let server: TestServer
  let company: TestCompany
  let one: { id: number; token: string }
  let two: { id: number; token: string }
  const ids: Values = {}
  const created: Values = {}
  const create = async (resource: string, item: Values) => (await server.createOne(company, resource, item)).id
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    ids.group = await create('groups', { name: 'Crew' })
    one = await server.user(company, { group_id: ids.group })
    two = await server.user(company)
    ids.customer = await create('jobcodes', { name: 'Customer' })
    ids.field = await create('customfields', { name: 'Zone', type: 'managed-list', show_to_all: true })
    ids.roof = await create('customfielditems', { customfield_id: ids.field, name: 'Roof' })
    ids.cellar = await create('customfielditems', { customfield_id: ids.field, name: 'Cellar' })
    for (const [name, more] of [
      ['Installation', { parent_jobcode_id: ids.customer, start_date: '2026-03-01', due_date: '2026-03-20' }],
      ['Repair', { description: 'Tiles', due_date: '2026-03-10', status: 'in_progress' }],
      ['Inspection', {}],
      ['Unused', { active: false }],
    ] as const) {
      created[name] = await server.createOne(company, 'projects', { name, ...more })
      ids[name] = created[name].id
    }
    for (const name of ['Installation', 'Repair']) {
      const jobcode_id = created[name].jobcode_id
      await create('jobcode_assignments', { user_id: one.id, jobcode_id })
      await create('jobcode_assignments', { user_id: two.id, jobcode_id })
    }
    ids.byField = await create('estimates', {
      project_id: ids.Installation,
      estimate_by: 'customfields',
      estimate_by__id: ids.field,
    })
    ids.total = await create('estimates', { project_id: ids.Repair, estimate_by: 'none' })
    const item = (estimate_id: number, type: string, type_id: number, estimated_seconds: number) =>
      create('estimate_items', { estimate_id, type, type_id, estimated_seconds })
    ids.roofItem = await item(ids.byField, 'tag_clouds', ids.roof, 20 * hour)
    await item(ids.byField, 'tag_clouds', ids.cellar, 5 * hour)
    ids.totalItem = await item(ids.total, 'none', 0, 10 * hour)

    const recordTime = (user: { id: number }, project: string, date: string, hours: number, zone = '') =>
      create('timesheets', {
        user_id: user.id,
        jobcode_id: created[project].jobcode_id,
        type: 'manual',
        date,
        duration: hours * hour,
        customfields: zone ? { [ids.field]: zone } : {},
      })
    await recordTime(one, 'Installation', '2026-02-16', 2, 'Roof')
    await recordTime(two, 'Installation', '2026-02-17', 1)
    await recordTime(two, 'Repair', '2026-02-18', 8)
    await create('timesheets', {
      user_id: one.id,
      jobcode_id: created.Installation.jobcode_id,
      type: 'regular',
      start: '2026-03-02T07:30:00-07:00',
      end: '',
      customfields: { [ids.field]: 'Roof' },
    })
  })
  after(() => server.stop())

  const ask = (who: { token: string }, data: unknown) =>
    server.call(who.token, 'POST', '/reports/project_estimate', { data })
  const detail = (who: { token: string }, data: unknown) =>
    server.call(who.token, 'POST', '/reports/project_estimate_detail', { data })
  const names = async (data: Values, who: { token: string } = company) => {
    const { body, text } = await ask(who, { sort_by: 'name', ...data })
    assert.ok(body.results, text)
    return body.results.map((row: Values) => row.name)
  }
  const installation = () => ({
    id: ids.Installation,
    jobcode_id: created.Installation.jobcode_id,
    parent_jobcode_id: ids.customer,
    name: 'Installation',
    status: 'not_started',
    description: '',
    start_date: '2026-03-01',
    due_date: '2026-03-20',
    completed_date: '',
    active: 1,
    last_modified: created.Installation.last_modified,
    created: created.Installation.created,
    estimate_id: ids.byField,
    estimate_by: 'customfields',
    estimate_by__id: ids.field,
    total_clocked_in_seconds: hour / 2,
    total_clocked_out_seconds: 3 * hour,
    total_tracked_seconds: 3.5 * hour,
    total_estimated_seconds: 25 * hour,
    total_note_count: 0,
    unread_posts_count: 0,
    unread_replies_count: 0,
    budget_progress: 0.14,
    clocked_in_user_ids: [one.id],
  })

  test('a project estimate has every field, counts running time, and repeats the filters of the request', async () => {
    const { body, status, text } = await ask(company, { project_ids: [ids.Installation], page: 1, limit: 2 })
    assert.equal(status, 200, text)
    assert.deepEqual(Object.keys(body), ['filters', 'more', 'total_count', 'results', 'supplemental_data'])
    assert.deepEqual(body.filters, {
      page: 1,
      limit: 2,
      project_ids: [ids.Installation],
      statuses: [],
      parent_jobcode_id: '',
      jobcode_ids: '',
      active: true,
      search: [],
      has_time_tracked: false,
      time_tracked_start_date: null,
      time_tracked_end_date: null,
    })
    assert.deepEqual([body.more, body.total_count], [false, 1])
    assert.deepEqual(body.results, { [ids.Installation]: installation() })
    const related = body.supplemental_data
    assert.deepEqual(Object.keys(related).sort(), ['customfields', 'estimate_items', 'estimates', 'jobcodes', 'users'])
    assert.deepEqual(Object.keys(related.users), [String(one.id)])
    assert.equal(related.jobcodes[ids.customer].name, 'Customer')
    assert.equal(Object.keys(related.estimate_items).length, 2)

    const bare = (await ask(company, { project_ids: `${ids.Inspection}`, supplemental_data: 'no' })).body
    assert.equal('supplemental_data' in bare, false)
    const { estimate_id, estimate_by, estimate_by__id, budget_progress } = bare.results[ids.Inspection]
    assert.deepEqual([estimate_id, estimate_by, estimate_by__id, budget_progress], [0, null, 0, null])
    const list = (await ask(company, { project_ids: [ids.Installation], results_as_array: 'yes' })).body.results
    assert.deepEqual(list, [installation()])
    const form = `/reports?report=project_estimate&project_ids=${ids.Installation}&page=1&limit=2`
    assert.deepEqual((await server.get(company, form)).body, body)
  })

  test('project estimates are filtered, and the answer repeats the filters', async () => {
    assert.deepEqual(await names({}), ['Inspection', 'Installation', 'Repair'])
    assert.deepEqual(await names({ active: 'no' }), ['Unused'])
    assert.equal((await names({ active: 'both' })).length, 4)
    assert.deepEqual(await names({ parent_jobcode_id: ids.customer }), ['Installation'])
    assert.deepEqual(await names({ jobcode_ids: [created.Repair.jobcode_id] }), ['Repair'])
    assert.deepEqual(await names({ statuses: ['in_progress', 'complete'] }), ['Repair'])
    assert.deepEqual(await names({ statuses: 'not_started' }), ['Inspection', 'Installation'])
    assert.deepEqual(await names({ search: { name: 'ins*' } }), ['Inspection', 'Installation'])
    assert.deepEqual(await names({ search: { name: 'ins' } }), [])
    assert.deepEqual(await names({ has_time_tracked: 'yes' }), ['Installation', 'Repair'])
    const tracked = (from: string, to: string) =>
      names({ has_time_tracked: 'yes', time_tracked_start_date: from, time_tracked_end_date: to })
    assert.deepEqual(await tracked('2026-02-18', '2026-02-20'), ['Repair'])
    assert.deepEqual(await tracked('2026-03-02', '2026-03-02'), ['Installation'], 'running')
    assert.deepEqual(await tracked('2020-01-01', '2020-12-31'), [])
    const query = `active=no&statuses=complete&parent_jobcode_id=0&jobcode_ids=5&search[name]=x*&has_time_tracked=yes&time_tracked_start_date=2026-01-01`
    const { body } = await server.get(company, `/reports/project_estimate?${query}`)
    assert.deepEqual(body, {
      filters: {
        page: 1,
        limit: 200,
        project_ids: [],
        statuses: ['complete'],
        parent_jobcode_id: 0,
        jobcode_ids: [5],
        active: false,
        search: { name: 'x*' },
        has_time_tracked: true,
        time_tracked_start_date: '2026-01-01',
        time_tracked_end_date: null,
      },
      more: false,
      total_count: 0,
      results: {},
      supplemental_data: {},
    })
  })

  test('project estimates are sorted before they are paginated, and all pages are counted', async () => {
    assert.deepEqual(await names({ sort_by: '-name' }), ['Repair', 'Installation', 'Inspection'])
    assert.deepEqual(await names({ sort_by: '+due_date' }), ['Inspection', 'Repair', 'Installation'])
    assert.deepEqual(await names({ sort_by: '-budget_progress' }), ['Repair', 'Installation', 'Inspection'])
    assert.deepEqual(await names({ sort_by: ['+total_note_count', '-due_date'] }), [
      'Installation',
      'Repair',
      'Inspection',
    ])
    assert.deepEqual(await names({ sort_by: '-budget_progress', limit: 1, page: 2 }), ['Installation'])
    const page = (await ask(company, { limit: 2, page: 1 })).body
    assert.deepEqual([page.more, page.total_count, Object.keys(page.results).length], [true, 3, 2])
    const url = '/reports/project_estimate?sort_by=+name'
    assert.deepEqual((await server.get(company, url)).body.results[0].name, 'Inspection')
  })

  test('a project estimate counts notes, and those that the requester has not read', async () => {
    const own = { company_id: company.id, last_modified: server.now }
    const at = { ...own, created: server.now }
    const project_id = ids.Repair
    const row = async (who: { token: string }) => {
      const { body } = await ask(who, { project_ids: [project_id] })
      const { total_note_count, unread_posts_count, unread_replies_count } = body.results[project_id]
      return [total_note_count, unread_posts_count, unread_replies_count]
    }
    const note = (id: number, user_id: number, active: number) =>
      insertRow(server, 'project_notes', {
        ...{ id, project_id, user_id, note: 'Tiles have come', active, files: '', activity_id: id + 1 },
        ...at,
      })
    await note(1_900_000_000, one.id, 1)
    await note(1_900_000_002, one.id, 0)
    assert.deepEqual(await row(two), [1, 1, 0])
    assert.deepEqual(await row(one), [1, 0, 0], 'one’s own')
    const activity = {
      user_id: one.id,
      activity_type: 'note',
      active: 1,
      linked_objects: '{}',
      followers: `,${one.id},`,
    }
    await insertRow(server, 'project_activities', { id: 1_900_000_001, project_id, ...activity, ...at })
    await insertRow(server, 'project_activity_replies', {
      ...{
        id: 1_900_000_003,
        project_activity_id: 1_900_000_001,
        project_id,
        user_id: two.id,
        note: 'Good',
        active: 1,
      },
      ...at,
    })
    assert.deepEqual(await row(one), [1, 0, 1], 'a reply in a followed thread')
    assert.deepEqual(await row(two), [1, 1, 0])
    for (const [index, { id }] of [one, two].entries())
      await insertRow(server, 'project_activity_read_times', {
        ...{ id: 1_900_000_010 + index, user_id: id, project_id, latest_read_time: server.now },
        ...own,
      })
    assert.deepEqual(
      [await row(one), await row(two)],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    )
    assert.deepEqual(await names({ sort_by: '-total_note_count' }), ['Repair', 'Inspection', 'Installation'])
    assert.deepEqual(await names({ sort_by: '+unread_posts_count,-name' }), ['Installation', 'Inspection', 'Repair'])
  })

  test('the detail of a project estimate breaks time down by user, group, jobcode, custom field item and estimate item', async () => {
    const { body, status, text } = await detail(company, { project_id: ids.Installation })
    assert.equal(status, 200, text)
    assert.deepEqual(Object.keys(body), ['filters', 'projects', 'supplemental_data'])
    assert.deepEqual(body.filters, { project_id: ids.Installation })
    const T = (running: number, finished: number) => ({
      total_clocked_in_seconds: running * hour,
      total_clocked_out_seconds: finished * hour,
      total_tracked_seconds: (running + finished) * hour,
      on_the_clock: running > 0,
    })
    const { unread_replies_count: _, ...row } = installation()
    const { estimate_items, ...project } = body.projects[ids.Installation]
    assert.deepEqual(project, {
      ...row,
      tracked_time: {
        users: { [one.id]: T(0.5, 2), [two.id]: T(0, 1) },
        groups: { 0: { users: { [two.id]: T(0, 1) } }, [ids.group]: { users: { [one.id]: T(0.5, 2) } } },
        jobcodes: {
          [created.Installation.jobcode_id]: { ...T(0.5, 3), users: { [one.id]: T(0.5, 2), [two.id]: T(0, 1) } },
        },
        customfields: {
          [ids.field]: { customfielditems: { [ids.roof]: { ...T(0.5, 2), users: { [one.id]: T(0.5, 2) } } } },
        },
      },
      on_the_clock: true,
      customfielditem_id: 0,
      assigned_to_all: false,
      preview_assigned_user_ids: [one.id, two.id],
      total_assigned_users: 2,
    })
    assert.equal(estimate_items.length, 2)
    const { id, estimated_seconds, type, type_id, budget_progress, ...rest } = estimate_items[0]
    assert.deepEqual([id, estimated_seconds, type, type_id], [ids.roofItem, 20 * hour, 'tag_clouds', ids.roof])
    assert.equal(budget_progress, 0.13)
    for (const [name, value] of Object.entries(T(0.5, 2))) assert.equal(rest[name], value, name)
    assert.deepEqual([estimate_items[1].total_tracked_seconds, estimate_items[1].budget_progress], [0, 0])
    assert.equal(body.supplemental_data.customfielditems[ids.roof].name, 'Roof')

    const total = (await detail(company, { project_id: ids.Repair, results_as_array: 'yes' })).body.projects[0]
    assert.deepEqual([total.estimate_items[0].id, total.estimate_items[0].budget_progress], [ids.totalItem, 0.8])
    assert.deepEqual(total.tracked_time.customfields, [])
  })

  test('the detail of a project without time is empty', async () => {
    const { body } = await detail(company, { project_id: String(ids.Inspection), supplemental_data: 'no' })
    assert.equal('supplemental_data' in body, false)
    const { tracked_time, estimate_items, on_the_clock } = body.projects[ids.Inspection]
    assert.deepEqual(tracked_time, { users: {}, groups: {}, jobcodes: {}, customfields: [] })
    assert.deepEqual([estimate_items, on_the_clock], [[], false])
  })

  test('project estimates include only visible projects, with the time that the requester may see', async () => {
    const stranger = await server.company(`Stranger ${database}`)
    const viewer = await server.user(company, { permissions: { view_projects: true } })
    const reporter = await server.user(company, { permissions: { view_projects: true, reports: true } })
    assert.deepEqual(await names({}, one), ['Installation', 'Repair'])
    assert.deepEqual(await names({}, stranger), [])
    assert.equal((await names({}, viewer)).length, 3)
    const tracked = async (who: { token: string }) =>
      (await ask(who, { project_ids: [ids.Installation] })).body.results[ids.Installation].total_tracked_seconds / hour
    assert.deepEqual([await tracked(one), await tracked(two), await tracked(reporter)], [2.5, 1, 3.5])
    const users = async (who: { token: string }) =>
      Object.keys(
        (await detail(who, { project_id: ids.Installation })).body.projects[ids.Installation].tracked_time.users,
      )
    assert.deepEqual(await users(two), [String(two.id)])
    assert.equal((await users(reporter)).length, 2)
    for (const [who, project_id] of [
      [stranger, ids.Installation],
      [one, ids.Inspection],
      [company, 2_000_000_001],
    ] as const) {
      const { status, body } = await detail(who, { project_id })
      assert.equal(status, 417)
      assert.match(body.error.message, new RegExp(`project_id: there is no project ${project_id}`))
    }
  })

  test('project estimates refuse invalid parameters by name', async () => {
    for (const [data, named] of [
      [{ statuses: ['started'] }, 'statuses'],
      [{ sort_by: 'flavor' }, 'sort_by'],
      [{ sort_by: 'name,due_date,-name' }, 'sort_by must name each field once'],
      [{ search: { name: ['x'.repeat(200), 'y'.repeat(200)] } }, 'search.name must be at most 255 characters'],
      [{ search: { name: 'x'.repeat(100_000) } }, 'search.name must be at most 255 characters'],
      [{ search: 'Inst*' }, 'search'],
      [{ search: { title: 'x' } }, 'search'],
      [{ active: 'perhaps' }, 'active'],
      [{ limit: 201 }, 'limit'],
      [{ project_ids: { a: 1 } }, 'project_ids'],
      [{ has_time_tracked: 'yes', time_tracked_start_date: '2026-02-30' }, 'time_tracked_start_date'],
      [
        { has_time_tracked: 'yes', time_tracked_start_date: '2026-03-02', time_tracked_end_date: '2026-03-01' },
        'time_tracked_start_date',
      ],
    ] as const) {
      const { status, body } = await ask(company, data)
      assert.equal(status, 417, JSON.stringify(data))
      assert.match(body.error.message, new RegExp(named))
    }
    assert.equal((await detail(company, {})).status, 417)
    assert.equal((await detail(company, { project_id: 'x' })).status, 417)
  })

  test('notes and replies are unread if they came after the feed was last read, until they are archived', async () => {
    const project_id = await create('projects', { name: 'Read' })
    const note = async () => {
      const { id, linked_objects } = await server.createOne(company, 'project_notes', { project_id, note: 'x' })
      return { id, project_activity_id: linked_objects.project_activities[0] }
    }
    const reader = await server.user(company, { permissions: { manage_projects: true } })
    const unread = async (who: { token: string }) => {
      const { unread_posts_count, unread_replies_count } = (await ask(who, { project_ids: [project_id] })).body.results[
        project_id
      ]
      return [unread_posts_count, unread_replies_count]
    }
    await note()
    await server.createOne(reader, 'project_activity_read_times', { project_id })
    const { id, project_activity_id } = await note()
    assert.deepEqual(await unread(reader), [1, 0], 'within the same microsecond')
    await server.createOne(reader, 'project_activity_replies', { project_activity_id, note: 'y' })
    assert.deepEqual(await unread(company), [0, 1])
    await server.put(company, '/project_notes', [{ id, active: false }])
    assert.deepEqual(await unread(company), [0, 0])
  })

  test('the progress of a budget is rounded half up', async () => {
    const { id: project_id, jobcode_id } = await server.createOne(company, 'projects', { name: 'Short' })
    const estimate_id = await create('estimates', { project_id, estimate_by: 'none' })
    await create('estimate_items', { estimate_id, type: 'none', estimated_seconds: 12000 })
    await create('jobcode_assignments', { user_id: one.id, jobcode_id })
    await create('timesheets', { user_id: one.id, jobcode_id, type: 'manual', date: '2026-02-10', duration: 3420 })
    const { body } = await ask(company, { project_ids: [project_id] })
    assert.equal(body.results[project_id].budget_progress, 0.29, '0.285')
  })
})
