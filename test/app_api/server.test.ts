import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readBack } from '../../src/db/backup/file.ts'
import { backupFolder } from '../../src/db/backup/folder.ts'
import { Backups } from '../../src/jobs/backups.ts'
import { linkClient } from '../../src/resources/managed_clients.ts'
import { backupName } from '../../src/rules/backup_names.ts'
import { FaultyMailServer } from '../support/faulty_mail_server.ts'
import { onBoth, type TestCompany, TestServer, threads } from '../support/server.ts'
import { runStatements } from '../support/statements.ts'
import { ask } from './ask.ts'

// The Server page: what those who administer the only company of a server see of it, and do for it.

type Problem = { level: string; title: string; detail: string; remedy: string }

onBoth('the state of a server', (database) => {
  let server: TestServer
  let ada: TestCompany
  let folder: string
  let mails: FaultyMailServer
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clockhouse-server-'))
    mails = new FaultyMailServer({ at: 'body', does: '250 Taken' })
    const port = await mails.start()
    server = await TestServer.start(database, {
      CLOCKHOUSE_URL: 'https://time.example.com',
      CLOCKHOUSE_BACKUP_KEEP: '2',
      CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}`,
    })
    ada = await server.company()
  })
  after(async () => {
    await server.stop()
    await mails.stop()
    rmSync(folder, { recursive: true })
  })

  const state = async (headers = {}) => (await ask(server, ada, 'GET', '/server', undefined, { headers })).body
  const problems = async (): Promise<Problem[]> => (await state()).problems
  const backUp = () => ask(server, ada, 'POST', '/server/backups')
  const sendTest = () => ask(server, ada, 'POST', '/server/test_mail')
  const audited = async () => {
    const { lines } = (await ask(server, ada, 'GET', '/audit')).body
    return lines.map(({ event }: { event: string }) => event)
  }
  const keep = (place: Parameters<typeof backupFolder>[0] = server.place) => {
    const settings = { place: folder, version: '1.2.3', hours: 24, keep: 2 }
    const made = new Backups({ now: () => server.now }, backupFolder(place, folder, threads.backup), settings)
    server.world.sight.backups = made
    Object.assign(server.config, { backupDir: folder })
    return made
  }

  test('an administrator sees the version, the checks, the sizes and what is wrong with the setup', async () => {
    const { version, started, checks, sizes, backups, mail, problems } = await state()
    assert.match(version, /^\d+\.\d+/)
    assert.ok(started < new Date().toISOString())
    const found = checks.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)
    const usual = database === 'sqlite' ? ['file ok', 'database ok'] : ['database ok', 'version ok']
    assert.deepEqual(found.slice(0, 2), usual, 'PostgreSQL looks after its own file')
    assert.ok(sizes.database > 0)
    assert.equal(sizes.disk === null, database === 'postgres')
    assert.equal(backups, null)
    const none = problems.some(({ detail }: Problem) => /^this server makes no backups/.test(detail))
    assert.equal(none, database === 'sqlite', 'PostgreSQL has tools of its own')
    assert.deepEqual(mail, { by: 'server', queued: 0, failure: null, test_address: null })
    const proxy = problems.find(({ title }: Problem) => title === 'Address')
    assert.match(proxy.detail, /^https:\/\/time\.example\.com needs a certificate or a reverse proxy/)
    assert.match(proxy.remedy, /^Set CLOCKHOUSE_TRUSTED_PROXIES/)
    assert.equal((await ask(server, ada, 'GET', '/start')).body.runs_server, true)
  })

  test('the state is told in the language of the app', async () => {
    const { checks, problems } = await state({ 'accept-language': 'de' })
    assert.ok(checks.some(({ about }: { about: string }) => about === 'die Datenbank lässt sich lesen'))
    assert.ok(problems.some(({ title, remedy }: Problem) => title === 'Adresse' && /^Setzen Sie/.test(remedy)))
  })

  test('what the server finds out about itself is a problem until it is over', async () => {
    const { guardian, damage } = server.world.sight
    damage.checked('page 7 is never used', performance.now())
    await guardian!.beat()
    const [first] = await problems()
    assert.deepEqual(
      [first!.level, first!.title, first!.detail],
      ['trouble', 'the database is damaged', 'page 7 is never used'],
    )
    assert.match(first!.remedy, /clockhouse repair/)
    damage.checked(undefined, performance.now())
    await server.app.inject('/readyz')
    assert.ok((await problems()).every(({ title }) => title !== 'the database is damaged'))
  })

  test('the last day is collected minute by minute, and begins with the start of the server', async () => {
    const history = async () => (await ask(server, ada, 'GET', '/server/history')).body
    assert.deepEqual((await history()).steps, [])
    const { sight, db } = server.world
    const address = await server.listen()
    const count = 20
    for (let n = 0; n < count; n++) await (await fetch(`${address}/api/v1/users?id=${n}`)).arrayBuffer()
    // What monitors ask is no one's request.
    for (let n = 0; n < count; n++) await (await fetch(`${address}/livez`)).arrayBuffer()
    sight.history.answered(500, 0.2)
    await sight.history.sample(db, server.place.data, sight.database.commits)
    const { since, until, step_seconds, steps } = await history()
    assert.ok(since <= until)
    assert.equal(step_seconds, 60)
    const [{ minutes, requests, errors, answer_ms, commit_ms, memory, database: size, free, mails, deliveries }] = steps
    assert.deepEqual([steps.length, minutes, requests, errors], [1, 1, count + 1, 1])
    assert.ok(answer_ms > 0)
    assert.ok(commit_ms === null || commit_ms > 0)
    assert.ok(memory > 10_000_000)
    assert.ok(size > 0)
    assert.equal(free === null, database === 'postgres')
    assert.deepEqual([mails, deliveries], [0, 0])
  })

  test('what has failed is listed with how often, and without what may be someone’s', async () => {
    const faults = async () => (await state()).faults
    const known = server.world.sight.faults.all().length
    const { log } = server.world
    const err = new Error('the value "Ada Lovelace" of ada@example.com does not fit\n    at somewhere')
    log.error({ err, route: '/api/v1/users', requestId: 'abc-1' }, 'a request failed')
    server.pass(60)
    log.error({ err: new TypeError("Cannot read properties of undefined (reading 'id')") }, 'a background round failed')
    log.warn({ reason: 'nothing' }, 'a request was refused')
    log.error({ reason: 'the value “…” of … does not fit', times: 3 }, 'more requests failed')
    const [newest, other, ...others] = await faults()
    assert.equal(others.length, known)
    assert.deepEqual(
      [newest.event, newest.reason, newest.route, newest.request, newest.times],
      ['a request failed', 'the value “…” of … does not fit', '/api/v1/users', 'abc-1', 4],
    )
    assert.ok(newest.first < newest.last)
    assert.deepEqual(
      [other.event, other.reason, other.route, other.times],
      ['a background round failed', "Cannot read properties of undefined (reading 'id')", '', 1],
    )
    for (let n = 0; n < 200; n++) log.error({ err: new Error(`fault ${n}`) }, 'a request failed')
    assert.equal((await faults()).length, 20)
    assert.equal(server.world.sight.faults.all().length, 50)
  })

  test('without a folder for backups, “Back up now” is refused with the name of the setting', async () => {
    const { status, body } = await backUp()
    assert.equal(status, 417)
    assert.match(body.error.message, /set CLOCKHOUSE_BACKUP_DIR$/)
  })

  test('a backup is made and checked at once, is listed with the command that restores it, and is audited', async () => {
    keep()
    // Two at once are one.
    const answers = await Promise.all([backUp(), backUp()])
    const [name] = readdirSync(folder)
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.state, body.name]),
      [200, 200].map((status) => [status, 'made', name]),
    )
    assert.ok(readBack(join(folder, name!)).rows > 0)
    const { backups } = await state()
    assert.deepEqual([backups.place, backups.keep, backups.count, backups.running], [folder, 2, 1, false])
    const [listed] = backups.newest
    assert.deepEqual([listed.name, listed.state], [name, 'verified'])
    assert.match(listed.restore, new RegExp(` restore ${folder}/${name}$`))
    assert.ok((await audited()).includes('backup made'))
    assert.equal((await backUp()).status, 429, 'less than a minute later')
    server.pass(61)
    assert.equal((await backUp()).body.state, 'made')
    assert.equal(readdirSync(folder).length, 2)
  })

  test('without a server around it, a backup is restored by the command, and only those that exist can be looked at', async () => {
    const [name] = readdirSync(folder).sort()
    const since = (of: string) => ask(server, ada, 'GET', `/server/restore?name=${of}`)
    server.pass(1)
    const { changes } = (await since(name!)).body
    await server.createOne(ada, 'jobcodes', { name: 'Digging' })
    await server.createOne(ada, 'jobcodes', { name: 'Filling' })
    const later = (await since(name!)).body.changes
    assert.equal(later, changes + 2)
    const missing = await since(backupName('1.2.3', server.now))
    assert.deepEqual([missing.status, missing.body.error.reason.code], [404, 'no_such_backup'])
    const { status, body } = await ask(server, ada, 'POST', '/server/restore', { name })
    assert.deepEqual([status, body.error.reason.code], [417, 'restored_by_command'])
    assert.equal((await state()).backups.may_restore, false)
    assert.equal((await state()).restored, null)
  })

  test('a backup that is cut off, one that fails, and old ones are problems', async () => {
    const [name] = readdirSync(folder).sort()
    truncateSync(join(folder, name!), 5000)
    const { backups } = await state()
    assert.deepEqual(
      backups.newest.map(({ state }: { state: string }) => state),
      ['verified', 'damaged'],
    )
    assert.ok((await problems()).some(({ detail }) => detail === `a backup is damaged: ${name}`))
    keep({ databaseUrl: '', databasePool: 2, data: join(folder, 'none') })
    server.pass(61)
    const { body } = await backUp()
    assert.equal(body.state, 'failed')
    assert.match(body.problem, /there is no database/)
    const failed = (await problems()).find(({ title }) => title === 'the last backup could not be made')!
    assert.deepEqual([failed.level, failed.detail], ['trouble', body.problem])
    keep()
    writeFileSync(join(folder, 'notes.txt'), 'no backup')
    assert.equal((await state()).backups.count, 2)
  })

  test('a test email goes to the administrator’s own address, which need not be verified, and says what the mail server says', async () => {
    assert.match((await sendTest()).body.error.message, /you have no email address/)
    await runStatements(
      server,
      "update users set email = 'ada@here.example', email_key = 'ada@here.example', email_verified = 0",
    )
    assert.equal((await state()).mail.test_address, 'ada@here.example')
    assert.deepEqual((await sendTest()).body, { state: 'sent', to: 'ada@here.example', problem: '' })
    assert.equal(mails.bodies, 1)
    assert.ok((await audited()).includes('test email sent'))
    await mails.stop()
    const { body } = await sendTest()
    assert.equal(body.state, 'failed')
    assert.match(body.problem, /ECONNREFUSED/)
    const statuses = []
    for (let times = 0; times < 5; times++) statuses.push((await sendTest()).status)
    assert.equal(statuses.at(-1), 429, String(statuses))
  })

  test('no one but administrators sees or does it', async () => {
    const manager = await server.user(ada, { permissions: { manage_users: true, manage_timesheets: true } })
    for (const [method, path] of [
      ['GET', '/server'],
      ['GET', '/server/history'],
      ['GET', '/server/restore?name=none'],
      ['POST', '/server/backups'],
      ['POST', '/server/test_mail'],
    ] as const)
      assert.equal((await ask(server, manager, method, path)).status, 403, path)
    assert.equal((await ask(server, manager, 'GET', '/start')).body.runs_server, false)
  })

  test('with several companies, those who run the server see it at the command line, and no company does', async () => {
    const other = await server.company()
    await server.put(other, '/users', [{ id: other.adminId, permissions: { external_access: true } }])
    await server.db.write(linkClient, { companyId: other.id, managedId: ada.id, active: true }, server.now)
    const [link] = await server.list(other, 'managed_clients')
    const headers = { 'vnd.tsheets.managedclientid': String(link!.id) }
    for (const [method, path] of [
      ['GET', '/server'],
      ['GET', '/server/history'],
      ['GET', '/server/restore?name=none'],
      ['POST', '/server/backups'],
      ['POST', '/server/test_mail'],
    ] as const) {
      for (const who of [ada, other]) {
        const { status, body } = await ask(server, who, method, path)
        assert.deepEqual([status, body.error.reason.code], [403, 'server_shown_to_operator'], path)
      }
      const accountant = await ask(server, other, method, path, undefined, { headers })
      assert.deepEqual([accountant.status, accountant.body.error.reason.code], [403, 'other_client_given'], path)
    }
    assert.equal((await ask(server, ada, 'GET', '/start')).body.runs_server, false)
  })
})
