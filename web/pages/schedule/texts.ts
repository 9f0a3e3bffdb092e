import { msg } from '../../../src/rules/language/messages.ts'
import { addDays, localDate } from '../../../src/rules/time/calendar.ts'
import { type TimeFormat, timeText, zoneNote } from '../../components/time/time_format.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import type { Piece, Shift } from './shift/shifts.ts'
import type { Warning } from './warnings.ts'

/** `7 AM – 3:30 PM`, with the time zone if the reader's clock differs, or `All day`. */
export function spanText(
  { start, end, zone, record }: Pick<Shift, 'start' | 'end' | 'zone' | 'record'>,
  timeFormat: TimeFormat,
): string {
  if (record.all_day) return t('All day')
  const [from, to] = [localDate(start, zone), localDate(end, zone)]
  const days = to === from || end - start < 86400e6 ? '' : `${dateText(to, { weekday: 'short' })} `
  return `${timeText(record.start, zone, timeFormat)} – ${days}${timeText(record.end, zone, timeFormat)}${zoneNote(start, zone, timeFormat)}`
}

/** The times of a shift on one of its dates. */
export function pieceText({ shift, part }: Piece, timeFormat: TimeFormat): string {
  if (part === 'middle') return t('All day')
  if (part === 'last')
    return t('until {time}', {
      time: `${timeText(shift.record.end, shift.zone, timeFormat)}${zoneNote(shift.end, shift.zone, timeFormat)}`,
    })
  return spanText(shift, timeFormat)
}

/** `Wed, Nov 18`, or `Fri, Nov 20 – Mon, Nov 23`. */
export function daysText({ first, last, start, end }: Shift): string {
  return end - start < 86400e6 || first === last ? dateText(first) : `${dateText(first)} – ${dateText(last)}`
}

/** `Today`, `Tomorrow` or the day of the week with its date. */
export function dayName(date: string, today: string): string {
  if (date === today) return t('Today')
  return date === addDays(today, 1) ? t('Tomorrow') : dateText(date)
}

/** Conflicts, as a line under a name and as a complete sentence. */
const conflicts = {
  shift: { short: msg('Has another shift, {times}'), full: msg('<name/> has another shift, {times}.') },
  off: { short: msg('Has time off'), full: msg('<name/> has time off.') },
  partOff: { short: msg('Has time off {times}'), full: msg('<name/> has time off {times}.') },
  asked: { short: msg('Has requested time off'), full: msg('<name/> has requested time off.') },
  partAsked: {
    short: msg('Has requested time off {times}'),
    full: msg('<name/> has requested time off {times}.'),
  },
}

/** A conflict under the person's name: `Has another shift, 8 AM – 4:30 PM`. */
export function warningText(warning: Warning, timeFormat: TimeFormat): string {
  return t(conflicts[conflictOf(warning)].short, { times: timesOf(warning, timeFormat) })
}

/** A conflict as a sentence, with `<name/>` for the person: `<name/> has another shift, 8 AM – 4:30 PM.` */
export function warningSentence(warning: Warning, timeFormat: TimeFormat): string {
  return t(conflicts[conflictOf(warning)].full, { times: timesOf(warning, timeFormat) })
}

function conflictOf(warning: Warning): keyof typeof conflicts {
  if (warning.kind === 'shift') return 'shift'
  const isPart = warning.entry.entry_method === 'regular'
  if (warning.kind === 'off') return isPart ? 'partOff' : 'off'
  return isPart ? 'partAsked' : 'asked'
}

function timesOf(warning: Warning, timeFormat: TimeFormat): string {
  if (warning.kind === 'shift') return spanText(warning.shift, timeFormat)
  const { start_time, end_time, tz_string } = warning.entry
  return `${timeText(start_time, tz_string, timeFormat)} – ${timeText(end_time, tz_string, timeFormat)}`
}

/** `1 shift`, `3 shifts`. */
export function shiftsText(count: number): string {
  return t('{count, plural, one {# shift} other {# shifts}}', { count })
}

/** `1 person`, `3 people`. */
export function peopleText(count: number): string {
  return t('{count, plural, one {# person} other {# people}}', { count })
}
