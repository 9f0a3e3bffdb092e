import { firstOf, lastOf, paired, valueAt } from '../elements.ts'
import { addDays, weekOf } from '../time/calendar.ts'
import { isOn } from './hours.ts'
import { beyond, type Counted, countWithin, reach, type Spot } from './reach.ts'
import {
  type Calendar,
  calendarOn,
  countsOff,
  type Entry,
  isWholeDays,
  longKinds,
  maxRules,
  needsPlace,
  type Policy,
  type Rule,
  type Stretch,
} from './rule.ts'
import { type Place, placesOf } from './shifts.ts'
import { addPieces, type Piece, type Span, spanOf } from './workdays.ts'

export { rulesFromSettings } from './policy.ts'
export { presets } from './presets.ts'
export {
  type Calendar,
  calendarOn,
  calendarsOf,
  countsOff,
  type Entry,
  kindOfType,
  maxRules,
  type Policy,
  type Rule,
  ruleKinds,
  type Stretch,
} from './rule.ts'
export { readRules, writtenRules } from './written.ts'

// Overtime rules as data, and one definition of which rule pays a second:
// 1. A second is paid once, at the highest multiplier of the rules that reach it.
// 2. A second counts toward the threshold of a workweek (or of 14 days) unless another rule pays it at the same or a
// higher multiplier. So a weaker daily rule never hides a stronger weekly one, or the other way around. The extra pay
// that some rules add for nights, Sundays or holidays comes on top and affects neither; where several add to one second,
// the company chooses whether all do or only the highest. Where the start of the workweek
// changes, the first new workweek overlaps the last old one. Hours in both are paid once, by the rules of the old one,
// and count toward the thresholds of both. That is never less than the greater of the two sums that 29 CFR 778.302
// compares, and time that was paid before the change stays as it was.

/**
 * Splits one person's work and paid breaks into stretches: by workday, manual entries last in their day, then by start, and
 * after them what is paid as time worked because breaks were not provided.
 * Pass whole workweeks (with rules for shifts also the day before), then pick the dates you need. RangeError: too many
 * rules.
 */
export function overtime(entries: readonly Entry[], policy: Policy): Stretch[] {
  const rules = rulesOf(policy)
  const counted = entries.filter((entry) => entry.kind !== 'unpaid' && entry.seconds > 0)
  const places = policy.rules.some(needsPlace) ? placesOf(counted, policy) : undefined
  const weeks = weeksOf(counted, policy)
  const off = weeks.flatMap(({ days }) => days.filter(({ off }) => off.length > 0))
  const counts = new Map(rules.long.map((rule): [Rule, Count] => [rule, { seconds: 0, byDay: new Map() }]))
  const stretches: Stretch[] = []
  const course = { counts, off, places, policy, stretches, counted: new Map() }
  for (const week of weeks) for (const day of week.days) payDay(day, week, rulesOn(day, rules, policy), course)
  return stretches
}

// A workweek, from its first day. Paid time off uses up a part of the thresholds before any work: which day it falls on
// must not decide whether the week has overtime, and it never becomes overtime itself.
type Week = { first: string; last: string; workSeconds: number; days: Day[] }
type Day = {
  date: string
  calendar: Calendar
  off: Piece[]
  workSeconds: number
  isSeventh: boolean
  work: Piece[]
  /** Whether only the date and the seconds are known of all its work. */
  isTyped: boolean
}

/** Seconds that count toward a rule since the first day of its week or 14 days, and by day if calendars change. */
type Count = { since?: string; calendar?: Calendar; seconds: number; byDay: Map<string, number> }

/** Rules that pay for a day or less, for longer spans, or on top of others. `spans`: rules for parts of a day. */
type RuleLists = { short: Rule[]; long: Rule[]; adding: Rule[]; spans: Rule[] }
type Rules = RuleLists & { dated: boolean; typed: Map<string, RuleLists> }

