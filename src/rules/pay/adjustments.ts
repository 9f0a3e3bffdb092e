import { keysOf } from '../elements.ts'
import { addDays, type Range } from '../time/calendar.ts'
import type { GrossLine } from './gross_lines.ts'

// What a pay run owes besides its own days: the difference between what is due for days that earlier runs paid, by the
// rules and hours as they are known now, and what those runs paid for them. Together, all runs pay what is due.

/** The kinds of pay runs. A correction has no days of its own. */
export const runKinds = ['regular', 'off_cycle', 'correction', 'final'] as const
/** One of these kinds. */
export type RunKind = (typeof runKinds)[number]

/** The states of a pay run. */
export const runStates = ['open', 'closed', 'sent'] as const

/**
 * Why an adjustment is due, in the order in which they are looked for
 * - 'rules_changed': the rules, settings, working pattern or holidays of the days;
 * - 'late_entry': time was added to the days after the run; 'corrected': their time, an answer about a break, shifts by
 *   which a salary is paid, or the dates of employment were changed;
 * - 'rate_changed': a rate or salary of the days;
 * - 'amount_changed': an amount that is paid on them or was earned in them, such as a bonus;
 * - 'rest_of_workweek': nothing of the days themselves, but hours of the same workweek (29 CFR 778.106);
 * - 'entered': someone entered the adjustment.
 */
export const causes = [
  'rules_changed',
  'late_entry',
  'corrected',
  'rate_changed',
  'amount_changed',
  'rest_of_workweek',
  'entered',
] as const
/** One of these causes. */
export type Cause = (typeof causes)[number]

/**
 * What pay for days depended on: the ids of their entries, and digests of their time, rates, amounts and rules, and of all
 * else. Runs that were closed before a digest was kept do not have it, and what it is made of must never change: so
 * something else that pay depends on is a new digest. `periods`: the pay periods in which they were rounded, whatever the
 * pay periods are later.
 */
export type Inputs = { ids: readonly number[]; time: string; rates: string; amounts: string; rules: string } & {
  readonly [name in Digest]?: string
} & { readonly periods?: readonly string[] | undefined }

/** What is kept beside those that all runs have, and the cause that it is if it has changed. */
const digests = {
  ways: 'rules_changed',
  patterns: 'rules_changed',
  premiums: 'corrected',
  employment: 'corrected',
  shifts: 'corrected',
  salaries: 'rate_changed',
  earned: 'amount_changed',
} as const satisfies Record<string, Cause>

type Digest = keyof typeof digests

/** The first cause that applies. */
export function causeOf(before: Inputs, now: Inputs): Cause {
  const changed = new Set<Cause>(
    keysOf(digests).flatMap((name) => (differs(before[name], now[name]) ? digests[name] : [])),
  )
  if (before.rules !== now.rules || changed.has('rules_changed')) return 'rules_changed'
  if (before.time !== now.time) {
    const known = new Set(before.ids)
    // What is paid as time worked for a break has no entry, and so no positive id.
    return now.ids.some((id) => id > 0 && !known.has(id)) ? 'late_entry' : 'corrected'
  }
  if (changed.has('corrected')) return 'corrected'
  if (before.rates !== now.rates || changed.has('rate_changed')) return 'rate_changed'
  if (before.amounts !== now.amounts || changed.has('amount_changed')) return 'amount_changed'
  return 'rest_of_workweek'
}

function differs(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now
}

/** A line of pay as runs treat it: figures that add up, and everything else, which identifies it. */
export type PayLine = Pick<GrossLine, 'seconds' | 'amount_cents'> & Readonly<Record<string, unknown>>

/** Whether a property of a line is a figure, which adds up. */
function isFigure(name: string, value: unknown): value is number {
  return typeof value === 'number' && /(^|_)(seconds|cents|units)$/.test(name)
}

