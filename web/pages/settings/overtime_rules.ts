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
  return `${added}${rate} ${when}${beyond}${shift}${week}${pay}`
}

/** Whether the rule is about a span of time by the clock or the calendar. */
export function hasSpan({ kind }: Rule): boolean {
  return kind === 'clock' || kind === 'holiday'
}

/** A rule to begin with. */
export function newRule(index: number): Rule {
  return { name: `rule_${index + 1}`, kind: 'weekly', after_hours: 40, multiplier: 1.5 }
}

/** The rule as one of another kind, without the parts that the kind does not have. */
export function withKind({ name, multiplier, after_hours }: Rule, kind: Rule['kind']): Rule {
  const span = kind === 'clock' || kind === 'holiday'
  const rule = { name, kind, multiplier, after_hours: span ? 0 : after_hours }
  return kind === 'clock' ? { ...rule, start: '22:00', end: '06:00' } : rule
}

/** The rule with a day of the week chosen or not; all days are written as none. */
export function withDay(rule: Rule, day: string, isOn: boolean): Rule {
  const { days = dayNames, ...rest } = rule
  const chosen = dayNames.filter((name) => (name === day ? isOn : days.includes(name)))
  return chosen.length === 0 || chosen.length === dayNames.length ? rest : { ...rest, days: chosen }
}
