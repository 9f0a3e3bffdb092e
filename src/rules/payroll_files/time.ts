import { firstOf, paired, valueAt } from '../elements.ts'
import type { Entry, Stretch } from '../overtime/overtime.ts'
import type { AmountKind } from '../pay/amounts.ts'
import type { GrossLine } from '../pay/gross_lines.ts'
import { bill, Money } from '../pay/pay.ts'
import type { Paid, PaidBeside, Payer } from '../pay/payer.ts'
import type { Range } from '../pay/payroll.ts'
import { centShares, sharesByJob, sharesByLevel } from '../pay/shown_hours.ts'
import { shownUnits } from '../pay/shown_units.ts'
import {
  breakPremiumKind,
  isAmountKind,
  isMoneyKind,
  type Kind,
  kindOfTimeOff,
  kindOfWork,
  restKind,
  salaryKind,
  timeOffJobcode,
} from './kinds.ts'

// The input of every payroll file, and a person's paid time as typed rows.

/** The part of a person that payroll files show. */
export type Person = {
  id: number
  first_name: string
  last_name: string
  username: string
  payroll_id: string
  /** 0 for none. */
  employee_number: number
  /** Name of the group, '' for none. */
  group: string
  group_id: number
}

/** Seconds of one kind on one day and jobcode. Files that list entries have at least one per entry. */
export type PaidLine = {
  /** Id of the entry; meaningless in files that do not list entries. */
  entry_id: number
  date: string
  jobcode_id: number
  kind: Kind
  seconds: number
  /** The cost and the billed amount; only in files that show money. */
  cost?: Money
  billed?: Money
  /** What to tell about it where files have notes; only for adjustments. */
  notes?: string
  /** Both in whole cents, as shares that add up to the person’s totals. */
  cents?: Cents
}

type Cents = { cost: number; billed: number }

/** The prices for files that show money. `billing` has the rate of each billable job. */
export type Prices = { payer: Payer; billing: ReadonlyMap<number, number> }

/**
 * An entry as files list it, or its part on the workday `date`. Instants are microseconds; null for manual entries, whose
 * times are placeholders.
 */
export type EntryRow = {
  id: number
  date: string
  start: number | null
  end: number | null
  zone: string
  /** Seconds that the worker's clocks were ahead of UTC at start and end, if known. */
  start_offset?: number
  end_offset?: number
  seconds: number
  jobcode_id: number
  notes: string
  /** Names of the chosen items, by custom field id. */
  choices: Readonly<Record<string, string>>
  approved: boolean
}

/** A jobcode: the names and ids from the top of the tree down, and whether it is billable. */
export type Job = {
  path: readonly string[]
  ids: readonly number[]
  billable: boolean
  short_code: string
  /** The type of the jobcode: regular, pto, paid_break, unpaid_break, unpaid_time_off. */
  type: string
}

/** A person's paid time by date, with everything else the files need. */
export type PersonTime = {
  person: Person
  lines: readonly Shown<PaidLine>[]
  /** Finished entries by start, including unpaid ones; empty in files that do not list entries. */
  entries: readonly Shown<EntryRow>[]
  /** First day of the person's workweek, 0 = Sunday. */
  weekStart: number
  /** The pay period that contains a date. */
  periodOf: (date: string) => { start: string; end: string }
  jobOf: (jobcode_id: number) => Job
  /** The unit in which the company shows hours, in seconds. */
  unit: number
  /** Gross pay by rate; only in the file that lists it. */
  gross?: readonly GrossLine[]
  /** First days of the workweeks for which the person’s salary is not paid; only in files with money. */
  unpaidWeeks?: readonly string[]
  /** What is paid beside the hours, in cents by kind; only in files that carry it. */
  amounts?: readonly AmountLine[]
}

/** An amount of a file; pieces have a quantity and a rate. Rest periods of piece work are of a kind of their own. */
export type AmountLine = {
  kind: AmountKind | typeof restKind
  date: string
  cents: number
  quantity: number
  unit_rate: number
}

