import { get, update } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import type { Item } from './records.ts'

/**
 * Something done at the clock, on its way to the server: `in` begins an entry, `out` ends one, `edit` changes a running
 * one, `place` says where somebody was.
 */
export type Punch = {
  /** The server does it once under this key, however often it arrives. */
  key: string
  kind: 'in' | 'out' | 'edit' | 'place'
  /** When it happened, as the API takes it. */
  at: string
  /** The entry it is about: its number, or the key of the punch that begins it. */
  of: number | string
  /** What it says of the entry. */
  item: Item
  /** It could not be sent at once, and the person was told that it waits here. */
  waits?: true
  /** Why the server did not accept it. */
  refused?: string
}

let place = ''
let punches: readonly Punch[] = []
const watchers = new Set<() => void>()
let tabs: BroadcastChannel | undefined

/** Opens the queue of one person; what others have waiting on this device stays theirs, unseen. */
export async function openPunches(companyId: number, userId: number): Promise<void> {
  place = `punches ${companyId}.${userId}`
  tabs ??= listen()
  await read()
}

/** The punches of this person that the server has not got, in the order in which they were made. */
export function usePunches(): readonly Punch[] {
  return useSyncExternalStore(watch, () => punches)
}

/** The same as they are now, also when another tab has changed them. */
export async function read(): Promise<readonly Punch[]> {
  // Without a database, as in some private windows, they live as long as the page.
  const stored = await load().catch(() => punches)
  show(stored ?? [])
  return punches
}

/** Changes them, in all tabs. What is changed by two at once is changed one after the other. */
export async function changePunches(change: (before: readonly Punch[]) => readonly Punch[]): Promise<void> {
  const after = await store(change).catch(() => change(punches))
  show(after)
  tabs?.postMessage('changed')
}

// Where there is no database, idb-keyval throws at once; as async functions these two reject instead.
async function load(): Promise<readonly Punch[] | undefined> {
  return get(place)
}

async function store(change: (before: readonly Punch[]) => readonly Punch[]): Promise<readonly Punch[]> {
  let after: readonly Punch[] = []
  await update<readonly Punch[]>(place, (before = []) => {
    after = change(before)
    return after
  })
  return after
}

function listen(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined
  const channel = new BroadcastChannel('punches')
  channel.addEventListener('message', () => void read())
  return channel
}

function show(after: readonly Punch[]): void {
  punches = after
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
