import { RequestError } from '../engine/errors.ts'

const windowSeconds = 300

/** Counts requests per token or session in windows of five minutes. */
export class RateLimit {
  readonly #max: number
  #window = 0
  #counts = new Map<string, number>()

  /** `max` requests per window; 0 is no limit. */
  constructor(max: number) {
    this.#max = max
  }

  /** Counts one request and gives the RateLimit headers. Throws RequestError 429 beyond `factor` times the limit. */
  count(token: string, factor: number, now: number): Record<string, string> {
    if (this.#max === 0) return {}
    const max = this.#max * factor
    const seconds = Math.floor(now / 1_000_000)
    const window = Math.floor(seconds / windowSeconds)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const used = (this.#counts.get(token) ?? 0) + 1
    this.#counts.set(token, used)
    const reset = (window + 1) * windowSeconds - seconds
    const headers = {
      'ratelimit-limit': String(max),
      'ratelimit-remaining': String(Math.max(0, max - used)),
      'ratelimit-reset': String(reset),
    }
    if (used > max)
      throw new RequestError(429, `more than ${max} requests in ${windowSeconds} seconds; try again in ${reset}`, {
        headers: { ...headers, 'retry-after': String(reset) },
      })
    return headers
  }
}
