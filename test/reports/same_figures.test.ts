import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { hoursText } from '../../src/rules/pay/payroll.ts'
import { shownPay } from '../../src/rules/pay/shown_hours.ts'
import { shownUnits } from '../../src/rules/pay/shown_units.ts'
import type { HoursReport, HoursRow } from '../../src/rules/reports/hours.ts'
import { ask } from '../app_api/ask.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { pagesOf } from '../exports/pdf_text.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// A pay period with overtime on several jobs, whose figures have parts to round: every page and file that names a job, a
// person or the total has the same hours, and the same cents.

const range = 'start_date=2026-02-15&end_date=2026-02-28'

onEither('the same figures', (database) => {
  let server: TestServer
  let ada: TestCompany
  let people: { id: number; token: string }[]
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
    await insertSetting(server, ada.id, 'overtime', 'rules', 'california')
    const settings = { general: { payroll_type: 'biweekly', payroll_end_date: '2026-02-28' } }
    assert.equal((await ask(server, ada, 'PUT', '/settings', { settings })).status, 200)
    const job = async (name: string, more: Values = {}) =>
      (await server.createOne(ada, 'jobcodes', { name, assigned_to_all: true, ...more })).id as number
    const north = await job('North')
    const billed = { billable: true, billable_rate: 83.33 }
    const below = [await job('Roof', billed), await job('Cellar')]
    const jobs = [...[north, ...below], ...[await job('Office'), await job('Yard', billed), await job('Van'), 0]]
    people = [await server.user(ada), await server.user(ada), await server.user(ada)]
    await ask(server, ada, 'PUT', '/pay', {
      data: people.map(({ id }, index) => ({ user_id: id, pay_rate: 21.37 + index / 3, pay_interval: 'hour' })),
    })
    const two = (value: number) => String(value).padStart(2, '0')
    const clock = (seconds: number) =>
      `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    const sheets = people.flatMap(({ id }, person) =>
      Array.from({ length: 11 }, (_, index) => {
        const date = `2026-02-${15 + index}`
        // Four stretches on different jobs, more than eight hours in all.
        return [0, 1, 2, 3].map((part) => {
          const start = 7 * 3600 + part * 9000 + 61 * index + 17 * person
          const at = (seconds: number) => `${date}T${clock(seconds)}-07:00`
          const jobcode_id = jobs[(index * 2 + part * 3 + person) % jobs.length]
          const length = 7900 + 137 * part + 29 * index
          return { user_id: id, type: 'regular', jobcode_id, start: at(start), end: at(start + length) }
        })
      }),
    )
    const typed = people.map(({ id }) => {
      return { user_id: id, type: 'manual', jobcode_id: jobs[1], date: '2026-02-27', duration: 7 * 3600 + 1200 }
    })
    const all = [...sheets.flat(), ...typed]
    for (let at = 0; at < all.length; at += 50) await record(all.slice(at, at + 50))
    // Some time is on a job that others are below, as it was before they came.
    const moved = below.map((id) => ({ id, parent_id: north }))
    assert.equal((await server.put(ada, '/jobcodes', moved)).status, 200)
  })
  after(() => server.stop())

  /** Records up to 50 entries. */
  const record = async (entries: readonly Values[]) => {
    const { body, text } = await server.post(ada, '/timesheets', entries)
    const codes = Object.values<Values>(body.results.timesheets).map(({ _status_code }) => _status_code)
    assert.ok(codes.length === entries.length && codes.every((code) => code < 300), text)
  }

  const report = async (query: string): Promise<HoursReport & { unit: number }> => {
    const { status, body } = await ask(server, ada, 'GET', `/hours?${range}&money=yes${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as HoursReport & { unit: number }
  }
  const csv = async (target: string, filter = '') => {
    const path = `/exports/${target}?${range}&money=yes&format=csv${filter}`
    const { statusCode, body } = await download(server, ada, path)
    assert.equal(statusCode, 200, body)
    return rowsOf(body)
  }
  /** Seconds, cost and what is billed, in cents, by a key. */
  type Figures = Record<string, [seconds: number, cost: number, billed: number]>
  const sumsOf = <T>(rows: readonly T[], keyOf: (row: T) => number | string, of: (row: T) => Figures[string]) => {
    const sums: Figures = {}
    for (const row of rows) {
      const sum = sums[keyOf(row)] ?? [0, 0, 0]
      sums[keyOf(row)] = sum
      for (const [index, value] of of(row).entries()) sum[index]! += value
    }
    return sums
  }
  const figuresIn = ({ columns }: HoursReport, values: readonly number[]): Figures[string] => {
    const place = (key: string) => columns.findIndex((column) => column.key === key)
    return [values[place('total')]!, values[place('cost')]!, values[place('billable')]!]
  }
  const ofFile = ({ hours, cost, billable_amount }: Record<string, string>): Figures[string] => [
    Math.round(Number(hours) * 100) * 36,
    Math.round(Number(cost) * 100),
    Math.round(Number(billable_amount) * 100),
  ]
  /** The names from the top down. Time directly on a job that has others below it belongs to the row above. */
  const pathOf = ({ key }: HoursRow, rows: readonly HoursRow[]) =>
    rows
      .filter((row) => !row.key.endsWith('/own') && `${key}/`.startsWith(`${row.key}/`))
      .map(({ name }) => name)
      .join(' › ')
  const leaves = (rows: readonly HoursRow[]) => rows.filter(({ parent }) => !parent)

  const roundings = {
    off: { minutes: 0 },
    'of punches': { minutes: 5, direction: 'nearest', of: 'punches' },
    'of the day': { minutes: 5, direction: 'up', of: 'day' },
  } as const
  const displays = ['hhmm', 'decimal'] as const
  // Without the full run, each rounding is shown in one of the ways.
  for (const [index, [name, rounding]] of Object.entries(roundings).entries())
    for (const display of isFull ? displays : [displays[(index + 1) % 2]!])
      test(`every job, person and the total have the same figures in all reports and files, with rounding ${name} (${display})`, async () => {
        const settings = { rounding, time_entry: { mtc_format_time_display: display } }
        const { status, body } = await ask(server, ada, 'PUT', '/settings', { for: 'company', settings })
        assert.equal(status, 200, JSON.stringify(body))
        const hours = await report('&group_by=job')
        const total = figuresIn(hours, hours.total)
        const jobs = leaves(hours.rows).filter(({ values }) => figuresIn(hours, values).some((figure) => figure !== 0))
        const byJob = sumsOf(
          jobs,
          ({ id }) => id,
          ({ values }) => figuresIn(hours, values),
        )
        assert.equal(Object.keys(byJob).length, 7)

        const within = async (group_by: string) => {
          const nested = await report(`&group_by=${group_by}`)
          const rows = leaves(nested.rows).map((row) => ({ row, key: row.id }))
          assert.deepEqual(figuresIn(nested, nested.total), total, group_by)
          return sumsOf(
            rows,
            ({ key }) => key,
            ({ row }) => figuresIn(nested, row.values),
          )
        }
        for (const by of ['person', 'day', 'week']) assert.deepEqual(await within(`${by},job`), byJob, by)

        for (const { id } of people) {
          const { rows, columns } = await report(`&group_by=day&user_ids=${id}`)
          const path = `/approvals/days?user_id=${id}&${range}`
          const { days } = (await ask(server, ada, 'GET', path)).body
          const paid = days.filter(({ shown }: Values) => shown.total_seconds > 0)
          const place = (key: string) => columns.findIndex((column) => column.key === key)
          const overtime = ['overtime', 'double'].map(place)
          assert.deepEqual(
            paid.map(({ date, shown }: Values) => [date, shown.total_seconds, shown.overtime_seconds]),
            rows.map(({ date, values }) => [
              date,
              values[place('total')],
              overtime.reduce((sum, at) => sum + (values[at] ?? 0), 0),
            ]),
          )
        }

        // Entries as on the timesheet of their week, which is the second one of the range.
        const week = 'start_date=2026-02-22&end_date=2026-02-28'
        for (const { id } of people) {
          const { entries } = (await ask(server, ada, 'GET', `/entry_hours?${week}&user_ids=${id}`)).body
          const paid = (await server.get(ada, `/reports/payroll?${week}&user_ids=${id}`)).body.results.payroll_report[
            id
          ]
          assert.equal(
            entries.reduce((sum: number, { seconds }: Values) => sum + Number(seconds), 0),
            shownPay(paid, shownUnits[display]).total_work_seconds,
          )
          assert.ok(entries.every(({ seconds }: Values) => Number(seconds) % shownUnits[display] === 0))
          const { entries: some } = (await ask(server, ada, 'GET', `/entry_hours?${week}&user_ids=${id}&jobcode_ids=0`))
            .body
          const all = new Map(entries.map((entry: Values) => [entry.id, entry.seconds]))
          assert.ok(some.length > 0 && some.length < entries.length)
          for (const entry of some) assert.equal(entry.seconds, all.get(entry.id))
        }

        const { payroll_report } = (await server.get(ada, `/reports/payroll?${range}`)).body.results
        const pay = Object.values<Parameters<typeof shownPay>[0] & { user_id: number }>(payroll_report)
        const { people: gross } = (await ask(server, ada, 'GET', `/gross_pay?${range}`)).body
        const byPerson = sumsOf(
          pay,
          ({ user_id }) => user_id,
          (row) => {
            const { gross_cents, billable_cents } = gross.find((one: Values) => one.user_id === row.user_id)
            return [shownPay(row, shownUnits[display]).total_work_seconds, gross_cents, billable_cents]
          },
        )
        assert.deepEqual(await within('person'), byPerson)
        assert.deepEqual(
          sumsOf(
            Object.values(byPerson),
            () => 'all',
            (own) => own,
          ).all,
          total,
        )
        const written = await csv('payroll')
        for (const row of pay) {
          const shown = shownPay(row, shownUnits[display])
          const page = { regular: shown.total_re_seconds, overtime: shown.overtime_seconds['1.5'] }
          for (const [kind, seconds] of Object.entries(page)) {
            const line = written.find((one) => one.kind === kind && one.user_id === String(row.user_id))
            assert.equal(line?.hours, hoursText(seconds!), `${kind} of ${row.user_id}`)
          }
        }
        // The payroll page shows the report by person if a filter selects jobs.
        for (const { id } of jobs) {
          const filter = `&jobcode_ids=${id}`
          const part = await report(`&group_by=person${filter}`)
          const [lines, priced] = [await csv('payroll', filter), ['regular', 'overtime', 'double']]
          for (const kind of priced) {
            const place = part.columns.findIndex(({ key }) => key === kind)
            const onPage = part.rows.filter(({ values }) => (values[place] ?? 0) > 0)
            assert.deepEqual(
              lines.filter((line) => line.kind === kind).map(({ user_id, hours }) => [Number(user_id), hours]),
              onPage.map(({ id, values }) => [id, hoursText(values[place]!)]),
              `${kind} on job ${id}`,
            )
          }
          const isPaid = ({ values }: HoursRow) => figuresIn(part, values)[0] > 0
          assert.deepEqual(
            sumsOf(
              lines,
              ({ user_id }) => user_id!,
              (line) => [0, ...(ofFile(line).slice(1) as [number, number])],
            ),
            sumsOf(
              part.rows.filter(isPaid),
              (row) => row.id,
              ({ values }) => [0, ...(figuresIn(part, values).slice(1) as [number, number])],
            ),
            `money on job ${id}`,
          )
        }
        // All other sums have the unit of pages, files have decimals.
        if (display === 'hhmm') return
        const ids = new Map(hours.rows.map(({ id }) => [String(id), id]))
        assert.deepEqual(
          sumsOf(await csv('jobs'), ({ jobcode_id }) => ids.get(jobcode_id!)!, ofFile),
          byJob,
        )
        for (const target of ['payroll', 'jobs', 'timesheets'])
          assert.deepEqual(
            sumsOf(await csv(target), ({ user_id }) => user_id!, ofFile),
            byPerson,
            target,
          )
        const paths = new Map(jobs.map((row) => [row.id === 0 ? '' : pathOf(row, hours.rows), row.id]))
        assert.deepEqual(
          sumsOf(await csv('timesheets'), ({ job }) => paths.get(job!)!, ofFile),
          byJob,
        )
      })

  test('the PDF of gross pay has the same figures as the report, of all jobs and of the one that a filter selects', async () => {
    for (const display of ['hhmm', 'decimal']) {
      const settings = { rounding: { minutes: 0 }, time_entry: { mtc_format_time_display: display } }
      assert.equal((await ask(server, ada, 'PUT', '/settings', { settings })).status, 200)
      const { rows } = await report('&group_by=job')
      for (const filter of ['', ...rows.slice(0, 4).map(({ id }) => `&jobcode_ids=${id}`)]) {
        const page = await report(`&group_by=person${filter}`)
        const { rawPayload } = await download(server, ada, `/exports/payroll?${range}&money=yes&format=pdf${filter}`)
        // After the rows of a person, and of everyone, there is the sum of their hours and their pay.
        const [, text = ''] = pagesOf(rawPayload).flat().join(' ').replaceAll(',', '').split('Gross pay by rate')
        const sums = Array.from(text.matchAll(/Total ([\d.]+) ([\d.]+) /g), ([, hours, pay]) => [hours, pay])
        const written = sumsOf(await csv('payroll', filter), ({ user_id }) => user_id!, ofFile)
        const onPage = page.rows.filter(({ values }) => figuresIn(page, values)[0] > 0)
        const cents = (all: number) => (all / 100).toFixed(2)
        assert.deepEqual(
          sums.slice(0, -1).sort(),
          onPage.map(({ id, values }) => [hoursText(written[id]![0]), cents(figuresIn(page, values)[1])]).sort(),
          `${display} ${filter}`,
        )
      }
    }
  })

  test('files over several pay periods have the same figures as the report, with unpaid breaks, and of the job that a filter selects', async () => {
    const settings = {
      general: { payroll_type: 'weekly', payroll_end_date: '2026-02-21' },
      rounding: { minutes: 0 },
      time_entry: { mtc_format_time_display: 'decimal' },
    }
    const { status, body } = await ask(server, ada, 'PUT', '/settings', { for: 'company', settings })
    assert.equal(status, 200, JSON.stringify(body))
    const meal = (await ask(server, ada, 'POST', '/breaks', { name: 'Meal', type: 'unpaid_break' })).body.id
    const meals: Values[] = []
    for (const { id } of people)
      for (const day of [18, 19, 20, 23, 24]) {
        const at = (time: string) => `2026-02-${day}T${time}-07:00`
        meals.push({ user_id: id, type: 'regular', jobcode_id: meal, start: at('20:00:00'), end: at('20:20:25') })
      }
    await record(meals)
    const of = (rows: readonly HoursRow[], { columns }: HoursReport) => {
      const place = (key: string) => columns.findIndex((column) => column.key === key)
      return sumsOf(
        rows,
        ({ id }) => id,
        ({ values }) => [values[place('total')]!, values[place('unpaid_break')] ?? 0, 0],
      )
    }
    const ofFile = ({ hours, type }: Record<string, string>): Figures[string] => {
      const seconds = Math.round(Number(hours) * 100) * 36
      return type === 'unpaid_break' ? [0, seconds, 0] : [seconds, 0, 0]
    }
    const north = (await report('&group_by=job')).rows.find(({ name }) => name === 'North')!.id
    for (const filter of ['', `&jobcode_ids=${north}`]) {
      const hours = await report(`&group_by=person${filter}`)
      const byPerson = of(hours.rows, hours)
      assert.equal(Object.keys(byPerson).length, 3)
      for (const target of ['payroll', 'jobs', 'timesheets']) {
        const rows = await csv(`${target}`, filter)
        const isPaid = ([id, [total]]: [string, Figures[string]]) => [id, [total, 0, 0]]
        const own = target === 'timesheets' ? byPerson : Object.fromEntries(Object.entries(byPerson).map(isPaid))
        assert.deepEqual(
          sumsOf(rows, ({ user_id }) => user_id!, ofFile),
          own,
          `${target} ${filter}`,
        )
      }
    }
  })
})
