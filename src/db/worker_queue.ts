import { type MessagePort, Worker } from 'node:worker_threads'
import { type Failure, fromFailure, RequestError, toFailure } from '../engine/errors.ts'
import type { Db, Handle, Snapshots } from '../engine/sql.ts'
import { Turns } from '../shares/turns.ts'

/** A database without its worker thread. */
export type DirectDb = Omit<Db, 'runOnWorker'>

type Answer = { bytes?: Uint8Array<ArrayBuffer>; lasting?: boolean; failure?: Failure; statements: number }

/**
 * The bytes of a result, and whether it stays valid until the data changes, because it does not depend on the clock.
 */
type Answered = { bytes: Uint8Array<ArrayBuffer>; lasting: boolean }

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
  #worker: Worker | undefined
  /** By company. */
  readonly #waiting = new Turns<number, Task>()
  #idle: NodeJS.Timeout | undefined
  #running: Task | undefined
  #statements = 0

  constructor(module: URL, data: unknown, limits = workerLimits) {
    this.#module = module
    this.#data = data
    this.#limits = limits
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
    const worker = this.#worker
    clearTimeout(this.#idle)
    for (const task of this.#waiting.clear()) fail(task, 'the server is stopping')
    this.#died(worker, 'the server is stopping')
    await worker?.terminate()
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
    this.#worker ??= this.#start()
    this.#worker.postMessage(task.question)
  }

  #start(): Worker {
    const worker = new Worker(this.#module, {
      workerData: this.#data,
      resourceLimits: megabytesMax,
    })
    worker.on('message', ({ bytes, lasting = false, failure, statements }: Answer) => {
      const task = this.#running
      if (!task || worker !== this.#worker) return
      this.#running = undefined
      this.#statements += statements
      clearTimeout(task.timer)
      if (failure) task.reject(fromFailure(failure) as RequestError)
      else task.resolve({ bytes: bytes!, lasting })
      this.#next()
    })
    worker.on('error', (error) => this.#died(worker, 'the report failed; select fewer days or people', error))
    worker.on('exit', () => this.#died(worker, 'the report failed; try again'))
    return worker
  }

  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }

  #died(worker: Worker | undefined, message: string, cause?: unknown): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    const task = this.#running
    this.#running = undefined
    if (task) fail(task, message, cause)
    this.#next()
  }

  #timeOut(task: Task): void {
    const seconds = this.#limits.ms / 1000
    if (task === this.#running) {
      void this.#worker?.terminate()
      this.#died(this.#worker, `the report took more than ${seconds} seconds; select fewer days or people`)
    } else {
      this.#waiting.remove(task.companyId, task)
      fail(task, `other reports have taken more than ${seconds} seconds; try again`)
    }
  }
}

function tooMany(status: 429 | 503, what: string): RequestError {
  return new RequestError(status, `${what}; try again`, { headers: { 'retry-after': '2' } })
}

function fail(task: Task, message: string, cause?: unknown): void {
  clearTimeout(task.timer)
  task.reject(new RequestError(503, message, { cause }))
}

/** The body of the thread: runs the tasks received from a port, each in one snapshot. */
export function serveWorker<Question extends { actor: { companyId: number } }>(
  port: MessagePort,
  snapshots: Snapshots,
  answer: (question: Question, handle: Handle) => Promise<{ text: string; lasting: boolean }>,
): void {
  port.on('message', async (question: Question) => {
    const before = snapshots.statements()
    const reply: Answer = { statements: 0 }
    try {
      const { text, lasting } = await snapshots.take((handle) => answer(question, handle), question.actor.companyId)
      Object.assign(reply, { bytes: new TextEncoder().encode(text), lasting })
    } catch (error) {
      reply.failure = toFailure(error)
    }
    reply.statements = snapshots.statements() - before
    port.postMessage(reply, reply.bytes ? [reply.bytes.buffer] : [])
  })
}
