import type { Chance } from '../../../src/sample/chance.ts'
import { numberOf } from './dates.ts'
import { type Company, hour, type Pattern, type Rule } from './world.ts'

// Random companies: rules, calendars and pay periods.

/** The zones of companies and people. */
export const zones = [
  'America/Denver',
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'Australia/Sydney',
]

/** The first day on which anyone works, a Sunday. Clocks change on March 8, and in Sydney on April 5. */
export const firstDay = numberOf('2026-02-15')

/** How many days people work from then on. */
export const days = 56

/** How people work: their days, with hours, and when they begin. */
export const ways = [
  { days: [1, 2, 3, 4, 5], hours: [8], begins: 8 },
  { days: [2, 3, 4, 5, 6], hours: [8, 7.5], begins: 9 },
  { days: [1, 3, 5], hours: [5, 6.25], begins: 13 },
  { days: [0, 1, 2, 5, 6], hours: [8, 10], begins: 22 },
  { days: [1, 2, 3, 4], hours: [10], begins: 18 },
  { days: [0, 1, 2, 3, 4, 5, 6], hours: [6], begins: 16 },
]

/** A random company, without its jobs. */
export function someCompany(chance: Chance): Omit<Company, 'jobRates'> {
  const split = chance.happens(0.6)
  return {
    zone: chance.pick(zones),
    isFixed: chance.happens(0.25),
    weekStart: chance.pick([0, 0, 1, 3, 6]),
    dayStart: chance.pick([0, 0, 0, 4, 5, 22]),
    split,
    countsOff: chance.happens(0.2),
    highest: chance.happens(0.3),
    way: chance.pick(['regular_rate', 'regular_rate', 'rate_in_effect'] as const),
    // Nothing says whether a shift that is not split belongs to the day of its start before or after rounding.
    rounding: split && chance.happens(0.4) ? someRounding(chance) : undefined,
    rules: someRules(chance),
    holidays: [chance.between(0, 27), chance.between(28, 55)].map((day) => firstDay + day),
    period: somePeriod(chance),
    pattern: chance.happens(0.4) ? somePattern(chance, -Infinity, chance.pick(ways)) : undefined,
  }
}

/** A pattern of such days. */
export function somePattern(chance: Chance, from: number, { days, hours }: (typeof ways)[number]): Pattern {
  const length = chance.pick(hours) * hour
  return { from, seconds: [0, 1, 2, 3, 4, 5, 6].map((day) => (days.includes(day) ? length : 0)) }
}

function someRounding(chance: Chance): NonNullable<Company['rounding']> {
  return { minutes: chance.pick([5, 6, 10, 15]), direction: chance.pick(['nearest', 'nearest', 'up', 'down'] as const) }
}

function somePeriod(chance: Chance): Company['period'] {
  const end = firstDay - chance.between(1, 28)
  return chance.pick<Company['period']>([
    { type: 'weekly', end },
    { type: 'biweekly', end },
    { type: 'fourweekly', end },
    { type: 'semimonthly', ends: [chance.pick([10, 15]), chance.pick([25, 30, 31])] },
    { type: 'semimonthly', ends: [15, 31] },
    { type: 'monthly', ends: [chance.pick([20, 31, 31])] },
  ])
}

// No two rules that are of different kinds have the same extra, because nothing says which of them pays then.
function someRules(chance: Chance): Rule[] {
  const rules: Rule[] = []
  const some = (probability: number, ...made: Rule[]) => chance.happens(probability) && rules.push(...made)
  const hours = (low: number, high: number) => chance.between(low * 4, high * 4) * (hour / 4)
  const adds = () => (chance.happens(0.5) ? { adds: true } : {})
  some(0.8, { name: 'weekly', kind: 'weekly', after: hours(36, 44), extra: chance.pick([500, 500, 350]) })
  some(0.5, { name: 'daily', kind: 'daily', after: hours(6, 10), extra: chance.pick([500, 250]) })
  some(0.3, { name: 'double', kind: 'daily', after: hours(11, 13), extra: 1000 })
  some(0.3, { name: 'seventh', kind: 'seventh_day', after: hours(0, 4), extra: chance.pick([500, 400]) })
  const weekend = { name: 'weekend', kind: 'clock', after: 0, from: 0, to: 1440 } as const
  some(0.5, {
    ...weekend,
    ...{ extra: chance.pick([225, 650, 1100]), days: chance.pick([[0], [6], [0, 6], [5, 6]]) },
    ...adds(),
  })
  // A night that replaces pay begins to pay later than a weekend that does, so that they do not contradict each other.
  const night = { name: 'night', kind: 'clock', extra: chance.pick([100, 150, 300, 600]) } as const
  const times = { from: 60 * chance.between(18, 23), to: 60 * chance.between(4, 8) }
  some(0.5, { ...night, ...times, after: hours(1, 3) }, ...(chance.happens(0.3) ? [early(chance)] : []))
  if (!rules.some(({ name }) => name === 'night')) some(0.4, { ...night, ...times, after: hours(0, 2), adds: true })
  some(0.4, { name: 'holiday', kind: 'holiday', after: hours(0, 1), extra: chance.pick([450, 550, 1200]), ...adds() })
  return rules
}

/** A differential for early hours of some days, which is added. */
function early(chance: Chance): Rule {
  const hours = { from: 60 * 4 + 30, to: 60 * 9 + 15 }
  return {
    ...{ name: 'early', kind: 'clock', after: 0, extra: 80, adds: true, ...hours },
    days: chance.pick([
      [1, 2],
      [2, 4, 6],
    ]),
  }
}
