import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { SqlValue } from '../engine/sql.ts'
import { connectTo } from './postgres/connections.ts'

// A database as whole tables, for backups, restores and moves.

/** Rows read or written at a time; fewer if they contain the bytes of files. */
const rowsAtOnce = 2000
const fileRowsAtOnce = 32

/** A table: its columns with their types, in order. */
export type Shape = { table: string; columns: { name: string; type: 'integer' | 'real' | 'text' | 'bytes' }[] }

/** The digest of a table: the number of its rows, and a hash that does not depend on their order. */
export type Digest = { rows: number; hash: string }

/** An open database. All reads see the same state. */
export interface Store {
  shapes(): Promise<Shape[]>
  /** The rows of a table, in batches. */
  rows(shape: Shape): AsyncIterable<SqlValue[][]>
  insert(shape: Shape, rows: SqlValue[][]): Promise<void>
  /** Deletes all rows of a table. */
  clear(table: string): Promise<void>
}

/** Computes the digest of a table, row by row. */
export class Digester {
  #rows = 0
  #sum = 0n

  add(rows: SqlValue[][]): void {
    for (const row of rows) this.#sum += hashOf(row)
    this.#rows += rows.length
  }

  get digest(): Digest {
    return { rows: this.#rows, hash: BigInt.asUintN(64, this.#sum).toString(16).padStart(16, '0') }
  }
}

function hashOf(row: SqlValue[]): bigint {
  const hash = createHash('sha256')
  for (const value of row) {
    if (value instanceof Uint8Array) hash.update(`bytes ${value.length} `).update(value)
    else hash.update(`${JSON.stringify(value)} `)
  }
  return hash.digest().readBigUInt64BE()
}

/** The digest of a table in a database. */
export async function digestOf(store: Store, shape: Shape): Promise<Digest> {
  const digester = new Digester()
  for await (const rows of store.rows(shape)) digester.add(rows)
  return digester.digest
}

/** A SQLite database. The caller begins and ends transactions, and closes it. */
export class SqliteStore implements Store {
  readonly database: DatabaseSync

  constructor(file: string, options: { readOnly?: boolean } = {}) {
    this.database = new DatabaseSync(file, { ...options, timeout: 5000 })
  }

  async shapes(): Promise<Shape[]> {
    const columns = this.database
      .prepare(
        `select t.name as "table", c.name as name, lower(c.type) as type from pragma_table_list t
          join pragma_table_info(t.name) c where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'
          order by t.name, c.name`,
      )
      .all() as ColumnRow[]
    return shapesOf(columns)
  }

  async *rows(shape: Shape): AsyncIterable<SqlValue[][]> {
    const statement = this.database.prepare(`select ${listOf(shape)} from ${quoted(shape.table)}`)
    statement.setReturnArrays(true)
    const size = batchSize(shape)
    let batch: SqlValue[][] = []
    for (const row of statement.iterate()) {
      batch.push(row as unknown as SqlValue[])
      if (batch.length < size) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  async insert(shape: Shape, rows: SqlValue[][]): Promise<void> {
    const places = shape.columns.map(() => '?').join()
    const statement = this.database.prepare(`insert into ${quoted(shape.table)} (${listOf(shape)}) values (${places})`)
    for (const row of rows) statement.run(...row)
  }

  async clear(table: string): Promise<void> {
    this.database.exec(`delete from ${quoted(table)}`)
  }

  close(): void {
    this.database.close()
  }
}

/** A PostgreSQL database or schema, on one connection. The caller begins and ends transactions, and closes it. */
export class PostgresStore implements Store {
  readonly client: pg.Client
  readonly schema: string | undefined

  private constructor(client: pg.Client, schema: string | undefined) {
    this.client = client
    this.schema = schema
  }

  static async open(address: string): Promise<PostgresStore> {
    const { client, schema } = await connectTo(address)
    return new PostgresStore(client, schema)
  }

  async shapes(): Promise<Shape[]> {
    const { rows } = await this.client.query<ColumnRow>(
      `select c.table_name as "table", c.column_name as name, c.data_type as type from information_schema.columns c
        join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
        where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        order by c.table_name collate "C", c.column_name collate "C"`,
    )
    return shapesOf(rows)
  }

  async *rows(shape: Shape): AsyncIterable<SqlValue[][]> {
    // Before version 0.3.0, PostgreSQL counted the blocks of ids in a sequence.
    const from =
      shape.table === 'id_blocks'
        ? '(select case when is_called then last_value else 0 end as next from id_block_numbers) s'
        : quoted(shape.table)
    await this.client.query(`declare rows_to_copy no scroll cursor for select ${listOf(shape)} from ${from}`)
    for (;;) {
      const text = `fetch ${batchSize(shape)} from rows_to_copy`
      const { rows } = await this.client.query<SqlValue[]>({ text, rowMode: 'array' })
      if (rows.length === 0) break
      yield rows
    }
    await this.client.query('close rows_to_copy')
  }

  async insert(shape: Shape, rows: SqlValue[][]): Promise<void> {
    const types = { integer: 'bigint', real: 'double precision', text: 'text', bytes: 'bytea' }
    const places = shape.columns.map(({ type }, index) => `$${index + 1}::${types[type]}[]`)
    const values = shape.columns.map((_, index) => rows.map((row) => asBuffer(row[index]!)))
    await this.client.query(
      `insert into ${quoted(shape.table)} (${listOf(shape)}) select * from unnest(${places.join()})`,
      values,
    )
  }

  async clear(table: string): Promise<void> {
    await this.client.query(`delete from ${quoted(table)}`)
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}

/** The driver sends a Buffer as bytes, and any other array as an array. */
function asBuffer(value: SqlValue): SqlValue {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value
}

type ColumnRow = { table: string; name: string; type: string }

const kinds: Readonly<Record<string, Shape['columns'][number]['type']>> = {
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'real',
  text: 'text',
  blob: 'bytes',
  bytea: 'bytes',
}

function shapesOf(columns: readonly ColumnRow[]): Shape[] {
  const shapes = new Map<string, Shape>()
  for (const { table, name, type } of columns) {
    const kind = kinds[type]
    if (!kind) throw new Error(`${table}.${name} has the type ${type}, which cannot be copied`)
    if (!shapes.has(table)) shapes.set(table, { table, columns: [] })
    shapes.get(table)!.columns.push({ name, type: kind })
  }
  return [...shapes.values()]
}

function batchSize({ columns }: Shape): number {
  return columns.some(({ type }) => type === 'bytes') ? fileRowsAtOnce : rowsAtOnce
}

function listOf({ columns }: Shape): string {
  return columns.map(({ name }) => quoted(name)).join()
}

/** A name in SQL of either database. */
export function quoted(name: string): string {
  return pg.escapeIdentifier(name)
}
