import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'

/** A break that is due, as the server stores it. */
export type BreakRule = AnswerOf<'GET /api/console/break_rules'>['presets'][string][number]

/** The names of the presets on screen; `own` is the company's own list. */
export const presetNames: Readonly<Record<string, string>> = {
  none: msg('None@@breaks'),
  california: msg('California: meal and rest breaks'),
  california_meals: msg('California: meal breaks only (rest breaks need not be recorded)'),
  colorado: msg('Colorado: meal and rests'),
  massachusetts: msg('Massachusetts: meal'),
  nevada: msg('Nevada: meal and rests'),
  eu: msg('European Union: 30 minutes after 6 hours, 45 after 9'),
  own: msg('Custom rules'),
}

/** What a break is for, on screen. */
export const kindNames: Readonly<Record<BreakRule['kind'], string>> = {
  meal: msg('Meal break'),
  rest: msg('Rest break'),
}

/** Which breaks count, on screen. */
export const payNames: Readonly<Record<BreakRule['pay'], string>> = {
  unpaid: msg('Unpaid breaks'),
  paid: msg('Paid breaks'),
  any: msg('All breaks'),
}

/** `Meal break of 30 minutes, unpaid, in more than 5 hours of work; begins within 5 hours`. */
export function ruleText(rule: BreakRule): string {
  const { kind, minutes, pay, by_hours, part_minutes, stretch_hours } = rule
  return [
    [t(lengths[kind][pay], { minutes }), dueText(rule)].join(', '),
    ...(by_hours === undefined ? [] : [t('begins within {hours} hours', { hours: by_hours })]),
    ...(part_minutes === undefined
      ? []
      : [t('may be split into parts of {minutes} minutes', { minutes: part_minutes })]),
    ...(stretch_hours === undefined
      ? []
      : [t('never more than {hours} hours of work at a stretch', { hours: stretch_hours })]),
    ...waiverText(rule),
    ...premiumText(rule),
  ].join('; ')
}

const lengths: Readonly<Record<BreakRule['kind'], Readonly<Record<BreakRule['pay'], string>>>> = {
  meal: {
    unpaid: msg('Meal break of {minutes} minutes, unpaid'),
    paid: msg('Meal break of {minutes} minutes, paid'),
    any: msg('Meal break of {minutes} minutes'),
  },
  rest: {
    unpaid: msg('Rest break of {minutes} minutes, unpaid'),
    paid: msg('Rest break of {minutes} minutes, paid'),
    any: msg('Rest break of {minutes} minutes'),
  },
}

/** In which shifts a break may be waived; nothing if always. */
function waiverText({ waivable_to_hours: hours, waivable_after }: BreakRule): string[] {
  if (hours === undefined) return []
  if (hours === 0) return [t('cannot be waived')]
  if (waivable_after === undefined) return [t('may be waived in up to {hours} hours of work', { hours })]
  return [t('may be waived in up to {hours} hours of work, after {name} was taken', { hours, name: waivable_after })]
}

/** What is paid if a break was not provided; nothing if it is an hour a day. */
function premiumText({ premium_minutes: minutes, premium_per, premium_worked }: BreakRule): string[] {
  if (minutes === undefined) return []
  const paid =
    premium_per === 'break'
      ? t('{minutes} minutes of pay for each one missed', { minutes })
      : t('{minutes} minutes of pay a day if missed', { minutes })
  return premium_worked ? [paid, t('which count as work')] : [paid]
}

/** In which shifts a break is due, and how many times. */
function dueText({ after_hours: hours, at_least, every_hours: every }: BreakRule): string {
  if (every === undefined)
    return at_least
      ? t('in {hours} hours of work or more', { hours })
      : t('in more than {hours} hours of work', { hours })
  return at_least
    ? t('for every {every} hours of work or more than half of them, in {hours} hours of work or more', { every, hours })
    : t('for every {every} hours of work or more than half of them, in more than {hours} hours of work', {
        every,
        hours,
      })
}

/** A new rule for the list, with a unique name. */
export function newBreakRule(rules: readonly BreakRule[]): BreakRule {
  let number = rules.length + 1
  while (rules.some(({ name }) => name === `break_${number}`)) number += 1
  // Two meals in the same shifts would contradict each other.
  const hours = rules.some(({ kind, after_hours }) => kind === 'meal' && after_hours === 6) ? 10 : 6
  return { name: `break_${number}`, kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: hours, by_hours: hours }
}

/**
 * The rule with some values changed; what was cleared is left out, with what depends on it. A break that is due every few
 * hours has no hour by which it must begin, no parts and no longest stretch.
 */
export function changedRule(rule: BreakRule, part: Partial<BreakRule>): BreakRule {
  const given = { ...rule, ...part }
  const has = (key: keyof BreakRule) => given[key] !== undefined && !Number.isNaN(given[key])
  const gone: readonly string[] = [
    ...(has('every_hours') ? ['by_hours', 'part_minutes', 'stretch_hours'] : []),
    ...(has('waivable_to_hours') ? [] : ['waivable_after']),
    ...(has('premium_minutes') ? [] : ['premium_per', 'premium_worked']),
  ]
  const kept = Object.entries(given).filter(([key]) => !gone.includes(key))
  const isEmpty = (value: unknown) => value === undefined || value === false || value === '' || Number.isNaN(value)
  return Object.fromEntries(kept.filter(([, value]) => !isEmpty(value))) as BreakRule
}
