import { clockWords } from '../../../src/rules/overtime/words.ts'
import { dayNames } from '../../../src/rules/overtime/written.ts'
import { readRules } from '../../../src/rules/overtime.ts'
import type { Rule } from './form.ts'

/** What the rules of each kind pay for; … stands for the hours. */
export const kinds: Record<Rule['kind'], string> = {
  daily: 'over … hours a day',
  weekly: 'over … hours a workweek',
  fortnight: 'over … hours in 14 days',
  seventh_day: 'over … hours on the seventh day in a row',
  rest: 'within … hours of the previous shift',
  consecutive: 'over … hours in a row, past midnight too',
  rolling_day: 'over … hours in 24 hours from the start of work',
  clock: 'at hours of the clock or days of the week',
  holiday: 'on holidays',
}

/** The presets, by country. */
export const presetNames: Record<string, string> = {
  settings: 'Hours set below',
  federal: 'United States, federal: over 40 hours a week',
  california: 'California: daily, weekly, and seventh day, with double time',
  alaska: 'Alaska: over 8 hours a day or 40 a week',
  colorado: 'Colorado: over 12 hours a day or in a row, or 40 a week',
  nevada: 'Nevada: over 40 hours a week, and 8 a day below $18 an hour',
  kentucky: 'Kentucky: over 40 hours a week, with the seventh day',
  oregon: 'Oregon: over 40 hours a week',
  oregon_manufacturing: 'Oregon, manufacturing: over 10 hours a day or 40 a week',
  hospital_8_80: 'United States, hospitals: over 8 hours a day or 80 in 14 days',
  france: 'France: over 35 hours a week',
  germany: 'Germany: night work',
  australia_clerks: 'Australia: Clerks—Private Sector Award',
  none: 'No overtime',
  own: 'Custom rules',
}

/** The days of the week, as rules name them and as the page shows them. */
export const weekdays: readonly { value: string; label: string }[] = dayNames.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}))

/** `1.5 × over 8 hours a day`. */
export function ruleText(rule: Rule): string {
  const added = rule.adds ? '+ ' : ''
  const rate = rule.adds ? `${Math.round((rule.multiplier - 1) * 100)}%` : `${rule.multiplier} ×`
  const [read] = rule.kind === 'clock' ? readRules([rule]) : []
  const when = read ? clockWords(read) : kinds[rule.kind].replace('…', String(rule.after_hours))
  const beyond = hasSpan(rule) && rule.after_hours > 0 ? `, after ${rule.after_hours} hours` : ''
  const shift = rule.over_hours === undefined ? '' : `, if over ${rule.over_hours} hours`
  const week = rule.week_over_hours === undefined ? '' : ` of a week over ${rule.week_over_hours} hours`
  const pay = rule.pay_below === undefined ? '' : `, paid less than ${rule.pay_below} an hour`
  const since = rule.from === undefined ? '' : `, from ${rule.from}`
  const until = rule.until === undefined ? '' : `, until ${rule.until}`
  return `${added}${rate} ${when}${beyond}${shift}${week}${pay}${since}${until}`
}

/** Whether the rule is about a span of time by the clock or the calendar. */
export function hasSpan({ kind }: Rule): boolean {
  return kind === 'clock' || kind === 'holiday'
}

/** A rule to begin with. */
export function newRule(index: number): Rule {
  return { name: `rule_${index + 1}`, kind: 'weekly', after_hours: 40, multiplier: 1.5 }
}

/** The hours that a rule of the kind begins with. */
const usualHours: Record<Rule['kind'], number> = {
  ...{ daily: 8, weekly: 40, fortnight: 80, seventh_day: 0 },
  ...{ rest: 11, consecutive: 12, rolling_day: 8, clock: 0, holiday: 0 },
}

/** The rule as one of another kind, without the parts that the kind does not have. */
export function withKind({ name, multiplier }: Rule, kind: Rule['kind']): Rule {
  const rule = { name, kind, multiplier, after_hours: usualHours[kind] }
  return kind === 'clock' ? { ...rule, start: '22:00', end: '06:00' } : rule
}

/** A part of a rule that only some rules have, and its input. */
export type Detail = {
  key: 'over_hours' | 'week_over_hours' | 'fortnight_starts' | 'pay_below' | 'from' | 'until'
  label: string
  hint: string
  /** For rules of these kinds; for all if left out. */
  kinds?: readonly Rule['kind'][]
  input: { type: 'number'; min: number; max: number; step: number } | { type: 'date' }
}

/** What a rule can say besides its hours and rate. All of it is optional. */
export const details: readonly Detail[] = [
  {
    key: 'over_hours',
    label: 'Only shifts with more hours of that time',
    hint: 'Like 2: shorter stretches of night work are not paid more.',
    kinds: ['clock'],
    input: { type: 'number', min: 0, max: 24, step: 0.25 },
  },
  {
    key: 'week_over_hours',
    label: 'Only in workweeks over (hours)',
    hint: 'Like 40: the seventh day counts if the week is longer.',
    kinds: ['seventh_day'],
    input: { type: 'number', min: 0, max: 168, step: 0.25 },
  },
  {
    key: 'fortnight_starts',
    label: 'A day on which 14 days begin',
    hint: 'If empty, the day after the end of a pay period.',
    kinds: ['fortnight'],
    input: { type: 'date' },
  },
  {
    key: 'pay_below',
    label: 'Only people paid less than (an hour)',
    hint: 'If empty, everyone.',
    input: { type: 'number', min: 0.01, max: 1_000_000, step: 0.01 },
  },
  { key: 'from', label: 'First workday', hint: 'If empty, as long as the rules hold.', input: { type: 'date' } },
  { key: 'until', label: 'No longer from', hint: 'The first workday without the rule.', input: { type: 'date' } },
]

/** Those of a rule: of its kind alone, or those that every rule can have. */
export function detailsOf({ kind }: Rule, of: 'kind' | 'all'): readonly Detail[] {
  return details.filter(({ kinds }) => (of === 'all' ? !kinds : kinds?.includes(kind)))
}

/** The rule with another part, as typed; without it if nothing is. */
export function withDetail(rule: Rule, { key, input }: Detail, typed: string): Rule {
  const { [key]: _, ...rest } = rule
  if (typed === '') return rest
  return { ...rest, [key]: input.type === 'number' ? Number(typed) : typed }
}

/** The rule with a day of the week chosen or not; all days are written as none. */
export function withDay(rule: Rule, day: string, isOn: boolean): Rule {
  const { days = dayNames, ...rest } = rule
  const chosen = dayNames.filter((name) => (name === day ? isOn : days.includes(name)))
  return chosen.length === 0 || chosen.length === dayNames.length ? rest : { ...rest, days: chosen }
}
