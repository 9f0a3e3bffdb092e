import type pg from 'pg'
import { runOperation } from '../../audit/write.ts'
import { clearReferenceData } from '../../engine/company_snapshot.ts'
import type { Operation, Origin } from '../../engine/sql.ts'
import { asError } from '../../rules/thrown.ts'
import { takePart } from '../../shares/turns.ts'
import {
  attempts,
  connectionLost,
  isConflict,
  isFromBehind,
  mayRetry,
  mustClose,
  publicError,
  unavailable,
} from './errors.ts'
import { PostgresTransaction, transactionOf, type Writing } from './transaction.ts'

/** The most operations that one transaction commits, and the most that wait per company. */
const groupMax = 32
const waitingMax = 2000

/** An operation that waits for its turn, and how to answer it. */
type Job = {
  operation: Operation<unknown, unknown>
  input: unknown
  now: number
  origin: Origin | undefined
  resolve: (output: unknown) => void
  reject: (error: Error) => void
}

/** The outcome of a job in a transaction that is not committed yet. */
type Outcome = { output: unknown } | { refusal: Error }

/**
 * Why a transaction was not committed, and at which stage. unknown: it may have been committed; shared: no single
 * operation is known to have failed.
 */
type Failure = { error: Error; stage: 'run' | 'commit'; unknown: boolean; shared: boolean }

/** An operation failed after it had written, so the shared transaction has to be rolled back. */
class Spoiled extends Error {}

/** The same for operations that ran as one; any of them may have failed. */
class SpoiledTogether extends Spoiled {}

/**
 * Writes on a pool of connections. Operations of one company that wait for its lock run in sequence in one transaction,
 * on one connection, some of them as one write, and are committed together; results are returned only then. A refused
 * operation has written nothing: it decides first or, if it has several steps, takes them back (`Tx.whole`). If the
 * transaction fails, each operation is run again in a separate one.
 */
export class PostgresWrites {
  readonly #writing: Writing
  readonly #slots: Slots
  /** The waiting operations by company. A company with an entry has a transaction in progress. */
  readonly #waiting = new Map<number, Job[]>()

  /** `connections`: how many connections of the pool writes may use at a time. */
  constructor(writing: Writing, connections: number) {
    this.#writing = writing
    this.#slots = new Slots(connections)
  }

  /** Runs an operation and commits it. RequestError 503 if the database cannot be reached or is busy. */
  write<I, O>(operation: Operation<I, O>, input: I, now: number, origin?: Origin): Promise<O> {
    const companyId = operation.locks?.(input)
    return new Promise((resolve, reject) => {
      const job = { operation, input, now, origin, resolve, reject } as unknown as Job
      if (companyId === undefined) void this.#alone(job)
      else this.#queue(companyId, job)
    })
  }

