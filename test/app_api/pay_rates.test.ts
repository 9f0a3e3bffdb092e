import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import type { HoursReport } from '../../src/rules/reports/hours.ts'
import { download, rowsOf, sheetOf } from '../exports/exporting.ts'
import { pagesOf } from '../exports/pdf_text.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

/** What every rate by the hour has. */
const hourly = { per: 'hour', week_hours: null, fluctuating: false }

const range = 'start_date=2026-02-15&end_date=2026-02-21'

onEither('pay rates', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let [roof, cellar]: [number, number] = [0, 0]
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    worker = await server.user(ada)
    const job = async (name: string, more: Values = {}) =>
      (await server.createOne(ada, 'jobcodes', { name, assigned_to_all: true, ...more })).id
    roof = await job('Roof', { billable: true, billable_rate: 80 })
    cellar = await job('Cellar', { billable: false, billable_rate: 99 })
  })

  const add = async (rate: object, status = 200) => {
    const told = await ask(server, ada, 'POST', '/pay_rates', rate)
    assert.equal(told.status, status, JSON.stringify(told.body))
    return told.body
  }
  const rates = async (query = ''): Promise<Values[]> =>
    (await ask(server, ada, 'GET', `/pay_rates${query}`)).body.rates
  /** Pay of the worker in the public API. */
  const shown = async () => {
    const [user] = await server.list(ada, 'users', `?ids=${worker.id}`)
    return [user!.pay_rate, user!.pay_interval]
  }
  const setPay = (pay_rate: number, pay_interval = 'hour') =>
    ask(server, ada, 'PUT', '/pay', { data: [{ user_id: worker.id, pay_rate, pay_interval }] })
  const work = async (...days: [day: number, hours: number, jobcode_id: number][]) => {
    const items = days.map(([day, hours, jobcode_id]) => {
      return { user_id: worker.id, jobcode_id, type: 'manual', date: `2026-02-${day}`, duration: hours * 3600 }
    })
    const { status, text } = await server.post(ada, '/timesheets', items)
    assert.equal(status, 200, text)
  }
  /** 30 hours on the roof and 16 in the cellar. */
  const twoJobs = () => work([16, 10, roof], [17, 10, roof], [18, 10, roof], [19, 10, cellar], [20, 6, cellar])
  const gross = async (who: { token: string } = ada) => (await ask(server, who, 'GET', `/gross_pay?${range}`)).body
  const csv = async (target: string): Promise<Record<string, string>[]> => {
    const answer = await download(server, ada, `/exports/${target}?${range}&money=yes`)
    assert.equal(answer.statusCode, 200, answer.body)
    return rowsOf(answer.body)
  }

  test('pay rates have a history, and the public API has the current one', async () => {
    await setPay(25)
    assert.deepEqual(await rates(`?user_id=${worker.id}`), [
      { user_id: worker.id, jobcode_id: 0, from: null, rate: 25, ...hourly },
    ])
    await setPay(26)
    await setPay(27)
    await setPay(27)
    const history = (await rates()).map(({ from, rate }) => [from, rate])
    assert.deepEqual(history, [
      [null, 25],
      ['2026-03-02', 27],
    ])
    assert.deepEqual(await shown(), [27, 'hour'])
    await add({ user_id: worker.id, from: '2026-02-01', rate: 25.5 })
    assert.deepEqual(await shown(), [27, 'hour'], 'an earlier rate does not change today’s')
    const removed = await ask(server, ada, 'DELETE', `/pay_rates?user_id=${worker.id}&from=2026-03-02`)
    assert.equal(removed.status, 200)
    assert.deepEqual(await shown(), [25.5, 'hour'])
    const again = await ask(server, ada, 'DELETE', `/pay_rates?user_id=${worker.id}&from=2026-03-02`)
    assert.deepEqual(
      [again.status, again.body.error.message],
      [404, 'Not Found: from: there is no rate from 2026-03-02'],
    )
    for (const query of ['&from=2026-02-01', ''])
      await ask(server, ada, 'DELETE', `/pay_rates?user_id=${worker.id}${query}`)
    assert.deepEqual([await rates(), await shown()], [[], [0, 'hour']])
  })

  test('pay changes on the date of a rate that was added ahead of it', async () => {
    await setPay(25)
    await add({ user_id: worker.id, from: '2026-03-04', rate: 62_400, per: 'year' })
    await server.round()
    assert.deepEqual(await shown(), [25, 'hour'])
    server.pass(2 * 86_400)
    await server.round()
    assert.deepEqual(await shown(), [62_400, 'year'])
    const version = async () =>
      (await server.db.read.get<{ version: number }>(sql`select version from companies where company_id = ${ada.id}`))!
        .version
    const before = await version()
    await server.round()
    assert.equal(await version(), before, 'once')
    server.pass(-2 * 86_400)
  })

  test('invalid pay rates are refused by name', async () => {
    await add({ user_id: worker.id, from: '2026-03-01', rate: 20 })
    const [lunch] = await seed(server, ada.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
    const table: [object, RegExp][] = [
      [{ user_id: worker.id, from: '2026-03-01', rate: 21 }, /^from: there already is a rate from 2026-03-01/],
      [{ user_id: worker.id, from: '2026-02-30', rate: 21 }, /^from: 2026-02-30 is not a date/],
      [{ user_id: worker.id, from: '', rate: 21, per: 'day' }, /^per/],
      [{ user_id: worker.id, from: '2026-04-01', rate: -0.01 }, /^rate/],
      [{ user_id: worker.id, from: '2026-04-01', rate: 'much' }, /^rate/],
      [{ user_id: worker.id, from: '2026-04-01' }, /^rate/],
      [{ user_id: worker.id, rate: 20 }, /^from/],
      [{ from: '2026-04-01', rate: 20 }, /^user_id: a rate is for/],
      [{ user_id: 999_999, from: '2026-04-01', rate: 20 }, /^user_id: there is no user 999999/],
      [{ jobcode_id: 999_999, from: '2026-04-01', rate: 20 }, /^jobcode_id: there is no jobcode 999999/],
      [{ jobcode_id: lunch!.id, from: '2026-04-01', rate: 20 }, /^jobcode_id: time on this jobcode is not paid/],
      [{ jobcode_id: roof, from: '2026-04-01', rate: 20_000, per: 'year' }, /^per: a rate for a job/],
    ]
    for (const [rate, message] of table) {
      const told = (await add(rate, 417)).error.message
      assert.match(told.replace(/^Expectation Failed: /, ''), message)
    }
    assert.equal((await rates()).length, 1)
  })

  test('the pay of approved time does not change without consent', async () => {
    const own = await server.company()
    const [worker, other] = [await server.user(own), await server.user(own)]
    const parent = await server.createOne(own, 'jobcodes', { name: 'Site', assigned_to_all: true })
    const job = await server.createOne(own, 'jobcodes', { name: 'Roof', parent_id: parent.id, assigned_to_all: true })
    const time = (date: string) =>
      server.createOne(own, 'timesheets', {
        user_id: worker.id,
        jobcode_id: job.id,
        type: 'manual',
        date,
        duration: 3600,
      })
    for (const date of ['2026-01-05', '2026-01-14', '2026-01-20']) await time(date)
    await server.put(own, '/users', [{ id: worker.id, approved_to: '2026-01-17' }])
    const change = (method: 'POST' | 'DELETE', rate: Values) =>
      method === 'POST'
        ? ask(server, own, method, '/pay_rates', rate)
        : ask(server, own, method, `/pay_rates?${new URLSearchParams(rate as Record<string, string>)}`)
    const on = { jobcode_id: job.id, rate: 40 }
    const refused = async (method: 'POST' | 'DELETE', rate: Values, day: string) => {
      const { status, body } = await change(method, rate)
      assert.equal(status, 417, JSON.stringify(rate))
      assert.match(
        body.error.message,
        new RegExp(`^Expectation Failed: from: time through ${day} is approved and would be paid diff`),
      )
    }
    const done = async (method: 'POST' | 'DELETE', rate: Values) =>
      assert.equal((await change(method, rate)).status, 200, JSON.stringify(rate))
    // What was not known before is filled in.
    await done('POST', { user_id: worker.id, from: null, rate: 30 })
    await refused('POST', { user_id: worker.id, from: '2026-01-10', rate: 33 }, '2026-01-14')
    await done('POST', { user_id: worker.id, from: '2026-01-15', rate: 33 })
    // Only the time up to the next rate is concerned.
    await refused('POST', { user_id: worker.id, from: '2026-01-01', rate: 31 }, '2026-01-14')
    await done('POST', { user_id: worker.id, from: '2026-01-01', rate: 31, alters_approved: true })
    await refused('DELETE', { user_id: worker.id, from: '2026-01-01' }, '2026-01-14')
    await done('DELETE', { user_id: worker.id, from: '2026-01-15' })
    // A job's rate concerns those who worked on it, and on the jobs below it.
    await refused('POST', { ...on, from: null }, '2026-01-14')
    await refused('POST', { ...on, jobcode_id: parent.id, from: null }, '2026-01-14')
    await done('POST', { ...on, user_id: other.id, from: null })
    await refused('POST', { ...on, user_id: worker.id, from: '2026-01-14' }, '2026-01-14')
    await done('POST', { ...on, from: '2026-01-18' })
    await done('DELETE', { user_id: worker.id, from: '2026-01-01', alters_approved: 'true' })
  })

  test('overtime with several rates is paid on the average of the workweek, or on the rate in effect', async () => {
    await setPay(50)
    await add({ jobcode_id: roof, from: null, rate: 11 })
    await add({ user_id: worker.id, jobcode_id: roof, from: '2026-02-01', rate: 12 })
    await add({ jobcode_id: cellar, from: '2026-02-01', rate: 9 })
    await twoJobs()
    // 30 x 12 + 16 x 9 = 504; 504 / 46 = 10.9565…; 6 x 0.5 x 10.9565… = 32.8695…; 6 x 9 + 32.87 = 86.87.
    const { people } = await gross()
    assert.deepEqual(people, [
      {
        user_id: worker.id,
        lines: [
          {
            ...{ kind: 'work', per: 'hour', multiplier: 1, seconds: 108_000, amount_cents: 36_000, rate: 12 },
            parts: [{ part: 'straight', seconds: 108_000, rate: 12, factor: 1, amount_cents: 36_000 }],
          },
          {
            ...{ kind: 'work', per: 'hour', multiplier: 1, seconds: 36_000, amount_cents: 9000, rate: 9 },
            parts: [{ part: 'straight', seconds: 36_000, rate: 9, factor: 1, amount_cents: 9000 }],
          },
          {
            ...{ kind: 'work', per: 'hour', multiplier: 1.5, seconds: 21_600, amount_cents: 8687, rate: 9 },
            parts: [
              { part: 'straight', seconds: 21_600, rate: 9, factor: 1, amount_cents: 5400 },
              {
                ...{ part: 'premium', seconds: 21_600, rate: 10.95652174, factor: 0.5, week: '2026-02-15' },
                amount_cents: 3287,
              },
            ],
          },
        ],
        regular_rates: [{ week: '2026-02-15', rate: 10.9565 }],
        seconds_without_rate: 0,
        gross_cents: 53_687,
        repaid_cents: 0,
        billable_seconds: 108_000,
        billable_cents: 240_000,
      },
    ])
    const payroll = await csv('payroll')
    assert.deepEqual(
      payroll.map(({ kind, hours, cost, billable_amount }) => [kind, hours, cost, billable_amount]),
      [
        ['regular', '40.00', '450.00', '2400.00'],
        ['overtime', '6.00', '86.87', '0.00'],
      ],
    )
    const sheets = await csv('timesheets')
    assert.deepEqual(
      sheets.map(({ job, cost, billable_amount }) => [job, cost, billable_amount]),
      [...[1, 2, 3].map(() => ['Roof', '120.00', '800.00']), ['Cellar', '90.00', '0.00'], ['Cellar', '86.87', '0.00']],
    )
    assert.deepEqual(
      (await csv('jobs')).map(({ job, kind, hours, cost, billable_amount }) => [
        job,
        kind,
        hours,
        cost,
        billable_amount,
      ]),
      [
        ['Cellar', 'regular', '10.00', '90.00', '0.00'],
        ['Cellar', 'overtime', '6.00', '86.87', '0.00'],
        ['Roof', 'regular', '30.00', '360.00', '2400.00'],
      ],
    )
    const byJob = (await ask(server, ada, 'GET', `/hours?${range}&money=yes`)).body as HoursReport
    const places = ['cost', 'billable'].map((one) => byJob.columns.findIndex(({ key }) => key === one))
    assert.deepEqual(
      byJob.rows.map(({ id, values }) => [id, ...places.map((place) => values[place])]),
      [
        [cellar, 17_687, 0],
        [roof, 36_000, 240_000],
      ],
    )
    const printed = async (target: string, more = '&money=yes') =>
      pagesOf((await download(server, ada, `/exports/${target}?${range}&format=pdf${more}`)).rawPayload).flat()
    const paper = (await printed('payroll')).join(' ')
    for (const line of ['12.00 30.00 360.00', '9.00 10.00 90.00', 'Overtime 9.00 6.00 86.87', '46.00 536.87 2,400.00'])
      assert.ok(paper.includes(line), `${line} in ${paper}`)
    assert.ok((await printed('jobs')).join(' ').includes('30.00 360.00 2,400.00'))
    assert.ok((await printed('timesheets')).join(' ').includes('Cost 536.87 Billable 2,400.00'))
    for (const target of ['payroll', 'jobs', 'timesheets'])
      assert.ok(!/Cost|Gross|Billable|536\.87/.test((await printed(target, '')).join(' ')), target)
    const book = await download(server, ada, `/exports/payroll?${range}&money=yes&format=xlsx`)
    const [head, row] = sheetOf(book.rawPayload)
    const shownIn = (heading: string) => row![head!.indexOf(heading)]
    assert.deepEqual(['Regular', 'Overtime', 'Total', 'Gross pay', 'Billable'].map(shownIn), [40, 6, 46, 536.87, 2400])
    const settings = { general: { overtime_pay: 'rate_in_effect' } }
    assert.equal((await ask(server, ada, 'PUT', '/settings', { settings })).status, 200)
    assert.equal((await gross()).people[0].gross_cents, 45_000 + 6 * 1350)
  })

  test('an overtime rule for lower wages applies by the pay rate of each job', async () => {
    await setPay(50)
    await add({ jobcode_id: roof, from: null, rate: 15 })
    const loft = (await server.createOne(ada, 'jobcodes', { name: 'Loft', parent_id: roof, assigned_to_all: true })).id
    const low = { name: 'low', kind: 'daily', after_hours: 8, multiplier: 1.5, pay_below: 18 }
    assert.equal((await ask(server, ada, 'PUT', '/settings', { overtime: [low] })).status, 200)
    await work([16, 10, loft], [17, 10, cellar], [18, 6, cellar], [18, 4, loft])
    // The payroll report sums whole days where it can, the other one never does.
    const data = { start_date: '2026-02-15', end_date: '2026-02-21', user_ids: String(worker.id) }
    const { results } = (await server.call(ada.token, 'POST', '/reports/payroll', { data })).body
    const report = results.payroll_report[worker.id]
    assert.deepEqual(report.overtime_by_rule, { low: 4 * 3600 })
    assert.deepEqual(
      (await gross()).people[0].lines.map(({ rate, multiplier, seconds }: Values) => [
        rate,
        multiplier,
        seconds / 3600,
      ]),
      [
        [50, 1, 16],
        [15, 1, 10],
        [15, 1.5, 4],
      ],
    )
    const rules = (await ask(server, worker, 'GET', '/time_rules')).body
    assert.deepEqual(
      rules.job_pay.find(({ jobcode_id }: Values) => jobcode_id === loft),
      { jobcode_id: loft, from: null, rules: ['low'] },
    )
  })

  test('gross pay has an hour for each day on which a break was not provided, where the company pays it', async () => {
    await setPay(20)
    assert.equal(
      (await ask(server, ada, 'PUT', '/break_rules', { rules: 'california_meals', premium: true })).status,
      200,
    )
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: roof, type: 'regular' },
      ...{ start: '2026-02-16T08:00:00-07:00', end: '2026-02-16T14:00:00-07:00' },
    })
    const { lines, gross_cents } = (await gross()).people[0]
    assert.deepEqual(
      lines.map(({ kind, seconds, rate, amount_cents }: Values) => [kind, seconds, rate, amount_cents]),
      [
        ['work', 6 * 3600, 20, 12_000],
        ['break_premium', 3600, 20, 2000],
      ],
    )
    assert.equal(gross_cents, 14_000)
  })

  test('only administrators see what people are paid', async () => {
    await setPay(20)
    await twoJobs()
    const manager = await server.user(ada, {
      permissions: { manage_users: true, manage_timesheets: true, reports: true, approve_timesheets: true },
    })
    for (const who of [worker, manager]) {
      for (const path of ['/pay_rates', `/gross_pay?${range}`]) {
        const { status, body } = await ask(server, who, 'GET', path)
        assert.deepEqual([status, body.error.message], [403, 'Forbidden: only administrators may do this'])
      }
      const posted = await ask(server, who, 'POST', '/pay_rates', { user_id: worker.id, from: null, rate: 99 })
      assert.equal(posted.status, 403)
      assert.equal((await ask(server, who, 'DELETE', `/pay_rates?user_id=${worker.id}`)).status, 403)
      for (const target of ['payroll', 'timesheets', 'jobs']) {
        for (const format of ['csv', 'xlsx', 'pdf']) {
          const refused = await download(server, who, `/exports/${target}?${range}&money=yes&format=${format}`)
          assert.deepEqual(
            [refused.statusCode, refused.json().error.message],
            [403, 'Forbidden: money: only administrators see what people are paid'],
          )
        }
        const plain = await download(server, who, `/exports/${target}?${range}`)
        assert.equal(plain.statusCode, 200)
        const [row] = rowsOf(plain.body)
        assert.ok(row && !('cost' in row) && !('billable_amount' in row))
      }
      const report = await server.get(who, `/reports/payroll?${range}`)
      assert.ok(!/rate":|gross|cost|billable/.test(JSON.stringify(report.body.results)), 'the public report has no pay')
    }
    assert.deepEqual(await rates(), [{ user_id: worker.id, jobcode_id: 0, from: null, rate: 20, ...hourly }])
  })

  test('gross pay of many people takes as many statements as that of one', async () => {
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => server.user(ada)))
    for (const { id } of [worker, ...others]) {
      await add({ user_id: id, from: null, rate: 20 })
      await add({ user_id: id, jobcode_id: roof, from: null, rate: 22 })
      await server.post(ada, '/timesheets', [
        { user_id: id, jobcode_id: roof, type: 'manual', date: '2026-02-16', duration: 3600 },
      ])
    }
    const cold = async (path: string) => {
      await server.put(ada, '/users', [{ id: ada.adminId, first_name: `Ada ${server.db.statements()}` }])
      const before = server.db.statements()
      assert.equal((await download(server, ada, path)).statusCode, 200)
      return server.db.statements() - before
    }
    for (const path of [`/gross_pay?${range}`, `/exports/payroll?${range}&money=yes`]) {
      const one = await cold(`${path}&user_ids=${worker.id}`)
      assert.equal(await cold(path), one, path)
    }
    assert.equal((await gross()).people.length, 6)
  })
})
