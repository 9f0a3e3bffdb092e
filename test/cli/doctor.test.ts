import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { checkZones, type ZoneData } from '../../src/cli/doctor/zones.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type Operation, operation, sql } from '../../src/engine/sql.ts'
import { backupName } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/calendar.ts'
import { machineClock } from '../../src/world.ts'
import { freshPlace, onBoth, TestServer } from '../support/server.ts'
import { clockhouse, on } from './command.ts'

type Found = { check: string; state: string; message: string; remedy?: string }

describe('time zone data', () => {
  const usual = { version: '2026c', folder: '', present: false, system: '', year: 2026 }
  const cases: [string, Partial<ZoneData>, string, RegExp][] = [
    ['the newest that is known', { system: '2026c' }, 'ok', /^data from 2026c$/],
    ['newer than the machine’s', { system: '2025b' }, 'ok', /^data from 2026c$/],
    ['older than the machine’s', { system: '2026f' }, 'warning', /^data from 2026c; this machine has 2026f/],
    ['of a folder', { folder: '/zones', present: true }, 'ok', /^data from 2026c, from \/zones$/],
    ['of a folder without files', { folder: '/zones' }, 'broken', /names \/zones, which has no zoneinfo64.res/],
    ['years old', { year: 2029 }, 'warning', /^the data is from 2026c; rules may have changed/],
    ['of an unknown version', { version: '' }, 'warning', /^the data is from an unknown year/],
  ]
  for (const [what, more, state, message] of cases)
    test(what, () => {
      const found = checkZones({ ...usual, ...more })
      assert.equal(found.state, state)
      assert.match(found.message, message)
    })
})

