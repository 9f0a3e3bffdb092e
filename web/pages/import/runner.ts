import { useRef, useState } from 'react'
import { newKey } from '../../api/request.ts'
import { explain, type Labels } from '../../components/refusal.ts'
import type { Mistake, Steps } from './plan.ts'

/** How far it is. `paused` says what came in between; it can be gone on with. */
export type Progress = {
  state: 'idle' | 'running' | 'paused' | 'cancelled' | 'done'
  done: number
  problem?: string
  /** What the server refused. */
  mistakes: readonly Mistake[]
  /** Lines that went through. */
  through: ReadonlySet<number>
}

const idle: Progress = { state: 'idle', done: 0, mistakes: [], through: new Set() }

/**
 * Sends batch after batch. Each carries a key of its own, so that one whose answer was lost can be sent again and is done
 * once. It can be stopped between two of them.
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
      // Another one may have begun in its place.
      if (held.current?.stop !== stop) return
      setProgress({ state, done, mistakes: [...mistakes], through: new Set(through), ...(problem && { problem }) })
    }
    const go = async () => {
      tell('running')
      while (!batch.done) {
        if (stop.signal.aborted) return tell('cancelled')
        const { lines, send } = batch.value
        try {
          const outcomes = await send({ once: `${key}-${number}` })
          for (const [at, outcome] of outcomes.entries()) {
            const line = lines[at]!
            if (outcome.ok) through.add(line)
            else mistakes.push(mistakeOf(line, outcome.message, labels))
          }
          batch = steps.next(outcomes)
        } catch (error) {
          return tell(stop.signal.aborted ? 'cancelled' : 'paused', (error as Error).message)
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
    /** What is being sent is waited for: nobody knows otherwise whether it was done. */
    cancel: () => {
      held.current?.stop.abort()
      if (progress.state === 'paused') setProgress({ ...progress, state: 'cancelled' })
    },
    reset: () => {
      held.current?.stop.abort()
      held.current = undefined
      setProgress(idle)
    },
  }
}

function mistakeOf(line: number, message: string, labels: Labels): Mistake {
  const { field, text } = explain(message, labels)
  return { line, column: field === undefined ? '' : (labels[field] ?? ''), text }
}
