import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moveVersion } from '../../src/company/versions.ts'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { instantOf } from '../../src/rules/time/calendar.ts'
import { ask } from '../app_api/ask.ts'
import { clockhouse, on } from '../cli/command.ts'
import { rowsOf } from '../exports/exporting.ts'
import { jobcodeRow, seed, write } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// A company made by `init` in New York pays four half months, March 1 to April 30, 2026. Every figure of its runs and of
// their payroll files was reckoned by hand; the arithmetic stands beside it. Workweeks go from Sunday to Saturday: March 1,
// 8, 15 (one day of it in the first half month), 22, 29 (three days in March), April 5, 12 (four days in the third half
// month), 19 and 26. Overtime is federal: after 40 hours a week, at 1.5 times the regular rate.
//
//   Dora Drake   drives from New York: 20.00 an hour, 0.75 for each delivery; 21.00 from March 16, entered on April 10
//   Finn Ford    works in New York for 17.50, and is dismissed on April 21
//   Luis Lane    loads in Los Angeles for 22.00, also at night, and forgot to clock out on March 12
//   Mona Mills   manages, exempt, for 78,000 a year
//   Pat Price    works in Los Angeles from Tuesday to Saturday, 5 hours a day, for 18.40
//
// Days without a note are of 8 hours.

const home = 'America/New_York'
const away = 'America/Los_Angeles'

type Person = { id: number; token: string }

const forget = operation('test.forgetPayRuns', async (tx, { companyId }: { companyId: number }): Promise<void> => {
  await tx.lockCompany(companyId)
  await tx.run(sql`delete from pay_runs where company_id = ${companyId}`)
  await moveVersion(tx, companyId, 'pay_runs', { reference: true })
})

