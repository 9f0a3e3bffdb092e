import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Place } from '../../src/db/open.ts'

/** Runs a statement; returns its rows. */
export type Run = (statement: string) => Promise<Record<string, unknown>[]>

/** Works with the tables of a database directly, past the program. */
export async function ask<T>(place: Place, work: (run: Run) => Promise<T>): Promise<T> {
  if (!place.databaseUrl) {
    const connection = new DatabaseSync(join(place.data, 'clockhouse.db'), { timeout: 5000 })
    try {
      return await work(async (statement) =>
        connection
          .prepare(statement)
          .all()
          .map((row) => ({ ...row })),
      )
    } finally {
      connection.close()
    }
  }
  const url = new URL(place.databaseUrl)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  const client = new pg.Client({
    connectionString: url.href,
    ...(schema && { options: `-c search_path=${schema},public` }),
  })
  await client.connect()
  try {
    if (schema) await client.query(`create schema if not exists ${schema}`)
    return await work(async (statement) => (await client.query(statement)).rows)
  } finally {
    await client.end()
  }
}
