import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveVersion } from '../../src/company/versions.ts'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { addDays } from '../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../src/rules/time/pay_periods.ts'
import { Chance } from '../../src/sample/chance.ts'
import { write } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { ask } from './ask.ts'

// Whatever becomes known late, all runs together pay what the rules pay for all hours: in each period, in every line, to the
// cent. Two independent reckoners: the same company without its runs, and for one rule, fractions.
// `RUNS_SEED=7 npm test -- pay_run_sums` repeats a run.

const seed = Number(process.env.RUNS_SEED ?? Math.floor(Math.random() * 1e6))
const companies = isFull ? 10 : 5
const first = '2026-01-04'
const last = '2026-04-25'

const types = ['weekly', 'biweekly', 'fourweekly', 'semimonthly', 'monthly'] as const
const overtimes = [
  'federal',
  'california',
  'none',
  [{ name: 'daily', kind: 'daily', after_hours: 7, multiplier: 1.25 }],
]

const forget = operation('test.forgetRuns', async (tx, { companyId }: { companyId: number }): Promise<void> => {
  await tx.lockCompany(companyId)
  await tx.run(sql`delete from pay_runs where company_id = ${companyId}`)
  await moveVersion(tx, companyId, 'pay_runs', { reference: true })
})

onBoth('the sum of all pay runs', (database) => {
  test('all pay runs together pay what the rules pay for all hours, to the cent', async () => {
    const server = await TestServer.start(database)
    // Until the end of May.
    server.pass(90 * 86_400)
    const counts = { companies: 0, runs: 0, adjustments: 0, lines: 0, causes: new Map<string, number>() }
    try {
      for (let n = 0; n < companies; n++) await oneCompany(server, seed + n, types[n % types.length]!, counts)
    } finally {
      await server.stop()
    }
    console.log(
      `${database}: seed ${seed}, ${counts.companies} companies, ${counts.runs} runs, ${counts.lines} lines, ` +
        `${counts.adjustments} adjustments: ${[...counts.causes].map(([cause, n]) => `${cause} ${n}`).join(', ')}`,
    )
    assert.ok(counts.adjustments > companies * 3, 'nothing was adjusted, so nothing was tested')
  })
})

type Counts = { companies: number; runs: number; adjustments: number; lines: number; causes: Map<string, number> }

