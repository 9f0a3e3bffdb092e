import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { eventNames } from '../../src/webhooks/webhooks.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { pagesOf } from '../exports/pdf_text.ts'
import { jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask } from './ask.ts'

onBoth('pay runs', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let gamma: number
  before(async () => {
    server = await TestServer.start(database)
    // Until Thursday, June 25, 2026.
    server.pass(115 * 86_400)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company(undefined, 'America/Los_Angeles')
    worker = await server.user(ada)
    gamma = (await server.createOne(ada, 'jobcodes', { name: 'Gamma', assigned_to_all: true })).id
    await ok('POST', '/pay_rates', { user_id: worker.id, from: null, rate: 20 })
    await ok('POST', '/pay_rates', { jobcode_id: gamma, from: null, rate: 40 })
  })

  const ok = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Values> => {
    const told = await ask(server, ada, method, path, body)
    assert.equal(told.status, 200, `${method} ${path}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const refused = async (path: string, body: unknown, message: RegExp, status = 417) => {
    const told = await ask(server, ada, 'POST', path, body)
    assert.equal(told.status, status, JSON.stringify(told.body))
    assert.match(told.body.error.message, message)
  }
  const work = async (date: string, hours: number, jobcode_id = 0, user_id = worker.id) =>
    (
      await server.createOne(ada, 'timesheets', {
        ...{ user_id, jobcode_id, type: 'manual', date, duration: hours * 3600 },
      })
    ).id
  const approve = (to: string, ...ids: number[]) =>
    server.put(
      ada,
      '/users',
      (ids.length > 0 ? ids : [worker.id]).map((id) => ({ id, approved_to: to })),
    )
  /** What was paid and is due to the worker for these dates, in cents; the same by every page and file. */
  const gross = async (start: string, end: string) => {
    const range = `start_date=${start}&end_date=${end}&user_ids=${worker.id}`
    const { people } = await ok('GET', `/gross_pay?${range}`)
    const cents = people[0]?.gross_cents ?? 0
    const { columns, total } = await ok('GET', `/hours?${range}&money=yes`)
    const costs = total[columns.findIndex(({ key }: Values) => key === 'cost')]
    const { body } = await download(server, ada, `/exports/payroll?${range}&money=yes`)
    const inFile = rowsOf(body).reduce((sum, { cost }) => sum + Math.round(100 * Number(cost)), 0)
    assert.deepEqual([costs, inFile], [cents, cents], `Hours and the file Payroll from ${start} to ${end}`)
    return cents
  }
  const close = (start_date: string, end_date: string, more: Values = {}) =>
    ok('POST', '/pay_runs', { start_date, end_date, close: true, ...more })
  const show = async (id: number) => ok('GET', `/pay_runs/${id}`)
  const paidLines = async (id: number): Promise<Values[]> =>
    (await show(id)).people.find(({ user_id }: Values) => user_id === worker.id)?.lines ?? []

  test('hours of the rest of the workweek are paid by the next run, and what was paid stays', async () => {
    await ok('PUT', '/settings', { overtime: 'california' })
    await work('2026-06-08', 10)
    await work('2026-06-09', 10)
    assert.equal(await gross('2026-06-07', '2026-06-09'), 44000)
    await approve('2026-06-09')
    const first = (await close('2026-06-07', '2026-06-09')).pay_run
    assert.deepEqual([first.state, first.people, first.gross_cents], ['closed', 1, 44000])
    const paidWith = async (date: string) => (await ok('GET', `/time_locks?user_id=${worker.id}&date=${date}`)).paid
    assert.deepEqual(await paidWith('2026-06-09'), { start_date: '2026-06-07', end_date: '2026-06-09' })
    assert.equal(await paidWith('2026-06-10'), null)
    await work('2026-06-10', 8, gamma)
    await work('2026-06-11', 8, gamma)
    assert.equal(await gross('2026-06-07', '2026-06-09'), 44000)
    assert.equal(await gross('2026-06-08', '2026-06-08'), 22000, 'also a part of it')
    await approve('2026-06-20')
    const second = (await close('2026-06-10', '2026-06-20')).pay_run
    assert.deepEqual([second.gross_cents, second.adjustments], [64000 + 1778, 1])
    const [adjustment] = (await paidLines(second.id)).filter(({ cause }) => cause !== '')
    assert.deepEqual(
      [adjustment!.start_date, adjustment!.end_date, adjustment!.cause, adjustment!.seconds, adjustment!.amount_cents],
      ['2026-06-07', '2026-06-09', 'rest_of_workweek', 0, 1778],
    )
    assert.equal(await gross('2026-06-07', '2026-06-09'), 44000)
    assert.equal(await gross('2026-06-10', '2026-06-20'), 65778)
    assert.equal(await gross('2026-06-07', '2026-06-20'), 44000 + 65778)
    const { body } = await download(
      server,
      ada,
      '/exports/timesheets?start_date=2026-06-07&end_date=2026-06-20&money=yes',
    )
    const costs = rowsOf(body).map(({ date, cost }) => [date, cost])
    // Adjustments are of no entry, and so not in the list of entries.
    assert.deepEqual(costs, [
      ...[
        ['2026-06-08', '220.00'],
        ['2026-06-09', '220.00'],
      ],
      ...[
        ['2026-06-10', '320.00'],
        ['2026-06-11', '320.00'],
      ],
    ])
  })

  test('Hours shows what was paid by day and job, and adjustments apart', async () => {
    await work('2026-06-02', 8)
    await approve('2026-06-07')
    await close('2026-06-01', '2026-06-07')
    await approve('2026-05-31')
    await work('2026-06-03', 2, gamma)
    const rows = async (query: string) => {
      const { columns, rows } = await ok('GET', `/hours?${query}&money=yes`)
      const keys = columns.map(({ key }: Values) => key)
      return rows.map(({ date, name, values }: Values) => [
        date || name,
        ...['total', 'adjustment', 'cost'].map((key) => values[keys.indexOf(key)] ?? 0),
      ])
    }
    const before = 'start_date=2026-06-01&end_date=2026-06-07'
    assert.deepEqual(await rows(`${before}&group_by=day`), [['2026-06-02', 28_800, 0, 16000]], 'not paid yet')
    await approve('2026-06-14')
    await work('2026-06-09', 1)
    await approve('2026-06-14')
    await close('2026-06-08', '2026-06-14')
    assert.deepEqual(await rows(`${before}&group_by=day`), [['2026-06-02', 28_800, 0, 16000]])
    const paidIn = 'start_date=2026-06-08&end_date=2026-06-14'
    assert.deepEqual(await rows(`${paidIn}&group_by=day`), [
      ['2026-06-08', 0, 7200, 8000],
      ['2026-06-09', 3600, 0, 2000],
    ])
    assert.deepEqual(await rows('start_date=2026-06-01&end_date=2026-06-14&group_by=job'), [
      ['Gamma', 0, 7200, 8000],
      ['No job', 32_400, 0, 16000 + 2000],
    ])
    const csv = (await download(server, ada, `/exports/hours?${paidIn}&money=yes&group_by=person`)).body
    assert.deepEqual(rowsOf(csv)[0]!.Adjustments, '2:00')
  })

  test('a pay period that is paid in parts costs what it costs as a whole, on every page and in every file', async () => {
    await ok('POST', '/pay_rates', { user_id: worker.id, from: '2026-06-01', rate: 15.01 })
    for (const date of ['2026-06-08', '2026-06-09', '2026-06-10']) await work(date, 0.5)
    const all = ['2026-06-07', '2026-06-20'] as const
    assert.equal(await gross(...all), 2252)
    await approve('2026-06-20')
    const some = { kind: 'off_cycle', user_ids: [worker.id] }
    await close('2026-06-09', '2026-06-09', some)
    assert.equal(await gross('2026-06-09', '2026-06-09'), 751)
    assert.equal(await gross(...all), 2252, 'what is not paid yet has the rest')
    await close('2026-06-07', '2026-06-08', some)
    assert.equal(await gross('2026-06-07', '2026-06-08'), 750)
    assert.equal(await gross(...all), 2252)
    const range = `start_date=${all[0]}&end_date=${all[1]}`
    const [previewed] = (await ok('GET', `/pay_runs/preview?${range}`)).people
    assert.equal(previewed.amount_cents, 751)
    const { pay_run } = await close(...all)
    assert.equal(pay_run.gross_cents, 751)
    assert.equal(await gross(...all), 2252)
    assert.equal(await gross('2026-06-10', '2026-06-20'), 751)
  })

  test('days of runs from before their pay periods were kept count for the parts after them', async () => {
    await ok('POST', '/pay_rates', { user_id: worker.id, from: '2026-06-01', rate: 15.01 })
    for (const date of ['2026-06-08', '2026-06-09']) await work(date, 0.5)
    await approve('2026-06-20')
    const first = await close('2026-06-08', '2026-06-08', { kind: 'off_cycle', user_ids: [worker.id] })
    const without = database === 'sqlite' ? `json_remove(inputs, '$.periods')` : `(inputs::jsonb - 'periods')::text`
    await runStatements(server, `update pay_run_people set inputs = ${without} where company_id = ${ada.id}`)
    const second = await close('2026-06-07', '2026-06-20')
    assert.deepEqual([first.pay_run.gross_cents, second.pay_run.gross_cents], [751, 750], 'as a whole, 1501')
    assert.equal(await gross('2026-06-07', '2026-06-20'), 1501)
  })

  test('what was paid for pay periods of which time is no longer kept is final, and is not paid again', async () => {
    const general = { country: 'DE', payroll_type: 'monthly' }
    await ok('PUT', '/settings', { for: 'company', settings: { general } })
    for (const date of ['2024-07-10', '2024-07-16', '2024-07-25', '2024-08-06']) await work(date, 1)
    await approve('2024-08-31')
    const some = { kind: 'off_cycle', user_ids: [worker.id] }
    for (const [start, end] of [
      ['2024-07-08', '2024-07-18'],
      ['2024-07-25', '2024-07-25'],
      ['2024-08-06', '2024-08-06'],
    ] as const)
      assert.ok((await close(start, end, some)).pay_run.gross_cents > 0)
    // From July 14, 2024 on, every entry is there.
    await ok('PUT', '/retention', { kind: 'timesheets', days: 732 })
    await refused('/pay_runs', { start_date: '2024-07-16', end_date: '2024-07-16', close: true, ...some }, /has paid/)
    await approve('2024-06-30')
    await ok('POST', '/pay_rates', { user_id: worker.id, from: '2024-07-01', rate: 30, alters_approved: true })
    await approve('2024-08-31')
    const { pay_run } = await ok('POST', '/pay_runs', { kind: 'correction', user_ids: [worker.id], close: true })
    const lines = await paidLines(pay_run.id)
    assert.deepEqual([...new Set(lines.map((line) => line.start_date))], ['2024-08-06'])
    assert.equal(pay_run.gross_cents, 1000)
  })

  test('the printed payroll file of one job has gross pay of paid days, too', async () => {
    await work('2026-06-08', 4, gamma)
    await work('2026-06-09', 4)
    const path = `/exports/payroll?start_date=2026-06-07&end_date=2026-06-20&money=yes&format=pdf&jobcode_ids=${gamma}`
    const printed = async () =>
      pagesOf((await download(server, ada, path)).rawPayload)
        .flat()
        .join(' ')
    const before = await printed()
    assert.match(before, /Gross pay by rate .*160\.00/)
    await approve('2026-06-20')
    await close('2026-06-07', '2026-06-20')
    assert.equal(await printed(), before)
  })

  test('late entries, corrections, raises from an earlier date and changed rules are adjustments with their causes', async () => {
    const cases: [cause: string, change: (id: number) => Promise<unknown>, amount: number, seconds: number][] = [
      ['late_entry', () => work('2026-06-03', 2), 4000, 7200],
      ['corrected', (id) => server.put(ada, '/timesheets', [{ id, duration: 7 * 3600 }]), -2000, -3600],
      [
        'rate_changed',
        () => ok('POST', '/pay_rates', { user_id: worker.id, from: '2026-06-01', rate: 21, alters_approved: true }),
        800,
        0,
      ],
      [
        'rules_changed',
        () =>
          ok('PUT', '/settings', {
            ...{ overtime: [{ name: 'daily', kind: 'daily', after_hours: 6, multiplier: 1.5 }], overtime_from: null },
            alters_approved: true,
          }),
        2000,
        0,
      ],
    ]
    for (const [cause, change, amount, seconds] of cases) {
      worker = await server.user(ada)
      await ok('POST', '/pay_rates', { user_id: worker.id, from: null, rate: 20 })
      const id = await work('2026-06-02', 8)
      await approve('2026-06-07')
      const people = { kind: 'off_cycle', user_ids: [worker.id] }
      await close('2026-06-01', '2026-06-07', people)
      await approve('2026-05-31')
      await change(id)
      await approve('2026-06-14')
      await work('2026-06-16', 1)
      await approve('2026-06-20')
      assert.equal(await gross('2026-06-01', '2026-06-07'), 16000, cause)
      const run = (await close('2026-06-08', '2026-06-20', people)).pay_run
      const lines = (await paidLines(run.id)).filter((line) => line.cause !== '')
      const sum = (of: string) => lines.reduce((all, line) => all + line[of], 0)
      assert.deepEqual([...new Set(lines.map((line) => line.cause))], [cause])
      assert.deepEqual([sum('amount_cents'), sum('seconds')], [amount, seconds], cause)
      assert.ok(lines.every((line) => line.start_date === '2026-06-01' && line.end_date === '2026-06-07'))
    }
  })

  test('without pay rates, runs and adjustments have hours', async () => {
    const former = worker.id
    worker = await server.user(ada)
    await work('2026-06-02', 8)
    await approve('2026-06-07')
    const first = (await close('2026-06-01', '2026-06-07')).pay_run
    assert.deepEqual([first.seconds, first.gross_cents], [28_800, 0])
    await approve('2026-05-31')
    await work('2026-06-03', 2)
    await approve('2026-06-14')
    const { people } = await ok('GET', '/pay_runs/preview?start_date=2026-06-08&end_date=2026-06-14')
    assert.deepEqual(
      people.map(({ lines }: Values) => lines.map((line: Values) => [line.cause, line.seconds, line.amount_cents])),
      [[['late_entry', 7200, 0]]],
    )
    const second = (await close('2026-06-08', '2026-06-14')).pay_run
    assert.deepEqual([second.seconds, second.adjustments], [7200, 1])
    const { body } = await server.call(ada.token, 'GET', '/reports/payroll?start_date=2026-06-08&end_date=2026-06-14')
    const [row] = Object.values<Values>(body.results.payroll_report)
    assert.equal(row!.total_work_seconds, 0)
    assert.deepEqual(row!.adjustments, [
      {
        ...{ start_date: '2026-06-01', end_date: '2026-06-07', cause: 'late_entry' },
        ...{ kind: 'work', multiplier: 1, seconds: 7200 },
      },
    ])
    const earlier = await server.call(ada.token, 'GET', '/reports/payroll?start_date=2026-06-01&end_date=2026-06-07')
    const [before] = Object.values<Values>(earlier.body.results.payroll_report)
    assert.equal(before!.total_work_seconds, 28_800, 'as it was paid')

    const answers = [`/pay_runs/${first.id}`, '/pay_runs/preview?start_date=2026-06-15&end_date=2026-06-21']
    const areRates = async () => Promise.all(answers.map(async (path) => (await ok('GET', path)).has_rates))
    assert.deepEqual(await areRates(), [true, true], 'of others, so that hours without one are worth a warning')
    await ok('DELETE', `/pay_rates?user_id=${former}`)
    await ok('DELETE', `/pay_rates?jobcode_id=${gamma}`)
    assert.deepEqual(await areRates(), [false, false])
  })

  test('payroll by jobcode has the hours of adjustments by job, and they are those of payroll', async () => {
    const id = await work('2026-06-02', 8)
    await approve('2026-06-07')
    await close('2026-06-01', '2026-06-07')
    await approve('2026-05-31')
    await server.put(ada, '/timesheets', [{ id, duration: 7 * 3600 }])
    await work('2026-06-03', 2, gamma)
    await approve('2026-06-14')
    await close('2026-06-08', '2026-06-14')
    const of = async (days: string) => {
      const byJob = await server.call(ada.token, 'GET', `/reports/payroll_by_jobcode?${days}`)
      const payroll = await server.call(ada.token, 'GET', `/reports/payroll?${days}`)
      return {
        own: byJob.body.results.payroll_by_jobcode_report.by_user[worker.id],
        row: payroll.body.results.payroll_report[worker.id],
        jobs: Object.keys(byJob.body.supplemental_data.jobcodes ?? {}),
      }
    }
    const next = await of('start_date=2026-06-08&end_date=2026-06-14')
    const week = { start_date: '2026-06-01', end_date: '2026-06-07' }
    assert.deepEqual(next.own, {
      ...{ user_id: worker.id, totals: {}, dates: {} },
      adjustments: [
        { ...week, jobcode_id: 0, kind: 'regular', seconds: -3600 },
        { ...week, jobcode_id: gamma, kind: 'regular', seconds: 7200 },
      ],
    })
    assert.deepEqual(next.jobs, [String(gamma)])
    const sum = (rows: Values[]) => rows.reduce((all, { seconds }) => all + seconds, 0)
    assert.equal(sum(next.own.adjustments), sum(next.row.adjustments))
    const before = await of('start_date=2026-06-01&end_date=2026-06-07')
    assert.equal(before.own.totals[0].total_work_seconds, 28_800, 'as it was paid')
    assert.equal(before.row.total_work_seconds, 28_800)
    assert.deepEqual([before.own.adjustments, before.row.adjustments], [undefined, undefined])
  })

  test('hours of a closed run stay in both payroll reports until it is reopened, and are those of the next closing then', async () => {
    const [start_date, end_date] = ['2026-06-07', '2026-06-13']
    const hours = async () => {
      const found: number[] = []
      for (const name of ['payroll', 'payroll_by_jobcode']) {
        const { results } = (await server.post(ada, `/reports/${name}`, { start_date, end_date })).body
        const { totals } = results.payroll_by_jobcode_report?.by_user[worker.id] ?? {}
        const { total_work_seconds } = totals?.[0] ?? results.payroll_report[worker.id]
        found.push(total_work_seconds / 3600)
      }
      return found
    }
    const id = await work('2026-06-08', 8)
    const change = async (count: number) => {
      await approve('2026-05-31')
      await server.put(ada, '/timesheets', [{ id, duration: count * 3600 }])
    }
    assert.deepEqual(await hours(), [8, 8])
    await approve(end_date)
    const { pay_run: run } = await close(start_date, end_date)
    await change(7)
    assert.deepEqual(await hours(), [8, 8])
    await ok('POST', `/pay_runs/${run.id}/reopen`, { confirm: true })
    assert.deepEqual(await hours(), [7, 7])
    await approve(end_date)
    await ok('POST', `/pay_runs/${run.id}/close`)
    await change(8)
    assert.deepEqual(await hours(), [7, 7], 'also where the time is what the first closing paid')
  })

  test('what cannot be run is refused by name', async () => {
    await work('2026-06-02', 8)
    await refused(
      '/pay_runs',
      { start_date: '2026-06-01', end_date: '2026-06-07', close: true },
      /time from 2026-06-02 on is not approved: Wanda/,
    )
    assert.deepEqual((await ok('GET', '/pay_runs')).pay_runs, [], 'neither opened nor closed')
    await approve('2026-06-07')
    await refused(
      '/pay_runs',
      { start_date: '2026-06-07', end_date: '2026-06-01' },
      /start_date: must not be after end_date|start_date must not be after end_date/,
    )
    await refused(
      '/pay_runs',
      { start_date: '2026-06-01', end_date: '2026-07-07', close: true },
      /end_date: the days through 2026-07-07 are not over/,
    )
    await refused('/pay_runs', { start_date: '2026-05-01', end_date: '2026-05-07', close: true }, /nothing to pay/)
    await refused(
      '/pay_runs',
      { kind: 'final', start_date: '2026-06-01', end_date: '2026-06-07' },
      /user_ids: a pay run of kind final is for chosen people/,
    )
    const { pay_run } = await close('2026-06-01', '2026-06-07')
    const paid = new RegExp(`user_ids: the pay run ${pay_run.id} has paid these days: Wanda`)
    await refused(
      '/pay_runs',
      { start_date: '2026-06-01', end_date: '2026-06-07', close: true },
      new RegExp(`the pay run ${pay_run.id} has paid`),
    )
    await refused(
      '/pay_runs',
      { kind: 'off_cycle', user_ids: [worker.id], start_date: '2026-06-05', end_date: '2026-06-10', close: true },
      paid,
    )
    await refused(`/pay_runs/${pay_run.id}/close`, undefined, /is closed/)
    await refused(`/pay_runs/${pay_run.id}/sent`, undefined, /no file of the pay run/)
    await refused('/pay_runs/123456/close', undefined, /there is no pay run 123456/, 404)
    const correction = { kind: 'correction', user_ids: [worker.id] }
    const adjustment = { user_id: worker.id, amount_cents: 500, reason: 'Broken phone' }
    await refused(
      '/pay_runs',
      { ...correction, adjustments: [adjustment] },
      /adjustments.0: an adjustment names the days/,
    )
    const days = { start_date: '2026-06-01', end_date: '2026-06-07' }
    await refused(
      '/pay_runs',
      { ...correction, adjustments: [{ ...adjustment, ...days, amount_cents: 0 }] },
      /has seconds or amount_cents/,
    )
    for (const [more, date] of [
      [{ start_date: '2027-01-04', end_date: '2027-01-10' }, '2027-01-04'],
      [{ ...days, end_date: '2026-07-01' }, '2026-06-'],
    ] as const)
      await refused(
        '/pay_runs',
        { ...correction, adjustments: [{ ...adjustment, ...more }] },
        new RegExp(`adjustments\\.0\\.start_date: no pay run has paid ${date}`),
      )
    const { pay_run: open } = await ok('POST', '/pay_runs', {
      ...correction,
      adjustments: [{ ...adjustment, ...days }],
    })
    const [entered] = (await show(open.id)).people
    assert.deepEqual([entered.user_id, entered.amount_cents, entered.lines[0].reason], [worker.id, 500, 'Broken phone'])
    const made = await ok('POST', `/pay_runs/${open.id}/close`)
    assert.deepEqual([made.pay_run.gross_cents, made.pay_run.adjustments], [500, 1])
    // It does not come back as a difference.
    await refused('/pay_runs', { ...correction, close: true }, /nothing to pay/)
  })

  test('a run pays parts of shifts only if their entries are approved', async () => {
    const shift = (user_id: number, start: string, end: string) =>
      server.createOne(ada, 'timesheets', { user_id, jobcode_id: 0, type: 'regular', start, end })
    const week = { start_date: '2026-06-07', end_date: '2026-06-13' }
    await ok('PUT', '/settings', { settings: { general: { shift_boundary: 'split' } } })
    // Someone in Sydney whose days are those of Los Angeles.
    await ok('PUT', '/working_pattern', { zone: 'America/Los_Angeles', from: null })
    const sydney = await server.user(ada, { first_name: 'Sue' })
    await ok('PUT', '/settings', { for: 'user', id: sydney.id, settings: { general: { tz: 'Australia/Sydney' } } })
    await shift(worker.id, '2026-06-06T20:00:00-07:00', '2026-06-07T04:00:00-07:00')
    const { date } = await shift(sydney.id, '2026-06-14T10:00:00+10:00', '2026-06-14T14:00:00+10:00')
    assert.equal(date, '2026-06-14', 'which is June 13 in Los Angeles')
    await approve('2026-06-05')
    await approve('2026-06-13', sydney.id)
    const { unapproved } = await ok('GET', '/pay_runs/preview?start_date=2026-06-07&end_date=2026-06-13')
    assert.deepEqual(
      unapproved.map(({ user_id, date }: Values) => [user_id, date]),
      [
        [worker.id, '2026-06-06'],
        [sydney.id, '2026-06-14'],
      ],
    )
    await approve('2026-06-06')
    await refused('/pay_runs', { ...week, close: true }, /time from 2026-06-14 on is not approved: Sue/)
    await approve('2026-06-14', sydney.id)
    const { pay_run } = await close('2026-06-07', '2026-06-13')
    assert.deepEqual([pay_run.people, pay_run.seconds], [2, 8 * 3600])
  })

  test('a correction pays parts of days that were paid only if their entries are approved', async () => {
    await ok('PUT', '/settings', { settings: { general: { shift_boundary: 'split' } } })
    await ok('PUT', '/working_pattern', { zone: 'America/Los_Angeles', from: null })
    const sydney = await server.user(ada, { first_name: 'Sue' })
    await ok('PUT', '/settings', { for: 'user', id: sydney.id, settings: { general: { tz: 'Australia/Sydney' } } })
    await ok('POST', '/pay_rates', { user_id: sydney.id, from: null, rate: 30 })
    await work('2026-06-10', 8, 0, sydney.id)
    await approve('2026-06-13', sydney.id)
    await close('2026-06-07', '2026-06-13')
    // June 14 in Sydney, June 13 in Los Angeles.
    const late = await server.createOne(ada, 'timesheets', {
      ...{ user_id: sydney.id, jobcode_id: 0, type: 'regular' },
      ...{ start: '2026-06-14T10:00:00+10:00', end: '2026-06-14T14:00:00+10:00' },
    })
    assert.equal(late.date, '2026-06-14')
    const correction = { kind: 'correction', user_ids: [sydney.id], close: true }
    const pays = async (seconds: number, cents: number, cause: string) => {
      await approve('2026-06-13', sydney.id)
      await refused('/pay_runs', correction, /nothing to pay/)
      const days = `start_date=2026-06-20&end_date=2026-06-20&user_ids=${sydney.id}`
      assert.deepEqual((await ok('GET', `/pay_runs/preview?kind=correction&${days}`)).people, [], cause)
      await approve('2026-06-14', sydney.id)
      const { pay_run } = await ok('POST', '/pay_runs', correction)
      const [line, ...others] = (await show(pay_run.id)).people[0].lines
      assert.deepEqual(
        [line.start_date, line.end_date, line.cause, line.seconds, line.amount_cents, others.length],
        ['2026-06-07', '2026-06-13', cause, seconds, cents, 0],
      )
    }
    await pays(4 * 3600, 12_000, 'late_entry')
    await approve('2026-06-13', sydney.id)
    await server.put(ada, '/timesheets', [{ id: late.id, end: '2026-06-14T13:00:00+10:00' }])
    await pays(-3600, -3000, 'corrected')
    await approve('2026-06-13', sydney.id)
    await server.call(ada.token, 'DELETE', `/timesheets?ids=${late.id}`)
    await pays(-3 * 3600, -9000, 'corrected')
  })

  test('entered adjustments take back no more than was paid for their days', async () => {
    await work('2026-06-02', 8)
    await work('2026-06-09', 2)
    await approve('2026-06-14')
    await close('2026-06-01', '2026-06-07')
    const week = { start_date: '2026-06-01', end_date: '2026-06-07' }
    const takes = (seconds: number, amount_cents: number, days: Values = week) => {
      return { user_id: worker.id, seconds, amount_cents, reason: 'Paid twice', ...days }
    }
    const run = (...adjustments: Values[]) => ({ kind: 'correction', user_ids: [worker.id], adjustments })
    const beyondPay = (index: number, left: string) =>
      new RegExp(`adjustments\\.${index}\\.amount_cents: only ${left} is left of what was paid from 2026-06-0`)
    await refused('/pay_runs', run(takes(0, -16_001)), beyondPay(0, '160\\.00'))
    await refused('/pay_runs', run(takes(0, -10_000), takes(0, -10_000)), beyondPay(1, '60\\.00'))
    await refused(
      '/pay_runs',
      run(takes(-9 * 3600, 0)),
      /adjustments\.0\.seconds: only 8\.00 hours are left of those that were paid from 2026-06-01 to 2026-06-07/,
    )
    const one = { start_date: '2026-06-08', end_date: '2026-06-08' }
    await refused('/pay_runs', run(takes(0, -1, one)), beyondPay(0, '0\\.00'))
    assert.equal((await ok('GET', '/pay_runs')).pay_runs.length, 1, 'nothing of it was stored')
    // Two that are open at the same time: the second one is refused when it is closed.
    const open = [
      await ok('POST', '/pay_runs', run(takes(0, -10_000))),
      await ok('POST', '/pay_runs', run(takes(0, -7000))),
    ]
    const [first, second] = open.map(({ pay_run }) => pay_run.id)
    assert.equal((await ok('POST', `/pay_runs/${first}/close`)).pay_run.gross_cents, -10_000)
    const told = /adjustments\.amount_cents: only 60\.00 is left of what was paid from 2026-06-01 to 2026-06-07/
    await refused(`/pay_runs/${second}/close`, undefined, told)
    await ok('DELETE', `/pay_runs/${second}`)
    await refused('/pay_runs', run(takes(0, -6001)), beyondPay(0, '60\\.00'))
    // What the run itself pays counts, too.
    const own = { start_date: '2026-06-08', end_date: '2026-06-14' }
    const regular = (cents: number) => ({ ...own, close: true, adjustments: [takes(0, cents, own), takes(0, -6000)] })
    await refused('/pay_runs', regular(-4001), /adjustments\.amount_cents: only 40\.00 is left/)
    assert.equal((await ok('POST', '/pay_runs', regular(-4000))).pay_run.gross_cents, 4000 - 4000 - 6000)
  })

  test('a final pay run pays out balances by policy, and the regular run pays the rest of the people', async () => {
    const other = await server.user(ada)
    await ok('POST', '/pay_rates', { user_id: other.id, from: null, rate: 10 })
    const [vacation, sick] = await seed(server, ada.id, 'jobcodes', [
      jobcodeRow({ name: 'Vacation', type: 'pto' }),
      jobcodeRow({ name: 'Sick', type: 'pto' }),
    ])
    const terms = { every: 'year', seconds: 36_000 }
    await ok('PUT', '/pto_policies', { jobcode_id: vacation!.id, ...terms, paid_out: true })
    await ok('PUT', '/pto_policies', { jobcode_id: sick!.id, ...terms })
    for (const { id } of [vacation!, sick!])
      await ok('POST', '/pto_adjustments', { user_id: worker.id, jobcode_id: id, seconds: 5 * 3600, reason: 'Start' })
    await work('2026-06-02', 8)
    await work('2026-06-03', 8, 0, other.id)
    await approve('2026-06-04', worker.id)
    await approve('2026-06-14', other.id)
    const days = { start_date: '2026-06-01', end_date: '2026-06-04' }
    const final = (await ok('POST', '/pay_runs', { kind: 'final', user_ids: [worker.id], ...days, close: true }))
      .pay_run
    assert.equal(final.gross_cents, 16_000 + 10_000)
    const balances = async () => (await server.list(ada, 'users', `?ids=${worker.id}`))[0]!.pto_balances
    assert.deepEqual(await balances(), { [vacation!.id]: 0, [sick!.id]: 18_000 })
    const regular = (await close('2026-06-01', '2026-06-14')).pay_run
    assert.deepEqual([regular.people, regular.gross_cents], [1, 8000])
    await refused(`/pay_runs/${final.id}/reopen`, {}, new RegExp(`the pay run ${regular.id} has paid the same people`))
    const laterThan = async (id: number) => (await ok('GET', `/pay_runs/${id}`)).later
    assert.deepEqual(await laterThan(final.id), { id: regular.id, start_date: '2026-06-01', end_date: '2026-06-14' })
    assert.equal(await laterThan(regular.id), null)
    await ok('POST', `/pay_runs/${regular.id}/reopen`, { confirm: true })
    assert.equal(await laterThan(final.id), null)
    await ok('POST', `/pay_runs/${final.id}/reopen`, { confirm: true })
    assert.deepEqual(await balances(), { [vacation!.id]: 18_000, [sick!.id]: 18_000 })
    const again = (await ok('POST', `/pay_runs/${final.id}/close`)).pay_run
    assert.deepEqual([again.gross_cents, again.revision], [26_000, 1])
    assert.equal((await ok('POST', `/pay_runs/${regular.id}/close`)).pay_run.gross_cents, 8000)
  })

  test('files of a run stay the same, have its adjustments, and come before it is sent; reopening says what was sent', async () => {
    await ok('PUT', '/settings', { settings: { general: { payroll_type: 'weekly', payroll_end_date: '2026-06-07' } } })
    await work('2026-06-02', 8)
    await approve('2026-06-07')
    const first = (await close('2026-06-01', '2026-06-07')).pay_run
    const make = async (id: number, body: Values) => (await ok('POST', `/pay_runs/${id}/files`, body)).file
    const read = async (id: number, number: number) => {
      const answer = await server.app.inject({
        url: `/api/console/pay_runs/${id}/files/${number}`,
        headers: { authorization: `Bearer ${ada.token}` },
      })
      assert.equal(answer.statusCode, 200)
      return answer.rawPayload
    }
    const file = await make(first.id, { target: 'payroll', money: true })
    const text = await read(first.id, file.number)
    assert.equal(createHash('sha256').update(text).digest('hex'), file.hash)
    const [row] = rowsOf(text.toString())
    assert.deepEqual([row!.hours, row!.cost, row!.period_end], ['8.00', '160.00', '2026-06-07'])
    const { pay_run: sent } = await ok('POST', `/pay_runs/${first.id}/sent`)
    assert.equal(sent.state, 'sent')
    await approve('2026-05-31')
    await work('2026-06-03', 2)
    await ok('POST', '/pay_rates', { user_id: worker.id, from: '2026-06-01', rate: 21, alters_approved: true })
    await approve('2026-06-14')
    await work('2026-06-16', 1)
    await approve('2026-06-20')
    const same = await make(first.id, { target: 'payroll', money: true })
    assert.deepEqual(same, file)
    assert.deepEqual(await read(first.id, same.number), text)
    const commas = await make(first.id, { target: 'payroll', money: true, decimal_mark: 'comma' })
    assert.match((await read(first.id, commas.number)).toString(), /;8,00;.*;160,00/)
    const now = await download(server, ada, '/exports/payroll?start_date=2026-06-01&end_date=2026-06-07&money=yes')
    assert.equal(now.body, text.toString(), 'the export of the period is what was paid, too')
    const second = (await close('2026-06-08', '2026-06-20')).pay_run
    const generic = rowsOf(
      (await read(second.id, (await make(second.id, { target: 'payroll', money: true })).number)).toString(),
    )
    assert.deepEqual(
      generic.map((line) => [line.period_start, line.kind, line.hours, line.seconds, line.cost]),
      [
        ['2026-06-08', 'regular', '1.00', '3600', '21.00'],
        ['2026-06-01', 'regular', '2.00', '7200', '50.00'],
      ],
    )
    assert.equal(second.gross_cents, 2100 + 5000)
    await refused(
      `/pay_runs/${second.id}/reopen`,
      {},
      /confirm: required to reopen the pay run: it paid 1 people on .*; payroll-.*csv was made on .*; it was not marked as sent/,
    )
    const { pay_run: open } = await ok('POST', `/pay_runs/${second.id}/reopen`, { confirm: true })
    assert.deepEqual([open.state, open.revision, open.gross_cents], ['open', 1, 0])
    assert.equal((await show(second.id)).files.length, 1, 'its file stays in the record')
    const lines = (await ok('GET', '/audit?kind=pay')).lines.map(({ words, event }: Values) => words ?? event)
    assert.ok(
      lines.some((line: string) => /reopened/.test(line)),
      JSON.stringify(lines),
    )
    assert.equal((await ok('POST', `/pay_runs/${second.id}/close`)).pay_run.gross_cents, 7100)
  })

  test('hours that were paid too much are taken off, in files and by name where a file cannot', async () => {
    await ok('PUT', '/exports/setup', {
      quickbooks_online: {},
      adp_workforce_now: { company_code: 'ABC', batch_id: '1' },
    })
    const id = await work('2026-06-02', 8)
    await server.put(ada, '/users', [{ id: worker.id, payroll_id: '123456' }])
    await approve('2026-06-07')
    await close('2026-06-01', '2026-06-07')
    await approve('2026-05-31')
    await server.put(ada, '/timesheets', [{ id, duration: 6 * 3600 }])
    await approve('2026-06-14')
    await work('2026-06-16', 1)
    await approve('2026-06-20')
    const { pay_run } = await close('2026-06-08', '2026-06-20')
    assert.deepEqual([pay_run.seconds, pay_run.gross_cents], [-3600, -2000])
    const text = async (target: string) => {
      const { file } = await ok('POST', `/pay_runs/${pay_run.id}/files`, { target })
      const url = `/api/console/pay_runs/${pay_run.id}/files/${file.number}`
      return (await server.app.inject({ url, headers: { authorization: `Bearer ${ada.token}` } })).body
    }
    assert.equal(rowsOf(await text('adp_workforce_now'))[0]!['Reg Hours'], '-1.00')
    assert.deepEqual(
      rowsOf(await text('quickbooks_online')).map((row) => row.Duration),
      ['1:00'],
    )
  })

  test('a file of a closed run is checked without making it, as it would be made', async () => {
    await work('2026-06-02', 8)
    const other = await server.user(ada)
    await work('2026-06-03', 8, 0, other.id)
    await approve('2026-06-07')
    const days = { start_date: '2026-06-01', end_date: '2026-06-07' }
    const { pay_run: open } = await ok('POST', '/pay_runs', { kind: 'off_cycle', user_ids: [worker.id], ...days })
    const check = (target: string) => ask(server, ada, 'GET', `/pay_runs/${open.id}/check?target=${target}`)
    assert.equal((await check('paychex_spi')).status, 417, 'an open run has paid nothing')
    await ok('POST', `/pay_runs/${open.id}/close`)
    const { problems, problem_sums, totals } = (await check('paychex_spi')).body
    const fields = problems.map(({ field, user_id }: Values) => [field, user_id])
    assert.deepEqual(
      fields.filter(([field]: [string]) => field === 'payroll_id'),
      [['payroll_id', worker.id]],
    )
    assert.ok(
      problem_sums.some(({ field, blocking }: Values) => field === 'setup.paychex_spi.client_id' && blocking),
      JSON.stringify(problem_sums),
    )
    assert.deepEqual([totals.people, totals.total_seconds], [1, 8 * 3600])
    assert.equal((await check('hours')).status, 404)
    await refused(`/pay_runs/${open.id}/files`, { target: 'paychex_spi' }, /client/i)
    // Those of others are no matter of what this run has paid, nor is what was taken back later.
    await approve('2026-05-31')
    const { problem_sums: others } = (await check('payroll')).body
    const isOfTime = ({ field, blocking }: Values) => blocking || field === 'approved_to'
    assert.deepEqual(others.filter(isOfTime), [])
    assert.deepEqual((await show(open.id)).files, [])
  })

  test('the feed and webhooks tell that a run was closed and sent, with its record', async () => {
    const { body: now } = await server.call(ada.token, 'GET', '/changes?cursor=now')
    await work('2026-06-02', 8)
    await approve('2026-06-07')
    const { pay_run } = await close('2026-06-01', '2026-06-07')
    await ok('POST', `/pay_runs/${pay_run.id}/files`, { target: 'payroll' })
    await ok('POST', `/pay_runs/${pay_run.id}/sent`)
    const changes = async (who: { token: string }) =>
      (await server.call(who.token, 'GET', `/changes?cursor=${now.cursor}`)).body.results?.changes ?? []
    const told = (await changes(ada)).filter(({ type }: Values) => type === 'pay_runs')
    assert.deepEqual(
      told.map(({ change, record }: Values) => [change, record.state, record.gross_cents]),
      [
        ['created', 'closed', 16_000],
        ['updated', 'sent', 16_000],
      ],
    )
    assert.ok(eventNames.includes('pay_run.updated'))
  })

  test('only administrators see runs; others find none, nor their changes', async () => {
    await work('2026-06-02', 8)
    await approve('2026-06-07')
    const { pay_run } = await close('2026-06-01', '2026-06-07')
    for (const [method, path] of [
      ['GET', '/pay_runs'],
      ['GET', `/pay_runs/${pay_run.id}`],
      ['POST', `/pay_runs/${pay_run.id}/reopen`],
    ] as const)
      assert.equal((await ask(server, worker, method, path, method === 'POST' ? {} : undefined)).status, 403)
    assert.deepEqual(await server.list(worker, 'pay_runs'), [])
    const [listed] = await server.list(ada, 'pay_runs')
    assert.deepEqual([listed!.id, listed!.state, listed!.gross_cents], [pay_run.id, 'closed', 16_000])
  })
})
