import { closeSync } from 'node:fs'
import { type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads'
import { type Failure, fromFailure, RequestError, toFailure } from '../../engine/errors.ts'
import type { Db, Handle, LongAnswer, Snapshots } from '../../engine/sql.ts'
import { openUnlinked } from '../../files/unlinked_file.ts'
import { type Reason, reason } from '../../rules/refusals/reason.ts'
import { isOutOfFiles, isOutOfMemory } from '../../rules/thrown.ts'
import { Turns } from '../../shares/turns.ts'
import { type Ends, LongText, longAnswer } from './long_text.ts'

/** A database without its worker thread. */
export type DirectDb = Omit<Db, 'runOnWorker'>

/** A question for the thread. `fd` is an open file for an answer that is too long for memory, or -1. */
type Asked = { question: unknown; fd: number }

type Answer = {
  bytes?: Uint8Array<ArrayBuffer>
  ends?: Ends
  lasting?: boolean
  failure?: Failure
  statements: number
}

/** An answer, and whether it stays valid until the data changes, because it does not depend on the clock. */
type Answered = { answer: Uint8Array<ArrayBuffer> | LongAnswer; lasting: boolean }

/** A thread, and the open file to which it may write a long answer, or -1. */
type Thread = { readonly worker: Worker; fd: number }

type Task = {
  question: unknown
  companyId: number
  resolve: (answered: Answered) => void
  reject: (error: RequestError) => void
  timer: NodeJS.Timeout
}

/** The longest time that a task may wait, and then run; the most waiting tasks, in total and per company. */
export const workerLimits = { ms: 60_000, waiting: 100, ofOne: 20 }

/** The thread ends after this long without a task, to free its memory. */
const idleMs = 60_000

// A report that needs more memory ends its thread, not the server. Most objects of a report soon become garbage; with a
// large young generation, fewer are copied, which makes large reports a third faster.
const megabytesMax = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 192 }

/**
 * Runs tasks on a worker thread, one at a time; companies with waiting tasks take turns. The first task starts the
 * thread; if it has ended, because it was idle, died, or was terminated after a task took too long, the next task
 * starts it again.
 */
export class WorkerQueue {
  readonly #module: URL
  readonly #data: unknown
  readonly #limits: typeof workerLimits
  readonly #memory: ResourceLimits
  #thread: Thread | undefined
  /** By company. */
  readonly #waiting = new Turns<number, Task>()
  #idle: NodeJS.Timeout | undefined
  #running: Task | undefined
  #statements = 0

  constructor(module: URL, data: unknown, limits = workerLimits, memory: ResourceLimits = megabytesMax) {
    this.#module = module
    this.#data = data
    this.#limits = limits
    this.#memory = memory
  }

