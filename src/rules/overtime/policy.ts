import { lastOf } from '../elements.ts'
import { hourlyPay, type PayRate, type RateBook } from '../pay/pay.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, isDate } from '../time/calendar.ts'
import type { Calendar, Policy, Rule } from './rule.ts'
import { readRules } from './written.ts'

/**
 * Chosen rules, as `readRules` takes them or 'settings', and the first workday on which they apply; null for always.
 * Without rules, those of the group or the company apply.
 */
export type Version = { from: string | null; rules: string | readonly unknown[] | null }

/** A choice of rules as stored. */
export type Choice = string | readonly unknown[] | { versions: readonly Version[] }

/** The choices of a company, group or person, oldest first. A choice without a date has always applied. */
export function versionsOf(chosen: unknown): readonly Version[] {
  if (!isChoice(chosen)) return []
  return typeof chosen === 'object' && 'versions' in chosen ? chosen.versions : [{ from: null, rules: chosen }]
}

/** Whether a stored setting is a choice of rules, which is checked before it is stored. */
export function isChoice(stored: unknown): stored is Choice {
  return typeof stored === 'string' || (typeof stored === 'object' && stored !== null)
}

/** A choice as stored; the previous rules stay for the workdays before `from`. */
export function withVersion(before: unknown, version: Version): Choice | null {
  const { from, rules } = version
  if (from === null) return rules
  const known = versionsOf(before).filter((earlier) => (earlier.from ?? '') < from)
  return { versions: [...(known.length > 0 ? known : [{ from: null, rules: null }]), version] }
}

/** The versions that apply to a person, oldest first: their own choices, then their group's, then the company's. */
export function resolved(levels: readonly (readonly Version[])[]): readonly Version[] {
  return levels.reduceRight<readonly Version[]>((below, own) => (own.length > 0 ? over(own, below) : below), [])
}

/** The choices of several levels that apply one after the other, such as groups that a person was in. */
export function inTurn(spans: readonly { from: string | null; versions: readonly Version[] }[]): readonly Version[] {
  const [only, ...others] = spans
  if (only && others.length === 0) return only.versions
  if (spans.every(({ versions }) => versions.length === 0)) return []
  return spans.flatMap(({ from, versions }, index): readonly Version[] => {
    const until = spans[index + 1]?.from ?? lastDay
    return versions.length === 0 ? [{ from, rules: null }] : within(versions, from, until)
  })
}

/** The choices that apply from one day until another. The first one, without a date, has always applied. */
function within(versions: readonly Version[], from: string | null, until: string): readonly Version[] {
  const there = versions.filter((version) => (version.from ?? '') < until)
  const started = there.findLastIndex((version) => (version.from ?? '') <= (from ?? ''))
  return there.slice(Math.max(0, started)).map((each, at) => (at === 0 ? { ...each, from } : each))
}

const lastDay = '9999-12-31'

/** Choices, filled with those of the level below for time without rules. */
function over(own: readonly Version[], below: readonly Version[]): readonly Version[] {
  return own.flatMap((version, index) => {
    if (version.rules !== null || below.length === 0) return [version]
    return within(below, version.from, own[index + 1]?.from ?? lastDay)
  })
}

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
  const ptoJobcodes = countedTimeOff(general)
  return {
    ...{ rules, weekStart: Number(general.week_start) || 0, ptoCounts: isOn(general.pto_overtime) },
    ...(ptoJobcodes && { ptoJobcodes }),
    ...(general.overtime_stacking === 'highest' && { stacking: 'highest' as const }),
  }
}

/** The jobcodes of paid time off that count toward thresholds, if not all do; undefined if all do or none. */
function countedTimeOff({ pto_overtime, pto_overtime_jobcodes }: Settings): ReadonlySet<number> | undefined {
  const ids = String(pto_overtime_jobcodes ?? '').match(/\d+/g) ?? []
  return isOn(pto_overtime) && ids.length > 0 ? new Set(ids.map(Number)) : undefined
}

/**
 * Settings that pay depends on, and the first workday on which they apply; null for always. `zone` is that of the working
 * pattern, `general.tz` the person's own.
 */
export type SettingsVersion = { from: string | null; general: Settings; zone: string }

/**
 * A person's policy: the rules that apply to them, otherwise those of the settings. Chosen rules replace only the
 * thresholds; workdays, paid time off and whether overtime applies still come from the settings, which are given oldest
 * first.
 */