/** First and last name; only the first if the last is empty. */
export function fullName({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}

/** The code the setup has for a kind: its own, or for time off the one for all time off (`pto`). */
export function codeFor(codes: Readonly<Record<string, string>>, kind: Kind): string | undefined {
  const own = codes[kind]
  return own || (timeOffJobcode(kind) === undefined ? undefined : codes.pto) || undefined
}

/** The code the setup has for a jobcode: its own, else that of the nearest ancestor, else `default`. */
export function codeForJob(codes: Readonly<Record<string, string>>, job: Job): string | undefined {
  for (const id of job.ids.toReversed()) if (codes[id]) return codes[id]
  return codes.default || undefined
}

/**
 * The paid time of stretches and entries within the range, by date. Adds up to the seconds in the payroll report. With
 * `prices`, each line has its cost and its billed amount. `unprovided` is what is paid beside the work because breaks were
 * not provided; where it is time worked, it is among the stretches.
 */
export function paidLines(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  range: Range,
  { prices, unprovided = [] }: HowPaid = {},
): PaidLine[] {
  const lines: PaidLine[] = []
  const inside = ({ date }: { date: string }) => date >= range.start_date && date <= range.end_date
  for (const stretch of stretches) {
    if (stretch.premium || !inside(stretch)) continue
    const { date, jobcode_id, seconds, entryId } = stretch
    const kind = kindOfWork(stretch)
    const last = lines.at(-1)
    // Two rules may pay for one entry at the same rate.
    const isSame = last?.entry_id === entryId && last.date === date && last.kind === kind
    const line: PaidLine = isSame ? last : { entry_id: entryId, date, jobcode_id, kind, seconds: 0 }
    if (!isSame) lines.push(line)
    line.seconds += seconds
    if (prices) price(line, stretch, prices)
  }
  const off = entries.filter(({ kind, seconds }) => kind === 'pto' && seconds > 0)
  lines.push(...off.filter(inside).map((entry) => timeOffLine(entry, prices)))
  const worked = stretches.filter(({ premium }) => premium)
  lines.push(...worked.filter(inside).map((stretch) => workedPremium(stretch, prices)))
  lines.push(...unprovided.filter(inside).map((premium) => premiumLine(premium, prices)))
  if (prices) addMoney(lines, range, prices.payer)
  return lines.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

/** Options for making lines, as described at `paidLines`. */
export type HowPaid = { prices?: Prices | undefined; unprovided?: readonly PaidBeside[] }

function timeOffLine(entry: Entry, prices: Prices | undefined): PaidLine {
  const { date, jobcode_id, seconds, id } = entry
  const line: PaidLine = { entry_id: id, date, jobcode_id, kind: kindOfTimeOff(jobcode_id), seconds }
  if (prices) price(line, { ...entry, multiplier: 1 }, { ...prices, billing: new Map() })
  return line
}

/** Premium that is time worked belongs to its job, but is not billed. */
function workedPremium(stretch: Stretch, prices: Prices | undefined): PaidLine {
  const { date, jobcode_id, seconds } = stretch
  const line: PaidLine = { entry_id: 0, date, jobcode_id, kind: breakPremiumKind, seconds }
  if (prices) price(line, stretch, { ...prices, billing: new Map() })
  return line
}

function premiumLine({ date, seconds }: PaidBeside, prices: Prices | undefined): PaidLine {
  const line: PaidLine = { entry_id: 0, date, jobcode_id: 0, kind: breakPremiumKind, seconds }
  if (!prices) return line
  const [cost, billed] = [new Money(), new Money()]
  prices.payer.payPremium(date, seconds, cost)
  return { ...line, cost, billed }
}

/** Adds the cost and the billed amount of some time to a line. */
function price(line: PaidLine, paid: Paid, { payer, billing }: Prices): void {
  line.cost ??= new Money()
  line.billed ??= new Money()
  payer.pay(paid, line.cost)
  const rate = billing.get(paid.jobcode_id)
  if (rate !== undefined) bill(paid.seconds, rate, line.billed)
}

/** Adds salaries, each to the lines of its dates by their hours, and lines of amounts. */
function addMoney(lines: PaidLine[], range: Range, payer: Payer): void {
  const line = (kind: Kind, date: string): PaidLine => {
    return { entry_id: 0, date, jobcode_id: 0, kind, seconds: 0, cost: new Money(), billed: new Money() }
  }
  for (const { rate, span, due, deducted } of payer.salaryIn(range)) {
    const last = firstOf([span.end, range.end_date].sort())
    const own = lines.filter(({ date, kind }) => {
      const isIn = date >= span.start && date <= last && kind !== breakPremiumKind && !isMoneyKind(kind)
      return isIn && payer.rateOf({ date, jobcode_id: 0 }) === rate
    })
    const seconds = own.reduce((sum, { seconds }) => sum + seconds, 0)
    const cents = BigInt(due - deducted)
    if (seconds > 0) for (const { cost, seconds: part } of own) cost?.add(cents * BigInt(part), 100n * BigInt(seconds))
    else if (cents !== 0n) {
      const alone = line(salaryKind, last)
      alone.cost?.add(cents, 100n)
      lines.push(alone)
    }
  }
  for (const amount of payer.amountsIn(range)) {
    const own = line(amount.kind, amount.date)
    own.cost?.add(BigInt(amount.cents), 100n)
    lines.push(own)
    if (amount.rest_seconds === 0) continue
    const rest = line(restKind, amount.date)
    const { n, d } = payer.perSecondOfRest(amount)
    rest.cost?.add(n * BigInt(amount.rest_seconds), d)
    lines.push(rest)
  }
}

/**
 * The cost and the billed amount of each line, in whole cents: the person’s totals, divided among kinds, then jobs,
 * then dates. `gross` is the total cost, if known.
 */
export function centsOfLines(lines: readonly PaidLine[], gross?: number): Cents[] {
  // Amounts are whole cents already.
  const fixed = new Map(
    lines.flatMap((line): [PaidLine, Cents][] =>
      isAmountKind(line.kind) ? [[line, { cost: line.cost?.cents() ?? 0, billed: 0 }]] : [],
    ),
  )
  const sum = [...fixed.values()].reduce((all, { cost }) => all + cost, 0)
  const divided = lines.filter((line) => !fixed.has(line))
  const shares = new Map(paired(divided, centsOfTime(divided, gross === undefined ? undefined : gross - sum)))
  return lines.map((line) => fixed.get(line) ?? valueAt(shares, line))
}

function centsOfTime(lines: readonly PaidLine[], gross?: number): Cents[] {
  const levels = [(line: PaidLine) => line.kind, (line: PaidLine) => line.jobcode_id, (line: PaidLine) => line.date]
  const divided = (of: 'cost' | 'billed', known?: number) => {
    const all = new Money()
    for (const line of lines) if (line[of]) all.addAll(line[of])
    // Most companies bill nothing.
    if (of === 'billed' && all.isEmpty) return lines.map(() => 0)
    return sharesByLevel(lines, (line) => line[of]?.unrounded() ?? 0, levels, centShares, known ?? all.cents())
  }
  return paired(divided('cost', gross), divided('billed')).map(([cost, billed]) => ({ cost, billed }))
}

/** The cost and the billed amount of lines, in currency units. */
export function moneyOf(lines: readonly PaidLine[]): [cost: number, billed: number] {
  const [cost, billed] = centsSum(lines)
  return [cost / 100, billed / 100]
}

/** The same in whole cents. */
export function centsSum(lines: readonly PaidLine[]): [cost: number, billed: number] {
  const sum = (of: keyof Cents) => lines.reduce((all, { cents }) => all + (cents?.[of] ?? 0), 0)
  return [sum('cost'), sum('billed')]
}

/**
 * A value with the seconds that are shown for it: `displayed` on pages, in the company’s unit, and `shown` in files of
 * hours with two decimals.
 */
export type Shown<T> = T & { shown: number; displayed: number }

/** The data for dividing the hours that files show; `unit` is the company’s, `isWanted` what a filter selects. */
type Whole = { lines: readonly PaidLine[]; entries: readonly EntryRow[]; isWanted: Wanted } & Pick<
  PersonTime,
  'periodOf' | 'jobOf' | 'unit'
>

/** Whether a filter selects the time on a jobcode. */
type Wanted = (jobcode_id: number) => boolean

/**
 * The wanted part of a person’s time with the seconds to show: the paid time of each kind is rounded once, and so is each
 * kind of unpaid time, among the entries without paid time. As on pages, time that a filter leaves out gets its share.
 */
export function withShown({
  lines,
  entries,
  periodOf,
  jobOf,
  unit,
  isWanted,
}: Whole): Pick<PersonTime, 'lines' | 'entries' | 'unit'> {
  const starts = new Map<string, string>()
  const startOn = (date: string): string => {
    const start = starts.get(date) ?? periodOf(date).start
    starts.set(date, start)
    return start
  }
  const how = { unit, isWanted, periodOf: startOn }
  const shown = fileShares(lines, ({ kind }) => kind, how)
  if (entries.length === 0) return { unit, lines: shown, entries: [] }
  const paid = new Map<string, { shown: number; displayed: number }>()
  for (const { entry_id, date, shown: own, displayed } of shown) {
    const key = partKey(entry_id, date)
    const sum = paid.get(key) ?? { shown: 0, displayed: 0 }
    paid.set(key, { shown: sum.shown + own, displayed: sum.displayed + displayed })
  }
  const unpaid = entries.filter(({ id, date }) => !paid.has(partKey(id, date)))
  const shares = fileShares(unpaid, ({ jobcode_id }) => jobOf(jobcode_id).type, how)
  const shareOf = new Map(shares.map(({ id, date, shown, displayed }) => [partKey(id, date), { shown, displayed }]))
  const wanted = entries.filter(({ jobcode_id }) => isWanted(jobcode_id))
  return {
    unit,
    lines: shown,
    entries: wanted.map((entry) => {
      const key = partKey(entry.id, entry.date)
      return { ...entry, ...(paid.get(key) ?? valueAt(shareOf, key)) }
    }),
  }
}

/** The key of the part of an entry on a workday. */
export function partKey(entry_id: number, date: string): string {
  return `${entry_id} ${date}`
}

type HowShared = { unit: number; periodOf: (date: string) => string; isWanted: Wanted }

/**
 * The wanted lines with what pages and files show for them. The decimals of a kind in a pay period are those of its hours
 * and minutes on the page, so a file can be compared with the page line by line.
 */
function fileShares<T extends { seconds: number; jobcode_id: number; date: string }>(
  lines: readonly T[],
  kindOf: (line: T) => string,
  { unit, periodOf, isWanted }: HowShared,
): Shown<T>[] {
  const displayed = sharesByJob(lines, kindOf, unit, periodOf)
  const wanted = paired(lines, displayed)
    .map(([line, displayed]) => ({ line, displayed }))
    .filter(({ line }) => isWanted(line.jobcode_id))
  const ofPeriods = wanted.map(({ line, displayed: seconds }) => {
    const { jobcode_id, date } = line
    return { jobcode_id, date, seconds, key: `${kindOf(line)} ${periodOf(date)}` }
  })
  // Hours that are displayed as decimals are whole hundredths already.
  const decimals = unit === shownUnits.decimal ? [] : sharesByJob(ofPeriods, ({ key }) => key, shownUnits.decimal)
  return wanted.map(({ line, displayed }, index) => ({ ...line, displayed, shown: decimals[index] ?? displayed }))
}

/** Lines with the seconds that a file of hours with two decimals shows. */
export function shownLines({ lines }: Pick<PersonTime, 'lines'>): PaidLine[] {
  return lines.map(({ shown, displayed: _, ...line }) => ({ ...line, seconds: shown }))
}

/** Lines with the seconds that pages show, in the company’s unit. */
export function displayedLines({ lines }: Pick<PersonTime, 'lines'>): PaidLine[] {
  return lines.map(({ displayed, shown: _, ...line }) => ({ ...line, seconds: displayed }))
}

/** Sums of lines by a key, in order of first occurrence. */
export function sumBy<K>(lines: readonly PaidLine[], keyOf: (line: PaidLine) => K): Map<K, number> {
  const sums = new Map<K, number>()
  for (const line of lines) {
    const key = keyOf(line)
    sums.set(key, (sums.get(key) ?? 0) + line.seconds)
  }
  return sums
}
