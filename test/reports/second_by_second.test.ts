import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { Chance } from '../../src/sample/chance.ts'
import { ask } from '../app_api/ask.ts'
import { download, rowsOf } from '../exports/exporting.ts'
import { onEither, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'
import { days, firstDay } from './reckoner/companies.ts'
import { textOf } from './reckoner/dates.ts'
import { type Entered, entered } from './reckoner/entering.ts'
import { type Line, Reckoned } from './reckoner/pay.ts'

// What reports pay against a reckoner that shares nothing with the server: it walks through the work of random people one
// second after the other, by dates, clocks and fractions of its own. `RECKONER_SEED=7 npm test -- reports/second_by_second`
// repeats a run, and RECKONER_COMPANIES says how many companies there are.

const seed = Number(process.env.RECKONER_SEED ?? Math.floor(Math.random() * 1e6))
const companies = Number(process.env.RECKONER_COMPANIES ?? (isFull ? 30 : 2))
const peopleOfOne = 4

type Range = { first: number; last: number }
type Counts = { companies: number; people: number; ranges: number; comparisons: number; kinds: Map<string, number> }

onEither('second by second', (database) => {
  test('gross pay is that of each second of work, with patterns, salaries and amounts, for any range', async () => {
    const server = await TestServer.start(database)
    server.pass(80 * 86_400)
    const counts: Counts = { companies: 0, people: 0, ranges: 0, comparisons: 0, kinds: new Map() }
    try {
      for (let n = 0; n < companies; n++) await oneCompany(server, seed + n, counts)
    } finally {
      await server.stop()
      console.log(
        `${database}: seed ${seed}, ${counts.companies} companies, ${counts.people} people, ${counts.ranges} ranges, ` +
          `${counts.comparisons} comparisons: ${[...counts.kinds].map(([kind, n]) => `${kind} ${n}`).join(', ')}`,
      )
    }
  })
})

async function oneCompany(server: TestServer, own: number, counts: Counts): Promise<void> {
  const chance = new Chance(own, 'second by second')
  const made = await entered(server, chance, peopleOfOne)
  const reckoned = new Map(made.people.map((person) => [person.id, new Reckoned(person, made.company)]))
  const all = { first: firstDay - 7, last: firstDay + days + 21 }
  const course = { server, made, reckoned, counts, what: `seed ${own}` }
  const whole = await sumsOf(course, [all])
  await compareFile(course, all)
  assert.deepEqual(await sumsOf(course, cut(chance, all)), whole, `seed ${own}: parts of the dates`)
  assert.deepEqual(await sumsOf(course, cut(chance, all)), whole, `seed ${own}: parts of the dates`)
  await sumsOf(course, [oneDay(chance), oneDay(chance)])
  counts.companies += 1
  counts.people += made.people.length
}

type Course = {
  server: TestServer
  made: Entered
  reckoned: ReadonlyMap<number, Reckoned>
  counts: Counts
  what: string
}

/** A range in up to four parts. */
function cut(chance: Chance, { first, last }: Range): Range[] {
  const starts = [1, 2, 3].map(() => chance.between(firstDay, firstDay + days)).sort((a, b) => a - b)
  const firsts = [...new Set([first, ...starts])]
  return firsts.map((from, index) => ({ first: from, last: (firsts[index + 1] ?? last + 1) - 1 }))
}

function oneDay(chance: Chance): Range {
  const day = firstDay + chance.between(0, days)
  return { first: day, last: day }
}

/**
 * Compares everything of the ranges with the reckoner. Returns what is the same however dates are cut: salaries and amounts
 * to the cent, and seconds. Only lines of time are rounded in each range.
 */
async function sumsOf(course: Course, ranges: readonly Range[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  const add = (key: string, value: number) => {
    sums[key] = (sums[key] ?? 0) + value
  }
  for (const range of ranges) {
    const people = await compared(course, range)
    course.counts.ranges += 1
    for (const { user_id, lines } of people)
      for (const { kind, multiplier, seconds, amount_cents } of lines as Line[]) {
        if (kind === 'salary' || kind === 'deduction') add(`${user_id} salary`, amount_cents)
        else if (kind !== 'work' && kind !== 'time_off' && kind !== 'rest_periods')
          add(`${user_id} ${kind}`, amount_cents)
        if (seconds !== 0) add(`${user_id} ${kind === 'salary' ? 'work' : kind} ${multiplier}`, seconds)
      }
  }
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The people of gross pay of a range, after all figures of it were compared. */
async function compared({ server, made, reckoned, counts, what }: Course, { first, last }: Range): Promise<Values[]> {
  const { caller, people } = made
  const query = `start_date=${textOf(first)}&end_date=${textOf(last)}`
  const get = async (path: string): Promise<Values> => {
    const { status, body } = await ask(server, caller, 'GET', path)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const gross = await get(`/gross_pay?${query}`)
  const hours = await get(`/hours?${query}&money=yes&group_by=person`)
  const cost = hours.columns.findIndex(({ key }: Values) => key === 'cost')
  const { payroll_report } = (await server.get(caller, `/reports/payroll?${query}`)).body.results
  const same = (found: unknown, expected: unknown, of: string) => {
    counts.comparisons += 1
    assert.deepEqual(found, expected, `${what}: ${of}, ${query}`)
  }
  // Among everyone, and alone.
  const { id: one } = people[(first + last) % people.length]!
  const alone = await get(`/gross_pay?${query}&user_ids=${one}`)
  same(
    alone.people,
    gross.people.filter(({ user_id }: Values) => user_id === one),
    `gross pay of ${one} alone`,
  )
  for (const { id } of people) {
    const own = reckoned.get(id)!
    const lines = own.lines(first, last)
    const answered = gross.people.find(({ user_id }: Values) => user_id === id)
    const found = (answered?.lines ?? []) as (Line & { parts: unknown })[]
    for (const { kind } of lines) counts.kinds.set(kind, (counts.kinds.get(kind) ?? 0) + 1)
    counts.comparisons += lines.length
    same(found.map(({ parts, ...line }) => textOfLine(line)).sort(), lines.map(textOfLine).sort(), `lines of ${id}`)
    const sum = lines.reduce((all, { amount_cents }) => all + amount_cents, 0)
    same(answered?.gross_cents ?? 0, sum, `gross pay of ${id}`)
    const rates = ((answered?.regular_rates ?? []) as Values[]).map(({ week, rate }) => `${week} ${rate}`)
    const known = own.regularRates(first, last).map(([week, rate]) => `${textOf(week)} ${rate / 10_000}`)
    if (answered) same(rates, known, `regular rates of ${id}`)
    const row = hours.rows.find((one: Values) => one.id === id)
    if (lines.every(({ rate, per }) => rate !== null || per === 'once'))
      same(row?.values[cost] ?? 0, sum, `cost of ${id} in Hours`)
    const { total_re_seconds = 0, overtime_seconds = {} } = payroll_report[id] ?? {}
    const paid = Object.entries<number>({ 1: total_re_seconds, ...overtime_seconds }).filter(([, n]) => n > 0)
    const expected = [...own.secondsBy(first, last)].map(([extra, n]) => [`${(1000 + extra) / 1000}`, n])
    same(Object.fromEntries(paid), Object.fromEntries(expected), `seconds of ${id} in Payroll`)
  }
  return gross.people
}

/** Compares the costs in the file Payroll, of people all of whose time has a rate. */
async function compareFile({ server, made, reckoned, counts, what }: Course, { first, last }: Range): Promise<void> {
  const query = `start_date=${textOf(first)}&end_date=${textOf(last)}&money=yes&format=csv`
  const { statusCode, body } = await download(server, made.caller, `/exports/payroll?${query}`)
  assert.equal(statusCode, 200, body)
  const rows = Map.groupBy(rowsOf(body), ({ user_id }) => Number(user_id))
  for (const { id } of made.people) {
    const lines = reckoned.get(id)!.lines(first, last)
    if (lines.some(({ rate, per }) => rate === null && per !== 'once')) continue
    const cents = (rows.get(id) ?? []).reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0)
    const expected = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
    counts.comparisons += 1
    assert.equal(cents, expected, `${what}: cost of ${id} in the file Payroll`)
  }
}

function textOfLine({ kind, rate, per, multiplier, seconds, amount_cents }: Line): string {
  return `${kind} ${rate} ${per} ${multiplier}: ${seconds} s ${amount_cents}`
}
