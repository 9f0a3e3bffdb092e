import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { addDays, instantOf, printUtc } from '../../src/rules/time/calendar.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Overtime as law and practice require it, from a client's point of view: both payroll reports, in three zones.

const hour = 3600
const monday = '2026-06-01'
const week = { start_date: '2026-05-31', end_date: '2026-06-06' }

/** A span of time: from an instant for so many hours, or a manual entry on a date; `on` is a kind of jobcode. */
type Sheet = { start: number; hours: number; on?: string } | { date: string; hours: number; on?: string }

/** The length of nights with a clock change, including half an hour of unpaid break. */
const zones = {
  'America/Los_Angeles': {
    forward: { from: '2026-03-07T23:00:00-08:00', to: '2026-03-08T07:30:00-07:00', paid: 7 },
    back: { from: '2026-10-31T23:00:00-07:00', to: '2026-11-01T07:30:00-08:00', paid: 9 },
    again: { from: '2026-11-01T01:30:00-07:00', to: '2026-11-01T01:30:00-08:00', paid: 1 },
  },
  'Europe/Berlin': {
    forward: { from: '2026-03-28T23:00:00+01:00', to: '2026-03-29T07:30:00+02:00', paid: 7 },
    back: { from: '2026-10-24T23:00:00+02:00', to: '2026-10-25T07:30:00+01:00', paid: 9 },
    again: { from: '2026-10-25T02:30:00+02:00', to: '2026-10-25T02:30:00+01:00', paid: 1 },
  },
  'Australia/Lord_Howe': {
    forward: { from: '2026-10-03T23:00:00+10:30', to: '2026-10-04T07:30:00+11:00', paid: 7.5 },
    back: { from: '2026-04-04T23:00:00+11:00', to: '2026-04-05T07:30:00+10:30', paid: 8.5 },
    again: { from: '2026-04-05T01:45:00+11:00', to: '2026-04-05T01:45:00+10:30', paid: 0.5 },
  },
}

