const seriesCount = 8

/** The colour of a job, a person or whatever else has a number: the same everywhere. */
export function seriesColor(id: number): string {
  return `var(--series-${(id % seriesCount) + 1})`
}
