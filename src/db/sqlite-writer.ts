import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { type Failure, toFailure } from '../engine/errors.ts'
import type { Operation } from '../engine/sql.ts'
import { Connection } from './sqlite-connection.ts'

/** An operation on its way to the thread. */
export type Job = { id: number; operation: string; input: unknown; now: number }
/** Its answer on the way back. */
export type Answer = { id: number; output?: unknown; failure?: Failure; statements: number }

const groupMax = 256

/** Runs when a group's commit has failed: what the operations' caches learned inside it never happened. */
type Forget = () => void

/**
 * Serves operations on one connection. Those that arrive while a commit is running are run one after another inside
 * one outer transaction, each behind a savepoint, committed together, and answered only then.
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

  /** Runs a group of jobs in one transaction and gives their answers, in order. A failed commit fails them all. */
  async group(jobs: readonly Job[]): Promise<Answer[]> {
    const { database } = this.connection
    const answers: Answer[] = []
    try {
      this.connection.step('begin immediate')
      for (const job of jobs) answers.push(await this.#one(job))
      this.connection.step('commit')
      return answers
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      this.#forget()
      const failure: Failure = { ...toFailure(error), kind: 'unstored' }
      return jobs.map((job) => ({ id: job.id, failure, statements: 0 }))
    }
  }

  async #one(job: Job): Promise<Answer> {
    const { connection } = this
    const before = connection.statements
    const operation = this.#operations.get(job.operation)
    if (!operation) throw new Error(`No operation is called ${job.operation}; is it listed in src/operations.ts?`)
    const tx = connection.transaction(job.now)
    connection.step('savepoint request')
    try {
      const output = await operation.run(tx, job.input)
      connection.step('release request')
      return { id: job.id, output, statements: connection.statements - before }
    } catch (error) {
      if (!connection.database.isTransaction) throw error
      connection.database.exec('rollback to request')
      connection.database.exec('release request')
      this.#forget()
      return { id: job.id, failure: toFailure(error), statements: connection.statements - before }
    } finally {
      tx.end()
    }
  }
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
