import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { copyDatabase } from '../../src/db/backup/file.ts'
import { flipBit, middlePage, pagesOf, scramble, zero } from '../support/damage.ts'
import { TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'
import { clockhouse, ServedPlace } from './command.ts'

// A small company that has changed since its last backup. Each test damages a copy of it.

describe('a damaged database', () => {
  let server: TestServer
  let folder: string
  let sound: string
  let token: string
  const note = 'Poured the slab behind the north gate'

  before(async () => {
    server = await TestServer.start('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-repair-'))
    const company = await server.company()
    const jobcode = await server.createOne(company, 'jobcodes', { name: 'Concrete', assigned_to_all: true })
    const user = await server.user(company)
    const add = async (day: number, notes: (index: number) => string) => {
      const items = Array.from({ length: 40 }, (_, index) => ({
        ...{ user_id: user.id, jobcode_id: jobcode.id, type: 'manual', notes: notes(index) },
        ...{ date: `2026-02-${String(day).padStart(2, '0')}`, duration: 600 + index },
      }))
      const { status, text } = await server.post(company, '/timesheets', items)
      assert.equal(status, 200, text)
    }
    for (let day = 1; day <= 5; day++)
      await add(day, (index) => `Day ${day}, entry ${index}: ${'as planned '.repeat(9)}`)
    const env = { CLOCKHOUSE_DATA: server.place.data }
    token = (await clockhouse(['token', 'create', '--user', 'ada', '--name', 'Test', '--json'], { env })).json().token
    const run = await clockhouse(['backup', join(folder, 'backups')], { env })
    assert.equal(run.code, 0, run.stderr)
    for (let day = 6; day <= 9; day++) await add(day, (index) => `${note} ${day}/${index}`)
    sound = join(folder, 'sound.db')
    await copyDatabase(join(server.place.data, 'clockhouse.db'), sound)
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  })

  /** A data folder with a damaged copy, and the environment of commands on it. */
  const damaged = (name: string, damage: (file: string) => void) => {
    const data = join(folder, name)
    mkdirSync(data)
    const file = join(data, 'clockhouse.db')
    copyFileSync(sound, file)
    damage(file)
    return { data, file, env: { CLOCKHOUSE_DATA: data, CLOCKHOUSE_BACKUP_DIR: join(folder, 'backups') } }
  }

  const rowsOf = (file: string, query: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const rows = database.prepare(query).all()
    database.close()
    return rows
  }

  const everything = (file: string) =>
    ['timesheets', 'timesheet_history', 'users', 'jobcodes', 'audit_lines'].map((table) =>
      rowsOf(file, `select * from ${table} order by 1, 2, 3`),
    )

  test('every entry comes back if pages of time are gone, and the damaged file stays as it is', async () => {
    const { data, file, env } = damaged('pages', (copy) =>
      scramble(
        copy,
        ...pagesOf(copy, 'timesheets')
          .slice(0, 6)
          .map(({ pageno }) => pageno),
      ),
    )
    const asItWas = readFileSync(file)
    const { code, stdout, stderr } = await clockhouse(['repair'], { env })
    assert.equal(code, 0, stdout + stderr)
    assert.match(stdout, /timesheets +\d+ +0 +\d+ +0 +0 +0 +0\n/)
    assert.ok(readFileSync(file).equals(asItWas))
    const made = readdirSync(data).filter((name) => name !== 'clockhouse.db')
    assert.equal(made.length, 1, `${made}`)
    assert.deepEqual(everything(join(data, made[0]!)), everything(sound))
  })

  test('a database without some of its indexes is replaced, kept under another name, and served again', async () => {
    const { data, file, env } = damaged('indexes', (copy) => {
      scramble(copy, middlePage(copy, 'timesheets_user_date', 'leaf'), pagesOf(copy, 'timesheets_date')[0]!.pageno)
    })
    const { code, stdout } = await clockhouse(['repair', '--replace', '--json'], { env })
    assert.equal(code, 0, stdout)
    const { aside, tables } = JSON.parse(stdout)
    assert.equal(tables.find(({ table }: { table: string }) => table === 'timesheets').read, 360)
    assert.deepEqual(everything(file), everything(sound))
    assert.ok(readFileSync(aside).length > 0)
    assert.deepEqual(readdirSync(data).sort(), ['clockhouse.db', aside.slice(data.length + 1)].sort())
    const served = await ServedPlace.start({ databaseUrl: '', data, databasePool: 1 })
    const reply = await served.call(token, 'GET', '/timesheets?start_date=2026-02-01')
    await served.stop()
    assert.equal(reply.status, 200, reply.text)
  })

  test('settings come back from their index, without a backup', async () => {
    const { data, env } = damaged('settings', (copy) => scramble(copy, pagesOf(copy, 'settings')[0]!.pageno))
    const { code, stdout } = await clockhouse(['repair', '--replace', '--no-backup'], { env })
    assert.equal(code, 0, stdout)
    const settings = (file: string) => rowsOf(file, 'select * from settings order by scope, scope_id, section, key')
    assert.ok(settings(sound).length > 0)
    assert.deepEqual(settings(join(data, 'clockhouse.db')), settings(sound))
  })

  test('people come back from the log of changes, and jobs that it no longer has from the audit', async () => {
    const { data, env } = damaged('people', (copy) => {
      const database = new DatabaseSync(copy)
      database.exec(`delete from changes where resource = 'jobcodes'`)
      database.close()
      scramble(copy, pagesOf(copy, 'users')[0]!.pageno, pagesOf(copy, 'jobcodes')[0]!.pageno)
    })
    const { code, stdout } = await clockhouse(['repair', '--replace', '--no-backup'], { env })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /users +0 +0 +0 +2 +0 +0 +0\n/)
    assert.match(stdout, /jobcodes +0 +0 +0 +0 +0 +1 +0\n/)
    for (const query of [
      'select * from jobcodes',
      'select username_key, email_key, permissions from users order by id',
    ])
      assert.deepEqual(rowsOf(join(data, 'clockhouse.db'), query), rowsOf(sound, query))
  })

  test('one flipped bit of a note is named by doctor, backup and audit verify, and mended', async () => {
    const { data, env } = damaged('bit', (copy) => flipBit(copy, 'timesheets', Buffer.from(`${note} 8/17`), 8))
    const changed = /timesheets \d+: notes is "Poured tie slab[^"]*", but "Poured the slab[^"]*" in its history/
    const doctor = await clockhouse(['doctor'], { env })
    assert.equal(doctor.code, 1)
    assert.match(doctor.stdout, changed)
    const backup = await clockhouse(['backup', join(data, 'backups')], { env })
    assert.equal(backup.code, 1)
    assert.match(backup.stderr, changed)
    const verify = await clockhouse(['audit', 'verify'], { env })
    assert.equal(verify.code, 1)
    assert.match(verify.stdout, changed)
    const repair = await clockhouse(['repair', '--replace', '--no-backup'], { env })
    assert.equal(repair.code, 0, repair.stdout)
    assert.match(repair.stdout, /Mended: timesheets .* notes: "Poured tie slab/)
    assert.deepEqual(everything(join(data, 'clockhouse.db')), everything(sound))
    assert.equal((await clockhouse(['audit', 'verify'], { env })).code, 0)
  })

  test('indexes and the history decide about a flipped bit of a time', async () => {
    const [row] = rowsOf(sound, 'select start from timesheets order by id desc limit 1')
    const start = Buffer.alloc(8)
    start.writeBigInt64BE(BigInt(Number(row!.start)))
    const { data, env } = damaged('time', (copy) => flipBit(copy, 'timesheets', start, 5))
    const doctor = await clockhouse(['doctor'], { env })
    assert.match(doctor.stdout, /start is \d+, but \d+ in timesheets_/)
    const repair = await clockhouse(['repair', '--replace'], { env })
    assert.match(repair.stdout, /Mended: timesheets .* start: \d+ in the row/)
    assert.deepEqual(
      rowsOf(join(data, 'clockhouse.db'), 'select start from timesheets order by id'),
      rowsOf(sound, 'select start from timesheets order by id'),
    )
  })

  test('a database whose list of tables is gone is refused, with the backup to restore', async () => {
    const { env } = damaged('tables', (copy) => zero(copy, 1))
    const { code, stderr } = await clockhouse(['repair'], { env })
    assert.equal(code, 1)
    assert.match(stderr, /list of its tables, cannot be read .*\n.*restore .*backups.clockhouse-.*\.db/)
  })

  test('an intact database is left alone', async () => {
    const { data, env } = damaged('intact', () => {})
    const { code, stdout } = await clockhouse(['repair', '--replace'], { env })
    assert.equal(code, 0)
    assert.match(stdout, /is intact: there is nothing to repair/)
    assert.deepEqual(readdirSync(data), ['clockhouse.db'])
  })

  nightly.test('a database is not repaired while a server uses it', async () => {
    const { code, stderr } = await clockhouse(['repair'], { env: { CLOCKHOUSE_DATA: server.place.data } })
    assert.equal(code, 1)
    assert.match(stderr, /another server is using/)
  })
})
