import { RequestError } from '../engine/errors.ts'
import { addDays, day, instantOf, localDate, offsetSeconds } from '../rules/time/calendar.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { settings, zone } from '../sample/company.ts'
import type { Seed } from './company.ts'

/** A situation that a sandbox starts in. `now` computes its instant from the start time of the sandbox. */
type Scenario = { about: string; now?: (given: number) => number; people?: number; months?: number }

/** The situations, by name. */
export const scenarios: Record<string, Scenario> = {
  usual: { about: 'the company as it is now, with 25 people and three months of time' },
  'pay-period-end': { about: 'the last afternoon of a pay period, at 16:00', now: payPeriodEnd },
  'clock-change': { about: 'the evening before the clocks change, at 20:00', now: clockChange },
  '500-people': { about: '500 people, with one month of time', people: 500, months: 1 },
}

/** The company of a scenario. Throws RequestError 417 if there is no such scenario. */
export function seedOf(name: string, { seed, now }: { seed: number; now: number }): Seed {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  if (!scenario) throw new RequestError(417, 'no_such_scenario', { choices: Object.keys(scenarios).join(', '), name })
  const { about: _, now: at, ...size } = scenario
  return { seed, now: at ? at(now) : now, ...size }
}

/** The last day of the pay period. */
function payPeriodEnd(given: number): number {
  const general = Object.fromEntries(
    settings.flatMap(([section, key, value]) => (section === 'general' ? [[key, value]] : [])),
  )
  return instantOf(payPeriodOf(localDate(given, zone), general).end, 16 * 3600, zone)
}

/** The last day on which the zone's offset is still the same as at noon of the day given. */
function clockChange(given: number): number {
  let date = localDate(given, zone)
  const noon = (of: string) => instantOf(of, 12 * 3600, zone)
  while (offsetSeconds(noon(addDays(date, 1)), zone) === offsetSeconds(noon(date), zone)) {
    date = addDays(date, 1)
    if (noon(date) - given > 400 * day) throw new RequestError(417, 'clock_changes_ended', { zone })
  }
  return instantOf(date, 20 * 3600, zone)
}
