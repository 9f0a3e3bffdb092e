import { addDays, weekOf } from './calendar.ts'
import type { Settings } from './settings.ts'

// Overtime rules as data. Each second worked is paid by at most one rule, and knows which. Daily rules come before
// weekly ones; among them the highest multiplier wins, and seconds paid at a premium by a daily rule do not count
// toward the week. If that would cost the worker pay, because a weekly rule pays more than a daily one, the daily rule
// gives way for that week: the standard more favorable to the worker prevails (29 U.S.C. 218).

/** One finished timesheet of the person. Instants in microseconds; `seconds` is the time that counts. */
export type Entry = {
  id: number
  /** Day of the start in the person's zone. */
  date: string
  start: number
  end: number
  seconds: number
  kind: 'work' | 'paid_break' | 'pto' | 'unpaid'
  jobcode_id: number
  /** Only date and seconds are real; start and end are placeholders. */
  manual: boolean
}

/** Kinds of overtime rules. */
export const ruleKinds = ['daily', 'weekly', 'seventh_day', 'rest'] as const

/**
 * Pays `multiplier` (no effect unless above 1) for seconds worked beyond `afterSeconds` of a day, of a workweek or of
 * the seventh consecutive day worked in a workweek; 'rest': for work within `afterSeconds` of the end of the previous
 * shift.
 */
export type Rule = {
  name: string
  kind: (typeof ruleKinds)[number]
  afterSeconds: number
  multiplier: number
}

/** The rules for one person. weekStart: 0 = Sunday; ptoCounts: paid time off counts toward the thresholds. */
export type Policy = { rules: readonly Rule[]; weekStart: number; ptoCounts: boolean }

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
 * Splits one person's work and paid breaks into stretches: by date, manual entries last in their day, then by start.
 * Pass whole workweeks (for 'rest' rules also the day before), then pick the dates you need. RangeError: too many
 * rules.
 */
export function overtime(entries: readonly Entry[], policy: Policy): Stretch[] {
  if (policy.rules.length > maxRules) throw new RangeError(`more than ${maxRules} overtime rules`)
  const rules = policy.rules.filter((rule) => rule.multiplier > 1)
  return weeksOf(entries, policy).flatMap((week) => bestFor(week, rules))
}

/** Most rules that one person may have. */
export const maxRules = 12

/** The policy described by the settings of the section general; no rules if overtime is not calculated. */
export function rulesFromSettings(general: Settings): Policy {
  const rules: Rule[] = []
  const add = (name: string, kind: Rule['kind'], hours: unknown, multiplier: number) => {
    const afterSeconds = Math.round(Number(hours) * 3600)
    // Zero or unreadable hours mean there is no such rule, not that all time is overtime.
    if (afterSeconds > 0) rules.push({ name, kind, afterSeconds, multiplier })
  }
  if (isOn(general.calculate_overtime)) {
    if (isOn(general.daily_overtime)) add('daily', 'daily', general.daily_regular_hours, 1.5)
    if (isOn(general.daily_doubletime)) add('daily_double', 'daily', 12, 2)
    add('weekly', 'weekly', general.weekly_regular_hours, 1.5)
  }
  return { rules, weekStart: Number(general.week_start) || 0, ptoCounts: isOn(general.pto_overtime) }
}

/**
 * A person's policy: the chosen rules, as `readRules` takes them, else those of the settings. Chosen rules replace only
 * the thresholds; workweek, paid time off and whether overtime applies still come from the settings.
 */
export function policyFor(general: Settings, chosen: unknown): Policy {
  const policy = rulesFromSettings(general)
  if (chosen === undefined || chosen === 'settings' || !isOn(general.calculate_overtime)) return policy
  return { ...policy, rules: readRules(chosen) }
}

/**
 * Parses rules as people write them: the name of a preset, or a list of `{"name": "rest", "kind": "rest",
 * "after_hours": 11, "multiplier": 1.5}`. Throws an Error that says what is wrong.
 */
export function readRules(chosen: unknown): readonly Rule[] {
  if (typeof chosen === 'string' && Object.hasOwn(presets, chosen)) return presets[chosen as keyof typeof presets]
  const names = Object.keys(presets).join(', ')
  if (!Array.isArray(chosen)) throw new Error(`overtime rules must be ${names} or a list of rules`)
  if (chosen.length > maxRules) throw new Error(`there may be at most ${maxRules} overtime rules`)
  const rules = chosen.map((rule, index) => readRule(rule, `rule ${index + 1}`))
  const twice = rules.find((rule, index) => rules.findIndex((other) => other.name === rule.name) < index)
  if (twice) throw new Error(`there are two rules called ${twice.name}`)
  return rules
}