onBoth('overtime', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
    server.pass(300 * 86400)
  })
  after(() => server.stop())

  // The zone whose clocks change by half an hour stands for the others, whose rules test/rules/overtime.test.ts tests.
  const tested = Object.entries(zones).filter(([zone]) => isFull || zone === 'Australia/Lord_Howe')
  for (const [zone, nights] of tested)
    describe(`overtime in ${zone}`, () => {
      let company: TestCompany
      const jobs: Record<string, number> = {}
      before(async () => {
        company = await server.company(`Overtime ${zone} ${database}`, zone)
        const rows = [
          jobcodeRow({ name: 'Work' }),
          jobcodeRow({ name: 'Other work' }),
          jobcodeRow({ name: 'Third work' }),
          jobcodeRow({ name: 'Vacation', type: 'pto' }),
          jobcodeRow({ name: 'Lunch', type: 'unpaid_break' }),
          jobcodeRow({ name: 'Coffee', type: 'paid_break' }),
        ]
        const seeded = await seed(server, company.id, 'jobcodes', rows)
        for (const [index, name] of ['work', 'other', 'third', 'vacation', 'lunch', 'coffee'].entries())
          jobs[name] = seeded[index]!.id
      })

      const at = (date: string, clock: number) => instantOf(date, clock * hour, zone)
      const days = (...hours: number[]): Sheet[] =>
        hours.flatMap((each, n) => (each ? [{ start: at(addDays(week.start_date, n), 8), hours: each }] : []))
      const night = ({ from, to }: { from: string; to: string }): Sheet[] => {
        const start = Date.parse(from) * 1000
        const elapsed = (Date.parse(to) * 1000 - start) / hour / 1e6
        const lunch = start + 4 * hour * 1e6
        return [
          { start, hours: 4 },
          { start: lunch, hours: 0.5, on: 'lunch' },
          { start: lunch + 0.5 * hour * 1e6, hours: elapsed - 4.5 },
        ]
      }

      /** A new person with these rules and this time, and the rows of both reports. */
      const paid = async (rules: unknown, sheets: Sheet[], range: Values = week, general: Values = {}) => {
        const user = await server.user(company)
        const own = { scope: 'user', scope_id: user.id }
        if (rules) await insertSetting(server, company.id, 'overtime', 'rules', rules, own)
        for (const [key, value] of Object.entries(general))
          await insertSetting(server, company.id, 'general', key, value, own)
        const items = sheets.map(({ hours, on = 'work', ...when }) => ({
          user_id: user.id,
          jobcode_id: jobs[on],
          ...('date' in when
            ? { type: 'manual', date: when.date, duration: hours * hour }
            : { type: 'regular', start: printUtc(when.start), end: printUtc(when.start + hours * hour * 1e6) }),
        }))
        const { body, text } = await server.post(company, '/timesheets', items)
        for (const item of Object.values<Values>(body.results.timesheets)) assert.equal(item._status_code, 200, text)
        const ask = async (name: string) => {
          const data = { user_ids: user.id, ...range }
          return (await server.call(company.token, 'POST', `/reports/${name}`, { data })).body.results
        }
        const row = (await ask('payroll')).payroll_report[user.id]
        const byJobcode = (await ask('payroll_by_jobcode')).payroll_by_jobcode_report.by_user[user.id]
        return { row, byJobcode }
      }

      /** Hours by rule in the order of the report, regular ones first. */
      const hoursOf = (totals: Values) => ({
        regular: totals.total_re_seconds / hour,
        ...Object.fromEntries(
          Object.entries<number>(totals.overtime_by_rule).map(([rule, seconds]) => [rule, seconds / hour]),
        ),
      })

      /** The same, added up over the jobcodes of a report by jobcode. */
      const summed = (maps: Values[]) => {
        const sum: Record<string, number> = { regular: 0 }
        for (const totals of maps.flatMap((map) => Object.values<Values>(map)))
          for (const [rule, hours] of Object.entries(hoursOf(totals))) sum[rule] = (sum[rule] ?? 0) + hours
        return sum
      }

      const vacation: Sheet = { date: monday, hours: 8, on: 'vacation' }
      const rule = (kind: string, after_hours: number, multiplier: number) => ({
        name: kind,
        kind,
        after_hours,
        multiplier,
      })
      const rest = [{ name: 'rest', kind: 'rest', after_hours: 11, multiplier: 1.5 }]
      const cases: [string, unknown, Sheet[], Record<string, number>, Values?][] = [
        [
          '45 h in a week have 5 h of overtime by federal rules',
          'federal',
          days(0, 9, 9, 9, 9, 9),
          { regular: 40, weekly: 5 },
        ],
        [
          'a day of 14 h has overtime and double time by California’s rules',
          'california',
          days(0, 14),
          { regular: 8, daily: 4, daily_double: 2 },
        ],
        [
          '5 days of 10 h have 10 h of overtime by California’s rules',
          'california',
          days(0, 10, 10, 10, 10, 10),
          { regular: 40, daily: 10 },
        ],
        [
          '8, 8, 8, 8 and 9 h have 1 h of overtime by a daily and a weekly rule',
          '',
          days(0, 8, 8, 8, 8, 9),
          { regular: 40, daily: 1 },
          { daily_overtime: '1' },
        ],
        [
          '8 h of paid time off and 40 h of work have no overtime',
          'federal',
          [vacation, ...days(0, 0, 8, 8, 8, 8, 8)],
          { regular: 40 },
        ],
        [
          'paid time off that counts moves the overtime of the week forward',
          '',
          [vacation, ...days(0, 0, 8, 8, 8, 8, 8)],
          { regular: 32, weekly: 8 },
          { pto_overtime: 1 },
        ],
        [
          'unpaid breaks never count toward overtime, and paid ones do',
          'california',
          [
            { start: at(monday, 6), hours: 5 },
            { start: at(monday, 11), hours: 1, on: 'lunch' },
            { start: at(monday, 12), hours: 1, on: 'coffee' },
            { start: at(monday, 13), hours: 3 },
          ],
          { regular: 8, daily: 1 },
        ],
        [
          'the seventh day of a workweek is overtime by California’s rules',
          'california',
          days(4, 4, 4, 4, 4, 4, 10),
          { regular: 24, seventh_day: 8, seventh_day_double: 2 },
        ],
        [
          'seven days of 8 h have weekly overtime and a seventh day by California’s rules',
          'california',
          days(8, 8, 8, 8, 8, 8, 8),
          { regular: 40, weekly: 8, seventh_day: 8 },
        ],
        [
          'hours of a daily rule that pays less count toward the weekly rule',
          [rule('daily', 8, 1.25), rule('weekly', 40, 1.5)],
          days(0, 9, 9, 9, 9, 9),
          { regular: 36, daily: 4, weekly: 5 },
        ],
        [
          'a weekly rule that pays more comes before a daily one',
          [rule('daily', 8, 1.5), rule('weekly', 60, 2)],
          days(10, 10, 10, 10, 10, 10, 10),
          { regular: 48, daily: 12, weekly: 10 },
        ],
        [
          'a company that calculates no overtime has none',
          'federal',
          days(0, 14, 14, 14, 14),
          { regular: 56 },
          { calculate_overtime: '0' },
        ],
        [
          'time worked before eleven hours of rest is paid by the rest rule',
          rest,
          [
            { start: at(monday, 14), hours: 8 },
            { start: at('2026-06-02', 6), hours: 8 },
          ],
          { regular: 13, rest: 3 },
        ],
        [
          'manual time comes last on its day, so it is the overtime',
          'california',
          [
            { date: monday, hours: 2, on: 'other' },
            { start: at(monday, 14), hours: 8 },
          ],
          { regular: 8, daily: 2 },
        ],
      ]
      for (const [name, rules, sheets, hours, general] of cases)
        test(`in ${zone}, ${name}`, async () => {
          const { row, byJobcode } = await paid(rules, sheets, week, general)
          assert.deepEqual(hoursOf(row), hours)
          assert.deepEqual(summed([byJobcode.totals]), hours)
          assert.deepEqual(summed(Object.values(byJobcode.dates)), hours)
          const premium = Object.values<number>(row.overtime_seconds).reduce((sum, seconds) => sum + seconds, 0)
          assert.equal(row.total_work_seconds, row.total_re_seconds + premium + row.total_pto_seconds)
        })

      test(`in ${zone}, a night with a clock change counts by its elapsed time`, async () => {
        for (const change of [nights.forward, nights.back]) {
          const range = { start_date: change.from.slice(0, 10), end_date: change.to.slice(0, 10) }
          const { row, byJobcode } = await paid('federal', night(change), range)
          assert.equal(row.total_work_seconds, change.paid * hour, change.from)
          assert.deepEqual(summed([byJobcode.totals]), { regular: change.paid })
          const unpaid = Object.values<Values>(byJobcode.dates).flatMap((day) => Object.values<Values>(day))
          assert.equal(
            unpaid.reduce((sum, job) => sum + job.total_unpaid_seconds, 0),
            1800,
          )
        }
        const { from, to, paid: hours } = nights.again
        const range = { start_date: from.slice(0, 10), end_date: from.slice(0, 10) }
        const start = Date.parse(from) * 1000
        const { row } = await paid(
          'california',
          [{ start, hours: (Date.parse(to) * 1000 - start) / hour / 1e6 }],
          range,
        )
        assert.equal(row.total_re_seconds, hours * hour, 'an hour that occurs twice')
      })

      test(`in ${zone}, a night belongs to the day on which it started`, async () => {
        const { byJobcode } = await paid('california', [{ start: at(monday, 22), hours: 8 }])
        assert.deepEqual(Object.keys(byJobcode.dates), [monday])
        assert.deepEqual(summed([byJobcode.totals]), { regular: 8 })
      })

      test(`in ${zone}, hours and overtime of a split shift count on both sides of the workday and the workweek`, async () => {
        const split = { shift_boundary: 'split' }
        const next = { start_date: addDays(week.start_date, 7), end_date: addDays(week.end_date, 7) }
        const saturday: Sheet = { start: at(week.end_date, 20), hours: 12 }
        const monthly = { start_date: week.start_date, end_date: next.end_date }
        const first = [...days(0, 8, 8, 8, 8, 8), saturday]
        const later = [
          saturday,
          ...[1, 2, 3, 4, 5].map((n) => ({ start: at(addDays(next.start_date, n), 8), hours: 8 })),
        ]
        const nights: Sheet[] = [
          { start: at(monday, 22), hours: 8 },
          { start: at(addDays(monday, 1), 14), hours: 10 },
        ]
        const tuesday = { start_date: addDays(monday, 1), end_date: addDays(monday, 1) }
        const both = { regular: 10, daily: 4, daily_double: 4 }
        const cases: [string, Sheet[], Values, Record<string, number>, Record<string, number>?][] = [
          ['federal', first, week, { regular: 40, weekly: 4 }, { regular: 40, weekly: 12 }],
          ['federal', first, next, { regular: 8 }],
          ['federal', first, monthly, { regular: 48, weekly: 4 }, { regular: 40, weekly: 12 }],
          ['federal', later, next, { regular: 40, weekly: 8 }, { regular: 40 }],
          ['federal', later, week, { regular: 4 }, { regular: 12 }],
          ['california', nights, week, both, { regular: 16, daily: 2 }],
          ['california', nights, { start_date: monday, end_date: monday }, { regular: 2 }, { regular: 8 }],
          ['california', nights, tuesday, { regular: 8, daily: 4, daily_double: 4 }, { regular: 8, daily: 2 }],
        ]
        for (const [rules, sheets, range, expected, whole] of cases) {
          const { row, byJobcode } = await paid(rules, sheets, range, split)
          assert.deepEqual(hoursOf(row), expected, JSON.stringify([rules, range]))
          assert.deepEqual(summed(Object.values(byJobcode.dates)), expected)
          if (!whole) continue
          const started = await paid(rules, sheets, range)
          assert.deepEqual(hoursOf(started.row), whole, `start: ${JSON.stringify([rules, range])}`)
        }
      })

      test(`in ${zone}, workdays start at an hour of the company’s clocks`, async () => {
        // Workdays from four to four: Monday's shift from midnight is Sunday's, and the week before ends at four.
        const four = { workday_start: 4 }
        const sheets: Sheet[] = [
          { start: at(monday, 0), hours: 3 },
          { start: at(monday, 9), hours: 9 },
          { start: at('2026-06-02', 1), hours: 2 },
        ]
        const { byJobcode } = await paid('california', sheets, week, four)
        const byDate = Object.entries<Values>(byJobcode.dates).map(([date, jobs]) => [date, summed([jobs])])
        assert.deepEqual(byDate, [
          [week.start_date, { regular: 3 }],
          [monday, { regular: 8, daily: 3 }],
        ])
        const weekend: Sheet[] = [{ start: at(week.start_date, 0), hours: 8 }]
        const split = await paid('california', weekend, week, { ...four, shift_boundary: 'split' })
        assert.deepEqual(hoursOf(split.row), { regular: 4 }, 'four of the eight hours belong to the week before')
        const started = await paid('california', weekend, { start_date: '2026-05-30', end_date: '2026-05-30' }, four)
        assert.deepEqual(hoursOf(started.row), { regular: 8 })
      })

      test(`in ${zone}, overtime belongs to the jobcode worked on when the threshold is crossed`, async () => {
        const on = (start: number, hours: number, on: string): Sheet => ({ start, hours, on })
        const { byJobcode } = await paid('federal', [
          ...[0, 1].map((n) => on(at(addDays(monday, n), 8), 10, 'work')),
          on(at(addDays(monday, 2), 8), 5, 'work'),
          on(at(addDays(monday, 2), 13), 5, 'other'),
          ...[3, 4].map((n) => on(at(addDays(monday, n), 8), 10, 'other')),
          on(at(addDays(monday, 5), 8), 10, 'third'),
        ])
        const [a, b, c] = ['work', 'other', 'third'].map((name) => hoursOf(byJobcode.totals[jobs[name]!]))
        assert.deepEqual([a, b, c], [{ regular: 25 }, { regular: 15, weekly: 10 }, { regular: 0, weekly: 10 }])
        const crossing = byJobcode.dates[addDays(monday, 4)][jobs.other!]
        assert.deepEqual(hoursOf(crossing), { regular: 0, weekly: 10 })
      })
    })

  test('overtime rules can be set for a company, a group and a person, and the most specific apply', async () => {
    const company = await server.company(`Chosen ${database}`)
    const group = await server.createOne(company, 'groups', { name: 'Crew' })
    const people = [
      await server.user(company),
      await server.user(company, { group_id: group.id }),
      await server.user(company, { group_id: group.id }),
      await server.user(company, { exempt: true }),
      await server.user(company, { exempt: true, group_id: group.id }),
      await server.user(company, { group_id: group.id }),
    ]
    const triple = [{ name: 'triple', kind: 'daily', after_hours: 10, multiplier: 3 }]
    await insertSetting(server, company.id, 'overtime', 'rules', 'california')
    await insertSetting(server, company.id, 'overtime', 'rules', triple, { scope: 'group', scope_id: group.id })
    await insertSetting(server, company.id, 'overtime', 'rules', 'settings', { scope: 'user', scope_id: people[2]!.id })
    for (const user of people.slice(0, 5))
      await server.createOne(company, 'timesheets', {
        user_id: user.id,
        jobcode_id: 0,
        type: 'manual',
        date: monday,
        duration: 12 * hour,
      })
    const ask = (data: Values) => server.call(company.token, 'POST', '/reports/payroll', { data: { ...week, ...data } })
    const { body } = await ask({})
    assert.deepEqual(
      people.slice(0, 5).map(({ id }) => body.results.payroll_report[id].overtime_by_rule),
      [{ daily: 4 * hour }, { triple: 2 * hour }, {}, {}, {}],
    )
    // Every multiplier that applies to the person, including those without time.
    const usual = { 1.5: 0, 2: 0 }
    const advanced = await ask({ advanced_overtime: 'yes', include_zero_time: 'yes' })
    assert.deepEqual(
      people.map(({ id }) => advanced.body.results.payroll_report[id].overtime_seconds),
      [{ ...usual, 1.5: 4 * hour }, { ...usual, 3: 2 * hour }, usual, usual, { ...usual, 3: 0 }, { ...usual, 3: 0 }],
    )
    const data = { ...week, advanced_overtime: 'yes' }
    const byJobcode = await server.call(company.token, 'POST', '/reports/payroll_by_jobcode', { data })
    assert.deepEqual(
      people
        .slice(0, 5)
        .map(({ id }) => byJobcode.body.results.payroll_by_jobcode_report.by_user[id].totals[0].overtime_seconds),
      [{ ...usual, 1.5: 4 * hour }, { ...usual, 3: 2 * hour }, usual, usual, { ...usual, 3: 0 }],
    )
    assert.equal((await ask({ advanced_overtime: 'no' })).status, 417, 'other rates than 1.5 and 2')
    assert.equal((await ask({ advanced_overtime: 'no', user_ids: people[0]!.id })).status, 200)
    const { body: settings } = await server.get(company, '/effective_settings')
    assert.equal('overtime' in settings.results.effective_settings, false)
  })
})
