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
import pg from 'pg'
import { entry } from '../../build/bundle.ts'
import { makePrivate, readBack } from '../../src/db/backup_file.ts'
import { backupFolder } from '../../src/db/backup_folder.ts'
import { copyTables } from '../../src/db/copy.ts'
import { createTables } from '../../src/db/sqlite_tables.ts'
import { type Shape, SqliteStore } from '../../src/db/stores.ts'
import type { SqlValue } from '../../src/engine/sql.ts'
import { backups } from '../../src/jobs/backups.ts'
import { backupInstant } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/calendar.ts'
import { Beside, type Reply, ServerProcess } from '../support/processes.ts'
import { type Database, databases, freshPlace, migratedPlace, onBoth } from '../support/server.ts'
import { clockhouse, launcher, on } from './command.ts'

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

/** What the API says about everything, and the bytes of the pictures. */
async function everything(server: ServerProcess, token: string): Promise<string[]> {
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

const made = (reply: Reply, resource: string) => {
  assert.equal(reply.status, 200, reply.text)
  const record = Object.values(reply.body.results[resource])[0] as { id: number; _status_code: number }
  assert.equal(record._status_code, 200, reply.text)
  return record
}

/** Fills a company with a bit of everything that can get lost. */
async function fill(server: ServerProcess, token: string): Promise<void> {
  const post = async (resource: string, item: unknown) =>
    made(await server.call(token, 'POST', `/${resource}`, [item]), resource)
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

/** Every cleaner of a block of tests, run at its end. */
function places() {
  const cleaners: (() => Promise<void>)[] = []
  after(async () => {
    for (const clean of cleaners) await clean()
  })
  const kept = async (made: Promise<Fresh>): Promise<Place> => {
    const { place, clean } = await made
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

onBoth('a backup', (database) => {
  const { fresh, migrated, folder } = places()
  let place: Place
  let server: ServerProcess
  let token: string
  before(async () => {
    place = await migrated(database)
    server = await ServerProcess.start(place)
    const beside = await Beside.open(place)
    token = (await beside.company()).token
    await beside.close()
    await fill(server, token)
  })
  after(() => server.stop())

  test('of a server under writes ends, and contains everything acknowledged before it began', async () => {
    let writing = true
    const acknowledged = new Map<number, string>()
    const writers = ['a', 'b', 'c', 'd'].map(async (writer) => {
      for (let number = 0; writing; number++) {
        const name = `${writer} ${number}`
        acknowledged.set(made(await server.call(token, 'POST', '/groups', [{ name }]), 'groups').id, name)
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
    const copy = await ServerProcess.start(elsewhere)
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

  test('is one file that only this account reads, named after its time, and says what is in it', async () => {
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
    test(`restored into ${target}, answers as the original does, with the same token`, async () => {
      const { file } = (await run(place, 'backup', folder(), '--json')).json()
      const original = await everything(server, token)
      const elsewhere = await fresh(target)
      const { code, stderr, json } = await run(elsewhere, 'restore', file, '--json')
      assert.equal(code, 0, stderr)
      assert.deepEqual([json().aside, json().applied], [null, []])
      const copy = await ServerProcess.start(elsewhere)
      assert.deepEqual(await everything(copy, token), original)

      // What was created after the backup has ids that the restored server must never give to anything else.
      const later = made(await server.call(token, 'POST', '/groups', [{ name: `Later ${target}` }]), 'groups')
      const other = made(await copy.call(token, 'POST', '/groups', [{ name: `Other ${target}` }]), 'groups')
      assert.ok(other.id > later.id, `${other.id} and ${later.id}`)
      assert.equal(await copy.stop(), 0)
    })

  test('that cannot be made leaves nothing', async () => {
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

  test('is not restored while a server runs, nor over a company in PostgreSQL', async () => {
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
  const { fresh, folder } = places()
  let place: Place
  let file: string
  let token: string
  before(async () => {
    place = await fresh('sqlite')
    const beside = await Beside.open(place)
    token = (await beside.company()).token
    await beside.close()
    file = (await run(place, 'backup', folder(), '--json')).json().file
  })

  test('keeps the database that it replaces, which can be restored in turn', async () => {
    const server = await ServerProcess.start(place)
    made(await server.call(token, 'POST', '/groups', [{ name: 'Newer' }]), 'groups')
    assert.equal(await server.stop(), 0)
    const names = async () => {
      const again = await ServerProcess.start(place)
      const { body } = await again.call(token, 'GET', '/groups')
      assert.equal(await again.stop(), 0)
      return Object.values<{ name: string }>(body.results.groups).map(({ name }) => name)
    }
    const { aside } = (await run(place, 'restore', file, '--json')).json()
    assert.deepEqual(await names(), [])
    assert.equal((await run(place, 'restore', aside)).code, 0)
    assert.deepEqual(await names(), ['Newer'])
  })

  test('replaces a database that is damaged', async () => {
    const broken = await fresh('sqlite')
    copyFileSync(file, join(broken.data, 'clockhouse.db'))
    truncateSync(join(broken.data, 'clockhouse.db'), 5000)
    const { code, stderr, json } = await run(broken, 'restore', file, '--json')
    assert.equal(code, 0, stderr)
    assert.equal(statSync(json().aside).size, 5000)
    assert.equal((await run(broken, 'token', 'list')).code, 0)
  })

  test('refuses files that are damaged, of a newer version, of something else, or not there', async () => {
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

  test('brings a backup of an older version up to date', async () => {
    const older = join(folder(), 'older.db')
    copyFileSync(file, older)
    const database = new DatabaseSync(older)
    database.exec(`drop table time_locks; delete from migrations where name = '0023_time_locks.sql'`)
    database.close()
    for (const kind of databases) {
      const target = await fresh(kind)
      const { code, stderr, json } = await run(target, 'restore', older, '--json')
      assert.equal(code, 0, stderr)
      assert.deepEqual(json().applied, ['0023_time_locks.sql'])
      assert.equal((await run(target, 'token', 'list')).code, 0)
    }
  })
})

onBoth('a move', (database) => {
  const { fresh, migrated, folder } = places()
  const other = database === 'sqlite' ? 'postgres' : 'sqlite'
  let place: Place
  let token: string
  let original: string[]
  before(async () => {
    place = await migrated(database)
    const server = await ServerProcess.start(place)
    const beside = await Beside.open(place)
    token = (await beside.company()).token
    await beside.close()
    await fill(server, token)
    original = await everything(server, token)
    const target = await fresh(other)
    const running = await run(place, 'move', '--to', target.databaseUrl || target.data)
    assert.equal(running.code, 1)
    assert.match(running.stderr, /server is using the data/)
    assert.equal(await server.stop(), 0)
  })
  const targetOf = ({ databaseUrl, data }: Place) => databaseUrl || data

  test('copying there and back keeps every row, and work continues in each database', async () => {
    const there = await fresh(other)
    const back = await fresh(database)
    const moved = await run(place, 'move', '--to', targetOf(there), '--json')
    assert.equal(moved.code, 0, moved.stderr)
    assert.equal(moved.json().tables.timesheets.rows, 1)
    assert.equal(moved.json().tables.file_parts.rows, 1)

    const server = await ServerProcess.start(there)
    assert.deepEqual(await everything(server, token), original)
    const added = made(await server.call(token, 'POST', '/groups', [{ name: 'Added there' }]), 'groups')
    assert.equal(await server.stop(), 0)

    const returned = await run(there, 'move', '--to', targetOf(back), '--json')
    assert.equal(returned.code, 0, returned.stderr)
    const again = await ServerProcess.start(back)
    const groups = (await again.call(token, 'GET', '/groups')).body.results.groups
    assert.equal(groups[added.id].name, 'Added there')
    assert.equal(Object.keys(groups).length, 2)
    const last = made(await again.call(token, 'POST', '/groups', [{ name: 'Added back' }]), 'groups')
    assert.ok(last.id > added.id)
    assert.equal(await again.stop(), 0)

    const first = await ServerProcess.start(place)
    assert.deepEqual(await everything(first, token), original)
    assert.equal(await first.stop(), 0)
  })

  test('does not touch a place that has a company, and needs one to move', async () => {
    const full = await migrated(other)
    assert.equal((await run(place, 'move', '--to', targetOf(full))).code, 0)
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

  test('prints a table for people', async () => {
    const target = await migrated(other)
    const { code, stdout, stderr } = await run(place, 'move', '--to', targetOf(target))
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^table +rows +hash in both\n[\s\S]*\ntimesheets +1 +[0-9a-f]{16}\n/)
    assert.match(
      stdout,
      /Moved \d+ rows from .* to .*\. They are equal in both\.\nNow start the server with CLOCKHOUSE_DATA/,
    )
  })

  test('that is interrupted leaves a place that the next one fills', async () => {
    const target = await fresh(other)
    const child = spawn(process.execPath, [launcher, 'move', '--to', targetOf(target)], {
      env: { PATH: process.env.PATH, ...on(place) },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    // Killed as soon as the target shows the first sign of the move.
    const begun = async () => {
      if (child.exitCode !== null) return true
      if (other === 'sqlite') return existsSync(join(target.data, 'clockhouse.db.moving'))
      const client = new pg.Client(target.databaseUrl.replace(/\?.*/, ''))
      await client.connect()
      const schema = new URL(target.databaseUrl).searchParams.get('schema')
      const { rows } = await client.query('select 1 from pg_tables where schemaname = $1 limit 1', [schema])
      await client.end()
      return rows.length > 0
    }
    while (!(await begun()));
    child.kill('SIGKILL')
    await ended
    assert.equal(child.signalCode, 'SIGKILL')
    assert.ok(!existsSync(join(target.data, 'clockhouse.db')))
    const list = await run(target, 'user', 'list')
    assert.equal(list.code, 1, list.stdout)
    const again = await run(place, 'move', '--to', targetOf(target))
    assert.equal(again.code, 0, again.stderr)
    const server = await ServerProcess.start(target)
    assert.deepEqual(await everything(server, token), original)
    assert.equal(await server.stop(), 0)
    if (other === 'sqlite') assert.deepEqual(readdirSync(target.data), ['clockhouse.db'])
  })

  if (database === 'sqlite')
    test('a row that PostgreSQL cannot store moves nothing', async () => {
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

  test('compares what it wrote with what it read', async () => {
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

  for (const database of databases)
    test(`are made from ${database} when they are due, and old ones are deleted`, async () => {
      const place = await migrated(database)
      const beside = await Beside.open(place)
      await beside.company()
      await beside.close()
      const target = join(folder(), 'made')
      let now = Date.UTC(2026, 2, 2, 15) * 1000
      const config = { version: '9.8.7', hours: 12, keep: 2 }
      const round = backups({ now: () => now }, backupFolder(place, target, entry('backup')), config)
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

  test('that fail are tried again after a while, and say why', async () => {
    let now = Date.UTC(2026, 2, 2, 15) * 1000
    const target = folder()
    const nowhere = { databaseUrl: '', databasePool: 2, data: join(target, 'none') }
    const round = backups({ now: () => now }, backupFolder(nowhere, target, entry('backup')), {
      version: '1',
      hours: 1,
      keep: 1,
    })
    await assert.rejects(round(), /there is no database/)
    await round()
    now += hour
    await assert.rejects(round(), /there is no database/)
    assert.deepEqual(readdirSync(target), [])
  })

  test('are looked for now and then, and less often when that fails', async () => {
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
      make: async ({ name }: { name: string }) => {
        made.push(name)
      },
      remove: async () => {},
    }
    const round = backups({ now: () => now }, place, { version: '1', hours: 1, keep: 1 })
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

  test('begin by themselves where a folder is set', async () => {
    const place = await fresh('sqlite')
    const target = folder()
    const server = await ServerProcess.start(place, { CLOCKHOUSE_BACKUP_DIR: target })
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
