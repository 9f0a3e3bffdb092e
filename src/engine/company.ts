import { listMax, type Values } from './fields.ts'
import { resourceNamed } from './resource.ts'
import { type Handle, inList, name, type Row, type Statement, sql } from './sql.ts'

/** The company's own row. */
export type CompanyRow = {
  company_id: number
  name: string
  client_url: string
  version: number
  setup_version: number
  stamp: number
  id_next: number
  id_limit: number
  /** Further ranges claimed, as 'next-limit' between commas. */
  id_spare: string
  /** JSON: resource → instant of its newest change. */
  last_modified: string
  allowed_addresses: string
  block_addresses: number
  created: number
}

/** What is remembered of a company's set-up, valid as long as `setup_version` stands. */
class Setup {
  readonly version: number
  readonly rows = new Map<string, Map<number, Values | undefined>>()
  readonly lists = new Map<string, readonly Values[]>()
  readonly remembered = new Map<string, Map<number, Values>>()
  readonly printed = new Map<string, Map<number, { mark: number; text: string }>>()
  readonly values = new Map<string, unknown>()
  constructor(version: number) {
    this.version = version
  }
}

const setups = new Map<number, Setup>()
const companiesMax = 2000

/** Forgets everything remembered. After a rollback, what was read inside the transaction never was. */
export function forgetSetups(): void {
  setups.clear()
}

/**
 * A company as one request sees it: its row, and its set-up (people, jobs, fields, settings) looked up through a memory
 * that holds while `setup_version` stands. Rows are never changed in place.
 */
export class Company {
  readonly row: CompanyRow
  readonly #handle: Handle
  readonly #setup: Setup
  /** Rows of resources that change all the time: looked up again by every request. */
  readonly #passing = new Map<string, Map<number, Values | undefined>>()

  constructor(row: CompanyRow, handle: Handle, options: { fresh?: boolean } = {}) {
    this.row = row
    this.#handle = handle
    this.#setup = options.fresh ? new Setup(row.setup_version) : setupOf(row)
  }

  /** Looks up rows of a resource by number; afterwards `get` knows them. One query, none when all are known. */
  async look(resourceName: string, ids: Iterable<number>): Promise<void> {
    const known = this.#rows(resourceName)
    const missing = [...new Set(ids)].filter((id) => id >= 1 && id <= 2147483647 && !known.has(id))
    if (missing.length === 0) return
    const resource = resourceNamed(resourceName)
    for (let start = 0; start < missing.length; start += listMax) {
      const ids = missing.slice(start, start + listMax)
      const rows = await this.#handle.all<Row>(
        sql`select * from ${name(resourceName)} where company_id = ${this.row.company_id} and ${inList(sql`id`, ids)}`,
      )
      for (const id of ids) known.set(id, undefined)
      for (const row of rows) known.set(row.id as number, resource.load(row))
    }
  }

  /** A row looked up before; undefined when there is none. Asking for one that nobody looked up is a bug. */
  get<T = Values>(resourceName: string, id: number): T | undefined {
    if (id < 1 || id > 2147483647) return undefined
    const known = this.#rows(resourceName)
    if (!known.has(id)) throw new Error(`${resourceName} ${id} was not looked up`)
    return known.get(id) as T | undefined
  }

  /** True when the row was looked up, be it there or not. */
  knows(resourceName: string, id: number): boolean {
    return id < 1 || id > 2147483647 || this.#rows(resourceName).has(id)
  }

  /** All rows of a resource whose number in a company is small (groups, custom fields). */
  async list<T = Values>(resourceName: string): Promise<readonly T[]> {
    const known = this.#setup.lists.get(resourceName)
    if (known) return known as readonly T[]
    const resource = resourceNamed(resourceName)
    const rows = await this.#handle.all<Row>(
      sql`select * from ${name(resourceName)} where company_id = ${this.row.company_id} order by id`,
    )
    const loaded = rows.map((row) => resource.load(row))
    this.#setup.lists.set(resourceName, loaded)
    const byId = this.#rows(resourceName)
    for (const row of loaded) byId.set(row.id, row)
    return loaded as readonly T[]
  }

  /** True when `list` has loaded that resource. */
  isListed(resourceName: string): boolean {
    return this.#setup.lists.has(resourceName)
  }

  /** The rows that `list` has loaded before. */
  listed<T = Values>(resourceName: string): readonly T[] {
    const known = this.#setup.lists.get(resourceName)
    if (!known) throw new Error(`${resourceName} was not listed`)
    return known as readonly T[]
  }

  /** Any other value that follows from the set-up alone, computed once. */
  async value<T>(key: string, compute: (handle: Handle) => Promise<T>): Promise<T> {
    if (!this.#setup.values.has(key)) this.#setup.values.set(key, await compute(this.#handle))
    return this.#setup.values.get(key) as T
  }

  /** The same for what takes no query. */
  memo<T>(key: string, compute: () => T): T {
    if (!this.#setup.values.has(key)) this.#setup.values.set(key, compute())
    return this.#setup.values.get(key) as T
  }

  /** A value computed before. */
  valueNow<T>(key: string): T {
    if (!this.#setup.values.has(key)) throw new Error(`${key} was not computed`)
    return this.#setup.values.get(key) as T
  }

  /** Asks the database for what is remembered nowhere: what changes all the time, or depends on who asks. */
  ask<T>(query: Statement): Promise<T[]> {
    return this.#handle.all<T>(query)
  }

  /** Rows of listings, by number; one counts while its `last_modified` is the one that the search has found. */
  remembered(resourceName: string): Map<number, Values> {
    return ensure(this.#setup.remembered, resourceName)
  }

  /** Printed records of one view, by number; an entry counts while its mark is the record's. */
  printed(view: string): Map<number, { mark: number; text: string }> {
    return ensure(this.#setup.printed, view)
  }

  #rows(resourceName: string): Map<number, Values | undefined> {
    return ensure(resourceNamed(resourceName).volatile ? this.#passing : this.#setup.rows, resourceName)
  }
}

function setupOf(row: CompanyRow): Setup {
  const known = setups.get(row.company_id)
  if (known?.version === row.setup_version) return known
  if (setups.size >= companiesMax) setups.clear()
  const setup = new Setup(row.setup_version)
  setups.set(row.company_id, setup)
  return setup
}

function ensure<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  const found = maps.get(key)
  if (found) return found
  const made = new Map<K, V>()
  maps.set(key, made)
  return made
}
