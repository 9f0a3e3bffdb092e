/**
 * Seconds as whole units of so many seconds, rounded so that the units of any first few add up to their rounded sum:
 * many short entries lose and gain nothing together, where each rounded by itself would.
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

/** Seconds of a hundredth of an hour and of a minute, in which files count. */
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
