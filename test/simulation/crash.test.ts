import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { Beside, type Reply, ServerProcess } from '../support/processes.ts'
import { freshPlace, onBoth, postgresUrl } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// What was acknowledged is there, whatever happens to the process; what was not is there completely or not at all.
// `CRASH_WRITES=5000 npm test -- crash` allows more writes before each kill.

const writes = Number(process.env.CRASH_WRITES ?? (isFull ? 500 : 50))
const kills = isFull ? 2 : 1
const breaks = isFull ? 40 : 10
const clients = 16
/** Timesheets of one request: they are written together or not at all. */
const size = 3

/** What a client was told about the timesheets of one create: nothing (undefined), or their ids. */
type Batch = { tag: string; ids: number[] | undefined; deletion: 'none' | 'asked' | 'acknowledged' }

/** A client that creates and deletes until the server is gone or `stop` is called. Each request has a unique text. */
async function work(
  server: ServerProcess,
  { token, adminId: user_id }: { token: string; adminId: number },
  name: string,
  stop: () => boolean,
  batches: Batch[],
): Promise<void> {
  for (let n = 0; !stop(); n++) {
    const batch: Batch = { tag: `${name}-${n}`, ids: undefined, deletion: 'none' }
    batches.push(batch)
    const item = { user_id, jobcode_id: 0, type: 'manual', date: '2026-01-05', duration: 3600, notes: batch.tag }
    const made = await server.call(token, 'POST', '/timesheets', Array(size).fill(item))
    if (!answered(made)) continue
    batch.ids = Object.values<Values>(made.body.results.timesheets).map((result) => {
      assert.equal(result._status_code, 200, made.text)
      return result.id
    })
    if (n % 3 > 0) continue
    batch.deletion = 'asked'
    const gone = await server.call(token, 'DELETE', `/timesheets?ids=${batch.ids}`)
    if (answered(gone)) batch.deletion = 'acknowledged'
  }
}

/** True for 200. Anything but that, a broken connection and 503 as JSON fails the test. */
function answered({ status, body, text }: Reply): boolean {
  if (status === 200) return true
  assert.ok(status === 0 || (status === 503 && body.error.code === 503), `${status}: ${text}`)
  return false
}

/** Compares the database with what clients were told. Returns both counts. */
async function check(
  separate: Beside,
  companyId: number,
  batches: Batch[],
): Promise<{ acknowledged: number; found: number }> {
  const rows = (table: string) =>
    separate.db.read.all<{ id: number; notes: string }>(
      table === 'timesheets'
        ? sql`select id, notes from timesheets where company_id = ${companyId}`
        : sql`select id, notes from timesheets_deleted where company_id = ${companyId}`,
    )
  const [there, deleted] = [await rows('timesheets'), await rows('timesheets_deleted')]
  const ids = new Set(there.map((row) => row.id))
  const deletedIds = new Set(deleted.map((row) => row.id))
  assert.equal(ids.intersection(deletedIds).size, 0, 'a timesheet exists or is deleted, not both')

  const byTag = Map.groupBy([...there, ...deleted], (row) => row.notes)
  const tags = new Set(batches.map(({ tag }) => tag))
  for (const tag of byTag.keys()) assert.ok(tags.has(tag), `${tag} was never requested`)
  let found = 0
  for (const { tag, ids: told, deletion } of batches) {
    const kept = (byTag.get(tag) ?? []).map((row) => row.id)
    assert.ok(kept.length === 0 || kept.length === size, `${kept.length} of ${size} of ${tag}`)
    if (!told) continue
    assert.deepEqual(kept.sort(byNumber), told.toSorted(byNumber), `${tag} was acknowledged`)
    const deletedCount = told.filter((id) => deletedIds.has(id)).length
    assert.ok(deletedCount === 0 || deletedCount === size, `${deletedCount} of ${size} of ${tag} are deleted`)
    if (deletion === 'none') assert.equal(deletedCount, 0, `${tag} was never deleted`)
    if (deletion === 'acknowledged') assert.equal(deletedCount, size, `the deletion of ${tag} was acknowledged`)
    found += told.length
  }

  const history = await separate.db.read.all<{ timesheet_id: number; lines: number; newest: number }>(
    sql`select timesheet_id, count(*) as lines, max(version) as newest from timesheet_history where company_id = ${companyId} group by timesheet_id`,
  )
  assert.equal(history.length, ids.size + deletedIds.size, 'each timesheet has its history')
  for (const { timesheet_id, lines, newest } of history)
    assert.deepEqual([lines, newest], deletedIds.has(timesheet_id) ? [2, 2] : [1, 1], `history of ${timesheet_id}`)
  const newest = await separate.db.read.get<{ stamp: number; last: number }>(
    sql`select max(c.stamp) as stamp, max(t.last_modified) as last from companies c join timesheets t on t.company_id = c.company_id`,
  )
  assert.ok(newest!.stamp >= newest!.last, 'the company’s stamp covers its newest record')
  return { acknowledged: batches.reduce((sum, batch) => sum + (batch.ids?.length ?? 0), 0), found }
}

