import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { migrationNames, statementsOf } from '../../src/db/migrate.ts'
import { PostgresStore, SqliteStore, type Store } from '../../src/db/stores.ts'
import type { Values } from '../../src/engine/table.ts'
import { type Server, start } from '../../src/start.ts'
import { clockhouse, on } from '../cli/command.ts'
import { ask } from '../support/direct.ts'
import { type Database, databases, freshPlace, threads } from '../support/server.ts'
import { type Earlier, earlier, passwords, type Stored, signIn } from './earlier_versions/earlier.ts'

// The data of earlier versions, as their own code has stored it (earlier_versions/make.ts), opened by this one. Versions
// before 0.3.0 had no backups, so on PostgreSQL their rows are put into the tables that their migrations make.

const hour = 3_600_000_000

/** The migrations of a version. */
function migrationsOf(version: string): URL[] {
  if (version === '0.1.0') {
    const folder = new URL('before_0.2.0/', import.meta.url)
    return readdirSync(folder)
      .sort()
      .map((name) => new URL(name, folder))
  }
  const folder = new URL('../../src/db/migrations/', import.meta.url)
  return migrationNames()
    .filter((name) => name <= '0013_mails.sql')
    .map((name) => new URL(name, folder))
}

type Place = Awaited<ReturnType<typeof freshPlace>>['place']

async function fill(place: Place, { version, tables }: Earlier): Promise<void> {
  const dialect = place.databaseUrl ? 'postgres' : 'sqlite'
  await ask(place, async (run) => {
    await run('create table migrations (name text primary key, applied bigint not null)')
    for (const file of migrationsOf(version)) for (const statement of statementsOf(file, dialect)) await run(statement)
  })
  const store: Store & { close(): unknown } = place.databaseUrl
    ? await PostgresStore.open(place.databaseUrl)
    : new SqliteStore(join(place.data, 'clockhouse.db'))
  const shapes = new Map((await store.shapes()).map((shape) => [shape.table, shape]))
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const shape = shapes.get(table)
    if (!shape) continue
    await store.clear(table)
    const inOrder = shape.columns.map(({ name }) => columns.indexOf(name))
    await store.insert(
      shape,
      rows.map((row) => inOrder.map((index) => storedValue(row[index]!))),
    )
  }
  await store.close()
  const [blocks] = tables.id_blocks!.rows
  if (dialect === 'postgres') await ask(place, (run) => run(`select setval('id_block_numbers', ${blocks!.at(-1)})`))
}

function storedValue(value: Stored) {
  return value !== null && typeof value === 'object' ? Buffer.from(value.hex, 'hex') : value
}

/** What may be different, because it is meant to be. */
const intended = [
  // Reading is an action of the person, and an hour has passed for the one who is on the clock.
  /\/last_active: /,
  /^\/reports\/current_totals\/\S+\/(shift|day)_seconds: \d+ is 3660$/,
  // Settings that had no effect in these versions have one, with defaults that change nothing.
  /^\/effective_settings\/\S+\/emp_panel_(email|passwd): "0" is "1"$/,
  /^\/effective_settings\/\S+\/rounding\/settings\/installed: 1 is 0$/,
  // Since 0.2.0, nothing is sent along if nothing refers to it, and no custom fields are an empty text.
  /\/supplemental_data(\/customfields)?: is undefined$/,
  /^\/schedule_events\S+\/customfields: is ""$/,
]

/** Where an answer is not as it was, by paths; what it has besides is new. */
function changes(before: unknown, now: unknown, path = ''): string[] {
  if (before === null || typeof before !== 'object')
    return before === now ? [] : [`${path}: ${JSON.stringify(before)} is ${JSON.stringify(now)}`]
  if (now === null || typeof now !== 'object') return [`${path}: is ${JSON.stringify(now)}`]
  const others = now as Record<string, unknown>
  return Object.entries(before).flatMap(([name, value]) => changes(value, others[name], `${path}/${name}`))
}

