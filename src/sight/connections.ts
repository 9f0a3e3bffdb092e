/** Refused connections are no longer a trouble this long after the last one, in milliseconds. */
const calmMs = 60_000

/** Counts the connections that the server refused because too many were open. */
export class Connections {
  /** The most that may be open; undefined if there is no limit. */
  limit: number | undefined
  refused = 0
  /** Refused since the trouble began. */
  #now = 0
  #lastAt = Number.NEGATIVE_INFINITY

  /** Notes a refused connection, at a time in milliseconds of the monotonic clock. */
  readonly refuse = (at = performance.now()): void => {
    if (at - this.#lastAt >= calmMs) this.#now = 0
    this.#lastAt = at
    this.refused += 1
    this.#now += 1
  }

  /** How many were refused, until a minute after the last one; 0 if that is over. */
  refusedLately(at = performance.now()): number {
    return at - this.#lastAt < calmMs ? this.#now : 0
  }
}
