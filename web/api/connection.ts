import { useSyncExternalStore } from 'react'

// Whether the server can be reached, as far as the last attempt and the browser say.

let reachable = navigator.onLine
const watchers = new Set<() => void>()
const waiting = new Set<() => void>()

/** Says how an attempt to reach the server went. */
export function noteReached(reached: boolean): void {
  if (reached === reachable) return
  reachable = reached
  for (const watcher of watchers) watcher()
  if (reached) tellBack()
}

/** Whether the server could be reached last. */
export function useReachable(): boolean {
  return useSyncExternalStore(watch, () => reachable)
}

/**
 * Runs whenever the server may be there again: the network came back, the page is looked at again, the stream of changes
 * is open. Gives how to stop.
 */
export function whenBack(run: () => void): () => void {
  waiting.add(run)
  return () => waiting.delete(run)
}

/** Tells everything that waits that the server may be there again. */
export function tellBack(): void {
  for (const run of waiting) run()
}

/** Takes what the browser says about the network, and about the page being looked at again, as signs of the server. */
export function followBrowser(): void {
  addEventListener('online', tellBack)
  addEventListener('offline', () => noteReached(false))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tellBack()
  })
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
