import { closeSync, createReadStream, fstatSync, openSync, type ReadStream, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromFailure, RequestError } from '../engine/errors.ts'
import type { Outcome, Progress, Question } from './question.ts'
import type { ExportJob, Message } from './thread.ts'

/** Most concurrent exports per company (until they have been sent), and in total on this server. */
const atOnce = { company: 2, all: 4 }

// An export that needs more ends its thread, not the server.
const megabytesMax = 512

/** A running export. `made` rejects with a RequestError; `cancel` stops the work and deletes the partial file. */
export type Job = { made: Promise<Made>; cancel: () => void }

/** A finished export. `close` deletes the file; the consumer of the stream must call it when the stream has ended. */
type Made = Outcome & { bytes: number; stream: () => ReadStream; close: () => void }

/** A thread, and the listener of its current job. */
type Thread = { worker: Worker; listener: ((message: Message | Error) => void) | undefined }

/**
 * Makes exports on their own threads, into unlinked files: a client gets a file only when it is complete, however slowly
 * it reads, and nothing is left behind if the server stops.
 */
export class Exporter {
  readonly #module: URL
  readonly #data: unknown
  readonly #random: (bytes: number) => Buffer
  readonly #running = new Map<number, number>()
  /** Running threads, and one idle thread kept for the next export. */
  readonly #threads = new Set<Thread>()
  #closed = false

  constructor(module: URL, data: unknown, random: (bytes: number) => Buffer) {
    this.#module = module
    this.#data = data
    this.#random = random
  }

  /** Starts an export. Throws RequestError 429 if too many are running. */
  begin(question: Question, onProgress: (progress: Progress) => void = () => {}): Job {
    const { companyId } = question.actor
    const own = this.#running.get(companyId) ?? 0
    const busy = [...this.#threads].filter(({ listener }) => listener).length
    if (own >= atOnce.company || busy >= atOnce.all || this.#closed)
      throw new RequestError(429, 'other exports are running; try again when they have finished', {
        headers: { 'retry-after': '10' },
      })
    const fd = this.#openFile()
    this.#running.set(companyId, own + 1)
    const close = once(() => {
      closeSync(fd)
      const left = this.#running.get(companyId)! - 1
      if (left > 0) this.#running.set(companyId, left)
      else this.#running.delete(companyId)
    })
    const thread = this.#takeThread()
    const made = new Promise<Made>((resolve, reject) => {
      thread.listener = (message) => {
        if ('progress' in message) return onProgress(message.progress)
        this.#release(thread)
        if ('outcome' in message) {
          const stream = () => createReadStream('', { fd, start: 0, autoClose: false })
          return resolve({ ...message.outcome, bytes: fstatSync(fd).size, stream, close })
        }
        close()
        reject(message instanceof Error ? message : fromFailure(message.failure))
      }
    })
    const { listener } = thread
    const job: ExportJob = { question, fd }
    thread.worker.postMessage(job)
    const cancel = () => {
      if (thread.listener === listener) void thread.worker.terminate()
    }
    return { made, cancel }
  }

  /** Stops everything. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #openFile(): number {
    const path = join(tmpdir(), `clockhouse-${this.#random(12).toString('hex')}`)
    try {
      const fd = openSync(path, 'wx+', 0o600)
      unlinkSync(path)
      return fd
    } catch (cause) {
      throw new RequestError(503, 'the server has no disk space for the file; try again later', { cause })
    }
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
      thread.listener?.(error)
    }
    worker.on('message', (message: Message) => thread.listener?.(message))
    worker.on('error', (cause) =>
      ended(new RequestError(503, 'the export failed; select fewer days or people', { cause })),
    )
    worker.on('exit', () => ended(new RequestError(503, 'the export was stopped')))
    return thread
  }

  /** Releases a thread that has finished. One idle thread is kept. */
  #release(thread: Thread): void {
    thread.listener = undefined
    thread.worker.unref()
    if ([...this.#threads].some((other) => other !== thread && !other.listener)) void thread.worker.terminate()
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}
