import { useSyncExternalStore } from 'react'
import { own, ownName, pathOf } from '../own_address.ts'

// Whether the person is still signed in. When a session ends in the middle, the page stays as it is, with everything that was
// typed into it, and asks to sign in again.

let isOpen = false
let isOver = false
const watchers = new Set<() => void>()

/** Records that the app has loaded, so there is a page to keep. */
export function noteSignedIn(): void {
  isOpen = true
  change(false)
}

/** Records that the server no longer knows the session. Returns false if there is no page to keep yet. */
export function noteSignedOut(): boolean {
  if (isOpen) change(true)
  return isOpen
}

/** Hides the question until the next request is refused. */
export function askLater(): void {
  change(false)
}

/** Whether the session has ended. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(watch, () => isOver)
}

function change(to: boolean): void {
  if (to === isOver) return
  isOver = to
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** How the windows of a person tell each other that they are signed in again. */
export const sessionChannel = ownName('session')

/** Where a window that signs in again ends: it tells the others, and closes. */
export const returning = '/?signed-in'

/** Tells the person's other windows that they are signed in again, if this one was opened for that, and closes it. */
export function tellSignedIn(): void {
  if (pathOf() + location.search !== returning) return
  history.replaceState(null, '', own('/'))
  if (!('BroadcastChannel' in globalThis)) return
  new BroadcastChannel(sessionChannel).postMessage(true)
  // Only a window that a script has opened can be closed by one.
  window.close()
}
