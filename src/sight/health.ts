import { statfs } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { MachineDown } from '../engine/errors.ts'
import { type Db, sql } from '../engine/sql.ts'
import { messageOf } from '../rules/thrown.ts'
import { probe, probes } from './probe.ts'
import type { Rounds } from './rounds.ts'
import type { Writes } from './writes.ts'

/** Why a server is not ready. */
type Cause = 'stopping' | 'database' | 'writes' | 'rounds' | 'disk'

/** A problem: in one word for everyone, and in detail for the log. */
type Trouble = { cause: Cause; detail: string }

type Parts = {
  db: Db
  now: () => number
  log: { warn(details: object, text: string): void }
  writes: Writes
  rounds: Rounds
  /** The folder of the embedded database; '' with PostgreSQL, whose disk we do not check. */
  folder: string
}

/** How long a result is cached, in milliseconds, so that frequent checks cost nothing. */
const goodMs = 1000

/** The database must answer within this time, in milliseconds. */
const answerMs = 3000

/** After this long without a write, one is tried, in milliseconds. */
const quietMs = 30_000

/** With less free space than this, in bytes, a write-ahead log may not fit. */
const spaceMin = 64 * 1_048_576

/** Checks whether this server can do its work. */
export class Health {
  readonly #parts: Parts
  #stopping = false
  #asked: { until: number; troubles: Promise<Trouble[]> } | undefined
  #told = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** From now on the server is not ready. */
  stop(): void {
    this.#stopping = true
    this.#asked = undefined
  }

  /** Why the server is not ready, each cause in a word; none if it is. A change is logged, with its details. */
  async causes(): Promise<Cause[]> {
    const known = this.#asked
    const asked = known && performance.now() < known.until ? known : this.#ask()
    const troubles = await asked.troubles
    const causes = troubles.map(({ cause }) => cause)
    this.#tell(troubles, causes.join(', '))
    return causes
  }

  /** Checks once for all callers that ask in the meantime and shortly after. */
  #ask(): { until: number; troubles: Promise<Trouble[]> } {
    const asked = { until: Number.POSITIVE_INFINITY, troubles: this.#look() }
    void asked.troubles.then(() => {
      asked.until = performance.now() + goodMs
    })
    this.#asked = asked
    return asked
  }

  #tell(troubles: readonly Trouble[], causes: string): void {
    if (causes === this.#told) return
    this.#told = causes
    const details = Object.fromEntries(troubles.map(({ cause, detail }) => [cause, detail]))
    if (troubles.length === 0) this.#parts.log.warn({}, 'the server is ready again')
    else this.#parts.log.warn({ causes: details }, `the server is not ready: ${causes}`)
  }

  async #look(): Promise<Trouble[]> {
    const { rounds } = this.#parts
    if (this.#stopping) return [{ cause: 'stopping', detail: 'the server stops' }]
    const [database, disk] = await Promise.all([this.#database(), this.#disk()])
    const dead = rounds.dead()
    return [
      ...database,
      ...disk,
      ...(dead.length > 0
        ? [{ cause: 'rounds', detail: `no run has ended for minutes: ${dead.join(', ')}` } as const]
        : []),
    ]
  }

  async #database(): Promise<Trouble[]> {
    const { db } = this.#parts
    const read = await problemOf(db.read.get(sql`select company_id from company_names limit 1`))
    if (read !== undefined) return [{ cause: 'database', detail: read }]
    const written = await this.#written()
    return written === undefined ? [] : [{ cause: 'writes', detail: written }]
  }

  /** Why writes are not stored. One is tried if the last one failed, or was long ago. */
  async #written(): Promise<string | undefined> {
    const { db, writes, now } = this.#parts
    if (writes.problem === undefined && performance.now() - writes.storedAt < quietMs) return undefined
    const tryRow = (row: number): Promise<unknown> =>
      db.write(probe, row, now()).catch((error) => {
        // The database may have several machines. If only one is down, this server still works for most companies.
        if (error instanceof MachineDown && row + 1 < probes) return tryRow(row + 1)
        throw error
      })
    const problem = await problemOf(tryRow(0))
    return problem === undefined ? undefined : (writes.problem ?? problem)
  }

  async #disk(): Promise<Trouble[]> {
    const { folder } = this.#parts
    if (folder === '') return []
    try {
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize
      if (free >= spaceMin) return []
      return [{ cause: 'disk', detail: `${Math.floor(free / 1_048_576)} MB are free in ${folder}` }]
    } catch (error) {
      return [{ cause: 'disk', detail: messageOf(error) }]
    }
  }
}

/** Why something failed or took too long; undefined if it went well. */
async function problemOf(tried: Promise<unknown>): Promise<string | undefined> {
  const late = after(answerMs, `no answer within ${answerMs / 1000} seconds`, { ref: false })
  const done = tried.then(
    () => undefined,
    (error: Error) => (error.cause instanceof Error ? error.cause.message.split('\n')[0]! : error.message),
  )
  return Promise.race([done, late])
}