onBoth('kill -9 in the middle of writing', (database) => {
  test('an acknowledged write survives a kill -9, and any other is stored completely or not at all', async () => {
    const { place, clean } = await freshPlace(database, { durable: true })
    const separate = await Beside.open(place)
    try {
      const company = await separate.company()
      const batches: Batch[] = []
      for (let round = 1; round <= kills; round++) {
        const server = await ServerProcess.start(place)
        const running = Array.from({ length: clients }, (_, n) =>
          work(server, company, `${round}.${n}`, () => !server.alive, batches),
        )
        const before = batches.length
        const wanted = randomInt(3, writes)
        const kept = () => batches.slice(before).filter((one) => one.ids && one.deletion === 'none')
        await until(() => kept().length >= wanted || !server.alive)
        await server.kill()
        await Promise.all(running)

        const restarted = await ServerProcess.start(place)
        const { acknowledged, found } = await check(separate, company.id, batches)
        console.log(`${database}: killed after ${wanted} creates; acknowledged ${acknowledged}, found ${found}`)
        assert.ok(acknowledged > 0, 'nothing was acknowledged, so nothing was tested')
        assert.equal(found, acknowledged)

        const last = batches.findLast((batch) => batch.ids && batch.deletion === 'none')!
        const listed = await restarted.call(company.token, 'GET', `/timesheets?ids=${last.ids}`)
        assert.deepEqual(Object.keys(listed.body.results.timesheets).map(Number), last.ids!.toSorted(byNumber))
        const again = await restarted.call(company.token, 'DELETE', `/timesheets?ids=${last.ids}`)
        assert.ok(
          Object.values<Values>(again.body.results.timesheets).every((item) => item._status_code === 200),
          again.text,
        )
        last.deletion = 'acknowledged'
        await restarted.stop()
      }
      if (database === 'sqlite') {
        const integrity = await separate.db.read.all<Values>(sql`pragma integrity_check`)
        assert.deepEqual(
          integrity.map((row) => row.integrity_check),
          ['ok'],
        )
      }
    } finally {
      await separate.close()
      await clean()
    }
  })
})

test('connections to PostgreSQL that break in the middle of writing cause 503 at worst, and nothing is written twice', async () => {
  const { place, clean } = await freshPlace('postgres', { durable: true })
  const name = `crash_${process.pid}`
  const separate = await Beside.open(place)
  const killer = new pg.Client(postgresUrl({ durable: true }))
  await killer.connect()
  const company = await separate.company()
  const databaseUrl = `${place.databaseUrl}&application_name=${name}`
  const server = await ServerProcess.start({ ...place, databaseUrl }, { CLOCKHOUSE_LOG_LEVEL: 'silent' })
  try {
    const batches: Batch[] = []
    let broken = 0
    const stop = () => !server.alive || (broken >= breaks && batches.some(({ ids }) => ids))
    const running = Array.from({ length: clients }, (_, n) => work(server, company, String(n), stop, batches))
    const reads: Reply[] = []
    const reader = async () => {
      while (!stop()) reads.push(await server.call(company.token, 'GET', '/timesheets?start_date=2026-01-01'))
    }
    running.push(reader(), reader())
    let killed = 0
    while (!stop()) {
      const { rowCount } = await killer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      )
      killed += rowCount ?? 0
      broken += 1
      const next = batches.length + randomInt(1, 2 * clients)
      await until(() => batches.length >= next || stop())
    }
    await Promise.all(running)
    assert.ok(server.alive, `the server has ended:\n${server.log.join('')}`)
    for (const reply of reads) assert.ok(answered(reply) || reply.status === 503, reply.text)

    const { acknowledged, found } = await check(separate, company.id, batches)
    const refused = batches.filter((batch) => !batch.ids).length
    console.log(
      `postgres: ${killed} connections ended, ${refused} of ${batches.length} creates answered 503; acknowledged ${acknowledged}, found ${found}`,
    )
    assert.ok(killed > 0 && acknowledged > 0, 'nothing was acknowledged, so nothing was tested')
    assert.equal(found, acknowledged)
    assert.equal((await server.call(company.token, 'GET', '/timesheets?start_date=2026-01-01')).status, 200)
    assert.equal(await server.stop(), 0)
  } finally {
    await server.kill()
    await killer.end()
    await separate.close()
    await clean()
  }
})

/** Waits until clients have got as far as wanted, which takes its time on a busy machine. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await sleep(5)
}

function byNumber(a: number, b: number): number {
  return a - b
}