function tests(version: string, database: Database): void {
  const then = earlier(version)
  let place: Place
  let clean: () => Promise<void>
  let server: Server
  before(async () => {
    ;({ place, clean } = await freshPlace(database))
    await fill(place, then)
  })
  after(async () => {
    await server?.stop()
    await clean()
  })

  const call = async (as: 'ada' | 'ben', path: string, data?: object, method = 'POST') => {
    const headers = { authorization: `Bearer ${then.tokens[as]}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.address}/api/v1${path}`, {
      headers,
      ...(data && { method, body: JSON.stringify({ data }) }),
    })
    return { status: answer.status, body: (await answer.json()) as Values }
  }

  test('the new version says what it will change, and backs the old data up', async () => {
    const env = on(place)
    const { code, stdout, stderr } = await clockhouse(['upgrade', '--check'], { env })
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`which was made by version ${version.replaceAll('.', '\\.')}\\.`))
    assert.match(stdout, /What changes for people:\n {2}- Hours follow one definition everywhere/)
    assert.match(stdout, /\n3 +a second +0018_pay_rates\.sql +What people are paid, from a local date until/)
    assert.doesNotMatch(stdout, /0013_mails/)
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-earlier-'))
    const saved = await clockhouse(['backup', folder, '--json'], { env })
    assert.equal(saved.code, 0, saved.stderr)
    rmSync(folder, { recursive: true })
  })

  test('people, time, sums and settings are answered as before', async () => {
    const config = {
      ...readConfig({ PORT: '0', CLOCKHOUSE_LOG_LEVEL: 'silent', CLOCKHOUSE_RATE_LIMIT: '0' }),
      ...place,
    }
    server = await start(config, { now: () => then.made + hour, threads })
    const found: string[] = []
    for (const { as, path, data, body } of then.answers) {
      const now = await call(as, path, data)
      assert.equal(now.status, 200, path)
      found.push(...changes(body, now.body, path))
    }
    const unwanted = found.filter((text) => !intended.some((pattern) => pattern.test(text)))
    assert.deepEqual(unwanted, [])
    assert.ok(then.answers.length > 20)
  })

  test('sessions go on, and people sign in with their passwords', async () => {
    for (const cookie of [then.cookie, await signIn(server.address, 'ben', passwords.ben)]) {
      const answer = await fetch(`${server.address}/api/v1/current_user`, { headers: { cookie } })
      assert.equal(answer.status, 200)
      const { results } = (await answer.json()) as { results: { users: Record<string, { username: string }> } }
      assert.deepEqual(
        Object.values(results.users).map(({ username }) => username),
        ['ben'],
      )
    }
    await assert.rejects(signIn(server.address, 'ada', passwords.ben), /^Error: 403/)
    await signIn(server.address, 'ada', passwords.ada)
  })

  test('people work on: a clock that was running is stopped, and new records get ids of their own', async () => {
    const [running] = then.answers.flatMap(({ path, body }) => {
      if (!path.includes('on_the_clock=both')) return []
      const { timesheets } = (
        body as { results: { timesheets: Record<string, { id: number; on_the_clock: boolean }> } }
      ).results
      return Object.values(timesheets).filter((timesheet) => timesheet.on_the_clock)
    })
    const end = new Date((then.made + hour) / 1000).toISOString()
    const stopped = await call('ben', '/timesheets', [{ id: running!.id, end }], 'PUT')
    assert.equal(stopped.status, 200, JSON.stringify(stopped.body))
    const [timesheet] = Object.values<{ duration: number }>(stopped.body.results.timesheets)
    assert.equal(timesheet!.duration, 3660)
    const group = await call('ada', '/groups', [{ name: 'Lager' }])
    assert.equal(group.status, 200)
    await server.round()
  })

  test('the audit begins unbroken, and doctor finds nothing broken in the data', async () => {
    const env = { ...on(place), PORT: '0' }
    const audit = await clockhouse(['audit', 'verify'], { env })
    assert.equal(audit.code, 0, audit.stdout + audit.stderr)
    const { findings } = (await clockhouse(['doctor', '--json'], { env })).json()
    const broken = findings.filter(
      ({ state, check }: { state: string; check: string }) =>
        state === 'broken' && ['Database', 'Contents', 'Secret'].includes(check),
    )
    assert.deepEqual(broken, [])
  })
}

for (const version of ['0.1.0', '0.2.0'])
  for (const database of databases) describe(`data of version ${version} (${database})`, () => tests(version, database))
