import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import type { HoursReport } from '../../src/rules/reports/hours.ts'
import { ask } from '../app_api/ask.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { download, rowsOf, sheetOf } from './exporting.ts'
import { pagesOf } from './pdf_text.ts'

// A week with two days of six hours without a meal, at 20.00: 12 h of work, and 2 h of premium (Labor Code 226.7).
const range = 'start_date=2026-02-15&end_date=2026-02-21'
const hour = 3600

onEither('premium for breaks that were not provided', (database) => {
  let server: TestServer
  let ada: TestCompany
  let wanda: { id: number; token: string }
  let roof: number
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
    await insertSetting(server, ada.id, 'general', 'payroll_type', 'weekly')
    wanda = await server.user(ada, { first_name: 'Wanda', last_name: 'Webb', payroll_id: '7' })
    roof = (await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true, short_code: 'R' })).id
    for (const day of [16, 17])
      await server.createOne(ada, 'timesheets', {
        ...{ user_id: wanda.id, jobcode_id: roof, type: 'regular' },
        ...{ start: `2026-02-${day}T08:00:00-07:00`, end: `2026-02-${day}T14:00:00-07:00` },
      })
    await ok('PUT', '/pay', { data: [{ user_id: wanda.id, pay_rate: 20, pay_interval: 'hour' }] })
    await ok('PUT', '/break_rules', { rules: 'california_meals', premium: true })
  })
  after(() => server.stop())

  const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Values> => {
    const answer = await ask(server, ada, method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const file = async (target: string, more = '') => {
    const answer = await download(server, ada, `/exports/${target}?${range}${more}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return answer
  }
  const rows = async (target: string, more = '') => rowsOf((await file(target, more)).body)
  const problems = async (target: string): Promise<Values[]> =>
    (await ok('GET', `/exports/${target}/check?${range}`)).problems

  test('the premium for a break is the same in every report and file', async () => {
    const { payroll_report } = (await server.get(ada, `/reports/payroll?${range}`)).body.results
    const premium = { meal: 2 * hour, rest: 0 }
    assert.deepEqual(payroll_report[wanda.id].break_premium_seconds, premium)
    assert.equal(payroll_report[wanda.id].total_work_seconds, 12 * hour)
    const byJob = (await server.get(ada, `/reports/payroll_by_jobcode?${range}`)).body.results.payroll_by_jobcode_report
    assert.deepEqual(byJob.by_user[wanda.id].break_premium_seconds, premium)
    const pay = await ok('GET', `/gross_pay?${range}`)
    assert.equal(pay.people[0].gross_cents, 28_000)
    const byTree = (await ok('GET', `/hours?${range}&money=yes`)) as HoursReport
    const cost = byTree.columns.findIndex(({ key }) => key === 'cost')
    const costs = byTree.rows.map(({ id, values }) => [id, values[cost]])
    assert.deepEqual(Object.fromEntries(costs), { [roof]: 24_000, 0: 4000 })
    const kinds = (list: Record<string, string>[]) =>
      list.map(({ kind, description, hours, cost }) => [kind, description, Number(hours), Number(cost)])
    const expected = [
      ['regular', 'Regular', 12, 240],
      ['break_premium', 'Breaks not provided', 2, 40],
    ]
    assert.deepEqual(kinds(await rows('payroll', '&money=yes')), expected)
    const jobs = await rows('jobs', '&money=yes')
    assert.deepEqual(kinds(jobs).sort().reverse(), expected)
    assert.deepEqual(jobs.map(({ job }) => job).sort(), ['(no job)', 'Roof'])
    const [head, row, total] = sheetOf((await file('payroll', '&format=xlsx&money=yes')).rawPayload)
    assert.deepEqual(head!.slice(8), ['Regular', 'Total', 'Breaks not provided', 'Gross pay'])
    for (const figures of [row!, total!]) assert.deepEqual(figures.slice(8), [12, 12, 2, 280])
    const paper = async (target: string, more: string) =>
      pagesOf((await file(target, `&format=pdf${more}`)).rawPayload)
        .flat()
        .join(' ')
    assert.match(await paper('payroll', ''), /Wanda 12\.00 12\.00 2\.00 Total 12\.00 12\.00 2\.00 Signature Date/)
    assert.match(
      await paper('payroll', '&money=yes'),
      /Total 12\.00 12\.00 2\.00 280\.00 Signature .*Breaks not provided 20\.00 2\.00 40\.00 .*Total 12\.00 280\.00 Total 12\.00 280\.00 0\.00/,
    )
    assert.match(
      await paper('timesheets', '&money=yes'),
      /Total hours 12:00 Breaks not provided 2:00 Cost 280\.00 Billable/,
    )
    const { totals } = await ok('GET', `/exports/payroll/check?${range}`)
    assert.deepEqual([totals.total_seconds, totals.break_premium_seconds], [12 * hour, 2 * hour])
    assert.deepEqual(await rows('jobs', `&jobcode_ids=${roof}`).then((all) => all.map(({ kind }) => kind)), ['regular'])
  })

  test('the premium for a break has its own code in payroll files, which report a missing code', async () => {
    const setup = {
      payroll: { codes: { regular: 'REG' } },
      quickbooks_desktop: { company_name: 'Webb', company_create_time: '1' },
      quickbooks_online: { payroll_items: { regular: 'Hourly' } },
      adp_workforce_now: { company_code: 'ABC', batch_id: '1' },
      paychex_spi: { client_id: 'C1', pay_components: { regular: 'Hourly' } },
    }
    await ok('PUT', '/exports/setup', setup)
    const fields = {
      quickbooks_desktop: 'payroll_items',
      quickbooks_online: 'payroll_items',
      adp_workforce_now: 'hours_3',
      paychex_spi: 'pay_components',
    }
    for (const [target, field] of Object.entries(fields)) {
      const missing = (await problems(target)).filter(({ blocking }) => blocking)
      assert.deepEqual(
        missing.map((one) => [one.user_id, one.field]),
        [[wanda.id, `setup.${target}.${field}.break_premium`]],
      )
      assert.match(missing[0]!.message, /Breaks not provided/)
    }
    await ok('PUT', '/exports/setup', {
      payroll: { codes: { regular: 'REG', break_premium: 'MEAL' } },
      quickbooks_desktop: { ...setup.quickbooks_desktop, payroll_items: { break_premium: 'Meal' } },
      quickbooks_online: { payroll_items: { regular: 'Hourly', break_premium: 'Meal' } },
      adp_workforce_now: { ...setup.adp_workforce_now, hours_3: { break_premium: 'MP' } },
      paychex_spi: { client_id: 'C1', pay_components: { regular: 'Hourly', break_premium: 'Meal' } },
    })
    assert.deepEqual(
      (await rows('payroll')).map(({ code, hours }) => [code, Number(hours)]),
      [
        ['REG', 12],
        ['MEAL', 2],
      ],
    )
    const meals = (await rows('quickbooks_online')).filter((row) => row['Payroll item'] === 'Meal')
    assert.deepEqual(
      meals.map((row) => [row['Transaction Date'], row.Customer, row.Duration, row.Billable]),
      [
        ['02/16/2026', '', '1:00', 'N'],
        ['02/17/2026', '', '1:00', 'N'],
      ],
    )
    const desktop = (await file('quickbooks_desktop')).body.split('\r\n').filter((line) => line.includes('\tMeal\t'))
    assert.deepEqual(
      desktop.map((line) => line.split('\t')[6]),
      ['1:00', '1:00'],
    )
    const [adp] = await rows('adp_workforce_now')
    assert.deepEqual([adp!['Reg Hours'], adp!['Hours 3 Code'], adp!['Hours 3 Amount']], ['12.00', 'MP', '2.00'])
    assert.deepEqual(
      (await rows('paychex_spi')).map((row) => [row['Pay Component'], row.Hours]),
      [
        ['Hourly', '12.00'],
        ['Meal', '2.00'],
      ],
    )
    // Gusto reads hours of fixed kinds only.
    assert.equal(Number((await rows('gusto'))[0]!.regular_hours), 12)
    const [gusto] = (await problems('gusto')).filter(({ field }) => field === 'break_premium')
    assert.deepEqual([gusto!.user_id, gusto!.blocking], [wanda.id, false])
    assert.match(gusto!.message, /^has 2\.00 hours/)
  })
})