onBoth('four pay periods of a company', (database) => {
  let server: TestServer
  let owner: TestCompany
  let [dora, finn, luis, mona, pat]: Person[] = []
  let [vacation, unpaid] = [0, 0]
  let forgotten: Values
  /** The runs in their order, with the bytes of their files. */
  const runs: { id: number; file: Buffer }[] = []
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await clockhouse(args, { env: on(server.place), input: 'a long passphrase\n' })
    assert.equal(code, 0, stderr)
    return stdout
  }
  const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who: { token: string } = owner) => {
    const told = await ask(server, who, method, path, body)
    assert.equal(told.status, 200, `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const put = async (resource: string, item: Values) => {
    const { body, text } = await server.put(owner, `/${resource}`, [item])
    const [result] = Object.values<Values>(body.results?.[resource] ?? {})
    assert.equal(result?._status_code, 200, text)
  }
  /** Moves the clock to a time in a zone. */
  const goTo = (date: string, hour: number, zone = home) =>
    server.pass((instantOf(`2026-${date}`, hour * 3600, zone) - server.now) / 1_000_000)
  const everyone = () => [dora!, finn!, luis!, mona!, pat!]
  const approve = async (date: string, people: readonly Person[] = everyone()) => {
    for (const { id } of people) await put('users', { id, approved_to: `2026-${date}` })
  }
  /** Enters hours on days of a month, such as 8 hours on 03-02 and 03-03, and a number of pieces for each of the days. */
  const work = async (who: Person, month: string, days: number[], hours = 8, { pieces = 0, job = 0 } = {}) => {
    const dates = days.map((day) => `2026-${month}-${String(day).padStart(2, '0')}`)
    for (const date of dates)
      await server.createOne(owner, 'timesheets', {
        ...{ user_id: who.id, jobcode_id: job, type: 'manual', date, duration: hours * 3600 },
      })
    const amounts = dates.map((date) => {
      return { user_id: who.id, kind: 'piece', date, quantity: pieces, unit_rate: 0.75 }
    })
    if (pieces > 0) await ok('POST', '/pay_amounts', { amounts })
  }
  /** An entry from clock to clock. */
  const shift = (who: Person, start: string, end: string) =>
    server.createOne(owner, 'timesheets', { user_id: who.id, jobcode_id: 0, type: 'regular', start, end })

  /** Closes a run, makes its payroll file, and compares both with what was reckoned by hand. */
  const pays = async (body: Values, expected: { gross: number; lines: string[]; file: string[] }) => {
    const { pay_run } = await ok('POST', '/pay_runs', { ...body, close: true })
    const { people } = await ok('GET', `/pay_runs/${pay_run.id}`)
    const file = await fileOf(pay_run.id)
    runs.push({ id: pay_run.id, file })
    assert.deepEqual(people.flatMap(linesOf).sort(), expected.lines.toSorted())
    assert.deepEqual(rowsOf(file.toString()).map(rowText).sort(), expected.file.toSorted())
    for (const { hours, seconds } of rowsOf(file.toString())) assert.equal(Number(hours) * 3600, Number(seconds))
    assert.equal(pay_run.gross_cents, expected.gross)
  }
  const fileOf = async (id: number, more: Values = {}): Promise<Buffer> => {
    const { file } = await ok('POST', `/pay_runs/${id}/files`, { target: 'payroll', money: true, ...more })
    const answer = await server.app.inject({
      url: `/api/console/pay_runs/${id}/files/${file.number}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    assert.equal(answer.statusCode, 200)
    return answer.rawPayload
  }

  test('a company is made by init in New York, with people in two zones, rates, patterns and time off', async () => {
    const names = ['--company-name', 'Parcels', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']
    const made = await run('init', ...names, '--email', '', '--tz', home, '--password-file', '-', '--json')
    const { company_id: id, user_id: adminId } = JSON.parse(made)
    const year = 365 * 86_400
    owner = { id, adminId, token: await server.token(id, adminId, year) }
    await run('overtime', 'set', 'federal')
    const halves = { payroll_type: 'semimonthly', payroll_first_end_day: 15, payroll_last_end_day: 31 }
    await ok('PUT', '/settings', { settings: { general: halves } })
    const person = async (first_name: string, last_name: string, rate: Values, more: Values = {}) => {
      const who = await server.user(owner, { first_name, last_name, ...more })
      await ok('POST', '/pay_rates', { user_id: who.id, from: null, ...rate })
      return { id: who.id, token: await server.token(id, who.id, year) }
    }
    dora = await person('Dora', 'Drake', { rate: 20 })
    finn = await person('Finn', 'Ford', { rate: 17.5 })
    luis = await person('Luis', 'Lane', { rate: 22 })
    mona = await person('Mona', 'Mills', { rate: 78_000, per: 'year' }, { exempt: true })
    pat = await person('Pat', 'Price', { rate: 18.4 })
    for (const { id } of [luis, pat])
      await ok('PUT', '/settings', { for: 'user', id, settings: { general: { tz: away } } })
    const days = ['tue', 'wed', 'thu', 'fri', 'sat'].map((day) => ({ day, hours: 5 }))
    await ok('PUT', '/working_pattern', { for: 'user', id: pat.id, days })
    vacation = (await server.createOne(owner, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })).id
    const [leave] = await seed(server, id, 'jobcodes', [jobcodeRow({ name: 'Leave', type: 'unpaid_time_off' })])
    unpaid = Number(leave!.id)
    await ok('PUT', '/pto_policies', { jobcode_id: vacation, every: 'year', seconds: 288_000, paid_out: true })
    for (const [who, hours] of [
      [finn, 12.5],
      [mona, 8],
      [pat, 25],
    ] as const)
      await ok('POST', '/pto_adjustments', {
        ...{ user_id: who.id, jobcode_id: vacation, seconds: hours * 3600, reason: 'Carried over' },
      })
  })

  test('the first half month is paid with overtime at the regular rate of each week, and as it was clocked', async () => {
    await work(dora!, '03', [2, 3, 4, 5, 6], 9, { pieces: 60 })
    await work(dora!, '03', [9, 10, 11], 9, { pieces: 60 })
    await work(dora!, '03', [12], 10, { pieces: 60 })
    await work(dora!, '03', [13], 10, { pieces: 71 })
    for (const who of [finn!, mona!]) await work(who, '03', [2, 4, 5, 6, 9, 10, 11, 12, 13])
    await work(finn!, '03', [3])
    await work(mona!, '03', [3], 10)
    await work(pat!, '03', [3, 4, 5, 6, 7, 10, 11, 12, 13, 14], 5)
    await work(luis!, '03', [2, 3, 4, 5, 6, 9, 10, 11, 13])
    // The clocks go forward in this night: 1 h on Saturday, 6.5 h on Sunday. The other one goes on in the next half month.
    await shift(luis!, '2026-03-07T23:00:00-08:00', '2026-03-08T07:30:00-07:00')
    await shift(luis!, '2026-03-15T22:00:00-07:00', '2026-03-16T06:00:00-07:00')
    goTo('03-12', 9, away)
    const punch = { user_id: luis!.id, type: 'regular', jobcode_id: 0 }
    const start = new Date(server.now / 1000).toISOString()
    forgotten = await server.createOne(luis!, 'timesheets', { ...punch, start, end: '' })
    goTo('03-12', 23, away)
    await put('timesheets', { id: forgotten.id, end: new Date(server.now / 1000).toISOString() })
    goTo('03-16', 10)
    await approve('03-15')
    await pays(
      { start_date: '2026-03-01', end_date: '2026-03-15' },
      {
        // 2448.12 + 1400.00 + 2249.50 + 3250.00 + 920.00
        gross: 1_026_762,
        lines: [
          // 45 + 47 h, 40 of each week regular: 80 x 20.00.
          'Drake 03-01..03-15 work 20/hour x1 80 h 1600.00',
          // 300 x 0.75 = 225.00, (45 x 20.00 + 225.00) / 45 = 25.00, 5 x 20.00 + 5 x 12.50 = 162.50; and
          // 311 x 0.75 = 233.25, (47 x 20.00 + 233.25) / 47 = 24.962766, 7 x 20.00 + 7 x 12.481383 = 227.369681.
          'Drake 03-01..03-15 work 20/hour x1.5 12 h 389.87',
          // 611 x 0.75
          'Drake 03-01..03-15 piece 0.75/piece x1 0 h 458.25',
          // 10 x 8 x 17.50
          'Ford 03-01..03-15 work 17.5/hour x1 80 h 1400.00',
          // 40 of 5 x 8 + 1; 40 of 6.5 + 4 x 8 + 14; and 2 on Sunday, March 15: 82 x 22.00.
          'Lane 03-01..03-15 work 22/hour x1 82 h 1804.00',
          // 1 and 12.5 h: 13.5 x 33.00.
          'Lane 03-01..03-15 work 22/hour x1.5 13.5 h 445.50',
          // 78,000 / 24, for 9 x 8 + 10 h.
          'Mills 03-01..03-15 salary 78000/year x1 82 h 3250.00',
          // 10 x 5 x 18.40
          'Price 03-01..03-15 work 18.4/hour x1 50 h 920.00',
        ],
        file: [
          'Drake 03-01..03-15 regular 80.00 1600.00',
          'Drake 03-01..03-15 overtime 12.00 389.87',
          'Drake 03-01..03-15 piece 0.00 458.25',
          'Ford 03-01..03-15 regular 80.00 1400.00',
          'Lane 03-01..03-15 regular 82.00 1804.00',
          'Lane 03-01..03-15 overtime 13.50 445.50',
          'Mills 03-01..03-15 regular 82.00 3250.00',
          'Price 03-01..03-15 regular 50.00 920.00',
        ],
      },
    )
  })

  test('the forgotten clock-out is found after the run, and the second one takes off what it paid too much', async () => {
    goTo('03-18', 10)
    await approve('03-11', [luis!])
    const proposal = { action: 'change', timesheet_id: forgotten.id, end: '2026-03-12T17:30:00-07:00' }
    const asked = await ok('POST', '/corrections', { ...proposal, reason: 'I forgot to clock out' }, luis!)
    await ok('POST', `/corrections/${asked.id}/decision`, { decision: 'accept' })

    // A week away is five days of five hours for someone who works from Tuesday to Saturday.
    const week = `user_id=${pat!.id}&start_date=2026-03-22&end_date=2026-03-28`
    const { days } = await ok('GET', `/expected_hours?${week}`, undefined, pat!)
    const off = days.filter(({ seconds }: Values) => seconds > 0)
    assert.deepEqual(
      off.map(({ date, seconds }: Values) => [date, seconds]),
      [24, 25, 26, 27, 28].map((day) => [`2026-03-${day}`, 18_000]),
    )
    const entry = (date: string, duration: number) => {
      return { entry_method: 'manual', date, duration, jobcode_id: vacation }
    }
    const monday = { time_off_request_entries: [entry('2026-03-23', 18_000)] }
    const { body } = await server.post(pat!, '/time_off_requests', [monday])
    const [refused] = Object.values<Values>(body.results.time_off_requests)
    assert.equal(refused!._status_reason?.code, 'leave_on_day_off')
    const entries = off.map(({ date, seconds }: Values) => entry(date, seconds))
    const request = await server.createOne(pat!, 'time_off_requests', { time_off_request_entries: entries })
    await put('time_off_requests', { id: request.id, status: 'approved' })

    await work(dora!, '03', [16, 17, 18, 19, 20], 9, { pieces: 64 })
    await work(dora!, '03', [23, 24, 25, 26, 27], 8, { pieces: 60 })
    await work(dora!, '03', [30, 31], 10, { pieces: 70 })
    const weekdays = [16, 17, 18, 19, 23, 24, 25, 26, 27, 30, 31]
    for (const who of [finn!, mona!]) await work(who, '03', weekdays)
    await work(finn!, '03', [20])
    await work(mona!, '03', [20], 8, { job: unpaid })
    await work(luis!, '03', [17, 18, 19, 20, 23, 24, 25, 26, 27, 30, 31])
    await work(luis!, '03', [21], 4)
    await work(pat!, '03', [17, 18, 19, 20, 21, 31], 5)
    goTo('04-01', 10)
    await approve('03-31')
    await pays(
      { start_date: '2026-03-16', end_date: '2026-03-31' },
      {
        // 2733.33 + 1680.00 + 2200.00 - 181.50 + 2979.17 + 1012.00
        gross: 1_042_300,
        lines: [
          // 40 + 40 + 20 h
          'Drake 03-16..03-31 work 20/hour x1 100 h 2000.00',
          // 320 x 0.75 = 240.00, (45 x 20.00 + 240.00) / 45 = 25.333333, 5 x 20.00 + 5 x 12.666667.
          'Drake 03-16..03-31 work 20/hour x1.5 5 h 163.33',
          // (320 + 300 + 140) x 0.75
          'Drake 03-16..03-31 piece 0.75/piece x1 0 h 570.00',
          // 12 x 8 x 17.50
          'Ford 03-16..03-31 work 17.5/hour x1 96 h 1680.00',
          // 6 h of the night and 4 x 8 (with the 2 h of Sunday 40), 5 x 8, 2 x 8: 94 x 22.00.
          'Lane 03-16..03-31 work 22/hour x1 94 h 2068.00',
          'Lane 03-16..03-31 work 22/hour x1.5 4 h 132.00',
          // 8.5 h instead of 14 make 47 in the week: 7 h of overtime instead of 12.5, so -5.5 x 33.00.
          'Lane 03-01..03-15 work 22/hour x1.5 -5.5 h -181.50 corrected',
          // 11 of 12 working days: 3250.00 x 11 / 12 = 2979.1667.
          'Mills 03-16..03-31 salary 78000/year x1 88 h 3250.00',
          'Mills 03-16..03-31 deduction 78000/year x1 0 h -270.83',
          // 6 x 5 x 18.40, and 5 x 5 x 18.40 of vacation.
          'Price 03-16..03-31 work 18.4/hour x1 30 h 552.00',
          'Price 03-16..03-31 time_off 18.4/hour x1 25 h 460.00',
        ],
        file: [
          'Drake 03-16..03-31 regular 100.00 2000.00',
          'Drake 03-16..03-31 overtime 5.00 163.33',
          'Drake 03-16..03-31 piece 0.00 570.00',
          'Ford 03-16..03-31 regular 96.00 1680.00',
          'Lane 03-16..03-31 regular 94.00 2068.00',
          'Lane 03-16..03-31 overtime 4.00 132.00',
          'Lane 03-01..03-15 overtime -5.50 -181.50',
          'Mills 03-16..03-31 regular 88.00 2979.17',
          'Price 03-16..03-31 regular 30.00 552.00',
          'Price 03-16..03-31 pto 25.00 460.00',
        ],
      },
    )
  })

  test('the raise from an earlier date is paid by the third run, and so is its part of the overtime', async () => {
    goTo('04-10', 10)
    await ok('POST', '/pay_rates', { user_id: dora!.id, from: '2026-03-16', rate: 21, alters_approved: true })
    await work(dora!, '04', [1, 2], 10, { pieces: 70 })
    await work(dora!, '04', [3], 8, { pieces: 50 })
    await work(dora!, '04', [6, 7, 8, 9, 10], 8.5, { pieces: 62 })
    await work(dora!, '04', [12, 13, 14, 15], 11, { pieces: 60 })
    const weekdays = [1, 2, 6, 7, 8, 9, 10, 13, 14, 15]
    for (const who of [finn!, mona!, luis!]) await work(who, '04', weekdays)
    await work(finn!, '04', [3])
    await work(mona!, '04', [3], 8, { job: vacation })
    await work(luis!, '04', [3])
    await work(luis!, '04', [4], 3)
    await work(pat!, '04', [1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15], 5)
    goTo('04-16', 10)
    await approve('04-15')
    await pays(
      { start_date: '2026-04-01', end_date: '2026-04-15' },
      {
        // 3147.40 + 107.50 + 1540.00 + 2035.00 + 3250.00 + 1012.00
        gross: 1_109_190,
        lines: [
          // 20 h that make 40 with those of March, 40 and 40: 100 x 21.00.
          'Drake 04-01..04-15 work 21/hour x1 100 h 2100.00',
          // 48 h from March 29: (140 + 190) x 0.75 = 247.50, (48 x 21.00 + 247.50) / 48 = 26.15625,
          //   8 x 21.00 + 8 x 13.078125 = 272.625.
          // 42.5 h from April 5: 310 x 0.75 = 232.50, (42.5 x 21.00 + 232.50) / 42.5 = 26.470588,
          //   2.5 x 21.00 + 2.5 x 13.235294 = 85.588235.
          // 44 h through April 15: 240 x 0.75 = 180.00, (44 x 21.00 + 180.00) / 44 = 25.090909,
          //   4 x 21.00 + 4 x 12.545455 = 134.181818. Together 492.395053.
          'Drake 04-01..04-15 work 21/hour x1.5 14.5 h 492.40',
          // (190 + 310 + 240) x 0.75
          'Drake 04-01..04-15 piece 0.75/piece x1 0 h 555.00',
          // All hours of the second half of March at 21.00 instead of 20.00; its overtime: (45 x 21.00 + 240.00) / 45 =
          // 26.333333, 5 x 21.00 + 5 x 13.166667 = 170.83 instead of 163.33.
          'Drake 03-16..03-31 work 21/hour x1 100 h 2100.00 rate_changed',
          'Drake 03-16..03-31 work 20/hour x1 -100 h -2000.00 rate_changed',
          'Drake 03-16..03-31 work 21/hour x1.5 5 h 170.83 rate_changed',
          'Drake 03-16..03-31 work 20/hour x1.5 -5 h -163.33 rate_changed',
          // 11 x 8 x 17.50
          'Ford 04-01..04-15 work 17.5/hour x1 88 h 1540.00',
          // 24 h that make 40 with those of March, 40 and 24: 88 x 22.00; 3 x 33.00.
          'Lane 04-01..04-15 work 22/hour x1 88 h 1936.00',
          'Lane 04-01..04-15 work 22/hour x1.5 3 h 99.00',
          // 10 x 8 h; the salary also pays the day of vacation.
          'Mills 04-01..04-15 salary 78000/year x1 80 h 3250.00',
          'Mills 04-01..04-15 time_off 78000/year x1 8 h 0.00',
          // 11 x 5 x 18.40
          'Price 04-01..04-15 work 18.4/hour x1 55 h 1012.00',
        ],
        file: [
          'Drake 04-01..04-15 regular 100.00 2100.00',
          'Drake 04-01..04-15 overtime 14.50 492.40',
          'Drake 04-01..04-15 piece 0.00 555.00',
          // 2100.00 - 2000.00, and 170.83 - 163.33.
          'Drake 03-16..03-31 regular 0.00 100.00',
          'Drake 03-16..03-31 overtime 0.00 7.50',
          'Ford 04-01..04-15 regular 88.00 1540.00',
          'Lane 04-01..04-15 regular 88.00 1936.00',
          'Lane 04-01..04-15 overtime 3.00 99.00',
          // The salary by hours: 3250.00 x 80 / 88 = 2954.5455 and 3250.00 x 8 / 88 = 295.4545.
          'Mills 04-01..04-15 regular 80.00 2954.55',
          'Mills 04-01..04-15 pto 8.00 295.45',
          'Price 04-01..04-15 regular 55.00 1012.00',
        ],
      },
    )
  })

  test('a dismissed person gets a final run, with the balance of vacation', async () => {
    await work(finn!, '04', [16, 17, 20, 21])
    goTo('04-22', 10)
    await put('users', { id: finn!.id, term_date: '2026-04-21' })
    await approve('04-21', [finn!])
    await pays(
      { kind: 'final', user_ids: [finn!.id], start_date: '2026-04-16', end_date: '2026-04-21' },
      {
        gross: 77_875,
        lines: [
          // 4 x 8 x 17.50, and 12.5 x 17.50.
          'Ford 04-16..04-21 work 17.5/hour x1 32 h 560.00',
          'Ford 04-21..04-21 time_off_payout 17.5/hour x1 12.5 h 218.75',
        ],
        file: ['Ford 04-16..04-21 regular 32.00 560.00', 'Ford 04-16..04-21 pto 12.50 218.75'],
      },
    )
    await put('users', { id: finn!.id, active: false })
  })

  test('the fourth half month is paid with what the rest of a workweek adds to the third', async () => {
    await work(dora!, '04', [16], 6, { pieces: 100 })
    await work(dora!, '04', [20, 21, 22, 23, 24], 9, { pieces: 66 })
    await work(dora!, '04', [27, 28, 29, 30], 9, { pieces: 66 })
    for (const who of [mona!, luis!]) await work(who, '04', [16, 17, 20, 21, 22, 23, 24, 27, 28, 29, 30])
    await work(luis!, '04', [18], 5)
    await work(pat!, '04', [16, 17, 18, 21, 22, 23, 24, 25, 28, 29, 30], 5)
    goTo('05-01', 10)
    await approve('04-30', [dora!, luis!, mona!, pat!])
    await pays(
      { start_date: '2026-04-16', end_date: '2026-04-30' },
      {
        // 2492.05 + 2.01 + 2101.00 + 3250.00 + 1012.00
        gross: 885_706,
        lines: [
          // None of the week from April 12, 40 and 36: 76 x 21.00.
          'Drake 04-16..04-30 work 21/hour x1 76 h 1596.00',
          // 50 h from April 12: (240 + 100) x 0.75 = 255.00, (50 x 21.00 + 255.00) / 50 = 26.10, 6 x 21.00 + 6 x 13.05 =
          //   204.30; 45 h from April 19: 330 x 0.75 = 247.50, (45 x 21.00 + 247.50) / 45 = 26.50, 5 x 21.00 + 5 x 13.25 =
          //   171.25.
          'Drake 04-16..04-30 work 21/hour x1.5 11 h 375.55',
          // (100 + 330 + 264) x 0.75
          'Drake 04-16..04-30 piece 0.75/piece x1 0 h 520.50',
          // The four hours of April 15 at 26.10: 4 x 21.00 + 4 x 13.05 = 136.20 instead of 134.181818. With the other weeks
          // 494.413235 is due for what 492.40 was paid.
          'Drake 04-01..04-15 work 21/hour x1.5 0 h 2.01 rest_of_workweek',
          // 16 h that make 40 with those of the third, 40 and 32: 88 x 22.00; 5 x 33.00.
          'Lane 04-16..04-30 work 22/hour x1 88 h 1936.00',
          'Lane 04-16..04-30 work 22/hour x1.5 5 h 165.00',
          // 11 x 8 h
          'Mills 04-16..04-30 salary 78000/year x1 88 h 3250.00',
          // 11 x 5 x 18.40
          'Price 04-16..04-30 work 18.4/hour x1 55 h 1012.00',
        ],
        file: [
          'Drake 04-16..04-30 regular 76.00 1596.00',
          'Drake 04-16..04-30 overtime 11.00 375.55',
          'Drake 04-16..04-30 piece 0.00 520.50',
          'Drake 04-01..04-15 overtime 0.00 2.01',
          'Lane 04-16..04-30 regular 88.00 1936.00',
          'Lane 04-16..04-30 overtime 5.00 165.00',
          'Mills 04-16..04-30 regular 88.00 3250.00',
          'Price 04-16..04-30 regular 55.00 1012.00',
        ],
      },
    )
  })

  test('the files of closed runs are the same at the end, byte for byte, also when they are made again', async () => {
    for (const { id, file } of runs) {
      assert.deepEqual(await fileOf(id), file)
      // Another option has no kept file, so its bytes are made from the record.
      assert.deepEqual(await fileOf(id, { long_notes: 'cut' }), file)
    }
  })

  test('all runs together pay what is due for all hours, and the balance', async () => {
    const { pay_runs } = await ok('GET', '/pay_runs')
    const sum = pay_runs.reduce((all: number, { gross_cents }: Values) => all + gross_cents, 0)
    // 10,267.62 + 10,423.00 + 11,091.90 + 778.75 + 8,857.06
    assert.deepEqual([pay_runs.length, sum], [5, 4_141_833])
    await write(server, forget, { companyId: owner.id })
    const due: number[] = []
    for (const dates of ['03-01 03-15', '03-16 03-31', '04-01 04-15', '04-16 04-30']) {
      const [start, end] = dates.split(' ')
      const { people } = await ok('GET', `/gross_pay?start_date=2026-${start}&end_date=2026-${end}`)
      due.push(people.reduce((all: number, { gross_cents }: Values) => all + gross_cents, 0))
    }
    // 10,267.62 - 181.50; 10,423.00 + 181.50 + 107.50; 11,091.90 - 107.50 + 2.01; 8,857.06 - 2.01 + 560.00.
    assert.deepEqual(due, [1_008_612, 1_071_200, 1_098_641, 941_505])
    // And 218.75 for the balance.
    assert.equal(
      due.reduce((all, cents) => all + cents, 21_875),
      sum,
    )
  })
})

/** The lines of a person in a run. */
function linesOf({ name, lines }: Values): string[] {
  return lines.map((line: Values) => {
    const dates = `${line.start_date.slice(5)}..${line.end_date.slice(5)}`
    const rate = `${line.kind} ${line.rate}/${line.per} x${line.multiplier}`
    const figures = `${line.seconds / 3600} h ${(line.amount_cents / 100).toFixed(2)} ${line.cause}`
    return `${name.split(' ').at(-1)} ${dates} ${rate} ${figures}`.trimEnd()
  })
}

/** A row of a payroll file. */
function rowText({ last_name, period_start, period_end, kind, hours, cost }: Record<string, string>): string {
  return `${last_name} ${period_start!.slice(5)}..${period_end!.slice(5)} ${kind} ${hours} ${cost}`
}
