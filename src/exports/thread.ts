import type { MessagePort } from 'node:worker_threads'
import { type Failure, toFailure } from '../engine/errors.ts'
import type { Handle, Snapshots } from '../engine/sql.ts'
import { FileOut } from '../files/unlinked_file.ts'
import { makeExport } from './make.ts'
import type { Outcome, Progress, Question } from './question.ts'

/** An export for the thread to make: `fd` is the open file to write to. */
export type ExportJob = { question: Question; fd: number }

/** A message from the thread. */
export type Message = { progress: Progress } | { outcome: Outcome } | { failure: Failure }

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
