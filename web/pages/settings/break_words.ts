import type { AnswerOf } from '../../api/contract.ts'

/** A break that is due, as the server stores it. */
export type BreakRule = AnswerOf<'GET /api/console/break_rules'>['presets'][string][number]

/** Names of the presets on screen; `own` stands for a list of the company's own. */
export const presetNames: Readonly<Record<string, string>> = {
  none: 'None',
  california: 'California: meals and rests',
  california_meals: 'California: meals only, as rests need not be recorded',
  colorado: 'Colorado: meal and rests',
  massachusetts: 'Massachusetts: meal',
  nevada: 'Nevada: meal and rests',
  eu: 'European Union: 30 minutes after 6 hours, 45 after 9',
  own: 'Custom rules',
}

/** What a break is for, on screen. */
export const kindNames: Readonly<Record<BreakRule['kind'], string>> = { meal: 'Meal break', rest: 'Rest break' }

/** Which breaks count, on screen. */
export const payNames: Readonly<Record<BreakRule['pay'], string>> = {
  unpaid: 'Unpaid breaks',
  paid: 'Paid breaks',
  any: 'All breaks',
}

/** `Meal break of 30 minutes, unpaid, in more than 5 hours of work; begins within 5 hours`. */
export function ruleText(rule: BreakRule): string {
  const { kind, minutes, pay, after_hours, at_least, by_hours, every_hours, part_minutes } = rule
  const due = at_least ? `in ${after_hours} hours of work or more` : `in more than ${after_hours} hours of work`
  const parts = [
    `${kindNames[kind]} of ${minutes} minutes`,
    ...(pay === 'any' ? [] : [pay]),
    every_hours === undefined ? due : `for every ${every_hours} hours of work or more than half of them, ${due}`,
  ]
  return [
    parts.join(', '),
    ...(by_hours === undefined ? [] : [`begins within ${by_hours} hours`]),
    ...(part_minutes === undefined ? [] : [`may be split into parts of ${part_minutes} minutes`]),
  ].join('; ')
}

/** A new rule for the list, with a name that no other has. */
export function newBreakRule(rules: readonly BreakRule[]): BreakRule {
  let number = rules.length + 1
  while (rules.some(({ name }) => name === `break_${number}`)) number += 1
  return { name: `break_${number}`, kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 6, by_hours: 6 }
}

/** The rule with some values changed; a number that was cleared is left out. */
export function changedRule(rule: BreakRule, part: Partial<BreakRule>): BreakRule {
  const entries = Object.entries({ ...rule, ...part }).filter(([, value]) => !Number.isNaN(value))
  return Object.fromEntries(entries) as BreakRule
}
