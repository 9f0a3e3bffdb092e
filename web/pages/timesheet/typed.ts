import { shownSeconds } from '../../../src/rules/pay/shown_hours.ts'
import { roundManual } from '../../../src/rules/time/timesheets.ts'
import { locale, t } from '../../language.ts'
import { readHours } from '../../time.ts'
import type { Sheet } from './week/week.ts'

const daySeconds = 86_400

/** What to do with hours typed into a cell: save these seconds (0 deletes the entry), show an error, or nothing. */
type Typed = { save: number } | { problem: string } | undefined

/**
 * Parses what was typed into a cell. `shown` is the text the cell had before, `duration` the seconds of its entry, if
 * any.
 */
export function readTyped(text: string, shown: string, duration: number | undefined): Typed {
  const given = text.trim()
  if (given === shown) return undefined
  const seconds = given === '' ? 0 : readHours(given)
  if (seconds === undefined) return { problem: t('Enter hours like 7:30, 7.5, or 7h 30m.') }
  if (seconds > daySeconds) return { problem: t('A day has at most 24 hours.') }
  const isSame = duration === undefined ? seconds === 0 : seconds > 0 && roundManual(seconds) === duration
  return isSame ? undefined : { save: seconds }
}

/** `7.33` for 7:20, which is not a number of hundredths of an hour, in which typed hours are stored; undefined for others. */
export function storedHours(seconds: number): string | undefined {
  const stored = roundManual(seconds)
  return stored === seconds ? undefined : (stored / 3600).toLocaleString(locale(), { maximumFractionDigits: 2 })
}

/**
 * The seconds that were typed where `shown` ones are shown, if they differ. Typed hours are kept in hundredths of an
 * hour, so 7:20 is 7:19:48, and six of them are a minute less than 44:00; one of them then shows as 7:19.
 */
export function typedSeconds(
  sheets: readonly Pick<Sheet, 'type' | 'duration'>[],
  shown: number,
  unit: number,
): number | undefined {
  if (sheets.some(({ type }) => type !== 'manual')) return undefined
  const typed = sheets.reduce((sum, { duration }) => sum + shownSeconds(duration, unit), 0)
  // More than that is rounding of the day.
  return typed !== shown && Math.abs(typed - shown) <= unit * sheets.length ? typed : undefined
}
