import type { Translate } from '../language/messages.ts'
import { hour } from '../time/calendar.ts'
import { momentText } from './format_times.ts'

/** Whether an entry has been running so long that the person may have forgotten to clock out. */
export function isLong(start: number, now: number, longHours: number): boolean {
  return now - start >= longHours * hour
}

/** `You have been on the clock for 12 hours, since Mon, Mar 2, 7:00 AM. …` */
export function longEntryWords(start: number, now: number, zone: string, timeFormat: unknown, t: Translate): string {
  const hours = Math.floor((now - start) / hour)
  const moment = momentText(start, zone, timeFormat, t)
  return t(
    'You have been on the clock for {hours, plural, one {# hour} other {# hours}}, since {moment}. If you are done, clock out and correct the end time.',
    { hours, moment },
  )
}
