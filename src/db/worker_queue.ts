import { type MessagePort, Worker } from 'node:worker_threads'
import { type Failure, fromFailure, RequestError, toFailure } from '../engine/errors.ts'
import type { Db, Handle, Snapshots } from '../engine/sql.ts'

/** A database without its worker thread. */
export type DirectDb = Omit<Db, 'runOnWorker'>

type Answer = { bytes?: Uint8Array<ArrayBuffer>; failure?: Failure; statements: number }

type Asked = {
  question: unknown
  resolve: (bytes: Uint8Array<ArrayBuffer>) => void
  reject: (error: RequestError) => void
  timer: NodeJS.Timeout
}

/** Longest time that a question waits, and then takes; most questions that wait. */
export const workerLimits = { ms: 60_000, asked: 100 }

// A report that needs more ends its thread, not the server.
const megabytesMax = 2048

/**
 * Questions to a thread, one after the other. It is started by the first one, and again by the next after it has died
 * or was ended because a question took too long.
 */
export class WorkerQueue {
  readonly #module: URL
  readonly #data: unknown
  readonly #limits: typeof workerLimits
  #worker: Worker | undefined
  #waiting: Asked[] = []
  #running: Asked | undefined
  #statements = 0

  constructor(module: URL, data: unknown, limits = workerLimits) {
    this.#module = module
    this.#data = data
    this.#limits = limits
  }

  ask(question: unknown): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= this.#limits.asked)
        return reject(new RequestError(503, 'too many reports are being made at once; try again'))
      const asked: Asked = { question, resolve, reject, timer: setTimeout(() => this.#giveUp(asked), this.#limits.ms) }
      this.#waiting.push(asked)
      this.#next()
    })
  }

  statements(): number {
    return this.#statements
  }

  async close(): Promise<void> {
    const worker = this.#worker
    for (const asked of this.#waiting.splice(0)) fail(asked, 'the server is stopping')
    this.#died(worker, 'the server is stopping')
    await worker?.terminate()
  }

  #next(): void {
    if (this.#running) return
    const asked = this.#waiting.shift()
    if (!asked) return
    this.#running = asked
    asked.timer.refresh()
    this.#worker ??= this.#start()
    this.#worker.postMessage(asked.question)
  }

  #start(): Worker {
    const worker = new Worker(this.#module, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: megabytesMax },
    })
    worker.on('message', ({ bytes, failure, statements }: Answer) => {
      const asked = this.#running
      if (!asked || worker !== this.#worker) return
      this.#running = undefined
      this.#statements += statements
      clearTimeout(asked.timer)
      if (failure) asked.reject(fromFailure(failure) as RequestError)
      else asked.resolve(bytes!)
      this.#next()
    })
    worker.on('error', (error) =>
      this.#died(worker, 'the report could not be made; ask for fewer days or people', error),
    )
    worker.on('exit', () => this.#died(worker, 'the report could not be made; try again'))
    return worker
  }

  #died(worker: Worker | undefined, message: string, cause?: unknown): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    const asked = this.#running
    this.#running = undefined
    if (asked) fail(asked, message, cause)
    this.#next()
  }

  #giveUp(asked: Asked): void {
    const seconds = this.#limits.ms / 1000
    if (asked === this.#running) {
      void this.#worker?.terminate()
      this.#died(this.#worker, `the report took more than ${seconds} seconds; ask for fewer days or people`)
    } else {
      this.#waiting = this.#waiting.filter((other) => other !== asked)
      fail(asked, `other reports have taken more than ${seconds} seconds; try again`)
    }
  }
}

function fail(asked: Asked, message: string, cause?: unknown): void {
  clearTimeout(asked.timer)
  asked.reject(new RequestError(503, message, { cause }))
}

/** Answers what a port asks: the body of the thread. */
export function serveWorker<Question>(
  port: MessagePort,
  snapshots: Snapshots,
  answer: (question: Question, handle: Handle) => Promise<string>,
): void {
  port.on('message', async (question: Question) => {
    const before = snapshots.statements()
    const reply: Answer = { statements: 0 }
    try {
      reply.bytes = new TextEncoder().encode(await snapshots.take((handle) => answer(question, handle)))
    } catch (error) {
      reply.failure = toFailure(error)
    }
    reply.statements = snapshots.statements() - before
    port.postMessage(reply, reply.bytes ? [reply.bytes.buffer] : [])
  })
}
