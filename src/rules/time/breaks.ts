import { Refused } from '../refusals/reason.ts'
import { overtime } from '../refusals/subjects/overtime.ts'
import { second } from './calendar.ts'

// Meal and rest breaks that are due within a shift, as data. A shift is all time that a person records without a pause
// of four hours; time off the clock within it is an unpaid break. Works on one person at a time and on plain values.
// Instants are microseconds.

/** One entry of the person. A running entry has no end yet. */
export type EntryWithBreaks = {
  id: number
  date: string
  start: number
  end: number | null
  seconds: number
  type: 'regular' | 'manual'
  kind: 'work' | 'paid_break' | 'unpaid_break' | 'pto' | 'unpaid_time_off'
}

/** A rule for a break, as it is stored and sent. Hours are hours of work, without unpaid breaks. */
export type BreakRule = {
  /** Unique in its list. */
  name: string
  kind: (typeof breakKinds)[number]
  /** How long the break lasts. */
  minutes: number
  /** Which breaks count. */
  pay: (typeof breakPay)[number]
  /** Due in a shift with more work than this. */
  after_hours: number
  /** Also due in a shift with exactly that much work. */
  at_least?: boolean
  /** The break must begin before more than this is worked. */
  by_hours?: number
  /** One is due for every this many hours of work, and for a remainder of more than half of them. */
  every_hours?: number
  /**
   * The break may be taken in parts of at least this length, which add up. If several similar rules apply, only the
   * longest break is due.
   */
  part_minutes?: number
}

/** The purpose of a break; a company may pay one premium hour a day for each. */
export const breakKinds = ['meal', 'rest'] as const

/** Which breaks a rule counts. */
export const breakPay = ['paid', 'unpaid', 'any'] as const

/** How the breaks that a rule requires in one shift were taken. */
export type BreakFinding = {
  rule: BreakRule
  /** The day on which the shift began, and its entries. */
  date: string
  timesheet_ids: number[]
  outcome: 'taken' | 'late' | 'short' | 'missed'
  /** How many were due, and how many of them were taken in full. */
  due: number
  taken: number
  /** The length of the break that was taken, in seconds; 0 if it was missed. */
  seconds: number
  /** Seconds worked before it began, or in the whole shift if it was missed. */
  worked: number
  /** The person's answer about it. */
  answer?: BreakAnswer['answer']
}

/** People's possible answers about a break that was due: they took it, chose not to, or could not. */
export const breakAnswerKinds = ['taken', 'waived', 'prevented'] as const

/** An answer, stored with an entry of the shift. */
export type BreakAnswer = { timesheet_id: number; rule: string; answer: (typeof breakAnswerKinds)[number] }

const meal = (name: string, after_hours: number, by_hours: number): BreakRule => ({
  name,
  kind: 'meal',
  minutes: 30,
  pay: 'unpaid',
  after_hours,
  by_hours,
})
const rest = (after_hours: number): BreakRule => ({
  name: 'rest',
  kind: 'rest',
  minutes: 10,
  pay: 'paid',
  after_hours,
  every_hours: 4,
})

// California Labor Code section 512(a): a first meal before the end of the fifth hour of work, a second before the end
// of the tenth (Brinker v. Superior Court (2012) 53 Cal.4th 1004). Minutes are not rounded (Donohue v. AMN Services
// (2021) 11 Cal.5th 58).
const californiaMeals = [meal('meal', 5, 5), meal('second_meal', 10, 10)]

const nevadaRest = (name: string, after_hours: number): BreakRule => ({
  name,
  kind: 'rest',
  minutes: 10,
  pay: 'paid',
  after_hours,
  at_least: true,
})

/** Breaks required by law, by name. */
export const breakPresets = {
  // Federal law of the United States requires no breaks (29 CFR 785.18 and 785.19 say only which are paid).
  none: [],
  // 8 CCR 11040(12)(A): ten minutes for four hours or a major fraction of them, none for less than 3.5 hours.
  california: [...californiaMeals, { ...rest(3.5), at_least: true }],
  // For companies that do not record rests, which they do not have to (8 CCR 11040(7)(A)(3)).
  california_meals: californiaMeals,
  // 7 CCR 1103-1, rules 5.1 and 5.2: a meal in shifts of more than five hours; a rest for four hours or a major fraction.
  colorado: [{ name: 'meal', kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 5 }, rest(2)],
  // General Laws chapter 149, section 100: no more than six hours without a meal break.
  massachusetts: [meal('meal', 6, 6)],
  // NRS 608.019: a meal in eight hours of work. NAC 608.145(1): rests in 3.5, 7, 11 and 15 hours.
  nevada: [
    { ...meal('meal', 8, 8), at_least: true },
    nevadaRest('rest', 3.5),
    nevadaRest('second_rest', 7),
    nevadaRest('third_rest', 11),
    nevadaRest('fourth_rest', 15),
  ],
  // Directive 2003/88/EC, article 4, requires a break in more than six hours and leaves its length to the member
  // states. These are Germany's lengths, ArbZG section 4: 30 minutes, 45 in more than nine hours, in parts of at least
  // 15, and no more than six hours without one.
  eu: [
    { ...meal('break_30', 6, 6), pay: 'any', part_minutes: 15 },
    { ...meal('break_45', 9, 6), minutes: 45, pay: 'any', part_minutes: 15 },
  ],
} as const satisfies Record<string, readonly BreakRule[]>

