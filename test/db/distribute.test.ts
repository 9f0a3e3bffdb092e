import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { distributePostgres, openPostgres } from '../../src/db/postgres/postgres.ts'
import { type Db, operation, sql } from '../../src/engine/sql.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { hasTurn } from '../../src/jobs/turns.ts'
import { openPush } from '../../src/notifications/push_transport.ts'
import { operations } from '../../src/operations.ts'
import { Commits } from '../../src/sight/watched.ts'
import { tables } from '../../src/tables/tables.ts'
import { logger, machineClock, realWorld } from '../../src/world.ts'
import { migratedPlace, threads } from '../support/server.ts'
import { standInForCitus } from '../support/spread.ts'

// The tables are distributed by company as Citus distributes them; partitions stand in for machines.

let address: string
let clean: () => Promise<void>
before(async () => {
  const fresh = await migratedPlace('postgres')
  address = fresh.place.databaseUrl
  clean = fresh.clean
})
after(() => clean())

const open = () => openPostgres(address, 1, { pool: 2, patience: 'limited', commits: new Commits(), onError: () => {} })

async function ask<T>(text: string): Promise<T[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('no table is distributed while a server runs, or without Citus', async () => {
  const db = await open()
  await assert.rejects(distributePostgres(address, 64), /a server is using the database/)
  await db.close()
  await assert.rejects(distributePostgres(address, 64), /this database has no Citus/)
})

test('every table is distributed once: companies first, and the tables of companies with them', async () => {
  await standInForCitus(address)
  await ask('create table of_another_program (company_id bigint primary key)')
  const names = await distributePostgres(address, 16)
  assert.equal(names[0], 'companies')
  assert.deepEqual([...names].sort(), Object.keys(tables).sort())
  assert.deepEqual(await distributePostgres(address, 16), [])
  const how = await ask<{ how: string; count: string }>(
    'select how, count(*) from citus.pg_dist_partition group by how order by how',
  )
  assert.deepEqual(
    how.map(({ how, count }) => [how, Number(count)]),
    [
      ['company_id companies 0', names.length - 9],
      ['company_id none 16', 1],
      ['hash none 16', 1],
      ['id none 16', 1],
      ['key none 16', 1],
      ['name none 16', 1],
      ['reference', 4],
    ],
  )
})

test('blocks of ids come from counters on machines that answer, each once and above the last one', async () => {
  await ask(`create function fail() returns trigger language plpgsql as $$
    begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$;
    create trigger away before update on counters for each row when (old.name <> 'id_block 9') execute function fail()`)
  const take = operation('test.take', async (tx, above: number) => {
    await tx.all(sql`select 1`)
    return tx.nextIdBlock(above)
  })
  const db = await open()
  const blocks: number[] = []
  for (const above of [0, 0, 40, 50]) blocks.push(await db.write(take, above, 1))
  await ask('drop trigger away on counters')
  for (const above of [9, 9, 57, 1000]) blocks.push(await db.write(take, above, 1))
  await db.close()
  assert.deepEqual(blocks, [9, 25, 41, 57, 10, 26, 58, 1001])
})

test('one of several servers runs a background loop in each interval', async () => {
  const db = await open()
  const random = () => Buffer.alloc(1)
  const from = (now: number, loop = 'mails') => hasTurn({ db: db as Db, now: () => now * 1_000_000, random }, loop, 10)
  const turns: boolean[] = []
  for (const now of [100, 101, 107, 108, 109, 118.5, 900, 119, 120]) turns.push(await from(now))
  // Of the servers that the one with the wrong clock has come between, each runs once.
  assert.deepEqual(turns, [true, false, false, true, false, true, true, true, false])
  assert.deepEqual([await from(120, 'pushes'), await from(120, 'pushes')], [true, false])
  await ask(`create trigger away before update on counters for each row execute function fail()`)
  assert.equal(await from(140), true)
  await ask('drop trigger away on counters')
  await db.close()
})

test('each of several servers watches its own clock, whichever has the turn to look for what is due', async () => {
  const watched: string[] = []
  const config = { ...readConfig({ CLOCKHOUSE_LOG_LEVEL: 'silent' }), databaseUrl: address }
  for (const name of ['one server', 'another']) {
    const db = await openDatabase(config, machineClock(), { operations, threads }, () => {})
    const world = realWorld(db, logger('silent'), machineClock, undefined, openPush(config))
    const work = new BackgroundWork(world, config, { watchClock: () => watched.push(name) })
    for (const { run } of work.loops()) await run()
    await work.ended()
    await db.close()
  }
  assert.deepEqual(watched, ['one server', 'another'])
})

test('the start of a server distributes a new table', async () => {
  await ask(`drop table page_ends;
    create table page_ends (company_id bigint not null, hash text not null, primary key (company_id, hash))`)
  const db = await open()
  await db.close()
  const [row] = await ask<{ how: string }>(
    `select how from citus.pg_dist_partition where logicalrelid = 'page_ends'::regclass`,
  )
  assert.equal(row?.how, 'company_id companies 0')
})
