import { type Handle, sql } from '../engine/sql.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import type { Problem } from './read_record.ts'

// The progress of an import is a row of the company's settings, written in the transaction of each page. So a run can
// be killed at any time and continues where it was; only the page in progress is read twice.

/** The next page to read. */
type Position = { list: number; part: number; page: number }

/** How many records this run has read, and how many of them were new or different. */
type Counts = { read: number; written: number }

/**
 * A record that was left out. `part`: the part of its list in which it can be requested again; `again`: whether that
 * makes sense.
 */
export type Left = Problem & { part: number; again: boolean }

/** The state of a company's import. */
export type ImportState = {
  /** The address of the API, and the owner of the token. */
  from: string
  userId: number
  /** reading: the lists; checking: both sides are compared; done: the next run starts from `next`. */
  phase: 'reading' | 'checking' | 'done'
  at: Position
  /** Only changes since this instant are read, by the source's clock; '' for everything. */
  since: string
  next: string
  /** The date before which time is left out; '' for none. */
  fromDate: string
  /** Pages that were counted ahead, by list, for the estimate. */
  ahead: Record<string, number>
  counts: Record<string, Counts>
  calls: number
  /** Total microseconds of all runs, without the time between them. */
  took: number
  /** True when a page could not be read, so the next run reads everything again. */
  gaps: boolean
  /** Ids of the records that the company had before, by resource; the import does not touch them. */
  own: Record<string, number[]>
}

const section = 'import'
const leftMax = 300

/** The state of a company's import; undefined if there was none. */
export async function stateOf(handle: Handle, companyId: number): Promise<ImportState | undefined> {
  return read<ImportState>(handle, companyId, 'state')
}

/** The records that the import has left out, and their number. */
export async function leftOut(handle: Handle, companyId: number): Promise<{ list: Left[]; count: number }> {
  return (await read<{ list: Left[]; count: number }>(handle, companyId, 'left')) ?? { list: [], count: 0 }
}

async function read<T>(handle: Handle, companyId: number, key: string): Promise<T | undefined> {
  const row = await handle.get<{ value: string }>(sql`select value from settings where company_id = ${companyId}
    and scope = 'company' and scope_id = 0 and section = ${section} and key = ${key}`)
  return row && JSON.parse(row.value)
}

/** Stores the state with this transaction. */
export function keepState(work: UnitOfWork, state: ImportState): Promise<void> {
  return keep(work, 'state', state)
}

/** Adds records that were left out, and removes those that have been imported since. */
export async function keepLeft(work: UnitOfWork, more: readonly Left[], imported: ReadonlySet<string>): Promise<void> {
  const known = await leftOut(work.tx, work.company.row.company_id)
  const keyOf = ({ list, id, message }: Left) => (id === 0 ? `${list} ${message}` : `${list} ${id}`)
  const there = new Set(known.list.map(keyOf))
  const fresh = more.filter((left) => !there.has(keyOf(left)))
  const stay = known.list.filter((left) => !imported.has(`${left.list} ${left.id}`))
  const gone = known.list.length - stay.length
  if (fresh.length + gone === 0) return
  const list = [...stay, ...fresh].slice(0, leftMax)
  await keep(work, 'left', { list, count: known.count - gone + fresh.length })
}

/** Forgets problems of earlier runs; before a run that reads only changes, keeps the records that were left out. */
export async function clearLeft(work: UnitOfWork, { since }: ImportState): Promise<void> {
  const known = await leftOut(work.tx, work.company.row.company_id)
  const list = since === '' ? [] : known.list.filter(({ id }) => id > 0)
  await keep(work, 'left', { list, count: list.length })
}

async function keep(work: UnitOfWork, key: string, value: unknown): Promise<void> {
  await work.tx.run(sql`delete from settings where company_id = ${work.company.row.company_id}
    and scope = 'company' and scope_id = 0 and section = ${section} and key = ${key}`)
  const row = { scope: 'company', scope_id: 0, section, key }
  work.append('settings', { ...row, value: JSON.stringify(value), last_modified: work.stamp })
}
