import { DatabaseSync } from 'node:sqlite'
import { checkAudit } from '../audit/check.ts'
import { differences, toldDifference } from '../audit/copies.ts'
import type { Handle, Row, SqlValue, Statement } from '../engine/sql.ts'
import { messageOf } from '../rules/thrown.ts'
import { migrationState } from './migrate.ts'

// What is wrong inside a SQLite file whose pages can be read: rows that differ from their indexes or second copies.

/** The most of each kind that are named. */
const most = 5

/**
 * Sentences about everything in a database that contradicts itself, none if it is intact. Reads it completely.
 * `isSound`: its structure has just been checked.
 */
export async function contradictionsIn(file: string, { isSound = false } = {}): Promise<string[]> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const structure = isSound ? [] : structureOf(database)
    return structure.length > 0 ? structure : await contentsOf(database)
  } catch (error) {
    return [messageOf(error)]
  } finally {
    database.close()
  }
}

/** What SQLite finds, with the rows that differ from an index; nothing if the structure is sound. */
export function structureOf(database: DatabaseSync): string[] {
  const problems = brokenIn(database, most)
  const indexes = new Set(
    problems.flatMap((text) => /(?:missing from|entries in) index (\S+)/.exec(text)?.slice(1) ?? []),
  )
  return [...problems, ...[...indexes].flatMap((index) => namedRows(database, index))]
}

/** What SQLite finds wrong with the structure, in so many sentences at most. */
export function brokenIn(database: DatabaseSync, most: number): string[] {
  const rows = database.prepare(`pragma integrity_check(${most})`).all()
  return rows.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok')
}

/** The rows that differ from an index, by their keys. */
function namedRows(database: DatabaseSync, index: string): string[] {
  const all = (text: string, ...values: SqlValue[]) => database.prepare(text).all(...values)
  const table = String(all('select tbl_name from sqlite_schema where name = ?', index)[0]?.tbl_name ?? '')
  const key = all('select name from pragma_table_info(?) where pk > 0 order by pk', table).map(({ name }) => name)
  const own = all('select name from pragma_index_xinfo(?) where cid >= 0', index).map(({ name }) => name)
  const [{ wr, partial } = {}] = all(
    `select t.wr, i.partial from pragma_table_list(?1) t, pragma_index_list(?1) i where i.name = ?2`,
    table,
    index,
  )
  if (partial !== 0 || !key.every((name) => own.includes(name))) return []
  const columns = [...new Set([...key, ...own])].map((name) => `"${name}"`).join()
  const rows = `select ${columns} from "${table}" ${wr === 1 ? `indexed by "sqlite_autoindex_${table}_1"` : 'not indexed'}`
  const entries = `select ${columns} from "${table}" indexed by "${index}"`
  try {
    const inTable = all(`${rows} except ${entries} limit ${most}`) as Row[]
    const inIndex = all(`${entries} except ${rows} limit ${most}`) as Row[]
    const keyOf = (row: Row) => key.map((name) => row[String(name)]).join('/')
    return inTable.map((row) => {
      const entry = inIndex.find((other) => keyOf(other) === keyOf(row))
      const differing = Object.keys(row).filter((name) => entry && entry[name] !== row[name])
      const told = differing.map(
        (name) => `${name} is ${JSON.stringify(row[name])}, but ${JSON.stringify(entry?.[name])} in ${index}`,
      )
      return `${table} ${keyOf(row)}: ${told.join(', ') || `not in ${index}`}`
    })
  } catch {
    return []
  }
}

/** What rows and their second copies, and the lines of the audit, say differently. */
async function contentsOf(database: DatabaseSync): Promise<string[]> {
  const names = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  // An older version has no second copies; the next start brings it up to date.
  if (!names.some(({ name }) => name === 'migrations')) return []
  const migrations = database.prepare('select name from migrations').all()
  if (migrationState(migrations.map(({ name }) => String(name))).pending.length > 0) return []
  const handle = handleOf(database)
  const found: string[] = []
  for (const { company_id, client_url } of database.prepare('select company_id, client_url from companies').all()) {
    for await (const one of differences(handle, Number(company_id))) {
      found.push(`${toldDifference(one)} (${client_url})`)
      if (found.length >= most) return found
    }
    const { problem } = await checkAudit(handle, Number(company_id))
    if (problem) found.push(`the audit of ${client_url} is broken at line ${problem.sequence}: ${problem.what}`)
  }
  return found
}

/** Reads through the engine's statements. */
export function handleOf(database: DatabaseSync): Pick<Handle, 'all'> {
  return { all: async <T>({ sql, values }: Statement) => database.prepare(sql).all(...(values as SqlValue[])) as T[] }
}
