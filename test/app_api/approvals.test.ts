import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

// Monday 2026-02-16 to Sunday 2026-02-22; time begins on 2 March.
const week = 'start_date=2026-02-16&end_date=2026-02-22'

onEither('approvals of the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
  })

  const read = async (who: { token: string }, query = week): Promise<Values[]> => {
    const { status, body } = await ask(server, who, 'GET', `/approvals?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.people
  }
  const of = async (userId: number, query = week) => (await read(ada, query)).find(({ user_id }) => user_id === userId)!
  const card = (user_id: number, date: string, hours: number, jobcode_id = 0) =>
    server.createOne(ada, 'timesheets', { user_id, jobcode_id, type: 'manual', date, duration: hours * 3600 })
  const punch = (user_id: number, start: string, end: string, more: object = {}) =>
    server.createOne(ada, 'timesheets', { user_id, jobcode_id: 0, type: 'regular', start, end, ...more })
  const brief = ({ exceptions }: Values) => exceptions.map(({ kind, date }: Values) => `${kind} ${date}`)

  test('approvals show a person’s time by kind, overtime by rule, and how far it is submitted and approved', async () => {
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    const worker = await server.user(ada, { first_name: 'Wanda', last_name: 'Webb', group_id: group.id })
    const vacation = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
    for (const date of ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']) await card(worker.id, date, 11)
    await card(worker.id, '2026-02-20', 8, vacation.id)
    await card(worker.id, '2026-02-23', 5)
    await ask(server, ada, 'PUT', '/settings', { overtime: 'federal' })
    await server.put(ada, '/users', [{ id: worker.id, submitted_to: '2026-02-22', approved_to: '2026-02-15' }])
    const { exceptions, ...row } = await of(worker.id)
    assert.deepEqual(row, {
      user_id: worker.id,
      name: 'Wanda Webb',
      group_id: group.id,
      active: true,
      zone: 'America/Denver',
      submitted_to: '2026-02-22',
      approved_to: '2026-02-15',
      seconds: { work: 44 * 3600, paid_break: 0, unpaid_break: 0, pto: 8 * 3600, unpaid_time_off: 0 },
      overtime_seconds: { 1.5: 4 * 3600 },
      overtime_by_rule: { weekly: 4 * 3600 },
      entries: 5,
      running: null,
    })
    assert.deepEqual(exceptions, [])
  })

  test('approvals list long entries, gaps, short rests, missing days and notes, and people on the clock', async () => {
    await ask(server, ada, 'PUT', '/settings', { settings: { general: { timesheet_notes_required: 1 } } })
    const worker = await server.user(ada)
    const notes = { notes: 'done' }
    await punch(worker.id, '2026-02-16T06:00:00-07:00', '2026-02-16T20:00:00-07:00', notes)
    await punch(worker.id, '2026-02-17T08:00:00-07:00', '2026-02-17T10:00:00-07:00', notes)
    await punch(worker.id, '2026-02-17T13:00:00-07:00', '2026-02-17T17:00:00-07:00')
    await punch(worker.id, '2026-02-18T16:00:00-07:00', '2026-02-18T23:00:00-07:00', notes)
    await punch(worker.id, '2026-02-19T05:00:00-07:00', '2026-02-19T12:00:00-07:00', notes)
    const [calendar] = await server.list(ada, 'schedule_calendars')
    const shift = (day: string, more: object = {}) =>
      server.createOne(ada, 'schedule_events', {
        schedule_calendar_id: calendar!.id,
        start: `${day}T08:00:00-07:00`,
        end: `${day}T16:00:00-07:00`,
        assigned_user_ids: String(worker.id),
        draft: false,
        ...more,
      })
    await shift('2026-02-20')
    await shift('2026-02-21', { draft: true })
    assert.deepEqual(brief(await of(worker.id)), [
      'long 2026-02-16',
      'gap 2026-02-17',
      'no_notes 2026-02-17',
      'short_rest 2026-02-19',
      'missing_day 2026-02-20',
    ])
    const [long] = (await of(worker.id)).exceptions
    assert.equal(long.words, '14 hours in one entry')

    const running = await server.createOne(ada, 'timesheets', {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'regular',
      start: new Date(server.now / 1000 - 3_600_000).toISOString(),
      end: '',
    })
    const now = await of(worker.id, 'start_date=2026-03-01&end_date=2026-03-07')
    assert.deepEqual([now.running, now.entries, now.seconds.work], [running.id, 1, 0])
    assert.equal(now.exceptions[0].words, 'Still on the clock after 1 hour')
  })

  test('an automatic clock-out is an exception until the end of the entry is corrected', async () => {
    const worker = await server.user(ada)
    const began = new Date(server.now / 1000).toISOString()
    const date = began.slice(0, 10)
    const made = await server.createOne(worker, 'timesheets', {
      user_id: worker.id,
      jobcode_id: 0,
      type: 'regular',
      start: began,
      end: '',
    })
    server.pass(8 * 86_400)
    await server.round()
    const until = new Date(server.now / 1000).toISOString().slice(0, 10)
    const query = `start_date=${date}&end_date=${until}`
    const told = (await of(worker.id, query)).exceptions.filter(({ kind }: Values) => kind === 'automatic_clock_out')
    assert.deepEqual(
      told.map(({ timesheet_ids }: Values) => timesheet_ids),
      [[made.id]],
    )
    await server.put(ada, '/timesheets', [{ id: made.id, notes: 'went home' }])
    assert.ok(
      brief(await of(worker.id, query)).some((exception: string) => exception.startsWith('automatic_clock_out')),
    )
    const end = new Date(Date.parse(began) + 8 * 3_600_000).toISOString()
    await server.put(ada, '/timesheets', [{ id: made.id, end }])
    assert.ok(
      !brief(await of(worker.id, query)).some((exception: string) => exception.startsWith('automatic_clock_out')),
    )
  })

  test('an automatic clock-out in approved time is an exception with a text of its own', async () => {
    const worker = await server.user(ada)
    const began = new Date(server.now / 1000).toISOString()
    const date = began.slice(0, 10)
    await server.put(ada, '/users', [{ id: worker.id, approved_to: date }])
    await punch(worker.id, began, '')
    server.pass(8 * 86_400)
    await server.round()
    const { exceptions } = await of(worker.id, `start_date=${date}&end_date=${date}`)
    const [exception] = exceptions.filter(({ kind }: Values) => kind === 'automatic_clock_out')
    assert.match(exception.words, /^This day was already approved\. Forgot to clock out/)
    server.pass(-8 * 86_400)
  })

  test('approvals name people on the clock even if their entry began before the first date', async () => {
    const worker = await server.user(ada)
    const running = await punch(worker.id, new Date(server.now / 1000 - 3 * 86_400_000).toISOString(), '')
    const today = new Date(server.now / 1000).toISOString().slice(0, 10)
    assert.equal((await of(worker.id, `start_date=${today}&end_date=${today}`)).running, running.id)
  })

  test('a day of approved time off is not a missing day', async () => {
    const worker = await server.user(ada)
    const vacation = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
    for (const date of ['2026-02-16', '2026-02-17', '2026-02-19', '2026-02-20']) await card(worker.id, date, 8)
    assert.deepEqual(brief(await of(worker.id)), ['missing_day 2026-02-18'])
    await server.createOne(ada, 'time_off_requests', {
      user_id: worker.id,
      time_off_request_entries: [
        { date: '2026-02-18', duration: 28800, entry_method: 'manual', jobcode_id: vacation.id, status: 'approved' },
      ],
    })
    assert.deepEqual(brief(await of(worker.id)), [])
  })

  test('each approver sees the people whose time they approve', async () => {
    const boss = await server.user(ada, { last_name: 'Boss' })
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    const [member, other] = [
      await server.user(ada, { last_name: 'Member', group_id: group.id }),
      await server.user(ada, { last_name: 'Other' }),
    ]
    const approver = await server.user(ada, { last_name: 'Payroll', permissions: { approve_timesheets: true } })
    const ids = async (who: { token: string }, query = week) => (await read(who, query)).map(({ user_id }) => user_id)
    assert.deepEqual(await ids(boss), [member.id])
    const everyone = [boss.id, member.id, other.id, approver.id]
    assert.deepEqual(
      (await ids(ada)).filter((id) => id !== ada.adminId),
      everyone,
    )
    assert.deepEqual(await ids(approver), await ids(ada))
    assert.deepEqual(await ids(ada, `${week}&group_ids=${group.id}`), [member.id])
    assert.deepEqual(await ids(boss, `${week}&user_ids=${other.id},${member.id}`), [member.id])
    for (const who of [member, other]) assert.equal((await ask(server, who, 'GET', `/approvals?${week}`)).status, 403)
    await card(member.id, '2026-02-16', 8)
    await server.put(ada, '/users', [{ id: member.id, active: false }])
    assert.deepEqual(await ids(boss), [member.id], 'a person who has left still has time')
    assert.deepEqual(await ids(boss, 'start_date=2026-01-05&end_date=2026-01-11'), [])
    const stranger = await server.company()
    assert.ok(!(await ids(stranger)).includes(other.id))
  })

  test('approvals of twenty people take as many statements as those of one', async () => {
    const statements = async () => {
      await read(ada)
      const before = server.db.statements()
      await read(ada)
      return server.db.statements() - before
    }
    const first = await server.user(ada)
    await card(first.id, '2026-02-16', 8)
    const few = await statements()
    for (let n = 0; n < 20; n++) await card((await server.user(ada)).id, '2026-02-17', 8)
    const many = await statements()
    assert.deepEqual([many, many < 20], [few, true], `${many} statements`)
  })

  test('approvals with missing or invalid dates are refused by name', async () => {
    const wrong: [string, RegExp][] = [
      ['', /start_date: required/],
      ['start_date=2026-02-16', /end_date: required/],
      ['start_date=2026-02-30&end_date=2026-03-01', /start_date/],
      ['start_date=2026-02-16&end_date=2026-02-15', /start_date must not be after end_date/],
      ['start_date=2026-01-01&end_date=2026-12-31', /end_date must be at most 92 days/],
      [`${week}&user_ids=x`, /user_ids/],
      [`${week}&person=7`, /person: there is no such field/],
    ]
    for (const [query, message] of wrong) {
      const { status, body } = await ask(server, ada, 'GET', `/approvals?${query}`)
      assert.equal(status, 417, query)
      assert.match(body.error.message, message)
    }
  })
})
