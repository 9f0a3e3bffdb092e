import { commandName } from './command_name.ts'

type Log = { warn(details: object, text: string): void }

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** Smaller steps are normal corrections of a clock. */
const jumpMin = 5 * minute

/** A clock that is off by no more than this is not doubted: it may be the summer time of a machine whose zone is wrong. */
const tolerated = hour

/** The longest that a machine is often switched off or paused, over a long weekend: no person has to confirm the clock. */
export const pauseMax = 4 * day

/** If the clock jumped forward by less than that while the machine ran, the doubt lasts this long. */
const doubtLasts = hour

/** Before this date, in milliseconds, no clock is right: the program is newer. */
const earliest = Date.UTC(2026, 0, 1)

/** What a server reads: the machine's clock, and one that runs evenly even if that is set. Milliseconds. */
type Reading = { wall: number; steady: number }

/**
 * What was known of the time before the first look. `steady` if the even clock still counts from the same start of the
 * machine; otherwise the time since then is unknown, and up to `offMax` of it is believed. Milliseconds.
 */
export type Known = { wall: number; steady?: number; offMax: number }

/** Why the clock may be wrong: it is `ahead` of the time that must have passed, or `behind` what the database knows. */
type Doubt = { kind: 'ahead' | 'behind'; seconds: number }

/**
 * Judges whether the machine's clock can be right, by one that runs evenly and by what the database knows. What passing
 * time alone causes waits while it is in doubt. The doubt ends if the clock is set right, if a person confirms it, or, if
 * the machine may only have been paused, by itself.
 */
export class Clock {
  readonly #log: Log
  #ahead: number | undefined
  /** How far the clock was ahead of the even one when it was last known to be right, and the latest such time. */
  #trusted = 0
  #latest = 0
  /** How much further ahead it may be: more only until the first time that it is known to be right. */
  #slack = tolerated
  #wall = 0
  #steady = 0
  #doubt: (Doubt & { ends: number }) | undefined
  /** Reads both clocks; undefined where the clock is not watched. */
  read: (() => Reading) | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** Starts from what the database knows. */
  begin(known: Known, { wall, steady }: Reading): void {
    this.#trusted = known.wall - (known.steady ?? steady)
    this.#ahead = known.steady === undefined ? wall - steady : this.#trusted
    this.#latest = Math.max(known.wall, earliest)
    this.#slack = known.steady === undefined ? known.offMax : tolerated
    this.look(wall, steady)
  }

  /** Compares the clock with one that runs evenly, which also counts while the machine sleeps. */
  look(wall: number, steady: number): void {
    const ahead = wall - steady
    const jump = ahead - (this.#ahead ?? ahead)
    if (this.#ahead === undefined) this.#trusted = ahead
    this.#ahead = ahead
    this.#wall = wall
    this.#steady = steady
    const before = this.#doubt
    const doubt = this.#judged()
    this.#doubt = doubt
    if (!doubt) this.#trust()
    if (doubt && doubt.kind !== before?.kind) this.#tell(doubt)
    else if (before && !doubt) this.#log.warn({}, 'the clock of the machine is trusted again')
    else if (Math.abs(jump) >= jumpMin)
      this.#log.warn(
        { seconds: Math.round(jump / second) },
        'the clock of the machine was set, or the machine was paused: times and expiry follow it',
      )
  }

  /** Looks at the clock again, where it is watched. */
  refresh(): void {
    if (!this.read) return
    const { wall, steady } = this.read()
    this.look(wall, steady)
  }

  /** A person says that the clock is right. */
  confirm(): void {
    this.#trust()
    if (this.#doubt) this.#log.warn({}, 'the clock of the machine was confirmed: it is trusted again')
    this.#doubt = undefined
  }

  /** Whether the clock may be wrong. */
  isDoubtful(): boolean {
    return this.#doubt !== undefined
  }

  /** Why the clock may be wrong, and by how many seconds; undefined while it is trusted. */
  get doubt(): Doubt | undefined {
    return this.#doubt && { kind: this.#doubt.kind, seconds: this.#doubt.seconds }
  }

  /** The latest reading of a clock that was trusted, in microseconds. */
  get latest(): number {
    return Math.round(this.#latest) * 1000
  }

  /**
   * The time by which the expiry of tokens, sessions and mails is judged, in microseconds: `now`, or, while the clock may be
   * wrong, the time that it would be had it not been set. So they are neither refused nor given up by mistake, and what has
   * expired does not count again.
   */
  judging(now: number): number {
    // A jump since the last look is noticed before anything is judged by it.
    if (now / 1000 - this.#wall > tolerated) this.refresh()
    if (!this.#doubt) return now
    const would = Math.round(this.#trusted + (this.read?.().steady ?? this.#steady)) * 1000
    return this.#doubt.kind === 'behind' ? Math.max(now, would) : Math.min(now, would)
  }

  #judged(): (Doubt & { ends: number }) | undefined {
    const off = this.#ahead! - this.#trusted
    if (off > this.#slack) {
      const known = this.#doubt?.kind === 'ahead' ? this.#doubt.ends : this.#steady + doubtLasts
      // A further jump does not prolong a doubt, unless the machine cannot have been paused for so long.
      const ends = off > pauseMax ? Number.POSITIVE_INFINITY : Math.min(known, this.#steady + doubtLasts)
      return this.#steady < ends ? { kind: 'ahead', seconds: Math.round(off / second), ends } : undefined
    }
    const behind = this.#latest - this.#wall
    if (behind <= tolerated) return undefined
    return { kind: 'behind', seconds: Math.round(behind / second), ends: Number.POSITIVE_INFINITY }
  }

  #trust(): void {
    this.#trusted = this.#ahead ?? 0
    this.#latest = this.#wall
    this.#slack = tolerated
  }

  #tell({ kind, seconds, ends }: Doubt & { ends: number }): void {
    const minutes = Math.round((ends - this.#steady) / minute)
    const until = Number.isFinite(ends) ? { trusted_in_minutes: minutes } : {}
    const what =
      kind === 'ahead' ? 'ahead of the time that has passed' : 'behind the newest time that the database knows'
    this.#log.warn(
      { seconds, ...until },
      `the clock of the machine may be wrong, it is ${what}: nothing that is due by the time is done; set it, or run ${commandName} clock confirm`,
    )
  }
}
