import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SqlValue } from '../../engine/sql.ts'
import { codeOf, messageOf } from '../../rules/thrown.ts'
import { makePrivate } from '../backup/file.ts'
import { brokenIn } from '../contradictions.ts'
import { quoted, type Shape } from '../stores.ts'
import { type Mended, mend, type Tree } from './mend.ts'
import { PageFile } from './pages.ts'

/** What SQLite itself says about a damaged file, and what mending its copy has found. */
type Damage = Mended & { problems: string[]; cutOff: number }

/** Nothing can be read without the list of tables. */
export class NoTables extends Error {}

/** Copies a database with the log beside it. What the disk cannot read becomes zeros. */
export function copyDamaged(file: string, target: string): void {
  makePrivate(target)
  for (const suffix of ['', '-wal']) {
    if (!existsSync(file + suffix)) continue
    try {
      copyFileSync(file + suffix, target + suffix)
    } catch (error) {
      if (codeOf(error) !== 'EIO') throw error
      copyReadable(file + suffix, target + suffix)
    }
  }
}

const blockSize = 4096

function copyReadable(file: string, target: string): void {
  const [from, to] = [openSync(file, 'r'), openSync(target, 'w')]
  const { size } = fstatSync(from)
  for (let at = 0; at < size; at += blockSize) {
    const block = Buffer.alloc(Math.min(blockSize, size - at))
    try {
      readSync(from, block, 0, block.length, at)
    } catch {
      block.fill(0)
    }
    writeSync(to, block, 0, block.length, at)
  }
  closeSync(from)
  closeSync(to)
}

/** A copy of a damaged database, mended so far that SQLite reads everything that is left of it. */
export class Scratch {
  readonly file: string
  readonly damage: Damage
  readonly trees: readonly Tree[]
  #database: DatabaseSync

  /** Mends a copy. Throws NoTables if its list of tables cannot be read. */
  constructor(file: string) {
    this.file = file
    try {
      takeLog(file)
      const cutOff = completed(file)
      if (cutOff > 0) takeLog(file)
      const pages = new PageFile(file)
      try {
        const problems = problemsOf(file)
        this.trees = reading(file, treesOf)
        this.damage = { ...mend(pages, [schema, ...this.trees]), problems, cutOff }
        if (this.damage.gaps.some(({ tree }) => tree === schema)) throw new Error('it has gaps')
      } finally {
        pages.close()
      }
    } catch (error) {
      throw new NoTables(messageOf(error), { cause: error })
    }
    this.#database = opened(file)
  }

  get database(): DatabaseSync {
    return this.#database
  }

  /** All rows of a table that can be read; undefined for each with a value of another type than the column's. */
  *rows(shape: Shape): Generator<SqlValue[] | undefined> {
    const tree = this.trees.find(({ name }) => name === shape.table)
    if (!tree) return
    yield* this.#rowsBelow(shape, tree)
    for (const { page } of this.damage.loose.filter((loose) => loose.tree === tree)) {
      this.#moveRoot(tree, page)
      yield* this.#rowsBelow(shape, tree)
    }
    this.#moveRoot(tree, tree.root)
  }

  close(): void {
    this.#database.close()
    for (const name of [this.file, `${this.file}-wal`, `${this.file}-shm`]) rmSync(name, { force: true })
  }

  *#rowsBelow({ table, columns }: Shape, tree: Tree): Generator<SqlValue[] | undefined> {
    // An index that happens to have all columns must not be read instead.
    const from = tree.kind === 'index' ? `indexed by ${quoted(`sqlite_autoindex_${table}_1`)}` : 'not indexed'
    const text = `select ${columns.map(({ name }) => quoted(name)).join()} from ${quoted(table)} ${from}`
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    statement.setReadBigInts(true)
    try {
      for (const row of statement.iterate() as Iterable<unknown>) {
        const values = (row as (SqlValue | bigint)[]).map((value, index) => sqlValue(value, columns[index]!.type))
        yield values.every((value) => value !== undefined) ? values : undefined
      }
    } catch (error) {
      this.damage.gaps.push({ tree, page: 0, what: 'page', after: undefined, before: undefined })
      this.damage.problems.push(`${table}: ${messageOf(error)}`)
    }
  }

  /** Lets a table begin at another page, so that SQLite reads the rows below that page. */
  #moveRoot({ table }: Tree, page: number): void {
    this.#database.exec('pragma writable_schema = on')
    this.#database.prepare(`update sqlite_schema set rootpage = ? where type = 'table' and name = ?`).run(page, table)
    this.#database.exec('pragma writable_schema = reset')
  }
}

