/** The state of a background loop. Instants are milliseconds of the monotonic clock. */
type Round = {
  readonly name: string
  readonly intervalSeconds: number
  runs: number
  failures: number
  /** When the last run ended; before the first one, when the server started. */
  ended: number
  /** How long it took. */
  seconds: number
}

/** A round that has not ended for this many intervals, and for this long, counts as dead. */
const patience = { intervals: 10, ms: 300_000 }

/** Watches whether the background loops run. */
export class Rounds {
  readonly all: Round[] = []

  /** Starts watching a loop. Call the returned function after each run. */
  watch(name: string, intervalSeconds: number): (seconds: number, isFailure: boolean) => void {
    const round: Round = { name, intervalSeconds, runs: 0, failures: 0, ended: performance.now(), seconds: 0 }
    this.all.push(round)
    return (seconds, isFailure) => {
      round.runs += 1
      if (isFailure) round.failures += 1
      round.ended = performance.now()
      round.seconds = seconds
    }
  }

  /** The names of loops that have not ended a run for too long. */
  dead(now = performance.now()): string[] {
    return this.all
      .filter(({ ended, intervalSeconds }) => {
        const silent = now - ended
        return silent > patience.ms && silent > patience.intervals * intervalSeconds * 1000
      })
      .map(({ name }) => name)
  }
}