/** The rules in the form that `readRules` takes. */
export function writtenRules(rules: readonly Rule[]) {
  return rules.map(({ name, kind, afterSeconds, multiplier }) => ({
    name,
    kind,
    after_hours: afterSeconds / 3600,
    multiplier,
  }))
}

function readRule(given: unknown, which: string): Rule {
  const { name, kind, after_hours, multiplier } = Object(given) as Record<string, unknown>
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,39}$/.test(name))
    throw new Error(`${which}: name must be up to 40 lowercase letters, digits and _`)
  if (!ruleKinds.includes(kind as Rule['kind']))
    throw new Error(`${which}: kind must be one of ${ruleKinds.join(', ')}`)
  if (typeof after_hours !== 'number' || !(after_hours >= 0 && after_hours <= 168))
    throw new Error(`${which}: after_hours must be a number from 0 to 168`)
  if (typeof multiplier !== 'number' || !(multiplier > 1 && multiplier <= 10))
    throw new Error(`${which}: multiplier must be a number above 1, at most 10`)
  return { name, kind: kind as Rule['kind'], afterSeconds: Math.round(after_hours * 3600), multiplier }
}

/** Statutory rules. federal: Fair Labor Standards Act, 29 U.S.C. 207(a)(1). california: Labor Code section 510(a). */
export const presets: { readonly [name in 'federal' | 'california']: readonly Rule[] } = {
  federal: [{ name: 'weekly', kind: 'weekly', afterSeconds: 40 * 3600, multiplier: 1.5 }],
  california: [
    { name: 'daily', kind: 'daily', afterSeconds: 8 * 3600, multiplier: 1.5 },
    { name: 'daily_double', kind: 'daily', afterSeconds: 12 * 3600, multiplier: 2 },
    { name: 'seventh_day', kind: 'seventh_day', afterSeconds: 0, multiplier: 1.5 },
    { name: 'seventh_day_double', kind: 'seventh_day', afterSeconds: 8 * 3600, multiplier: 2 },
    { name: 'weekly', kind: 'weekly', afterSeconds: 40 * 3600, multiplier: 1.5 },
  ],
}

// A shorter pause is a break within a shift; a longer one ends the shift.
const shiftGapSeconds = 4 * 3600

// A workweek. `ptoSeconds` is the part of the thresholds that paid time off uses up before any work: which day it falls
// on must not decide whether the week has overtime, and it never becomes overtime itself.
type Week = { ptoSeconds: number; days: Day[] }
type Day = { ptoSeconds: number; isSeventh: boolean; work: WorkEntry[] }
type WorkEntry = { entry: Entry; previousShiftEnd: number | null }

function weeksOf(entries: readonly Entry[], policy: Policy): Week[] {
  const counted = entries.filter((entry) => entry.kind !== 'unpaid' && entry.seconds > 0).sort(byOccurrence)
  const previousEnds = previousShiftEnds(counted)
  const weeks = new Map<string, Map<string, Day>>()
  for (const entry of counted) {
    const start = weekOf(entry.date, policy.weekStart)
    const days = weeks.get(start) ?? new Map<string, Day>()
    weeks.set(start, days)
    const day = days.get(entry.date) ?? { ptoSeconds: 0, isSeventh: false, work: [] }
    days.set(entry.date, day)
    if (entry.kind !== 'pto') day.work.push({ entry, previousShiftEnd: previousEnds.get(entry) ?? null })
    else if (policy.ptoCounts) day.ptoSeconds += entry.seconds
  }
  return [...weeks].map(([start, byDate]) => {
    const days = [...byDate.values()]
    const seventh = byDate.get(addDays(start, 6))
    if (seventh && days.filter((day) => day.work.length > 0).length === 7) seventh.isSeventh = true
    return { ptoSeconds: days.reduce((sum, day) => sum + day.ptoSeconds, 0), days }
  })
}

function byOccurrence(a: Entry, b: Entry): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return Number(a.manual) - Number(b.manual) || a.start - b.start || a.id - b.id
}

