import { offsetSeconds } from '../../src/rules/calendar.ts'
import type { Me } from '../api/start.ts'
import { clockTime, zoneName } from '../time.ts'

/** How times are written for whoever is signed in. */
export type Manner = { zone: string; twelve: boolean }

/** How times are written for whoever is signed in. */
export function mannerOf(me: Me): Manner {
  return { zone: me.zone, twelve: Number(me.settings.general?.time_format) !== 24 }
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
