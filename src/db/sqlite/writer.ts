import { rmSync } from 'node:fs'
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { runOperation } from '../../audit/write.ts'
import { type Failure, RequestError, toFailure } from '../../engine/errors.ts'
import type { Operation, Origin } from '../../engine/sql.ts'
import { messageOf, sqliteCodeOf } from '../../rules/thrown.ts'
import { Turns, takePart } from '../../shares/turns.ts'
import type { FileTrouble } from '../../sight/watched.ts'
import { copyOpen, putInPlace } from '../backup/file.ts'
import { Connection } from './connection.ts'
import { OpenFile } from './open_file.ts'

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

/** Work for the thread; an instant at which to look at the file; or the order to end. */
export type Told = Job[] | { look: number } | 'close'

/**
 * What the thread reports: results, with the seconds that their commits took; what is wrong with the file, at the end of
 * a look or before it saves what is open.
 */
export type Report =
  | { answers: Answer[]; commits: number[] }
  | { trouble: FileTrouble | undefined; isEnd: boolean }
  | 'ready'
  | 'closed'

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
  /** How long the commits took that no one has been told of, in seconds. */
  commits: number[] = []
  /** What is wrong with the file, as far as is known. While something is, nothing is acknowledged. */
  trouble: FileTrouble | undefined
  readonly #file: OpenFile
  readonly #operations: Map<string, Operation<unknown, unknown>>
  readonly #forget: Forget
  #looks = 0
  /** When the log was last written to, at the last look. */
  #logChanged = 0n

  constructor(file: string, operations: readonly Operation<never, unknown>[], forget: Forget) {
    this.connection = new Connection(file)
    this.#file = new OpenFile(file)
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
    if (this.trouble && this.#compare()) return jobs.map(withoutFile)
    const answers: Answer[] = []
    try {
      connection.control('begin immediate')
      for (let waiting = [...first]; waiting.length > 0; jobs.push(...waiting)) {
        while (waiting.length > 0) answers.push(...(await this.#run(takePart(waiting, (job) => this.#markOf(job)))))
        waiting = [...arrived()]
      }
      this.#commit()
    } catch (error) {
      if (connection.database.isTransaction) connection.database.exec('rollback')
      this.#forget()
      if (isDiskFull(error)) connection.emptyLog()
      if (jobs.length === 1) return [{ id: jobs[0]!.id, failure: failureOf(error), statements: 0 }]
      const alone: Answer[] = []
      for (const job of jobs) alone.push(...(await this.group([job])))
      return alone
    }
    // Nothing that fails from here on may run the jobs again.
    return this.#compare() ? jobs.map(withoutFile) : answers
  }

  #commit(): void {
    const began = performance.now()
    this.connection.control('commit')
    this.commits.push((performance.now() - began) / 1000)
  }

  /** Compares the file with the one that is open. */
  #compare(): FileTrouble | undefined {
    const detail = this.#file.trouble()
    this.trouble = detail === undefined ? undefined : (this.trouble ?? { detail, saved: '' })
    return this.trouble
  }

  /**
   * Looks at the file between groups. If it is no longer the one that is open, saves what is open beside it, once. If
   * nothing was written since the last look, empties a large log.
   */
  async look(now: number, report: (told: Report) => void): Promise<void> {
    const trouble = this.#compare()
    if (trouble) {
      // The copy may take long.
      report({ trouble, isEnd: false })
      await this.#save(trouble, now)
    } else if (this.#file.logChanged === this.#logChanged && this.#file.logBytes > restingLogMax)
      this.connection.truncateLog()
    this.#logChanged = this.#file.logChanged
    report({ trouble: this.trouble, isEnd: true })
  }

  async #save(trouble: FileTrouble, now: number): Promise<void> {
    this.#looks += 1
    if (trouble.saved !== '' || !this.#file.hasFolder || this.#looks % looksPerTry !== 1) return
    const name = this.#file.copyAt(now)
    const part = `${name}.part`
    const detail = this.#file.trouble() ?? trouble.detail
    try {
      await copyOpen(this.connection.database, part)
      await putInPlace(part, name)
      this.trouble = { detail, saved: name }
    } catch (error) {
      rmSync(part, { force: true })
      this.trouble = { detail: `${detail}; what is open cannot be saved: ${messageOf(error)}`, saved: '' }
    }
  }

  /** Closes the connection, and leaves no log beside a file that it is not of. */
  async close(now: number): Promise<void> {
    this.#looks = 0
    if (this.#compare()) await this.#save(this.trouble!, now)
    this.connection.close()
    this.#file.clearAway(this.trouble?.saved ?? '', now)
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

/** A log of this many bytes is emptied when the writer rests. */
const restingLogMax = 4 * 1_048_576

/** A copy that failed is tried again after so many looks. */
const looksPerTry = 30

/** The result of a job whose commit, if there was one, is in no file at the path. */
function withoutFile({ id }: Job): Answer {
  return { id, failure: toFailure(new RequestError(503, 'database_file_gone')), statements: 0 }
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
  const report = (told: Report) => port.postMessage(told)
  let busy = false
  let looksAt: number | undefined
  let [now, closing] = [0, false]

  const take = (message: Told) => {
    if (message === 'close') closing = true
    else if ('look' in message) looksAt = now = message.look
    else
      for (const job of message) {
        queue.add(job.companyId, job)
        now = Math.max(now, job.now)
      }
  }
  const receive = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) take(next.message)
  }
  const runGroup = async () => {
    const room = { ...groupMax }
    const arrived = () => {
      receive()
      return nextOf(queue, room)
    }
    const known = writer.trouble
    const answers = await writer.group(nextOf(queue, room), arrived)
    report({ answers, commits: writer.commits.splice(0) })
    if (writer.trouble !== known) looksAt ??= now
    receive()
  }
  const work = async () => {
    if (busy) return
    busy = true
    while (queue.size > 0 || looksAt !== undefined) {
      while (queue.size > 0 && looksAt === undefined) await runGroup()
      if (looksAt === undefined) continue
      const at = looksAt
      looksAt = undefined
      await writer.look(at, report)
    }
    busy = false
    if (!closing) return
    await writer.close(now)
    report('closed')
    port.close()
  }

  port.on('message', (message: Told) => {
    take(message)
    void work()
  })
  report('ready')
}
