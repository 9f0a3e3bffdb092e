import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { entry } from '../../build/bundle.ts'
import { copyTables } from '../../src/db/backup/copy.ts'
import { makePrivate, readBack } from '../../src/db/backup/file.ts'
import { backupFolder } from '../../src/db/backup/folder.ts'
import { createTables } from '../../src/db/sqlite/tables.ts'
import { type Shape, SqliteStore } from '../../src/db/stores.ts'
import type { SqlValue } from '../../src/engine/sql.ts'
import { Backups } from '../../src/jobs/backups.ts'
import { backupInstant } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import { Beside, type Reply } from '../support/processes.ts'
import { type Database, databases, freshPlace, migratedPlace, onEither } from '../support/server.ts'
import { isFull, nightly } from '../support/tiers.ts'
import { clockhouse, launcher, on, ServedPlace } from './command.ts'

type Fresh = Awaited<ReturnType<typeof freshPlace>>
type Place = Fresh['place']

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const lists = [
  '/users?active=both',
  '/groups',
  '/jobcodes',
  '/timesheets?start_date=2020-01-01',
  '/files',
  '/timesheets_deleted?modified_since=2020-01-01T00:00:00Z',
  '/effective_settings',
  '/last_modified_timestamps',
]

/** No test of a made-up place borrows a backup. */
const lend = <T>(name: string, use: (file: string) => Promise<T>) => use(name)

/** All lists of the API, and the bytes of the pictures. */
async function everything(server: ServedPlace, token: string): Promise<string[]> {
  const answers = await Promise.all(lists.map((list) => server.call(token, 'GET', list)))
  const files = Object.keys(answers[4]!.body.results.files)
  const headers = { authorization: `Bearer ${token}` }
  const pictures = files.map(async (id) => {
    const response = await fetch(`${server.url}/api/v1/files/raw/${id}`, { headers })
    return `${response.status} ${Buffer.from(await response.arrayBuffer()).toString('base64')}`
  })
  for (const { status, text } of answers) assert.equal(status, 200, text)
  return [...answers.map(({ text }) => text), ...(await Promise.all(pictures))]
}

/** The record that a request has created. */
const created = (reply: Reply, resource: string) => {
  assert.equal(reply.status, 200, reply.text)
  const record = Object.values(reply.body.results[resource])[0] as { id: number; _status_code: number }
  assert.equal(record._status_code, 200, reply.text)
  return record
}

/** Fills a company with a bit of everything that can get lost. */
async function fill(server: ServedPlace, token: string): Promise<void> {
  const post = async (resource: string, item: unknown) =>
    created(await server.call(token, 'POST', `/${resource}`, [item]), resource)
  await post('groups', { name: 'Crew “Süd” 🚧' })
  const names = { first_name: 'Zoë', last_name: 'O’Hara' }
  const user = await post('users', { username: 'zoe', ...names, permissions: { time_tracking: true } })
  const job = await post('jobcodes', { name: 'Roof', billable_rate: 0.1, assigned_to_all: true })
  const sheet = { user_id: user.id, jobcode_id: job.id, type: 'manual', date: '2026-03-02' }
  await post('timesheets', { ...sheet, duration: 3600, notes: 'line one\nline two' })
  const gone = await post('timesheets', { ...sheet, duration: 60 })
  assert.equal((await server.call(token, 'DELETE', `/timesheets?ids=${gone.id}`)).status, 200)
  await post('files', { file_name: 'roof.png', file_data: pixel })
}

const run = (place: Place, ...args: string[]) => clockhouse(args, { env: on(place) })
const targetOf = ({ databaseUrl, data }: Place) => databaseUrl || data

/** A company in a place, with its administrator's token. */
async function companyIn(place: Place): Promise<string> {
  const other = await Beside.open(place)
  const { token } = await other.company()
  await other.close()
  return token
}

