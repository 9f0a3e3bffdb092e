import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { hoursText } from '../../src/rules/pay/payroll.ts'
import { ask } from '../app_api/ask.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { download, rowsOf, sheetOf } from './exporting.ts'
import { pagesOf } from './pdf_text.ts'

// Two pay periods of a week, each with overtime at three rates, two kinds of time off, premiums for breaks, and hours
// that are not whole hundredths or minutes.
const range = 'start_date=2026-02-15&end_date=2026-02-28'
const oneWeek = 'start_date=2026-02-15&end_date=2026-02-21'
const hour = 3600
const premium = 'Breaks not provided'

onEither('the payroll file with one row per person', (database) => {
  let server: TestServer
  let company: TestCompany
  let people: { id: number }[]
  let roof: number
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company('Rivera Gärten')
    await insertSetting(server, company.id, 'general', 'payroll_type', 'weekly')
    const rule = (name: string, after_hours: number, multiplier: number) => {
      return { name, kind: 'daily', after_hours, multiplier }
    }
    const overtime = [rule('long', 8, 1.25), rule('longer', 10, 1.5), rule('longest', 12, 2)]
    await ok('PUT', '/settings', { overtime })
    const [vacation, sick] = await seed(server, company.id, 'jobcodes', [
      jobcodeRow({ name: 'Vacation', type: 'pto' }),
      jobcodeRow({ name: 'Sick', type: 'pto' }),
    ])
    const job = { name: 'Roof', assigned_to_all: true, billable: true, billable_rate: 80 }
    roof = (await server.createOne(company, 'jobcodes', job)).id
    people = [
      await server.user(company, { first_name: 'Zoë', last_name: 'Ash', payroll_id: '9', employee_number: 4 }),
      await server.user(company, { first_name: 'Wanda', last_name: 'Worker', payroll_id: '123' }),
      await server.user(company, { first_name: 'Ina', last_name: 'Young' }),
    ]
    const [zoe, wanda, ina] = people
    const manual = (person: { id: number }, day: number, seconds: number, jobcode_id = 0) => {
      return { type: 'manual', user_id: person.id, jobcode_id, date: `2026-02-${day}`, duration: seconds }
    }
    const answer = await server.post(company, '/timesheets', [
      ...[16, 17, 24].map((day) => manual(wanda!, day, 13 * hour + 1008, roof)),
      ...[18, 25].map((day) => manual(wanda!, day, 11 * hour + 720)),
      ...[19, 26].map((day) => manual(wanda!, day, 1200)),
      manual(wanda!, 20, 8 * hour, Number(vacation!.id)),
      manual(wanda!, 27, 4 * hour + 1188, Number(sick!.id)),
      ...[16, 23].map((day) => manual(zoe!, day, 1200)),
      manual(zoe!, 17, 8 * hour, Number(sick!.id)),
      ...[16, 23].map((day) => ({
        ...{ type: 'regular', user_id: ina!.id, jobcode_id: roof },
        ...{ start: `2026-02-${day}T08:00:00-07:00`, end: `2026-02-${day}T14:10:25-07:00` },
      })),
    ])
    const statuses = Object.values<Values>(answer.body.results.timesheets).map((item) => item._status_code)
    assert.deepEqual([...new Set(statuses)], [200], answer.text)
    await ok('PUT', '/break_rules', { rules: 'california_meals', premium: true })
    const rates = [wanda!, ina!].map(({ id }, place) => ({
      user_id: id,
      pay_rate: 19.37 + place,
      pay_interval: 'hour',
    }))
    await ok('PUT', '/pay', { data: rates })
    await ok('PUT', '/exports/setup', { payroll: { codes: { regular: 'REG', overtime: 'OT', pto: 'OFF' } } })
  })
  after(() => server.stop())

  const ok = async (method: 'GET' | 'PUT', path: string, body?: unknown): Promise<Values> => {
    const answer = await ask(server, company, method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const file = async (query: string) => {
    const answer = await download(server, company, `/exports/payroll?${query}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer
  }
  /** The rows of the spreadsheet by heading, and its headings. */
  const spreadsheet = async (query: string) => {
    const [head, ...rows] = sheetOf((await file(`${query}&format=xlsx`)).rawPayload)
    const headings = head!.map(String)
    const named = rows.map((row) => Object.fromEntries(headings.map((name, place) => [name, row[place]])))
    return { headings, rows: named.slice(0, -1), total: named.at(-1)! }
  }
  /** What the lines of the CSV file add up to: hours by person and kind, and money by person. */
  const linesOf = async (query: string) => {
    const sums = new Map<string, number>()
    const add = (key: string, value: string | undefined) =>
      sums.set(key, Math.round(100 * ((sums.get(key) ?? 0) + Number(value ?? 0))) / 100)
    for (const { last_name, description, hours, cost, billable_amount } of rowsOf((await file(query)).body))
      for (const who of [last_name, 'Total']) {
        add(`${who} ${description}`, hours)
        if (description !== premium) add(`${who} Total`, hours)
        add(`${who} Gross pay`, cost)
        add(`${who} Billable`, billable_amount)
      }
    return sums
  }
  const plain = (heading: string) => heading.replace(/ \([A-Z]+\)$/, '')

  for (const [title, query] of [
    ['of one pay period', oneWeek],
    ['of two pay periods', range],
    ['of one job', `${range}&jobcode_ids=0`],
  ] as const)
    for (const unit of ['hhmm', 'decimal'])
      test(`every figure of a file ${title} in ${unit} is the sum of the lines of the CSV file`, async () => {
        await ok('PUT', '/settings', { settings: { time_entry: { mtc_format_time_display: unit } } })
        for (const money of [false, true]) {
          const asked = `${query}${money ? '&money=yes' : ''}`
          const { headings, rows, total } = await spreadsheet(asked)
          const lines = await linesOf(asked)
          const names = [...new Set([...lines.keys()].map((key) => key.slice(0, key.indexOf(' '))))]
          assert.deepEqual([...rows.map((row) => row['Last name']), 'Total'].sort(), names.sort())
          const figures = headings.slice(headings.indexOf('To') + 1)
          for (const row of [...rows, total]) {
            const who = row === total ? 'Total' : row['Last name']
            for (const heading of figures)
              assert.equal(row[heading] ?? 0, lines.get(`${who} ${plain(heading)}`) ?? 0, `${who} ${heading}`)
          }
          const ownKinds = [...lines.keys()].flatMap((key) => (key.startsWith('Total ') ? [key.slice(6)] : []))
          const isShown = (kind: string) =>
            !/^(Gross pay|Billable)$/.test(kind) || (money && lines.get(`Total ${kind}`))
          assert.deepEqual(figures.map(plain).sort(), ownKinds.filter(isShown).sort())
        }
      })

  test('the spreadsheet names kinds with their codes, in the order of the page, and has the figures of the page', async () => {
    await ok('PUT', '/settings', { settings: { time_entry: { mtc_format_time_display: 'decimal' } } })
    const { headings, rows, total } = await spreadsheet(`${range}&money=yes`)
    assert.deepEqual(headings, [
      ...['User ID', 'Employee number', 'Payroll ID', 'Last name', 'First name', 'Group', 'From', 'To'],
      ...['Regular (REG)', 'Overtime at 1.25 times', 'Overtime (OT)', 'Double time'],
      ...['Time off: Vacation (OFF)', 'Time off: Sick (OFF)', 'Total', premium, 'Gross pay', 'Billable'],
    ])
    assert.deepEqual([rows[0]!['Employee number'], rows[0]!['Payroll ID'], rows[0]!.From], [4, '9', 46068])
    const { payroll_report } = (await server.get(company, `/reports/payroll?${range}`)).body.results
    const { people: paid } = await ok('GET', `/gross_pay?${range}`)
    const decimal = (seconds = 0) => Number(hoursText(seconds))
    for (const { id } of people) {
      const row = rows.find((row) => row['User ID'] === id)!
      const report = payroll_report[id]
      assert.deepEqual(
        [row['Regular (REG)'], row['Overtime at 1.25 times'] ?? 0, row['Overtime (OT)'] ?? 0, row['Double time'] ?? 0],
        [
          decimal(report.total_re_seconds),
          ...['1.25', '1.5', '2'].map((rate) => decimal(report.overtime_seconds[rate])),
        ],
      )
      assert.equal(row.Total, decimal(report.total_work_seconds))
      const { gross_cents, billable_cents } = paid.find(({ user_id }: Values) => user_id === id)!
      assert.deepEqual([row['Gross pay'] ?? 0, row.Billable ?? 0], [gross_cents / 100, billable_cents / 100])
    }
    const all = paid.reduce((sum: number, { gross_cents }: Values) => sum + gross_cents, 0)
    assert.equal(total['Gross pay'], all / 100)
    assert.ok(headings.every((heading) => !/Gross|Billable/.test(heading) || total[heading]))
  })

  test('the printed file has the same rows, a total, and a line to sign', async () => {
    const { headings, rows, total } = await spreadsheet(range)
    const [page, ...rest] = pagesOf((await file(`${range}&format=pdf`)).rawPayload)
    assert.equal(rest.length, 0)
    const text = page!.join(' ')
    const printed = headings.filter((heading) => !/ID|number|Group|From|To$/.test(heading) || heading === 'Payroll ID')
    for (const heading of printed) for (const word of heading.split(' ')) assert.ok(text.includes(word), word)
    const figures = (row: Record<string, unknown>) =>
      headings.slice(headings.indexOf('To') + 1).flatMap((name) => (row[name] ? [Number(row[name]).toFixed(2)] : []))
    for (const row of rows) {
      const own = [row['Payroll ID'], row['Last name'], row['First name'], ...figures(row)].filter(Boolean).join(' ')
      assert.ok(text.includes(own), `${own} in ${text}`)
    }
    assert.ok(text.includes(`Total ${figures(total).join(' ')} Signature Date`), text)
    assert.match(page![1]!, /^Hours for payroll, 2\/15\/2026 to 2\/28\/2026$/)
  })

  test('the printed file with money has gross pay in each row, and then by rate', async () => {
    const pages = pagesOf((await file(`${range}&format=pdf&money=yes`)).rawPayload)
    assert.equal(pages.length, 2)
    const { people: paid } = await ok('GET', `/gross_pay?${range}`)
    const sum = (of: string) => paid.reduce((all: number, row: Values) => all + row[of], 0) / 100
    const money = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 })
    const end = `${money(sum('gross_cents'))} ${money(sum('billable_cents'))}`
    assert.match(pages[0]!.join(' '), new RegExp(`Total .* ${end} Signature Date`))
    assert.match(pages[1]!.join(' '), new RegExp(`Gross pay by rate .* Total [\\d.,]+ ${end} Page 2`))
  })

  test('a payroll file without time has headings and no total', async () => {
    const empty = 'start_date=2025-02-15&end_date=2025-02-28'
    const rows = sheetOf((await file(`${empty}&format=xlsx`)).rawPayload)
    assert.deepEqual([rows.length, rows[0]!.at(-1)], [1, 'Total'])
    const [page] = pagesOf((await file(`${empty}&format=pdf`)).rawPayload)
    assert.deepEqual(page!.slice(2), ['Payroll ID', 'Last name', 'First name', 'Total', 'Signature', 'Date', 'Page 1'])
  })
})
