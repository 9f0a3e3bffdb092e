import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { runOperation } from '../audit/write.ts'
import { type Failure, toFailure } from '../engine/errors.ts'
import type { Operation, Origin } from '../engine/sql.ts'
import { Turns } from '../shares/turns.ts'
import { Connection } from './sqlite_connection.ts'
import { takePart } from './together.ts'

/** An operation sent to the thread. `size` is the size of the texts in the input, as a measure of the work. */
export type Job = {
  id: number
  operation: string
  input: unknown
  now: number
  origin?: Origin | undefined
  companyId: number
  size: number
}
/** Its result. */
export type Answer = { id: number; output?: unknown; failure?: Failure; statements: number }

/** The most operations in a group, and the most characters of their texts, so that no one waits long for a group. */
const groupMax = { jobs: 256, size: 65_536 }
/** Called when a group's commit has failed, to discard data cached inside the transaction. */
type Forget = () => void

/** An operation failed after it had written, so the shared transaction has to be rolled back. */
class Spoiled extends Error {}

/**
 * Runs operations on one connection. Those that arrive during a commit are run in sequence inside one transaction and
 * committed together; results are returned only then. A refused operation has written nothing, because it decides
 * first, so no savepoints are needed. If one fails after it has written, all are run again, each in its own
 * transaction.
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

  /** Runs a group of jobs in one transaction and returns their results, in order. */
  async group(jobs: readonly Job[]): Promise<Answer[]> {
    const { connection } = this
    const answers: Answer[] = []
    try {
      connection.control('begin immediate')
      const waiting = [...jobs]
      while (waiting.length > 0) answers.push(...(await this.#run(takePart(waiting, (job) => this.#markOf(job)))))
      connection.control('commit')
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

  #markOf({ operation, input }: Job): string | undefined {
    return this.#operations.get(operation)?.together?.mark(input)
  }

  async #run(jobs: readonly Job[]): Promise<Answer[]> {
    const answers: Answer[] = jobs.length > 1 ? await this.#together(jobs) : []
    if (answers.length === 0) for (const job of jobs) answers.push(await this.#one(job))
    return answers
  }

  /** Runs jobs as one write, at the time of the newest. Returns nothing if that fails before anything was written. */
  async #together(jobs: readonly Job[]): Promise<Answer[]> {
    const { connection } = this
    const before = connection.statements
    const tx = connection.transaction({ now: Math.max(...jobs.map((job) => job.now)), origin: jobs[0]!.origin })
    try {
      const { together } = this.#operations.get(jobs[0]!.operation)!
      const outputs = await together!.run(
        tx,
        jobs.map((job) => job.input),
      )
      const statements = connection.statements - before
      return jobs.map(({ id }, index) => ({ id, output: outputs[index], statements: index === 0 ? statements : 0 }))
    } catch (error) {
      if (tx.hasWritten() || !connection.database.isTransaction) throw new Spoiled('', { cause: error })
      return []
    } finally {
      tx.end()
    }
  }

  async #one(job: Job): Promise<Answer> {
    const { connection } = this
    const before = connection.statements
    const operation = this.#operations.get(job.operation)
    if (!operation) throw new Error(`There is no operation ${job.operation}; is it listed in src/operations.ts?`)
    const tx = connection.transaction(job)
    try {
      const output = await runOperation(operation, tx, job.input)
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

/** The operations to commit together next: companies take turns, and a company's operations stay next to each other. */
function nextGroup(queue: Turns<number, Job>): Job[] {
  const jobs: Job[] = []
  for (let size = 0; size < groupMax.size && jobs.length < groupMax.jobs; ) {
    const job = queue.take()
    if (!job) break
    jobs.push(job)
    size += job.size
  }
  return [...Map.groupBy(jobs, ({ companyId }) => companyId).values()].flat()
}

/** The body of the writer thread: runs the operations received from a port. */
export function serve(
  port: MessagePort,
  file: string,
  operations: readonly Operation<never, unknown>[],
  forget: Forget,
): void {
  const writer = new Writer(file, operations, forget)
  const queue = new Turns<number, Job>()
  let busy = false

  let closing = false

  const take = (message: Job[] | 'close') => {
    if (message === 'close') closing = true
    else for (const job of message) queue.add(job.companyId, job)
  }
  const work = async () => {
    if (busy) return
    busy = true
    while (queue.size > 0) {
      port.postMessage(await writer.group(nextGroup(queue)))
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
