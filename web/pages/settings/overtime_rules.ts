import { msg } from '../../../src/rules/language/messages.ts'
import { readRules } from '../../../src/rules/overtime/overtime.ts'
import { clockWords } from '../../../src/rules/overtime/words.ts'
import { dayNames } from '../../../src/rules/overtime/written.ts'
import { locale, t } from '../../language.ts'
import type { Rule } from './form.ts'

/** What the rules of each kind pay for, by `hours`. */
export const kinds: Record<Rule['kind'], string> = {
  daily: msg('over {hours} hours a day'),
  weekly: msg('over {hours} hours a workweek'),
  fortnight: msg('over {hours} hours in 14 days'),
  seventh_day: msg('over {hours} hours on the seventh day in a row'),
  rest: msg('within {hours} hours of the previous shift'),
  consecutive: msg('over {hours} hours in a row, past midnight too'),
  rolling_day: msg('over {hours} hours in 24 hours from the start of work'),
  clock: msg('at hours of the clock or days of the week'),
  holiday: msg('on holidays'),
}

/** The presets, by country. */
export const presetNames: Record<string, string> = {
  settings: msg('Hours set below'),
  federal: msg('United States, federal: over 40 hours a week'),
  california: msg('California: daily, weekly, and seventh day, with double time'),
  alaska: msg('Alaska: over 8 hours a day or 40 a week'),
  colorado: msg('Colorado: over 12 hours a day or in a row, or 40 a week'),
  nevada: msg('Nevada: over 40 hours a week, and 8 a day below $18 an hour'),
  kentucky: msg('Kentucky: over 40 hours a week, with the seventh day'),
  oregon: msg('Oregon: over 40 hours a week'),
  oregon_manufacturing: msg('Oregon, manufacturing: over 10 hours a day or 40 a week'),
  hospital_8_80: msg('United States, hospitals: over 8 hours a day or 80 in 14 days'),
  france: msg('France: over 35 hours a week, and May 1'),
  germany: msg('Germany: night work'),
  australia_clerks: msg('Australia: Clerks—Private Sector Award'),
  none: msg('No overtime'),
  own: msg('Custom rules'),
}

/** The days of the week, as rules name them and as the page shows them. */
export function weekdays(): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' })
  // January 4, 1970 was a Sunday.
  return dayNames.map((value, day) => ({ value, label: format.format((day + 3) * 86_400_000) }))
}