/** A value as it is written again; undefined if it is not of the column's type. */
function sqlValue(value: SqlValue | bigint, type: Shape['columns'][number]['type']): SqlValue | undefined {
  if (value === null) return null
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) && (type === 'integer' || type === 'real') ? number : undefined
  }
  if (typeof value === 'number') return type === 'real' ? value : undefined
  if (typeof value === 'string') return type === 'text' ? value : undefined
  return type === 'bytes' ? value : undefined
}

/** Gives a file that was cut off its length again; returns how many pages it lacked. */
function completed(file: string): number {
  const pages = new PageFile(file)
  try {
    return pages.complete()
  } finally {
    pages.close()
  }
}

/** Moves the log beside a copy into it. */
function takeLog(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete')
  } catch {
    // A file that was cut off cannot be used before it has its length again.
  } finally {
    database.close()
  }
}

function opened(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { defensive: false })
  database.exec('pragma synchronous = off; pragma trusted_schema = off')
  return database
}

function reading<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const mostProblems = 20

function problemsOf(file: string): string[] {
  try {
    return reading(file, (database) => brokenIn(database, mostProblems))
  } catch (error) {
    return [messageOf(error)]
  }
}

/** The list of tables, which begins on the first page. */
const schema: Tree = {
  ...{ name: 'sqlite_schema', table: 'sqlite_schema', root: 1, kind: 'table', keys: 0 },
  columns: (['text', 'text', 'text', 'integer', 'text'] as const).map((type) => ({ type, canBeNull: true })),
}

type Column = { name: string; type: string; notnull: number; pk: number }

const types: Readonly<Record<string, Tree['columns'][number]['type']>> = {
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'real',
  text: 'text',
  blob: 'blob',
}

/** The trees of all tables and indexes. Throws if the list of tables cannot be read. */
function treesOf(database: DatabaseSync): Tree[] {
  const all = <T>(text: string, ...values: SqlValue[]) => database.prepare(text).all(...values) as T[]
  const found = all<{ name: string; tbl_name: string; rootpage: number; type: string }>(
    `select name, tbl_name, rootpage, type from sqlite_schema where rootpage > 0 and type in ('table', 'index')`,
  )
  const isKeyed = new Set(all<{ name: string }>('select name from pragma_table_list where wr').map(({ name }) => name))
  return found.map(({ name, tbl_name: table, rootpage: root, type }) => {
    const columns = all<Column>('select * from pragma_table_info(?)', table)
    const plain = columns.map((column) => typeOf(column, type === 'table' && !isKeyed.has(table)))
    if (type === 'table' && !isKeyed.has(table)) return { name, table, root, kind: 'table', columns: plain, keys: 0 }
    const index = type === 'table' ? `sqlite_autoindex_${table}_1` : name
    const stored = all<{ cid: number; key: number }>('select cid, key from pragma_index_xinfo(?) order by seqno', index)
    return {
      ...{ name, table, root, kind: 'index' },
      columns: stored.map(({ cid }) => plain[cid] ?? { type: 'integer', canBeNull: false }),
      keys: type === 'table' ? stored.filter(({ key }) => key === 1).length : 0,
    }
  })
}

/** A column. One that is the row number is stored as null. */
function typeOf({ type, notnull, pk }: Column, hasNumbers: boolean): Tree['columns'][number] {
  const kind = types[type.toLowerCase()]
  if (!kind) throw new Error(`a column has the type ${type}`)
  return { type: kind, canBeNull: notnull === 0 && (pk === 0 || hasNumbers) }
}
