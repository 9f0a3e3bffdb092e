import type { Translate } from '../language/messages.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, firstInstantOf, hour, localDate } from '../time/calendar.ts'
import { payPeriodOf } from '../time/pay_periods.ts'
import { dayText } from './format_times.ts'

/** The time of day, in seconds, from which people are reminded, and for how many microseconds after it. */
const askedFrom = 9 * 3600
const askedFor = 72 * hour

/**
 * The pay period whose time should have been submitted by now in a zone, undefined if there is none. It ended
 * `submitDays` days ago; those who have not submitted are reminded from nine in the morning, for a limited time.
 */
export function periodToSubmit(
  now: number,
  zone: string,
  general: Settings,
  submitDays: number,
): { start: string; end: string } | undefined {
  let period = payPeriodOf(localDate(now, zone), general)
  // Reminders for periods further back are long past.
  for (let back = 0; back < 4; back++) {
    period = payPeriodOf(addDays(period.start, -1), general)
    const at = firstInstantOf(addDays(period.end, submitDays), askedFrom, zone)
    if (at <= now) return now - at < askedFor ? period : undefined
  }
  return undefined
}

/** `Your time from Mon, Feb 16 to Sun, Mar 1 is not submitted yet. …` */
export function notSubmittedWords({ start, end }: { start: string; end: string }, t: Translate): string {
  return t('Your time from {start} to {end} is not submitted yet. Please review and submit it.', {
    start: dayText(start, t),
    end: dayText(end, t),
  })
}
