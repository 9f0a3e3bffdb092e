import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { hundredths } from '../../src/rules/pay/payroll.ts'
import { addDays, localDate, printUtc } from '../../src/rules/time/calendar.ts'
import { ask } from '../app_api/ask.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// One way to find the day of a second: every page, report and file has the same hours on each day, for shifts that are
// split and those that are not, whatever the hour at which workdays start, in every zone, and as the day is rounded.

const minute = 60
const hour = 3600
const zones = ['America/Denver', 'America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'Australia/Sydney']
const sunday = '2026-06-07'
const dates = Array.from({ length: 7 }, (_, n) => addDays(sunday, n))

type Sheet = { jobcode_id: number; date: string; start: number; seconds: number; manual: boolean }
type Person = { id: number; zone: string; sheets: Sheet[] }
type Rounding = { minutes: number; direction: 'nearest' | 'up' | 'down'; of: 'day' | 'punches' }

onBoth('the day of a second', (database) => {
  let server: TestServer
  let company: TestCompany
  const people: Person[] = []
  const jobs: Record<string, number> = {}
  before(async () => {
    server = await TestServer.start(database)
    server.pass(130 * 86_400)
    company = await server.company(`One day ${database}`, 'America/Denver')
    const types = { work: 'regular', vacation: 'pto', away: 'unpaid_time_off' }
    const rows = Object.entries(types).map(([name, type]) => jobcodeRow({ name, type }))
    const made = await seed(server, company.id, 'jobcodes', rows)
    for (const [index, name] of Object.keys(types).entries()) jobs[name] = made[index]!.id
    for (const type of ['unpaid_break', 'paid_break'])
      jobs[type] = (await ask(server, company, 'POST', '/breaks', { name: type, type })).body.id
    for (const [index, zone] of zones.entries()) people.push(await recorded(zone, index))
  })
  after(() => server.stop())

  /** A person in a zone with nights, breaks over midnight, time off, typed hours, and shifts over the ends of the week. */
  const recorded = async (zone: string, index: number): Promise<Person> => {
    const { id } = await server.user(company)
    const own = { for: 'user', id, settings: { general: { tz: zone } } }
    assert.equal((await ask(server, company, 'PUT', '/settings', own)).status, 200)
    const at = (date: string, minutes: number) => Date.parse(`${date}T12:00:00Z`) * 1000 + minutes * minute * 1e6
    const sheets: Sheet[] = []
    const add = (job: string, start: number, minutes: number) =>
      sheets.push({
        ...{ jobcode_id: jobs[job]!, date: localDate(start, zone), start, seconds: minutes * minute, manual: false },
      })
    for (const [day, date] of [addDays(sunday, -1), ...dates].entries()) {
      // Times of day that lie around midnight in one zone or another.
      const start = at(date, 300 + index * 137 + day * 41)
      add('work', start, 181 + day)
      add(day % 2 === 0 ? 'unpaid_break' : 'paid_break', start + (181 + day) * minute * 1e6, 47)
      add('work', start + (228 + day) * minute * 1e6, 203 + 3 * index)
    }
    add('away', at(dates[2]!, -100 + index * 60), 75)
    for (const [job, date] of [
      ['vacation', dates[4]],
      ['work', dates[5]],
    ] as const)
      sheets.push({ jobcode_id: jobs[job]!, date: date!, start: 0, seconds: 126 * minute, manual: true })
    const items = sheets.map(({ jobcode_id, date, start, seconds, manual }) => ({
      ...{ user_id: id, jobcode_id },
      ...(manual
        ? { type: 'manual', date, duration: seconds }
        : { type: 'regular', start: printUtc(start), end: printUtc(start + seconds * 1e6) }),
    }))
    const { body, text } = await server.post(company, '/timesheets', items)
    for (const [index, item] of Object.values<Values>(body.results.timesheets).entries()) {
      assert.equal(item._status_code, 200, text)
      sheets[index]!.date = item.date
    }
    return { id, zone, sheets }
  }

  /** Seconds of each kind on each day: minute after minute, by the calendar that the app describes. */
  const expected = async ({ id, sheets }: Person, rounding?: Rounding) => {
    const { workdays } = (await ask(server, company, 'GET', `/time_rules?user_id=${id}`)).body
    const { zone, starts, split } = workdays
    const label = (at: number) => localDate(at - starts * hour * 1e6, zone)
    const days = new Map<string, Record<string, number>>()
    const count = (day: string, kind: string, seconds: number) => {
      const sums = days.get(day) ?? { work: 0, paid_break: 0, unpaid_break: 0, pto: 0, unpaid_time_off: 0 }
      days.set(day, { ...sums, [kind]: sums[kind]! + seconds })
    }
    const kinds: Record<number, string> = {
      ...{ [jobs.work!]: 'work', [jobs.vacation!]: 'pto', [jobs.away!]: 'unpaid_time_off' },
      ...{ [jobs.unpaid_break!]: 'unpaid_break', [jobs.paid_break!]: 'paid_break' },
    }
    for (const { jobcode_id, date, start, seconds, manual } of sheets) {
      const kind = kinds[jobcode_id]!
      if (manual || (!split && starts === 0)) count(date, kind, seconds)
      else if (!split) count(label(start), kind, seconds)
      else for (let at = 0; at < seconds; at += minute) count(label(start + at * 1e6), kind, minute)
    }
    return (day: string) => {
      const sums = days.get(day) ?? { work: 0, paid_break: 0, unpaid_break: 0, pto: 0, unpaid_time_off: 0 }
      const worked = sums.work! + sums.paid_break!
      const unit = (rounding?.minutes ?? 1) * minute
      const round = { nearest: Math.round, up: Math.ceil, down: Math.floor }[rounding?.direction ?? 'nearest']
      return { ...sums, worked: round(worked / unit) * unit }
    }
  }

  /** The same as every page, report and file shows it. */
  const shown = async (id: number, first: string, last = first) => {
    const range = { start_date: first, end_date: last }
    const query = `start_date=${first}&end_date=${last}`
    const report = async (name: string) => {
      const { status, body, text } = await server.post(company, `/reports/${name}`, { user_ids: id, ...range })
      assert.equal(status, 200, text)
      return body.results
    }
    const get = async (path: string) => (await ask(server, company, 'GET', path)).body
    const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)
    const file = async (target: string) =>
      rowsOf((await download(server, company, `/exports/${target}?${query}&user_ids=${id}&format=csv`)).body)
    const payroll = (await report('payroll')).payroll_report[id]
    const { by_user } = (await report('payroll_by_jobcode')).payroll_by_jobcode_report
    const byJob = Object.values<Values>(by_user[id]?.dates ?? {}).flatMap((jobs) => Object.values<Values>(jobs))
    const hours = await get(`/hours?${query}&user_ids=${id}&group_by=day`)
    const column = (key: string) => hours.total[hours.columns.findIndex((one: Values) => one.key === key)] ?? 0
    const days = await get(`/approvals/days?${query}&user_id=${id}`)
    const { people } = await get(`/approvals?${query}&user_ids=${id}`)
    const { seconds } = people.find((one: Values) => one.user_id === id)
    const project = (await report('project')).project_report.totals
    const entries = await file('timesheets')
    const secondsOf = (rows: Record<string, string>[], is: (type: string) => boolean) =>
      sum(rows.filter(({ type }) => is(type!)).map((row) => Number(row.seconds)))
    const paidTypes = ['regular', 'paid_break', 'pto']
    const unpaid = seconds.unpaid_break + seconds.unpaid_time_off
    return {
      paid: {
        payroll: payroll?.total_work_seconds ?? 0,
        byJob: sum(byJob.map(({ total_work_seconds }) => total_work_seconds)),
        hours: column('total'),
        approvalDays: sum(days.days.map((day: Values) => day.shown.total_seconds)),
        approvalPay: sum(days.days.map((day: Values) => day.pay.total_work_seconds)),
        approvals: seconds.work + seconds.paid_break + seconds.pto,
        timesheets: secondsOf(entries, (type) => paidTypes.includes(type)),
        payrollFile: sum((await file('payroll')).map((row) => Number(row.seconds ?? 0))),
      },
      unpaid: {
        hours: column('unpaid_break') + column('unpaid_time_off'),
        approvals: unpaid,
        timesheets: secondsOf(entries, (type) => !paidTypes.includes(type)),
      },
      unpaidBreaks: {
        byJob: sum(byJob.map(({ total_unpaid_seconds }) => total_unpaid_seconds)),
        hours: column('unpaid_break'),
        approvals: seconds.unpaid_break,
        timesheets: secondsOf(entries, (type) => type === 'unpaid_break'),
      },
      project: Math.round(Number(project.users[id] ?? 0) * 100),
      approvals: seconds,
      rows: entries,
    }
  }

  const allSame = <T extends object>(figures: T, value: number) =>
    Object.fromEntries(Object.keys(figures).map((key) => [key, value]))

  const roundings: (Rounding | undefined)[] = [
    undefined,
    { minutes: 15, direction: 'nearest', of: 'day' },
    { minutes: 5, direction: 'up', of: 'day' },
  ]
  const calendars: [boundary: 'split' | 'start', starts: number, rounding: Rounding | undefined][] = [
    ['split', 0, roundings[0]],
    ['start', 0, roundings[1]],
    ['split', 22, roundings[1]],
    ['start', 22, roundings[0]],
    ['start', 5, roundings[2]],
    ['split', 0, roundings[2]],
  ]
  for (const [index, [shift_boundary, workday_start, rounding]] of calendars.entries())
    test(`with ${shift_boundary} at ${workday_start}:00 and ${rounding ? `days rounded ${rounding.direction} to ${rounding.minutes} minutes` : 'exact hours'}, every page and file has the same hours on each day`, async () => {
      const settings = {
        general: { shift_boundary, workday_start },
        rounding: rounding ?? { minutes: 0, of: 'punches' },
      }
      const { status, body } = await ask(server, company, 'PUT', '/settings', { settings })
      assert.equal(status, 200, JSON.stringify(body))
      // Otherwise two people are enough, others with each calendar.
      const asked = people.filter((_, place) => isFull || place % 3 === index % 3)
      for (const person of asked) {
        const dayOf = await expected(person, rounding)
        const sums = { paid: 0, unpaid: 0, breaks: 0 }
        const note = (day: string) => {
          const { worked, pto, unpaid_break, unpaid_time_off } = dayOf(day) as unknown as Record<string, number>
          const paid = worked! + pto!
          const unpaid = unpaid_break! + unpaid_time_off!
          sums.paid += paid
          sums.unpaid += unpaid
          sums.breaks += unpaid_break!
          return { paid, unpaid, breaks: unpaid_break! }
        }
        const check = (found: Awaited<ReturnType<typeof shown>>, { paid, unpaid, breaks }: typeof sums, of: string) => {
          const what = `${person.zone} ${of}`
          assert.deepEqual(found.paid, allSame(found.paid, paid), what)
          assert.deepEqual(found.unpaid, allSame(found.unpaid, unpaid), what)
          assert.deepEqual(found.unpaidBreaks, allSame(found.unpaidBreaks, breaks), what)
          assert.equal(found.project, hundredths(paid + unpaid), what)
          for (const row of found.rows) assert.ok(row.date! >= of.slice(0, 10), what)
        }
        // Each day by itself, and all of them together.
        for (const [place, day] of dates.entries()) {
          const sumsOfDay = note(day)
          if (isFull || place % 3 === index % 3) check(await shown(person.id, day), sumsOfDay, day)
        }
        check(await shown(person.id, sunday, dates.at(-1)!), sums, `${sunday} and the days after it`)
      }
    })

  test('a night over the end of a day or a pay period has the same seconds on every page and in both files', async () => {
    const night = await recordedNights(
      ['2026-06-08T22:00', '2026-06-09T06:00'],
      ['2026-06-13T20:00', '2026-06-14T06:00'],
    )
    const settings = { general: { shift_boundary: 'split', workday_start: 0, week_start: 0 }, rounding: { minutes: 0 } }
    assert.equal((await ask(server, company, 'PUT', '/settings', { settings })).status, 200)
    const cases: [first: string, last: string, seconds: number][] = [
      ['2026-06-08', '2026-06-08', 2 * hour],
      ['2026-06-09', '2026-06-09', 6 * hour],
      ['2026-06-07', '2026-06-13', 8 * hour + 14_400],
      ['2026-06-13', '2026-06-13', 14_400],
      ['2026-06-14', '2026-06-20', 6 * hour],
    ]
    for (const [first, last, seconds] of cases) {
      const found = await shown(night, first, last)
      assert.deepEqual(found.paid, allSame(found.paid, seconds), first)
      assert.equal(found.project, seconds / 36, first)
    }
    const { rows } = await shown(night, '2026-06-13', '2026-06-14')
    assert.deepEqual(
      rows.map(({ date, start, end, seconds }) => [date, start, end, seconds]),
      [
        ['2026-06-13', '2026-06-13 20:00:00', '2026-06-14 00:00:00', '14400'],
        ['2026-06-14', '2026-06-14 00:00:00', '2026-06-14 06:00:00', '21600'],
      ],
    )
  })

  test('a day that is rounded is the day that is paid: June 8, 9 and 10 have 2:00, 8:00 and 6:00', async () => {
    const nights = await recordedNights(
      ['2026-06-08T22:00', '2026-06-09T06:00'],
      ['2026-06-09T22:01', '2026-06-10T06:00'],
    )
    const settings = {
      general: { shift_boundary: 'split', workday_start: 0 },
      rounding: { minutes: 5, direction: 'nearest', of: 'day' },
    }
    assert.equal((await ask(server, company, 'PUT', '/settings', { settings })).status, 200)
    for (const [day, hours] of [
      ['2026-06-08', 2],
      ['2026-06-09', 8],
      ['2026-06-10', 6],
    ] as const) {
      const found = await shown(nights, day)
      assert.deepEqual(found.paid, allSame(found.paid, hours * hour), day)
    }
  })

  test('in Nevada, the overtime of a day does not depend on the dates or people that are asked for', async () => {
    const nevada = await server.company(`Nevada ${database}`, 'America/Los_Angeles')
    const worker = await server.user(nevada)
    const other = await server.user(nevada)
    const first = Date.parse('2026-06-04T22:00:00-07:00') * 1000
    const items = Array.from({ length: 9 }, (_, index) => {
      const start = first + index * 22 * hour * 1e6
      const times = { start: printUtc(start), end: printUtc(start + 8 * hour * 1e6) }
      return { user_id: worker.id, jobcode_id: 0, type: 'regular', ...times }
    })
    const others = [{ ...items[3]!, user_id: other.id }]
    const { body } = await server.post(nevada, '/timesheets', [...items, ...others])
    for (const item of Object.values<Values>(body.results.timesheets)) assert.equal(item._status_code, 200)
    const settings = { overtime: 'nevada', settings: { general: { shift_boundary: 'start', week_start: 0 } } }
    assert.equal((await ask(server, nevada, 'PUT', '/settings', settings)).status, 200)
    const day = '2026-06-09'
    for (const start_date of ['2026-05-24', '2026-05-31', '2026-06-03', '2026-06-06', '2026-06-07', '2026-06-08', day])
      for (const user_ids of [`${worker.id}`, `${worker.id},${other.id}`]) {
        const asked = { user_ids, start_date, end_date: '2026-06-10' }
        const { results } = (await server.post(nevada, '/reports/payroll_by_jobcode', asked)).body
        const jobs = results.payroll_by_jobcode_report.by_user[worker.id].dates[day]
        const overtime = Object.values<Values>(jobs).map(({ total_ot_seconds }) => total_ot_seconds)
        assert.deepEqual(overtime, [0], `${start_date} ${user_ids}`)
        const days = { user_ids, start_date: day, end_date: day }
        const { payroll_report } = (await server.post(nevada, '/reports/payroll', days)).body.results
        assert.equal(payroll_report[worker.id].total_ot_seconds, 0)
      }
  })

  /** A new person in Denver with shifts between these local times. */
  const recordedNights = async (...spans: [from: string, to: string][]) => {
    const { id } = await server.user(company)
    for (const [from, to] of spans) {
      const times = { start: `${from}:00-06:00`, end: `${to}:00-06:00` }
      await server.createOne(company, 'timesheets', { user_id: id, jobcode_id: jobs.work, type: 'regular', ...times })
    }
    return id
  }
})