// Most people of a company share a policy.
const sorted = new WeakMap<Policy, Rules>()

function rulesOf(policy: Policy): Rules {
  const known = sorted.get(policy)
  if (known) return known
  const made = sortedRules(policy)
  sorted.set(policy, made)
  return made
}

function sortedRules({ rules }: Policy): Rules {
  const versions = new Map<string | undefined, number>()
  for (const { from } of rules) versions.set(from, (versions.get(from) ?? 0) + 1)
  if (Math.max(0, ...versions.values()) > maxRules) throw new RangeError(`more than ${maxRules} overtime rules`)
  const paying = rules.filter((rule) => rule.multiplier > 1)
  const isLong = ({ kind }: Rule) => longKinds.includes(kind)
  return {
    short: paying.filter((rule) => !rule.adds && !isLong(rule)),
    long: paying.filter((rule) => !rule.adds && isLong(rule)),
    adding: paying.filter((rule) => rule.adds && !isLong(rule)),
    spans: paying.filter(({ kind, afterSeconds }) => (kind === 'clock' || kind === 'holiday') && afterSeconds > 0),
    dated: paying.some(({ from, until }) => from !== undefined || until !== undefined),
    typed: new Map(),
  }
}

/**
 * The rules that may pay on a day. Time counts toward a longer span, and toward hours of the clock, even before the rule is
 * in force: where a setting has a new value, the same rules go on as others.
 */
function rulesOn({ date, isTyped }: Day, rules: Rules, policy: Policy): RuleLists {
  if (!isTyped && !rules.dated) return rules
  if (!isTyped) return { ...picked(rules, (rule) => isInForce(rule, date)), spans: rules.spans }
  let found = rules.typed.get(date)
  if (!found) {
    if (rules.typed.size >= typedMax) rules.typed.clear()
    found = picked(rules, (rule) => isInForce(rule, date) && canReachTyped(rule, date, policy))
    rules.typed.set(date, found)
  }
  return found
}

const typedMax = 1000

function picked({ short, long, adding, spans }: RuleLists, holds: (rule: Rule) => boolean): RuleLists {
  const pick = (list: Rule[]) => (list.every(holds) ? list : list.filter(holds))
  return { short: pick(short), long: pick(long), adding: pick(adding), spans: pick(spans) }
}

/** Whether a rule is in force on a day. */
export function isInForce({ from, until }: Rule, date: string): boolean {
  return (from ?? '') <= date && (until === undefined || date < until)
}

/** Whether a rule can apply on a day if only the date and the seconds are known. */
function canReachTyped(rule: Rule, date: string, { holidays }: Policy): boolean {
  if (rule.kind === 'clock') return isWholeDays(rule) && isOn(rule, date)
  return rule.kind === 'holiday' ? Boolean(holidays?.has(date)) : rule.kind !== 'consecutive' && rule.kind !== 'rest'
}

function weeksOf(counted: readonly Entry[], policy: Policy): Week[] {
  const pieces: Piece[] = []
  for (const entry of counted) addPieces(pieces, entry, policy)
  if (!isInOrder(pieces)) pieces.sort(byOccurrence)
  const weeks: Week[] = []
  let day: Day | undefined
  for (const piece of pieces) {
    if (day?.date !== piece.day) day = addDay(weeks, piece.day, policy)
    if (piece.entry.kind === 'pto') day.off.push(piece)
    else {
      lastOf(weeks).workSeconds += piece.seconds
      day.workSeconds += piece.seconds
      day.work.push(piece)
      day.isTyped &&= piece.entry.manual
    }
  }
  const whole = policy.earlier ? weeks.map((week, index) => wholeWeek(week, weeks[index - 1], weeks[index + 1])) : weeks
  for (const { last, days } of whole) {
    const seventh = days.at(-1)
    if (days.length < 7 || seventh?.date !== last) continue
    seventh.isSeventh = days.every(({ work }) => work.length > 0)
  }
  for (const [week, { workSeconds }] of paired(weeks, whole)) week.workSeconds = workSeconds
  return weeks
}

