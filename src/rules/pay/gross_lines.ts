import { firstOf, paired } from '../elements.ts'
import type { Entry, Stretch } from '../overtime/rule.ts'
import type { Range } from '../time/calendar.ts'
import { type AmountKind, amountKindNames, amountKinds, type PayAmount } from './amounts.ts'
import { isSalary, Money, type PayRate, ratesPerUnit, yearly } from './pay.ts'
import { hourly, type Paid, type PaidBeside, type Payer, type PricedPart } from './payer.ts'
import type { PeriodPart } from './period_parts.ts'
import type { SalaryPart } from './salary.ts'
import { centShares } from './shown_hours.ts'

// Gross pay in lines, each rounded once, with the parts from which it can be reckoned by hand.

/** The kinds of gross pay, in the order of its lines. */
export const grossKinds = [
  'salary',
  'deduction',
  'work',
  'break_premium',
  'time_off',
  ...amountKindNames,
  'rest_periods',
] as const

/** The kind of line of a run that pays out a balance of paid time off. */
export const payoutKind = 'time_off_payout'
/** The kind of line of a run that someone entered. */
export const enteredKind = 'adjustment'

/** The parts of a line. */
export const grossParts = ['straight', 'loading', 'premium', 'salary', 'unpaid_days', 'amount', 'rest_periods'] as const

/**
 * A part of a line, and what it comes from: hours times rate times factor (with the workweek whose regular rate it is);
 * for a salary, what is paid for the dates of a span, times days of its working days; or an amount. Money is in currency
 * units, in cents where the name says so. The cents of the parts add up to those of the line.
 */
export type GrossPart = {
  part: (typeof grossParts)[number]
  amount_cents: number
  seconds?: number
  /** For an hour or a piece; with eight decimals, because a regular rate seldom has few. */
  rate?: number
  factor?: number
  week?: string
  from?: string
  to?: string
  /** The salary from that day to that day. */
  salary?: number
  days?: number
  of_days?: number
  amount_id?: number
  date?: string
  quantity?: number
}

/** Pay of one kind at one rate. `rate` is null where no rate was in effect, and for amounts without one. */
export type GrossLine = {
  kind: (typeof grossKinds)[number] | typeof payoutKind | typeof enteredKind
  rate: number | null
  per: PayRate['per'] | 'piece' | 'once'
  multiplier: number
  seconds: number
  amount_cents: number
  parts: readonly GrossPart[]
}

/** Lines with the same key are parts of one figure of hours. A salary pays for regular work. */
export function grossKey({ kind, multiplier }: Pick<GrossLine, 'kind' | 'multiplier'>): string {
  if (kind === 'break_premium') return kind
  return `${kind === 'salary' ? 'work' : kind} ${multiplier}`
}

/** The hours by which a part is multiplied: with six decimals, as two would give another amount. */
export function exactHours(seconds: number): number {
  return Math.round((seconds / 3600) * 1e6) / 1e6
}

/** Whether a line is its hours times its rate, and its hours have nothing beyond the unit of seconds they are shown in. */
export function explainsItself(parts: readonly GrossPart[], unit: number): boolean {
  const [part] = parts
  return parts.length === 0 || (parts.length === 1 && part?.part === 'straight' && (part.seconds ?? 0) % unit === 0)
}

/** Whether a line is of an amount, not of time. */
export function isAmountLine<L extends Pick<GrossLine, 'kind'>>(line: L): line is L & { kind: AmountKind } {
  return line.kind in amountKinds
}

/** Whether a line is time that is not paid because no rate was in effect. */
export function isUnpriced({ kind, rate }: { kind: string; rate: number | null }): boolean {
  return rate === null && !(kind in amountKinds)
}

/** Gross pay whose amounts add up to what is shown elsewhere for the same time. */
export function withTotal(lines: readonly GrossLine[], cents: number): GrossLine[] {
  const priced = lines.filter((line) => !isUnpriced(line))
  const amounts = centShares(
    priced.map(({ amount_cents }) => amount_cents),
    cents,
  )
  const given = new Map(paired(priced, amounts))
  return lines.map((line) => withCents(line, given.get(line) ?? 0))
}

