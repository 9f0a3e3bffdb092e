import { offsetSeconds } from '../../../src/rules/time/calendar.ts'
import type { Me } from '../../api/start.ts'
import { clockTime, zoneName } from '../../time.ts'

/** The signed-in user's time zone and clock format. */
export type TimeFormat = { zone: string; twelve: boolean }

/** How to format times for the signed-in user. */
export function timeFormatOf(me: Me): TimeFormat {
  return { zone: me.zone, twelve: Number(me.settings.general?.time_format) !== 24 }
}

/** `7 AM`, `3:30 PM`, `07:00`, with no line break inside. */
export function timeText(iso: string, zone: string, { twelve }: TimeFormat): string {
  return clockTime(iso, zone, twelve)
    .replace(/:00(?=\s)/, '')
    .replace(/\s/, '\u00a0')
}

/** ` EST` if local time in the zone differs from the reader's. */
export function zoneNote(at: number, zone: string, timeFormat: TimeFormat): string {
  return offsetSeconds(at, zone) === offsetSeconds(at, timeFormat.zone) ? '' : ` ${zoneName(zone, at)}`
}
