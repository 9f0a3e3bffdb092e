import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { connectTo } from '../db/postgres/connections.ts'
import { commandName } from '../sight/command_name.ts'
import { machineClock } from '../world.ts'

/** The location of a sandbox's data, and how to save and restore it. */
export interface Place {
  readonly settings: { data: string; databaseUrl: string }
  /** Its properties in the JSON line. */
  readonly shown: Record<string, string>
  /** The start of a command that uses it. */
  readonly command: string
  /** Saves a copy of the current data, even while a server is running. */
  save(name: string): Promise<void>
  /** Replaces the data with a copy, while no server uses it. */
  restore(name: string): Promise<void>
  forget(name: string): Promise<void>
  remove(): Promise<void>
}

/** A new folder, or a new schema of a PostgreSQL server. */
export function makePlace(server: string | undefined): Place {
  return server ? schemaIn(server) : folder()
}

function folder(): Place {
  const data = mkdtempSync(join(tmpdir(), 'clockhouse-sandbox-'))
  const file = join(data, 'clockhouse.db')
  const copies = join(data, 'snapshots')
  const copyOf = (name: string) => join(copies, `${name}.db`)
  return {
    settings: { data, databaseUrl: '' },
    shown: { data_dir: data },
    command: `CLOCKHOUSE_DATA=${data} ${commandName}`,
    async save(name) {
      mkdirSync(copies, { recursive: true, mode: 0o700 })
      rmSync(copyOf(name), { force: true })
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        await backup(database, copyOf(name))
      } finally {
        database.close()
      }
    },
    async restore(name) {
      // Versions never go back, so nothing that a client has cached is mistaken for the restored data.
      const versions = newestIn(file)
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
      copyFileSync(copyOf(name), file)
      const database = new DatabaseSync(file)
      database.exec(`update companies set version = version + ${versions}, setup_version = setup_version + ${versions},
        last_change = last_change + ${versions}`)
      database.close()
    },
    forget: async (name) => rmSync(copyOf(name), { force: true }),
    remove: async () => rmSync(data, { recursive: true, force: true }),
  }
}

const newest = 'case when version > last_change then version else last_change end'

/** The newest version and change log position of all companies. */
function newestIn(file: string): number {
  if (!existsSync(file)) return 0
  const database = new DatabaseSync(file)
  const { most } = database.prepare(`select coalesce(max(${newest}), 0) as most from companies`).get() as {
    most: number
  }
  database.close()
  return most
}

function schemaIn(server: string): Place {
  const schema = `sandbox_${process.pid}_${machineClock()}`
  const url = new URL(server)
  url.searchParams.set('schema', schema)
  const copies = new Set<string>()
  const copyOf = (name: string) => pg.escapeIdentifier(`${schema}_${name}`)
  const within = async (work: (client: pg.Client) => Promise<void>) => {
    const plain = new URL(url)
    plain.searchParams.delete('schema')
    const { client } = await connectTo(plain.href)
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  const drop = (name: string) =>
    within(async (client) => void (await client.query(`drop schema if exists ${name} cascade`)))
  return {
    settings: { data: '', databaseUrl: url.href },
    shown: { database_url: url.href },
    command: `CLOCKHOUSE_DATABASE_URL='${url.href}' ${commandName}`,
    save: (name) =>
      within(async (client) => {
        copies.add(name)
        await copySchema(client, schema, copyOf(name))
      }),
    restore: (name) => within((client) => restoreSchema(client, copyOf(name), schema)),
    forget: (name) => drop(copyOf(name)),
    remove: async () => {
      for (const name of copies) await drop(copyOf(name))
      await drop(schema)
    },
  }
}

async function tablesIn(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query(
    `select table_name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE' order by 1`,
    [schema],
  )
  return rows.map((row) => pg.escapeIdentifier(row.table_name))
}

async function copySchema(client: pg.Client, from: string, to: string): Promise<void> {
  const tables = await tablesIn(client, from)
  const copies = tables.map((table) => `create table ${to}.${table} as table ${from}.${table};`)
  await client.query(`begin isolation level repeatable read;
    drop schema if exists ${to} cascade; create schema ${to}; ${copies.join('\n')} commit`)
}

async function restoreSchema(client: pg.Client, from: string, to: string): Promise<void> {
  const tables = await tablesIn(client, to)
  const fills = tables.map((table) => `insert into ${to}.${table} select * from ${from}.${table};`)
  await client.query(`begin;
    create temporary table newest on commit drop as select coalesce(max(${newest}), 0) as version from ${to}.companies;
    truncate ${tables.map((table) => `${to}.${table}`).join(', ')}; ${fills.join('\n')}
    update ${to}.companies set version = companies.version + newest.version,
      setup_version = companies.setup_version + newest.version,
      last_change = companies.last_change + newest.version from newest; commit`)
}