/** Name of a preset. */
export type BreakPreset = keyof typeof breakPresets

// The most rules that one person may have.
const breakRulesMax = 12

/** The rules of a preset's name or a list. Throws Refused, which says what is wrong. */
export function readBreakRules(chosen: unknown): readonly BreakRule[] {
  if (typeof chosen === 'string' && Object.hasOwn(breakPresets, chosen)) return breakPresets[chosen as BreakPreset]
  if (!Array.isArray(chosen))
    throw new Refused(overtime, 'break_rules_malformed', { presets: Object.keys(breakPresets).join(', ') })
  if (chosen.length > breakRulesMax) throw new Refused(overtime, 'too_many_break_rules', { max: breakRulesMax })
  const rules = chosen.map((rule, index) => readRule(rule, `rule ${index + 1}`))
  const twice = rules.find((rule, index) => rules.findIndex((other) => other.name === rule.name) < index)
  if (twice) throw new Refused(overtime, 'rules_of_one_name', { name: twice.name })
  return rules
}

type Check = [property: keyof BreakRule, holds: (value: unknown) => boolean, expected: string]

const between = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && value <= max
const orAbsent = (holds: (value: unknown) => boolean) => (value: unknown) => value === undefined || holds(value)
const isOneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value)

const checks: readonly Check[] = [
  [
    'name',
    (name) => typeof name === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(name),
    'up to 40 lowercase letters, digits and _',
  ],
  ['kind', isOneOf(breakKinds), `one of ${breakKinds.join(', ')}`],
  ['minutes', between(1, 240), 'a number from 1 to 240'],
  ['pay', isOneOf(breakPay), `one of ${breakPay.join(', ')}`],
  ['after_hours', between(0, 24), 'a number from 0 to 24'],
  ['at_least', orAbsent((value) => typeof value === 'boolean'), 'true or false'],
  ['by_hours', orAbsent(between(0, 24)), 'a number from 0 to 24'],
  ['every_hours', orAbsent(between(0.5, 24)), 'a number from 0.5 to 24'],
  ['part_minutes', orAbsent(between(1, 240)), 'a number from 1 to 240'],
]

function readRule(given: unknown, which: string): BreakRule {
  const rule: BreakRule = Object(given)
  for (const [property, holds, expected] of checks)
    if (!holds(rule[property]))
      throw new Refused(overtime, 'rule_property_malformed', { rule: which, property, expected })
  const unknown = Object.keys(rule).find((property) => !checks.some(([known]) => known === property))
  if (unknown) throw new Refused(overtime, 'no_such_rule_property', { rule: which, property: unknown })
  if (rule.every_hours !== undefined && (rule.by_hours !== undefined || rule.part_minutes !== undefined))
    throw new Refused(overtime, 'every_hours_not_combinable', { rule: which })
  if (rule.part_minutes !== undefined && rule.part_minutes > rule.minutes)
    throw new Refused(overtime, 'part_longer_than_break', { rule: which })
  return rule
}

/** Break rules and the first day to whose shifts they apply; null for always. */
export type BreakVersion = { from: string | null; rules: readonly BreakRule[] }

/** The rules for shifts that begin on a day. `versions` are oldest first. */
function breakRulesOn(versions: readonly BreakVersion[], date: string): readonly BreakRule[] {
  return versions.findLast(({ from }) => (from ?? '') <= date)?.rules ?? []
}

/** The versions if any of them requires breaks within the dates, otherwise none. */
export function breakVersionsIn(
  versions: readonly BreakVersion[],
  { start_date, end_date }: { start_date: string; end_date: string },
): readonly BreakVersion[] {
  const asks = versions.some(({ from, rules }, index) => {
    const until = versions[index + 1]?.from ?? undefined
    return rules.length > 0 && (from ?? '') <= end_date && (until === undefined || until > start_date)
  })
  return asks ? versions : []
}

