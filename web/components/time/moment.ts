import { localDate } from '../../../src/rules/time/calendar.ts'
import { useMe } from '../../api/start.ts'
import { clockTime, dateText, instant } from '../../time.ts'
import { timeFormatOf } from './time_format.ts'

/** Formats moments in the signed-in user's time zone, like all times of their company: `Nov 16, 2026, 7:05 AM`. */
export function useMoment(): (iso: string) => string {
  const { zone, twelve } = timeFormatOf(useMe())
  return (iso) => momentIn(zone, iso, twelve)
}

/** The same in any time zone. */
export function momentIn(zone: string, iso: string, twelve: boolean): string {
  return `${dateText(localDate(instant(iso), zone), { dateStyle: 'medium' })}, ${clockTime(iso, zone, twelve)}`
}
