import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../src/db/open.ts'
import { type Operation, operation, sql } from '../../src/engine/sql.ts'
import { checkZones } from '../../src/guardian/setup/zones.ts'
import { backupName } from '../../src/rules/backup_names.ts'
import { english } from '../../src/rules/language/messages.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import type { ZoneData } from '../../src/sight/zone_data.ts'
import { machineClock } from '../../src/world.ts'
import { eventually } from '../support/eventually.ts'
import { freshPlace, migratedPlace, onEither, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

type Found = { check: string; state: string; message: string; remedy?: string }

describe('the check of time zone data', () => {
  const usual = { version: '2026c', folder: '', present: false, system: '', year: 2026 }
  const cases: [string, Partial<ZoneData>, string, RegExp][] = [
    ['of the newest known version', { system: '2026c' }, 'ok', /^data from 2026c$/],
    ['newer than the machine’s', { system: '2025b' }, 'ok', /^data from 2026c$/],
    ['older than the machine’s', { system: '2026f' }, 'warning', /^data from 2026c; this machine has 2026f/],
    ['of a folder', { folder: '/zones', present: true }, 'ok', /^data from 2026c, from \/zones$/],
    ['of a folder without files', { folder: '/zones' }, 'broken', /names \/zones, which has no zoneinfo64.res/],
    ['that is years old', { year: 2029 }, 'warning', /^the data is from 2026c; rules may have changed/],
    ['of an unknown version', { version: '' }, 'warning', /^the data is from an unknown year/],
  ]
  for (const [what, more, state, message] of cases)
    test(`time zone data ${what} is reported as ${state}`, () => {
      const found = checkZones(english, { ...usual, ...more })
      assert.equal(found.state, state)
      assert.match(found.message, message)
    })
})

onEither('doctor', (database) => {
  let copy: Awaited<ReturnType<typeof migratedPlace>>
  let env: Record<string, string | undefined>
  before(async () => {
    copy = await migratedPlace(database)
    env = { ...on(copy.place), PORT: '0' }
    const init = ['init', '--company-name', 'Acme', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']
    const { code, stderr } = await clockhouse(init, { env: { ...env, CLOCKHOUSE_PASSWORD: 'correct horse battery' } })
    assert.equal(code, 0, stderr)
  })
  after(() => copy.clean())

  const examine = async (more: Record<string, string | undefined> = {}) => {
    const { code, stdout, stderr } = await clockhouse(['doctor', '--json'], { env: { ...env, ...more } })
    assert.equal(stderr, '')
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Found[] }
    assert.equal(code, ok ? 0 : 1)
    const of = (check: string, state: string) =>
      findings.filter((finding) => finding.check === check && finding.state === state).map(({ message }) => message)
    return { ok, findings, of }
  }

  test('doctor finds nothing broken before the first start', async () => {
    const { place, clean } = await freshPlace(database)
    const { ok, findings } = await examine(on(place))
    await clean()
    assert.equal(ok, true, JSON.stringify(findings))
  })

  test('doctor finds nothing wrong with a new company', async () => {
    const { ok, findings, of } = await examine()
    assert.equal(ok, true, JSON.stringify(findings))
    assert.match(of('Contents', 'ok').join(), /up to date .* one company/)
    assert.match(
      of('Database', 'ok').join(),
      database === 'sqlite' ? /journal mode wal, synchronous full/ : /PostgreSQL/,
    )
    const { stdout } = await clockhouse(['doctor'], { env })
    assert.match(stdout, /Clockhouse can run here/)
  })

  test('doctor reports the newest backup, and a late or missing one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-doctor-'))
    const set = { CLOCKHOUSE_BACKUP_DIR: folder, CLOCKHOUSE_BACKUP_HOURS: '12' }
    const without = await examine()
    if (database === 'sqlite') assert.match(without.of('Backups', 'warning').join(), /^this server makes no backups/)
    else assert.match(without.of('Backups', 'ok').join(), /^PostgreSQL has tools of its own/)
    const none = await examine(set)
    assert.match(none.of('Backups', 'warning').join(), /there is none in/)
    assert.match(JSON.stringify(none.findings), /makes the first one within minutes of its start/)
    writeFileSync(join(folder, backupName('1.2.3', machineClock() - 25 * hour)), '')
    assert.match((await examine(set)).of('Backups', 'warning').join(), /the last one in .* 25 hours ago/)
    writeFileSync(join(folder, backupName('1.2.3', machineClock() - 5 * hour)), '')
    const { ok, of } = await examine(set)
    assert.match(of('Backups', 'ok').join(), /the last one in .* 5 hours ago/)
    assert.match(of('Backups', 'warning').join(), /^2 backups are damaged: clockhouse-1\.2\.3-/, 'they are empty')
    assert.equal(ok, true)
    rmSync(folder, { recursive: true })
  })

  test('doctor reports invalid values of variables and unknown variables', async () => {
    const { ok, of } = await examine({ CLOCKHOUSE_URL: 'example', CLOCKHOUSE_LOG_LEVEL: 'loud', CLOCKHOUSE_DATE: 'x' })
    assert.equal(ok, false)
    assert.match(
      of('Configuration', 'broken').join(),
      /CLOCKHOUSE_URL must be a URL.*CLOCKHOUSE_LOG_LEVEL must be one of/,
    )
    assert.deepEqual(of('Configuration', 'warning'), ['CLOCKHOUSE_DATE is not a variable'])
  })

  test('doctor reports mail that the mail server has not accepted', async () => {
    const add = operation('test.mail', (tx, id: number) =>
      tx.run(sql`insert into mails (company_id, id, user_id, address, subject, text, link, record_id, state, attempts,
          error, created, due, until)
        values (1, ${id}, 1, 'bo@example.com', 'Welcome', '', '', 0, 'queued', 1, 'Greeting never received', 0, 0, 0)`),
    )
    const db = await openDatabase(
      copy.place,
      machineClock(),
      { operations: [add as Operation<never, unknown>] },
      () => {},
    )
    assert.deepEqual((await examine()).of('Mail', 'warning'), [])
    await db.write(add, 1, machineClock())
    assert.deepEqual((await examine()).of('Mail', 'warning'), ['one email waits: Greeting never received'])
    await db.write(add, 2, machineClock())
    const { ok, of } = await examine()
    assert.deepEqual([ok, of('Mail', 'warning')], [true, ['2 emails wait: Greeting never received']])
    await db.close()
  })

  test('doctor reports mail whose links would lead nowhere', async () => {
    const mail = { CLOCKHOUSE_SMTP_URL: 'smtp://user:hunter2@mail.example' }
    const { ok, of, findings } = await examine(mail)
    assert.equal(ok, false)
    assert.deepEqual(of('Configuration', 'broken'), ['CLOCKHOUSE_SMTP_URL needs CLOCKHOUSE_URL, for the links in mail'])
    assert.doesNotMatch(JSON.stringify(findings), /hunter2/)
    assert.equal((await examine({ ...mail, CLOCKHOUSE_URL: 'example' })).ok, false)
    assert.equal((await examine({ ...mail, CLOCKHOUSE_URL: 'https://time.example' })).ok, true)
  })

  test('doctor reports a server that keeps mail in its outbox', async () => {
    const { ok, of } = await examine({ CLOCKHOUSE_SMTP_URL: 'outbox:' })
    assert.deepEqual(
      [ok, of('Configuration', 'warning')],
      [true, ['this server keeps mail in its outbox and sends none']],
    )
  })

  test('doctor reports an address without TLS', async () => {
    assert.match(
      (await examine({ CLOCKHOUSE_URL: 'http://time.example' })).of('Address', 'warning').join(),
      /not encrypted/,
    )
    assert.match((await examine({ HOST: '0.0.0.0' })).of('Address', 'warning').join(), /without TLS/)
    const proxied = { CLOCKHOUSE_URL: 'https://time.example', CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' }
    assert.deepEqual((await examine(proxied)).of('Address', 'ok'), ['https://time.example'])
  })

  test('doctor reports a trusted proxy whose name cannot be looked up', async () => {
    const { ok, of } = await examine({ CLOCKHOUSE_TRUSTED_PROXIES: '10.0.0.0/8, localhost, traefik.invalid' })
    assert.equal(ok, true)
    assert.equal(of('Proxies', 'warning').length, 1)
    assert.match(of('Proxies', 'warning').join(), /names traefik\.invalid, which cannot be looked up/)
  })

  test('doctor tells a port that another program uses from one with a Clockhouse server', async () => {
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    assert.match((await examine({ PORT: String(port) })).of('Port', 'broken').join(), /in use by another program/)
    await new Promise((resolve) => other.close(resolve))
    assert.match((await examine({ PORT: String(port) })).of('Port', 'ok').join(), /is free/)
    const ours = await TestServer.start('sqlite')
    const address = new URL(await ours.listen())
    assert.match((await examine({ PORT: address.port })).of('Port', 'ok').join(), /a Clockhouse server is running/)
    renameSync(ours.place.data, `${ours.place.data}-away`)
    // What /readyz has answered holds for a second.
    await eventually('the server is not ready', async () => !(await fetch(new URL('/readyz', address))).ok)
    const troubled = (await examine({ PORT: address.port })).of('Port', 'broken')
    assert.match(troubled.join(), /a Clockhouse server is running at .*, but it is not ready: file/)
    renameSync(`${ours.place.data}-away`, ours.place.data)
    await ours.stop()
  })

  if (database === 'sqlite') {
    test('doctor reports a data folder that other accounts can read', async () => {
      assert.deepEqual((await examine()).of('Data folder', 'warning'), [])
      const file = join(copy.place.data, 'clockhouse.db')
      for (const [name, mode, right] of [
        [copy.place.data, 0o755, 0o700],
        [file, 0o644, 0o600],
      ] as const) {
        chmodSync(name, mode)
        const { ok, of } = await examine()
        assert.equal(ok, true)
        assert.match(of('Data folder', 'warning').join(), new RegExp(`other accounts .* can read ${name}`))
        chmodSync(name, right)
      }
    })

    test('doctor reports a damaged database', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'clockhouse-damaged-'))
      const text = 'this is not a database, but it is long enough to be read as one'
      writeFileSync(join(folder, 'clockhouse.db'), text)
      const { ok, of } = await examine({ CLOCKHOUSE_DATA: folder })
      rmSync(folder, { recursive: true })
      assert.equal(ok, false)
      assert.match(of('Database', 'broken').join(), /file is not a database/)
    })

    test('doctor reports a data folder that it cannot use', async () => {
      const file = join(copy.place.data, 'file')
      writeFileSync(file, '')
      assert.match((await examine({ CLOCKHOUSE_DATA: file })).of('Data folder', 'broken').join(), /is not a folder/)
      if (process.getuid?.() === 0) return
      chmodSync(copy.place.data, 0o500)
      assert.match((await examine()).of('Data folder', 'broken').join(), /may not write/)
      chmodSync(copy.place.data, 0o700)
    })
  }
})

test('doctor reports a database that it cannot reach, without the password', async () => {
  const env = { PORT: '0', CLOCKHOUSE_DATABASE_URL: 'postgres://stranger:hidden@127.0.0.1:1/none' }
  const { code, stdout } = await clockhouse(['doctor', '--json'], { env })
  assert.equal(code, 1)
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Found[] }
  assert.equal(ok, false)
  const broken = findings.filter(({ check, state }) => check === 'Database' && state === 'broken')
  assert.match(broken.map(({ message }) => message).join(), /127\.0\.0\.1:1\/none cannot be opened: .*ECONNREFUSED/)
  assert.doesNotMatch(stdout, /hidden/)
})
