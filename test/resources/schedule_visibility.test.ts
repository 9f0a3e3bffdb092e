import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

type Person = { id: number; token: string }

onBoth('visibility of the schedule', (database) => {
  let server: TestServer
  let company: TestCompany
  let calendar: number
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    calendar = (await server.list(company, 'schedule_calendars'))[0]!.id
  })
  after(() => server.stop())

  const shift = (day: string, properties: Values = {}) => ({
    schedule_calendar_id: calendar,
    start: `2026-${day}T08:00:00-06:00`,
    end: `2026-${day}T16:00:00-06:00`,
    ...properties,
  })
  const send = async (who: { token: string }, method: 'POST' | 'PUT', items: Values[], team_events = 'instance') => {
    const answer = await server.call(who.token, method, '/schedule_events', { data: items, team_events })
    assert.equal(answer.status, 200, answer.text)
    return Object.values<Values>(answer.body.results.schedule_events)
  }
  const create = async (day: string, properties: Values, team_events = 'instance') => {
    const [item] = await send(company, 'POST', [shift(day, properties)], team_events)
    assert.ok(item!._status_code < 300, JSON.stringify(item))
    return item!.id as number
  }
  const query = (more: string) =>
    `?schedule_calendar_ids=${calendar}&draft=both${more.includes('&start=') ? '' : '&start=2000-01-01T00:00:00Z'}${more}`
  const titles = async (who: { token: string }, more = '') =>
    (await server.list(who, 'schedule_events', query(more))).map((row) => row.title)

  describe('the filters of schedule events', () => {
    let ines: Person
    let gone: Person
    before(async () => {
      ines = await server.user(company)
      gone = await server.user(company)
      const job = await server.createOne(company, 'jobcodes', { name: 'Route' })
      await create('05-04', { title: 'a', assigned_user_ids: [ines.id], jobcode_id: job.id })
      await create('05-05', { title: 'b', assigned_user_ids: [gone.id] })
      await create('05-06', { title: 'c', draft: true })
      await create('05-07', { title: 'd', assigned_user_ids: [ines.id, gone.id] })
      await create('05-03', { title: 'e', active: false })
      await server.put(company, '/users', [{ id: gone.id, active: false }])
      of.job = job.id
    })
    const of = { job: 0 }
    const found = async (more: string) => {
      const start = more.includes('&start=') ? '' : '&start=2000-01-01T00:00:00Z'
      const rows = await server.list(company, 'schedule_events', `?schedule_calendar_ids=${calendar}${start}${more}`)
      return rows.map((row) => row.title).join('')
    }

    test('by default, a listing has the published events of active people or without an assignee, including deleted ones, by start', async () => {
      assert.equal(await found(''), 'ead')
    })

    test('schedule events can be filtered by every documented parameter', async () => {
      const cases: [string, string][] = [
        ['&draft=both', 'eacd'],
        ['&draft=yes', 'c'],
        ['&active=yes', 'ad'],
        ['&active=no', 'e'],
        ['&active_users=0', 'bd'],
        ['&active_users=-1', 'eabdd'],
        ['&active_users=-1&team_events=base', 'eabd'],
        ['&active_users=0&team_events=base', 'b'],
        ['&active_users=1&team_events=base', 'ead'],
        [`&users_ids=${ines.id}`, 'ad'],
        [`&user_ids=${ines.id},${gone.id}&active_users=-1`, 'abdd'],
        [`&user_ids=${gone.id}&active_users=-1&team_events=base`, 'bd'],
        [`&users_ids=${company.adminId}&draft=both`, ''],
        [`&jobcode_ids=${of.job}`, 'a'],
        ['&start=2026-05-04T08:00:00-06:00', 'ad'],
        ['&start=2026-05-04T14:00:01Z', 'd'],
        ['&end=2026-05-04T16:00:00-06:00', 'ea'],
        ['&end=2026-05-04T15:59:59-06:00', 'e'],
        ['&modified_since=2026-03-02T15:00:00Z', 'ead'],
        ['&modified_before=2026-03-02T15:00:00Z', ''],
        ['&limit=2', 'ea'],
        ['&limit=2&page=2', 'd'],
      ]
      for (const [more, expected] of cases) assert.equal(await found(more), expected, more)
      assert.equal((await server.list(company, 'schedule_events', '?schedule_calendar_ids=1&ids=5')).length, 0)
    })

    test('a listing of events requires the calendar and one of four more filters, and invalid values are 417', async () => {
      const status = async (search: string) => (await server.get(company, `/schedule_events?${search}`)).status
      const needed = `schedule_calendar_ids=${calendar}`
      for (const search of ['', needed, 'ids=1', 'start=2026-01-01T00:00:00Z', `${needed}&end=2026-01-01T00:00:00Z`])
        assert.equal(await status(search), 417, search)
      const time = '2026-01-01T00:00:00Z'
      for (const more of ['ids=1', `start=${time}`, `modified_since=${time}`, `modified_before=${time}`])
        assert.equal(await status(`${needed}&${more}`), 200, more)
      for (const more of ['active_users=2', 'team_events=all', 'draft=x', 'start=today'])
        assert.equal(await status(`${needed}&ids=1&${more}`), 417, more)
    })

    test('a listing of events has more and the supplemental data inside the results as well', async () => {
      const { body } = await server.get(company, `/schedule_events${query('')}`)
      assert.deepEqual(Object.keys(body.results), ['schedule_events', 'more', 'supplemental_data'])
      assert.deepEqual([body.results.more, body.results.supplemental_data], [body.more, body.supplemental_data])
      assert.deepEqual(Object.keys(body.supplemental_data), ['jobcodes', 'users', 'calendars'])
      const without = (await server.get(company, `/schedule_events${query('&supplemental_data=no')}`)).body
      assert.deepEqual(Object.keys(without.results), ['schedule_events', 'more'])
    })
  })

  describe('the rights to schedule events', () => {
    let crew: Values
    const people: Record<string, Person> = {}
    const numbers: Record<string, number> = {}
    before(async () => {
      crew = await server.createOne(company, 'groups', { name: 'Crew' })
      const add = async (name: string, permissions: string[], group_id = 0) => {
        const granted = Object.fromEntries(permissions.map((permission) => [permission, true]))
        people[name] = await server.user(company, { group_id, permissions: granted })
      }
      await add('member', ['view_my_schedules'], crew.id)
      await add('mate', ['view_group_schedules'], crew.id)
      await add('planner', ['manage_my_schedule'])
      await add('viewer', ['view_company_schedules'])
      await add('chief', ['manage_company_schedules'])
      await add('muted', ['manage_company_schedules', 'manage_no_schedules', 'view_company_schedules'])
      await add('manager', ['manage_schedules'])
      await add('outsider', ['manage_users', 'manage_timesheets', 'reports'])
      await server.put(company, '/groups', [{ id: crew.id, manager_ids: [people.manager!.id] }])
      const at = (...names: string[]) => ({ assigned_user_ids: names.map((name) => people[name]!.id) })
      const events: [string, Values][] = [
        ['member', at('member')],
        ['member draft', { ...at('member'), draft: true }],
        ['planner', at('planner')],
        ['planner draft', { ...at('planner'), draft: true }],
        ['open', {}],
        ['mixed', at('member', 'planner')],
        ['mixed draft', { ...at('member', 'planner'), draft: true }],
      ]
      for (const [index, [title, properties]] of events.entries())
        numbers[title] = await create(`07-1${index}`, { title, ...properties }, 'base')
    })
    const seen = async (name: string, mode: string) =>
      (await titles(people[name]!, `&team_events=${mode}&start=2026-07-01T00:00:00Z&end=2026-08-01T00:00:00Z`)).join()

    test('published events are visible by permission, and drafts to people who may change them', async () => {
      const everything = 'member,member draft,planner,planner draft,open,mixed,mixed draft'
      const published = 'member,planner,open,mixed'
      const cases: [string, string][] = [
        ['chief', everything],
        ['viewer', published],
        ['muted', published],
        ['mate', 'member,mixed'],
        ['member', 'member,mixed'],
        ['planner', 'planner,planner draft,mixed'],
        ['manager', 'member,member draft,mixed'],
        ['outsider', ''],
      ]
      for (const [name, expected] of cases) assert.equal(await seen(name, 'base'), expected, name)
      assert.equal(await seen('member', 'instance'), 'member,mixed')
      assert.equal(await seen('planner', 'instance'), 'planner,planner draft,mixed,mixed draft')
      assert.equal(await seen('viewer', 'instance'), 'member,planner,open,mixed,mixed')
    })

    test('events are created and changed by permission, and are 403 otherwise', async () => {
      const at = (...names: string[]) => ({ assigned_user_ids: names.map((name) => people[name]!.id) })
      const creates: [string, Values, number][] = [
        ['chief', at('member'), 200],
        ['chief', {}, 200],
        ['muted', at('muted'), 403],
        ['outsider', at('outsider'), 403],
        ['viewer', at('viewer'), 403],
        ['planner', at('planner'), 200],
        ['planner', at('member'), 403],
        ['planner', at('planner', 'member'), 403],
        ['manager', at('member'), 200],
        ['manager', at('manager'), 403],
        ['manager', at('planner'), 403],
        ['manager', {}, 200],
      ]
      for (const [name, properties, status] of creates) {
        const [item] = await send(people[name]!, 'POST', [shift('09-01', { title: 'new', ...properties })])
        assert.equal(item!._status_code, status, `${name} creates ${JSON.stringify(item)}`)
      }
      const updates: [string, string, Values, number][] = [
        ['chief', 'planner draft', { notes: 'x' }, 200],
        ['planner', 'planner draft', { notes: 'y' }, 200],
        ['planner', 'planner', at('member'), 403],
        ['planner', 'member', { notes: 'x' }, 403],
        ['manager', 'member draft', { notes: 'x' }, 200],
        ['manager', 'mixed', { notes: 'x' }, 403],
        ['manager', 'planner', { notes: 'x' }, 403],
        ['viewer', 'member', { notes: 'x' }, 403],
        ['muted', 'member', { notes: 'x' }, 403],
        ['outsider', 'member', { notes: 'x' }, 403],
      ]
      for (const [name, title, properties, status] of updates) {
        const [item] = await send(people[name]!, 'PUT', [{ id: numbers[title], ...properties }])
        assert.equal(item!._status_code, status, `${name} changes ${title}: ${JSON.stringify(item)}`)
      }
      // To people who may not see an event it does not exist.
      for (const name of ['planner', 'manager', 'outsider']) {
        const items = await send(people[name]!, 'PUT', [
          { id: numbers.open, notes: 'x' },
          { id: 2000000001, notes: 'x' },
        ])
        const [there, absent] = items.map(({ _status_code, _status_extra }) => [_status_code, _status_extra])
        assert.deepEqual(there, absent, name)
      }
    })

    test('a manager still sees the groups that they manage, and their own, where no one may plan', async () => {
      const [own, other] = [
        await server.createOne(company, 'groups', { name: 'Office' }),
        await server.createOne(company, 'groups', { name: 'Yard' }),
      ]
      const boss = await server.user(company, { group_id: own.id, permissions: { manage_schedules: true } })
      const managed = await server.createOne(company, 'groups', { name: 'Drivers', manager_ids: [boss.id] })
      for (const [title, { id: group_id }] of Object.entries({ own, managed, other })) {
        const { id } = await server.user(company, { group_id })
        await create('11-02', { title, assigned_user_ids: [id] })
        await create('11-02', { title: `${title} draft`, draft: true, assigned_user_ids: [id] })
      }
      const seenBy = async () => (await titles(boss, '&start=2026-11-01T00:00:00Z')).sort().join()
      assert.equal(await seenBy(), 'managed,managed draft')
      const limit = (schedule: Values) => ask(server, company, 'PUT', '/settings', { settings: { schedule } })
      assert.equal((await limit({ manage_schedule_permission: 'none' })).status, 200)
      assert.equal(await seenBy(), 'managed,own')
      await limit({ view_schedule_permission: 'none' })
      assert.equal(await seenBy(), '')
      await limit({ manage_schedule_permission: 'company', view_schedule_permission: 'company' })
    })

    test('an open shift stays visible to the manager who created it', async () => {
      const [item] = await send(people.manager!, 'POST', [shift('10-01', { title: 'mine', draft: true })])
      assert.deepEqual(await titles(people.manager!, `&ids=${item!.id}`), ['mine'])
      assert.deepEqual(await titles(people.member!, `&ids=${item!.id}`), [])
      const [assigned] = await send(people.manager!, 'PUT', [{ id: item!.id, assigned_user_ids: people.member!.id }])
      assert.equal(assigned!._status_code, 200)
    })
  })

  describe('the notifications about shifts', () => {
    let ines: Person
    let tobe: Person
    before(async () => {
      ines = await server.user(company, { permissions: { manage_my_schedule: true } })
      tobe = await server.user(company)
    })
    /** A person's new notifications, each once. */
    const takeMessages = async (who: Person) => {
      const rows = await server.list(who, 'notifications')
      if (rows.length > 0) await server.delete(who, `/notifications?ids=${rows.map((row) => row.id)}`)
      return rows.map((row) => row.message)
    }
    const put = (id: number, properties: Values, mode?: string) => send(company, 'PUT', [{ id, ...properties }], mode)

    test('assignees are notified of a shift that is first published, changes its time or assignee, or is deleted', async () => {
      const id = await create('05-18', { title: 'Delivery', draft: true, assigned_user_ids: [ines.id] })
      assert.deepEqual(await takeMessages(ines), [])
      await put(id, { draft: false })
      assert.deepEqual(await takeMessages(ines), ['New shift: Delivery, Mon 2026-05-18 08:00 to 16:00'])
      await put(id, { notes: 'Bring gloves', title: 'Deliveries' })
      assert.deepEqual(await takeMessages(ines), [])
      await put(id, { end: '2026-05-19T02:30:00-06:00' })
      assert.deepEqual(await takeMessages(ines), [
        'Changed shift: Deliveries, Mon 2026-05-18 08:00 to Tue 2026-05-19 02:30',
      ])
      await put(id, { assigned_user_ids: [tobe.id] })
      assert.match((await takeMessages(ines)).join(), /^Canceled shift: Deliveries, Mon 2026-05-18 08:00/)
      assert.match((await takeMessages(tobe)).join(), /^New shift: Deliveries/)
      await put(id, { draft: true })
      await put(id, { draft: false })
      assert.deepEqual(await takeMessages(tobe), [])
      await put(id, { active: false })
      assert.match((await takeMessages(tobe)).join(), /^Canceled shift: Deliveries/)
      await put(id, { active: false, title: 'Gone' })
      assert.deepEqual(await takeMessages(tobe), [])
    })

    test('each member of a team shift is notified about their own part', async () => {
      const id = await create('05-20', { all_day: true, assigned_user_ids: [ines.id, tobe.id] }, 'base')
      for (const who of [ines, tobe]) assert.deepEqual(await takeMessages(who), ['New shift: Wed 2026-05-20, all day'])
      await put(id, { assigned_user_ids: [tobe.id] }, 'base')
      assert.deepEqual(
        [await takeMessages(ines), await takeMessages(tobe)],
        [['Canceled shift: Wed 2026-05-20, all day'], []],
      )
      await put(id, { start: '2026-05-21T12:00:00-06:00' }, 'base')
      assert.deepEqual(
        [await takeMessages(ines), await takeMessages(tobe)],
        [[], ['Changed shift: Thu 2026-05-21, all day']],
      )
    })

    test('people are not notified about their own changes, nor after they have left', async () => {
      await send(ines, 'POST', [shift('05-22', { assigned_user_ids: [ines.id] })])
      assert.deepEqual(await takeMessages(ines), [])
      const leaver = await server.user(company)
      const id = await create('05-22', { assigned_user_ids: [leaver.id] })
      await server.put(company, '/users', [{ id: leaver.id, active: false }])
      const count = async () => (await server.list(company, 'notifications', `?user_id=${leaver.id}`)).length
      const before = await count()
      await put(id, { active: false })
      assert.equal(await count(), before)
    })

    test('people are notified once per request, however much it changes, by a message that is never too long', async () => {
      const days = Array.from({ length: 50 }, (_, n) => shift('06-02', { title: `${n} ${'x'.repeat(200)}` }))
      await send(
        company,
        'POST',
        days.map((item) => ({ ...item, assigned_user_ids: [ines.id, tobe.id] })),
      )
      for (const who of [ines, tobe]) {
        const [message, ...more] = await takeMessages(who)
        assert.deepEqual(more, [])
        assert.ok(message.length <= 2000 && message.length > 1500, `${message.length}`)
        assert.match(message, /^New shift: 0 x{78}, Tue 2026-06-02 08:00 to 16:00\nNew shift: 1 /)
        assert.match(message, /\nand more in the schedule$/)
      }
    })
  })

  test('a manager who changes one person’s part of a team event sees the rest of the team only if it is published', async () => {
    const manager = await server.user(company, { permissions: { manage_schedules: true } })
    const { id: group_id } = await server.createOne(company, 'groups', { name: 'Half', manager_ids: [manager.id] })
    const ines = await server.user(company, { group_id })
    const other = await server.user(company)
    const ids = [ines.id, other.id]
    for (const draft of [true, false]) {
      const id = await create('06-15', { draft, title: 'Half', assigned_user_ids: ids })
      const data = [{ id, title: 'Mine' }]
      const { body } = await server.call(manager.token, 'PUT', '/schedule_events', { data, team_events: 'base' })
      assert.equal(body.results.schedule_events['1']._status_code, draft ? 200 : 201)
      assert.equal(
        Object.keys(body.supplemental_data.schedule_events ?? {}).length,
        draft ? 0 : 1,
        JSON.stringify(body.supplemental_data.schedule_events),
      )
    }
  })
})
