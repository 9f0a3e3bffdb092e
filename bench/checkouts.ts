import type { ChildProcess } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Place } from '../src/db/open.ts'
import type { Loaded } from './load.ts'
import { startServer } from './server.ts'

// Servers of this checkout and of others, with the same data, to compare what requests cost.

/** A server of a checkout, and what it was filled with. */
export type Compared = { name: string; child: ChildProcess; url: string; loaded: Loaded }

/** The tool of a checkout that fills a database. */
type Load = typeof import('./load.ts')

/** This checkout, and the other one if there is any. */
export function checkoutsOf(against: string): string[] {
  return ['.', ...(against ? [against] : [])]
}

/**
 * Fills a database for each checkout, in a folder or on a PostgreSQL server. The last checkout does it, so that its own
 * server can read the data; the others bring it up to date when they start.
 */
export async function fillFor(
  checkouts: readonly string[],
  { folder, postgres }: { folder: string; postgres: string },
  fill: (load: Load['load'], place: Place) => Promise<Loaded>,
): Promise<{ place: Place; loaded: Loaded }[]> {
  const { load }: Load = await import(join(resolve(checkouts.at(-1)!), 'bench/load.ts'))
  const filled: { place: Place; loaded: Loaded }[] = []
  for (const index of checkouts.keys()) {
    const place = placeOf(index, folder, postgres)
    const first = postgres ? undefined : filled[0]
    if (first) cpSync(first.place.data, place.data, { recursive: true })
    filled.push({ place, loaded: first?.loaded ?? (await fill(load, place)) })
  }
  return filled
}

/** The database of the checkout at this position. */
export function placeOf(index: number, folder: string, postgres: string): Place {
  const databaseUrl = postgres ? `${postgres}?schema=compared_${process.pid}_${index}` : ''
  return { data: join(folder, String(index)), databaseUrl, databasePool: 10 }
}

/** Starts a server of each checkout with its data. */
export async function startCheckouts(
  checkouts: readonly string[],
  filled: readonly { place: Place; loaded: Loaded }[],
): Promise<Compared[]> {
  const started: Compared[] = []
  for (const [index, checkout] of checkouts.entries()) {
    const { place, loaded } = filled[index]!
    const { child, url } = await startServer(place, checkout)
    started.push({ name: checkout === '.' ? 'this checkout' : checkout, child, url, loaded })
  }
  return started
}

/** The headers of a request by the administrator. */
export function headersOf({ loaded }: Pick<Compared, 'loaded'>): Record<string, string> {
  return { authorization: `Bearer ${loaded.token}`, 'content-type': 'application/json' }
}
