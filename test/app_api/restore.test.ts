import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { readBack } from '../../src/db/backup/file.ts'
import { prepared } from '../../src/db/backup/prepared.ts'
import { answerMeanwhile } from '../../src/http/meanwhile.ts'
import { backupName } from '../../src/rules/backup_names.ts'
import { hour, minute } from '../../src/rules/time/calendar.ts'
import { start } from '../../src/start.ts'
import { logger, machineClock } from '../../src/world.ts'
import { freePort } from '../support/free_port.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { type Administered, askApp, restore } from '../support/restoring.ts'
import { freshPlace, threads } from '../support/server.ts'

// A server restores a backup itself: it stops, replaces the file, and starts again in the same process.

describe('a server that restores a backup', () => {
  let place: Awaited<ReturnType<typeof freshPlace>>['place']
  let clean: () => Promise<void>
  let folder: string
  let server: ServerProcess
  let token: string
  let at: Administered
  before(async () => {
    ;({ place, clean } = await freshPlace('sqlite'))
    folder = join(place.data, 'backups')
    mkdirSync(folder)
    server = await ServerProcess.start(place, { CLOCKHOUSE_BACKUP_DIR: folder, CLOCKHOUSE_LOG_LEVEL: 'silent' })
    const beside = await Beside.open(place)
    ;({ token } = await beside.company())
    await beside.close()
    at = { url: server.url, token }
  })
  after(async () => {
    await server.stop()
    await clean()
  })

  const jobs = async () => {
    const { status, body } = await server.call(token, 'GET', '/jobcodes')
    assert.equal(status, 200)
    return Object.values(body.results.jobcodes as Record<string, { id: number; name: string }>)
  }
  const names = async () => (await jobs()).map(({ name }) => name).filter((name) => /^Job /.test(name))
  const add = async (name: string): Promise<number> => {
    const { body, status, text } = await server.call(token, 'POST', '/jobcodes', [{ name }])
    assert.equal(status, 200, text)
    return (Object.values(body.results.jobcodes) as { id: number }[])[0]!.id
  }
  const namesIn = (file: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const rows = database.prepare("select name from jobcodes where name like 'Job %' order by id").all()
    database.close()
    return rows.map(({ name }) => name)
  }
  const made = (minutes: number) => backupName('0.1.0', machineClock() - minutes * minute)

  test('the server goes on with the backup in the same process, and keeps what was there', async () => {
    await add('Job A')
    const { body } = await askApp(at, 'POST', '/server/backups')
    assert.equal(body.state, 'made')
    const name = made(90)
    renameSync(join(folder, body.name), join(folder, name))
    const id = await add('Job B')
    const follow = (cursor: string) => server.call(token, 'GET', `/changes?cursor=${cursor}`)
    const { cursor } = (await follow('now')).body
    assert.equal((await follow(cursor)).status, 200)
    const { backups, restored } = (await askApp(at, 'GET', '/server')).body
    assert.deepEqual([backups.may_restore, restored], [true, null])
    const seen = new Set<number>()
    const done = await restore(at, name, { see: (status) => seen.add(status) })
    assert.deepEqual([done.step, done.problem, done.name], ['done', '', name])
    assert.deepEqual(
      [...seen].filter((status) => ![0, 200, 503].includes(status)),
      [],
    )
    assert.equal(server.alive, true)
    assert.deepEqual(await names(), ['Job A'])
    assert.deepEqual(namesIn(done.kept), ['Job A', 'Job B'])
    assert.deepEqual(namesIn(join(folder, done.backup)), ['Job A', 'Job B'])
    assert.ok(readBack(join(place.data, 'clockhouse.db')).rows > 0)
    assert.deepEqual(
      readdirSync(place.data).filter((file) => file.startsWith(prepared)),
      [],
    )
    assert.equal((await follow(cursor)).status, 410, 'who follows changes is told to start over')
    assert.ok((await add('Job C')) > id, 'no id is used twice')
    assert.equal((await follow(cursor)).status, 410)
    const { lines } = (await askApp(at, 'GET', '/audit')).body
    assert.ok(lines.some(({ event }: { event: string }) => event === 'backup restored'))
    const ready = await fetch(`${server.url}/readyz`)
    assert.equal(ready.status, 200, await ready.text())
    // It can be done again, also with what was kept by the first time.
    assert.equal((await restore(at, done.backup)).step, 'done')
    assert.deepEqual(await names(), ['Job A', 'Job B'])
  })

  test('a backup that cannot be restored changes nothing, and the server says why', async () => {
    const had = await names()
    const files = readdirSync(place.data).sort()
    const name = made(60)
    const database = new DatabaseSync(join(folder, name))
    database.exec('create table notes (id integer)')
    database.close()
    const done = await restore(at, name, { see: (status) => assert.equal(status, 200) })
    assert.equal(done.step, 'failed')
    assert.match(done.problem, /is not a backup of Clockhouse/)
    assert.deepEqual(await names(), had)
    assert.deepEqual(readdirSync(place.data).sort(), files)
    rmSync(join(folder, name))
  })

  test('a server whose database another program uses goes on with what it had', async () => {
    const had = await names()
    const { newest } = (await askApp(at, 'GET', '/server')).body.backups
    const other = new DatabaseSync(join(place.data, 'clockhouse.db'))
    other.exec('begin')
    other.prepare('select count(*) from users').get()
    const done = await restore(at, newest.at(-1).name)
    other.close()
    assert.equal(done.step, 'failed')
    assert.match(done.problem, /another program is using/)
    assert.deepEqual(await names(), had)
    await add('Job D')
    assert.deepEqual(await names(), [...had, 'Job D'])
  })
})

