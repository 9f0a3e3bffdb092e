import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { runOperation } from '../../audit/write.ts'
import { type Failure, toFailure } from '../../engine/errors.ts'
import type { Operation, Origin } from '../../engine/sql.ts'
import { sqliteCodeOf } from '../../rules/thrown.ts'
import { Turns, takePart } from '../../shares/turns.ts'
import { Connection } from './connection.ts'

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

/** Most operations in a group, and most characters of text in them, so that no one waits long for a group. */
const groupMax: Room = { jobs: 256, size: 65_536 }

/** What still fits into a group. */
type Room = { jobs: number; size: number }

/** Called when a group's commit has failed, to discard what was cached inside the transaction. */
type Forget = () => void

/** An operation failed after it had written, so the shared transaction has to be rolled back. */
class Spoiled extends Error {}

/**
 * Runs operations on one connection. Those that arrive during a commit, or while others of their group run, are run one
 * after the other in a single transaction and committed together; only then are results returned. A refused operation
 * has written nothing: it decides first or, if it has several steps, takes them back (`Tx.whole`). If one fails after it
 * has written, all are run again, each in its own transaction.
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

  /**
   * Runs a group of jobs in one transaction and returns their results, in order. `arrived` returns jobs that arrived
   * in the meantime; they join the group.
   */
  async group(first: readonly Job[], arrived: () => readonly Job[] = () => []): Promise<Answer[]> {
    const { connection } = this
    const jobs = [...first]
    const answers: Answer[] = []
    try {
      connection.control('begin immediate')
      for (let waiting = [...first]; waiting.length > 0; jobs.push(...waiting)) {
        while (waiting.length > 0) answers.push(...(await this.#run(takePart(waiting, (job) => this.#markOf(job)))))
        waiting = [...arrived()]
      }
      connection.control('commit')
      return answers
    } catch (error) {
      if (connection.database.isTransaction) connection.database.exec('rollback')
      this.#forget()
      if (isDiskFull(error)) connection.emptyLog()
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

/** Whether SQLite reports a full disk. */
function isDiskFull(error: unknown): boolean {
  return sqliteCodeOf(error instanceof Spoiled ? error.cause : error) === 13
}

function failureOf(error: unknown): Failure {
  return error instanceof Spoiled ? toFailure(error.cause) : { ...toFailure(error), kind: 'unstored' }
}

/** The operations to commit together next. Companies take turns, but the operations of each are run consecutively. */
function nextOf(queue: Turns<number, Job>, room: Room): Job[] {
  const jobs: Job[] = []
  while (room.size > 0 && room.jobs > 0) {
    const job = queue.take()
    if (!job) break
    jobs.push(job)
    room.size -= job.size
    room.jobs -= 1
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
  const receive = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) take(next.message)
  }
  const work = async () => {
    if (busy) return
    busy = true
    while (queue.size > 0) {
      const room = { ...groupMax }
      const arrived = () => {
        receive()
        return nextOf(queue, room)
      }
      port.postMessage(await writer.group(nextOf(queue, room), arrived))
      receive()
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
