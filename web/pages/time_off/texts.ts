import { msg } from '../../../src/rules/language/messages.ts'
import { type TimeFormat, timeText, zoneNote } from '../../components/time/time_format.ts'
import { locale, t } from '../../language.ts'
import { dateText, instant } from '../../time.ts'
import type { Entry, SentRequest, Status } from './requests.ts'

/** A status in words, as a message, and the class of its badge. */
export const statusWords: Readonly<Record<Status, { text: string; badge: string }>> = {
  pending: { text: msg('Pending'), badge: 'warn' },
  approved: { text: msg('Approved'), badge: 'good' },
  denied: { text: msg('Denied'), badge: 'bad' },
  canceled: { text: msg('Canceled'), badge: '' },
}

/** `Thu, Dec 24 – Fri, Dec 25`, `Wed, Nov 25, 1 PM – 4 PM`; with the year if it is not this year. */
export function whenText(
  { first, last, entries }: Pick<SentRequest, 'first' | 'last' | 'entries'>,
  today: string,
  timeFormat: TimeFormat,
): string {
  const year = first.slice(0, 4) !== today.slice(0, 4) || last.slice(0, 4) !== today.slice(0, 4)
  const day = (date: string) =>
    dateText(date, { weekday: 'short', month: 'short', day: 'numeric', ...(year && { year: 'numeric' }) })
  if (first !== last) return `${day(first)} – ${day(last)}`
  const [entry] = entries
  return entries.length === 1 && entry?.entry_method === 'regular'
    ? `${day(first)}, ${partText(entry, timeFormat)}`
    : day(first)
}

/** `1 PM – 4 PM`, with the time zone if it differs. */
export function partText({ start_time, end_time, tz_string: zone }: Entry, timeFormat: TimeFormat): string {
  return `${timeText(start_time, zone, timeFormat)} – ${timeText(end_time, zone, timeFormat)}${zoneNote(instant(start_time), zone, timeFormat)}`
}

/** `5 days`, `1 day`. */
export function countedDays(count: number): string {
  const rounded = Math.round(count * 10) / 10 || 0
  const number = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1, useGrouping: false }).format(rounded)
  return t('{count, plural, one {{number} day} other {{number} days}}', {
    count: rounded,
    number: number.replace('-', '−'),
  })
}