  #queue(companyId: number, job: Job): void {
    const waiting = this.#waiting.get(companyId)
    if (!waiting) {
      this.#waiting.set(companyId, [job])
      void this.#serve(companyId)
    } else if (waiting.length < waitingMax) waiting.push(job)
    else job.reject(unavailable('too_many_company_changes_wait'))
  }

  /** Runs the operations of a company until none are waiting. */
  async #serve(companyId: number): Promise<void> {
    const waiting = this.#waiting.get(companyId)!
    for (let failures = 0; waiting.length > 0; ) {
      const jobs: Job[] = []
      const failure = await this.#together(companyId, waiting, jobs)
      if (jobs.length > 0 || !failure) failures = 0
      else if (mayRetry(failure.error, failures + 1)) failures += 1
      else for (const job of waiting.splice(0)) job.reject(publicError(failure.error))
      if (failure) await this.#again(jobs, failure)
    }
    this.#waiting.delete(companyId)
  }

  /** Runs waiting operations in one transaction, moving them to `jobs`. Returns why it was not committed. */
  #together(companyId: number, waiting: Job[], jobs: Job[]): Promise<Failure | undefined> {
    return this.#transact(companyId, async (transaction) => {
      await transaction.lock(companyId)
      const outcomes: Outcome[] = []
      while (waiting.length > 0 && jobs.length < groupMax) {
        const part = takePart(waiting, ({ operation, input }) => operation.together?.mark(input))
        jobs.push(...part)
        const shared = part.length > 1 ? await runAsOne(transaction, part) : undefined
        if (shared) outcomes.push(...shared)
        else for (const job of part) outcomes.push(await runIn(transaction, job))
      }
      return () => answer(jobs, outcomes)
    })
  }

  /** Runs each operation of a failed transaction in a separate one, unless that could repeat it or would be useless. */
  async #again(jobs: readonly Job[], { error, unknown, stage, shared }: Failure): Promise<void> {
    const isHopeless = unknown || (connectionLost(error) && !mayRetry(error))
    for (const [index, job] of jobs.entries()) {
      // The operation that made the transaction fail has had its turn, unless others caused the failure.
      const hadTurn =
        jobs.length === 1 || (stage === 'run' && !shared && index === jobs.length - 1 && publicError(error) !== error)
      if (isHopeless || (hadTurn && !isConflict(error) && !mayRetry(error))) job.reject(publicError(error))
      else await this.#alone(job)
    }
  }

  /**
   * Runs an operation in a transaction of its own. It is retried after a conflict with another transaction (serialization
   * failure, deadlock, unique key) and after losing the connection before the commit.
   */
  async #alone(job: Job): Promise<void> {
    const run = async (transaction: PostgresTransaction) => {
      const tx = transactionOf(transaction, job)
      const output = await runOperation(job.operation, tx, job.input)
      tx.end()
      return () => job.resolve(output)
    }
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#transact(job.operation.locks?.(job.input), run)
      if (!failure) return
      const { error, unknown } = failure
      if (unknown || !(isConflict(error) ? attempt < attempts : mayRetry(error, attempt)))
        return job.reject(publicError(error))
    }
  }

  /** Runs a function in a transaction, and calls the function that it returns after the commit. */
  async #transact(
    companyId: number | undefined,
    run: (transaction: PostgresTransaction) => Promise<() => void>,
  ): Promise<Failure | undefined> {
    let giveBack: (() => void) | undefined
    let client: pg.PoolClient | undefined
    let transaction: PostgresTransaction | undefined
    try {
      giveBack = await this.#slots.take()
      client = await this.#writing.pool.connect()
      transaction = new PostgresTransaction(client, this.#writing)
      const committed = await run(transaction)
      const began = performance.now()
      await transaction.commit()
      this.#writing.commits.took((performance.now() - began) / 1000)
      client.release()
      committed()
      return undefined
    } catch (thrown) {
      const error = asError(thrown instanceof Spoiled ? thrown.cause : thrown)
      // Caches filled inside the transaction may hold rows that never existed.
      if (transaction?.written || transaction?.failure) clearReferenceData(companyId)
      if (client) await release(client, error)
      const stage = transaction?.committing ? 'commit' : 'run'
      // If the connection is lost during the commit, its outcome is unknown, so nothing is retried.
      const unknown = stage === 'commit' && (connectionLost(error) || isFromBehind(error))
      return { error, stage, unknown, shared: thrown instanceof SpoiledTogether }
    } finally {
      giveBack?.()
    }
  }
}

/**
 * Runs a job in a shared transaction. A refusal affects only the job; any other failure affects the whole transaction.
 */
async function runIn(transaction: PostgresTransaction, job: Job): Promise<Outcome> {
  const before = transaction.written
  transaction.written = false
  const tx = transactionOf(transaction, job)
  try {
    return { output: await runOperation(job.operation, tx, job.input) }
  } catch (error) {
    if (transaction.failure) throw transaction.failure
    if (transaction.written) throw new Spoiled('', { cause: error })
    return { refusal: asError(error) }
  } finally {
    tx.end()
    transaction.written ||= before
  }
}

/** Runs jobs as one write, at the time of the newest. Returns nothing if that fails before anything was written. */
async function runAsOne(transaction: PostgresTransaction, jobs: readonly Job[]): Promise<Outcome[] | undefined> {
  const before = transaction.written
  transaction.written = false
  const [{ operation, origin }] = jobs as [Job]
  const tx = transactionOf(transaction, { now: Math.max(...jobs.map((job) => job.now)), origin })
  try {
    const outputs = await operation.together!.run(
      tx,
      jobs.map((job) => job.input),
    )
    return outputs.map((output) => ({ output }))
  } catch (error) {
    if (transaction.failure || transaction.written)
      throw new SpoiledTogether('', { cause: transaction.failure ?? error })
    return undefined
  } finally {
    tx.end()
    transaction.written ||= before
  }
}

function answer(jobs: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries())
    if ('refusal' in outcome) jobs[index]!.reject(outcome.refusal)
    else jobs[index]!.resolve(outcome.output)
}

/** Returns a connection to the pool after a failure: rolled back, or closed if it is lost. */
async function release(client: pg.PoolClient, failure: Error): Promise<void> {
  let broken = mustClose(failure) ? failure : undefined
  if (!broken)
    await client.query('rollback').catch((error) => {
      broken = error
    })
  client.release(broken)
}

/** A limited number of slots; others wait in the order of arrival. */
class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Waits for a slot. Returns a function that releases it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
