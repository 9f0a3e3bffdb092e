import { offsetSeconds } from '../../src/rules/calendar.ts'
import type { Me } from '../api/start.ts'
import { clockTime, zoneName } from '../time.ts'

/** How times are written for whoever is signed in. */
export type TimeFormat = { zone: string; twelve: boolean }

/** How times are written for whoever is signed in. */
export function timeFormatOf(me: Me): TimeFormat {
  return { zone: me.zone, twelve: Number(me.settings.general?.time_format) !== 24 }
}

/** `7 AM`, `3:30 PM`, `07:00`; never broken in two. */
export function timeText(iso: string, zone: string, { twelve }: TimeFormat): string {
  return clockTime(iso, zone, twelve)
    .replace(/:00(?=\s)/, '')
    .replace(/\s/, '\u00a0')
}

/** ` EST` when clocks in the zone show something else than the reader's. */
export function zoneNote(at: number, zone: string, timeFormat: TimeFormat): string {
  return offsetSeconds(at, zone) === offsetSeconds(at, timeFormat.zone) ? '' : ` ${zoneName(zone, at)}`
}
