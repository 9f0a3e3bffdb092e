import { useSyncExternalStore } from 'react'

// Whether the server can be reached, judging by the last attempt and by what the browser reports.

let reachable = navigator.onLine
const watchers = new Set<() => void>()
const waiting = new Set<() => void>()

/** Records whether an attempt to reach the server succeeded. */
export function noteReached(reached: boolean): void {
  if (reached === reachable) return
  reachable = reached
  for (const watcher of watchers) watcher()
  if (reached) tellBack()
}

/** Whether the last attempt reached the server. */
export function useReachable(): boolean {
  return useSyncExternalStore(watch, () => reachable)
}

/**
 * Runs a callback whenever the server may be reachable again: the network is back, the page is visible again, or the
 * event stream is open. Returns a function that unsubscribes.
 */
export function whenBack(run: () => void): () => void {
  waiting.add(run)
  return () => waiting.delete(run)
}

/** Notifies all waiting callbacks that the server may be reachable again. */
export function tellBack(): void {
  for (const run of waiting) run()
}

/** Treats the browser's online, offline and visibility events as signs that the server is reachable or not. */
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
