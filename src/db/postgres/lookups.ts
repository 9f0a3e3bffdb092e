import type pg from 'pg'
import type { Row, Statement } from '../../engine/sql.ts'
import { asError } from '../../rules/thrown.ts'
import { mustClose } from './errors.ts'
import { type Counter, handleOf } from './transaction.ts'

/** The most lookups that share a connection at a time, so that none waits long for the others. */
const togetherMax = 16

type Lookup = { statement: Statement; resolve: (row: never) => void; reject: (error: Error) => void }

/**
 * Looks up single rows. Lookups of one turn of the event loop, such as for the tokens of requests that arrived
 * together, are sent in one packet on one connection, each as a separate transaction.
 */
export class PostgresLookups {
  readonly #pool: pg.Pool
  readonly #counter: Counter
  #waiting: Lookup[] = []

  constructor(pool: pg.Pool, counter: Counter) {
    this.#pool = pool
    this.#counter = counter
  }

  get<T = Row>(statement: Statement): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, resolve, reject })
      if (this.#waiting.length === 1) setImmediate(() => this.#flush())
    })
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (let start = 0; start < waiting.length; start += togetherMax)
      void this.#send(waiting.slice(start, start + togetherMax))
  }

  async #send(lookups: readonly Lookup[]): Promise<void> {
    let client: pg.PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await this.#pool.connect()
    } catch (error) {
      for (const { reject } of lookups) reject(asError(error))
      return
    }
    const { get } = handleOf(client, this.#counter)
    await Promise.all(
      lookups.map(({ statement, resolve, reject }) =>
        get<never>(statement).then(
          (row) => resolve(row as never),
          (error) => {
            if (mustClose(error)) broken = error
            reject(error)
          },
        ),
      ),
    )
    client.release(broken)
  }
}
