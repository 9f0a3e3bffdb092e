import { once } from '../once.ts'
import type { Entry, Stretch } from '../overtime/rule.ts'
import type { BreakPremium } from '../time/break_premiums.ts'
import type { Range } from '../time/calendar.ts'
import type { PayLine } from './adjustments.ts'

// The hours of a pay run as they were paid, so that reports and files of its days stay as they were.

/** Paid time off on a day. */
type Off = Pick<Entry, 'id' | 'date' | 'jobcode_id' | 'seconds'>

/** What was paid on a day because breaks of a kind were not provided. */
export type FrozenPremium = Pick<BreakPremium, 'kind' | 'date' | 'seconds' | 'worked'>

/** A part of a line on one day: `line` is its place among the lines of the run's own days. */
type LineDay = { date: string; line: number; seconds: number; amount_cents: number }

/** A line of files as it was paid; `cost` and `billed` in hundredths of the currency unit. */
export type FrozenLine = {
  entry_id: number
  date: string
  jobcode_id: number
  kind: string
  seconds: number
  cost: number
  billed: number
}

/**
 * The work, the paid time off, and the premium for breaks of some days, as they were paid; and their
 * lines in files.
 */
export type FrozenTime = {
  stretches: readonly Stretch[]
  off: readonly Off[]
  unprovided: readonly FrozenPremium[]
  lines: readonly FrozenLine[]
  days: readonly LineDay[]
}

/** Days without any paid time. */
export const nothingPaid: FrozenTime = { stretches: [], off: [], unprovided: [], lines: [], days: [] }

type Packed = {
  s: [
    entryId: number,
    date: string,
    jobcode_id: number,
    seconds: number,
    multiplier: number,
    rule: string | null,
    loading: number | null,
    premium: 0 | 1,
  ][]
  o: [id: number, date: string, jobcode_id: number, seconds: number][]
  u: [kind: FrozenPremium['kind'], date: string, seconds: number, worked: 0 | 1][]
  l: [entry_id: number, date: string, jobcode_id: number, kind: string, seconds: number, cost: number, billed: number][]
  d: [date: string, line: number, seconds: number, amount_cents: number][]
}

/** The hours as text for the database. */
export function packed({ stretches, off, unprovided, lines, days }: FrozenTime): string {
  const written: Packed = {
    s: stretches.map(({ entryId, date, jobcode_id, seconds, multiplier, rule, loading, premium }) => [
      ...([entryId, date, jobcode_id, seconds, multiplier, rule, loading ?? null, premium ? 1 : 0] as const),
    ]),
    o: off.map(({ id, date, jobcode_id, seconds }) => [id, date, jobcode_id, seconds]),
    u: unprovided.map(({ kind, date, seconds, worked }) => [kind, date, seconds, worked ? 1 : 0]),
    l: lines.map(({ entry_id, date, jobcode_id, kind, seconds, cost, billed }) => [
      ...([entry_id, date, jobcode_id, kind, seconds, cost, billed] as const),
    ]),
    d: days.map(({ date, line, seconds, amount_cents }) => [date, line, seconds, amount_cents]),
  }
  return JSON.stringify(written)
}

/** The hours from their text. Few need all of them, so each part is read and made when it is asked for. */
export function unpacked(text: string): FrozenTime {
  const [stretches, off, unprovided] = [
    once(() => partOf(text, 's').map(stretchOf)),
    once(() => partOf(text, 'o').map(offOf)),
    once(() => partOf(text, 'u').map(premiumOf)),
  ]
  const [lines, days] = [once(() => partOf(text, 'l').map(lineOf)), once(() => partOf(text, 'd').map(dayOf))]
  return {
    get stretches() {
      return stretches()
    },
    get off() {
      return off()
    },
    get unprovided() {
      return unprovided()
    },
    get lines() {
      return lines()
    },
    get days() {
      return days()
    },
  }
}

const partNames = ['s', 'o', 'u', 'l', 'd'] as const satisfies readonly (keyof Packed)[]

/** A part of a text that `packed` has written. Quotation marks in strings are escaped, so none looks like a name. */
function partOf<N extends keyof Packed>(text: string, name: N): Packed[N] {
  const next = partNames[partNames.indexOf(name) + 1]
  const start = text.indexOf(`"${name}":[`) + 4
  return JSON.parse(text.slice(start, next ? text.lastIndexOf(`,"${next}":[`) : -1))
}

