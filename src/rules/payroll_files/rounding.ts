/**
 * Rounds each number of seconds to whole units so that every running total is rounded correctly: many short entries
 * together neither gain nor lose time, as they would if each were rounded separately.
 */
export function spread(seconds: readonly number[], unitSeconds: number): number[] {
  let sum = 0
  let given = 0
  return seconds.map((each) => {
    sum += each
    const units = Math.floor((sum + unitSeconds / 2) / unitSeconds) - given
    given += units
    return units
  })
}

/** Seconds in a hundredth of an hour, one of the two units files use. */
export const hundredthSeconds = 36
/** Seconds of a minute. */
export const minuteSeconds = 60

/** Hundredths of an hour as hours with two decimals. */
export function hundredthsText(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

/** Minutes as H:MM. */
export function minutesText(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
