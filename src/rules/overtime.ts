import { addDays, weekOf } from './calendar.ts'
import { beyond, isWithin, never, type Reach, reach, type Spot } from './overtime/reach.ts'
import { type Entry, longKinds, maxRules, type Policy, type Rule } from './overtime/rule.ts'
import { type Place, placesOf } from './overtime/shifts.ts'
import { addPieces, type Piece, spanOf } from './overtime/workdays.ts'

export { rulesFromSettings } from './overtime/policy.ts'
export { presets } from './overtime/presets.ts'
export { type Entry, kindOfType, maxRules, type Policy, type Rule, ruleKinds } from './overtime/rule.ts'
export { readRules, writtenRules } from './overtime/written.ts'

// Overtime rules as data, and one definition of which rule pays a second:
// 1. A second is paid once, at the highest multiplier of the rules that reach it.
// 2. A second counts toward the threshold of a workweek (or of 14 days) unless another rule pays it at the same or a
//    higher multiplier. So a weaker daily rule never hides a stronger weekly one, nor the other way round.
// What some rules add for nights, Sundays or holidays is paid on top and changes neither.

/** Seconds of one entry that are paid alike. rule is the name of the rule that made them overtime; null = regular. */
export type Stretch = {
  entryId: number
  date: string
  jobcode_id: number
  seconds: number
  multiplier: number
  rule: string | null
}

/**
 * Splits one person's work and paid breaks into stretches: by workday, manual entries last in their day, then by start.
 * Pass whole workweeks (with rules for shifts also the day before), then pick the dates you need. RangeError: too many
 * rules.
 */
export function overtime(entries: readonly Entry[], policy: Policy): Stretch[] {
  const rules = rulesOf(policy)
  const counted = entries.filter((entry) => entry.kind !== 'unpaid' && entry.seconds > 0)
  const places = policy.rules.some(needsPlace) ? placesOf(counted, policy) : undefined
  const weeks = weeksOf(counted, policy)
  const counts = new Map(rules.long.map((rule): [Rule, Count] => [rule, countOf(rule, weeks, policy)]))
  const stretches: Stretch[] = []
  for (const week of weeks)
    for (const day of week.days) payDay(day, week, inForce(rules, day.date), { counts, places, policy, stretches })
  return stretches
}

// A workweek, from its first day. Paid time off uses up a part of the thresholds before any work: which day it falls on
// must not decide whether the week has overtime, and it never becomes overtime itself.
type Week = { first: string; workSeconds: number; days: Day[] }
type Day = { date: string; ptoSeconds: number; workSeconds: number; isSeventh: boolean; work: Piece[] }

/** Seconds that count toward a rule since the first day of its week or 14 days, and the paid time off of each. */
type Count = { since: string; seconds: number; pto: ReadonlyMap<string, number> }

/** The rules by what they do: pay for a day or less, for longer spans, or on top of others. */
type Rules = { short: Rule[]; long: Rule[]; adding: Rule[]; spans: Rule[]; dated: boolean }

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
    spans: paying.filter(({ kind }) => kind === 'clock' || kind === 'holiday'),
    dated: paying.some(({ from, until }) => from !== undefined || until !== undefined),
  }
}

/** The rules that hold on a workday. Time counts toward a longer span also before its rule holds. */
function inForce(rules: Rules, date: string): Rules {
  if (!rules.dated) return rules
  const holds = ({ from, until }: Rule) => (from ?? '') <= date && (until === undefined || date < until)
  const pick = (list: Rule[]) => (list.every(holds) ? list : list.filter(holds))
  const { short, long, adding, spans } = rules
  return { short: pick(short), long: pick(long), adding: pick(adding), spans: pick(spans), dated: true }
}

function weeksOf(counted: readonly Entry[], policy: Policy): Week[] {
  const pieces: Piece[] = []
  for (const entry of counted) addPieces(pieces, entry, policy)
  pieces.sort(byOccurrence)
  const weeks: Week[] = []
  let day: Day | undefined
  for (const piece of pieces) {
    if (day?.date !== piece.day) day = addDay(weeks, piece.day, policy)
    if (piece.entry.kind === 'pto') {
      if (policy.ptoCounts) day.ptoSeconds += piece.seconds
    } else {
      weeks.at(-1)!.workSeconds += piece.seconds
      day.workSeconds += piece.seconds
      day.work.push(piece)
    }
  }
  for (const { first, days } of weeks) {
    const last = days.at(-1)!
    if (days.length < 7 || last.date !== addDays(first, 6)) continue
    last.isSeventh = days.every(({ work }) => work.length > 0)
  }
  return weeks
}

function addDay(weeks: Week[], date: string, { weekStart }: Policy): Day {
  const day: Day = { date, ptoSeconds: 0, workSeconds: 0, isSeventh: false, work: [] }
  const first = weekOf(date, weekStart)
  const week = weeks.at(-1)
  if (week?.first === first) week.days.push(day)
  else weeks.push({ first, workSeconds: 0, days: [day] })
  return day
}

/** Whether a rule depends on where an entry lies in its shift. */
function needsPlace({ kind, overSeconds }: Rule): boolean {
  return kind === 'rest' || kind === 'consecutive' || kind === 'rolling_day' || overSeconds !== undefined
}

