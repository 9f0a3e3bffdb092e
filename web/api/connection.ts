import { useSyncExternalStore } from 'react'

// Whether the server can be reached, judging by the last attempt and by what the browser reports; and when what waits or has
// failed is tried again, as browsers call bad reception online.

/** The time until the next attempt doubles from the first of these to the second. */
const [firstPause, longestPause] = [2000, 60_000]
/** An attempt that takes longer does not keep the next one from being made. */
const patienceMilliseconds = 30_000

let reachable = navigator.onLine
const watchers = new Set<() => void>()
const waiting = new Set<() => unknown>()
let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined
let isTrying = false

/** Records whether an attempt to reach the server succeeded. */
export function noteReached(reached: boolean): void {
  if (!reached) tryLater()
  if (reached === reachable) return
  reachable = reached
  for (const watcher of watchers) watcher()
}

/** Whether the last attempt reached the server. */
export function isReachable(): boolean {
  return reachable
}

/** The same, for what is on screen. */
export function useReachable(): boolean {
  return useSyncExternalStore(watch, isReachable)
}

/**
 * Runs a callback whenever the server may be reachable again: the network is back, the page is visible again, the event
 * stream is open, or some time has passed since something failed. An attempt has ended when what the callback returns has
 * settled. Returns a function that unsubscribes.
 */
export function whenBack(run: () => unknown): () => void {
  waiting.add(run)
  return () => waiting.delete(run)
}

/** Notifies all waiting callbacks that the server may be reachable again. */
export function tellBack(): void {
  if (isTrying) tryLater()
  else void tryAll()
}

/** Something waits or has failed: everything of that kind is tried again after a while, which grows until nothing fails. */
export function tryLater(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    // The browser says when that changes.
    if (navigator.onLine && document.visibilityState === 'visible') tellBack()
  }, pause)
}

/** Whether what has failed is being tried again, so that nothing need be repeated beside that. */
export function isTryingAgain(): boolean {
  return isTrying
}

async function tryAll(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  isTrying = true
  pause = Math.min(2 * pause, longestPause)
  const tries = Promise.allSettled([...waiting].map((run) => run()))
  await Promise.race([tries, new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))])
  isTrying = false
  if (timer === undefined) pause = firstPause
}

/** Treats the browser's online, offline and visibility events as signs that the server is reachable or not. */
export function followBrowser(): void {
  addEventListener('online', () => {
    pause = firstPause
    tellBack()
  })
  addEventListener('offline', () => noteReached(false))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tellBack()
  })
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
