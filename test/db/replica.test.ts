import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createCompany } from '../../src/company/companies.ts'
import { openDatabase, openSnapshots } from '../../src/db/open.ts'
import type { Db, Handle, Snapshots } from '../../src/engine/sql.ts'
import { operation, sql } from '../../src/engine/sql.ts'
import { UnitOfWork } from '../../src/engine/unit_of_work.ts'
import '../../src/resources/index.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { startReplica } from '../support/replica.ts'
import { threads } from '../support/server.ts'
import { isFull, nightly } from '../support/tiers.ts'

// Lists, reports and exports are read from a replica that is behind: never anything older than what was written before.

const reads = Number(process.env.TEST_READS ?? (isFull ? 500 : 100))

let primary: TestPostgres
let replica: TestPostgres
let db: Db
let snapshots: Snapshots
/** As a server opens it. */
let reading: Db
let companyId: number

/** A write like any other: the company's version moves with it. */
const rename = operation('test.rename', async (tx, name: string) => {
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
  const [group] = await work.load('groups', sql`1 = 1`)
  if (group) work.change('groups', group.id, { name })
  else work.insert('groups', { name, active: true, manager_ids: [] })
  await work.flush()
})

before(async () => {
  primary = await startPostgres()
  const place = { databaseUrl: primary.url, databasePool: 4, data: '' }
  db = await openDatabase(place, 1, { operations: [] }, () => {})
  const admin = { first_name: 'A', last_name: 'B', username: 'a', email: '', password: '', tz: 'UTC' }
  const made = await db.write(createCompany, { company_name: 'Yard', ...admin }, 1)
  if ('refused' in made) throw new Error(made.refused)
  companyId = made.company_id
  replica = await startReplica(primary.url, 20)
  await arrived(`select 1 from companies where company_id = ${companyId}`)
  const both = { ...place, replicaUrl: replica.url }
  snapshots = await openSnapshots(both)
  reading = await openDatabase(both, 1, { operations: [], threads }, () => {})
})

/**
 * Waits until a query finds something at the replica. One that has no tables yet would be left alone for half a minute; and
 * without a pause, a primary that commits asynchronously stays ahead of it.
 */
async function arrived(text: string): Promise<void> {
  const client = new pg.Client(replica.url)
  await client.connect()
  const found = () => client.query(text).catch(() => ({ rowCount: 0 }))
  while ((await found()).rowCount === 0) await setTimeout(10)
  await client.end()
}

after(async () => {
  await snapshots.close()
  await reading.close()
  await db.close()
  await replica.stop()
  await primary.stop()
})

/** How often the group was renamed. */
let written = 0

type Read = { name: string; isReplica: boolean }

/** The name of the group, and whether the replica gave it. */
async function nameIn(handle: Handle): Promise<Read> {
  const row = await handle.get<{ name: string; replica: boolean }>(
    sql`select name, pg_is_in_recovery() as replica from groups where company_id = ${companyId}`,
  )
  return { name: row!.name, isReplica: row!.replica }
}

/** How reports and exports read. */
const read = () => snapshots.take(nameIn, companyId)

/** How lists do: each request has read the row of its company before. */
async function readAsList(): Promise<Read> {
  const row = await reading.read.get<Parameters<NonNullable<Db['readSince']>>[0]>(
    sql`select company_id, version, setup_version from companies where company_id = ${companyId}`,
  )
  return nameIn(reading.readSince!(row!))
}

for (const [what, readOnce] of Object.entries({ reports: read, lists: readAsList }))
  test(`none of ${reads} reads of ${what} is older than what was written before it`, async () => {
    const from = { primary: 0, replica: 0 }
    for (let done = 0; done < reads; done++) {
      // Bursts keep the replica behind, until it has come up again.
      if (done % 50 === 25) await arrived(`select 1 from groups where name = 'Name ${written}'`)
      if (done % 50 < 5) await db.write(rename, `Name ${++written}`, done + 2)
      const { name, isReplica } = await readOnce()
      assert.equal(name, `Name ${written}`)
      from[isReplica ? 'replica' : 'primary'] += 1
    }
    console.log(`${what}: ${from.replica} from the replica, ${from.primary} from the primary`)
    assert.ok(from.replica > 0 && from.primary > 0, JSON.stringify(from))
  })

/** Reads until the replica answers; it does not within the half minute for which it is left alone. */
async function fromReplica(readOnce = read): Promise<boolean> {
  for (const end = performance.now() + 10_000; performance.now() < end; await setTimeout(10))
    if ((await readOnce()).isReplica) return true
  return false
}

test('an error in the reader is passed on unchanged, and the replica is read from again', async () => {
  assert.ok(await fromReplica())
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  for (const error of [new TypeError('a bug'), full])
    await assert.rejects(
      snapshots.take(() => Promise.reject(error), companyId),
      (thrown) => thrown === error,
    )
  assert.ok(await fromReplica())
})

test('a read that fails on the replica is repeated on the primary', async () => {
  assert.ok(await fromReplica())
  const value = await snapshots.take(
    (handle) => handle.get(sql`select 1 / case when pg_is_in_recovery() then 0 else 1 end as n`),
    companyId,
  )
  assert.deepEqual(value, { n: 1 })
})

test('a list that fails on the replica is read from the primary, and so is the next one', async () => {
  assert.ok(await fromReplica(readAsList))
  const row = { company_id: companyId, version: 0, setup_version: 0 }
  const failing = sql`select 1 / case when pg_is_in_recovery() then 0 else 1 end as n`
  assert.deepEqual(await reading.readSince!(row).get(failing), { n: 1 })
  assert.equal((await readAsList()).isReplica, false)
})

nightly.test(
  'a server reads lists from its replica, and from its primary what the replica does not have yet',
  async () => {
    const place = { databaseUrl: primary.url, databasePool: 4, data: '' }
    const beside = await Beside.open(place)
    const server = await ServerProcess.start(place, { CLOCKHOUSE_REPLICA_URL: replica.url })
    try {
      const { token } = await beside.company()
      const names: string[] = []
      for (let number = 0; number < 60; number++) {
        // Sometimes the replica has caught up.
        if (number % 3 === 0 && number > 0) await arrived(`select 1 from groups where name = '${names.at(-1)}'`)
        const name = `Crew ${number}`
        names.push(name)
        const { status, text } = await server.call(token, 'POST', '/groups', [{ name }])
        assert.equal(status, 200, text)
        if (number % 3 === 1) await arrived(`select 1 from groups where name = '${name}'`)
        const { body } = await server.call(token, 'GET', '/groups?limit=200')
        const found = Object.values<{ name: string }>(body.results.groups).map((group) => group.name)
        assert.deepEqual(found, names)
      }
      const client = new pg.Client(replica.url)
      await client.connect()
      const { rows } = await client.query(
        `select count(*)::int as n from pg_stat_activity where application_name like 'clockhouse server%' and query = 'commit'`,
      )
      await client.end()
      assert.ok(rows[0].n > 0)
      assert.deepEqual(server.log, [])
    } finally {
      await server.stop()
      await beside.close()
    }
  },
)

test('without the replica, everything is read from the primary', async () => {
  await replica.stop()
  await db.write(rename, 'The last', reads + 3)
  for (let time = 0; time < 3; time++) {
    assert.deepEqual(await read(), { name: 'The last', isReplica: false })
    assert.deepEqual(await readAsList(), { name: 'The last', isReplica: false })
  }
})
