import { RequestError } from '../engine/errors.ts'
import { day, hour, minute, parseInstant, printUtc } from '../rules/time/calendar.ts'
import { machineClock } from '../world.ts'

/** The state of a clock: an instant, and whether time passes from there. */
export type ClockState = { now: number; running: boolean }

/** What a clock is set to; `machine` is the machine's clock, at any time. */
export type ClockSetting = ClockState | 'machine'

const second = 1_000_000
const units: Record<string, number> = { w: 7 * day, d: day, h: hour, m: minute, s: second }

/** The longest move of the clock at once. */
const farthest = 400 * day

/** The steps between rounds during a move: five minutes, and 15 minutes for long moves. */
const steps = { short: 5 * minute, long: 15 * minute, shortUpTo: 2 * day }

/**
 * The clock of a sandbox: the machine's, or one that runs at normal speed from any instant or stands still. It never goes
 * back by itself.
 */
export class SandboxClock {
  #base = 0
  /** The machine's instant at which the clock showed `#base`; undefined while it stands still. */
  #since: number | undefined = 0

  constructor(setting: ClockSetting) {
    this.set(setting)
  }

  /** Microseconds since the epoch. */
  readonly now = (): number => (this.#since === undefined ? this.#base : this.#base + machineClock() - this.#since)

  /** True if time passes. */
  get running(): boolean {
    return this.#since !== undefined
  }

  /** The instant and whether time passes. */
  get state(): ClockState {
    return { now: this.now(), running: this.running }
  }

  /** What brings the clock back to where it is now. The machine's clock goes on, whenever that is. */
  get setting(): ClockSetting {
    return this.#base === this.#since ? 'machine' : this.state
  }

  /** Sets the clock; the instant may be earlier. */
  set(setting: ClockSetting): void {
    if (setting === 'machine') {
      this.#base = 0
      this.#since = 0
      return
    }
    this.#base = setting.now
    this.#since = setting.running ? machineClock() : undefined
  }

  /**
   * Moves forward to a later instant in small steps, and runs everything that becomes due on the way. Returns the
   * number of rounds.
   */
  async moveTo(target: number, round: () => Promise<void>): Promise<number> {
    const { now: from, running } = this.state
    refuseTarget(from, target)
    const step = target - from <= steps.shortUpTo ? steps.short : steps.long
    let count = 0
    try {
      for (let now = from; now < target; count += 1) {
        // Whole multiples of the step, so work that is due at a quarter past runs then, whenever the move started.
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
    throw new RequestError(409, 'clock_never_goes_back', { now: printUtc(from), time: printUtc(target) })
  if (target - from > farthest)
    throw new RequestError(417, 'clock_move_too_far', { max: farthest / day, time: printUtc(target) })
}

/** The instant for `+7d`, `+1h30m` or a date and time. Throws RequestError 417 if it is neither. */
export function instantNamed(text: string, { now, zone }: { now: number; zone: string }): number {
  const given = text.trim()
  const parts = /^[+-]((\d{1,9}[wdhms])+)$/.exec(given)?.[1]?.match(/\d+[wdhms]/g)
  if (parts) {
    const length = parts.reduce((sum, part) => sum + Number.parseInt(part, 10) * units[part.at(-1)!]!, 0)
    return given.startsWith('-') ? now - length : now + length
  }
  const found = parseInstant(/^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00` : given, { zone })
  if (!found) throw new RequestError(417, 'not_a_time', { text: given, zone })
  return found.instant
}
