import { addDays, localDate } from '../../../src/rules/calendar.ts'
import { type TimeFormat, timeText, zoneNote } from '../../components/time_format.ts'
import { dateText } from '../../time.ts'
import type { Piece, Shift } from './shifts.ts'
import type { Warning } from './warnings.ts'

/** `7 AM – 3:30 PM`, with the time zone if the reader's clock differs, or `All day`. */
export function spanText(
  { start, end, zone, record }: Pick<Shift, 'start' | 'end' | 'zone' | 'record'>,
  timeFormat: TimeFormat,
): string {
  if (record.all_day) return 'All day'
  const [from, to] = [localDate(start, zone), localDate(end, zone)]
  const days = to === from || end - start < 86400e6 ? '' : `${dateText(to, { weekday: 'short' })} `
  return `${timeText(record.start, zone, timeFormat)} – ${days}${timeText(record.end, zone, timeFormat)}${zoneNote(start, zone, timeFormat)}`
}

/** The times of a shift on one of its dates. */
export function pieceText({ shift, part }: Piece, timeFormat: TimeFormat): string {
  if (part === 'middle') return 'All day'
  if (part === 'last')
    return `until ${timeText(shift.record.end, shift.zone, timeFormat)}${zoneNote(shift.end, shift.zone, timeFormat)}`
  return spanText(shift, timeFormat)
}

/** `Wed, Nov 18`, or `Fri, Nov 20 – Mon, Nov 23`. */
export function daysText({ first, last, start, end }: Shift): string {
  return end - start < 86400e6 || first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`
}

/** `Today`, `Tomorrow` or the day of the week with its date. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  return date === addDays(today, 1) ? 'Tomorrow' : dateText(date)
}

/** A conflict in words, without the person's name: `Has another shift then, 8 AM – 4:30 PM`. */
export function warningText(warning: Warning, timeFormat: TimeFormat): string {
  if (warning.kind === 'shift') return `Has another shift, ${spanText(warning.shift, timeFormat)}`
  const { entry } = warning
  const part = entry.entry_method === 'regular'
  const when = part
    ? ` ${timeText(entry.start_time, entry.tz_string, timeFormat)} – ${timeText(entry.end_time, entry.tz_string, timeFormat)}`
    : ''
  return warning.kind === 'off' ? `Has time off${when}` : `Has requested time off${when}`
}

/** `1 shift`, `3 shifts`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
