import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import type { Values } from '../../src/engine/table.ts'
import { shownPay } from '../../src/rules/pay/shown_hours.ts'
import { shownUnits } from '../../src/rules/pay/shown_units.ts'
import type { HoursReport, HoursRow } from '../../src/rules/reports/hours.ts'
import { download, rowsOf, sheetOf } from '../exports/exporting.ts'
import { pagesOf } from '../exports/pdf_text.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

const range = 'start_date=2026-02-15&end_date=2026-02-28'

onEither('hours', (database) => {
  let server: TestServer
  let ada: TestCompany
  let [crew, shop]: [number, number] = [0, 0]
  let people: { id: number; token: string }[] = []
  let [north, roof, cellar, office, vacation, unpaid]: number[] = []
  const items: Record<string, number> = {}
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
    await insertSetting(server, ada.id, 'overtime', 'rules', 'federal')
    const job = async (name: string, more: Values = {}) =>
      (await server.createOne(ada, 'jobcodes', { name, assigned_to_all: true, ...more })).id as number
    north = await job('North & Sons')
    roof = await job('Roof', { parent_id: north, billable: true, billable_rate: 80 })
    cellar = await job('Cellar', { parent_id: north, billable: false })
    office = await job('Office')
    ;[vacation, unpaid] = (
      await seed(server, ada.id, 'jobcodes', [
        jobcodeRow({ name: 'Vacation', type: 'pto' }),
        jobcodeRow({ name: 'Leave', type: 'unpaid_time_off' }),
      ])
    ).map(({ id }) => id as number)
    const field = await server.createOne(ada, 'customfields', {
      ...{ name: 'Phase', type: 'managed-list', applies_to: 'timesheet', show_to_all: true, required: false },
    })
    for (const name of ['Dig', 'Pour'])
      items[name] = (await server.createOne(ada, 'customfielditems', { customfield_id: field.id, name })).id
    crew = (await server.createOne(ada, 'groups', { name: 'Crew' })).id
    shop = (await server.createOne(ada, 'groups', { name: 'Shop' })).id
    people = [
      await server.user(ada, { first_name: 'Ann', last_name: 'Abel', group_id: crew }),
      await server.user(ada, { first_name: 'Bo', last_name: 'Berg', group_id: crew }),
      await server.user(ada, { first_name: 'Cy', last_name: 'Cole', group_id: shop }),
    ]
    await ask(server, ada, 'PUT', '/pay', {
      data: people.map(({ id }, index) => ({ user_id: id, pay_rate: 21.37 + index, pay_interval: 'hour' })),
    })
    const jobs = [roof, cellar, office]
    const sheets = people.flatMap(({ id }, person) =>
      Array.from({ length: 10 }, (_, index) => {
        const date = `2026-02-${index < 5 ? 16 + index : 18 + index}`
        // Odd seconds, so each figure has a part to round.
        const duration = 8 * 3600 + 17 * 60 + 36 * (1 + index) + 7 * person
        const choice = { [field.id]: index % 2 === 0 ? 'Dig' : 'Pour' }
        return {
          user_id: id,
          type: 'manual',
          jobcode_id: jobs[(index + person) % 3],
          date,
          duration,
          customfields: choice,
        }
      }),
    )
    const off = { user_id: people[0]!.id, type: 'manual', date: '2026-02-21', duration: 4 * 3600 + 36 }
    const made = await server.post(ada, '/timesheets', [
      ...sheets,
      { ...off, jobcode_id: vacation },
      { ...off, jobcode_id: unpaid },
    ])
    assert.equal(made.status, 200, made.text)
  })
  after(() => server.stop())

  const read = async (query = '', who: { token: string } = ada): Promise<HoursReport & { unit: number }> => {
    const { status, body } = await ask(server, who, 'GET', `/hours?${range}${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as HoursReport & { unit: number }
  }
  const sumOf = (rows: readonly HoursRow[], place: number) => rows.reduce((sum, { values }) => sum + values[place]!, 0)
  const place = ({ columns }: HoursReport, key: string) => columns.findIndex((column) => column.key === key)

  for (const display of ['hhmm', 'decimal'] as const)
    test(`hours add up to the payroll report, however they are grouped (${display})`, async () => {
      const settings = { time_entry: { mtc_format_time_display: display } }
      assert.equal((await ask(server, ada, 'PUT', '/settings', { for: 'company', settings })).status, 200)
      const { body } = await server.get(ada, `/reports/payroll?${range}&supplemental_data=no`)
      const rows = Object.values<Parameters<typeof shownPay>[0] & { user_id: number }>(body.results.payroll_report)
      const shown = rows.map((row) => shownPay(row, shownUnits[display]))
      const total = shown.reduce((sum, row) => sum + row.total_work_seconds, 0)
      for (const by of ['job', 'customer', 'person', 'group', 'day', 'week', 'month', 'job,person', 'week,job']) {
        const report = await read(`&group_by=${by}`)
        assert.equal(report.unit, shownUnits[display])
        assert.deepEqual(
          report.columns.map(({ key }) => key),
          ['regular', 'overtime', 'pto', 'total', 'unpaid_time_off'],
        )
        assert.equal(report.total[place(report, 'total')], total, by)
        for (const [index] of report.columns.entries()) {
          assert.equal(
            sumOf(
              report.rows.filter(({ level }) => level === 0),
              index,
            ),
            report.total[index],
            by,
          )
          // Every parent is the sum of the rows one level below it.
          for (const [at, row] of report.rows.entries()) {
            if (!row.parent) continue
            const end = report.rows.findIndex(({ level }, other) => other > at && level <= row.level)
            const below = report.rows.slice(at + 1, end < 0 ? undefined : end)
            assert.equal(
              sumOf(
                below.filter(({ level }) => level === row.level + 1),
                index,
              ),
              row.values[index],
              row.key,
            )
          }
        }
        for (const { values } of report.rows) for (const seconds of values) assert.equal(seconds % report.unit, 0)
      }
      const byPerson = await read('&group_by=person')
      for (const row of shown) {
        const own = byPerson.rows.find(({ id }) => id === row.user_id)!
        assert.equal(own.values[place(byPerson, 'total')], row.total_work_seconds)
        assert.equal(own.values[place(byPerson, 'overtime')], row.overtime_seconds['1.5'])
        assert.equal(own.values[place(byPerson, 'pto')], row.total_pto_seconds)
      }
    })

  test('hours show the gross pay of the payroll report, in shares that add up', async () => {
    const { body } = await ask(server, ada, 'GET', `/gross_pay?${range}`)
    for (const by of ['person', 'job', 'day', 'job,person']) {
      const report = await read(`&money=yes&group_by=${by}`)
      const [cost, billable] = [place(report, 'cost'), place(report, 'billable')]
      const sum = (of: string) => body.people.reduce((all: number, row: Record<string, number>) => all + row[of]!, 0)
      assert.equal(report.total[cost], sum('gross_cents'), by)
      assert.equal(report.total[billable], sum('billable_cents'), by)
      const top = report.rows.filter(({ level }) => level === 0)
      assert.equal(sumOf(top, cost), report.total[cost])
      assert.equal(sumOf(top, billable), report.total[billable])
    }
    const byPerson = await read('&money=yes&group_by=person')
    for (const { user_id, gross_cents } of body.people)
      assert.equal(byPerson.rows.find(({ id }) => id === user_id)!.values[place(byPerson, 'cost')], gross_cents)
  })

  test('hours by job show the job tree with its subtotals, in the chosen order', async () => {
    const names = async (query: string) =>
      (await read(query)).rows.map(({ name, level, parent }) => `${'  '.repeat(level)}${name}${parent ? ':' : ''}`)
    assert.deepEqual(await names(''), ['Leave', 'North & Sons:', '  Cellar', '  Roof', 'Office', 'Vacation'])
    const bySize = await names('&sort=total')
    assert.deepEqual(bySize.slice(0, 1), ['North & Sons:'])
    assert.deepEqual(bySize.at(-1), 'Leave')
    assert.deepEqual(await names(`&group_by=person,customer&user_ids=${people[1]!.id}`), [
      'Bo Berg:',
      '  North & Sons',
      '  Office',
    ])
  })

  test('filtered hours have the figures that they have in the whole', async () => {
    const all = await read('&group_by=job')
    const total = (report: HoursReport) => report.total[place(report, 'total')]!
    const rowOf = (id: number) => all.rows.find((row) => row.id === id)!.values[place(all, 'total')]!
    assert.equal(total(await read(`&jobcode_ids=${north}`)), rowOf(north!))
    assert.equal(total(await read(`&jobcode_ids=${cellar},${office}`)), rowOf(cellar!) + rowOf(office!))
    assert.equal(total(await read('&billable=yes')), rowOf(roof!))
    assert.equal(total(await read('&billable=yes')) + total(await read('&billable=no')), total(all))
    assert.equal(total(await read(`&group_ids=${crew}`)) + total(await read(`&group_ids=${shop}`)), total(all))
    const dug = total(await read(`&item_ids=${items.Dig}`))
    const poured = total(await read(`&item_ids=${items.Pour}`))
    const off = all.total[place(all, 'pto')]!
    assert.equal(dug + poured + off, total(all))
    assert.ok(dug > 0 && poured > 0)
    assert.equal(total(await read(`&item_ids=${items.Dig},${items.Pour}`)), dug + poured)
    assert.deepEqual((await read(`&user_ids=${people[0]!.id}&item_ids=999999`)).rows, [])
  })

  test('filtered hours have the parts of shifts that began before the dates', async () => {
    const company = await server.company()
    const night = await server.user(company)
    await insertSetting(server, company.id, 'general', 'shift_boundary', 'split')
    const field = await server.createOne(company, 'customfields', {
      ...{ name: 'Phase', type: 'managed-list', applies_to: 'timesheet', show_to_all: true, required: false },
    })
    const dig = await server.createOne(company, 'customfielditems', { customfield_id: field.id, name: 'Dig' })
    await server.createOne(company, 'timesheets', {
      ...{ user_id: night.id, jobcode_id: 0, type: 'regular', customfields: { [field.id]: 'Dig' } },
      ...{ start: '2026-02-21T20:00:00-07:00', end: '2026-02-22T04:00:00-07:00' },
    })
    const sunday = 'start_date=2026-02-22&end_date=2026-02-22&group_by=day'
    for (const query of [sunday, `${sunday}&item_ids=${dig.id}`]) {
      const { body } = await ask(server, company, 'GET', `/hours?${query}`)
      assert.equal((body as HoursReport).total[place(body as HoursReport, 'total')], 4 * 3600, query)
    }
  })

  test('people see all hours, those of their groups, or their own; only administrators see money', async () => {
    const manager = await server.user(ada, { first_name: 'Mia' })
    await server.put(ada, '/groups', [{ id: crew, manager_ids: String(manager.id) }])
    const seen = async (who: { token: string }) => (await read('&group_by=person', who)).rows.map(({ name }) => name)
    assert.deepEqual(await seen(ada), ['Ann Abel', 'Bo Berg', 'Cy Cole'])
    assert.deepEqual(await seen(manager), ['Ann Abel', 'Bo Berg'])
    assert.deepEqual(await seen(people[2]!), ['Cy Cole'])
    for (const who of [manager, people[2]!]) {
      const { status } = await ask(server, who, 'GET', `/hours?${range}&money=yes`)
      assert.equal(status, 403)
    }
  })

  for (const display of ['hhmm', 'decimal'] as const)
    test(`the CSV, XLSX and PDF of hours have the rows, columns, order and sums of the page (${display})`, async () => {
      const settings = { time_entry: { mtc_format_time_display: display } }
      await ask(server, ada, 'PUT', '/settings', { for: 'company', settings })
      const query = `&group_by=job,person&sort=total&money=yes&group_ids=${crew}&billable=both`
      const report = await read(query)
      const file = async (format: string) => {
        const answer = await download(server, ada, `/exports/hours?${range}${query}&format=${format}`)
        assert.equal(answer.statusCode, 200, answer.body)
        return answer
      }
      const isDecimal = display === 'decimal'
      const text = (value: number, cents: boolean) => {
        if (cents) return (value / 100).toFixed(2)
        if (isDecimal) return (value / 3600).toFixed(2)
        return `${Math.floor(value / 3600)}:${String((value % 3600) / 60).padStart(2, '0')}`
      }
      const cells = (values: readonly number[]) =>
        values.map((value, index) => text(value, report.columns[index]!.unit === 'cents'))
      const csv = rowsOf((await file('csv')).body)
      const names = report.columns.map(({ name }) => name)
      assert.deepEqual(Object.keys(csv[0]!), ['Job', 'Person', 'Row', ...names, 'Share %'])
      assert.deepEqual(
        csv.map((row) => names.map((name) => row[name])),
        [...report.rows.map(({ values }) => cells(values)), cells(report.total)],
      )
      assert.deepEqual(
        csv.map(({ Row }) => Row),
        [...report.rows.map(({ parent }) => (parent ? 'Subtotal' : '')), ''],
      )
      const roofs = csv.filter(({ Job }) => Job === 'North & Sons › Roof')
      assert.deepEqual(roofs.map(({ Person }) => Person).sort(), ['', 'Ann Abel', 'Bo Berg'])

      const xlsx = await file('xlsx')
      const [head, ...rows] = sheetOf(xlsx.rawPayload)
      assert.deepEqual(head, Object.keys(csv[0]!))
      assert.equal(rows.length, csv.length)
      for (const [index, { values }] of report.rows.entries())
        for (const [column, value] of values.entries()) {
          const unit = report.columns[column]!.unit === 'cents' ? 100 : isDecimal ? 3600 : 86_400
          assert.ok(Math.abs(Number(rows[index]![column + 3]) - value / unit) < 1e-9)
        }
      const sheet = strFromU8(unzipSync(xlsx.rawPayload)['xl/worksheets/sheet1.xml']!)
      assert.match(sheet, new RegExp(`<autoFilter ref="A1:[A-Z]${csv.length}"/>`), 'the total is not filtered')
      assert.match(sheet, /<pane [^>]*state="frozen"/)

      const pages = pagesOf((await file('pdf')).rawPayload)
      const shown = pages.flat()
      const total = shown.lastIndexOf('Total')
      // On paper, thousands are grouped.
      const onPaper = cells(report.total).map((cell) => cell.replace(/\B(?=(\d{3})+(?!\d|:))/, ','))
      assert.deepEqual(shown.slice(total, total + 1 + names.length), ['Total', ...onPaper])
      assert.deepEqual(
        shown.filter((one) => one === 'Signature' || one === 'Date'),
        ['Signature', 'Date'],
      )
    })

  test('the file of hours refuses what the page refuses, and other files refuse its options', async () => {
    const manager = await server.user(ada, { first_name: 'Max' })
    const told = async (path: string, who: { token: string } = ada) => {
      const { statusCode, body } = await download(server, who, `/exports/${path}`)
      return [
        statusCode,
        JSON.parse(body)
          .error.message.replace(/^[^:]*: /, '')
          .split(':')[0],
      ]
    }
    assert.deepEqual(await told(`hours?${range}&money=yes`, manager), [403, 'money'])
    assert.deepEqual(await told(`hours?${range}&group_by=color`), [
      417,
      'group_by must be one or two of job, customer, person, group, day, week, month',
    ])
    assert.deepEqual(await told(`jobs?${range}&group_by=job`), [417, 'group_by'])
  })

  test('hours with invalid parameters are refused by name', async () => {
    const table: [string, RegExp][] = [
      ['start_date=2026-02-15', /^end_date/],
      ['start_date=2026-02-15&end_date=2026-02-14', /^start_date must not be after/],
      ['start_date=2025-01-01&end_date=2026-02-14', /^end_date must be at most 400 days/],
      [`${range}&group_by=color`, /^group_by must be one or two of/],
      [`${range}&group_by=job,job`, /^group_by must be one or two of/],
      [`${range}&group_by=job,person,day`, /^group_by must be one or two of/],
      [`${range}&billable=maybe`, /^billable/],
    ]
    for (const [query, message] of table) {
      const { status, body } = await ask(server, ada, 'GET', `/hours?${query}`)
      assert.equal(status, 417, query)
      assert.match(body.error.message.replace(/^Expectation Failed: /, ''), message)
    }
  })
})
