import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { shardsUsual } from '../../src/db/citus/distribute.ts'
import { openDatabase } from '../../src/db/open.ts'
import { distributePostgres } from '../../src/db/postgres/postgres.ts'
import { databaseFolder } from './folders.ts'
import { standInForCitus } from './spread.ts'

// Migrated databases are created once per run; each test server starts with a copy.

const pool = 2

/** The environment variables that name the templates: a SQLite file, and a PostgreSQL database. */
const [sqliteTemplate, postgresTemplate] = ['TEST_SQLITE_TEMPLATE', 'TEST_POSTGRES_TEMPLATE'] as const

/** A database that a server can open, and a function that deletes it. */
export type FreshPlace = {
  place: { databaseUrl: string; data: string; databasePool: number }
  clean: () => Promise<void>
}

/** Creates the SQLite template. Returns its environment variable, and a function that deletes it. */
export async function prepareSqlite(now: number): Promise<{ env: Record<string, string>; stop: () => void }> {
  const data = databaseFolder('clockhouse-template-')
  await migrate({ databaseUrl: '', data }, now)
  return { env: { [sqliteTemplate]: join(data, 'clockhouse.db') }, stop: () => rmSync(data, { recursive: true }) }
}

/** Creates the PostgreSQL template on a server. Returns its environment variable. */
export async function preparePostgres(server: string, now: number): Promise<Record<string, string>> {
  const name = 'template_clockhouse'
  await asAdministrator(server, `create database ${name}`)
  const databaseUrl = onDatabase(server, name)
  await migrate({ databaseUrl, data: '' }, now)
  if (process.env.TEST_SPREAD) {
    await standInForCitus(databaseUrl)
    await distributePostgres(databaseUrl, shardsUsual)
  }
  return { [postgresTemplate]: name }
}

/** A copy of the SQLite template; undefined if the run has none. */
export function sqliteCopy(): FreshPlace | undefined {
  const template = process.env[sqliteTemplate]
  if (!template) return undefined
  const data = databaseFolder('clockhouse-test-')
  copyFileSync(template, join(data, 'clockhouse.db'))
  const clean = async () => rmSync(data, { recursive: true, force: true })
  return { place: { databaseUrl: '', data, databasePool: 10 }, clean }
}

/** A copy of the PostgreSQL template on this server; undefined if the run has none. */
export async function postgresCopy(server: string, name: string): Promise<FreshPlace | undefined> {
  const template = process.env[postgresTemplate]
  if (!template) return undefined
  // Without fsync, copying its files takes a fifth of the time of logging its pages.
  await asAdministrator(server, `create database ${name} template ${template} strategy file_copy`)
  const clean = () => asAdministrator(server, `drop database if exists ${name} with (force)`)
  const url = new URL(onDatabase(server, name))
  const { TEST_POSTGRES_SOCKET: socket } = process.env
  if (socket) url.searchParams.set('host', socket)
  return { place: { databaseUrl: url.href, data: '', databasePool: 10 }, clean }
}

/** Parts of each table in the tests. */
const shardsOfTests = 2

/** A schema in a Citus cluster whose tables are distributed over its machines, where a database cannot be copied. */
export async function citusSchema(server: string, name: string): Promise<FreshPlace> {
  const url = new URL(server)
  url.searchParams.set('schema', name)
  const place = { databaseUrl: url.href, data: '', databasePool: 10 }
  await migrate(place, 0)
  await distributePostgres(place.databaseUrl, shardsOfTests)
  return { place, clean: () => asAdministrator(server, `drop schema if exists ${name} cascade`) }
}

async function migrate(place: { databaseUrl: string; data: string }, now: number): Promise<void> {
  const db = await openDatabase({ ...place, databasePool: pool }, now, { operations: [] }, () => {})
  await db.close()
}

async function asAdministrator(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function onDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
