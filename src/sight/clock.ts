type Log = { warn(details: object, text: string): void }

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** Smaller steps are normal corrections of a clock. */
const jumpMin = 5 * minute

/** After a longer jump forward, nothing is deleted because of its age for a day, because the clock may be wrong. */
const doubtMin = hour
const doubtLasts = 24 * hour

/** Notices if someone sets the machine's clock while the server runs, or the machine has slept. Times: milliseconds. */
export class Clock {
  readonly #log: Log
  #ahead: number | undefined
  /** How far the clock was ahead when it was last known to be right. */
  #trusted = 0
  #doubtEnds = 0
  #steady = 0

  constructor(log: Log) {
    this.#log = log
  }

  /** Compares the clock with one that runs evenly. The doubt ends early if the clock is set back. */
  look(wall: number, steady: number): void {
    const ahead = wall - steady
    const jump = ahead - (this.#ahead ?? ahead)
    this.#ahead = ahead
    this.#steady = steady
    // Further jumps do not prolong a doubt: a machine that sleeps every night would never get out of it.
    if (!this.isDoubtful()) this.#doubtEnds = jump > doubtMin ? steady + doubtLasts : 0
    else if (ahead - this.#trusted < doubtMin) this.#doubtEnds = 0
    if (!this.isDoubtful()) this.#trusted = ahead
    if (Math.abs(jump) < jumpMin) return
    this.#log.warn(
      { seconds: Math.round(jump / second) },
      'the clock of the machine was set, or the machine has slept: times and expiry follow it',
    )
  }

  /** Whether the clock was recently set forward, perhaps by mistake. */
  isDoubtful(): boolean {
    return this.#steady < this.#doubtEnds
  }
}