/** A workweek, with days that also belong to the previous or next one because the start of the workweek changes. */
function wholeWeek(week: Week, before: Week | undefined, after: Week | undefined): Week {
  const { first, last } = week
  const days = [...(before?.days ?? []), ...week.days, ...(after?.days ?? [])]
  const own = days.filter(({ date }) => date >= first && date <= last)
  return { first, last, days: own, workSeconds: own.reduce((sum, { workSeconds }) => sum + workSeconds, 0) }
}

function addDay(weeks: Week[], date: string, policy: Policy): Day {
  const calendar = calendarOn(policy, date)
  const day: Day = { date, calendar, off: [], workSeconds: 0, isSeventh: false, work: [], isTyped: true }
  const week = weeks.at(-1)
  if (week && date <= week.last && firstOf(week.days).calendar === calendar) {
    week.days.push(day)
    return day
  }
  const first = weekOf(date, calendar.weekStart)
  if (week?.first === first) week.days.push(day)
  else weeks.push({ first, last: addDays(first, 6), workSeconds: 0, days: [day] })
  return day
}

/** Time is mostly in order, and checking that is faster than sorting it. */
function isInOrder(pieces: readonly Piece[]): boolean {
  let before: Piece | undefined
  for (const piece of pieces) {
    if (before && byOccurrence(before, piece) > 0) return false
    before = piece
  }
  return true
}

function byOccurrence(a: Piece, b: Piece): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return (
    Number(a.entry.manual) - Number(b.entry.manual) ||
    Number(a.entry.premium ?? false) - Number(b.entry.premium ?? false) ||
    a.entry.start - b.entry.start ||
    a.entry.id - b.entry.id ||
    a.offset - b.offset
  )
}

/** The state while processing a person's time. `off`: the days with paid time off. */
type Course = {
  counts: ReadonlyMap<Rule, Count>
  off: readonly Day[]
  places: ReadonlyMap<Entry, Place> | undefined
  policy: Policy
  stretches: Stretch[]
  counted: Counted
}

function payDay(day: Day, week: Week, rules: RuleLists, course: Course): void {
  for (const [rule, count] of course.counts) startCount(rule, count, day, week, course)
  if (isRegular(day, rules, course.counts)) payRegular(day, course)
  else payByRules(day, week, rules, course)
}

/** Whether a day, like most, ends before any rule applies; also false if finding out would take a closer look. */
function isRegular(day: Day, rules: RuleLists, counts: Course['counts']): boolean {
  const { short, long, adding } = rules
  if (adding.length > 0) return false
  const seconds = offOf(day, day.calendar) + day.workSeconds
  return (
    short.every(({ kind, afterSeconds }) =>
      kind === 'daily' || (kind === 'rolling_day' && day.isTyped)
        ? seconds <= afterSeconds
        : kind === 'seventh_day' && !day.isSeventh,
    ) && long.every((rule) => valueAt(counts, rule).seconds + day.workSeconds <= rule.afterSeconds)
  )
}

function payRegular({ date, workSeconds, work }: Day, { counts, policy, stretches }: Course): void {
  for (const { entry, seconds } of work) {
    const { id: entryId, jobcode_id } = entry
    const stretch = { entryId, date, jobcode_id, seconds, multiplier: 1, rule: null }
    stretches.push(entry.premium ? { ...stretch, premium: true } : stretch)
  }
  for (const count of counts.values()) add(count, workSeconds, policy.earlier && date)
}

