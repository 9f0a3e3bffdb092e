import { ftruncateSync, writeSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { type Failure, RequestError, toFailure } from '../engine/errors.ts'
import type { Handle, Snapshots } from '../engine/sql.ts'
import { makeExport } from './make.ts'
import type { Outcome, Progress, Question } from './question.ts'

/** An export for the thread to make: `fd` is the open file to write to. */
export type ExportJob = { question: Question; fd: number }

/** A message from the thread. */
export type Message = { progress: Progress } | { outcome: Outcome } | { failure: Failure }

const bufferBytes = 65_536

/** The body of the thread: makes exports, one at a time, each from one snapshot. */
export function makeExports(port: MessagePort, snapshots: Snapshots): void {
  port.on('message', async ({ question, fd }: ExportJob) => {
    const send = (message: Message) => port.postMessage(message)
    const file = new FileOut(fd)
    try {
      const progress = onePerPercent((progress) => send({ progress }))
      const make = (handle: Handle) => {
        // A read that lost its connection is repeated, and the file then starts over.
        file.clear()
        return makeExport(question, handle, file.out, progress)
      }
      const outcome = await snapshots.take(make, question.actor.companyId)
      file.flush()
      send({ outcome })
    } catch (error) {
      send({ failure: toFailure(error) })
    }
  })
}

/** Throttles progress to the first message and one per percent. */
function onePerPercent(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = -1
  return (progress) => {
    const percent = progress.of === 0 ? 100 : Math.floor((100 * progress.done) / progress.of)
    if (percent === last) return
    last = percent
    tell(progress)
  }
}

/** Buffers small pieces before writing them. */
class FileOut {
  readonly #fd: number
  #pieces: Uint8Array[] = []
  #size = 0
  #written = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  readonly out = (bytes: Uint8Array): void => {
    this.#pieces.push(bytes)
    this.#size += bytes.length
    if (this.#size >= bufferBytes) this.flush()
  }

  /** Empties the file. */
  clear(): void {
    this.#pieces = []
    this.#size = 0
    this.#written = 0
    ftruncateSync(this.#fd, 0)
  }

  flush(): void {
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    try {
      for (let done = 0; done < bytes.length; ) {
        const count = writeSync(this.#fd, bytes, done, bytes.length - done, this.#written)
        done += count
        this.#written += count
      }
    } catch (error) {
      throw new RequestError(503, 'the server has no disk space for the file; try again later', { cause: error })
    }
  }
}
