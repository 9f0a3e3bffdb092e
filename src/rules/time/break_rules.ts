import { hasKey } from '../elements.ts'
import { Refused } from '../refusals/reason.ts'
import { overtime } from '../refusals/subjects/overtime.ts'

// Meal and rest breaks that are due, as data: what a rule can say, and the rules of laws.

/** A rule for a break, as it is stored and sent. Hours are hours of work, without unpaid breaks. */
export type BreakRule = {
  /** Unique in its list. */
  name: string
  kind: (typeof breakKinds)[number]
  /** How long the break lasts. */
  minutes: number
  /** Which breaks count. */
  pay: (typeof breakPay)[number]
  /** Due in a shift with more work than this. */
  after_hours: number
  /** Also due in a shift with exactly that much work. */
  at_least?: boolean
  /** The break must begin before more than this is worked. */
  by_hours?: number
  /** One is due for every this many hours of work, and for a remainder of more than half of them. */
  every_hours?: number
  /**
   * The break may be taken in parts of at least this length, which add up. If several similar rules apply, only the
   * longest break is due.
   */
  part_minutes?: number
  /** No stretch of work in the shift is longer than this without a break, or a part of one. */
  stretch_hours?: number
  /** The most hours of work in a shift in which a person may waive the break; 0: never; always if omitted. */
  waivable_to_hours?: number
  /** And only if the break of this rule was taken in the shift. */
  waivable_after?: string
  /** What is paid if the break was not provided and the company pays for that; 60 minutes a day for its kind if omitted. */
  premium_minutes?: number
  /** Whether that is paid once a day, as if omitted, or for each break. */
  premium_per?: (typeof premiumPer)[number]
  /** It is paid as time worked, so it counts toward overtime. */
  premium_worked?: boolean
}

/** How often a premium is paid. */
export const premiumPer = ['day', 'break'] as const

/** The purpose of a break; a company may pay one premium hour a day for each. */
export const breakKinds = ['meal', 'rest'] as const

/** Which breaks a rule counts. */
export const breakPay = ['paid', 'unpaid', 'any'] as const

const meal = (name: string, after_hours: number, by_hours: number): BreakRule => ({
  name,
  kind: 'meal',
  minutes: 30,
  pay: 'unpaid',
  after_hours,
  by_hours,
})
const rest = (after_hours: number): BreakRule => ({
  name: 'rest',
  kind: 'rest',
  minutes: 10,
  pay: 'paid',
  after_hours,
  every_hours: 4,
})

// California Labor Code section 512(a): a first meal before the end of the fifth hour of work, a second before the end
// of the tenth (Brinker v. Superior Court (2012) 53 Cal.4th 1004). Minutes are not rounded (Donohue v. AMN Services
// (2021) 11 Cal.5th 58). The first may be waived in shifts of up to six hours, the second in those of up to twelve and only
// if the first was taken. Beyond that, a missing break raises the presumption that it was not provided (Donohue).
const californiaMeals: readonly BreakRule[] = [
  { ...meal('meal', 5, 5), waivable_to_hours: 6 },
  { ...meal('second_meal', 10, 10), waivable_to_hours: 12, waivable_after: 'meal' },
]

const nevadaRest = (name: string, after_hours: number): BreakRule => ({
  name,
  kind: 'rest',
  minutes: 10,
  pay: 'paid',
  after_hours,
  at_least: true,
})

const germanBreak = { pay: 'any', part_minutes: 15, stretch_hours: 6, waivable_to_hours: 0 } as const

/** Breaks required by law, by name. */
export const breakPresets = {
  // Federal law of the United States requires no breaks (29 CFR 785.18 and 785.19 say only which are paid).
  none: [],
  // 8 CCR 11040(12)(A): ten minutes for four hours or a major fraction of them, none for less than 3.5 hours.
  california: [...californiaMeals, { ...rest(3.5), at_least: true }],
  // For companies that do not record rests, which they do not have to (8 CCR 11040(7)(A)(3)).
  california_meals: californiaMeals,
  // 7 CCR 1103-1, rules 5.1 and 5.2: a meal in shifts of more than five hours; a rest for four hours or a major fraction.
  // Rule 5.2.4: a rest that was not provided extends the shift by ten minutes, which are paid; they are time worked.
  colorado: [
    { name: 'meal', kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 5 },
    { ...rest(2), premium_minutes: 10, premium_per: 'break', premium_worked: true },
  ],
  // General Laws chapter 149, section 100: no more than six hours without a meal break.
  massachusetts: [meal('meal', 6, 6)],
  // NRS 608.019: a meal in eight hours of work. NAC 608.145(1): rests in 3.5, 7, 11 and 15 hours.
  nevada: [
    { ...meal('meal', 8, 8), at_least: true },
    nevadaRest('rest', 3.5),
    nevadaRest('second_rest', 7),
    nevadaRest('third_rest', 11),
    nevadaRest('fourth_rest', 15),
  ],
  // Directive 2003/88/EC, article 4, requires a break in more than six hours and leaves its length to the member
  // states. These are Germany's lengths, ArbZG section 4: 30 minutes, 45 in more than nine hours, in parts of at least
  // 15, and nowhere in the day more than six hours at a stretch without one (sentence 3). They cannot be waived.
  eu: [
    { ...meal('break_30', 6, 6), ...germanBreak },
    { ...meal('break_45', 9, 6), ...germanBreak, minutes: 45 },
  ],
} as const satisfies Record<string, readonly BreakRule[]>

