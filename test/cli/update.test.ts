import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { releaseNotice } from '../../src/jobs/newer_version.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import { platform, Releases, releaseKey, writeArchiveFolder } from '../support/archives.ts'
import { freePort } from '../support/free_port.ts'
import { Receiver } from '../support/receiver.ts'
import { freshPlace } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'
import { clockhouse } from './command.ts'

// `clockhouse update` on installations from archives, as an operator runs it. contract/archive.nightly.test.ts does the same
// with the archives that packaging/archive.sh builds.

const parent = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-update-'))
const releases = new Releases(parent)
before(() => releases.serve())
after(async () => {
  await releases.close()
  rmSync(parent, { recursive: true, force: true })
})

const note = () => ({ kind: 'archive', platform, releases: releases.address, key: releaseKey })

/** An installation of version 0.9.0 in a folder of its own. */
function installed(content: object = note()): string {
  const home = join(mkdtempSync(join(parent, 'installed-')), 'clockhouse')
  writeArchiveFolder(home, { version: '0.9.0', note: content })
  return home
}

/** Publishes a version; returns its archive. */
function publish(version: string, more: { launcher?: string; migrations?: Record<string, string> } = {}): string {
  const folder = mkdtempSync(join(parent, 'built-'))
  writeArchiveFolder(join(folder, 'clockhouse'), { version, note: note(), ...more })
  return releases.publish(version, folder)
}

type Outcome = { code: number | null; output: string }