  /** Sends the thread a company's task. Throws RequestError 429 or 503 if too many are waiting. */
  run(question: unknown, companyId: number): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.of(companyId) >= this.#limits.ofOne)
        return reject(tooMany(429, 'your company waits for too many reports'))
      if (this.#waiting.size >= this.#limits.waiting) return reject(tooMany(503, 'too many reports are running'))
      const timer = setTimeout(() => this.#timeOut(task), this.#limits.ms)
      const task: Task = { question, companyId, resolve, reject, timer }
      this.#waiting.add(companyId, task)
      this.#next()
    })
  }

  statements(): number {
    return this.#statements
  }

  /** How many tasks wait or run. */
  get waiting(): number {
    return this.#waiting.size + (this.#running ? 1 : 0)
  }

  async close(): Promise<void> {
    const thread = this.#thread
    clearTimeout(this.#idle)
    for (const task of this.#waiting.clear()) fail(task, reason('server_stopping'))
    this.#died(thread, reason('server_stopping'))
    await thread?.worker.terminate()
  }

  #next(): void {
    if (this.#running) return
    clearTimeout(this.#idle)
    const task = this.#waiting.take()
    if (!task) {
      this.#idle = setTimeout(() => this.#end(), idleMs).unref()
      return
    }
    this.#running = task
    task.timer.refresh()
    this.#thread ??= this.#start()
    const { worker, fd } = this.#thread
    const asked: Asked = { question: task.question, fd }
    worker.postMessage(asked)
  }

  #start(): Thread {
    const worker = new Worker(this.#module, {
      workerData: this.#data,
      resourceLimits: this.#memory,
    })
    const thread: Thread = { worker, fd: openFile() }
    worker.on('message', ({ bytes, ends, lasting = false, failure, statements }: Answer) => {
      const task = this.#running
      if (!task || thread !== this.#thread) return
      this.#running = undefined
      this.#statements += statements
      clearTimeout(task.timer)
      if (failure) task.reject(fromFailure(failure) as RequestError)
      else if (bytes) task.resolve({ answer: bytes, lasting })
      else {
        task.resolve({ answer: longAnswer(thread.fd, ends!), lasting: false })
        thread.fd = openFile()
      }
      this.#next()
    })
    worker.on('error', (error) => this.#died(thread, whyDied(error), error))
    worker.on('exit', () => {
      if (thread.fd >= 0) closeSync(thread.fd)
      this.#died(thread, reason('report_failed'))
    })
    return thread
  }

  #end(): void {
    const thread = this.#thread
    this.#thread = undefined
    void thread?.worker.terminate()
  }

  #died(thread: Thread | undefined, why: Reason, cause?: unknown): void {
    if (thread !== this.#thread) return
    this.#thread = undefined
    const task = this.#running
    this.#running = undefined
    if (task) fail(task, why, cause)
    this.#next()
  }

  #timeOut(task: Task): void {
    const seconds = this.#limits.ms / 1000
    if (task === this.#running) {
      void this.#thread?.worker.terminate()
      this.#died(this.#thread, reason('report_took_too_long', { seconds }))
    } else {
      this.#waiting.remove(task.companyId, task)
      fail(task, reason('other_reports_took_too_long', { seconds }))
    }
  }
}

/** Why a thread has died. Fewer days or people are of use only if its memory was not enough. */
function whyDied(error: unknown): Reason {
  if (isOutOfMemory(error)) return reason('report_failed_of_size')
  return reason(isOutOfFiles(error) ? 'too_many_files_open' : 'report_failed')
}

function tooMany(status: 429 | 503, what: string): RequestError {
  return new RequestError(status, 'busy', { problem: what }, { headers: { 'retry-after': '2' } })
}

function fail(task: Task, why: Reason, cause?: unknown): void {
  clearTimeout(task.timer)
  task.reject(new RequestError(503, why, undefined, { cause }))
}

/** Opens a file for long answers. If the disk has no room for it, they stay in memory as far as that allows. */
function openFile(): number {
  try {
    return openUnlinked()
  } catch {
    return -1
  }
}

/** The body of the thread: answers the questions received from a port, each from one snapshot. */
export function serveWorker<Question extends { actor: { companyId: number } }>(
  port: MessagePort,
  snapshots: Snapshots,
  answer: (
    question: Question,
    handle: Handle,
    put: (text: string) => void,
  ) => Promise<{ text: string | { before: string; after: string }; lasting: boolean }>,
): void {
  port.on('message', async ({ question, fd }: { question: Question; fd: number }) => {
    const before = snapshots.statements()
    const reply: Answer = { statements: 0 }
    const long = new LongText(fd)
    try {
      const make = (handle: Handle) => {
        // A read is repeated after it lost its connection.
        long.clear()
        return answer(question, handle, long.put)
      }
      const { text, lasting } = await snapshots.take(make, question.actor.companyId)
      const whole = typeof text === 'string' ? new TextEncoder().encode(text) : long.end(text.before, text.after)
      Object.assign(reply, 'middle' in whole ? { ends: whole } : { bytes: whole, lasting })
    } catch (error) {
      reply.failure = toFailure(error)
    }
    reply.statements = snapshots.statements() - before
    port.postMessage(reply, reply.bytes ? [reply.bytes.buffer] : [])
  })
}
