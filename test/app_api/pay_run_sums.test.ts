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

// In whatever parts a period is paid, and whatever becomes known late, all runs together pay what the rules pay for all hours:
// in every line, to the cent, as if each pay period had been paid once. Two independent reckoners: the same company without its runs, and for one rule, fractions.
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
    const counts = { companies: 0, runs: 0, parts: 0, adjustments: 0, lines: 0, causes: new Map<string, number>() }
    try {
      for (let n = 0; n < companies; n++) await oneCompany(server, seed + n, types[n % types.length]!, counts)
    } finally {
      await server.stop()
    }
    console.log(
      `${database}: seed ${seed}, ${counts.companies} companies, ${counts.runs} runs, ${counts.parts} of parts, ${counts.lines} lines, ` +
        `${counts.adjustments} adjustments: ${[...counts.causes].map(([cause, n]) => `${cause} ${n}`).join(', ')}`,
    )
    assert.ok(counts.adjustments > companies * 3, 'nothing was adjusted, so nothing was tested')
  })
})

type Counts = {
  companies: number
  runs: number
  parts: number
  adjustments: number
  lines: number
  causes: Map<string, number>
}

async function oneCompany(server: TestServer, own: number, payroll_type: string, counts: Counts): Promise<void> {
  const chance = new Chance(own, 'pay runs')
  const below = (count: number) => chance.between(0, count - 1)
  const ada = await server.company(undefined, 'America/Chicago')
  const ok = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => {
    const told = await ask(server, ada, method, path, body)
    assert.equal(told.status, 200, `${own}: ${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(told.body)}`)
    return told.body
  }
  const general = {
    ...{ payroll_type, payroll_end_date: '2026-01-10' },
    ...{ payroll_first_end_day: '15', payroll_last_end_day: '31', payroll_month_end_day: '31' },
  }
  const overtime = overtimes[below(overtimes.length)]
  await ok('PUT', '/settings', { settings: { general }, overtime })
  const job = (await server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })).id
  await ok('POST', '/pay_rates', { jobcode_id: job, from: null, rate: 17 + below(400) / 100 })
  const people = [await server.user(ada), await server.user(ada)]
  for (const { id } of people) await ok('POST', '/pay_rates', { user_id: id, from: null, rate: 15 + below(900) / 100 })
  const periods: Period[] = []
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
  const together: Period[] = []
  let open: Period | undefined
  for (const [index, { start, end }] of periods.entries()) {
    const items: Values[] = []
    for (const { id } of people)
      for (let date = start; date <= end; date = addDays(date, 1)) if (below(10) < 7) items.push(sheet(id, date))
    await enter(items)
    if (index > 0) await changePast(index)
    await approve(end)
    // Now and then one run pays two pay periods.
    const paid = { start: open?.start ?? start, end }
    open = open === undefined && index + 1 < periods.length && below(5) === 0 ? { start, end } : undefined
    if (open) continue
    together.push(paid)
    await payParts(paid.start, end)
    await run({ start_date: paid.start, end_date: end })
  }
  /** Some days of some people before the regular run, in any order. */
  async function payParts(start: string, end: string): Promise<void> {
    const from: string[] = []
    for (let date = start; date <= end; date = addDays(date, 1 + below(7))) from.push(date)
    const parts = from.map((date, n) => ({ start_date: date, end_date: addDays(from[n + 1] ?? addDays(end, 1), -1) }))
    while (below(3) > 0 && parts.length > 1) {
      const [part] = parts.splice(below(parts.length), 1)
      counts.parts += 1
      await run({ kind: 'off_cycle', user_ids: [people[below(2)]!.id], ...part })
    }
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
  await compare(server, ada, ok, { periods, together }, counts, own)
  counts.companies += 1
}

type Period = { start: string; end: string }

type Ok = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<Values>

async function compare(
  server: TestServer,
  ada: TestCompany,
  ok: Ok,
  { periods, together }: { periods: readonly Period[]; together: readonly Period[] },
  counts: Counts,
  own: number,
): Promise<void> {
  const startOf = (days: Period): string => {
    const found = together.find(({ start, end }) => days.start >= start && days.end <= end)
    assert.ok(found, `${days.start} to ${days.end} were paid by no run`)
    return found.start
  }
  const paid = new Map<string, { seconds: number; cents: number }>()
  for (const { id } of (await ok('GET', '/pay_runs')).pay_runs)
    for (const { user_id, lines } of (await ok('GET', `/pay_runs/${id}`)).people)
      for (const line of lines) {
        counts.lines += 1
        if (line.cause !== '') {
          counts.adjustments += 1
          counts.causes.set(line.cause, (counts.causes.get(line.cause) ?? 0) + 1)
        }
        add(paid, keyOf(user_id, startOf({ start: line.start_date, end: line.end_date }), line), line)
      }
  await write(server, forget, { companyId: ada.id })
  // Asked for by pay period, or for all days of a run at once.
  for (const ranges of [periods, together]) {
    const due = new Map<string, { seconds: number; cents: number }>()
    for (const { start, end } of ranges)
      for (const { user_id, lines } of (await ok('GET', `/gross_pay?start_date=${start}&end_date=${end}`)).people)
        for (const line of lines) add(due, keyOf(user_id, startOf({ start, end }), line), line)
    assert.deepEqual(sumsOf(paid), sumsOf(due), `seed ${own}`)
  }
}

function sumsOf(sums: ReadonlyMap<string, { seconds: number; cents: number }>): Values {
  return Object.fromEntries([...sums].filter(([, { seconds, cents }]) => seconds !== 0 || cents !== 0).sort())
}

function keyOf(user_id: number, start: string, { kind, rate, per, multiplier }: Values): string {
  return [user_id, start, kind, rate, per, multiplier].join(' ')
}

function add(sums: Map<string, { seconds: number; cents: number }>, key: string, line: Values): void {
  const { seconds, cents } = sums.get(key) ?? { seconds: 0, cents: 0 }
  sums.set(key, { seconds: seconds + line.seconds, cents: cents + line.amount_cents })
}