/** Runs the command of an installation, without anything of the environment. The releases are in this process. */
function run(
  home: string,
  args: readonly string[],
  env: Record<string, string> = {},
  meanwhile: (child: ChildProcess) => void = () => {},
): Promise<Outcome> {
  const child = spawn(join(home, 'clockhouse'), args, { cwd: home, env })
  meanwhile(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

const person = ['--company-name', 'Acme', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']

async function withCompany(home: string, env: Record<string, string> = {}): Promise<void> {
  const made = await run(home, ['init', ...person], { ...env, CLOCKHOUSE_PASSWORD: 'a long password 7' })
  assert.equal(made.code, 0, made.output)
}

const versionOf = async (home: string) => (await run(home, ['--version'])).output.trim()
const usersOf = async (home: string) => JSON.parse((await run(home, ['user', 'list', '--json'])).output)

/** Migrates the database, and ends. */
const neverReady = `import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
const program = '../../dist/clockhouse.js'
if (process.argv[2] !== 'serve') await import(program)
else {
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'migrate'])
  console.error('this machine has no such instruction')
  process.exit(3)
}`

/** Is not ready for seconds, in which a server has run each of the loops that send. */
const slowlyReady = `import http from 'node:http'
const program = '../../dist/clockhouse.js'
const { emit } = http.Server.prototype
http.Server.prototype.emit = function (event, request, response) {
  if (event !== 'request' || request.url !== '/readyz' || process.uptime() > 6) return emit.apply(this, arguments)
  response.writeHead(503).end('not yet')
  return true
}
await import(program)`

/** Whether something listens at a port of this machine. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Migrates the database, says which process it is, and is never ready. */
const hanging = `import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
const program = '../../dist/clockhouse.js'
if (process.argv[2] !== 'serve') await import(program)
else {
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'migrate'])
  writeFileSync(process.env.CLOCKHOUSE_DATA + '/hanging', String(process.pid))
  setInterval(() => {}, 1000)
}`

describe('clockhouse update', () => {
  test('the command fetches the newest version, backs the data up, starts it once and leaves the old version beside it', async () => {
    const home = installed()
    await withCompany(home)
    publish('0.9.1', { migrations: { '9990_later.sql': 'create table later (id bigint)' } })
    const asked = await run(home, ['update', '--check'])
    assert.deepEqual(
      [asked.code, asked.output],
      [0, '0.9.1 is available, and 0.9.0 is installed: ./clockhouse update\n'],
    )
    assert.deepEqual(readdirSync(join(home, 'versions')), ['0.9.0'])
    const { code, output } = await run(home, ['update'])
    assert.equal(code, 0, output)
    assert.match(output, /Clockhouse 0\.9\.1 is installed, and was ready with this data/)
    assert.deepEqual(readdirSync(join(home, 'versions')).sort(), ['0.9.0', '0.9.1'])
    assert.match(readdirSync(join(home, 'backups')).join(), /^clockhouse-0\.9\.0-.*\.db$/)
    // This version needs all migrations, and only the new one brings this one.
    assert.equal((await usersOf(home)).length, 1)
    assert.match((await run(home, ['update'])).output, /0\.9\.1 is installed, which is the version in/)
  })

  nightly.test('the command goes back to the old version and its data if the new one is not ready', async () => {
    const home = installed()
    await withCompany(home)
    const migrations = { '9991_bad.sql': 'delete from users' }
    publish('0.9.2', { launcher: neverReady, migrations })
    const { code, output } = await run(home, ['update'])
    assert.equal(code, 1, output)
    assert.match(
      output,
      /0\.9\.2 was not ready, so 0\.9\.0 is in place: it ended by itself \(exit code 3\)\nthis machine/,
    )
    assert.match(output, /The data is as it was before; what 0\.9\.2 had made of it is in .*before-restore/)
    assert.equal(await versionOf(home), '0.9.0')
    assert.deepEqual(readdirSync(join(home, 'versions')), ['0.9.0'])
    assert.equal((await usersOf(home)).length, 1)
  })

  nightly.test('the new version sends nothing and can be reached by nothing else until it is accepted', async () => {
    const receiver = await Receiver.start()
    const ports = [await freePort(), await freePort()] as const
    const env = {
      ...{ CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes', PORT: String(ports[0]), CLOCKHOUSE_METRICS_PORT: String(ports[1]) },
    }
    const looks: Promise<boolean>[] = []
    const looking = setInterval(() => looks.push(...ports.map(isOpen)), 250)
    try {
      const home = installed()
      await withCompany(home, env)
      const id = String(JSON.parse((await run(home, ['webhook', 'add', receiver.url, '--json'], env)).output).id)
      assert.equal((await run(home, ['webhook', 'test', id], env)).code, 0)
      publish('0.9.6', { launcher: slowlyReady })
      const { code, output } = await run(home, ['update', '0.9.6'], env)
      assert.equal(code, 0, output)
      assert.deepEqual(receiver.take(), [])
      assert.ok(looks.length > 20 && !(await Promise.all(looks)).includes(true))
      const deliveries = await run(home, ['webhook', 'deliveries', id, '--json'], env)
      assert.deepEqual(
        JSON.parse(deliveries.output).map(({ state }: { state: string }) => state),
        ['queued'],
      )
    } finally {
      clearInterval(looking)
      receiver.stop()
    }
  })

  nightly.test('the command goes back to the old version and its data when it is interrupted', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const home = installed()
      await withCompany(home)
      const version = signal === 'SIGINT' ? '0.9.71' : '0.9.72'
      publish(version, { launcher: hanging, migrations: { '9993_bad.sql': 'delete from users' } })
      const note = join(home, 'data/hanging')
      const interrupt = (child: ChildProcess) => {
        const timer = setInterval(() => {
          if (!existsSync(note) || readFileSync(note, 'utf8') === '') return
          clearInterval(timer)
          child.kill(signal)
        }, 50)
      }
      const { code, output } = await run(home, ['update', version], {}, interrupt)
      assert.equal(code, 1, output)
      assert.match(
        output,
        /was not ready, so 0\.9\.0 is in place: the update was interrupted\nThe data is as it was before/,
      )
      assert.throws(() => process.kill(Number(readFileSync(note, 'utf8')), 0), /ESRCH/)
      assert.equal(await versionOf(home), '0.9.0')
      assert.deepEqual(readdirSync(join(home, 'versions')), ['0.9.0'])
      assert.equal((await usersOf(home)).length, 1)
    }
  })

  nightly.test(
    'on PostgreSQL, the command says where the backup is if the new version has changed the database',
    async () => {
      const { place, clean } = await freshPlace('postgres')
      const env = { CLOCKHOUSE_DATABASE_URL: place.databaseUrl }
      try {
        const home = installed()
        await withCompany(home, env)
        publish('0.9.4')
        const good = await run(home, ['update', '0.9.4'], env)
        assert.match(good.output, /0\.9\.4 is installed, and was ready with this data/)
        publish('0.9.5', { launcher: neverReady, migrations: { '9992_bad.sql': 'delete from users' } })
        const { code, output } = await run(home, ['update'], env)
        assert.equal(code, 1, output)
        assert.match(output, /0\.9\.5 was not ready, so 0\.9\.4 is in place/)
        const [, backup] = /restore (\S+\.db) into an empty one/.exec(output) ?? []
        assert.ok(backup && existsSync(backup), output)
        assert.equal(await versionOf(home), '0.9.4')
      } finally {
        await clean()
      }
    },
  )

  nightly.test(
    'the command takes an archive from disk without asking anyone, and nothing that is not signed or was changed',
    async () => {
      const home = installed()
      const archive = publish('0.9.3')
      const from = join(archive, '..')
      const { length } = releases.requests
      const refused = async (words: RegExp) => {
        const { code, output } = await run(home, ['update', archive])
        assert.equal(code, 1)
        assert.match(output, words)
        assert.deepEqual(
          [readFileSync(join(home, 'current'), 'utf8'), readdirSync(home).includes('unpacked')],
          ['0.9.0\n', false],
        )
      }
      const bytes = readFileSync(archive)
      appendFileSync(archive, 'more')
      await refused(/is damaged: its checksum is not the one in SHA256SUMS/)
      releases.sign(from)
      const signature = readFileSync(join(from, 'SHA256SUMS.sig'))
      writeFileSync(archive, bytes)
      appendFileSync(join(from, 'SHA256SUMS'), '\n')
      await refused(/is not signed with the key of this installation/)
      rmSync(join(from, 'SHA256SUMS.sig'))
      await refused(/SHA256SUMS\.sig cannot be read: there is no such file/)
      writeFileSync(join(from, 'SHA256SUMS.sig'), signature)
      releases.sign(from)
      const { code, output } = await run(home, ['update', archive])
      assert.equal(code, 0, output)
      assert.equal(await versionOf(home), '0.9.3')
      assert.equal(releases.requests.length, length)
      const older = installed({ ...note(), releases: '' })
      writeFileSync(join(older, 'versions/0.9.0/package.json'), '{"version":"0.10.0","type":"module"}')
      assert.match((await run(older, ['update', archive])).output, /has 0\.9\.3, which is not newer than 0\.10\.0/)
      assert.match(
        (await run(older, ['update'])).output,
        /built without an address of releases: set CLOCKHOUSE_RELEASES/,
      )
    },
  )

  test('doctor and, once, the log of the server announce a newer version, if that is switched on', async () => {
    publish('0.9.8')
    const settings = { PORT: '0', CLOCKHOUSE_DATA: join(parent, 'none'), CLOCKHOUSE_RELEASES: releases.address }
    const asked = releases.requests.length
    assert.doesNotMatch((await clockhouse(['doctor'], { env: settings })).stdout, /Newer version/)
    assert.equal(releases.requests.length, asked, 'nothing is asked without the setting')
    const { stdout } = await clockhouse(['doctor'], { env: { ...settings, CLOCKHOUSE_UPDATE_NOTICE: '1' } })
    assert.match(stdout, /warning {2}Newer version: 0\.9\.8 is released\n +→ Install it/)
    const lines: string[] = []
    let instant = 0
    const log = { info: () => {}, warn: (_: object, text: string) => void lines.push(text) }
    const look = releaseNotice(
      { log, now: () => instant, sight: { newerVersion: undefined } },
      releases.address,
      '0.9.0',
    )
    for (instant of [hour, 2 * hour, 26 * hour]) await look()
    assert.deepEqual(lines, ['Clockhouse 0.9.8 is released, and this is 0.9.0'])
    assert.deepEqual(releases.requests.slice(asked), Array(3).fill('/latest/download/SHA256SUMS'))
  })

  test('in a clone, the command refuses and says what updates that', async () => {
    const { code, stderr } = await clockhouse(['update'])
    assert.equal(code, 1)
    assert.match(stderr, /this is a clone of the repository\nUpdate it with git pull/)
  })

  nightly.test('the command says how every other installation is updated, and fetches nothing', async () => {
    const home = installed()
    const file = join(home, 'versions/0.9.0/installation.json')
    const said: [content: object | undefined, words: RegExp][] = [
      [{ kind: 'debian' }, /this is the Debian package\n.*apt install/],
      [{ kind: 'image' }, /this is a Docker image\n.*docker compose up --build/],
      [undefined, /npm has installed this\n.*npm install --global/],
      [{ ...note(), key: '' }, /built without the key of those who sign releases/],
    ]
    for (const [content, words] of said) {
      if (content) writeFileSync(file, JSON.stringify(content))
      else rmSync(file)
      const { code, output } = await run(home, ['update'])
      assert.equal(code, 1)
      assert.match(output, words)
    }
  })
})
