import { shares } from '../pay/shown_hours.ts'
import { shownUnits } from '../pay/shown_units.ts'

/**
 * Rounds each number of seconds to whole units so that together they are their rounded sum: many short entries together
 * neither gain nor lose time, as they would if each were rounded separately.
 */
export function spread(seconds: readonly number[], unitSeconds: number): number[] {
  return shares(seconds, unitSeconds).map((each) => each / unitSeconds)
}

/** Seconds in a hundredth of an hour, one of the two units files use. */
export const hundredthSeconds = shownUnits.decimal
/** Seconds of a minute. */
export const minuteSeconds = shownUnits.hhmm

/** Hundredths of an hour as hours with two decimals. */
export function hundredthsText(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

/** Minutes as H:MM. */
export function minutesText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
