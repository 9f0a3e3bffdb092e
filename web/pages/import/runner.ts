import { useRef, useState } from 'react'
import { newKey } from '../../api/request.ts'
import { explain, type Labels, type Refused } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import type { Mistake, Steps } from './plan.ts'

/** The progress of a run. A `paused` run has hit a problem and can be continued. */
export type Progress = {
  state: 'idle' | 'running' | 'paused' | 'canceled' | 'done'
  done: number
  problem?: string
  /** Rows that the server refused. */
  mistakes: readonly Mistake[]
  /** Rows that were accepted. */
  through: ReadonlySet<number>
}

const idle: Progress = { state: 'idle', done: 0, mistakes: [], through: new Set() }

/**
 * Sends batches one after another. Each has its own idempotency key, so a batch whose answer was lost can be retried
 * safely. It can be stopped between batches.
 */
export function useRunner(labels: Labels) {
  const [progress, setProgress] = useState<Progress>(idle)
  const held = useRef<{ go: () => Promise<void>; stop: AbortController } | undefined>(undefined)

  const start = (steps: Steps) => {
    const stop = new AbortController()
    const key = newKey()
    const mistakes: Mistake[] = []
    const through = new Set<number>()
    let done = 0
    let batch = steps.next()
    let number = 0
    const tell = (state: Progress['state'], problem?: string) => {
      // Another run may have started in its place.
      if (held.current?.stop !== stop) return
      setProgress({ state, done, mistakes: [...mistakes], through: new Set(through), ...(problem && { problem }) })
    }
    const go = async () => {
      tell('running')
      while (!batch.done) {
        if (stop.signal.aborted) return tell('canceled')
        const { lines, send } = batch.value
        try {
          const outcomes = await send({ once: `${key}-${number}` })
          for (const [at, outcome] of outcomes.entries()) {
            const line = lines[at]!
            if (outcome.ok) through.add(line)
            else mistakes.push(mistakeOf(line, outcome, labels))
          }
          batch = steps.next(outcomes)
        } catch (error) {
          return tell(stop.signal.aborted ? 'canceled' : 'paused', (error as Error).message)
        }
        number++
        done += lines.length
        tell('running')
      }
      tell('done')
    }
    held.current = { go, stop }
    return go()
  }

  return {
    progress,
    start,
    goOn: () => held.current?.go(),
    /** Waits for the batch in flight, as its outcome would be unknown otherwise. */
    cancel: () => {
      held.current?.stop.abort()
      if (progress.state === 'paused') setProgress({ ...progress, state: 'canceled' })
    },
    reset: () => {
      held.current?.stop.abort()
      held.current = undefined
      setProgress(idle)
    },
  }
}

function mistakeOf(line: number, refused: Refused, labels: Labels): Mistake {
  const { field, text } = explain(refused, labels)
  return { line, column: t((field && labels[field]) ?? ''), text }
}