/** How every break that was due was taken, by shift. In a running shift, only overdue breaks are judged. */
export function breakFindings(
  entries: readonly EntryWithBreaks[],
  versions: readonly BreakVersion[],
  now: number,
  answers: readonly BreakAnswer[] = [],
): BreakFinding[] {
  if (versions.length === 0) return []
  const said = new Map(answers.map(({ timesheet_id, rule, answer }) => [`${timesheet_id} ${rule}`, answer]))
  return shiftsOf(entries, now)
    .flatMap((shift) => judged(shift, breakRulesOn(versions, shift.date)))
    .map((found) => {
      const answer = found.timesheet_ids.map((id) => said.get(`${id} ${found.rule.name}`)).findLast(Boolean)
      return answer ? { ...found, answer } : found
    })
}

/**
 * Whether an approver should look at it. A waived break is settled, and so is a paid break that was taken but not
 * recorded. An unpaid one must be recorded; otherwise its time is paid.
 */
export function isOpen({ outcome, answer, rule }: BreakFinding): boolean {
  const unrecorded = outcome === 'missed' && answer === 'taken' && rule.pay === 'paid'
  return outcome !== 'taken' && answer !== 'waived' && !unrecorded
}

/**
 * The seconds that are paid for breaks not provided: one hour a day for meals and one for rests, by kind (California Labor
 * Code section 226.7(c); United Parcel Service v. Superior Court (2011) 196 Cal.App.4th 57). Not for breaks that the person
 * waived, or took without recording them.
 */
export function breakPremium(findings: readonly BreakFinding[]): Record<string, number> {
  return breakPremiumOf(breakPremiumDays(findings))
}

/** The same for these days and kinds of break. */
export function breakPremiumOf(days: readonly { kind: string }[]): Record<string, number> {
  const countOf = (kind: string) => days.filter((day) => day.kind === kind).length
  return Object.fromEntries(breakKinds.map((kind) => [kind, countOf(kind) * premiumSeconds]))
}

/** The days and kinds of break for which that hour is paid. */
export function breakPremiumDays(findings: readonly BreakFinding[]): { kind: string; date: string }[] {
  const owed = findings.filter(
    ({ outcome, answer }) =>
      outcome !== 'taken' && answer !== 'waived' && !(outcome === 'missed' && answer === 'taken'),
  )
  const days = new Map(owed.map(({ rule: { kind }, date }) => [`${kind} ${date}`, { kind, date }]))
  return [...days.values()]
}

/** Paid for a day on which breaks of one kind were not provided. */
export const premiumSeconds = 3600

/** A pause within a shift. `worked`: seconds worked before it. */
type Pause = { paid: boolean; seconds: number; worked: number; used: boolean }

type Shift = { date: string; ids: number[]; worked: number; pauses: Pause[]; runs: boolean }

// A pause of this length ends the shift.
const shiftGapSeconds = 4 * 3600

function shiftsOf(entries: readonly EntryWithBreaks[], now: number): Shift[] {
  const timed = entries
    .filter(({ type, kind }) => type === 'regular' && kind !== 'pto' && kind !== 'unpaid_time_off')
    .sort((a, b) => a.start - b.start || a.id - b.id)
  const shifts: Shift[] = []
  let last = 0
  for (const entry of timed) {
    const before = shifts.at(-1)
    const gap = Math.floor((entry.start - last) / second)
    const isNew = !before || gap >= shiftGapSeconds
    const shift = isNew ? { date: entry.date, ids: [], worked: 0, pauses: [], runs: false } : before
    if (isNew) shifts.push(shift)
    else if (gap > 0) pause(shift, false, gap)
    addEntry(shift, entry, now)
    last = entry.end ?? Math.max(now, entry.start)
  }
  const manual = Map.groupBy(entries.filter(isManualBreak), ({ date }) => date)
  for (const shift of shifts) {
    // A pause before or after all work is not a break.
    shift.pauses = shift.pauses.filter(({ worked }) => worked > 0 && (shift.runs || worked < shift.worked))
    // Only the length of a manual break is known. It is assumed to be on time, and counts for the day's first shift.
    for (const { kind, seconds } of manual.get(shift.date) ?? [])
      shift.pauses.push({ paid: kind === 'paid_break', seconds, worked: 0, used: false })
    manual.delete(shift.date)
  }
  return shifts
}

function isManualBreak({ type, kind }: EntryWithBreaks): boolean {
  return type === 'manual' && (kind === 'paid_break' || kind === 'unpaid_break')
}

function addEntry(shift: Shift, { id, start, end, kind }: EntryWithBreaks, now: number): void {
  const seconds = Math.max(0, Math.floor(((end ?? now) - start) / second))
  shift.ids.push(id)
  shift.runs = end === null
  if (kind !== 'work') pause(shift, kind === 'paid_break', seconds)
  if (kind !== 'unpaid_break') shift.worked += seconds
}