onBoth('doctor', (database) => {
  let fresh: Awaited<ReturnType<typeof freshPlace>>
  let env: Record<string, string | undefined>
  before(async () => {
    fresh = await freshPlace(database)
    env = { ...on(fresh.place), PORT: '0' }
  })
  after(() => fresh.clean())

  const examine = async (more: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await clockhouse(['doctor', '--json'], { env: { ...env, ...more } })
    assert.equal(stderr, '')
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Found[] }
    assert.equal(code, ok ? 0 : 1)
    const of = (check: string, state: string) =>
      findings.filter((finding) => finding.check === check && finding.state === state).map(({ message }) => message)
    return { ok, findings, of }
  }

  test('before the first start nothing is broken', async () => {
    const { ok, findings } = await examine()
    assert.equal(ok, true, JSON.stringify(findings))
  })

  test('with a company all is well', async () => {
    const given = ['--company-name', 'Acme', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']
    const made = await clockhouse(['init', ...given], { env: { ...env, CLOCKHOUSE_PASSWORD: 'correct horse battery' } })
    assert.equal(made.code, 0, made.stderr)
    const { ok, findings, of } = await examine()
    assert.equal(ok, true, JSON.stringify(findings))
    assert.match(of('Contents', 'ok').join(), /up to date .* one company/)
    assert.match(
      of('Database', 'ok').join(),
      database === 'sqlite' ? /journal mode wal, synchronous full/ : /PostgreSQL/,
    )
    const spoken = await clockhouse(['doctor'], { env })
    assert.match(spoken.stdout, /Clockhouse can run here/)
  })

  test('backups that are made, late or missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clockhouse-doctor-'))
    const set = { CLOCKHOUSE_BACKUP_DIR: folder, CLOCKHOUSE_BACKUP_HOURS: '12' }
    assert.match((await examine()).of('Backups', 'ok').join(), /makes none automatically/)
    assert.match((await examine(set)).of('Backups', 'warning').join(), /there is none in/)
    writeFileSync(join(folder, backupName('1.2.3', machineClock() - 25 * hour)), '')
    assert.match((await examine(set)).of('Backups', 'warning').join(), /the last one in .* 25 hours ago/)
    writeFileSync(join(folder, backupName('1.2.3', machineClock() - 5 * hour)), '')
    const { ok, of } = await examine(set)
    assert.match(of('Backups', 'ok').join(), /the last one in .* 5 hours ago/)
    assert.equal(ok, true)
    rmSync(folder, { recursive: true })
  })

  test('unusable settings and unknown names', async () => {
    const { ok, of } = await examine({ CLOCKHOUSE_URL: 'example', CLOCKHOUSE_LOG_LEVEL: 'loud', CLOCKHOUSE_DATE: 'x' })
    assert.equal(ok, false)
    assert.match(
      of('Configuration', 'broken').join(),
      /CLOCKHOUSE_URL must be a URL.*CLOCKHOUSE_LOG_LEVEL must be one of/,
    )
    assert.deepEqual(of('Configuration', 'warning'), ['CLOCKHOUSE_DATE is not a variable'])
  })

  test('mail that the mail server does not take', async () => {
    const add = operation('test.mail', (tx, id: number) =>
      tx.run(sql`insert into mails (company_id, id, user_id, address, subject, text, link, record_id, state, attempts,
          error, created, due, until)
        values (1, ${id}, 1, 'bo@example.com', 'Welcome', '', '', 0, 'queued', 1, 'Greeting never received', 0, 0, 0)`),
    )
    const db = await openDatabase(
      fresh.place,
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

  test('mail that would lead nowhere', async () => {
    const mail = { CLOCKHOUSE_SMTP_URL: 'smtp://user:hunter2@mail.example' }
    const { ok, of, findings } = await examine(mail)
    assert.equal(ok, false)
    assert.deepEqual(of('Configuration', 'broken'), ['CLOCKHOUSE_SMTP_URL needs CLOCKHOUSE_URL, for the links in mail'])
    assert.doesNotMatch(JSON.stringify(findings), /hunter2/)
    assert.equal((await examine({ ...mail, CLOCKHOUSE_URL: 'example' })).ok, false)
    assert.equal((await examine({ ...mail, CLOCKHOUSE_URL: 'https://time.example' })).ok, true)
  })

  test('mail that stays in the outbox', async () => {
    const { ok, of } = await examine({ CLOCKHOUSE_SMTP_URL: 'outbox:' })
    assert.deepEqual(
      [ok, of('Configuration', 'warning')],
      [true, ['this server keeps mail in its outbox and sends none']],
    )
  })

  test('an address without TLS', async () => {
    assert.match(
      (await examine({ CLOCKHOUSE_URL: 'http://time.example' })).of('Address', 'warning').join(),
      /not encrypted/,
    )
    assert.match((await examine({ HOST: '0.0.0.0' })).of('Address', 'warning').join(), /without TLS/)
    const proxied = { CLOCKHOUSE_URL: 'https://time.example', CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' }
    assert.deepEqual((await examine(proxied)).of('Address', 'ok'), ['https://time.example'])
  })

  test('a port that is taken by another program, and one by a server of ours', async () => {
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
    await setTimeout(1100)
    const troubled = (await examine({ PORT: address.port })).of('Port', 'broken')
    assert.match(troubled.join(), /a Clockhouse server is running at .*, but it is not ready: disk/)
    renameSync(`${ours.place.data}-away`, ours.place.data)
    await ours.stop()
  })

  if (database === 'sqlite') {
    test('a folder that other accounts can read', async () => {
      assert.deepEqual((await examine()).of('Data folder', 'warning'), [])
      const file = join(fresh.place.data, 'clockhouse.db')
      for (const [name, mode, right] of [
        [fresh.place.data, 0o755, 0o700],
        [file, 0o644, 0o600],
      ] as const) {
        chmodSync(name, mode)
        const { ok, of } = await examine()
        assert.equal(ok, true)
        assert.match(of('Data folder', 'warning').join(), new RegExp(`other accounts .* can read ${name}`))
        chmodSync(name, right)
      }
    })

    test('a database that is damaged', async () => {
      writeFileSync(
        join(fresh.place.data, 'clockhouse.db'),
        'this is not a database, but it is long enough to be read as one',
      )
      const { ok, of } = await examine()
      assert.equal(ok, false)
      assert.match(of('Database', 'broken').join(), /file is not a database/)
    })

    test('a folder that cannot be used', async () => {
      const file = join(fresh.place.data, 'file')
      writeFileSync(file, '')
      assert.match((await examine({ CLOCKHOUSE_DATA: file })).of('Data folder', 'broken').join(), /is not a folder/)
      if (process.getuid?.() === 0) return
      chmodSync(fresh.place.data, 0o500)
      assert.match((await examine()).of('Data folder', 'broken').join(), /may not write/)
      chmodSync(fresh.place.data, 0o700)
    })
  } else {
    test('a database that cannot be reached', async () => {
      const { ok, of } = await examine({ CLOCKHOUSE_DATABASE_URL: 'postgres://stranger:hidden@127.0.0.1:1/none' })
      assert.equal(ok, false)
      assert.match(of('Database', 'broken').join(), /127\.0\.0\.1:1\/none cannot be opened: .*ECONNREFUSED/)
      assert.doesNotMatch(of('Database', 'broken').join(), /hidden/)
    })
  }
})
