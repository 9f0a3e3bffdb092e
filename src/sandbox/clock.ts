import { RequestError } from '../engine/errors.ts'
import { day, hour, minute, parseInstant, printUtc } from '../rules/calendar.ts'
import { machineClock } from '../world.ts'

/** The state of a clock: an instant, and whether time goes on from there. */
export type ClockState = { now: number; running: boolean }

const second = 1_000_000
const units: Record<string, number> = { w: 7 * day, d: day, h: hour, m: minute, s: second }

/** The farthest that the clock moves at once. */
const farthest = 400 * day

/** What runs between is at most this far apart: five minutes, and for long moves a quarter of an hour. */
const steps = { short: 5 * minute, long: 15 * minute, shortUpTo: 2 * day }

/** The clock of a sandbox. It runs like the machine's from any instant, or stands still. It never goes back by itself. */
export class SandboxClock {
  #base: number
  /** The machine's instant at which the clock showed `#base`; undefined while it stands still. */
  #since: number | undefined

  constructor({ now, running }: ClockState) {
    this.#base = now
    this.#since = running ? machineClock() : undefined
  }

  /** Microseconds since the epoch. */
  readonly now = (): number => (this.#since === undefined ? this.#base : this.#base + machineClock() - this.#since)

  /** True if time goes on. */
  get running(): boolean {
    return this.#since !== undefined
  }

  /** The instant and whether time goes on. */
  get state(): ClockState {
    return { now: this.now(), running: this.running }
  }

  /** Sets both, also to an earlier instant. */
  set({ now, running }: ClockState): void {
    this.#base = now
    this.#since = running ? machineClock() : undefined
  }

  /** Moves on to a later instant, and in small steps runs what becomes due on the way. Returns the number of rounds. */
  async moveTo(target: number, round: () => Promise<void>): Promise<number> {
    const { now: from, running } = this.state
    refuseTarget(from, target)
    const step = target - from <= steps.shortUpTo ? steps.short : steps.long
    let count = 0
    try {
      for (let now = from; now < target; count += 1) {
        // Whole multiples of the step: what is due at a quarter past is found then, whenever the move began.
        now = Math.min(target, (Math.floor(now / step) + 1) * step)
        this.set({ now, running: false })
        await round()
      }
    } finally {
      this.set({ now: this.now(), running })
    }
    return count
  }
}

function refuseTarget(from: number, target: number): void {
  if (target < from)
    throw new RequestError(
      409,
      `the clock shows ${printUtc(from)} and does not go back to ${printUtc(target)}, because what has happened since would come before its cause; restore a snapshot, or reset the sandbox`,
    )
  if (target - from > farthest)
    throw new RequestError(417, `the clock moves at most ${farthest / day} days at once, not to ${printUtc(target)}`)
}

/** The instant that is meant by `+7d`, `+1h30m` or a date and time. Throws RequestError 417 if it is neither. */
export function instantNamed(text: string, { now, zone }: { now: number; zone: string }): number {
  const given = text.trim()
  const parts = /^[+-]((\d{1,9}[wdhms])+)$/.exec(given)?.[1]?.match(/\d+[wdhms]/g)
  if (parts) {
    const length = parts.reduce((sum, part) => sum + Number.parseInt(part, 10) * units[part.at(-1)!]!, 0)
    return given.startsWith('-') ? now - length : now + length
  }
  const found = parseInstant(/^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00` : given, { zone })
  if (!found)
    throw new RequestError(
      417,
      `"${given}" is no time: give a length such as +7d, +90m or +1h30m, or a date and time such as 2026-12-01T08:00 (in ${zone}) or 2026-12-01T08:00:00Z`,
    )
  return found.instant
}
