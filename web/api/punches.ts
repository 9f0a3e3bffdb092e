import { get, update } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import { ownName } from '../own_address.ts'
import type { Item } from './records.ts'

/**
 * An action at the clock on its way to the server: `in` starts an entry, `out` ends one, `edit` changes a running one,
 * `place` records a location.
 */
export type Punch = {
  /** The idempotency key: the server acts on it once, however often it arrives. */
  key: string
  kind: 'in' | 'out' | 'edit' | 'place'
  /** When it happened, in the API's format. */
  at: string
  /** The entry it belongs to: its id, or the key of the punch that starts it. */
  of: number | string
  /** The fields of the entry that it sets. */
  item: Item
  /** It could not be sent immediately, and the person was told that it is saved on this device. */
  waits?: true
  /** Why the server did not accept it. */
  refused?: string
}

let place = ''
let punches: readonly Punch[] = []
const watchers = new Set<() => void>()
let tabs: BroadcastChannel | undefined

/** Opens one person's queue. Punches of other people on this device stay in theirs, unseen. */
export async function openPunches(companyId: number, userId: number): Promise<void> {
  place = ownName(`punches ${companyId}.${userId}`)
  tabs ??= listen()
  await read()
}

/** This person's punches that have not reached the server, in the order they were made. */
export function usePunches(): readonly Punch[] {
  return useSyncExternalStore(watch, () => punches)
}

/** The current punches, including changes made in another tab. */
export async function read(): Promise<readonly Punch[]> {
  // Without IndexedDB, as in some private windows, punches last only as long as the page.
  const stored = await load().catch(() => punches)
  show(stored ?? [])
  return punches
}

/** Changes the queue in all tabs. Concurrent changes run one after another. */
export async function changePunches(change: (before: readonly Punch[]) => readonly Punch[]): Promise<void> {
  const after = await store(change).catch(() => change(punches))
  show(after)
  tabs?.postMessage('changed')
}

/** The entries that punches of this device have started: pairs of key and id, newest last. */
type Started = readonly (readonly [key: string, id: number])[]

const startedMax = 100
let started: Started = []

/** Keeps the id of the entry that a punch has started, for actions that still name the punch. */
export async function noteStarted(key: string, id: number): Promise<void> {
  const withIt = (before: Started) => [...before, [key, id] as const].slice(-startedMax)
  started = withIt(started)
  await storeStarted(withIt).catch(() => {})
}

/** The id of the entry that a punch has started, from any tab; undefined if that is not known. */
export async function startedBy(key: string): Promise<number | undefined> {
  const known = await loadStarted().catch(() => started)
  return known?.findLast(([other]) => other === key)?.[1]
}

async function loadStarted(): Promise<Started | undefined> {
  return get(startedPlace())
}

async function storeStarted(change: (before: Started) => Started): Promise<void> {
  await update<Started>(startedPlace(), (before = []) => change(before))
}

function startedPlace(): string {
  return `started ${place}`
}

// Without IndexedDB, idb-keyval throws synchronously; as async functions these reject instead.
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
  const channel = new BroadcastChannel(ownName('punches'))
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
