import { RequestError } from '../engine/errors.ts'
import { asError } from '../rules/thrown.ts'
import { idsOf, type Seen } from '../sight/requests.ts'
import type { World } from '../world.ts'

/** How long repetitions are counted before the next line, in microseconds. */
const quietFor = 30_000_000

/** The most kinds of lines that are counted at a time. */
const kindsMax = 200

/** A request that failed: its method as it was handled, and what is known of it. */
type Failed = { method: string | undefined; seen: Pick<Seen, 'id' | 'route' | 'asker'> & Partial<Seen> }

/** A line that was logged, and how often it would have been logged since. */
type Logged = { since: number; times: number; again: (times: number) => void }

/**
 * Logs requests that failed with a 5xx status. A refusal, for example because a queue is full, is not an error.
 * Repetitions are counted, and the count is logged after half a minute, so a client cannot fill the disk.
 */
export class FailureLog {
  readonly #log: World['log']
  readonly #logged = new Map<string, Logged>()

  constructor(log: World['log']) {
    this.#log = log
  }

  /** Logs a failure, or counts it. */
  note(error: unknown, status: number, { method, seen }: Failed, now: number): void {
    this.#tellCounts((logged) => now - logged.since >= quietFor)
    const { message, cause, stack } = asError(error)
    // A server error that names no cause was thrown on purpose.
    const isRefusal = error instanceof RequestError && cause === undefined
    const reason = cause instanceof Error ? `${message}: ${cause.message.split('\n')[0]}` : message
    const key = isRefusal || status === 503 ? reason : `${reason}\n${stack?.split('\n')[1]}`
    const known = this.#logged.get(key)
    if (known) {
      known.times += 1
      return
    }
    const { route, asker } = seen
    const whose = { ...idsOf(seen), company: asker?.companyId, user: asker?.userId, application: asker?.application }
    const at = { status, method, route: route || undefined, ...whose }
    if (isRefusal) this.#log.warn({ ...at, reason }, 'a request was refused')
    else this.#log.error({ ...at, err: error }, 'a request failed')
    if (this.#logged.size >= kindsMax) this.tellCounts()
    const again = (times: number) =>
      isRefusal
        ? this.#log.warn({ reason, times }, 'more requests were refused')
        : this.#log.error({ reason, times }, 'more requests failed')
    this.#logged.set(key, { since: now, times: 0, again })
  }

  /** Logs all counts, before the server stops. */
  tellCounts(): void {
    this.#tellCounts(() => true)
  }

  #tellCounts(isDue: (logged: Logged) => boolean): void {
    for (const [key, logged] of this.#logged) {
      if (!isDue(logged)) continue
      this.#logged.delete(key)
      if (logged.times > 0) logged.again(logged.times)
    }
  }
}
