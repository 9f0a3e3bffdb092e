import type { Keys } from '../identity/factors/secrets.ts'
import type { CheckState, Watcher } from '../sight/watcher.ts'
import { type Check, type CheckName, checks } from './checks.ts'
import type { Parts } from './parts.ts'

/** The part of a log that the guardian uses. */
type Log = { warn(details: object, text: string): void; error(details: object, text: string): void }

/** How long an answer about readiness is cached, in milliseconds, so that frequent questions cost nothing. */
const goodMs = 1000

/** What is known at any time, and costs nothing to look at. */
const told = checks.filter(({ isTold }) => isTold)

/** What is known of a check. `due`: when to look next, in milliseconds of the monotonic clock. */
type Known = { detail: string | undefined; since: number; due: number; running: boolean }

/**
 * Watches over a server: runs the checks of the table, by a beat and whenever something fails, and tells their states to
 * the log, to `/readyz` and to the metrics.
 */
export class Guardian implements Watcher {
  readonly #parts: Parts
  readonly #log: Log
  readonly #steady: () => number
  readonly #known: ReadonlyMap<CheckName, Known>
  #stopping = false
  #asked: { until: number; done: Promise<void> } | undefined

  /** `steady`: a clock that runs evenly, in milliseconds. */
  constructor(parts: Parts, log: Log, steady = () => performance.now()) {
    this.#parts = parts
    this.#log = log
    this.#steady = steady
    const [since, start] = [parts.now(), steady()]
    this.#known = new Map(
      checks.map(({ name, slow, seconds }) => {
        const due = slow ? start + seconds.trouble * 1000 : start
        return [name, { detail: undefined, since, due, running: false }]
      }),
    )
    const { writes, damage } = parts.sight
    writes.changed = () => {
      if (!this.#of('file').running) void this.#lookAt(named('file', 'damage', 'database', 'version', 'writes'), false)
    }
    damage.onNotice(() => void this.#lookAt(named('damage'), false))
    parts.mailer?.onFailure?.(() => {
      if (!this.#of('mail').detail) void this.#lookAt(named('mail'), false)
    })
  }

  /** Tells it the keys of the installation, which are read from the database. */
  know(keys: Keys): void {
    this.#parts.keys = keys
  }

  /** From now on the server is not ready, and nothing is looked at any more. */
  stop(): void {
    this.#stopping = true
  }

  /** Why the server is not ready, each cause in a word; none if it is. Looks at everything that it depends on. */
  async causes(): Promise<string[]> {
    if (!this.#stopping) {
      const known = this.#asked
      const asked = known && this.#steady() < known.until ? known : this.#ask()
      await asked.done
      await this.#lookAt(told, true)
    }
    return this.#stopping ? ['stopping'] : this.#troubled(true)
  }

  /** What is in trouble without keeping the server from its work, each in a word. */
  warnings(): string[] {
    return this.#troubled(false)
  }

  states(): CheckState[] {
    return checks.map(({ name, about, blocks, begins, remedy }) => {
      const { detail, since } = this.#of(name)
      return { name, about, blocks, begins, remedy, since, isInTrouble: detail !== undefined, detail: detail ?? '' }
    })
  }

  async beat(): Promise<void> {
    const now = this.#steady()
    const due = checks.filter(({ name }) => now >= this.#of(name).due)
    await this.#lookAt(due, false)
  }

  /** Looks once for all who ask in the meantime and shortly after. */
  #ask(): { until: number; done: Promise<void> } {
    const blocking = checks.filter(({ blocks }) => blocks)
    const asked = { until: Number.POSITIVE_INFINITY, done: this.#lookAt(blocking, true) }
    void asked.done.then(() => {
      asked.until = this.#steady() + goodMs
    })
    this.#asked = asked
    return asked
  }

  #troubled(blocks: boolean): string[] {
    return this.states().flatMap((state) => (state.isInTrouble && state.blocks === blocks ? state.name : []))
  }

  #of(name: CheckName): Known {
    return this.#known.get(name)!
  }

  /** Looks, and notes what was found in the order of the table. What takes long is not waited for. */
  async #lookAt(chosen: readonly Check[], isAsked: boolean): Promise<void> {
    const slow = chosen.filter((check) => check.slow && !this.#of(check.name).running)
    for (const check of slow) void this.#find(check, isAsked).then((found) => found?.())
    const quick = chosen.filter((check) => !check.slow)
    for (const stage of [0, 1, 2]) {
      const together = quick.filter(({ after = 0 }) => after === stage)
      const found = await Promise.all(together.map((check) => this.#find(check, isAsked)))
      for (const note of found) note?.()
    }
  }

  /** Looks; returns a function that notes what was found, if there was anything to look at. */
  async #find(check: Check, isAsked: boolean): Promise<(() => void) | undefined> {
    const known = this.#of(check.name)
    // What has begun ends by itself.
    const isExplained = () => known.detail === undefined && check.follows?.some((name) => this.#of(name).detail)
    if (this.#stopping || isExplained()) return undefined
    known.running = true
    try {
      const detail = await check.look(this.#parts, isAsked)
      return () => this.#note(check, isExplained() ? undefined : detail)
    } catch (error) {
      if (!this.#stopping) this.#log.error({ err: error, check: check.name }, 'a check cannot be made')
      return undefined
    } finally {
      known.running = false
    }
  }

  /** Notes what a look has found. Only a change of the state is logged, and what more there is to say about some. */
  #note(check: Check, detail: string | undefined): void {
    if (this.#stopping) return
    const known = this.#of(check.name)
    const before = known.detail
    known.detail = detail
    known.due = this.#steady() + check.seconds[detail === undefined ? 'well' : 'trouble'] * 1000
    const isChange = (before === undefined) !== (detail === undefined)
    if (isChange) known.since = this.#parts.now()
    if (check.isTold) return
    if (isChange && detail === undefined) this.#log.warn({ check: check.name }, check.ends)
    else if (isChange || (check.tellsMore && before !== detail)) this.#tell(check, detail!)
  }

  #tell({ name, blocks, begins, remedy }: Check, reason: string): void {
    const about = { check: name, ...(blocks && { ready: false }), reason, remedy }
    if (blocks) this.#log.error(about, begins)
    else this.#log.warn(about, begins)
  }
}

function named(...names: CheckName[]): Check[] {
  return checks.filter(({ name }) => names.includes(name))
}
