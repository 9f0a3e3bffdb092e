import { Refused } from '../refusals/reason.ts'
import { overtime } from '../refusals/subjects/overtime.ts'
import { weekdayNames } from '../time/calendar.ts'
import { dayMinutes, type Rule } from './rule.ts'
import { clockText, readRules } from './written.ts'

/** Parses rules to be saved. Throws Refused, which says what is wrong, including contradictions. */
export function acceptRules(chosen: unknown): readonly Rule[] {
  const rules = readRules(chosen)
  const problem = uselessIn(rules) ?? contradictionIn(rules)
  if (problem) throw problem
  return rules
}

/** Which rule could never pay anything, and why; undefined if there is none. */
function uselessIn(rules: readonly Rule[]): Refused | undefined {
  for (const rule of rules) {
    const { name, kind, afterSeconds, overSeconds = 0 } = rule
    if (kind === 'rest' && afterSeconds === 0) return new Refused(overtime, 'rest_rule_without_hours', { name })
    if (kind !== 'clock') continue
    const length = lengthOf(rule)
    const hours = length / 3600
    if (afterSeconds >= length) return new Refused(overtime, 'after_hours_too_long', { name, hours })
    if (overSeconds >= length) return new Refused(overtime, 'over_hours_too_long', { name, hours })
  }
  return undefined
}

/** The first rule about rest that could never apply, because only a longer pause ends a shift; undefined if there is none. */
export function restWithinShift(rules: readonly Rule[], pauseHours: number): Rule | undefined {
  return rules.find(({ kind, afterSeconds }) => kind === 'rest' && afterSeconds <= pauseHours * 3600)
}

/**
 * An adding rule that never pays anything where only the highest addition counts, and the one that hides it; undefined if
 * there is none.
 */
export function addsInVain(rules: readonly Rule[]): { rule: Rule; hiddenBy: Rule } | undefined {
  for (const rule of rules) {
    const hides = (other: Rule) =>
      other !== rule &&
      other.adds === true &&
      other.kind === rule.kind &&
      sameScope(other, rule) &&
      isTogether(other, rule) &&
      other.afterSeconds < rule.afterSeconds &&
      other.multiplier >= rule.multiplier
    const hiddenBy = rule.adds ? rules.find(hides) : undefined
    if (hiddenBy) return { rule, hiddenBy }
  }
  return undefined
}

/** The seconds from the start to the end of a rule of kind 'clock'. */
function lengthOf({ startMinute = 0, endMinute = dayMinutes }: Rule): number {
  return 60 * (endMinute - startMinute + (endMinute > startMinute ? 0 : dayMinutes))
}

/** Why these rules are incompatible, naming them; undefined if they are compatible. */
function contradictionIn(rules: readonly Rule[]): Refused | undefined {
  for (const [index, a] of rules.entries())
    for (const b of rules.slice(index + 1)) {
      if (a.kind !== b.kind || !isTogether(a, b)) continue
      const words = Boolean(a.adds) === Boolean(b.adds) ? between(a, b) : onTopOfItself(a, b)
      if (words) return words
    }
  return undefined
}

/** Whether there are days on which both rules apply. */
function isTogether(a: Rule, b: Rule): boolean {
  return (a.until ?? forever) > (b.from ?? '') && (b.until ?? forever) > (a.from ?? '')
}

const forever = '9999-12-31'

function between(a: Rule, b: Rule): Refused | undefined {
  const names = { a: a.name, b: b.name }
  if (sameScope(a, b)) {
    const hours = a.afterSeconds / 3600
    if (a.afterSeconds === b.afterSeconds)
      return a.multiplier === b.multiplier
        ? new Refused(overtime, 'rules_pay_twice', names)
        : new Refused(overtime, 'rules_contradict', { ...names, hours })
    // Rest is paid up to the hours of its rule, everything else beyond them.
    // Whether several additions are paid is a setting, which `addsInVain` asks.
    if (a.adds) return undefined
    const [wide, narrow] = a.afterSeconds < b.afterSeconds === (a.kind !== 'rest') ? [a, b] : [b, a]
    if (narrow.multiplier <= wide.multiplier)
      return new Refused(overtime, 'rule_never_pays', { a: narrow.name, b: wide.name, multiplier: wide.multiplier })
    return undefined
  }
  // Additions may meet, and the hours of a day of the year are an exception to those of days of the week.
  if (a.kind !== 'clock' || a.adds || a.afterSeconds !== b.afterSeconds || !a.dates !== !b.dates) return undefined
  if (a.dates && !a.dates.some((date) => b.dates?.includes(date))) return undefined
  const common = overlapOf(a, b)
  return common === undefined ? undefined : new Refused(overtime, 'rules_overlap', { ...names, time: common })
}

/** A holiday, or the same time of day, is paid either instead of other pay or on top of it, not both. */
function onTopOfItself(a: Rule, b: Rule): Refused | undefined {
  if (!sameScope(a, b)) return undefined
  const [paying, adding] = a.adds ? [b, a] : [a, b]
  const names = { a: paying.name, b: adding.name, adding: adding.name, paying: paying.name }
  return new Refused(overtime, 'rule_adds_to_paid_hours', names)
}

/** Whether two rules of one kind count the same hours of the same people. */
function sameScope(a: Rule, b: Rule): boolean {
  const scope = ({ days, dates, startMinute, endMinute, overSeconds, weekOverSeconds, wholeShift, ...rule }: Rule) =>
    JSON.stringify([
      days,
      dates,
      startMinute,
      endMinute,
      overSeconds,
      weekOverSeconds,
      wholeShift,
      rule.starts,
      rule.payBelow,
    ])
  return scope(a) === scope(b)
}

/** The first time of the week within the hours of both rules, in words. */
function overlapOf(a: Rule, b: Rule): string | undefined {
  const [those, these] = [hoursOf(a), hoursOf(b)]
  for (const [from, to] of those)
    for (const [start, end] of these)
      for (const week of [-weekMinutes, 0, weekMinutes]) {
        const at = Math.max(from, start + week)
        if (at >= Math.min(to, end + week)) continue
        const minute = ((at % weekMinutes) + weekMinutes) % weekMinutes
        return `${weekdayNames[Math.floor(minute / dayMinutes)]} ${clockText(minute % dayMinutes)}`
      }
  return undefined
}

const weekMinutes = 7 * dayMinutes

/** The hours of a rule as minutes of the week. */
function hoursOf({ days = [0, 1, 2, 3, 4, 5, 6], startMinute = 0, endMinute = dayMinutes }: Rule): [number, number][] {
  return days.map((day) => [
    day * dayMinutes + startMinute,
    (endMinute > startMinute ? day : day + 1) * dayMinutes + endMinute,
  ])
}
