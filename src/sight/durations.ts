/** Upper bounds of the buckets, in seconds. */
export const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

/** A histogram of durations. Adding one takes a few nanoseconds. */
export class Durations {
  /** The number in each bucket, above the bound of the previous one; the last is above all bounds. */
  readonly counts: number[] = Array(bounds.length + 1).fill(0)
  /** Seconds. */
  sum = 0

  add(seconds: number): void {
    let at = 0
    while (at < bounds.length && seconds > bounds[at]!) at += 1
    this.counts[at]! += 1
    this.sum += seconds
  }
}

/**
 * The duration that a share of those in a histogram did not exceed, in seconds, estimated within its bucket; undefined if
 * there are none.
 */
export function percentile(counts: readonly number[], share: number): number | undefined {
  let rank = counts.reduce((sum, count) => sum + count, 0) * share
  if (rank === 0) return undefined
  for (const [at, count] of counts.entries()) {
    const from = bounds[at - 1] ?? 0
    if (rank <= count) return from + ((bounds[at] ?? from) - from) * (rank / count)
    rank -= count
  }
  return bounds[bounds.length - 1]
}
