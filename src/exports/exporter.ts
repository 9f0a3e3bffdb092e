import { closeSync, createReadStream, fstatSync, openSync, type ReadStream, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fromFailure, RequestError } from '../engine/errors.ts'
import type { Outcome, Progress, Question } from './question.ts'
import type { Order, Told } from './thread.ts'

/** Most exports at once of one company, until they have been sent, and most that are being made on this server. */
const atOnce = { company: 2, all: 4 }

// An export that needs more ends its thread, not the server.
const megabytesMax = 512

/** An export that runs. `made` fails with a RequestError; `cancel` stops the work and drops what there is of the file. */
export type Job = { made: Promise<Made>; cancel: () => void }

/** A finished export. `close` drops the file; whoever takes the stream closes when it has ended. */
type Made = Outcome & { bytes: number; stream: () => ReadStream; close: () => void }

/** A thread, and who waits for what it tells. */
type Thread = { worker: Worker; told: ((told: Told | Error) => void) | undefined }

/**
 * Makes exports on threads of their own, into files that have no name: the client gets a file only when all of it is
 * there, however slowly it reads, and nothing is left when the server ends in between.
 */
export class Exporter {
  readonly #module: URL
  readonly #data: unknown
  readonly #random: (bytes: number) => Buffer
  readonly #running = new Map<number, number>()
  /** One that has finished waits for the next export. */
  readonly #threads = new Set<Thread>()
  #closed = false

  constructor(module: URL, data: unknown, random: (bytes: number) => Buffer) {
    this.#module = module
    this.#data = data
    this.#random = random
  }

  /** Begins an export. Throws RequestError 429 when too many are running. */
  begin(question: Question, onProgress: (progress: Progress) => void = () => {}): Job {
    const { companyId } = question.actor
    const own = this.#running.get(companyId) ?? 0
    const busy = [...this.#threads].filter(({ told }) => told).length
    if (own >= atOnce.company || busy >= atOnce.all || this.#closed)
      throw new RequestError(429, 'other exports are being made; try again when they have finished', {
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
      thread.told = (told) => {
        if ('progress' in told) return onProgress(told.progress)
        this.#leave(thread)
        if ('outcome' in told) {
          const stream = () => createReadStream('', { fd, start: 0, autoClose: false })
          return resolve({ ...told.outcome, bytes: fstatSync(fd).size, stream, close })
        }
        close()
        reject(told instanceof Error ? told : fromFailure(told.failure))
      }
    })
    const working = thread.told
    const order: Order = { question, fd }
    thread.worker.postMessage(order)
    const cancel = () => {
      if (thread.told === working) void thread.worker.terminate()
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
      throw new RequestError(503, 'there is no room for the file on this server; try again later', { cause })
    }
  }

  #takeThread(): Thread {
    const idle = [...this.#threads].find(({ told }) => !told)
    if (idle) {
      idle.worker.ref()
      return idle
    }
    const worker = new Worker(this.#module, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: megabytesMax, maxYoungGenerationSizeMb: 32 },
    })
    const thread: Thread = { worker, told: undefined }
    this.#threads.add(thread)
    const ended = (error: RequestError) => {
      this.#threads.delete(thread)
      thread.told?.(error)
    }
    worker.on('message', (told: Told) => thread.told?.(told))
    worker.on('error', (cause) =>
      ended(new RequestError(503, 'the export could not be made; ask for fewer days or people', { cause })),
    )
    worker.on('exit', () => ended(new RequestError(503, 'the export was stopped')))
    return thread
  }

  /** A thread has finished: one of them is kept. */
  #leave(thread: Thread): void {
    thread.told = undefined
    thread.worker.unref()
    if ([...this.#threads].some((other) => other !== thread && !other.told)) void thread.worker.terminate()
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
