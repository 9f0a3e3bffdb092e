import type { Actor } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import type { Caller } from './caller.ts'

const windowSeconds = 300

/** All tokens of a person together have this many times the limit of one token; the same is true of sessions. */
const personFactor = 4

/** Counts requests in windows of five minutes, for each token or session and for all of a person's together. */
export class RateLimit {
  readonly #max: number
  #window = 0
  #counts = new Map<string, number>()

  /** `max` requests per window; 0 means no limit. */
  constructor(max: number) {
    this.#max = max
  }

  /** Counts one request and adds the RateLimit headers. Throws RequestError 429 beyond `factor` times the limit. */
  count({ token, actor }: Caller, factor: number, now: number, headers: Record<string, string>): void {
    if (this.#max === 0) return
    const seconds = this.#moveTo(now)
    const own = { used: this.#add(token), max: this.#max * factor }
    const person = personOf(actor, factor)
    const all = { used: this.#add(person), max: this.#max * factor * personFactor }
    // The limit that will be used up first.
    const { used, max } = all.max - all.used < own.max - own.used ? all : own
    const reset = (this.#window + 1) * windowSeconds - seconds
    headers['ratelimit-limit'] = String(max)
    headers['ratelimit-remaining'] = String(Math.max(0, max - used))
    headers['ratelimit-reset'] = String(reset)
    if (used > max)
      throw new RequestError(
        429,
        'too_many_requests',
        { max, seconds: windowSeconds, wait: reset },
        { headers: { 'retry-after': String(reset) } },
      )
  }

  /** Starts a new window if the instant is in another one. Returns the instant in seconds. */
  #moveTo(now: number): number {
    const seconds = Math.floor(now / 1_000_000)
    const window = Math.floor(seconds / windowSeconds)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    return seconds
  }

  #add(key: string): number {
    const used = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, used)
    return used
  }
}

function personOf({ companyId, userId }: Actor, factor: number): string {
  return `${companyId}/${userId}/${factor}`
}