// The most rules that one person may have.
const breakRulesMax = 12

/** The rules of a preset's name or a list. Throws Refused, which says what is wrong. */
export function readBreakRules(chosen: unknown): readonly BreakRule[] {
  if (hasKey(breakPresets, chosen)) return breakPresets[chosen]
  if (!Array.isArray(chosen))
    throw new Refused(overtime, 'break_rules_malformed', { presets: Object.keys(breakPresets).join(', ') })
  if (chosen.length > breakRulesMax) throw new Refused(overtime, 'too_many_break_rules', { max: breakRulesMax })
  const rules = chosen.map((rule, index) => readRule(rule, `rule ${index + 1}`))
  const twice = rules.find((rule, index) => rules.findIndex((other) => other.name === rule.name) < index)
  if (twice) throw new Refused(overtime, 'rules_of_one_name', { name: twice.name })
  for (const [index, { waivable_after: name }] of rules.entries())
    if (name !== undefined && !rules.slice(0, index).some((other) => other.name === name))
      throw new Refused(overtime, 'waivable_after_unknown', { rule: `rule ${index + 1}`, name })
  return rules
}

type Check = [property: keyof BreakRule, holds: (value: unknown) => boolean, expected: string]

const between = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && value <= max
const orAbsent = (holds: (value: unknown) => boolean) => (value: unknown) => value === undefined || holds(value)
const isOneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value)

const checks: readonly Check[] = [
  [
    'name',
    (name) => typeof name === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(name),
    'up to 40 lowercase letters, digits and _',
  ],
  ['kind', isOneOf(breakKinds), `one of ${breakKinds.join(', ')}`],
  ['minutes', between(1, 240), 'a number from 1 to 240'],
  ['pay', isOneOf(breakPay), `one of ${breakPay.join(', ')}`],
  ['after_hours', between(0, 24), 'a number from 0 to 24'],
  ['at_least', orAbsent((value) => typeof value === 'boolean'), 'true or false'],
  ['by_hours', orAbsent(between(0, 24)), 'a number from 0 to 24'],
  ['every_hours', orAbsent(between(0.5, 24)), 'a number from 0.5 to 24'],
  ['part_minutes', orAbsent(between(1, 240)), 'a number from 1 to 240'],
  ['stretch_hours', orAbsent(between(0.5, 24)), 'a number from 0.5 to 24'],
  ['waivable_to_hours', orAbsent(between(0, 24)), 'a number from 0 to 24'],
  ['waivable_after', orAbsent((value) => typeof value === 'string'), 'the name of a rule'],
  ['premium_minutes', orAbsent(between(1, 240)), 'a number from 1 to 240'],
  ['premium_per', orAbsent(isOneOf(premiumPer)), `one of ${premiumPer.join(', ')}`],
  ['premium_worked', orAbsent((value) => typeof value === 'boolean'), 'true or false'],
]

function readRule(given: unknown, which: string): BreakRule {
  const rule: BreakRule = Object(given)
  for (const [property, holds, expected] of checks)
    if (!holds(rule[property]))
      throw new Refused(overtime, 'rule_property_malformed', { rule: which, property, expected })
  const unknown = Object.keys(rule).find((property) => !checks.some(([known]) => known === property))
  if (unknown) throw new Refused(overtime, 'no_such_rule_property', { rule: which, property: unknown })
  const { by_hours, every_hours, part_minutes, stretch_hours } = rule
  if (every_hours !== undefined && [by_hours, part_minutes, stretch_hours].some((value) => value !== undefined))
    throw new Refused(overtime, 'every_hours_not_combinable', { rule: which })
  if (rule.waivable_after !== undefined && rule.waivable_to_hours === undefined)
    throw new Refused(overtime, 'waivable_after_without_hours', { rule: which })
  if (rule.premium_minutes === undefined && (rule.premium_per !== undefined || rule.premium_worked !== undefined))
    throw new Refused(overtime, 'premium_without_minutes', { rule: which })
  if (part_minutes !== undefined && part_minutes > rule.minutes)
    throw new Refused(overtime, 'part_longer_than_break', { rule: which })
  return rule
}
