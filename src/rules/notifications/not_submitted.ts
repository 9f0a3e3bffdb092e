import { addDays, firstInstantOf, hour, localDate, payPeriodOf } from '../calendar.ts'
import type { Settings } from '../settings.ts'
import { dayText } from './format_times.ts'

/** Nobody is asked before this time of the day, in seconds, nor later than so many microseconds after. */
const askedFrom = 9 * 3600
const askedFor = 72 * hour

/**
 * The pay period whose time should have been submitted by now in a zone: it ended so many days ago, and whoever has not
 * submitted theirs is asked from nine in the morning on. undefined when there is none, or when that is long ago.
 */
export function periodToSubmit(
  now: number,
  zone: string,
  general: Settings,
  submitDays: number,
): { start: string; end: string } | undefined {
  let period = payPeriodOf(localDate(now, zone), general)
  // Longer ago than some periods, somebody was asked long ago.
  for (let back = 0; back < 4; back++) {
    period = payPeriodOf(addDays(period.start, -1), general)
    const at = firstInstantOf(addDays(period.end, submitDays), askedFrom, zone)
    if (at <= now) return now - at < askedFor ? period : undefined
  }
  return undefined
}

/** `Your time from Mon, Feb 16 to Sun, Mar 1 is not submitted yet. …` */
export function notSubmittedWords({ start, end }: { start: string; end: string }): string {
  return `Your time from ${dayText(start)} to ${dayText(end)} is not submitted yet. Look it over and submit it.`
}