function payByRules(day: Day, week: Week, rules: RuleLists, course: Course): void {
  const { counts, places, policy, stretches, counted } = course
  const [first] = day.work
  if (!first) return
  const spot: Spot = {
    piece: first,
    done: 0,
    ofDay: offOf(day, day.calendar),
    place: undefined,
    isSeventh: day.isSeventh,
    weekSeconds: week.workSeconds,
    policy,
    counted,
    seconds: 0,
  }
  for (const piece of day.work) {
    const end = piece.offset + piece.seconds
    spot.piece = piece
    spot.place = places?.get(piece.entry)
    for (spot.done = piece.offset; spot.done < end; ) {
      spot.seconds = end - spot.done
      const short = bestShort(rules.short, spot)
      const least = short?.multiplier ?? 1
      const long = bestLong(rules.long, least, counts, spot)
      const added = rules.adding.length > 0 ? addingAt(rules.adding, day.calendar, spot) : none
      const { seconds } = spot
      extend(stretches, piece, seconds, long ?? short, added)
      for (const [rule, count] of counts) if (rule.multiplier > least) add(count, seconds, policy.earlier && day.date)
      for (const rule of rules.spans) countWithin(rule, spot)
      spot.done += seconds
      spot.ofDay += seconds
    }
  }
}

/** The best-paid rule that applies at a spot (the first of equals); shortens the spot to where that may change. */
function bestShort(rules: readonly Rule[], spot: Spot): Rule | undefined {
  let best: Rule | undefined
  for (const rule of rules) {
    const here = reach(rule, spot)
    spot.seconds = Math.min(spot.seconds, Math.abs(here))
    if (here > 0 && (!best || rule.multiplier > best.multiplier) && holds(rule, spot)) best = rule
  }
  return best
}

/** The rules that add to what is paid at a spot, in their order; shortens the spot to where that may change. */
function addingAt(rules: readonly Rule[], { stacking }: Calendar, spot: Spot): readonly Rule[] {
  if (stacking === 'highest') {
    const best = bestShort(rules, spot)
    return best ? [best] : none
  }
  const added: Rule[] = []
  for (const rule of rules) {
    const here = reach(rule, spot)
    spot.seconds = Math.min(spot.seconds, Math.abs(here))
    if (here > 0 && holds(rule, spot)) added.push(rule)
  }
  return added
}

const none: readonly Rule[] = []

/** The same, for rules that count longer than a day and pay more than `least`. */
function bestLong(rules: readonly Rule[], least: number, counts: Course['counts'], spot: Spot): Rule | undefined {
  let best: Rule | undefined
  for (const rule of rules) {
    if (rule.multiplier <= least) continue
    const here = beyond(rule, valueAt(counts, rule).seconds)
    spot.seconds = Math.min(spot.seconds, Math.abs(here))
    if (here > 0 && (!best || rule.multiplier > best.multiplier) && holds(rule, spot)) best = rule
  }
  return best
}

/** Whether a rule pays a piece. A rule for lower wages does not pay pieces above them, but still counts all time. */
function holds(rule: Rule, { piece: { entry, day }, policy: { isPaidBelow } }: Spot): boolean {
  return !isPaidBelow || rule.payBelow === undefined || isPaidBelow(rule, entry.jobcode_id, day)
}

/** Starts a rule's count at the first day of a week or of 14 days, with the paid time off in them. */
function startCount(rule: Rule, count: Count, day: Day, week: Week, { off, policy }: Course): void {
  const { calendar, date } = day
  const since = rule.kind === 'weekly' ? week.first : spanOf(rule, date, calendar).first
  if (since === count.since && calendar === count.calendar) return
  const seconds = calendar.ptoCounts && off.length > 0 ? secondsOff(off, spanOf(rule, date, calendar), calendar) : 0
  Object.assign(count, { since, calendar, seconds })
  // The days of another calendar in the same week count, too.
  if (policy.earlier)
    for (const [earlier, counted] of count.byDay) if (earlier >= since && earlier < date) count.seconds += counted
}

function secondsOff(off: readonly Day[], { first, last }: Span, calendar: Calendar): number {
  return off.reduce((sum, day) => (day.date >= first && day.date <= last ? sum + offOf(day, calendar) : sum), 0)
}

