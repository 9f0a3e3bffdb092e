import { useSyncExternalStore } from 'react'

// Some changes need a proof of who is at the screen. The request that is refused for the lack of it waits here, while a
// dialog asks the person.

/** Ends the wait: true if the person has proved who they are. */
type Answer = (confirmed: boolean) => void

let question: { answer: Answer; confirmed: Promise<boolean> } | undefined
const watchers = new Set<() => void>()

/** Has the person asked who they are; requests at the same time share the question. False if they cancel. */
export function whoItIs(): Promise<boolean> {
  if (question) return question.confirmed
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (confirmed: boolean) => {
    change(undefined)
    resolve(confirmed)
  }
  change({ answer, confirmed: promise })
  return promise
}

/** The answer that a request waits for; undefined while none does. */
export function useConfirmationNeeded(): Answer | undefined {
  return useSyncExternalStore(watch, () => question)?.answer
}

function change(to: typeof question): void {
  question = to
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
