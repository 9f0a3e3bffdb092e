import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { Chance } from '../../src/sample/chance.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { ask } from './ask.ts'

// The clock starts on Monday, 2026-03-02, 8:00 in Denver; it runs on from test to test.
type Person = { id: number; token: string }

const hour = 3600
const ids = (rows: readonly Values[]) => rows.map(({ user_id }) => user_id).sort()

onEither('the first page', (database) => {
  let server: TestServer
  let ada: TestCompany
  let boss: Person
  let wanda: Person
  let other: Person
  let crew: number
  let site: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    boss = await server.user(ada, { first_name: 'Bo', last_name: 'Boss' })
    crew = (await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })).id
    wanda = await server.user(ada, {
      first_name: 'Wanda',
      last_name: 'Webb',
      group_id: crew,
      mobile_number: '555',
      permissions: { view_my_schedules: true },
    })
    other = await server.user(ada, { first_name: 'Otto', last_name: 'Other' })
    site = (await server.createOne(ada, 'jobcodes', { name: 'Site', assigned_to_all: true })).id
  })

  const today = async (who: { token: string }): Promise<Values> => {
    const { status, body } = await ask(server, who, 'GET', '/today')
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const settings = async (body: Values) => {
    const { status, body: answer } = await ask(server, ada, 'PUT', '/settings', body)
    assert.equal(status, 200, JSON.stringify(answer))
  }
  /** An instant so many seconds from now. */
  const at = (seconds: number) => new Date(server.now / 1000 + seconds * 1000).toISOString().replace(/\.\d+Z/, '+00:00')
  const entry = (user: Person, from: number, to?: number, more: Values = {}) =>
    server.createOne(ada, 'timesheets', {
      ...{ user_id: user.id, jobcode_id: site, type: 'regular', start: at(from), end: to === undefined ? '' : at(to) },
      ...more,
    })
  const shift = async (user: Person, from: number, to: number, more: Values = {}) => {
    const [calendar] = await server.list(ada, 'schedule_calendars')
    return server.createOne(ada, 'schedule_events', {
      ...{ schedule_calendar_id: calendar!.id, assigned_user_ids: [String(user.id)], draft: false },
      ...{ timezone: 'America/Denver', title: 'Framing', start: at(from), end: at(to), ...more },
    })
  }

  test('people see only their own part; managers their groups; approvers everyone; each only what they may', async () => {
    const approver = await server.user(ada, { permissions: { approve_timesheets: true } })
    const clerk = await server.user(ada, { permissions: { status_box: true, time_tracking: false } })
    for (const user of [wanda, other]) await shift(user, -hour, hour)
    const mine = await today(wanda)
    assert.deepEqual([mine.crew, mine.waiting, mine.projects], [null, null, null])
    const led = await today(boss)
    assert.deepEqual(ids(led.crew.late.rows), [wanda.id])
    assert.equal(led.crew.late.rows[0].phone, '555')
    assert.deepEqual(ids((await today(ada)).crew.late.rows), [wanda.id, other.id].sort())
    // Who may only see the clock status sees the counts, but no one's time.
    const seen = await today(clerk)
    assert.deepEqual([seen.own, seen.waiting, seen.crew.late.count, seen.crew.off], [null, null, 0, 6])
    // The board of an approver has no one else; what they approve waits all the same.
    const approves = await today(approver)
    assert.equal(approves.crew, null)
    assert.ok(approves.waiting.periods.length > 0)
    assert.equal(
      approves.waiting.periods.every(({ pay_run }: Values) => pay_run === null),
      true,
    )
  })

  test('another company’s people are as if they were not there, and no token sees nothing', async () => {
    const eve = await server.company()
    await shift(wanda, -hour, hour)
    await entry(other, -hour)
    const { crew: seen } = await today(eve)
    assert.deepEqual([seen.on_clock, seen.off, seen.late.count], [0, 1, 0])
    assert.equal((await ask(server, undefined, 'GET', '/today')).status, 401)
  })

  test('a person is late five minutes after a published shift began, absent after two hours, and gone once at work', async () => {
    await shift(wanda, 0, 8 * hour)
    await shift(other, 0, 8 * hour, { draft: true })
    const late = async () => (await today(ada)).crew.late.rows.map(({ user_id, kind }: Values) => [user_id, kind])
    const { again } = (await today(boss)).crew
    assert.equal(Date.parse(again) - server.now / 1000, 300_000, 'it looks again when she would be late')
    server.pass(299)
    assert.deepEqual(await late(), [])
    server.pass(1)
    assert.deepEqual(await late(), [[wanda.id, 'late']])
    server.pass(2 * hour)
    assert.deepEqual(await late(), [[wanda.id, 'absent']])
    const sheet = await entry(wanda, -60)
    assert.deepEqual(await late(), [])
    await server.delete(ada, `/timesheets?ids=${sheet.id}`)
    assert.deepEqual(await late(), [[wanda.id, 'absent']])
  })

  test('approved time off, and hours entered for the day, excuse from a shift', async () => {
    const pto = await server.createOne(ada, 'jobcodes', { name: 'Sick', type: 'pto', assigned_to_all: true })
    const date = at(-7 * hour).slice(0, 10)
    await shift(wanda, -hour, hour)
    await shift(other, -hour, hour)
    const late = async () => ids((await today(ada)).crew.late.rows)
    assert.deepEqual(await late(), [wanda.id, other.id].sort())
    const off = { entry_method: 'manual', date, duration: 2 * hour, jobcode_id: pto.id }
    const request = { user_id: wanda.id, status: 'approved', time_off_request_entries: [off] }
    await server.createOne(ada, 'time_off_requests', request)
    assert.deepEqual(await late(), [other.id])
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: other.id, jobcode_id: site, type: 'manual', date, duration: hour },
    })
    assert.deepEqual(await late(), [])
  })

  test('a break is too long five minutes after the length that rules ask for, or the usual one', async () => {
    const { breaks } = (await ask(server, ada, 'GET', '/breaks')).body
    const meal = breaks.find(({ type }: Values) => type === 'unpaid_break') ?? {
      id: (await ask(server, ada, 'POST', '/breaks', { name: 'Meal', type: 'unpaid_break' })).body.id,
    }
    await entry(wanda, 0, undefined, { jobcode_id: meal.id })
    const long = async () => ids((await today(boss)).crew.breaks.rows)
    server.pass(35 * 60)
    assert.deepEqual(await long(), [])
    assert.equal((await today(boss)).crew.on_break, 1)
    const { status } = await ask(server, ada, 'PUT', '/break_rules', { rules: 'massachusetts' })
    assert.equal(status, 200)
    assert.deepEqual(await long(), [wanda.id])
    await ask(server, ada, 'PUT', '/break_rules', { rules: 'none' })
    server.pass(30 * 60)
    assert.deepEqual(await long(), [wanda.id])
  })

  test('overtime shows before it happens, by the person’s own rules, and is what will be paid', async () => {
    await settings({ settings: { general: { week_start: 1 } }, overtime: 'california' })
    // Four days of nine hours are planned, an hour more than is regular on each.
    const morning = (Math.floor(server.now / 86_400e6) * 86_400e6 + 15 * 3600e6 - server.now) / 1e6
    const plan = [1, 2, 3, 4].map((day) => [morning + day * 86_400, morning + day * 86_400 + 9 * hour] as const)
    for (const [from, to] of plan) await shift(wanda, from, to)
    await entry(wanda, -2 * hour, -hour)
    const [row] = (await today(boss)).crew.overtime.rows
    const shown = [row.user_id, row.overtime_seconds, row.expected_seconds, row.planned_seconds, row.reason]
    const weekDays = plan.filter(([from]) => new Date(server.now / 1000 + from * 1000).getUTCDay() !== 1)
    assert.equal(weekDays.length, 4, 'the test runs early in a week')
    assert.deepEqual(shown, [wanda.id, 0, 4 * hour, 36 * hour, 'over 8 h a day'])
    await settings({ for: 'user', id: wanda.id, overtime: 'federal' })
    assert.deepEqual((await today(boss)).crew.overtime.rows, [], '37 hours are regular')
    await settings({ for: 'user', id: wanda.id, overtime: null })
    for (const [from, to] of plan) await entry(wanda, from, to)
    server.pass(5 * 86_400)
    const range = { start_date: at(-6 * 86_400).slice(0, 10), end_date: at(0).slice(0, 10), user_ids: [wanda.id] }
    const { body } = await server.post(ada, '/reports/payroll', range)
    const paid = Object.values<Values>(body.results.payroll_report)[0]!
    assert.equal(paid.total_ot_seconds, row.expected_seconds)
  })

  test('a person’s shifts, week, time sent back and time to submit are those of the other pages', async () => {
    await settings({ settings: { approvals: { installed: 1, employee_approval: 1 }, schedule: { installed: 1 } } })
    await settings({ settings: { general: { payroll_type: 'weekly', payroll_end_date: '2026-02-28' } } })
    await shift(wanda, hour, 9 * hour)
    await shift(wanda, 25 * hour, 33 * hour)
    await shift(wanda, 49 * hour, 57 * hour, { draft: true })
    await entry(wanda, -8 * 86_400, -8 * 86_400 + hour)
    const { own } = await today(wanda)
    const calendar = (await server.list(ada, 'schedule_calendars'))[0]!.id
    const events = await server.list(
      wanda,
      'schedule_events',
      `?schedule_calendar_ids=${calendar}&start=${encodeURIComponent(at(0))}`,
    )
    assert.deepEqual(
      own.shifts.map(({ id }: Values) => id),
      events.map(({ id }) => id),
    )
    assert.equal(own.shifts.length, 2)
    const [first, last] = [own.week[0].date, own.week[6].date]
    const { days } = (await ask(server, wanda, 'GET', `/expected_hours?start_date=${first}&end_date=${last}`)).body
    assert.deepEqual(
      own.week.filter(({ planned_seconds }: Values) => planned_seconds > 0),
      days.map(({ date, seconds }: Values) => ({ date, planned_seconds: seconds })),
    )
    const date = at(-8 * 86_400 - 7 * hour).slice(0, 10)
    assert.ok(own.to_submit.start_date <= date && date <= own.to_submit.end_date, JSON.stringify(own.to_submit))
    await server.put(wanda, '/users', [{ id: wanda.id, submitted_to: own.to_submit.end_date }])
    assert.equal((await today(wanda)).own.to_submit, null)
    const back = { user_id: wanda.id, start_date: date, message: 'Lunch is missing' }
    assert.equal((await ask(server, boss, 'POST', '/approvals/send_back', back)).status, 200)
    const again = (await today(wanda)).own
    assert.deepEqual(again.sent_back, (await ask(server, wanda, 'GET', '/approvals/sent_back')).body.sent_back)
    assert.equal(again.sent_back[0].message, 'Lunch is missing')
    assert.notEqual(again.to_submit, null)
  })

  test('administrators see what the pay run of a period paid, and managers only how far it is approved', async () => {
    await settings({ settings: { general: { payroll_type: 'weekly', payroll_end_date: '2026-02-28' } } })
    await ask(server, ada, 'PUT', '/pay', { data: [{ user_id: wanda.id, pay_rate: 20, pay_interval: 'hour' }] })
    await entry(wanda, -8 * 86_400, -8 * 86_400 + 2 * hour)
    const worked = at(-8 * 86_400 - 7 * hour).slice(0, 10)
    const periodOf = async (who: { token: string }): Promise<Values> =>
      (await today(who)).waiting.periods.find((one: Values) => one.start_date <= worked && worked <= one.end_date)
    const { start_date, end_date, waiting, people } = await periodOf(boss)
    assert.deepEqual([waiting, ids(people)], [1, [wanda.id]])
    await server.put(ada, '/users', [{ id: wanda.id, approved_to: end_date }])
    const isReady = async (who: { token: string }) => (await periodOf(who)).ready
    assert.deepEqual([await isReady(ada), await isReady(boss)], [true, false], 'managers close no pay runs')
    const others = (await today(ada)).waiting.periods.filter((one: Values) => one.start_date !== start_date)
    assert.ok(
      others.every(({ ready }: Values) => !ready),
      'nothing is closed where there is no time',
    )
    const run = await ask(server, ada, 'POST', '/pay_runs', { start_date, end_date, close: true })
    assert.equal(run.status, 200, JSON.stringify(run.body))
    assert.equal(await isReady(ada), false)
    const [same] = (await ask(server, ada, 'GET', `/pay_runs?start_date=${start_date}&end_date=${end_date}`)).body
      .pay_runs
    const paid = (await periodOf(ada)).pay_run
    assert.deepEqual([paid.id, paid.state, paid.gross_cents, paid.seconds], [same.id, 'closed', 4000, 7200])
    assert.equal(same.gross_cents, 4000)
    const led = await periodOf(boss)
    assert.deepEqual([led.waiting, led.pay_run], [0, null])
  })

  test('the answer takes as many statements for twenty people as for two', async () => {
    let renames = 0
    const statements = async () => {
      renames += 1
      await server.put(ada, '/users', [{ id: ada.adminId, first_name: `Ada ${renames}` }])
      const begun = server.db.statements()
      await today(ada)
      return server.db.statements() - begun
    }
    const fill = async (person: Person, place: number) => {
      await entry(person, -30 * hour, -25 * hour)
      await (place % 2 === 0 ? shift(person, -hour, hour) : entry(person, -hour))
    }
    for (const [place, person] of [wanda, other].entries()) await fill(person, place)
    const few = await statements()
    for (let place = 0; place < 18; place++) await fill(await server.user(ada, { group_id: crew }), place)
    assert.equal(await statements(), few)
    assert.ok(few <= 45, `${few} statements`)
  })

  /** A company with people, shifts, time, requests, corrections and projects that follow from a seed. */
  const generate = async (seed: number) => {
    const chance = new Chance(seed, 'today')
    await settings({ settings: { general: { payroll_type: 'weekly', payroll_end_date: '2026-02-28' } } })
    await settings({
      settings: { approvals: { installed: 1, employee_approval: 1 } },
      overtime: chance.pick(['federal', 'california']),
    })
    const pto = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
    const { breaks } = (await ask(server, ada, 'GET', '/breaks')).body
    const pause =
      breaks[0]?.id ?? (await ask(server, ada, 'POST', '/breaks', { name: 'Rest', type: 'paid_break' })).body.id
    const people: Person[] = []
    for (let n = 0; n < 6; n++) people.push(await server.user(ada, chance.happens(0.6) ? { group_id: crew } : {}))
    const morning = (Math.floor(server.now / 86_400e6) * 86_400e6 + 14 * 3600e6 - server.now) / 1e6
    for (const person of people) {
      for (let day = -9; day <= 4; day++) {
        const from = morning + day * 86_400 + chance.between(-2, 2) * 900
        const to = from + chance.between(5, 11) * hour
        if (chance.happens(0.5)) await shift(person, morning + day * 86_400, morning + day * 86_400 + 8 * hour)
        if (to < 0 && chance.happens(0.7)) await entry(person, from, to)
      }
      const more = chance.happens(0.3) ? { jobcode_id: pause } : {}
      const since = chance.happens(0.3) ? 10.2 * hour : chance.between(1, 11) * 600
      // Where another entry is, none can run.
      if (chance.happens(0.7)) await entry(person, -since, undefined, more).catch(() => {})
      if (chance.happens(0.5)) {
        const off = {
          entry_method: 'manual',
          date: at(chance.between(5, 20) * 86_400).slice(0, 10),
          duration: 8 * hour,
          jobcode_id: pto.id,
        }
        // On a day without work, none is to be had.
        await server.post(person, '/time_off_requests', [{ user_id: person.id, time_off_request_entries: [off] }])
      }
      if (chance.happens(0.4)) {
        const start = morning - 3 * 86_400 + 12 * hour
        const proposal = { action: 'add', start: at(start), end: at(start + hour), jobcode_id: site, reason: 'Forgot' }
        assert.equal((await ask(server, person, 'POST', '/corrections', proposal)).status, 200)
      }
      if (chance.happens(0.3))
        await server.put(ada, '/users', [{ id: person.id, approved_to: at(-8 * 86_400).slice(0, 10) }])
      if (chance.happens(0.3))
        await server.put(ada, '/users', [{ id: person.id, submitted_to: at(-2 * 86_400).slice(0, 10) }])
    }
    for (const name of ['Deck', 'Roof']) {
      const project = await server.createOne(ada, 'projects', { name, parent_jobcode_id: 0 })
      const estimate_id = (await server.createOne(ada, 'estimates', { project_id: project.id, estimate_by: 'none' })).id
      await server.createOne(ada, 'estimate_items', {
        estimate_id,
        type: 'none',
        type_id: 0,
        estimated_seconds: chance.between(1, 8) * hour,
      })
      await server.createOne(ada, 'jobcode_assignments', { user_id: 0, jobcode_id: project.jobcode_id }).catch(() => {})
      await entry(
        boss,
        -30 * hour - 5 * hour * (name === 'Deck' ? 1 : 2),
        -30 * hour - 5 * hour * (name === 'Deck' ? 1 : 2) + 4 * hour,
        { jobcode_id: project.jobcode_id },
      )
    }
  }

  for (const seed of isFull ? [1, 2, 3, 4, 5, 6] : [1, 2])
    test(`every figure is that of the page it is about, in generated company ${seed}`, async () => {
      await generate(seed)
      const approver = await server.user(ada, { permissions: { approve_timesheets: true, reports: true } })
      for (const viewer of [{ ...ada, id: ada.adminId }, boss, approver]) await sameAsPages(viewer)
    })

  const sameAsPages = async (viewer: Person) => {
    const { crew: seen, waiting, projects } = await today(viewer)
    const get = async (path: string) => {
      const { status, body } = await ask(server, viewer, 'GET', path)
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
      return body
    }
    // Working.
    const { working } = await get('/working')
    const on = working.filter(({ timesheet_id }: Values) => timesheet_id !== null)
    const breaks = new Set((await get('/breaks')).breaks.map(({ id }: Values) => id))
    assert.deepEqual(
      [seen.on_clock, seen.on_break, seen.off],
      [on.length, on.filter(({ jobcode_id }: Values) => breaks.has(jobcode_id)).length, working.length - on.length],
    )
    const mine: Values[] = []
    for (const row of working as Values[]) {
      const { status } = await ask(server, viewer, 'GET', `/time_rules?user_id=${row.user_id}`)
      if (status === 200 && row.user_id !== viewer.id) mine.push(row)
    }
    const long = mine.filter(({ timesheet_id, day_seconds }) => timesheet_id !== null && day_seconds >= 10 * hour)
    assert.deepEqual(ids(seen.long_days.rows), ids(long))
    for (const row of seen.overtime.rows)
      assert.equal(row.week_seconds, mine.find(({ user_id }) => user_id === row.user_id)?.week_seconds)
    // The schedule and time entries.
    const calendar = (await server.list(ada, 'schedule_calendars'))[0]!.id
    const events = await server.list(
      ada,
      'schedule_events',
      `?schedule_calendar_ids=${calendar}&start=2026-01-01T00:00:00Z&draft=no&active=yes&limit=200`,
    )
    const sheets = await server.list(ada, 'timesheets', '?start_date=2026-02-01&on_the_clock=both&limit=200')
    const [now, date] = [server.now / 1000, at(-7 * hour).slice(0, 10)]
    const missed = events.filter(({ start, end, user_id }) => {
      const [from, to] = [Date.parse(start), Date.parse(end)]
      const isHere = (sheet: Values) =>
        sheet.user_id === user_id && Date.parse(sheet.start) < to && (sheet.end === '' || Date.parse(sheet.end) > from)
      const isOn = sheets.some((sheet) => sheet.user_id === user_id && sheet.end === '')
      return from + 300_000 <= now && (to > now || start.slice(0, 10) === date) && !isOn && !sheets.some(isHere)
    })
    const late = new Set(missed.map(({ user_id }) => user_id))
    assert.deepEqual(
      ids(seen.late.rows),
      mine
        .map(({ user_id }) => user_id)
        .filter((id) => late.has(id))
        .sort(),
    )
    // Approvals.
    const run = await get('/approvals/pay_run')
    for (const period of waiting.periods) {
      const { start_date, end_date, running, waiting: open, submitted } = period
      const same = run.periods.find((one: Values) => one.start_date === start_date)
      assert.deepEqual(
        [end_date, running, open, submitted],
        [same.end_date, same.running, same.waiting, same.submitted],
      )
    }
    const total = (list: Values[]) => list.reduce((sum, one) => sum + one.waiting, 0)
    assert.equal(total(waiting.periods), total(run.periods), 'no period with time to approve is left out')
    const since = at(-7 * hour - 7 * 86_400).slice(0, 10)
    const { people } = await get(`/approvals?start_date=${since}&end_date=${date}`)
    const kinds = ['missing_day', 'automatic_clock_out', 'running']
    const issues = people.flatMap(({ user_id, exceptions, approved_to }: Values) =>
      user_id === viewer.id
        ? []
        : exceptions
            .filter(
              (one: Values) =>
                kinds.includes(one.kind) && one.date > approved_to && !(one.kind === 'running' && one.date === date),
            )
            .map(({ kind, date, words }: Values) => [user_id, kind, date, words].join()),
    )
    assert.deepEqual(
      seen.issues.rows.map(({ user_id, kind, date, words }: Values) => [user_id, kind, date, words].join()).sort(),
      issues.sort(),
    )
    // Time off, and corrections.
    const entries = await server.list(viewer, 'time_off_request_entries', '?status=pending&limit=200')
    const decides = (user_id: number) => viewer.id === ada.adminId || user_id !== viewer.id
    const requests = new Set(entries.flatMap((one) => (decides(one.user_id) ? [one.time_off_request_id] : [])))
    assert.deepEqual(waiting.time_off.rows.map(({ id }: Values) => id).sort(), [...requests].sort())
    const { corrections } = await get('/corrections?status=pending')
    assert.deepEqual(
      waiting.corrections.rows.map(({ id }: Values) => id).sort(),
      corrections.map(({ id }: Values) => id).sort(),
    )
    // Projects.
    const { body } = await server.get(viewer, '/reports/project_estimate?sort_by=-budget_progress&supplemental_data=no')
    const near = body.results.filter(
      ({ budget_progress, status }: Values) => budget_progress >= 0.8 && status !== 'complete',
    )
    assert.deepEqual(
      projects.rows.map(({ id, budget_progress }: Values) => [id, budget_progress]).sort(),
      near.map(({ id, budget_progress }: Values) => [id, budget_progress]).sort(),
    )
  }
})