function byOccurrence(a: Piece, b: Piece): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return (
    Number(a.entry.manual) - Number(b.entry.manual) ||
    a.entry.start - b.entry.start ||
    a.entry.id - b.entry.id ||
    a.offset - b.offset
  )
}

function countOf(rule: Rule, weeks: readonly Week[], policy: Policy): Count {
  const pto = new Map<string, number>()
  for (const { days } of weeks)
    for (const { date, ptoSeconds } of days) {
      if (ptoSeconds === 0) continue
      const since = spanOf(rule, date, policy).first
      pto.set(since, (pto.get(since) ?? 0) + ptoSeconds)
    }
  return { since: '', seconds: 0, pto }
}

/** What is known while a person's time is gone through. */
type Course = {
  counts: ReadonlyMap<Rule, Count>
  places: ReadonlyMap<Entry, Place> | undefined
  policy: Policy
  stretches: Stretch[]
}

function payDay(day: Day, week: Week, rules: Rules, course: Course): void {
  const { counts, policy } = course
  for (const [rule, count] of counts) {
    const since = rule.kind === 'weekly' ? week.first : spanOf(rule, day.date, policy).first
    if (since !== count.since) Object.assign(count, { since, seconds: count.pto.get(since) ?? 0 })
  }
  if (isRegular(day, rules, counts)) payRegular(day, course)
  else payByRules(day, week, rules, course)
}

/** Whether a day ends before any rule is reached, as most do; false where that would take a closer look. */
function isRegular({ ptoSeconds, workSeconds, isSeventh }: Day, rules: Rules, counts: Course['counts']): boolean {
  const { short, long, adding, spans } = rules
  if (adding.length > 0 || spans.length > 0) return false
  return (
    short.every(({ kind, afterSeconds }) =>
      kind === 'daily' ? ptoSeconds + workSeconds <= afterSeconds : kind === 'seventh_day' && !isSeventh,
    ) && long.every((rule) => counts.get(rule)!.seconds + workSeconds <= rule.afterSeconds)
  )
}

function payRegular({ date, workSeconds, work }: Day, { counts, stretches }: Course): void {
  for (const { entry, seconds } of work) {
    const { id: entryId, jobcode_id } = entry
    stretches.push({ entryId, date, jobcode_id, seconds, multiplier: 1, rule: null })
  }
  for (const count of counts.values()) count.seconds += workSeconds
}

function payByRules(day: Day, week: Week, rules: Rules, { counts, places, policy, stretches }: Course): void {
  const { isSeventh } = day
  const withinOf = new Map<Rule, number>()
  let ofDay = day.ptoSeconds
  for (const piece of day.work) {
    const end = piece.offset + piece.seconds
    const place = places?.get(piece.entry)
    for (let done = piece.offset; done < end; ) {
      const spot: Spot = { piece, done, ofDay, place, isSeventh, weekSeconds: week.workSeconds, policy, withinOf }
      const short = verdict(rules.short, (rule) => reach(rule, spot))
      const best = short.rule?.multiplier ?? 1
      const long = verdict(rules.long, (rule) =>
        rule.multiplier > best ? beyond(rule, counts.get(rule)!.seconds) : never,
      )
      const added = verdict(rules.adding, (rule) => reach(rule, spot))
      const seconds = Math.min(end - done, short.seconds, long.seconds, added.seconds)
      extend(stretches, piece, seconds, long.rule ?? short.rule, added.rule)
      for (const [rule, count] of counts) if (rule.multiplier > best) count.seconds += seconds
      for (const rule of rules.spans) if (isWithin(rule, spot)) withinOf.set(rule, (withinOf.get(rule) ?? 0) + seconds)
      done += seconds
      ofDay += seconds
    }
  }
}

const none = { rule: undefined, seconds: Infinity }

/** The best-paid rule that applies (the first of equals), and for how many seconds that holds. */
function verdict(rules: readonly Rule[], reachOf: (rule: Rule) => Reach): { rule: Rule | undefined; seconds: number } {
  if (rules.length === 0) return none
  let best: Rule | undefined
  let seconds = Infinity
  for (const rule of rules) {
    const here = reachOf(rule)
    seconds = Math.min(seconds, here.seconds)
    if (here.applies && (!best || rule.multiplier > best.multiplier)) best = rule
  }
  return { rule: best, seconds }
}

function extend(
  stretches: Stretch[],
  { entry, day }: Piece,
  seconds: number,
  paid: Rule | undefined,
  added: Rule | undefined,
): void {
  const last = stretches.at(-1)
  const rule = paid && added ? `${paid.name}+${added.name}` : ((paid ?? added)?.name ?? null)
  const multiplier = added ? withAdded(paid?.multiplier ?? 1, added.multiplier) : (paid?.multiplier ?? 1)
  const isSame = last?.entryId === entry.id && last.date === day && last.rule === rule
  if (isSame && last.multiplier === multiplier) last.seconds += seconds
  else stretches.push({ entryId: entry.id, date: day, jobcode_id: entry.jobcode_id, seconds, multiplier, rule })
}

/** A multiplier, with what another one has above 1 on top. */
export function withAdded(multiplier: number, added: number): number {
  return Math.round((multiplier + added - 1) * 1e6) / 1e6
}