/** The paid time off of a day that counts toward thresholds, before its work. */
function offOf({ off }: Day, calendar: Calendar): number {
  return off.reduce((sum, { entry, seconds }) => (countsOff(entry.jobcode_id, calendar) ? sum + seconds : sum), 0)
}

function add(count: Count, seconds: number, date: string | undefined): void {
  count.seconds += seconds
  if (date !== undefined) count.byDay.set(date, (count.byDay.get(date) ?? 0) + seconds)
}

function extend(
  stretches: Stretch[],
  { entry, day }: Piece,
  seconds: number,
  paid: Rule | undefined,
  added: readonly Rule[],
): void {
  const last = stretches.at(-1)
  const kind = added.length > 0 ? together(paid, added) : ((paid && plainly(paid)) ?? regular)
  if (last?.entryId === entry.id && last.date === day && isPaidAlike(last, kind)) last.seconds += seconds
  else {
    const { multiplier, rule, loading } = kind
    const stretch: Stretch = { entryId: entry.id, date: day, jobcode_id: entry.jobcode_id, seconds, multiplier, rule }
    if (loading !== undefined) stretch.loading = loading
    if (entry.premium) stretch.premium = true
    stretches.push(stretch)
  }
}

type PaidAs = Pick<Stretch, 'multiplier' | 'rule' | 'loading'>

const regular: PaidAs = { multiplier: 1, rule: null }
const byOneRule = new WeakMap<Rule, PaidAs>()

/** How a rule pays by itself. Each rule has only one such object, because a report has thousands of stretches. */
function plainly(rule: Rule): PaidAs {
  const known = byOneRule.get(rule)
  if (known) return known
  const made = { multiplier: rule.multiplier, rule: rule.name, ...loadingOf([rule]) }
  byOneRule.set(rule, made)
  return made
}

/** How adding rules pay, on top of another or alone. */
function together(paid: Rule | undefined, added: readonly Rule[]): PaidAs {
  const all = paid ? [paid, ...added] : added
  return {
    multiplier: added.reduce((sum, { multiplier }) => withAdded(sum, multiplier), paid?.multiplier ?? 1),
    rule: all.map(({ name }) => name).join('+'),
    ...loadingOf(all),
  }
}

/** The part of what rules pay for one second that is pay for the work itself; nothing if there is none. */
function loadingOf(rules: readonly Rule[]): Pick<Stretch, 'loading'> {
  const loadings = rules.filter(isLoading)
  if (loadings.length === 0) return {}
  return { loading: loadings.reduce((sum, { multiplier }) => withAdded(sum, multiplier), 0) }
}

function isPaidAlike(a: PaidAs, b: PaidAs): boolean {
  return a.rule === b.rule && a.multiplier === b.multiplier && a.loading === b.loading
}

/**
 * Whether the extra of a rule is pay for the work, which raises the regular rate. Premiums for hours over a threshold do
 * not (29 U.S.C. 207(e)(5)). Those for a day of the week, a holiday, a seventh day or times of day do not if they are at
 * least time and a half (29 U.S.C. 207(e)(6) and (7), 29 CFR 778.203); a lower one does, whether it replaces other pay or
 * is added to it (29 CFR 778.207). A night differential, which is added on every day, always does (29 CFR 778.207(b)).
 */
function isLoading({ kind, days, dates, multiplier, adds }: Rule): boolean {
  if (!specialKinds.includes(kind)) return false
  return multiplier < 1.5 || (adds === true && kind === 'clock' && !days && !dates)
}

const specialKinds: readonly Rule['kind'][] = ['clock', 'holiday', 'seventh_day', 'rest']

/** A multiplier plus the part of another one above 1. */
export function withAdded(multiplier: number, added: number): number {
  return Math.round((multiplier + added - 1) * 1e6) / 1e6
}
