import { addDays, localDate, offsetSeconds } from '../../../src/rules/calendar.ts'
import type { Me } from '../../api/start.tsx'
import { clockTime, dateText, zoneName } from '../../time.ts'
import type { Piece, Shift } from './shifts.ts'
import type { Warning } from './warnings.ts'

/** How times are written for whoever is signed in. */
export type Manner = { zone: string; twelve: boolean }

/** How times are written for whoever is signed in. */
export function mannerOf(me: Me): Manner {
  return { zone: me.zone, twelve: Number(me.settings.general?.time_format) !== 24 }
}

/** `7 AM – 3:30 PM`, with the zone when clocks of the reader show something else, or `All day`. */
export function spanText(
  { start, end, zone, record }: Pick<Shift, 'start' | 'end' | 'zone' | 'record'>,
  manner: Manner,
): string {
  if (record.all_day) return 'All day'
  const [from, to] = [localDate(start, zone), localDate(end, zone)]
  const days = to === from || end - start < 86400e6 ? '' : `${dateText(to, { weekday: 'short' })} `
  return `${timeText(record.start, zone, manner)} – ${days}${timeText(record.end, zone, manner)}${zoneNote(start, zone, manner)}`
}

/** What stands for the times of one date of a shift. */
export function pieceText({ shift, part }: Piece, manner: Manner): string {
  if (part === 'middle') return 'All day'
  if (part === 'last')
    return `until ${timeText(shift.record.end, shift.zone, manner)}${zoneNote(shift.end, shift.zone, manner)}`
  return spanText(shift, manner)
}

/** `7 AM`, `3:30 PM`, `07:00`; never broken in two. */
export function timeText(iso: string, zone: string, { twelve }: Manner): string {
  return clockTime(iso, zone, twelve)
    .replace(/:00(?=\s)/, '')
    .replace(/\s/, '\u00a0')
}

/** ` EST` when clocks in the zone show something else than the reader's. */
export function zoneNote(at: number, zone: string, manner: Manner): string {
  return offsetSeconds(at, zone) === offsetSeconds(at, manner.zone) ? '' : ` ${zoneName(zone, at)}`
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

/** What is in the way, for who knows of whom it is said: `Works 8 AM – 4:30 PM already`. */
export function warningText(warning: Warning, manner: Manner): string {
  if (warning.kind === 'shift') return `Has another shift then, ${spanText(warning.shift, manner)}`
  const { entry } = warning
  const part = entry.entry_method === 'regular'
  const when = part
    ? ` ${timeText(entry.start_time, entry.tz_string, manner)} – ${timeText(entry.end_time, entry.tz_string, manner)}`
    : ''
  return warning.kind === 'off' ? `Has time off${when}` : `Has asked for time off${when}`
}
