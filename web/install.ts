import { useSyncExternalStore } from 'react'

/** What a browser sends when it could install the app. It is in no standard, so TypeScript does not know it. */
type Offer = Event & { prompt: () => Promise<unknown> }

let offer: Offer | undefined
const watchers = new Set<() => void>()

/** Keeps the browser's offer, which comes once and early, for the buttons that ask for it. */
export function followInstall(): void {
  const set = (to: Offer | undefined) => {
    offer = to
    for (const changed of watchers) changed()
  }
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser would ask in the middle of something else.
    event.preventDefault()
    set(event as Offer)
  })
  addEventListener('appinstalled', () => set(undefined))
}

/** Asks the browser to install the app, which asks the person; undefined if it cannot, or has done so already. */
export function useInstall(): (() => void) | undefined {
  const here = useSyncExternalStore(watch, () => offer)
  return here && (() => void here.prompt().catch(() => {}))
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Whether this is an iPhone or iPad, where only the person can install the app, and the app is not installed yet. */
export function installsByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}
