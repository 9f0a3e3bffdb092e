import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { sharedTables } from '../../src/db/distribute.ts'
import { distributePostgres, openPostgres } from '../../src/db/postgres.ts'
import { migratedPlace } from '../support/server.ts'
import { standInForCitus } from '../support/spread.ts'
import { tablesOfMigrations } from '../support/tenant_statements.ts'

// The tables are spread by company as Citus spreads them; partitions stand in for machines.

let address: string
let clean: () => Promise<void>
before(async () => {
  const fresh = await migratedPlace('postgres')
  address = fresh.place.databaseUrl
  clean = fresh.clean
})
after(() => clean())

const open = () => openPostgres(address, 1, { pool: 2, patience: 'limited', onError: () => {} })

async function ask<T>(text: string): Promise<T[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const { tenant, other } = tablesOfMigrations()

test('every table without a company has its place', () => {
  assert.deepEqual(Object.keys(sharedTables).sort(), [...other, 'migrations'].sort())
})

test('nothing is spread while a server runs, or without Citus', async () => {
  const db = await open()
  await assert.rejects(distributePostgres(address, 64), /a server is using the database/)
  await db.close()
  await assert.rejects(distributePostgres(address, 64), /this database has no Citus/)
})

test('spreads every table once, companies first, and those of companies with them', async () => {
  await standInForCitus(address)
  await ask('create table of_another_program (company_id bigint primary key)')
  const names = await distributePostgres(address, 16)
  assert.equal(names[0], 'companies')
  assert.deepEqual([...names].sort(), [...tenant, ...other, 'migrations'].sort())
  assert.deepEqual(await distributePostgres(address, 16), [])
  const how = await ask<{ how: string; count: string }>(
    'select how, count(*) from citus.pg_dist_partition group by how order by how',
  )
  assert.deepEqual(
    how.map(({ how, count }) => [how, Number(count)]),
    [
      ['company_id companies 0', tenant.size - 1],
      ['company_id none 16', 1],
      ['hash none 16', 1],
      ['id none 16', 1],
      ['key none 16', 1],
      ['name none 16', 1],
      ['reference', 3],
    ],
  )
})

test('a start spreads a table that is new', async () => {
  await ask(`drop table page_ends;
    create table page_ends (company_id bigint not null, hash text not null, primary key (company_id, hash))`)
  const db = await open()
  await db.close()
  const [row] = await ask<{ how: string }>(
    `select how from citus.pg_dist_partition where logicalrelid = 'page_ends'::regclass`,
  )
  assert.equal(row?.how, 'company_id companies 0')
})
