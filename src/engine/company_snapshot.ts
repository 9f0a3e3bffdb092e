import { RecentValues, SharedRoom } from './recent_values.ts'
import { type CompanyRow, type Handle, inList, name, oneRow, type Row, type Statement, sql } from './sql.ts'
import { type AnyRecord, idMax, listMax, type RecordOf, type TableName, tableNamed } from './table.ts'

export type { CompanyRow }

/** A printed record, valid while its mark is the record's. */
type Printed = { readonly mark: number; readonly bytes: Buffer }

/** The memory for rows of listings and printed records, for all companies together. */
const room = new SharedRoom(40 * 1_048_576)

/** Estimated bytes that a row takes in memory, and that a printed record takes besides its text. */
const rowBytes = 1000
const printedBytes = 250

/** Cached reference data of a company (people, jobs, fields, settings), valid for one `setup_version`. */
class ReferenceData {
  readonly version: number
  readonly rows = new Map<string, Map<number, AnyRecord | undefined>>()
  readonly lists = new Map<string, readonly AnyRecord[]>()
  readonly remembered = new Map<string, RecentValues<AnyRecord>>()
  readonly printed = new Map<string, RecentValues<Printed>[]>()
  readonly values = new Map<string, unknown>()
  constructor(version: number) {
    this.version = version
  }
}

const cache = new Map<number, ReferenceData>()
const companiesMax = 2000

/** How many rows of reference data are loaded, for all companies together, before the cache is emptied. */
const rowsMax = 60_000
let rowsKept = 0

/** Clears the cache, of one company or all. After a rollback it may hold rows that never existed. */
export function clearReferenceData(companyId?: number): void {
  if (companyId !== undefined) {
    cache.delete(companyId)
    return
  }
  cache.clear()
  rowsKept = 0
}

/** A company as one request sees it: its row, and its reference data looked up through a cache. Rows never change in place. */
export class CompanySnapshot {
  readonly row: CompanyRow
  readonly #handle: Handle
  readonly #reference: ReferenceData
  /** Rows of volatile resources, which every request looks up again. */
  readonly #passing = new Map<string, Map<number, AnyRecord | undefined>>()

  constructor(row: CompanyRow, handle: Handle, options: { fresh?: boolean } = {}) {
    this.row = row
    this.#handle = handle
    this.#reference = options.fresh ? new ReferenceData(row.setup_version) : referenceDataOf(row)
  }

  /** The company of a number; a bug if there is none. */
  static async of(companyId: number, handle: Handle): Promise<CompanySnapshot> {
    const row = await oneRow<CompanyRow>(handle, sql`select * from companies where company_id = ${companyId}`)
    return new CompanySnapshot(row, handle)
  }

  /** Looks up rows by id, for `get`. One query, or none when all are known. */
  async look(resourceName: TableName, ids: Iterable<number>): Promise<void> {
    const known = this.#rows(resourceName)
    const wanted = new Set<number>()
    for (const id of ids) if (id >= 1 && id <= idMax && !known.has(id)) wanted.add(id)
    if (wanted.size === 0) return
    const missing = [...wanted]
    const table = tableNamed(resourceName)
    for (let start = 0; start < missing.length; start += listMax) {
      const ids = missing.slice(start, start + listMax)
      const rows = await this.#handle.all<Row>(
        sql`select * from ${name(resourceName)} where company_id = ${this.row.company_id} and ${inList(sql`id`, ids)}`,
      )
      for (const id of ids) known.set(id, undefined)
      if (!table.volatile) keepRows(this.row.company_id, this.#reference, ids.length)
      for (const row of rows.map((row) => table.load(row))) known.set(row.id, row)
    }
  }

  /** A row that was looked up; undefined when there is none. It is a bug to get a row that was not looked up. */
  get<N extends TableName>(resourceName: N, id: number): RecordOf<N> | undefined {
    if (id < 1 || id > idMax) return undefined
    const known = this.#rows(resourceName)
    if (!known.has(id)) throw new Error(`${resourceName} ${id} was not looked up`)
    return known.get(id) as RecordOf<N> | undefined
  }

  /** The same for a row that must exist; a bug if it does not. */
  existing<N extends TableName>(resourceName: N, id: number): RecordOf<N> {
    const found = this.get(resourceName, id)
    if (!found) throw new Error(`${resourceName} ${id} does not exist`)
    return found
  }