test('a server that does not start with the restored database goes on with the one before, which is put back', async () => {
  const { place, clean } = await freshPlace('sqlite')
  const folder = join(place.data, 'backups')
  mkdirSync(folder)
  const settings = {
    PORT: '0',
    CLOCKHOUSE_BACKUP_DIR: folder,
    CLOCKHOUSE_RATE_LIMIT: '0',
    CLOCKHOUSE_LOG_LEVEL: 'silent',
  }
  const writer = new URL('../support/picky_writer.ts', import.meta.url)
  const server = await start({ ...readConfig(settings), ...place }, { threads: { ...threads, writer } })
  try {
    const beside = await Beside.open(place)
    const { token } = await beside.company()
    await beside.close()
    const at = { url: server.address, token }
    const { body } = await askApp(at, 'POST', '/server/backups')
    const name = backupName('0.1.0', machineClock() - hour)
    renameSync(join(folder, body.name), join(folder, name))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const jobcodes = `${server.address}/api/v1/jobcodes`
    const posted = await fetch(jobcodes, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: [{ name: 'Newer' }] }),
    })
    assert.equal(posted.status, 200)
    const done = await restore(at, name)
    assert.deepEqual([done.step, done.kept], ['failed', ''])
    assert.match(done.problem, /this database is of no use/)
    assert.match(await (await fetch(jobcodes, { headers })).text(), /"Newer"/)
    const files = readdirSync(place.data).filter((file) => file.startsWith('clockhouse-'))
    assert.equal(files.length, 1)
    assert.match(files[0]!, /^clockhouse-not-restored-/)
    const again = await fetch(jobcodes, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: [{ name: 'Later' }] }),
    })
    assert.equal(again.status, 200)
  } finally {
    await server.stop()
    await clean()
  }
})

test('people get a page that looks again while a server is restored, and programs a refusal that says when to', async () => {
  const port = await freePort()
  const config = readConfig({ PORT: `${port}`, HOST: '127.0.0.1', CLOCKHOUSE_URL: 'https://time.example.com/clock' })
  const away = await answerMeanwhile(config, { log: logger('silent'), now: machineClock })
  const look = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, method })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  try {
    assert.equal((await look('/livez')).text, '{"status":"alive"}')
    const ready = await look('/clock/readyz')
    assert.deepEqual([ready.status, JSON.parse(ready.text).causes], [503, ['restoring']])
    const page = await look('/clock/timesheet', { accept: 'text/html,*/*', 'accept-language': 'de' })
    assert.equal(page.status, 503)
    assert.equal(page.headers.get('retry-after'), '3')
    assert.match(page.text, /<html lang="de">[\s\S]*http-equiv="refresh" content="3"[\s\S]*wird wiederhergestellt/)
    assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/)
    const program = await look('/clock/api/v1/users', { authorization: 'Bearer 1' }, 'POST')
    assert.equal(program.status, 503)
    assert.equal(program.headers.get('retry-after'), '3')
    assert.match(JSON.parse(program.text).error.message, /^Service Unavailable: the server is being restored/)
    const app = await look('/clock/api/console/start', { accept: 'application/json' })
    assert.equal(JSON.parse(app.text).error.reason.code, 'being_restored')
    assert.ok(app.headers.get('x-request-id'))
  } finally {
    await away.close()
  }
})