async function oneCompany(server: TestServer, own: number, payroll_type: string, counts: Counts): Promise<void> {
  const chance = new Chance(own, 'pay runs')
  const below = (count: number) => chance.between(0, count - 1)
  const ada = await server.company(undefined, 'America/Chicago')
  const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
    const told = await ask(server, ada, method, path, body)
    assert.equal(told.status, 200, `${own}: ${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const general = { payroll_type, payroll_end_date: '2026-01-10' }
  const overtime = overtimes[below(overtimes.length)]
  await ok('PUT', '/settings', { settings: { general }, overtime })
  const job = (await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })).id
  await ok('POST', '/pay_rates', { jobcode_id: job, from: null, rate: 17 + below(400) / 100 })
  const people = [await server.user(ada), await server.user(ada)]
  for (const { id } of people) await ok('POST', '/pay_rates', { user_id: id, from: null, rate: 15 + below(900) / 100 })
  const periods: { start: string; end: string }[] = []
  for (let date = first; date <= last; ) {
    const period = payPeriodOf(date, general)
    periods.push(period)
    date = addDays(period.end, 1)
  }
  const sheets: { id: number; user_id: number; date: string }[] = []
  const enter = async (items: Values[]) => {
    for (let at = 0; at < items.length; at += 50) {
      const part = items.slice(at, at + 50)
      const { body, status, text } = await server.post(ada, '/timesheets', part)
      assert.equal(status, 200, text)
      for (const made of Object.values<Values>(body.results.timesheets)) {
        assert.equal(made._status_code, 200, JSON.stringify(made))
        sheets.push({ id: made.id, user_id: made.user_id, date: made.date })
      }
    }
  }
  const sheet = (user_id: number, date: string) => ({
    ...{ user_id, date, type: 'manual', jobcode_id: below(3) === 0 ? job : 0 },
    duration: 900 * (8 + below(36)),
  })
  const approve = (to: string) =>
    server.put(
      ada,
      '/users',
      people.map(({ id }) => ({ id, approved_to: to })),
    )
  const run = async (body: Values) => {
    const told = await ask(server, ada, 'POST', '/pay_runs', { ...body, close: true })
    if (told.status === 417 && /nothing to pay/.test(told.body.error.message)) return
    assert.equal(told.status, 200, `${own}: ${JSON.stringify(told.body)}`)
    counts.runs += 1
  }
  for (const [index, { start, end }] of periods.entries()) {
    const items: Values[] = []
    for (const { id } of people)
      for (let date = start; date <= end; date = addDays(date, 1)) if (below(10) < 7) items.push(sheet(id, date))
    await enter(items)
    if (index > 0) await changePast(index)
    await approve(end)
    await run({ start_date: start, end_date: end })
  }
  /** Late entries, corrections, deletions and raises from an earlier date, in periods that were paid. */
  async function changePast(index: number): Promise<void> {
    await approve('2025-12-31')
    const paid = sheets.filter(({ date }) => date < periods[index]!.start)
    const one = () => paid[below(paid.length)]!
    if (below(2) === 0) await enter([sheet(people[below(2)]!.id, one().date)])
    if (below(2) === 0) {
      const { status, text } = await server.put(ada, '/timesheets', [{ id: one().id, duration: 900 * (4 + below(40)) }])
      assert.equal(status, 200, text)
    }
    if (below(3) === 0) {
      const gone = one()
      await server.call(ada.token, 'DELETE', `/timesheets?ids=${gone.id}`)
      sheets.splice(sheets.indexOf(gone), 1)
    }
    if (below(3) === 0) {
      const rate = { user_id: people[below(2)]!.id, from: one().date, rate: 15 + below(900) / 100 }
      const told = await ask(server, ada, 'POST', '/pay_rates', { ...rate, alters_approved: true })
      assert.ok(told.status === 200 || /already is a rate/.test(told.body.error.message), JSON.stringify(told.body))
    }
  }
  // What is known only now.
  await changePast(periods.length - 1)
  await approve(periods.at(-1)!.end)
  await run({ kind: 'correction', user_ids: people.map(({ id }) => id) })
  await compare(server, ada, ok, periods, counts, own)
  counts.companies += 1
}

type Ok = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<Values>

async function compare(
  server: TestServer,
  ada: TestCompany,
  ok: Ok,
  periods: readonly { start: string; end: string }[],
  counts: Counts,
  own: number,
): Promise<void> {
  const paid = new Map<string, { seconds: number; cents: number }>()
  for (const { id } of (await ok('GET', '/pay_runs')).pay_runs)
    for (const { user_id, lines } of (await ok('GET', `/pay_runs/${id}`)).people)
      for (const line of lines) {
        counts.lines += 1
        if (line.cause !== '') {
          counts.adjustments += 1
          counts.causes.set(line.cause, (counts.causes.get(line.cause) ?? 0) + 1)
        }
        add(paid, keyOf(user_id, line.start_date, line), line)
      }
  await write(server, forget, { companyId: ada.id })
  const due = new Map<string, { seconds: number; cents: number }>()
  for (const { start, end } of periods)
    for (const { user_id, lines } of (await ok('GET', `/gross_pay?start_date=${start}&end_date=${end}`)).people)
      for (const line of lines) add(due, keyOf(user_id, start, line), line)
  for (const map of [paid, due])
    for (const [key, { seconds, cents }] of map) if (seconds === 0 && cents === 0) map.delete(key)
  assert.deepEqual(Object.fromEntries([...paid].sort()), Object.fromEntries([...due].sort()), `seed ${own}`)
}

function keyOf(user_id: number, start: string, { kind, rate, per, multiplier }: Values): string {
  return [user_id, start, kind, rate, per, multiplier].join(' ')
}

function add(sums: Map<string, { seconds: number; cents: number }>, key: string, line: Values): void {
  const { seconds, cents } = sums.get(key) ?? { seconds: 0, cents: 0 }
  sums.set(key, { seconds: seconds + line.seconds, cents: cents + line.amount_cents })
}
