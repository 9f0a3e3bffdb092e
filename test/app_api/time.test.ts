import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

// The clock starts on Monday, 2026-03-02, 8:00 in Denver.
onEither('time in the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const settings = (body: unknown) => ask(server, ada, 'PUT', '/settings', body)
  const rules = (who: { token: string }, query = '') => ask(server, who, 'GET', `/time_rules${query}`)
  const working = async (who: { token: string }): Promise<Values> => {
    const { status, body } = await ask(server, who, 'GET', '/working')
    assert.equal(status, 200, JSON.stringify(body))
    return Object.fromEntries(body.working.map((row: Values) => [row.user_id, row]))
  }

  test('the locks of a day name who submitted and approved it, also after the locks have moved', async () => {
    const boss = await server.user(ada, {
      first_name: 'Bea',
      last_name: 'Boss',
      permissions: { approve_timesheets: true },
    })
    const worker = await server.user(ada, { first_name: 'Wim', last_name: 'Worker' })
    await settings({ settings: { approvals: { installed: 1, employee_approval: 1 } } })
    const lock = async (who: { token: string }, dates: Values) => {
      const { body, text } = await server.put(who, '/users', [{ id: worker.id, ...dates }])
      assert.equal(Object.values<Values>(body.results.users)[0]!._status_code, 200, text)
    }
    const lockedBy = async (date: string, who: { token: string } = worker) => {
      const { status, body } = await ask(server, who, 'GET', `/time_locks?user_id=${worker.id}&date=${date}`)
      assert.equal(status, 200, JSON.stringify(body))
      return [body.submitted?.who.name, body.approved?.who.name]
    }
    assert.deepEqual(await lockedBy('2026-02-01'), [undefined, undefined])
    await lock(worker, { submitted_to: '2026-02-07' })
    assert.deepEqual(await lockedBy('2026-02-07'), ['Wim Worker', undefined])
    await lock(boss, { approved_to: '2026-02-07' })
    await lock(ada, { approved_to: '2026-02-14' })
    const now = new Date(server.now / 1000).toISOString().slice(0, 10)
    const { body } = await ask(server, boss, 'GET', `/time_locks?user_id=${worker.id}&date=2026-02-01`)
    assert.deepEqual([body.approved.who.user_id, body.approved.at.slice(0, 10)], [boss.id, now])
    const [admin] = await server.list(ada, 'users', `?ids=${ada.adminId}`)
    const adminName = `${admin!.first_name} ${admin!.last_name}`
    assert.deepEqual(await lockedBy('2026-02-07'), ['Wim Worker', 'Bea Boss'])
    assert.deepEqual(await lockedBy('2026-02-08'), [adminName, adminName], 'approving submits, too')
    // Reopened, the second week is open; the first one keeps its names, and a new approval gives a new one.
    await ask(server, ada, 'POST', '/approvals/send_back', {
      user_id: worker.id,
      start_date: '2026-02-08',
      message: 'Why?',
    })
    assert.deepEqual(await lockedBy('2026-02-08'), [undefined, undefined])
    assert.deepEqual(await lockedBy('2026-02-07'), ['Wim Worker', 'Bea Boss'])
    await lock(boss, { approved_to: '2026-02-14' })
    assert.deepEqual(await lockedBy('2026-02-08'), ['Bea Boss', 'Bea Boss'])
  })

  test('users who may not see a person’s time do not learn who locked it', async () => {
    const [worker, other] = [await server.user(ada), await server.user(ada)]
    const stranger = await server.company()
    for (const who of [other, stranger])
      assert.equal((await ask(server, who, 'GET', `/time_locks?user_id=${worker.id}&date=2026-02-01`)).status, 404)
    assert.equal((await ask(server, worker, 'GET', '/time_locks?date=soon')).status, 417)
  })

  test('the rules of a person’s time are those that apply to that person', async () => {
    const worker = await server.user(ada)
    await settings({ settings: { general: { week_start: 1 } } })
    await settings({
      for: 'user',
      id: worker.id,
      settings: { general: { tz: 'Europe/Rome', pto_overtime: 1 } },
      overtime: 'california',
    })
    const { status, body } = await rules(worker)
    assert.equal(status, 200)
    assert.deepEqual(
      [body.user_id, body.zone, body.week_start, body.time_off_counts, body.settings.general.tz],
      [worker.id, 'Europe/Rome', 1, true, 'Europe/Rome'],
    )
    assert.deepEqual(
      body.overtime.map(({ name, after_hours, multiplier }: Values) => [name, after_hours, multiplier]),
      [
        ['daily', 8, 1.5],
        ['daily_double', 12, 2],
        ['seventh_day', 0, 1.5],
        ['seventh_day_double', 8, 2],
        ['weekly', 40, 1.5],
      ],
    )
    assert.equal('restapi' in body.settings, false)
    assert.deepEqual((await rules(ada)).body.overtime, [
      { name: 'weekly', kind: 'weekly', after_hours: 40, multiplier: 1.5 },
    ])
    await server.put(ada, '/users', [{ id: worker.id, exempt: true }])
    assert.deepEqual((await rules(worker)).body.overtime, [])
  })

  test('the rules of a person’s time are returned only to people who may see that time', async () => {
    const boss = await server.user(ada)
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    const [worker, other] = [await server.user(ada, { group_id: group.id }), await server.user(ada)]
    const clerk = await server.user(ada, { permissions: { reports: true } })
    for (const who of [ada, boss, clerk, worker]) assert.equal((await rules(who, `?user_id=${worker.id}`)).status, 200)
    for (const [who, id] of [
      [other, worker.id],
      [boss, other.id],
      [await server.company(), worker.id],
      [ada, 2147483647],
    ] as const) {
      const { status, body } = await rules(who, `?user_id=${id}`)
      assert.equal(status, 404)
      assert.match(body.error.message, new RegExp(`user_id: there is no user ${id} whose time you may see`))
    }
    assert.equal((await rules(ada, '?user_id=x')).status, 417)
  })

  test('everyone is listed with what they work on since when, and the seconds of day and week', async () => {
    await settings({ settings: { general: { week_start: 6 } } })
    const job = await server.createOne(ada, 'jobcodes', { name: 'Site', assigned_to_all: true })
    const [on, off] = [await server.user(ada), await server.user(ada)]
    const gone = await server.user(ada)
    const manual = { user_id: on.id, jobcode_id: job.id, type: 'manual' }
    await server.post(ada, '/timesheets', [
      { ...manual, date: '2026-02-27', duration: 3600 },
      { ...manual, date: '2026-02-28', duration: 7200 },
      { ...manual, date: '2026-03-02', duration: 1800 },
      { ...manual, date: '2026-03-05', duration: 36000 },
      { ...manual, user_id: off.id, date: '2026-03-01', duration: 3600 },
      { ...manual, user_id: gone.id, date: '2026-03-01', duration: 3600 },
    ])
    const sheet = await server.createOne(ada, 'timesheets', {
      ...manual,
      type: 'regular',
      start: '2026-03-02T07:00:00-07:00',
      end: '',
    })
    await server.put(ada, '/users', [{ id: gone.id, active: false }])
    const rows = await working(ada)
    assert.deepEqual(rows[on.id], {
      user_id: on.id,
      timesheet_id: sheet.id,
      jobcode_id: job.id,
      start: '2026-03-02T14:00:00+00:00',
      day_seconds: 5400,
      day_grows: true,
      week_seconds: 12600,
      week_grows: true,
      place: null,
    })
    assert.deepEqual(rows[off.id], {
      user_id: off.id,
      timesheet_id: null,
      jobcode_id: null,
      start: null,
      day_seconds: 0,
      day_grows: false,
      week_seconds: 3600,
      week_grows: false,
      place: null,
    })
    assert.equal(gone.id in rows, false)
    server.pass(60)
    assert.equal((await working(ada))[on.id].week_seconds, 12660)
    server.pass(-60)
  })

  test('a night shift belongs to the day on which it starts, the same before and after clocking out', async () => {
    // It is Monday, 8:00; the workweek starts today, the shift began on Sunday at 22:00.
    await settings({ settings: { general: { week_start: 1 } } })
    const worker = await server.user(ada)
    const night = { user_id: worker.id, jobcode_id: 0, type: 'regular', start: '2026-03-01T22:00:00-07:00', end: '' }
    const { id } = await server.createOne(ada, 'timesheets', night)
    await server.post(ada, '/timesheets', [
      { ...night, start: '2026-03-01T12:00:00-07:00', end: '2026-03-01T13:00:00-07:00' },
    ])
    const seconds = async () => {
      const { day_seconds, week_seconds, day_grows, week_grows } = (await working(ada))[worker.id]
      const totals = (await server.get(ada, '/reports/current_totals')).body.results.current_totals
      assert.equal(totals[worker.id].day_seconds, day_seconds)
      return [day_seconds, week_seconds, day_grows, week_grows]
    }
    assert.deepEqual(await seconds(), [0, 0, false, false])
    await settings({ settings: { general: { week_start: 0 } } })
    assert.deepEqual(await seconds(), [0, 11 * 3600, false, true])
    await server.put(worker, '/timesheets', [{ id, end: '2026-03-02T08:00:00-07:00' }])
    assert.deepEqual(await seconds(), [0, 11 * 3600, false, false])
  })

  test('holders of the status box permission see who is working, a manager the group, others only themselves', async () => {
    const boss = await server.user(ada)
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    const [worker, other] = [await server.user(ada, { group_id: group.id }), await server.user(ada)]
    const porter = await server.user(ada, { permissions: { status_box: true } })
    const seen = async (who: { token: string }) => Object.keys(await working(who)).map(Number)
    assert.deepEqual(await seen(boss), [boss.id, worker.id])
    assert.deepEqual(await seen(other), [other.id])
    assert.deepEqual(await seen(porter), [ada.adminId, boss.id, worker.id, other.id, porter.id])
  })

  test('people who may see the time see the last location of the running shift', async () => {
    const worker = await server.user(ada)
    const porter = await server.user(ada, { permissions: { status_box: true } })
    const at = (minutes: number) => new Date(server.now / 1000 + minutes * 60_000).toISOString()
    const sample = { user_id: worker.id, accuracy: 5, altitude: 0, latitude: 43.5, longitude: -116.25 }
    const start = { user_id: worker.id, jobcode_id: 0, type: 'regular', start: at(-60), end: '' }
    await server.createOne(ada, 'timesheets', start)
    const place = async (who: { token: string }) => (await working(who))[worker.id].place
    await server.createOne(worker, 'geolocations', { ...sample, created: at(-61) })
    assert.equal(await place(ada), null)
    await server.createOne(worker, 'geolocations', { ...sample, latitude: 44, created: at(-10) })
    await server.createOne(worker, 'geolocations', { ...sample, created: at(-30) })
    await server.createOne(worker, 'geolocations', { ...sample, created: at(5) })
    const expected = { latitude: 44, longitude: -116.25, at: at(-10).replace('.000Z', '+00:00') }
    assert.deepEqual(await place(ada), expected)
    assert.deepEqual(await place(worker), expected)
    assert.equal(await place(porter), null)
    await settings({ settings: { location_aware: { show_location: 0 } } })
    assert.equal(await place(ada), null)
  })
})