// Manual entries have no real times, so they neither end a shift nor start one.
function previousShiftEnds(counted: readonly Entry[]): Map<Entry, number> {
  const ends = new Map<Entry, number>()
  const timed = counted.filter((entry) => entry.kind !== 'pto' && !entry.manual).sort((a, b) => a.start - b.start)
  let previousEnd: number | undefined
  let shiftEnd: number | undefined
  for (const entry of timed) {
    if (shiftEnd !== undefined && entry.start - shiftEnd >= shiftGapSeconds * 1e6) previousEnd = shiftEnd
    if (previousEnd !== undefined) ends.set(entry, previousEnd)
    shiftEnd = Math.max(shiftEnd ?? entry.end, entry.end)
  }
  return ends
}

function bestFor(week: Week, rules: readonly Rule[]): Stretch[] {
  const topWeekly = Math.max(0, ...rules.map((rule) => (rule.kind === 'weekly' ? rule.multiplier : 0)))
  const weaker = rules.filter((rule) => rule.kind !== 'weekly' && rule.multiplier < topWeekly)
  let best = apply(week, rules)
  // Usually there are no weaker rules. Otherwise, try every combination of them to waive.
  for (let choice = 1; choice < 1 << weaker.length; choice++) {
    const waived = weaker.filter((_, i) => choice & (1 << i))
    const other = apply(
      week,
      rules.filter((rule) => !waived.includes(rule)),
    )
    if (payOf(other) > payOf(best) + 1e-6) best = other
  }
  return best
}

function payOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, stretch) => sum + stretch.seconds * stretch.multiplier, 0)
}

function apply(week: Week, rules: readonly Rule[]): Stretch[] {
  const daily = rules.filter((rule) => rule.kind !== 'weekly')
  const weekly = rules.filter((rule) => rule.kind === 'weekly')
  const stretches: Stretch[] = []
  let ofWeek = week.ptoSeconds
  for (const day of week.days) {
    let ofDay = day.ptoSeconds
    for (const { entry, previousShiftEnd } of day.work) {
      let done = 0
      while (done < entry.seconds) {
        const byDay = verdict(daily, (rule) => {
          if (rule.kind === 'daily') return beyond(rule, ofDay)
          if (rule.kind === 'seventh_day') return day.isSeventh ? beyond(rule, ofDay) : never
          return withinRest(rule, entry, previousShiftEnd, done)
        })
        const byWeek = byDay.rule ? undefined : verdict(weekly, (rule) => beyond(rule, ofWeek))
        const rule = byDay.rule ?? byWeek?.rule
        const seconds = Math.min(entry.seconds - done, byDay.seconds, byWeek?.seconds ?? Infinity)
        extend(stretches, entry, seconds, rule)
        done += seconds
        ofDay += seconds
        if (!byDay.rule) ofWeek += seconds
      }
    }
  }
  return stretches
}

// Whether a rule applies here, and for how many seconds that holds.
type Reach = { applies: boolean; seconds: number }
const never: Reach = { applies: false, seconds: Infinity }

function beyond(rule: Rule, position: number): Reach {
  if (position >= rule.afterSeconds) return { applies: true, seconds: Infinity }
  return { applies: false, seconds: rule.afterSeconds - position }
}

function withinRest(rule: Rule, entry: Entry, previousShiftEnd: number | null, done: number): Reach {
  if (entry.manual || previousShiftEnd === null) return never
  const left = Math.ceil((previousShiftEnd - entry.start) / 1e6 + rule.afterSeconds) - done
  return left > 0 ? { applies: true, seconds: left } : never
}

// The best-paid rule that applies (the first of equals), and for how many seconds that holds.
function verdict(rules: readonly Rule[], reach: (rule: Rule) => Reach): { rule: Rule | undefined; seconds: number } {
  let best: Rule | undefined
  let seconds = Infinity
  for (const rule of rules) {
    const here = reach(rule)
    seconds = Math.min(seconds, here.seconds)
    if (here.applies && (!best || rule.multiplier > best.multiplier)) best = rule
  }
  return { rule: best, seconds }
}

function extend(stretches: Stretch[], entry: Entry, seconds: number, rule: Rule | undefined): void {
  const last = stretches.at(-1)
  const name = rule?.name ?? null
  const multiplier = rule?.multiplier ?? 1
  if (last?.entryId === entry.id && last.rule === name && last.multiplier === multiplier) last.seconds += seconds
  else {
    const { id, date, jobcode_id } = entry
    stretches.push({ entryId: id, date, jobcode_id, seconds, multiplier, rule: name })
  }
}

function isOn(value: unknown): boolean {
  return Number(value) === 1
}
