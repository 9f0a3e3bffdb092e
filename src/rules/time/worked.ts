import {
  calendarOn,
  countsOff,
  type Entry,
  isInForce,
  overtime,
  type Policy,
  type Rule,
  type Stretch,
} from '../overtime/overtime.ts'
import { kindOfStretch, shownByEntry, shownSeconds, shownTime } from '../pay/shown_hours.ts'
import { addDays } from './calendar.ts'
import type { DayRange } from './today.ts'

// Hours worked today and this week as the timesheet shows them: each kind of a week is rounded once.

/** Today, and this workweek up to today. */
type Days = { today: DayRange; week: DayRange }

/** Seconds of today and of this week. */
type Worked = { day: number; week: number }

/**
 * The seconds to show as worked, those of the week that count toward its overtime, and those of each entry, by id, and of
 * each day of the week. A running entry ends now.
 */
export function shownWorked(
  entries: readonly Entry[],
  policy: Policy,
  { today, week }: Days,
  unit: number,
): Worked & { toward: number; byEntry: ReadonlyMap<number, number>; byDate: ReadonlyMap<string, number> } {
  const stretches = overtime(entries, policy)
  const range = weekRange(week)
  const shown = shownTime(stretches, entries, range, unit)
  return {
    day: secondsIn(shown.stretches, today),
    week: secondsIn(shown.stretches, week),
    toward: secondsToward(shown, policy, week),
    byEntry: shownByEntry(entries, stretches, shown, range, unit),
    byDate: new Map(
      Array.from({ length: 7 }, (_, index) => addDays(week.first, index)).map((date) => [
        date,
        secondsIn(shown.stretches, { first: date, last: date }),
      ]),
    ),
  }
}

/**
 * The same for someone whose total grows: rounded when shown after adding the time since, these seconds are what
 * `shownWorked` has then. The kind of time to which the running entry adds is exact, all others are rounded.
 */
export function growingWorked(
  entries: readonly Entry[],
  policy: Policy,
  { today, week }: Days,
  unit: number,
  running: number | undefined,
): Worked {
  const stretches = overtime(entries, policy)
  const shown = shownTime(stretches, entries, weekRange(week), unit).stretches
  const latest = stretches.findLast(({ entryId }) => entryId === running)
  const growing = latest ? stretches.filter((one) => kindOfStretch(one) === kindOfStretch(latest)) : []
  const sum = (days: DayRange) => {
    const exact = secondsIn(growing, days)
    return secondsIn(shown, days) - shownSeconds(exact, unit) + exact
  }
  return { day: sum(today), week: sum(week) }
}

/** The rule by which overtime of the week begins first, among those that apply on a day; undefined if there is none. */
export function weeklyRule(rules: readonly Rule[], day: string): Rule | undefined {
  return rules
    .filter((rule) => rule.kind === 'weekly' && isInForce(rule, day))
    .sort((a, b) => a.afterSeconds - b.afterSeconds)[0]
}

/** Time that another rule pays as well as the weekly one does not count toward it; paid time off may. */
function secondsToward(shown: ReturnType<typeof shownTime>, policy: Policy, week: DayRange): number {
  const weekly = weeklyRule(policy.rules, week.last)
  const counts = shown.stretches.filter(({ multiplier }) => !weekly || multiplier < weekly.multiplier)
  const calendar = calendarOn(policy, week.last)
  const off = shown.entries.filter(({ jobcode_id }) => countsOff(jobcode_id, calendar))
  return secondsIn(counts, week) + off.reduce((sum, { seconds }) => sum + seconds, 0)
}

function weekRange({ first }: DayRange) {
  return { start_date: first, end_date: addDays(first, 6) }
}

function secondsIn(stretches: readonly Stretch[], { first, last }: DayRange): number {
  return stretches.reduce((sum, { date, seconds }) => sum + (date >= first && date <= last ? seconds : 0), 0)
}
