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
  const { kind, minutes, pay, by_hours, part_minutes } = rule
  return [
    [t(lengths[kind][pay], { minutes }), dueText(rule)].join(', '),
    ...(by_hours === undefined ? [] : [t('begins within {hours} hours', { hours: by_hours })]),
    ...(part_minutes === undefined
      ? []
      : [t('may be split into parts of {minutes} minutes', { minutes: part_minutes })]),
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
 * The rule with some values changed; a number that was cleared is left out. A break that is due every few hours has no
 * hour by which it must begin, and no parts.
 */
export function changedRule(rule: BreakRule, part: Partial<BreakRule>): BreakRule {
  const { by_hours, part_minutes, ...rest } = { ...rule, ...part }
  const isRepeated = rest.every_hours !== undefined && !Number.isNaN(rest.every_hours)
  const entries = Object.entries(isRepeated ? rest : { ...rest, by_hours, part_minutes })
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== false && !Number.isNaN(value)),
  ) as BreakRule
}
