import type { DatabaseSync } from 'node:sqlite'
import { asOneFile } from '../backup/file.ts'
import { migrate } from '../migrate.ts'
import { Connection } from './connection.ts'

/** Creates the tables of a database with these migrations, or all that this version knows, in a file. */
export async function createTables(file: string, only: readonly string[] | undefined, now: number): Promise<void> {
  const connection = new Connection(file)
  try {
    await migrateFile(connection, now, only)
  } finally {
    connection.close()
  }
  asOneFile(file)
}

/** Runs the pending migrations of a file. */
export async function migrateFile(connection: Connection, now: number, only?: readonly string[]): Promise<void> {
  await migrate(connection.transaction({ now }), 'sqlite', (work) => inTransaction(connection, work), only)
}

async function inTransaction(connection: Connection, work: () => Promise<void>): Promise<void> {
  connection.database.exec('begin immediate')
  try {
    await work()
    connection.database.exec('commit')
  } catch (error) {
    if (connection.database.isTransaction) connection.database.exec('rollback')
    throw error
  }
}

/** Whether a database has a table; a new file has none. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined
}
