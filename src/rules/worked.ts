import { addDays } from './calendar.ts'
import { type Entry, overtime, type Policy, type Stretch } from './overtime.ts'
import { kindOfStretch, shownByEntry, shownSeconds, shownTime } from './shown_hours.ts'
import type { DayRange } from './today.ts'

// Hours worked today and this week as the timesheet shows them: each kind of a week is rounded once.

/** Today, and this workweek up to today. */
type Days = { today: DayRange; week: DayRange }

/** Seconds of today and of this week. */
type Worked = { day: number; week: number }

/** The seconds to show as worked, and those to show of each entry, by id. A running entry ends now. */
export function shownWorked(
  entries: readonly Entry[],
  policy: Policy,
  { today, week }: Days,
  unit: number,
): Worked & { byEntry: ReadonlyMap<number, number> } {
  const stretches = overtime(entries, policy)
  const range = weekRange(week)
  const shown = shownTime(stretches, entries, range, unit)
  return {
    day: secondsIn(shown.stretches, today),
    week: secondsIn(shown.stretches, week),
    byEntry: shownByEntry(entries, stretches, shown, range, unit),
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

function weekRange({ first }: DayRange) {
  return { start_date: first, end_date: addDays(first, 6) }
}

function secondsIn(stretches: readonly Stretch[], { first, last }: DayRange): number {
  return stretches.reduce((sum, { date, seconds }) => sum + (date >= first && date <= last ? seconds : 0), 0)
}