export function policyFor(settings: readonly SettingsVersion[], versions: readonly Version[]): Policy {
  const zones = new Set(settings.flatMap(({ zone, general }) => [zone, String(general.tz ?? zone)]))
  const calendars = settings.map((version) => ({
    ...calendarFrom(version),
    ...(zones.size > 1 && { datesDiffer: true }),
  }))
  const earlier = calendars.slice(0, -1)
  const rules = settings.flatMap(({ from, general }, index) => {
    const settled = rulesFromSettings(general)
    const until = settings[index + 1]?.from ?? undefined
    if (!isOn(general.calculate_overtime) || versions.length === 0) return held(settled.rules, from, until)
    const chosen = versions.flatMap((version, at) => rulesOf(version, versions[at + 1], settled))
    return held(chosen, from, until)
  })
  return { ...lastOf(calendars), rules, ...(earlier.length > 0 && { earlier }) }
}

function calendarFrom({ from, general, zone }: SettingsVersion): Calendar {
  const { rules: _, ...counted } = rulesFromSettings(general)
  return {
    ...(from !== null && { from }),
    ...counted,
    zone,
    dayStart: Number(general.workday_start) || 0,
    split: general.shift_boundary === 'split',
    pauseSeconds: Math.round(Number(general.shift_pause_hours) * 3600),
    ...(isDate(String(general.payroll_end_date)) && { anchor: addDays(String(general.payroll_end_date), 1) }),
  }
}

function rulesOf({ from, rules }: Version, next: Version | undefined, settled: Policy): readonly Rule[] {
  const meant = rules === null || rules === 'settings' ? settled.rules : readRules(rules)
  return held(meant, from, next?.from ?? undefined)
}

/** Whether any of these choices has a rule for lower wages. */
export function asksPay(versions: readonly Version[]): boolean {
  return versions.some(({ rules }) => {
    if (rules === null || rules === 'settings') return false
    return readRules(rules).some(({ payBelow }) => payBelow !== undefined)
  })
}

/** The policy of a person with these rates. If the rates depend on the job, so do rules for lower wages. */
export function policyAtPay(policy: Policy, user_id: number, rates: RateBook): Policy {
  if (policy.rules.every(({ payBelow }) => payBelow === undefined)) return policy
  if (!rates.byJob || rates.jobsOf(user_id).length === 0) return policyAtRates(policy, rates.ownOf(user_id))
  const isPaidBelow: Policy['isPaidBelow'] = ({ payBelow }, jobcode_id, day) => {
    const rate = rates.at(user_id, jobcode_id, day)
    return !rate || payBelow === undefined || hourlyPay(rate) < payBelow
  }
  return { ...policy, isPaidBelow }
}

/** The policy of a person with these own rates. People to whom the same rules apply share one. */
function policyAtRates(policy: Policy, rates: readonly PayRate[]): Policy {
  const rules = rulesAtPay(policy.rules, rates)
  const key = rules.map(({ name, from, until }) => `${name} ${from} ${until}`).join()
  const known = atRates.get(policy) ?? new Map<string, Policy>()
  atRates.set(policy, known)
  const found = known.get(key) ?? { ...policy, rules }
  known.set(key, found)
  return found
}

// Every additional policy makes reports slower.
const atRates = new WeakMap<Policy, Map<string, Policy>>()

/**
 * The rules for a person with these own rates, in order: a rule for lower wages applies on days with lower pay. It also
 * applies if no rate is known, because that favors the worker.
 */
export function rulesAtPay(rules: readonly Rule[], rates: readonly PayRate[]): readonly Rule[] {
  return rules.flatMap((rule) => {
    const { payBelow } = rule
    if (payBelow === undefined) return [rule]
    const changes = rates.map((rate) => ({ from: rate.from, isBelow: hourlyPay(rate) < payBelow }))
    const unknown = changes[0]?.from === '' ? [] : [{ from: '', isBelow: true }]
    const spans = [...unknown, ...changes].filter(({ isBelow }, index, all) => isBelow !== all[index - 1]?.isBelow)
    return spans.flatMap(({ from, isBelow }, index) =>
      isBelow ? held([rule], from === '' ? null : from, spans[index + 1]?.from) : [],
    )
  })
}

/** The rules with their first and last dates, without those that never apply. */
export function held(rules: readonly Rule[], from: string | null, until?: string | null): readonly Rule[] {
  if (from === null && !until) return rules
  return rules.flatMap((rule) => {
    const dates = { from: later(rule.from, from ?? undefined), until: earlier(rule.until, until ?? undefined) }
    if (dates.from !== undefined && dates.until !== undefined && dates.until <= dates.from) return []
    return [{ ...rule, ...(dates.from && { from: dates.from }), ...(dates.until && { until: dates.until }) }]
  })
}

function later(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && (b === undefined || a > b) ? a : b
}

function earlier(a: string | undefined, b: string | undefined): string | undefined {
  return a !== undefined && (b === undefined || a < b) ? a : b
}

function isOn(value: unknown): boolean {
  return Number(value) === 1
}
