import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

const [start_date, end_date] = ['2026-06-07', '2026-06-13']
const workdays = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12']
const hourly = { rate: 20 }
const salary = { rate: 52_000, per: 'year' }

// Each changes one input of days that a run has paid, so the cause is never the rest of their workweek.
onEither('causes of adjustments', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
    // Until Thursday, June 25, 2026.
    server.pass(115 * 86_400)
  })
  after(() => server.stop())

  type Scene = { company: TestCompany; worker: { id: number; token: string }; sheets: number[] }
  const ok = async (
    { company }: Pick<Scene, 'company'>,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
  ) => {
    const told = await ask(server, company, method, path, body)
    assert.equal(told.status, 200, `${method} ${path}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const user = ({ company, worker }: Scene, change: Values) =>
    server.put(company, '/users', [{ id: worker.id, ...change }])
  const settings = (scene: Scene, body: Values) => ok(scene, 'PUT', '/settings', { ...body, alters_approved: true })
  const rate = (scene: Scene, given: Values) =>
    ok(scene, 'POST', '/pay_rates', { user_id: scene.worker.id, from: null, alters_approved: true, ...given })
  const entry = ({ company, worker }: Scene, date: string, hours: number) =>
    server.createOne(company, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: 0, type: 'manual', date, duration: hours * 3600 },
    })
  const amount = (scene: Scene, date: string) =>
    ok(scene, 'POST', '/pay_amounts', {
      amounts: [{ user_id: scene.worker.id, kind: 'bonus', date, from: start_date, to: end_date, amount: 45 }],
    })

  type Case = { name: string; pay?: Values; person?: Values; change: (scene: Scene) => Promise<unknown>; cause: string }
  const salaried = { pay: salary, person: { exempt: true } }
  const cases: Case[] = [
    { name: 'a late entry', change: (scene) => entry(scene, '2026-06-13', 2), cause: 'late_entry' },
    {
      name: 'a corrected entry',
      change: ({ company, sheets }) => server.put(company, '/timesheets', [{ id: sheets[0], duration: 3600 }]),
      cause: 'corrected',
    },
    {
      name: 'a deleted entry',
      change: ({ company, sheets }) => server.call(company.token, 'DELETE', `/timesheets?ids=${sheets[0]}`),
      cause: 'corrected',
    },
    { name: 'a rate', change: (scene) => rate(scene, { from: '2026-06-08', rate: 25 }), cause: 'rate_changed' },
    { name: 'a bonus', change: (scene) => amount(scene, end_date), cause: 'amount_changed' },
    { name: 'a bonus paid later', change: (scene) => amount(scene, '2026-06-20'), cause: 'amount_changed' },
    {
      name: 'overtime',
      change: (scene) =>
        settings(scene, {
          overtime: [{ name: 'week', kind: 'weekly', after_hours: 30, multiplier: 1.5 }],
          overtime_from: null,
        }),
      cause: 'rules_changed',
    },
    { name: 'exemption', change: (scene) => user(scene, { exempt: true }), cause: 'rules_changed' },
    {
      name: 'a salary',
      ...salaried,
      change: (scene) => rate(scene, { from: '2026-06-08', rate: 104_000, per: 'year' }),
      cause: 'rate_changed',
    },
    {
      name: 'the hire date',
      ...salaried,
      change: (scene) => user(scene, { hire_date: '2026-06-10' }),
      cause: 'corrected',
    },
    {
      name: 'the last day',
      ...salaried,
      change: (scene) => user(scene, { term_date: '2026-06-10' }),
      cause: 'corrected',
    },
    {
      name: 'the working pattern',
      pay: salary,
      person: { exempt: true, hire_date: '2026-06-10' },
      change: (scene) =>
        ok(scene, 'PUT', '/working_pattern', {
          ...{ for: 'user', id: scene.worker.id, from: null, alters_approved: true },
          days: ['wed', 'thu', 'fri'].map((day) => ({ day, hours: 8 })),
        }),
      cause: 'rules_changed',
    },
    {
      name: 'published shifts',
      pay: salary,
      person: { exempt: true, hire_date: '2026-06-10' },
      change: async ({ company, worker }) => {
        const [calendar] = await server.list(company, 'schedule_calendars')
        for (const date of ['2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13'])
          await server.createOne(company, 'schedule_events', {
            ...{
              schedule_calendar_id: calendar!.id,
              assigned_user_ids: String(worker.id),
              title: 'Shift',
              draft: false,
            },
            ...{ start: `${date}T10:00:00-04:00`, end: `${date}T18:00:00-04:00` },
          })
      },
      cause: 'corrected',
    },
  ]

  /** What a correction pays after a change: the causes of its lines. */
  async function causesAfter({ pay = hourly, person = {}, change }: Omit<Case, 'name' | 'cause'>) {
    const company = await server.company(undefined, 'America/New_York')
    await insertSetting(server, company.id, 'general', 'payroll_type', 'weekly')
    await insertSetting(server, company.id, 'general', 'payroll_end_date', end_date)
    const worker = await server.user(company, person)
    const scene: Scene = { company, worker, sheets: [] }
    await settings(scene, { overtime: 'federal' })
    await rate(scene, pay)
    for (const date of workdays) scene.sheets.push((await entry(scene, date, 9)).id)
    await user(scene, { approved_to: end_date })
    await ok(scene, 'POST', '/pay_runs', { start_date, end_date, close: true })
    await user(scene, { approved_to: '2026-06-01' })
    await change(scene)
    await user(scene, { approved_to: end_date })
    const { pay_run } = await ok(scene, 'POST', '/pay_runs', { kind: 'correction', user_ids: [worker.id], close: true })
    const { people } = await ok(scene, 'GET', `/pay_runs/${pay_run.id}`)
    return [...new Set(people.flatMap(({ lines }: Values) => lines.map(({ cause }: Values) => cause)))]
  }

  for (const { name, cause, ...given } of cases)
    test(`the cause of an adjustment is named after a change: ${name}`, async () => {
      assert.deepEqual(await causesAfter(given), [cause])
    })

  test('an answer about a break: corrected', async () => {
    const company = await server.company(undefined, 'America/Los_Angeles')
    const worker = await server.user(company)
    const scene: Scene = { company, worker, sheets: [] }
    await rate(scene, hourly)
    await ok(scene, 'PUT', '/break_rules', { rules: 'california_meals', premium: true, from: null })
    const sheet = await server.createOne(company, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: 0, type: 'regular' },
      ...{ start: '2026-06-08T08:00:00-07:00', end: '2026-06-08T14:00:00-07:00' },
    })
    await user(scene, { approved_to: end_date })
    await ok(scene, 'POST', '/pay_runs', { start_date, end_date, close: true })
    await user(scene, { approved_to: '2026-06-01' })
    const answers = [{ rule: 'meal', answer: 'waived' }]
    const told = await ask(server, worker, 'POST', '/break_answers', { timesheet_id: sheet.id, answers })
    assert.equal(told.status, 200, JSON.stringify(told.body))
    await user(scene, { approved_to: end_date })
    const { pay_run } = await ok(scene, 'POST', '/pay_runs', { kind: 'correction', user_ids: [worker.id], close: true })
    const { people } = await ok(scene, 'GET', `/pay_runs/${pay_run.id}`)
    assert.deepEqual(
      people[0].lines.map(({ cause, amount_cents }: Values) => [cause, amount_cents]),
      [['corrected', -2000]],
    )
  })
})
