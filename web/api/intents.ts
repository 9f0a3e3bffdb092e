import { useMemo, useSyncExternalStore } from 'react'
import { instant, serverNow } from '../time.ts'
import type { Item, Query, Records, ResourceName } from './records.ts'

// What presses mean, until the lists on screen show it: laid over every list that is read, so neither an older answer nor
// the news of another change shows a state between.

/** A record with the values that a press gives it. A new one has a negative id until the server has answered. */
export type Meant = { id: number } & Item

/** Records as a press means them, and those that it removes. */
export type Intent = { resource: ResourceName; put?: readonly Meant[]; gone?: readonly number[] }

type Shown = Intent & { since: number }

const none: readonly Shown[] = []
let intents = none
let byResource: ReadonlyMap<ResourceName, readonly Shown[]> = new Map()
let newest = 0
const watchers = new Set<() => void>()

/** What is shown until it ends. */
export type Meaning = {
  /** Means something else from now on. */
  change(intent: Intent): void
  end(): void
}

/** Shows what a press means, until `end`: when the lists show the result, or when it was refused. */
export function mean(intent: Intent): Meaning {
  let shown: Shown = { ...intent, since: serverNow() }
  change([...intents, shown])
  const become = (next: Shown) => {
    change(intents.map((other) => (other === shown ? next : other)))
    shown = next
  }
  return {
    change: (next) => become({ ...next, since: shown.since }),
    end: () => change(intents.filter((other) => other !== shown)),
  }
}

/** Shows what a change means while `run` makes it, until it has ended. */
export async function intending<T>(all: readonly Intent[], run: () => Promise<T>): Promise<T> {
  const meanings = all.map(mean)
  try {
    return await run()
  } finally {
    for (const meaning of meanings) meaning.end()
  }
}

/** An id for a record that the server has not made yet. */
export function newId(): number {
  newest -= 1
  return newest
}

/** Lays what is meant over a list; undefined while no press concerns the resource. */
export function useMeaning<R extends ResourceName>(
  resource: R,
  query: Query,
): ((records: Records[R][]) => Records[R][]) | undefined {
  const read = () => byResource.get(resource) ?? none
  const concerned = useSyncExternalStore(watch, read, read)
  const asked = JSON.stringify(query)
  return useMemo(
    () => (concerned.length === 0 ? undefined : (records) => meant<Records[R]>(records, concerned, JSON.parse(asked))),
    [concerned, asked],
  )
}

/** The records of a list as these intents mean them. */
export function meant<T extends { id: number | string }>(records: T[], concerned: readonly Shown[], query: Query): T[] {
  return concerned.reduce((shown, one) => laidOver(shown, one, query), records)
}

function laidOver<T extends { id: number | string }>(
  records: T[],
  { put = [], gone = [], since }: Shown,
  query: Query,
): T[] {
  const values = new Map<number | string, Meant>(put.map((one) => [one.id, one]))
  const taken = new Set<number | string>(gone)
  const kept = records.flatMap((record) => {
    if (taken.has(record.id)) return []
    const given = values.get(record.id)
    return given ? [{ ...record, ...given }] : [record]
  })
  const known = new Set(records.map(({ id }) => id))
  const added = put.filter((one) => !known.has(one.id) && !taken.has(one.id) && isWhole(one) && fits(one, query))
  // The list may have a new record before the answer to its request arrives.
  const isThere = (one: Meant) => one.id < 0 && records.some((record) => isOf(record, one, since))
  return [...kept, ...(added.filter((one) => !isThere(one)) as unknown as T[])]
}

/** Whether a record is there as a whole, and not only what a press changes of it. */
function isWhole(one: Meant): boolean {
  return one.id < 0 || 'created' in one
}

/** The server's clock and the page's may be some seconds apart. */
const toleranceMicroseconds = 5_000_000

/** Whether a record of a list is the one that a press has made. */
function isOf(record: Item, { id: _, created: __, ...given }: Meant, since: number): boolean {
  const created = typeof record.created === 'string' ? instant(record.created) : 0
  if (created < since - toleranceMicroseconds) return false
  return identity.every((name) => !given[name] || String(record[name]) === String(given[name]))
}

const identity = ['user_id', 'jobcode_id', 'date', 'type', 'start', 'end'] as const

/** Whether a list with this query has the record. Only what lists of time and shifts filter by is looked at. */
function fits({ user_id, date }: Meant, { user_ids, start_date, end_date, ids }: Query): boolean {
  if (ids !== undefined) return false
  if (user_ids !== undefined && !String(user_ids).split(',').includes(String(user_id))) return false
  const day = typeof date === 'string' ? date : ''
  return !(start_date !== undefined && day < String(start_date)) && !(end_date !== undefined && day > String(end_date))
}

function change(to: readonly Shown[]): void {
  intents = to
  byResource = Map.groupBy(to, ({ resource }) => resource)
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
