import { get, update } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import { ownName } from '../own_address.ts'
import type { BodyOf } from './contract.ts'
import type { Item, Records } from './records.ts'

type Body = BodyOf<'POST /api/console/clock'>

/**
 * One press at the clock on its way to the server: `in` starts an entry, `out` ends one, `switch` ends one and starts the
 * next, `edit` changes a running one, `place` records a location that was not known yet.
 */
export type Punch = {
  /** The idempotency key: the server acts on it once, however often it arrives. It also names the entry that it starts. */
  key: string
  kind: 'in' | 'out' | 'switch' | 'edit' | 'place'
  /** When it happened, in the API's format. */
  at: string
  /** The entry it belongs to, and which a switch ends: its id, or the key of the punch that starts it. */
  of: number | string
  /** The fields of that entry that it sets; of a place, the place. */
  item: Item
  /** The fields of the entry that a switch starts. */
  next?: Item
  /** Where it was made, if that has to be known. */
  place?: Item
  /** What the person says about the breaks that were due. */
  breakAnswers?: Body['break_answers']
  /** The request as it was first sent. Under its key, the server accepts no other, also when a new version sends it. */
  sent?: Body
  /** It could not be sent immediately, and the person was told that it is saved on this device. */
  waits?: true
  /** Why the server did not accept it. */
  refused?: string
  /** It was refused, and its note, or the values of its custom fields, are nowhere else. */
  holdsWords?: true
}

type Change = (before: readonly Punch[]) => readonly Punch[]

/** Saves what is typed at the clock and becomes a punch only after a while. */
export const openDrafts = new Set<() => Promise<void>>()

let place = ''
let startedPlace = ''
let stored: readonly Punch[] = []
/** Changes that are shown and not stored yet. */
let storing: readonly Change[] = []
let punches: readonly Punch[] = []
const watchers = new Set<() => void>()
let tabs: BroadcastChannel | undefined
/** Shows the entries that another tab has got from the server. */
let answered: (entries: readonly Records['timesheets'][]) => void = () => {}

/** Opens one person's queue. Punches of other people on this device stay in theirs, unseen. */
export async function openPunches(companyId: number, userId: number): Promise<void> {
  const person = `${companyId}.${userId}`
  place = ownName(`presses ${person}`)
  startedPlace = ownName(`started punches ${person}`)
  tabs ??= listen()
  await takeOver(ownName(`punches ${person}`)).catch(() => {})
  await read()
}

/**
 * Takes over the queue of an earlier version of the app, which may still be open in another tab: that would send only a part
 * of a newer punch. If both send one of its own, the server acts on the first.
 */
async function takeOver(earlier: string): Promise<void> {
  const waiting = (await get<readonly Punch[]>(earlier)) ?? []
  if (waiting.length === 0) return
  await update<readonly Punch[]>(place, (now = []) => [
    ...waiting.filter(({ key }) => now.every((other) => other.key !== key)),
    ...now,
  ])
  const taken = new Set(waiting.map(({ key }) => key))
  await update<readonly Punch[]>(earlier, (left = []) => left.filter(({ key }) => !taken.has(key)))
}

/** This person's punches that have not reached the server, in the order they were made. */
export function usePunches(): readonly Punch[] {
  const known = () => punches
  return useSyncExternalStore(watch, known, known)
}

/** The current punches, including changes made in another tab. */
export async function read(): Promise<readonly Punch[]> {
  // Without IndexedDB, as in some private windows, punches last only as long as the page.
  stored = (await load().catch(() => stored)) ?? []
  show()
  return punches
}

/**
 * Changes the queue in all tabs, in this one at once. Concurrent changes run one after another. `made` are the entries that
 * have come of what leaves the queue, which other tabs then show in its place.
 */
export async function changePunches(change: Change, made: readonly Records['timesheets'][] = []): Promise<void> {
  storing = [...storing, change]
  show()
  const after = await store(change).catch(() => change(stored))
  storing = storing.filter((other) => other !== change)
  stored = after
  show()
  tabs?.postMessage(made)
}

/** Calls back with the entries that another tab has got from the server for its punches. */
export function whenAnswered(run: (entries: readonly Records['timesheets'][]) => void): void {
  answered = run
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
  return get(startedPlace)
}

async function storeStarted(change: (before: Started) => Started): Promise<void> {
  await update<Started>(startedPlace, (before = []) => change(before))
}

// Without IndexedDB, idb-keyval throws synchronously; as async functions these reject instead.
async function load(): Promise<readonly Punch[] | undefined> {
  return get(place)
}

async function store(change: Change): Promise<readonly Punch[]> {
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
  channel.addEventListener('message', ({ data }) => {
    if (Array.isArray(data)) answered(data)
    void read()
  })
  return channel
}

function show(): void {
  punches = storing.reduce((shown, change) => change(shown), stored)
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
