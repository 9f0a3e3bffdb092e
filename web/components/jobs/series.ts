const seriesCount = 8

/** The color of a job, a person or anything else with an id, the same on every page. */
export function seriesColor(id: number): string {
  return `var(--series-${(id % seriesCount) + 1})`
}
