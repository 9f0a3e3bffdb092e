import { fstatSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { fromFailure, RequestError } from '../engine/errors.ts'
import { FileIn, openUnlinked } from '../files/unlinked_file.ts'
import { valueAt } from '../rules/elements.ts'
import { once } from '../rules/once.ts'
import { isOutOfFiles, isOutOfMemory } from '../rules/thrown.ts'
import { Turns } from '../shares/turns.ts'
import type { Outcome, Progress, Question } from './question.ts'
import type { ExportJob, Message } from './thread.ts'

/** The most exports per company, until they have been sent; the most that run at once on this server, and that wait. */
const limits = { company: 2, running: 4, waiting: 40 }

// An export that needs more ends its thread, not the server.
const megabytesMax = 512

/** The last thread ends after this long without an export, to free its memory. */
const idleMs = 60_000

/** A running export. `made` rejects with a RequestError; `cancel` stops the work and deletes the partial file. */
export type Job = { made: Promise<Made>; cancel: () => void }

/**
 * A finished export, as a stream or as all of its bytes. `close` deletes the file; the consumer must call it when it has
 * read them.
 */
type Made = Outcome & {
  bytes: number
  stream: () => ReturnType<FileIn['stream']>
  content: () => Promise<Buffer>
  close: () => void
}

/** A thread, and the listener of its current job. */
type Thread = { worker: Worker; listener: ((message: Message | Error) => void) | undefined }

/**
 * Makes exports on their own threads, into unlinked files: a client gets a file only when it is complete, however slowly
 * it reads, and nothing is left behind if the server stops.
 */
export class Exporter {
  readonly #module: URL
  readonly #data: unknown
  /** How many exports each company has. */
  readonly #owned = new Map<number, number>()
  /** Functions that start the waiting exports; companies take turns. */
  readonly #waiting = new Turns<number, () => void>()
  /** Running threads, and one idle thread kept for the next export. */
  readonly #threads = new Set<Thread>()
  #idle: NodeJS.Timeout | undefined
  #closed = false
  /** Why no export can be made at the moment. */
  refusal: () => RequestError | undefined = () => undefined

  constructor(module: URL, data: unknown) {
    this.#module = module
    this.#data = data
  }

  /** Starts an export, when it is its turn. Throws RequestError 429 if the company has too many, 503 if too many wait. */
  begin(question: Question, onProgress: (progress: Progress) => void = () => {}): Job {
    const { companyId } = question.actor
    const refusal = this.#closed ? stopped() : this.refusal()
    if (refusal) throw refusal
    if ((this.#owned.get(companyId) ?? 0) >= limits.company)
      throw tooMany(429, 'other exports of your company are running')
    const waits = this.#waiting.size > 0 || this.#busy() >= limits.running
    if (waits && this.#waiting.size >= limits.waiting) throw tooMany(503, 'too many exports are running')
    const fd = openUnlinked()
    const file = new FileIn(fd)
    const close = this.#own(companyId, file)
    let cancel = () => {}
    const made = new Promise<Made>((resolve, reject) => {
      const fail = (error: Error) => {
        close()
        reject(error)
      }
      const start = () => {
        if (this.#closed) return fail(stopped())
        const thread = this.#takeThread()
        const listener = (message: Message | Error) => {
          if ('progress' in message) return onProgress(message.progress)
          this.#release(thread)
          if ('failure' in message) return fail(fromFailure(message.failure))
          if (message instanceof Error) return fail(message)
          const bytes = fstatSync(fd).size
          const content = async () => Buffer.concat(await Array.fromAsync(file.pieces(bytes)))
          resolve({ ...message.outcome, bytes, stream: () => file.stream(bytes), content, close })
        }
        thread.listener = listener
        cancel = () => {
          if (thread.listener === listener) void thread.worker.terminate()
        }
        const job: ExportJob = { question, fd }
        thread.worker.postMessage(job)
      }
      cancel = () => {
        if (this.#waiting.remove(companyId, start)) fail(stopped())
      }
      if (waits) this.#waiting.add(companyId, start)
      else start()
    })
    return { made, cancel: () => cancel() }
  }

  /** Counts an export of a company until the function that it returns has closed its file. */
  #own(companyId: number, file: FileIn): () => void {
    this.#owned.set(companyId, (this.#owned.get(companyId) ?? 0) + 1)
    return once(() => {
      file.close()
      const left = valueAt(this.#owned, companyId) - 1
      if (left > 0) this.#owned.set(companyId, left)
      else this.#owned.delete(companyId)
    })
  }

  /** How many exports wait or run. */
  get waiting(): number {
    return this.#waiting.size + this.#busy()
  }

  #busy(): number {
    return [...this.#threads].filter(({ listener }) => listener).length
  }

  /** Stops everything. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    for (const start of this.#waiting.clear()) start()
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #takeThread(): Thread {
    const idle = [...this.#threads].find(({ listener }) => !listener)
    if (idle) {
      idle.worker.ref()
      return idle
    }
    const worker = new Worker(this.#module, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: megabytesMax, maxYoungGenerationSizeMb: 32 },
    })
    const thread: Thread = { worker, listener: undefined }
    this.#threads.add(thread)
    const ended = (error: RequestError) => {
      this.#threads.delete(thread)
      if (thread.listener) thread.listener(error)
      else this.#startWaiting()
    }
    worker.on('message', (message: Message) => thread.listener?.(message))
    worker.on('error', (cause) => ended(whyDied(cause)))
    worker.on('exit', () => ended(stopped()))
    return thread
  }

  /** Releases a thread that has finished. One idle thread is kept for a while. */
  #release(thread: Thread): void {
    thread.listener = undefined
    thread.worker.unref()
    this.#startWaiting()
    this.#endIdle(1)
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.#endIdle(0), idleMs).unref()
  }

  /** Ends idle threads, except for `kept` of them. */
  #endIdle(kept: number): void {
    for (const thread of [...this.#threads].filter(({ listener }) => !listener).slice(kept)) {
      this.#threads.delete(thread)
      void thread.worker.terminate()
    }
  }

  #startWaiting(): void {
    if (this.#busy() < limits.running) this.#waiting.take()?.()
  }
}

/** Why a thread has died. Fewer days or people are of use only if its memory was not enough. */
function whyDied(cause: unknown): RequestError {
  if (isOutOfMemory(cause)) return new RequestError(503, 'export_failed', {}, { cause })
  return new RequestError(503, isOutOfFiles(cause) ? 'too_many_files_open' : 'export_stopped', {}, { cause })
}

function stopped(): RequestError {
  return new RequestError(503, 'export_stopped')
}

function tooMany(status: 429 | 503, what: string): RequestError {
  return new RequestError(status, 'busy_until_finished', { problem: what }, { headers: { 'retry-after': '10' } })
}
