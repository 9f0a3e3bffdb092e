import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { problemsOnThread } from '../../src/db/backup/check.ts'
import { backupFolder } from '../../src/db/backup/folder.ts'
import { damageIn } from '../../src/rules/thrown.ts'
import { clockhouse, on, ServedPlace } from '../cli/command.ts'
import { eventually } from '../support/eventually.ts'
import { Beside } from '../support/processes.ts'
import { migratedPlace, threads } from '../support/server.ts'

// A page of the database is overwritten while the server is stopped, as a failing disk would do it.

describe('a damaged database', () => {
  let place: Awaited<ReturnType<typeof migratedPlace>>
  let token: string
  let server: ServedPlace

  before(async () => {
    place = await migratedPlace('sqlite')
    const beside = await Beside.open(place.place)
    token = (await beside.company()).token
    await beside.close()
    overwrite('groups')
    server = await ServedPlace.start(place.place)
  })
  after(async () => {
    await server.stop()
    await place.clean()
  })

  /** Overwrites the first page of a table. */
  function overwrite(table: string): void {
    const file = join(place.place.data, 'clockhouse.db')
    const database = new DatabaseSync(file)
    const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(table)!
    const { page_size: size } = database.prepare('pragma page_size').get()!
    database.close()
    const fd = openSync(file, 'r+')
    writeSync(fd, Buffer.alloc(Number(size), 7), 0, undefined, (Number(rootpage) - 1) * Number(size))
    closeSync(fd)
  }

  async function causes(): Promise<string[]> {
    const answer = await fetch(`${server.url}/readyz`)
    return ((await answer.json()) as { causes?: string[] }).causes ?? []
  }

  test('a request that finds damage says so, and the server is not ready from then on', async () => {
    assert.deepEqual(await causes(), [])
    const { status, text } = await server.call(token, 'GET', '/groups')
    assert.equal(status, 503, text)
    assert.match(text, /the database is damaged; the person who runs the server must repair it/)
    // An answer is kept for a second.
    await eventually('the server is not ready', async () => (await causes()).length > 0)
    assert.deepEqual(await causes(), ['damage'])
  })

  test('a change that finds damage says the same', async () => {
    const { status, text } = await server.call(token, 'POST', '/groups', [{ name: 'Roof' }])
    assert.equal(status, 503, text)
    assert.match(text, /the database is damaged/)
  })

  test('the check of each night, which reads the whole file on a thread, finds the damage, and nothing in an intact file', async () => {
    const file = join(place.place.data, 'clockhouse.db')
    assert.deepEqual(await problemsOnThread(file, threads.backup), ['groups: database disk image is malformed'])
    const intact = await migratedPlace('sqlite')
    assert.deepEqual(await problemsOnThread(join(intact.place.data, 'clockhouse.db'), threads.backup), [])
    await intact.clean()
  })

  test('a backup that a server makes by itself tells the server of the damage', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-damage-'))
    const make = backupFolder(place.place, folder, threads.backup).make({ name: 'a.db', part: 'a.part', now: 0 })
    await assert.rejects(make, (error) => damageIn(error)?.message.includes('clockhouse.db is damaged'))
    assert.deepEqual(readdirSync(folder), [])
    rmSync(folder, { recursive: true })
  })

  test('a backup of a damaged database names the database, and leaves no file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-damage-'))
    const { code, stderr } = await clockhouse(['backup', folder], { env: on(place.place) })
    assert.equal(code, 1)
    assert.match(stderr, /the database \S+clockhouse\.db is damaged/)
    assert.doesNotMatch(stderr, /\.part/)
    assert.deepEqual(readdirSync(folder), [])
    rmSync(folder, { recursive: true })
  })
})
