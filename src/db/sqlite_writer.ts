import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { type Failure, toFailure } from '../engine/errors.ts'
import type { Operation } from '../engine/sql.ts'
import { Connection } from './sqlite_connection.ts'

/** An operation on its way to the thread. */
export type Job = { id: number; operation: string; input: unknown; now: number }
/** Its answer on the way back. */
export type Answer = { id: number; output?: unknown; failure?: Failure; statements: number }

const groupMax = 256

/** Runs when a group's commit has failed: what the operations' caches learned inside it never happened. */
type Forget = () => void

/** An operation failed after it had written: the transaction that it shares with others is of no use any more. */
class Spoiled extends Error {}

/**
 * Serves operations on one connection. Those that arrive while a commit is running are run one after another inside one
 * transaction, committed together, and answered only then. An operation that is refused has written nothing (it decides
 * first), so none needs a savepoint; should one fail in the middle of writing, all are run again, each by itself.
 */
export class Writer {
  readonly connection: Connection
  readonly #operations: Map<string, Operation<unknown, unknown>>
  readonly #forget: Forget

  constructor(file: string, operations: readonly Operation<never, unknown>[], forget: Forget) {
    this.connection = new Connection(file)
    this.#operations = new Map(operations.map((entry) => [entry.name, entry as Operation<unknown, unknown>]))
    this.#forget = forget
  }

  /** Runs a group of jobs in one transaction and gives their answers, in order. */
  async group(jobs: readonly Job[]): Promise<Answer[]> {
    const { connection } = this
    const answers: Answer[] = []
    try {
      connection.step('begin immediate')
      for (const job of jobs) answers.push(await this.#one(job))
      connection.step('commit')
      return answers
    } catch (error) {
      if (connection.database.isTransaction) connection.database.exec('rollback')
      this.#forget()
      if (jobs.length === 1) return [{ id: jobs[0]!.id, failure: failureOf(error), statements: 0 }]
      const alone: Answer[] = []
      for (const job of jobs) alone.push(...(await this.group([job])))
      return alone
    }
  }

  async #one(job: Job): Promise<Answer> {
    const { connection } = this
    const before = connection.statements
    const operation = this.#operations.get(job.operation)
    if (!operation) throw new Error(`No operation is called ${job.operation}; is it listed in src/operations.ts?`)
    const tx = connection.transaction(job.now)
    try {
      const output = await operation.run(tx, job.input)
      return { id: job.id, output, statements: connection.statements - before }
    } catch (error) {
      if (tx.hasWritten() || !connection.database.isTransaction) throw new Spoiled('', { cause: error })
      return { id: job.id, failure: toFailure(error), statements: connection.statements - before }
    } finally {
      tx.end()
    }
  }
}

function failureOf(error: unknown): Failure {
  return error instanceof Spoiled ? toFailure(error.cause) : { ...toFailure(error), kind: 'unstored' }
}

/** Serves a port: the body of the writing thread. */
export function serve(
  port: MessagePort,
  file: string,
  operations: readonly Operation<never, unknown>[],
  forget: Forget,
): void {
  const writer = new Writer(file, operations, forget)
  const queue: Job[] = []
  let busy = false

  let closing = false

  const take = (message: Job[] | 'close') => {
    if (message === 'close') closing = true
    else queue.push(...message)
  }
  const work = async () => {
    if (busy) return
    busy = true
    while (queue.length > 0) {
      port.postMessage(await writer.group(queue.splice(0, groupMax)))
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) take(next.message)
    }
    busy = false
    if (!closing) return
    writer.connection.close()
    port.postMessage('closed')
    port.close()
  }

  port.on('message', (message) => {
    take(message)
    void work()
  })
  port.postMessage('ready')
}