function stretchOf([
  entryId,
  date,
  jobcode_id,
  seconds,
  multiplier,
  rule,
  loading,
  premium,
]: Packed['s'][number]): Stretch {
  const stretch = { entryId, date, jobcode_id, seconds, multiplier, rule }
  if (loading === null && premium === 0) return stretch
  return { ...stretch, ...(loading !== null && { loading }), ...(premium === 1 && { premium: true as const }) }
}

function offOf([id, date, jobcode_id, seconds]: Packed['o'][number]): Off {
  return { id, date, jobcode_id, seconds }
}

function premiumOf([kind, date, seconds, worked]: Packed['u'][number]): FrozenPremium {
  return { kind, date, seconds, worked: worked === 1 }
}

function lineOf([entry_id, date, jobcode_id, kind, seconds, cost, billed]: Packed['l'][number]): FrozenLine {
  return { entry_id, date, jobcode_id, kind, seconds, cost, billed }
}

function dayOf([date, line, seconds, amount_cents]: Packed['d'][number]): LineDay {
  return { date, line, seconds, amount_cents }
}

/** Whether the hours of a text have any premium for breaks, which few have, without unpacking them. */
export function hasPremium(text: string): boolean {
  return !text.includes('"u":[]')
}

/** The part of lines that was paid for the days of a range. */
export function linesWithin<L extends PayLine>(lines: readonly L[], { days }: FrozenTime, range: Range): L[] {
  return lines.flatMap((line, place) => {
    const own = days.filter((day) => day.line === place && day.date >= range.start_date && day.date <= range.end_date)
    if (own.length === 0) return []
    const sum = (of: 'seconds' | 'amount_cents') => own.reduce((all, day) => all + day[of], 0)
    return [{ ...line, seconds: sum('seconds'), amount_cents: sum('amount_cents') }]
  })
}

/** Entries of paid time off as reports of pay need them. */
export function entriesOff(off: readonly Off[]): Entry[] {
  return off.map((one) => ({ ...one, start: 0, end: 0, kind: 'pto', manual: true }))
}

/** Whether lines of files of a text are billed, which many companies never do, without unpacking them. */
export function hasBilled(text: string): boolean {
  const start = text.indexOf('"l":[')
  return /,-?[1-9]\d*\]/.test(text.slice(start, text.lastIndexOf(',"d":[')))
}

/**
 * Hours of one kind on one job that an adjustment adds or takes away. `kind` as in payroll files; `billed` in hundredths of
 * the currency unit.
 */
export type AdjustedHours = { jobcode_id: number; kind: string; seconds: number; billed: number }

/** The hours of an adjustment as text for the database. */
export function packedHours(hours: readonly AdjustedHours[]): string {
  return JSON.stringify(hours.map(({ jobcode_id, kind, seconds, billed }) => [jobcode_id, kind, seconds, billed]))
}

/** The hours from their text; before adjustments were billed, it had no amount. */
export function unpackedHours(text: string): AdjustedHours[] {
  const rows: [number, string, number, number?][] = JSON.parse(text)
  return rows.map(([jobcode_id, kind, seconds, billed = 0]) => ({ jobcode_id, kind, seconds, billed }))
}

/**
 * The hours that are due beyond those that were paid, or short of them. What is added is billed like all that is due, at
 * the job's rate of today; what is taken away as it was billed, so a new rate changes nothing of hours that stay.
 */
export function hoursBeyond(due: readonly AdjustedHours[], paid: readonly AdjustedHours[]): AdjustedHours[] {
  const [owed, had] = [hoursLess(due, []), hoursLess(paid, [])]
  return hoursLess(owed, had).map(({ jobcode_id, kind, seconds }) => {
    const all = (seconds > 0 ? owed : had).find((one) => one.jobcode_id === jobcode_id && one.kind === kind)
    const billed = all ? Math.round((all.billed * seconds) / all.seconds) || 0 : 0
    return { jobcode_id, kind, seconds, billed }
  })
}

/** Hours by job and kind, added up; those of `less` are taken away. Zeros are left out. */
export function hoursLess(hours: readonly AdjustedHours[], less: readonly AdjustedHours[]): AdjustedHours[] {
  const sums = new Map<string, AdjustedHours>()
  const add = (list: readonly AdjustedHours[], sign: 1 | -1) => {
    for (const { jobcode_id, kind, seconds, billed } of list) {
      const key = `${jobcode_id} ${kind}`
      const known = sums.get(key) ?? { seconds: 0, billed: 0 }
      const sum = { seconds: known.seconds + sign * seconds, billed: known.billed + sign * billed }
      sums.set(key, { jobcode_id, kind, ...sum })
    }
  }
  add(hours, 1)
  add(less, -1)
  return [...sums.values()].filter(({ seconds }) => seconds !== 0)
}
