import { ownName } from '../own_address.ts'

/** Who turned on notifications on this device, the device's id on the server, and its push endpoint. */
type Owned = { owner: string; id: number; endpoint: string }

const key = ownName('clockhouse-device')
const watchers = new Set<() => void>()

/** The saved owner of this device; undefined if no one turned on notifications on it. */
export function deviceOwned(): Owned | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Saves or clears the owner of this device. */
export function setDeviceOwned(owned: Owned | undefined): void {
  if (owned) localStorage.setItem(key, JSON.stringify(owned))
  else localStorage.removeItem(key)
  for (const watcher of watchers) watcher()
}

/** Calls `watcher` when the owner changes while the app is open. Returns a function that unsubscribes. */
export function watchDevice(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** A person's key for `owner`: company id and user id. */
export function ownerOf({ company, user }: { company: { id: number }; user: { id: number } }): string {
  return `${company.id}.${user.id}`
}