/** Adds a pause, or lengthens the one before it. */
function pause(shift: Shift, paid: boolean, seconds: number): void {
  const last = shift.pauses.at(-1)
  const end = last && last.worked + (last.paid ? last.seconds : 0)
  if (last && last.paid === paid && end === shift.worked) last.seconds += seconds
  else shift.pauses.push({ paid, seconds, worked: shift.worked, used: false })
}

/** The findings of one shift. Rules take their breaks in order, and no break counts for two rules. */
function judged(shift: Shift, rules: readonly BreakRule[]): BreakFinding[] {
  const due = rules.filter((rule) => dueIn(shift, rule) > 0 && (!shift.runs || isOverdue(shift, rule)))
  const split = due.filter(({ part_minutes }) => part_minutes !== undefined).sort((a, b) => b.minutes - a.minutes)
  return due.flatMap((rule) => {
    if (rule.part_minutes !== undefined)
      return rule === split.find((other) => countAlike(rule, other)) ? [judgeSplit(shift, rule)] : []
    return [rule.every_hours === undefined ? judgeOne(shift, rule) : judgeMany(shift, rule)]
  })
}

/** Whether a break can count for either of two rules. */
export function countAlike(a: BreakRule, b: BreakRule): boolean {
  return a.kind === b.kind && (a.pay === b.pay || a.pay === 'any' || b.pay === 'any')
}

/** How many breaks a rule requires. */
function dueIn({ worked }: Shift, { after_hours, at_least, every_hours }: BreakRule): number {
  const after = after_hours * 3600
  if (at_least ? worked < after : worked <= after) return 0
  if (every_hours === undefined) return 1
  const every = every_hours * 3600
  return Math.floor(worked / every) + (worked % every > every / 2 ? 1 : 0)
}

function isOverdue({ worked }: Shift, { by_hours }: BreakRule): boolean {
  return by_hours !== undefined && worked > by_hours * 3600
}

function judgeOne(shift: Shift, rule: BreakRule): BreakFinding {
  const free = freeFor(shift, rule)
  const full = free.find(({ seconds }) => seconds >= rule.minutes * 60)
  const found = full ?? longest(free)
  if (!found) return finding(shift, rule, 'missed')
  found.used = true
  const part = { seconds: found.seconds, worked: found.worked, taken: full ? 1 : 0 }
  if (!full) return finding(shift, rule, 'short', part)
  return finding(shift, rule, isLate(found, rule) ? 'late' : 'taken', part)
}

function judgeMany(shift: Shift, rule: BreakRule): BreakFinding {
  const count = dueIn(shift, rule)
  const free = freeFor(shift, rule)
  const full = free.filter(({ seconds }) => seconds >= rule.minutes * 60).slice(0, count)
  for (const one of full) one.used = true
  const part = { due: count, taken: full.length }
  if (full.length === count) return finding(shift, rule, 'taken', { ...part, seconds: rule.minutes * 60 })
  const short = free.filter(({ used }) => !used).slice(0, count - full.length)
  for (const one of short) one.used = true
  if (short.length < count - full.length) return finding(shift, rule, 'missed', part)
  return finding(shift, rule, 'short', { ...part, seconds: Math.max(...short.map(({ seconds }) => seconds)) })
}

function judgeSplit(shift: Shift, rule: BreakRule): BreakFinding {
  const parts = freeFor(shift, rule).filter(({ seconds }) => seconds >= rule.part_minutes! * 60)
  const [first] = parts
  if (!first) return finding(shift, rule, 'missed')
  for (const one of parts) one.used = true
  const seconds = parts.reduce((sum, one) => sum + one.seconds, 0)
  const part = { seconds, worked: first.worked }
  if (seconds < rule.minutes * 60) return finding(shift, rule, 'short', part)
  return finding(shift, rule, isLate(first, rule) ? 'late' : 'taken', { ...part, taken: 1 })
}

function freeFor({ pauses }: Shift, { pay }: BreakRule): Pause[] {
  return pauses.filter(({ paid, used }) => !used && (pay === 'any' || paid === (pay === 'paid')))
}

function longest(pauses: readonly Pause[]): Pause | undefined {
  return pauses.toSorted((a, b) => b.seconds - a.seconds)[0]
}

function isLate({ worked }: Pause, { by_hours }: BreakRule): boolean {
  return by_hours !== undefined && worked > by_hours * 3600
}

function finding(
  { date, ids, worked }: Shift,
  rule: BreakRule,
  outcome: BreakFinding['outcome'],
  part: Partial<BreakFinding> = {},
): BreakFinding {
  return { rule, date, timesheet_ids: ids, outcome, due: 1, taken: 0, seconds: 0, worked, ...part }
}