  /** True when the row was looked up, whether it exists or not. */
  knows(resourceName: TableName, id: number): boolean {
    return id < 1 || id > idMax || this.#rows(resourceName).has(id)
  }

  /** All rows of a small resource, such as groups and custom fields. */
  async list<N extends TableName>(resourceName: N): Promise<readonly RecordOf<N>[]> {
    if (this.isListed(resourceName)) return this.listed(resourceName)
    const table = tableNamed(resourceName)
    const rows = await this.#handle.all<Row>(
      sql`select * from ${name(resourceName)} where company_id = ${this.row.company_id} order by id`,
    )
    const loaded = rows.map((row) => table.load(row))
    keepRows(this.row.company_id, this.#reference, loaded.length)
    this.#reference.lists.set(resourceName, loaded)
    const byId = this.#rows(resourceName)
    for (const row of loaded) byId.set(row.id, row)
    return this.listed(resourceName)
  }

  /** True when `list` has loaded the resource. */
  isListed(resourceName: TableName): boolean {
    return this.#reference.lists.has(resourceName)
  }

  /** The rows that `list` has loaded. */
  listed<N extends TableName>(resourceName: N): readonly RecordOf<N>[] {
    const known = this.#reference.lists.get(resourceName)
    if (!known) throw new Error(`${resourceName} was not listed`)
    return known as readonly RecordOf<N>[]
  }

  /** A value that depends on reference data alone, computed once. */
  async value<T>(key: string, compute: (handle: Handle) => Promise<T>): Promise<T> {
    if (!this.#reference.values.has(key)) this.#reference.values.set(key, await compute(this.#handle))
    return this.valueNow(key)
  }

  /** The same for a value that needs no query. */
  memo<T>(key: string, compute: () => T): T {
    if (!this.#reference.values.has(key)) this.#reference.values.set(key, compute())
    return this.valueNow(key)
  }

  /** A value computed earlier. */
  valueNow<T>(key: string): T {
    if (!this.#reference.values.has(key)) throw new Error(`${key} was not computed`)
    return this.#reference.values.get(key) as T
  }

  /** Runs a query that is not cached, because its result changes often or depends on the actor. */
  ask<T>(query: Statement): Promise<T[]> {
    return this.#handle.all<T>(query)
  }

  /** Cached rows of listings by id, valid while their `last_modified` is the one that the search found. */
  remembered(resourceName: TableName): RecentValues<AnyRecord> {
    const known = this.#reference.remembered.get(resourceName)
    if (known) return known
    const made = new RecentValues<AnyRecord>(room, () => rowBytes)
    this.#reference.remembered.set(resourceName, made)
    return made
  }

  /** Cached printed records by id, as someone with this clearance sees them. */
  printed(resourceName: TableName, clearance: number): RecentValues<Printed> {
    const views = this.#reference.printed.get(resourceName) ?? []
    if (views.length === 0) this.#reference.printed.set(resourceName, views)
    views[clearance] ??= new RecentValues<Printed>(room, ({ bytes }) => bytes.length + printedBytes)
    return views[clearance]
  }

  #rows(resourceName: TableName): Map<number, AnyRecord | undefined> {
    return ensure(tableNamed(resourceName).volatile ? this.#passing : this.#reference.rows, resourceName)
  }
}

function referenceDataOf(row: CompanyRow): ReferenceData {
  const known = cache.get(row.company_id)
  if (known?.version === row.setup_version) return known
  if (cache.size >= companiesMax) clearReferenceData()
  const loaded = new ReferenceData(row.setup_version)
  cache.set(row.company_id, loaded)
  return loaded
}

/** Counts rows of reference data; if there are too many, drops those of all other companies. */
function keepRows(companyId: number, data: ReferenceData, count: number): void {
  if (cache.get(companyId) !== data) return
  rowsKept += count
  if (rowsKept <= rowsMax) return
  clearReferenceData()
  cache.set(companyId, data)
}

/** The map under a key, created if missing. */
export function ensure<N, K, V>(maps: Map<N, Map<K, V>>, key: N): Map<K, V> {
  const found = maps.get(key)
  if (found) return found
  const made = new Map<K, V>()
  maps.set(key, made)
  return made
}