/** The text that lines have in common whose figures are added up. Details of figures, such as parts, are left out. */
export function lineKey(line: PayLine): string {
  const named = Object.entries(line).filter(([name, value]) => !isFigure(name, value) && !isDetail(value))
  return JSON.stringify(named.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isDetail(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null)
}

/**
 * What is due less what was paid, line by line; lines without a difference are left out. The parts of an amount do not make
 * a difference, so they are left out, too.
 */
export function differences<L extends PayLine>(due: readonly L[], paid: readonly L[]): L[] {
  const sums = new Map<string, { line: L; figures: Map<string, number> }>()
  const add = (lines: readonly L[], sign: 1 | -1) => {
    for (const line of lines) {
      const key = lineKey(line)
      const sum = sums.get(key) ?? { line, figures: new Map() }
      sums.set(key, sum)
      for (const [name, value] of Object.entries(line))
        if (isFigure(name, value)) sum.figures.set(name, (sum.figures.get(name) ?? 0) + sign * value)
    }
  }
  add(due, 1)
  add(paid, -1)
  return [...sums.values()]
    .filter(({ figures }) => figures.values().some((figure) => figure !== 0))
    .map(({ line, figures }) => ({ ...line, ...withoutDetails(line), ...Object.fromEntries(figures) }))
}

function withoutDetails(line: PayLine): Record<string, readonly unknown[]> {
  const details = Object.entries(line).filter(([, value]) => value !== undefined && isDetail(value))
  return Object.fromEntries(details.map(([name]) => [name, []]))
}

/** Lines with the same key added up, with all their parts, in order of first occurrence; those of nothing are left out. */
export function addedUp<L extends PayLine>(lines: readonly L[]): L[] {
  return [...Map.groupBy(lines, lineKey).values()].flatMap((own) => {
    const [only, ...others] = own
    if (only && others.length === 0) return isNothing(only) ? [] : [only]
    return differences(own, []).map((sum) => {
      const details = Object.keys(sum).filter((name) => Array.isArray(sum[name]))
      const parts = details.map((name) => [name, own.flatMap((line) => (Array.isArray(line[name]) ? line[name] : []))])
      return { ...sum, ...Object.fromEntries(parts) }
    })
  })
}

/** Whether all figures of a line are 0. */
export function isNothing(line: PayLine): boolean {
  return Object.entries(line).every(([name, value]) => !isFigure(name, value) || value === 0)
}

/** The sums of lines. */
export function sumOfLines(lines: readonly PayLine[]): { seconds: number; amount_cents: number } {
  return lines.reduce<{ seconds: number; amount_cents: number }>(
    (sum, line) => ({ seconds: sum.seconds + line.seconds, amount_cents: sum.amount_cents + line.amount_cents }),
    { seconds: 0, amount_cents: 0 },
  )
}

/** The days of a range that none of the others has, as ranges in order. */
export function uncovered(range: Range, taken: readonly Range[]): Range[] {
  let left: Range[] = [{ start_date: range.start_date, end_date: range.end_date }]
  for (const one of taken)
    left = left.flatMap((part) => {
      if (one.end_date < part.start_date || one.start_date > part.end_date) return [part]
      const before = { start_date: part.start_date, end_date: addDays(one.start_date, -1) }
      const after = { start_date: addDays(one.end_date, 1), end_date: part.end_date }
      return [before, after].filter(({ start_date, end_date }) => start_date <= end_date)
    })
  return left
}

/** Whether two ranges have a day in common. */
export function overlaps(a: Range, b: Range): boolean {
  return a.start_date <= b.end_date && b.start_date <= a.end_date
}

/** Whether the second range lies within the first. */
export function contains(a: Range, b: Range): boolean {
  return a.start_date <= b.start_date && b.end_date <= a.end_date
}

/** What was paid for days, or is adjusted for them. */
type Figures = Range & { seconds: number; amount_cents: number }

/** An adjustment that takes back more than what is `left` of the days: seconds or cents, as `figure` says. */
type Overdrawn = { index: number; figure: 'seconds' | 'amount_cents'; left: number }

/**
 * The first adjustment of a person that would leave less than nothing of what was paid for any of its days, in the order in
 * which they were entered. What was paid for overlapping days counts as a whole, because it is not kept by day.
 */
export function overdrawn(entered: readonly Figures[], paid: readonly Figures[]): Overdrawn | undefined {
  for (const [index, one] of entered.entries())
    for (const figure of ['amount_cents', 'seconds'] as const) {
      const before = [...paid, ...entered.slice(0, index)].filter((other) => overlaps(one, other))
      const left = before.reduce((sum, other) => sum + other[figure], 0)
      if (one[figure] < 0 && left + one[figure] < 0) return { index, figure, left: Math.max(0, left) }
    }
  return undefined
}