/** `1.5 × over 8 hours a day`. */
export function ruleText(rule: Rule): string {
  const { adds, multiplier, after_hours, over_hours, whole_shift, pay_below, from, until } = rule
  const rate = adds ? `+ ${Math.round((multiplier - 1) * 100)}%` : `${number(multiplier)} ×`
  return [
    `${rate} ${whenText(rule)}`,
    hasSpan(rule) && after_hours > 0 && t('after {hours} hours', { hours: number(after_hours) }),
    over_hours !== undefined && t('if over {hours} hours', { hours: number(over_hours) }),
    whole_shift && t('for the whole shift'),
    pay_below !== undefined && t('paid less than {rate} an hour', { rate: number(pay_below) }),
    from !== undefined && t('from {date}', { date: from }),
    until !== undefined && t('until {date}', { date: until }),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Which hours a rule applies to: `over 8 hours a day`. */
function whenText(rule: Rule): string {
  const { kind, after_hours, week_over_hours } = rule
  const [read] = kind === 'clock' ? readRules([rule]) : []
  if (read) return clockWords(read, t)
  const hours = number(after_hours)
  if (week_over_hours === undefined) return t(kinds[kind], { hours })
  return t('over {hours} hours on the seventh day in a row of a week over {week} hours', {
    hours,
    week: number(week_over_hours),
  })
}

function number(value: number): string {
  return new Intl.NumberFormat(locale()).format(value)
}

/** Whether the rule applies to a span of time on the clock or the calendar. */
export function hasSpan({ kind }: Rule): boolean {
  return kind === 'clock' || kind === 'holiday'
}

/** A new rule. */
export function newRule(index: number): Rule {
  return { name: `rule_${index + 1}`, kind: 'weekly', after_hours: 40, multiplier: 1.5 }
}

/** The initial hours of a rule of this kind. */
const usualHours: Record<Rule['kind'], number> = {
  ...{ daily: 8, weekly: 40, fortnight: 80, seventh_day: 0 },
  ...{ rest: 11, consecutive: 12, rolling_day: 8, clock: 0, holiday: 0 },
}

/** The rule converted to another kind, without the parts that this kind does not have. */
export function withKind({ name, multiplier }: Rule, kind: Rule['kind']): Rule {
  const rule = { name, kind, multiplier, after_hours: usualHours[kind] }
  return kind === 'clock' ? { ...rule, start: '22:00', end: '06:00' } : rule
}

/** An optional part of a rule, and its input. */
export type Detail = {
  key: 'dates' | 'over_hours' | 'week_over_hours' | 'fortnight_starts' | 'pay_below' | 'from' | 'until'
  label: string
  hint: string
  /** The kinds of rules that have it; all if omitted. */
  kinds?: readonly Rule['kind'][]
  input:
    | { type: 'number'; min: number; max: number; step: number }
    | { type: 'date' }
    | { type: 'text'; pattern: string }
}

/** The parts of a rule besides its hours and rate. All are optional. */
export const details: readonly Detail[] = [
  {
    key: 'dates',
    label: msg('Only on these days of every year'),
    hint: msg('Month and day, like 05-01, 12-25. If empty, on the days above.'),
    kinds: ['clock'],
    input: { type: 'text', pattern: '[0-1][0-9]-[0-3][0-9](,[0-1][0-9]-[0-3][0-9])*' },
  },
  {
    key: 'over_hours',
    label: msg('Only shifts with more hours of that time'),
    hint: msg('Like 2: shorter stretches of night work are not paid more.'),
    kinds: ['clock'],
    input: { type: 'number', min: 0, max: 24, step: 0.25 },
  },
  {
    key: 'week_over_hours',
    label: msg('Only in workweeks over (hours)'),
    hint: msg('Like 40: the seventh day counts if the week is longer.'),
    kinds: ['seventh_day'],
    input: { type: 'number', min: 0, max: 168, step: 0.25 },
  },
  {
    key: 'fortnight_starts',
    label: msg('A day on which 14 days begin'),
    hint: msg('If empty, the day after the end of a pay period.'),
    kinds: ['fortnight'],
    input: { type: 'date' },
  },
  {
    key: 'pay_below',
    label: msg('Only people paid less than (an hour)'),
    hint: msg('By the rate of the job or the person. If empty, everyone.'),
    input: { type: 'number', min: 0.01, max: 1_000_000, step: 0.01 },
  },
  {
    key: 'from',
    label: msg('First workday'),
    hint: msg('If empty, as long as the rules apply.'),
    input: { type: 'date' },
  },
  {
    key: 'until',
    label: msg('No longer from'),
    hint: msg('The first workday without the rule.'),
    input: { type: 'date' },
  },
]

/** The parts of a rule: those of its kind only, or those that every rule can have. */
export function detailsOf({ kind }: Rule, of: 'kind' | 'all'): readonly Detail[] {
  return details.filter(({ kinds }) => (of === 'all' ? !kinds : kinds?.includes(kind)))
}

/** The rule with a part set as typed; without the part if nothing is typed. */
export function withDetail(rule: Rule, { key, input }: Detail, typed: string): Rule {
  const { [key]: _, ...rest } = rule
  if (typed === '') return rest
  if (input.type === 'text') return { ...rest, [key]: typed.split(',').map((one) => one.trim()) }
  return { ...rest, [key]: input.type === 'number' ? Number(typed) : typed }
}

/** A part of a rule as its input shows it. */
export function typedDetail(rule: Rule, { key }: Detail): string | number {
  const value = rule[key] ?? ''
  return Array.isArray(value) ? value.join() : value
}

/** The rule with a day of the week selected or not; if all are selected, none is stored. */
export function withDay(rule: Rule, day: string, isOn: boolean): Rule {
  const { days = dayNames, ...rest } = rule
  const chosen = dayNames.filter((name) => (name === day ? isOn : days.includes(name)))
  return chosen.length === 0 || chosen.length === dayNames.length ? rest : { ...rest, days: chosen }
}
