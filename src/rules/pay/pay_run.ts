import { firstOf, lastOf } from '../elements.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, daysBetween } from '../time/calendar.ts'
import { payPeriodOf } from '../time/pay_periods.ts'
import type { Range } from './payroll.ts'

// A pay run: the pay periods up to today, which of them wait for approval, and which one to open first.

/** Ended pay periods are offered only this far back, so years of time that no one approves are not read. */
const periodDaysMax = 184

/** How far a person's time is submitted and approved. */
type Person = { id: number; submitted_to: string; approved_to: string }

/** How many people have time in a pay period, by state. Sent back counts as waiting, too. */
type PeriodCounts = Range & { running: boolean; people: number; waiting: number; submitted: number }

/** The pay periods up to the running one, oldest first, and before them the one of `also` if it is older. */
export function periodsUntil(today: string, settings: Settings, also = today): Range[] {
  const found: Range[] = []
  let date = today
  do {
    const { start, end } = payPeriodOf(date, settings)
    found.unshift({ start_date: start, end_date: end })
    date = addDays(start, -1)
  } while (daysBetween(date, today) <= periodDaysMax)
  if (also >= firstOf(found).start_date) return found
  const { start, end } = payPeriodOf(also, settings)
  return [{ start_date: start, end_date: end }, ...found]
}

/**
 * Counts the people of each period. `lastOf` is the last date of a person with something to approve in the period of that
 * index, '' for none.
 */
export function countPeriods(
  periods: readonly Range[],
  people: readonly Person[],
  lastOf: (person: Person, index: number) => string,
  today: string,
): PeriodCounts[] {
  return periods.map((period, index) => {
    const there = people.filter((person) => lastOf(person, index) !== '')
    const waiting = there.filter((person) => lastOf(person, index) > person.approved_to)
    return {
      ...period,
      running: period.end_date >= today,
      people: there.length,
      waiting: waiting.length,
      submitted: waiting.filter(({ submitted_to }) => submitted_to >= period.end_date).length,
    }
  })
}

/** Whether the pay run of a period is what is left to do: it has ended with time, all of it approved, and is not closed. */
export function isReadyToClose(
  { running, waiting, people }: Pick<PeriodCounts, 'running' | 'waiting' | 'people'>,
  isClosed: boolean,
): boolean {
  return !running && waiting === 0 && people > 0 && !isClosed
}

/**
 * The period that a pay run opens: the oldest ended one with time to approve, or else the last ended one with time, or
 * else the current one.
 */
export function periodToOpen(periods: readonly PeriodCounts[]): PeriodCounts {
  const ended = periods.filter(({ running }) => !running)
  return ended.find(({ waiting }) => waiting > 0) ?? ended.findLast(({ people }) => people > 0) ?? lastOf(periods)
}
