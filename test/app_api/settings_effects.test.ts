import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

type Person = { id: number; token: string }

onEither('the effects of company settings', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const set = async (settings: Record<string, Values>, scope: Values = {}) => {
    const { status, body } = await ask(server, ada, 'PUT', '/settings', { ...scope, settings })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const write = async (who: { token: string }, method: 'POST' | 'PUT', path: string, item: Values): Promise<Values> => {
    const { body } = await server.call(who.token, method, path, { data: [item] })
    return Object.values<Values>(Object.values<Values>(body.results)[0]!)[0]!
  }

  test('users created without that permission may track time under new_users_track_time', async () => {
    let made = 0
    const mayTrack = async (properties: Values = {}) => {
      const item = { username: `new${++made}`, first_name: 'Ines', last_name: 'Lund', ...properties }
      return (await write(ada, 'POST', '/users', item)).permissions.time_tracking
    }
    assert.deepEqual([await mayTrack(), await mayTrack({ permissions: { time_tracking: true } })], [false, true])
    await set({ general: { new_users_track_time: 1 } })
    assert.deepEqual([await mayTrack(), await mayTrack({ permissions: { time_tracking: false } })], [true, false])
    const { body } = await server.get(ada, '/effective_settings')
    assert.equal('new_users_track_time' in body.results.effective_settings.general.settings, false)
  })

  describe('the setting emp_panel', () => {
    const password = 'correct horse battery'
    const own = (who: Person, item: Values) => write(who, 'PUT', '/users', { id: who.id, ...item })

    test('people change their own profile by default, and not their time zone', async () => {
      const worker = await server.user(ada)
      for (const item of [
        { email: 'w@example.org' },
        { mobile_number: '2085550142' },
        { display_name: 'W' },
        { password },
      ])
        assert.equal((await own(worker, item))._status_code, 200, Object.keys(item)[0]!)
      assert.equal((await ask(server, worker, 'PUT', '/own_settings', { time_format: 24 })).status, 200)
      assert.equal((await ask(server, worker, 'PUT', '/own_settings', { tz: 'Europe/Rome' })).status, 403)
    })

    for (const [settings, refused] of [
      [{ emp_panel_email: 0 }, ['email']],
      [{ emp_panel_passwd: 0 }, ['password']],
      [{ emp_panel: 0 }, ['email', 'mobile_number', 'display_name', 'login_pin', 'password']],
    ] as const)
      test(`the setting ${JSON.stringify(settings)} leaves ${refused.join(', ')} to others`, async () => {
        const worker = await server.user(ada)
        const hr = await server.user(ada, { permissions: { manage_users: true } })
        await set({ general: settings })
        const profile = {
          ...{ email: 'w@example.org', mobile_number: '2085550142', display_name: 'W' },
          ...{ login_pin: 1234, password },
        }
        for (const [name, value] of Object.entries(profile)) {
          const item = await own(worker, { [name]: value })
          const isRefused = (refused as readonly string[]).includes(name)
          assert.equal(item._status_code, isRefused ? 417 : 200, name)
          if (isRefused)
            assert.equal(item._status_extra, `${name}: your company does not let people change it themselves`)
          assert.equal((await own(hr, { [name]: value }))._status_code, 200, 'who manages users still may')
        }
        const { password: _, ...rest } = profile
        assert.equal((await write(hr, 'PUT', '/users', { id: worker.id, ...rest }))._status_code, 200)
        assert.equal((await own(worker, { submitted_to: '2026-02-28' }))._status_code, 200)
        const clock = await ask(server, worker, 'PUT', '/own_settings', { time_format: 24 })
        assert.equal(clock.status, 'emp_panel' in settings ? 403 : 200)
      })

    test('a group has its own setting of what people change themselves', async () => {
      const group = await server.createOne(ada, 'groups', { name: 'Crew' })
      const [inside, outside] = [await server.user(ada, { group_id: group.id }), await server.user(ada)]
      await set({ general: { emp_panel_email: 0 } }, { for: 'group', id: group.id })
      assert.equal((await own(inside, { email: 'a@example.org' }))._status_code, 417)
      assert.equal((await own(outside, { email: 'a@example.org' }))._status_code, 200)
    })
  })

  describe('schedule settings', () => {
    let calendar: number
    let people: Record<'chief' | 'manager' | 'planner' | 'viewer' | 'mate' | 'other', Person>
    beforeEach(async () => {
      calendar = (await server.list(ada, 'schedule_calendars'))[0]!.id
      const crew = await server.createOne(ada, 'groups', { name: 'Crew' })
      const add = (group_id: number, ...names: string[]) =>
        server.user(ada, { group_id, permissions: Object.fromEntries(names.map((name) => [name, true])) })
      people = {
        chief: await add(0, 'manage_company_schedules'),
        manager: await add(0, 'manage_schedules', 'view_company_schedules'),
        planner: await add(0, 'manage_my_schedule'),
        viewer: await add(crew.id, 'view_company_schedules'),
        mate: await add(crew.id),
        other: await add(0),
      }
      await server.put(ada, '/groups', [{ id: crew.id, manager_ids: [people.manager.id] }])
      for (const name of ['viewer', 'mate', 'other'] as const) await shift(ada, people[name], name)
    })
    const shift = (who: { token: string }, whose: Person, title = '') =>
      write(who, 'POST', '/schedule_events', {
        ...{ schedule_calendar_id: calendar, title, assigned_user_ids: [whose.id] },
        ...{ start: '2026-05-06T13:00:00-06:00', end: '2026-05-06T17:00:00-06:00' },
      })
    const seen = async (who: Person) => {
      const query = `?schedule_calendar_ids=${calendar}&start=2026-01-01T00:00:00Z`
      const titles = (await server.list(who, 'schedule_events', query)).map(({ title }) => title)
      return titles.sort().join(' ')
    }

    const views: [settings: Values, viewer: string, manager: string][] = [
      [{}, 'mate other viewer', 'mate other viewer'],
      [{ view_schedule_permission: 'group' }, 'mate viewer', 'mate viewer'],
      [{ view_schedule_permission: 'none' }, 'viewer', 'mate viewer'],
      [{ employee_view: 'group' }, 'mate viewer', 'mate other viewer'],
      [{ employee_view: 'none' }, 'viewer', 'mate other viewer'],
      [{ manager_view: 'group' }, 'mate other viewer', 'mate viewer'],
      [{ view_schedule_permission: 'group', employee_view: 'none' }, 'viewer', 'mate viewer'],
    ]
    test('schedule settings decide who sees which shifts, in the API and in the app', async () => {
      const reset = { view_schedule_permission: null, employee_view: null, manager_view: null }
      for (const [settings, viewer, manager] of views) {
        await set({ schedule: { ...reset, ...settings } })
        assert.equal(await seen(people.viewer), viewer, JSON.stringify(settings))
        assert.equal(await seen(people.manager), manager, JSON.stringify(settings))
        assert.equal(await seen(people.chief), 'mate other viewer', 'who plans for all sees all')
        const { permissions } = (await ask(server, people.viewer, 'GET', '/start')).body
        assert.equal(permissions.includes('view_company_schedules'), viewer.includes('other'))
      }
    })

    const plans: [setting: string, statuses: Record<string, number>][] = [
      ['company', { 'chief other': 200, 'manager mate': 200, 'manager other': 403, 'planner planner': 200 }],
      ['group', { 'chief other': 403, 'chief chief': 200, 'manager mate': 200, 'planner planner': 200 }],
      ['none', { 'chief other': 403, 'chief chief': 403, 'manager mate': 403, 'planner planner': 403 }],
    ]
    for (const [setting, statuses] of plans)
      test(`the setting manage_schedule_permission=${setting} decides who plans shifts`, async () => {
        await set({ schedule: { manage_schedule_permission: setting } })
        for (const [names, status] of Object.entries(statuses)) {
          const [who, whose] = names.split(' ') as [keyof typeof people, keyof typeof people]
          assert.equal((await shift(people[who], people[whose]))._status_code, status, names)
        }
        assert.equal((await shift(ada, people.other))._status_code, 200, 'administrators always plan')
        if (setting !== 'company') assert.match(await seen(people.chief), /other/)
      })
  })

  describe('settings of notes', () => {
    const day = '2026-03-02'
    const sheetOf = (user_id: number, more: Values = {}) => ({
      ...{ user_id, jobcode_id: 0, type: 'regular', notes: '' },
      ...{ start: `${day}T06:00:00-07:00`, end: `${day}T07:00:00-07:00`, ...more },
    })

    test('everyone edits the notes of past time, and nothing else of it, under timesheet_edit_notes_for_all_users', async () => {
      const worker = await server.user(ada)
      const { id } = await server.createOne(ada, 'timesheets', sheetOf(worker.id))
      const change = (item: Values, who: Person = worker) => write(who, 'PUT', '/timesheets', { id, ...item })
      assert.equal((await change({ notes: 'Forgot this' }))._status_code, 417)
      await set({ general: { timesheet_edit_notes_for_all_users: 1 } })
      assert.equal((await change({ notes: 'Forgot this' }))._status_code, 200)
      assert.equal((await change({ notes: 'And this', end: `${day}T07:30:00-07:00` }))._status_code, 417)
      assert.equal((await change({ end: `${day}T07:30:00-07:00` }))._status_code, 417)
      const other = await server.user(ada)
      assert.notEqual((await change({ notes: 'Not mine' }, other))._status_code, 200)
      await server.put(ada, '/users', [{ id: worker.id, approved_to: day }])
      assert.equal((await change({ notes: 'Too late' }))._status_code, 409)
      const [shown] = await server.list(ada, 'timesheets', `?ids=${id}`)
      assert.deepEqual([shown!.notes, shown!.duration], ['Forgot this', 3600])
    })

    const readers: [settings: Values, admin: number, manager: number][] = [
      [{}, 0, 0],
      [{ timesheet_notes_notify_admin: 1 }, 1, 0],
      [{ timesheet_notes_notify_mgrs: 1 }, 0, 1],
      [{ timesheet_notes_notify_admin: 1, timesheet_notes_notify_mgrs: 1 }, 1, 1],
    ]
    for (const [settings, admin, manager] of readers)
      test(`the setting ${JSON.stringify(settings)} notifies ${admin} administrators and ${manager} managers`, async () => {
        const boss = await server.user(ada)
        const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
        const permissions = { manage_my_timesheets: true }
        const worker = await server.user(ada, { last_name: 'Lund', group_id: group.id, permissions })
        await set({ general: settings })
        const told = async (who: { token: string }) =>
          (await server.list(who, 'notifications')).map(({ message }) => message)
        const { id } = await server.createOne(worker, 'timesheets', sheetOf(worker.id, { notes: 'Two  boxes short' }))
        const message = 'Note of Wanda Lund, Mon, Mar 2: Two boxes short'
        assert.deepEqual(await told(ada), admin ? [message] : [])
        assert.deepEqual(await told(boss), manager ? [message] : [])
        assert.deepEqual(await told(worker), [])
        await write(worker, 'PUT', '/timesheets', { id, jobcode_id: 0, end: `${day}T07:10:00-07:00` })
        assert.equal((await told(boss)).length, manager, 'the note is the same')
        await write(ada, 'PUT', '/timesheets', { id, notes: 'Three boxes short' })
        assert.equal((await told(ada)).length, admin, 'no one is told what they wrote themselves')
        assert.equal((await told(boss)).length, 2 * manager)
      })

    test('a note written on the clock is announced when its entry ends, and all notes of one request together', async () => {
      const worker = await server.user(ada, { permissions: { manage_my_timesheets: true } })
      await set({ general: { timesheet_notes_notify_admin: 1 } })
      const told = async () => (await server.list(ada, 'notifications')).map(({ message }) => message)
      const start = new Date(server.now / 1000 - 60_000).toISOString()
      const running = await server.createOne(worker, 'timesheets', sheetOf(worker.id, { start, end: '', notes: 'Beg' }))
      await write(worker, 'PUT', '/timesheets', { id: running.id, notes: 'Begun' })
      assert.deepEqual(await told(), [])
      const end = new Date(server.now / 1000).toISOString()
      await write(worker, 'PUT', '/timesheets', { id: running.id, end })
      assert.deepEqual(await told(), [`Note of Wanda ${await lastName(worker)}, Mon, Mar 2: Begun`])
      const days = [1, 2, 3].map((hour) =>
        sheetOf(worker.id, {
          start: `${day}T0${hour}:00:00-07:00`,
          end: `${day}T0${hour}:30:00-07:00`,
          notes: `N${hour}`,
        }),
      )
      await server.call(worker.token, 'POST', '/timesheets', { data: days })
      const [, second] = await told()
      assert.deepEqual(
        second!.split('\n').map((line: string) => line.slice(-2)),
        ['N1', 'N2', 'N3'],
      )
    })
    const lastName = async ({ id }: Person) => (await server.list(ada, 'users', `?ids=${id}`))[0]!.last_name

    test('the company can switch off the alert about notes', async () => {
      const worker = await server.user(ada, { permissions: { manage_my_timesheets: true } })
      await set({ general: { timesheet_notes_notify_admin: 1 } })
      assert.equal((await ask(server, ada, 'PUT', '/alert_rules', { alerts: { off: ['note'] } })).status, 200)
      await server.createOne(worker, 'timesheets', sheetOf(worker.id, { notes: 'No one hears' }))
      assert.deepEqual(await server.list(ada, 'notifications'), [])
    })
  })
})