/** Places for the data of a block of tests, which are removed at its end. */
function places() {
  const cleaners: (() => Promise<void>)[] = []
  after(async () => {
    for (const clean of cleaners) await clean()
  })
  const kept = async (started: Promise<Fresh>): Promise<Place> => {
    const { place, clean } = await started
    cleaners.push(clean)
    return place
  }
  return {
    fresh: (database: Database) => kept(freshPlace(database)),
    /** One that has its tables already, which takes PostgreSQL more than a second. */
    migrated: (database: Database) => kept(migratedPlace(database)),
    folder: (): string => {
      const folder = mkdtempSync(join(tmpdir(), 'clockhouse-backups-'))
      cleaners.push(async () => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
  }
}

onEither('a backup', (database) => {
  const { fresh, migrated, folder } = places()
  let place: Place
  let server: ServedPlace
  let token: string
  before(async () => {
    place = await migrated(database)
    server = await ServedPlace.start(place)
    token = await companyIn(place)
    await fill(server, token)
  })
  after(() => server.stop())

  test('a backup during writes ends, and contains everything acknowledged before it began', async () => {
    let writing = true
    const acknowledged = new Map<number, string>()
    const writers = ['a', 'b', 'c', 'd'].map(async (writer) => {
      for (let number = 0; writing; number++) {
        const name = `${writer} ${number}`
        acknowledged.set(created(await server.call(token, 'POST', '/groups', [{ name }]), 'groups').id, name)
      }
    })
    while (acknowledged.size < 20) await server.call(token, 'GET', '/current_user')
    const before = [...acknowledged]
    const done = await run(place, 'backup', folder(), '--json')
    writing = false
    await Promise.all(writers)
    assert.equal(done.code, 0, done.stderr)
    assert.ok(acknowledged.size > before.length, 'nothing was written meanwhile')

    const elsewhere = await fresh('sqlite')
    const restored = await run(elsewhere, 'restore', done.json().file)
    assert.equal(restored.code, 0, restored.stderr)
    const copy = await ServedPlace.start(elsewhere)
    const groups: [string, { name: string }][] = []
    for (let page = 1, more = true; more; page++) {
      const { body } = await copy.call(token, 'GET', `/groups?page=${page}`)
      groups.push(...Object.entries<{ name: string }>(body.results.groups))
      more = body.more
    }
    const there = new Map(groups.map(([id, { name }]) => [Number(id), name]))
    assert.deepEqual(
      before.filter(([id, name]) => there.get(id) !== name),
      [],
    )
    for (const [id, name] of there) if (acknowledged.has(id)) assert.equal(acknowledged.get(id), name)
    assert.equal(await copy.stop(), 0)
  })

  test('a backup is one file that only this account can read, with its time in the name, and its contents are printed', async () => {
    const target = folder()
    const { code, stderr, json } = await run(place, 'backup', target, '--json')
    assert.equal(code, 0, stderr)
    const { file, version, from, tables, rows, bytes, last_change } = json()
    const [name = '', ...others] = readdirSync(target)
    assert.deepEqual([file, others], [join(target, name), []])
    assert.ok(backupInstant(name), name)
    assert.ok(name.includes(version), name)
    assert.equal(from, database)
    assert.equal(tables.timesheets, 1)
    assert.ok(rows > 50, String(rows))
    assert.equal(bytes, statSync(file).size)
    assert.match(last_change, /^\d{4}-\d\d-\d\dT/)
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
    const spoken = await run(place, 'backup', target)
    assert.match(spoken.stdout, /read back: intact, \d+ rows in \d+ tables, last change [\s\S]*clockhouse restore/)
  })

  for (const target of databases)
    test(`a server on a backup restored into ${target} answers as the original, with the same token`, async () => {
      const { file } = (await run(place, 'backup', folder(), '--json')).json()
      const original = await everything(server, token)
      const elsewhere = await fresh(target)
      const { code, stderr, json } = await run(elsewhere, 'restore', file, '--json')
      assert.equal(code, 0, stderr)
      assert.deepEqual([json().aside, json().applied], [null, []])
      const copy = await ServedPlace.start(elsewhere)
      assert.deepEqual(await everything(copy, token), original)

      // What was created after the backup has ids that the restored server must never give to anything else.
      const later = created(await server.call(token, 'POST', '/groups', [{ name: `Later ${target}` }]), 'groups')
      const other = created(await copy.call(token, 'POST', '/groups', [{ name: `Other ${target}` }]), 'groups')
      assert.ok(other.id > later.id, `${other.id} and ${later.id}`)
      assert.equal(await copy.stop(), 0)
    })

  test('a backup that fails leaves no file', async () => {
    const target = folder()
    writeFileSync(join(target, 'file'), '')
    const failed = await run(place, 'backup', join(target, 'file'))
    assert.equal(failed.code, 1)
    assert.doesNotMatch(failed.stderr, /\n {4}at /)
    const none = await run(await fresh(database), 'backup', target)
    assert.equal(none.code, 1)
    assert.match(none.stderr, /there is no database/)
    assert.deepEqual(readdirSync(target), ['file'])
  })

  test('restore refuses while a server is running, and a PostgreSQL database with a company', async () => {
    const { file } = (await run(place, 'backup', folder(), '--json')).json()
    const running = await run(place, 'restore', file)
    assert.equal(running.code, 1)
    assert.match(running.stderr, /server is using the data/)
    if (database === 'sqlite') return
    const other = await fresh('postgres')
    assert.equal((await run(other, 'restore', file)).code, 0)
    const again = await run(other, 'restore', file)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /there is a company in that database already.*\nGive the address of an empty database/)
  })
})

describe('a restore', () => {
  const { fresh, migrated, folder } = places()
  let place: Place
  let file: string
  let token: string
  before(async () => {
    place = await migrated('sqlite')
    token = await companyIn(place)
    file = (await run(place, 'backup', folder(), '--json')).json().file
  })

  test('a restore keeps the database that it replaces, which can be restored in turn', async () => {
    const server = await ServedPlace.start(place)
    created(await server.call(token, 'POST', '/groups', [{ name: 'Newer' }]), 'groups')
    assert.equal(await server.stop(), 0)
    const names = async () => {
      const again = await ServedPlace.start(place)
      const { body } = await again.call(token, 'GET', '/groups')
      assert.equal(await again.stop(), 0)
      return Object.values<{ name: string }>(body.results.groups).map(({ name }) => name)
    }
    const { aside } = (await run(place, 'restore', file, '--json')).json()
    assert.deepEqual(await names(), [])
    assert.equal((await run(place, 'restore', aside)).code, 0)
    assert.deepEqual(await names(), ['Newer'])
  })

  test('a backup that is restored twice gives no id twice, and its changes go on after those of the first time', async () => {
    const seen: { id: number; version: number }[] = []
    for (const name of ['First', 'Second']) {
      assert.equal((await run(place, 'restore', file)).code, 0)
      const server = await ServedPlace.start(place)
      const { id } = created(await server.call(token, 'POST', '/groups', [{ name }]), 'groups')
      assert.equal(await server.stop(), 0)
      const database = new DatabaseSync(join(place.data, 'clockhouse.db'), { readOnly: true })
      const row = database.prepare('select max(version) as version from companies').get()
      database.close()
      seen.push({ id, version: Number(row!.version) })
    }
    const [first, second] = seen
    assert.ok(second!.id > first!.id, JSON.stringify(seen))
    assert.ok(second!.version > first!.version + 1000, JSON.stringify(seen))
  })

  test('a restore replaces a damaged database', async () => {
    const broken = await fresh('sqlite')
    copyFileSync(file, join(broken.data, 'clockhouse.db'))
    truncateSync(join(broken.data, 'clockhouse.db'), 5000)
    const { code, stderr, json } = await run(broken, 'restore', file, '--json')
    assert.equal(code, 0, stderr)
    assert.equal(statSync(json().aside).size, 5000)
    assert.equal((await run(broken, 'token', 'list')).code, 0)
  })

  test('restore refuses a file that is damaged, of a newer version, of another program, or missing', async () => {
    const target = await fresh('sqlite')
    const refused = async (name: string, change: (copy: string) => void, why: RegExp) => {
      const copy = join(folder(), name)
      copyFileSync(file, copy)
      change(copy)
      const { code, stderr } = await run(target, 'restore', copy)
      assert.equal(code, 1)
      assert.match(stderr, why)
      assert.doesNotMatch(stderr, /\n {4}at /)
      assert.ok(!existsSync(join(target.data, 'clockhouse.db')))
    }
    const change = (statement: string) => (copy: string) => {
      const database = new DatabaseSync(copy)
      database.exec(statement)
      database.close()
    }
    await refused('cut.db', (copy) => truncateSync(copy, statSync(copy).size / 2), /damaged/)
    await refused('letter.db', (copy) => writeFileSync(copy, 'Dear Ada, '.repeat(999)), /not a database/)
    await refused('empty.db', (copy) => writeFileSync(copy, ''), /not a backup of Clockhouse/)
    await refused('other.db', change('drop table companies'), /not a backup of Clockhouse/)
    await refused(
      'newer.db',
      change(`insert into migrations values ('9999_later.sql', 0)`),
      /newer version of Clockhouse/,
    )
    await refused('gone.db', (copy) => rmSync(copy), /gone\.db/)
  })

  test('a restore updates a backup of an older version', async () => {
    const older = join(folder(), 'older.db')
    copyFileSync(file, older)
    const database = new DatabaseSync(older)
    database.exec(`drop table time_locks; delete from migrations where name = '0023_time_locks.sql'`)
    database.close()
    for (const kind of databases) {
      const target = await migrated(kind)
      const { code, stderr, json } = await run(target, 'restore', older, '--json')
      assert.equal(code, 0, stderr)
      assert.deepEqual(json().applied, ['0023_time_locks.sql'])
      assert.equal((await run(target, 'token', 'list')).code, 0)
    }
  })
})

/** Looks for the first table or file of a move in its target. */
async function firstSign({ databaseUrl, data }: Place) {
  if (!databaseUrl)
    return { isThere: async () => existsSync(join(data, 'clockhouse.db.moving')), close: async () => {} }
  const client = new pg.Client(databaseUrl.replace(/\?.*/, ''))
  await client.connect()
  const schema = new URL(databaseUrl).searchParams.get('schema')
  const isThere = async () => {
    const { rows } = await client.query('select 1 from pg_tables where schemaname = $1 limit 1', [schema])
    return rows.length > 0
  }
  return { isThere, close: () => client.end() }
}

onEither('a move', (database) => {
  const { fresh, migrated, folder } = places()
  const other = database === 'sqlite' ? 'postgres' : 'sqlite'
  let place: Place
  let token: string
  let original: string[]
  before(async () => {
    place = await migrated(database)
    const server = await ServedPlace.start(place)
    token = await companyIn(place)
    await fill(server, token)
    original = await everything(server, token)
    assert.equal(await server.stop(), 0)
  })

  // The command waits some seconds for the server to stop, as restore does above.
  nightly.test('move refuses while a server is running', async () => {
    const server = await ServedPlace.start(place)
    const { code, stderr } = await run(place, 'move', '--to', targetOf(await migrated(other)))
    assert.equal(await server.stop(), 0)
    assert.equal(code, 1)
    assert.match(stderr, /server is using the data/)
  })

  test('a move to the other database and back keeps every row, and work continues in each database', async () => {
    const there = await fresh(other)
    const back = await fresh(database)
    const moved = await run(place, 'move', '--to', targetOf(there), '--json')
    assert.equal(moved.code, 0, moved.stderr)
    assert.equal(moved.json().tables.timesheets.rows, 1)
    assert.equal(moved.json().tables.file_parts.rows, 1)

    const server = await ServedPlace.start(there)
    assert.deepEqual(await everything(server, token), original)
    const added = created(await server.call(token, 'POST', '/groups', [{ name: 'Added there' }]), 'groups')
    assert.equal(await server.stop(), 0)

    const returned = await run(there, 'move', '--to', targetOf(back), '--json')
    assert.equal(returned.code, 0, returned.stderr)
    const again = await ServedPlace.start(back)
    const groups = (await again.call(token, 'GET', '/groups')).body.results.groups
    assert.equal(groups[added.id].name, 'Added there')
    assert.equal(Object.keys(groups).length, 2)
    const last = created(await again.call(token, 'POST', '/groups', [{ name: 'Added back' }]), 'groups')
    assert.ok(last.id > added.id)
    assert.equal(await again.stop(), 0)

    const first = await ServedPlace.start(place)
    assert.deepEqual(await everything(first, token), original)
    assert.equal(await first.stop(), 0)
  })

  test('move refuses a target with a company, and a source without one', async () => {
    const full = await migrated(other)
    const moved = await run(place, 'move', '--to', targetOf(full))
    assert.equal(moved.code, 0, moved.stderr)
    const again = await run(place, 'move', '--to', targetOf(full))
    assert.equal(again.code, 1)
    assert.match(again.stderr, /there is a company in .* already, which nothing replaces/)
    const itself = await run(place, 'move', '--to', targetOf(place))
    assert.equal(itself.code, 1)
    assert.match(itself.stderr, /already, which nothing replaces/)
    const nothing = await run(await fresh(database), 'move', '--to', targetOf(await fresh(other)))
    assert.equal(nothing.code, 1)
    assert.match(nothing.stderr, /nothing to move/)
    const unreadable = await run(place, 'move', '--to', 'postgres:nowhere')
    assert.equal(unreadable.code, 1)
  })

  test('move prints a table of what it has moved', async () => {
    const target = await migrated(other)
    const { code, stdout, stderr } = await run(place, 'move', '--to', targetOf(target))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^table +rows +hash in both\n[\s\S]*\ntimesheets +1 +[0-9a-f]{16}\n/)
    assert.match(
      stdout,
      /Moved \d+ rows from .* to .*\. They are equal in both\.\nNow start the server with CLOCKHOUSE_DATA/,
    )
  })

  test('a move that is killed leaves a target that the next move fills', async () => {
    const target = await fresh(other)
    const child = spawn(process.execPath, [launcher, 'move', '--to', targetOf(target)], {
      env: { PATH: process.env.PATH, ...on(place) },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    // Killed as soon as the target shows the first sign of the move.
    const sign = await firstSign(target)
    while (child.exitCode === null && !(await sign.isThere())) await setTimeout(5)
    child.kill('SIGKILL')
    await ended
    await sign.close()
    assert.equal(child.signalCode, 'SIGKILL')
    assert.ok(!existsSync(join(target.data, 'clockhouse.db')))
    const list = await run(target, 'user', 'list')
    assert.equal(list.code, 1, list.stdout)
    const again = await run(place, 'move', '--to', targetOf(target))
    assert.equal(again.code, 0, again.stderr)
    const server = await ServedPlace.start(target)
    assert.deepEqual(await everything(server, token), original)
    assert.equal(await server.stop(), 0)
    if (other === 'sqlite') assert.deepEqual(readdirSync(target.data), ['clockhouse.db'])
  })

  if (database === 'sqlite')
    test('a row that PostgreSQL cannot store prevents the whole move', async () => {
      const copy = await fresh('sqlite')
      const file = join(copy.data, 'clockhouse.db')
      copyFileSync(join(place.data, 'clockhouse.db'), file)
      const change = (statement: string) => {
        const database = new DatabaseSync(file)
        database.exec(statement)
        database.close()
      }
      change(`update users set first_name = 'a' || char(0)`)
      const target = await migrated('postgres')
      const failed = await run(copy, 'move', '--to', target.databaseUrl)
      assert.equal(failed.code, 1)
      assert.match(failed.stderr, /invalid byte sequence/)
      assert.match((await run(target, 'user', 'list')).stderr, /there is no company yet/)
      change(`update users set first_name = 'a'`)
      assert.equal((await run(copy, 'move', '--to', target.databaseUrl)).code, 0)
    })

  test('a move compares what it has written with what it has read', async () => {
    const file = join(folder(), 'copy.db')
    makePrivate(file)
    await createTables(file, undefined, 0)
    const { file: source } = (await run(place, 'backup', folder(), '--json')).json()
    // A database that loses a part of what it is given.
    class Forgetful extends SqliteStore {
      override insert(shape: Shape, rows: SqlValue[][]): Promise<void> {
        return super.insert(shape, shape.table === 'users' ? rows.slice(1) : rows)
      }
    }
    const from = new SqliteStore(source, { readOnly: true })
    const to = new Forgetful(file)
    await assert.rejects(copyTables(from, to), /users differs in the copy: 1 of 2 rows/)
    to.close()
    from.close()
  })
})

describe('the backups of a server', () => {
  const { fresh, migrated, folder } = places()

  for (const database of isFull ? databases : (['sqlite'] as const))
    test(`a server creates backups of ${database} when they are due, and deletes old ones`, async () => {
      const place = await migrated(database)
      await companyIn(place)
      const target = join(folder(), 'made')
      let now = Date.UTC(2026, 2, 2, 15) * 1000
      const config = { place: target, version: '9.8.7', hours: 12, keep: 2 }
      const made = new Backups({ now: () => now }, backupFolder(place, target, entry('backup')), config)
      const round = () => made.whenDue()
      await round()
      const first = 'clockhouse-9.8.7-2026-03-02T15-00-00Z.db'
      assert.deepEqual(readdirSync(target), [first])
      assert.ok(readBack(join(target, first)).rows > 20)
      now += 12 * hour - 1
      await round()
      assert.deepEqual(readdirSync(target), [first])
      writeFileSync(join(target, 'notes.txt'), 'mine')
      writeFileSync(join(target, 'clockhouse-9.8.7-2026-02-02T15-00-00Z.db.part'), '')
      for (const _ of [1, 2]) {
        now += 12 * hour
        await round()
      }
      assert.deepEqual(readdirSync(target).sort(), [
        'clockhouse-9.8.7-2026-03-03T14-59-59Z.db',
        'clockhouse-9.8.7-2026-03-04T02-59-59Z.db',
        'notes.txt',
      ])
    })

  test('a backup that fails names the reason and is tried again after a while', async () => {
    let now = Date.UTC(2026, 2, 2, 15) * 1000
    const target = folder()
    const nowhere = { databaseUrl: '', databasePool: 2, data: join(target, 'none') }
    const made = new Backups({ now: () => now }, backupFolder(nowhere, target, entry('backup')), {
      place: target,
      version: '1',
      hours: 1,
      keep: 1,
    })
    const round = () => made.whenDue()
    await assert.rejects(round(), /there is no database/)
    await round()
    now += hour
    await assert.rejects(round(), /there is no database/)
    assert.deepEqual(readdirSync(target), [])
  })

  test('a server keeps more of its older backups while the database is damaged', async () => {
    const made = ['clockhouse-1-2026-03-01T15-00-00Z.db']
    const removed: string[] = []
    const place = {
      names: async () => made,
      files: async () => [],
      make: async ({ name }: { name: string }) => {
        made.push(name)
        return ['timesheets 7: notes is "a", but "b" in its history']
      },
      remove: async (names: readonly string[]) => void removed.push(...names),
      lend,
    }
    let now = Date.UTC(2026, 2, 2, 15) * 1000
    const kept = new Backups({ now: () => now }, place, { place: '', version: '1', hours: 1, keep: 1 })
    const round = () => kept.whenDue()
    for (const _ of [1, 2]) {
      await assert.rejects(round(), /a backup was made, but the database is damaged: timesheets 7/)
      now += hour
    }
    assert.deepEqual([made.length, removed], [3, []])
    await assert.rejects(round())
    assert.deepEqual([made.length, removed], [4, [made[0]]])
  })

  test('a server checks now and then for existing backups, and less often when that fails', async () => {
    const start = Date.UTC(2026, 2, 2, 15) * 1000
    let now = start
    const looks: number[] = []
    const made: string[] = []
    let failing = false
    const place = {
      names: async () => {
        looks.push((now - start) / (hour / 60))
        if (failing) throw new Error('no answer')
        return made
      },
      files: async () => [],
      make: async ({ name }: { name: string }) => {
        made.push(name)
        return []
      },
      remove: async () => {},
      lend,
    }
    const kept = new Backups({ now: () => now }, place, { place: '', version: '1', hours: 1, keep: 1 })
    const round = () => kept.whenDue()
    const lookFor = async (minutes: number) => {
      looks.length = 0
      for (const end = now + (minutes * hour) / 60; now < end; now += hour / 360) await round().catch(() => {})
      return looks
    }
    assert.deepEqual(await lookFor(20), [0, 0, 5, 10, 15])
    failing = true
    assert.deepEqual(await lookFor(40), [20, 35, 50])
    failing = false
    assert.deepEqual(await lookFor(10), [65, 65])
    assert.equal(made.length, 2)
  })

  nightly.test('a server with a backup folder begins its backups by itself', async () => {
    const place = await fresh('sqlite')
    const target = folder()
    const server = await ServedPlace.start(place, { CLOCKHOUSE_BACKUP_DIR: target })
    const appeared = new Promise<void>((resolve) => {
      const watcher = watch(target, (_, name) => {
        if (backupInstant(name ?? '') === undefined) return
        watcher.close()
        resolve()
      })
    })
    try {
      await appeared
    } finally {
      assert.equal(await server.stop(), 0)
    }
    const [name = '', ...others] = readdirSync(target)
    assert.deepEqual(others, [])
    assert.equal(readBack(join(target, name)).tables.companies, 0)
  })
})