/** The line with another amount, and its parts with their shares of that. */
function withCents(line: GrossLine, amount_cents: number): GrossLine {
  const parts = centShares(
    line.parts.map((part) => part.amount_cents),
    amount_cents,
  )
  return {
    ...line,
    amount_cents,
    parts: paired(line.parts, parts).map(([part, own]) => ({ ...part, amount_cents: own })),
  }
}

/** The sum of lines, in cents. */
export function grossSum(lines: readonly Pick<GrossLine, 'amount_cents'>[]): number {
  return lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/** `priced`: the parts at the same pay for a second. */
type Draft = Pick<GrossLine, 'rate' | 'per' | 'multiplier' | 'seconds'> & {
  kind: (typeof grossKinds)[number]
  cents: number
  money: Money
  parts: Map<string, Part>
  priced: Map<PricedPart['perSecond'], Part[]>
}

/** With a price, the money is that of the seconds, and reckoned once they are complete. */
type Part = { part: Omit<GrossPart, 'amount_cents'>; money: Money; price?: PricedPart }

/** Whether everything that is paid by the date is paid, too. */
type Options = { byDate?: boolean }

/**
 * Pay within parts of pay periods by kind, rate and multiplier, each line rounded once a pay period. Pass the arguments of
 * `Payer`, and what is paid beside the work because breaks were not provided. Without `byDate`, only the time is paid: no
 * salary and no amounts.
 */
export function grossLines(
  stretches: readonly Stretch[],
  entries: readonly Entry[],
  payer: Payer,
  parts: readonly PeriodPart[],
  unprovided: readonly PaidBeside[] = [],
  { byDate = true }: Options = {},
): GrossLine[] {
  const asked = { stretches, entries, payer, unprovided, byDate }
  const [first, ...others] = parts.map((part) => linesOfPart(part, asked))
  return others.length === 0 ? (first ?? []) : together([...(first ?? []), ...others.flat()])
}

type Asked = {
  stretches: readonly Stretch[]
  entries: readonly Entry[]
  payer: Payer
  unprovided: readonly PaidBeside[]
  byDate: boolean
}

/** With days that are paid before: what the line of all days comes to, less what that of those days came to. */
function linesOfPart({ range, before }: PeriodPart, asked: Asked): GrossLine[] {
  const lines = linesIn([range], asked)
  if (before.length === 0 || lines.length === 0) return lines
  const centsIn = (ranges: readonly Range[]) =>
    new Map(linesIn(ranges, asked).map((line) => [keyOf(line), line.amount_cents]))
  const [all, others] = [centsIn([...before, range]), centsIn(before)]
  return lines.map((line) => {
    const cents = (all.get(keyOf(line)) ?? 0) - (others.get(keyOf(line)) ?? 0)
    return cents === line.amount_cents ? line : withCents(line, cents)
  })
}

/** Lines of several pay periods, with those that are paid alike in one. */
function together(lines: readonly GrossLine[]): GrossLine[] {
  const same = [...Map.groupBy(lines, keyOf).values()]
  return inOrder(
    same.map((own) => ({
      ...firstOf(own),
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      amount_cents: grossSum(own),
      parts: partsTogether(own.flatMap(({ parts }) => parts)),
    })),
  )
}

/** Parts of the same hours in several pay periods in one. */
function partsTogether(parts: readonly GrossPart[]): GrossPart[] {
  const same = Map.groupBy(parts, ({ seconds: _, amount_cents: __, ...about }) => JSON.stringify(about))
  return [...same.values()].map((own) => ({
    ...firstOf(own),
    ...(own.length > 1 && { seconds: own.reduce((sum, { seconds = 0 }) => sum + seconds, 0) }),
    amount_cents: grossSum(own),
  }))
}

function linesIn(ranges: readonly Range[], { stretches, entries, payer, unprovided, byDate }: Asked): GrossLine[] {
  const lines = new Lines()
  const inside = ({ date }: { date: string }) =>
    ranges.some(({ start_date, end_date }) => date >= start_date && date <= end_date)
  if (byDate) for (const part of ranges.flatMap((range) => payer.salaryIn(range))) addSalary(part, lines)
  for (const stretch of stretches)
    if (inside(stretch)) addTime(stretch.premium ? 'break_premium' : 'work', stretch, payer, lines)
  for (const { date, seconds } of unprovided.filter(inside)) {
    const part = payer.premiumOf(date, seconds)
    const rate = part ? hourly(part.perSecond) : null
    const line = lines.of({ kind: 'break_premium', rate, per: 'hour', multiplier: 1 }, seconds)
    if (part) addPart(line, part)
  }
  for (const entry of entries)
    if (entry.kind === 'pto' && entry.seconds > 0 && inside(entry))
      addTime('time_off', { ...entry, multiplier: 1 }, payer, lines)
  if (byDate) for (const amount of ranges.flatMap((range) => payer.amountsIn(range))) addAmount(amount, payer, lines)
  return lines.inOrder()
}

/** What is paid in one line. */
function keyOf({ kind, rate, per, multiplier }: Pick<GrossLine, 'kind' | 'rate' | 'per' | 'multiplier'>): string {
  return `${kind} ${rate} ${per} ${multiplier}`
}

class Lines {
  readonly #drafts = new Map<string, Draft>()

  of(about: Pick<Draft, 'kind' | 'rate' | 'per' | 'multiplier'>, seconds: number): Draft {
    const key = keyOf(about)
    let line = this.#drafts.get(key)
    if (!line) {
      line = { ...about, seconds: 0, cents: 0, money: new Money(), parts: new Map(), priced: new Map() }
      this.#drafts.set(key, line)
    }
    line.seconds += seconds
    return line
  }

  inOrder(): GrossLine[] {
    return inOrder([...this.#drafts.values()]).map(({ money, cents, parts, priced: _, ...line }) => {
      for (const part of parts.values()) addPrice(part, money)
      const amount_cents = cents + money.cents()
      return { ...line, amount_cents, parts: rounded([...parts.values()], amount_cents) }
    })
  }
}

/** Adds the money of a part’s seconds to the part and to its line. */
function addPrice({ part: { seconds = 0 }, money, price }: Part, ofLine: Money): void {
  if (!price) return
  const [n, d] = [BigInt(seconds) * price.perSecond.n * price.factor, price.perSecond.d * 1_000_000n]
  money.add(n, d)
  ofLine.add(n, d)
}

/** The parts with cents that add up to those of the line. */
function rounded(parts: readonly Part[], cents: number): GrossPart[] {
  const shares = centShares(
    parts.map(({ money }) => money.unrounded()),
    cents,
  )
  return paired(parts, shares).map(([{ part }, amount_cents]) => ({ ...part, amount_cents }))
}

function inOrder<L extends Pick<GrossLine, 'kind' | 'multiplier' | 'rate'>>(lines: readonly L[]): L[] {
  return lines.toSorted(
    (a, b) => orderOf(a) - orderOf(b) || a.multiplier - b.multiplier || (b.rate ?? -1) - (a.rate ?? -1),
  )
}

function orderOf({ kind }: Pick<GrossLine, 'kind'>): number {
  return grossKinds.indexOf(kind as Draft['kind'])
}

function addTime(kind: 'work' | 'break_premium' | 'time_off', paid: Paid, payer: Payer, lines: Lines): void {
  const rate = payer.rateOf(paid)
  const { multiplier, seconds } = paid
  const about = { kind, rate: rate?.rate ?? null, per: rate?.per ?? ('hour' as const), multiplier }
  const parts = payer.partsOf(paid, rate)
  if (!rate || !isSalary(rate) || kind !== 'work' || multiplier !== 1) {
    const line = lines.of(about, seconds)
    for (const part of parts) addPart(line, part)
    return
  }
  // The salary pays for regular work, up to the hours for which it is meant.
  const paidApart = parts.reduce((sum, { seconds }) => sum + seconds, 0)
  if (paidApart < seconds) lines.of({ ...about, kind: 'salary' }, seconds - paidApart)
  if (paidApart === 0) return
  const line = lines.of(about, paidApart)
  for (const part of parts) addPart(line, part)
}

function addPart(line: Draft, priced: PricedPart): void {
  const { part } = partAt(line, priced)
  part.seconds = (part.seconds ?? 0) + priced.seconds
}

/** The part of a line at a price. A report has thousands of stretches at few prices, whose texts are compared once. */
function partAt(line: Draft, priced: PricedPart): Part {
  const { part, perSecond, factor, week } = priced
  const same = line.priced.get(perSecond) ?? []
  const found = same.find(({ price }) => price?.part === part && price.factor === factor && price.week === week)
  if (found) return found
  const known = partOf(line, `${part} ${perSecond.n}/${perSecond.d} ${factor} ${week}`, () => ({
    ...{ part, seconds: 0, rate: inEightDecimals(perSecond), factor: Number(factor) / 1e6 },
    ...(week !== null && { week }),
  }))
  known.price ??= priced
  line.priced.set(perSecond, [...same, known])
  return known
}

/** The pay for an hour, in currency units. */
function inEightDecimals({ n, d }: PricedPart['perSecond']): number {
  return Number((2n * n * 3600n * 100_000_000n + d) / (2n * d)) / 1e8
}

function partOf(line: Draft, key: string, made: () => Part['part']): Part {
  const known = line.parts.get(key) ?? { part: made(), money: new Money() }
  line.parts.set(key, known)
  return known
}

/** The due part of a salary, and what its days without pay take from it. */
function addSalary({ rate, span, days, off, of, due, deducted }: SalaryPart, lines: Lines): void {
  const about = { rate: rate.rate, per: rate.per, multiplier: 1 }
  const { start: from, end: to, aYear } = span
  const salary = Math.round((yearly(rate) / ratesPerUnit / aYear) * 1e8) / 1e8
  const add = (line: Draft, part: 'salary' | 'unpaid_days', days: number, cents: number) => {
    const known = partOf(line, `${part} ${from}`, () => ({ part, from, to, salary, days: 0, of_days: of }))
    // Two salaries of the same sum may follow each other.
    known.part.days = (known.part.days ?? 0) + days
    known.money.add(BigInt(cents), 100n)
    line.cents += cents
  }
  add(lines.of({ kind: 'salary', ...about }, 0), 'salary', days, due)
  if (off > 0) add(lines.of({ kind: 'deduction', ...about }, 0), 'unpaid_days', off, -deducted)
}

function addAmount(amount: PayAmount, payer: Payer, lines: Lines): void {
  const { id, kind, cents, date, quantity, unit_rate, rest_seconds } = amount
  const isCounted = quantity > 0
  const about = isCounted ? { rate: unit_rate, per: 'piece' as const } : { rate: null, per: 'once' as const }
  const line = lines.of({ kind, ...about, multiplier: 1 }, 0)
  const part = partOf(line, `amount ${id}`, () => ({
    ...{ part: 'amount', amount_id: id, date },
    ...(isCounted && { quantity: quantity / ratesPerUnit, rate: unit_rate / ratesPerUnit }),
  }))
  part.money.add(BigInt(cents), 100n)
  line.cents += cents
  if (rest_seconds === 0) return
  const perSecond = payer.perSecondOfRest(amount)
  const rest = lines.of({ kind: 'rest_periods', rate: hourly(perSecond), per: 'hour', multiplier: 1 }, rest_seconds)
  const money = { n: perSecond.n * BigInt(rest_seconds), d: perSecond.d }
  const own = partOf(rest, `rest ${id}`, () => ({
    ...{ part: 'rest_periods', seconds: rest_seconds, rate: inEightDecimals(perSecond), factor: 1 },
    ...{ amount_id: id, date },
  }))
  own.money.add(money.n, money.d)
  rest.money.add(money.n, money.d)
}
