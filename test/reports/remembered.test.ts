import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { KeptParts } from '../../src/reports/kept_parts.ts'
import type { FinishedTime } from '../../src/reports/overtime.ts'
import { ask } from '../app_api/ask.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// What a report answered is remembered until the company's data change, and never longer than the clock allows.

onBoth('repeated reports', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  let job: number
  let entry: number
  let calendar: number
  before(async () => {
    server = await TestServer.start(database)
    company = await server.company()
    worker = await server.user(company)
    job = (await server.createOne(company, 'jobcodes', { name: 'Roof', assigned_to_all: true })).id
    const day = { user_id: worker.id, jobcode_id: job, type: 'manual', duration: 10 * 3600 }
    for (const date of ['16', '17', '18', '19', '20'])
      entry = (await server.createOne(company, 'timesheets', { ...day, date: `2026-02-${date}` })).id
    calendar = (await send('POST', '/holiday_calendars', { name: 'Ours' })).calendar.id
  })
  after(() => server.stop())

  const send = async (method: 'POST' | 'PUT' | 'GET', path: string, body?: Values): Promise<Values> => {
    const answer = await ask(server, company, method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const range = { start_date: '2026-02-15', end_date: '2026-02-28' }
  const report = async (name: string, who: { token: string } = company, more: Values = {}) => {
    const { status, text } = await server.call(who.token, 'POST', `/reports/${name}`, { data: { ...range, ...more } })
    assert.equal(status, 200, text)
    return text
  }
  const payroll = () => report('payroll')
  const gross = async () => JSON.stringify(await send('GET', `/gross_pay?${new URLSearchParams(range)}`))
  const statements = async (work: () => Promise<unknown>) => {
    const before = server.db.statements()
    await work()
    return server.db.statements() - before
  }

  test('a repeated report is answered without a query while nothing has changed', async () => {
    await server.get(company, '/current_user')
    const signedIn = await statements(() => server.get(company, '/current_user'))
    for (const name of ['payroll', 'payroll_by_jobcode', 'project']) {
      const first = await report(name)
      let again = ''
      assert.equal(await statements(async () => (again = await report(name))), signedIn, name)
      assert.equal(again, first)
    }
    server.pass(60)
    assert.equal(await statements(payroll), signedIn)
  })

  test('a report is remembered per person and per request', async () => {
    const all = JSON.parse(await payroll()).results.payroll_report
    assert.equal(all[worker.id].total_work_seconds, 50 * 3600)
    const own = JSON.parse(await report('payroll', worker)).results.payroll_report
    assert.deepEqual(own, all)
    const other = await server.user(company)
    assert.deepEqual(JSON.parse(await report('payroll', other)).results.payroll_report, {})
    const none = JSON.parse(await report('payroll', company, { user_ids: String(other.id) }))
    assert.deepEqual(none.results.payroll_report, {})
    const day = await report('payroll', company, { start_date: '2026-02-16', end_date: '2026-02-16' })
    assert.equal(JSON.parse(day).results.payroll_report[worker.id].total_work_seconds, 10 * 3600)
  })

  test('a repeated report is right after the time of one person or the rules have changed', async () => {
    const other = await server.user(company)
    const day = { user_id: other.id, jobcode_id: job, type: 'manual', date: '2026-02-18' }
    const sheet = (await server.createOne(company, 'timesheets', { ...day, duration: 9 * 3600 })).id
    const seconds = async (name: string) => {
      const { payroll_report, payroll_by_jobcode_report } = JSON.parse(await report(name)).results
      const totals = (id: number) =>
        (payroll_report ?? payroll_by_jobcode_report.by_user[id].totals)[payroll_report ? id : job]
      return [totals(worker.id), totals(other.id)].map(({ total_re_seconds }) => total_re_seconds / 3600)
    }
    for (const name of ['payroll', 'payroll_by_jobcode']) {
      await server.put(company, '/timesheets', [{ id: sheet, duration: 9 * 3600 }])
      assert.deepEqual(await seconds(name), [40, 9])
      await server.put(company, '/timesheets', [{ id: sheet, duration: 7 * 3600 }])
      assert.deepEqual(await seconds(name), [40, 7])
      // The same time under other rules.
      await send('PUT', '/settings', { overtime: 'california', overtime_from: null, alters_approved: true })
      assert.deepEqual(await seconds(name), [40, 7])
      assert.match(await report(name), /"overtime_by_rule":\{"daily":/)
      await send('PUT', '/settings', { overtime: null, overtime_from: null, alters_approved: true })
      assert.doesNotMatch(await report(name), /"daily"/)
    }
    await server.delete(company, `/timesheets?ids=${sheet}`)
  })

  const holidayRule = { name: 'holiday', kind: 'holiday', after_hours: 0, multiplier: 2 }
  const changes: [what: string, seen: () => Promise<string>, change: () => Promise<unknown>][] = [
    ['an entry', payroll, () => server.put(company, '/timesheets', [{ id: entry, duration: 9 * 3600 + 60 }])],
    ['a name', payroll, () => server.put(company, '/users', [{ id: worker.id, first_name: 'Wilma' }])],
    [
      'a threshold',
      payroll,
      () => send('PUT', '/settings', { settings: { general: { weekly_regular_hours: '30' } }, alters_approved: true }),
    ],
    [
      'rounding',
      payroll,
      () => send('PUT', '/settings', { settings: { rounding: { minutes: 15, of: 'day' } }, alters_approved: true }),
    ],
    ['overtime rules', payroll, () => send('PUT', '/settings', { overtime: [holidayRule], overtime_from: null })],
    [
      'a holiday',
      payroll,
      () =>
        send('POST', `/holiday_calendars/${calendar}/holidays`, { holidays: [{ date: '2026-02-16', name: 'Ours' }] }),
    ],
    ['a rate', gross, () => send('POST', '/pay_rates', { user_id: worker.id, from: null, rate: 20 })],
    [
      'a rate of a job',
      gross,
      () => send('POST', '/pay_rates', { user_id: 0, jobcode_id: job, from: '2026-02-18', rate: 30 }),
    ],
    [
      'an amount',
      gross,
      () =>
        send('POST', '/pay_amounts', {
          amounts: [{ user_id: worker.id, kind: 'bonus', date: '2026-02-17', amount: 10 }],
        }),
    ],
    [
      'a job’s name',
      () => report('payroll_by_jobcode'),
      () => server.put(company, '/jobcodes', [{ id: job, name: 'Deck' }]),
    ],
    ['a deletion', payroll, () => server.delete(company, `/timesheets?ids=${entry}`)],
  ]
  for (const [what, seen, change] of changes)
    test(`a repeated report is new after a change of ${what}`, async () => {
      const before = await seen()
      assert.equal(await seen(), before)
      await change()
      assert.notEqual(await seen(), before)
    })

  test('a repeated report follows the clock while time is running', async () => {
    const project = await server.createOne(company, 'projects', { name: 'Bridge' })
    const { jobcode_id } = project
    await server.createOne(company, 'jobcode_assignments', { user_id: worker.id, jobcode_id })
    await server.createOne(company, 'estimates', { project_id: project.id, estimate_by: 'none' })
    await server.createOne(worker, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id, type: 'regular' },
      start: new Date(server.world.now() / 1000).toISOString(),
      end: '',
    })
    const estimate = () => report('project_estimate', company, { project_ids: String(project.id) })
    const before = await estimate()
    assert.equal(await estimate(), before)
    server.pass(60)
    assert.notEqual(await estimate(), before)
  })
})

test('the remembered parts of reports about people without time are bounded, too', () => {
  const kept = new KeptParts<number>()
  const person = { user: { id: 1 }, policy: {}, entries: [] } as unknown as FinishedTime
  let calculated = 0
  const ask = (question: number) => kept.of(String(question), person, () => ++calculated)
  ask(0)
  ask(0)
  assert.equal(calculated, 1)
  for (let question = 1; question <= 10_000; question++) ask(question)
  ask(0)
  assert.equal(calculated, 10_002)
})
