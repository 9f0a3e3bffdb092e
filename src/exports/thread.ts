import { writeSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { type Failure, RequestError, toFailure } from '../engine/errors.ts'
import type { Snapshots } from '../engine/sql.ts'
import { makeExport } from './make.ts'
import type { Outcome, Progress, Question } from './question.ts'

/** What the thread is asked: `fd` is the open file that takes the bytes. */
export type Order = { question: Question; fd: number }

/** What it tells. */
export type Told = { progress: Progress } | { outcome: Outcome } | { failure: Failure }

const bufferBytes = 65_536

/** Makes exports, one after the other, each over one snapshot: the body of the thread. */
export function makeExports(port: MessagePort, snapshots: Snapshots): void {
  port.on('message', async ({ question, fd }: Order) => {
    const tell = (told: Told) => port.postMessage(told)
    const file = new FileOut(fd)
    try {
      const progress = inPercents((progress) => tell({ progress }))
      const outcome = await snapshots.take((handle) => makeExport(question, handle, file.out, progress))
      file.flush()
      tell({ outcome })
    } catch (error) {
      tell({ failure: toFailure(error) })
    }
  })
}

/** Lets through a first word, and one for each whole percent. */
function inPercents(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = -1
  return (progress) => {
    const percent = progress.of === 0 ? 100 : Math.floor((100 * progress.done) / progress.of)
    if (percent === last) return
    last = percent
    tell(progress)
  }
}

/** Gathers small pieces before they are written. */
class FileOut {
  readonly #fd: number
  #pieces: Uint8Array[] = []
  #size = 0

  constructor(fd: number) {
    this.#fd = fd
  }

  readonly out = (bytes: Uint8Array): void => {
    this.#pieces.push(bytes)
    this.#size += bytes.length
    if (this.#size >= bufferBytes) this.flush()
  }

  flush(): void {
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#fd, bytes, written)
    } catch (error) {
      throw new RequestError(503, 'there is no room for the file on this server; try again later', { cause: error })
    }
  }
}
