/** Who allowed notifications on this device, the server's number for it, and the browser's address at its push service. */
type Owned = { owner: string; id: number; endpoint: string }

const key = 'clockhouse-device'
const watchers = new Set<() => void>()

/** What is remembered of this device; undefined when nobody allowed notifications on it. */
export function deviceOwned(): Owned | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers it, or forgets it. */
export function setDeviceOwned(owned: Owned | undefined): void {
  if (owned) localStorage.setItem(key, JSON.stringify(owned))
  else localStorage.removeItem(key)
  for (const watcher of watchers) watcher()
}

/** Runs whenever that changes while the app is open. Gives how to stop. */
export function watchDevice(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Somebody as `owner` names them. */
export function ownerOf({ company, user }: { company: { id: number }; user: { id: number } }): string {
  return `${company.id}.${user.id}`
}
