import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { olderNode } from '../cli/command.ts'
import { onEither } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/.bin/tsc')
/** As other projects import it. */
const library: () => Promise<typeof import('../../src/sandbox/testing.ts')> = () => import(String('clockhouse/testing'))

onEither('clockhouse/testing', (database) => {
  const databaseUrl = database === 'postgres' ? { databaseUrl: process.env.TEST_POSTGRES_URL! } : {}

  test('a test controls the clock, faults, snapshots, mail and webhooks of a sandbox that it starts', async () => {
    const { sandbox } = await library()
    await using box = await sandbox({ now: '2026-11-30T08:00', ...databaseUrl })
    const headers = { authorization: `Bearer ${box.token}` }
    const status = async () => (await fetch(`${box.url}/users?limit=1`, { headers })).status
    assert.equal((await box.clock.read()).running, false)
    assert.equal((await box.clock.move('+1h')).local, '2026-11-30T09:00:00-07:00')
    await box.snapshot('nine')
    assert.equal((await box.clock.set('2026-11-30T10:00')).local, '2026-11-30T10:00:00-07:00')
    assert.equal((await box.clock.run()).running, true)
    assert.equal((await box.clock.stop()).running, false)
    await box.restore('nine')
    assert.equal((await box.clock.read()).local, '2026-11-30T09:00:00-07:00')
    await box.fault({ status: 503, count: 1 })
    assert.deepEqual([await status(), await status()], [503, 200])
    await box.fault({ status: 500 })
    await box.clearFaults()
    assert.deepEqual([await status(), await box.faults()], [200, []])
    await box.clock.move('+1d')
    assert.ok((await box.mails()).length > 0)
    assert.deepEqual([await box.mails('no-one@example.com'), await box.pushes()], [[], []])
    const hook = { url: 'http://127.0.0.1:9/', types: ['group.created'] }
    const sent = { authorization: `Bearer ${box.token}`, 'content-type': 'application/json' }
    const asked = async (path: string, body: object) =>
      fetch(new URL(path, box.url), { method: 'POST', headers: sent, body: JSON.stringify(body) })
    assert.equal((await asked('/api/v1/webhooks', hook)).status, 200)
    assert.equal((await asked('/api/v1/groups', { data: [{ name: 'Told' }] })).status, 200)
    const [told] = await box.webhooks()
    assert.deepEqual([told?.type, told?.error], ['group.created', 'the connection was refused'])
    await box.reset()
    assert.equal((await box.clock.read()).local, '2026-11-30T08:00:00-07:00')
    await assert.rejects(box.clock.move('-1h'), /does not go back/)
    await assert.rejects(box.restore('ten'), /there is no snapshot ten/)
  })
})

describe('clockhouse/testing', () => {
  nightly.test('the library reports why a sandbox could not start', async () => {
    const { sandbox } = await library()
    await assert.rejects(sandbox({ scenario: 'flood' }), /ended with 2: .*Allowed choices are usual/s)
    await assert.rejects(sandbox({ now: 'tomorrow' }), /ended with 1: .*"tomorrow" is not a time/s)
  })

  nightly.test('a sandbox with HTTPS has a certificate to trust', async () => {
    const { sandbox } = await library()
    await using box = await sandbox({ https: true })
    assert.match(box.url, /^https:/)
    assert.match(box.ca!, /^-----BEGIN CERTIFICATE-----/)
    assert.equal((await box.clock.read()).running, false)
  })

  nightly.test('a sandbox ends with the program that started it, and removes its data', async () => {
    const code = `import { sandbox } from 'clockhouse/testing'
      console.log(JSON.stringify((await sandbox()).credentials)); await new Promise(() => setInterval(() => {}, 1000))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
    const { data_dir, sandbox_url } = JSON.parse(line)
    assert.ok(existsSync(data_dir))
    child.kill('SIGKILL')
    while (await fetch(sandbox_url).catch(() => undefined)) await new Promise((resolve) => setTimeout(resolve, 50))
    while (existsSync(data_dir)) await new Promise((resolve) => setTimeout(resolve, 50))
  })

  nightly.test('the documented example has 20 lines, moves the clock a week, injects a 429, and passes', () => {
    const file = join(root, 'docs/examples/hours_worked.test.js')
    const text = readFileSync(file, 'utf8')
    assert.ok(text.trim().split('\n').length <= 20)
    assert.match(text, /move\('\+7d'\)/)
    assert.match(text, /status: 429/)
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--test', file], { env, encoding: 'utf8' })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /pass 1/)
  })

  nightly.test('the library works in older versions of Node.js', { skip: olderNode() === undefined }, () => {
    const code = `import { sandbox } from 'clockhouse/testing'
      const box = await sandbox({ now: '2026-11-30T08:00' })
      console.log((await box.clock.move('+1h')).local); await box.stop()`
    const { stdout, stderr } = spawnSync(olderNode()!, ['--input-type=module', '-e', code], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(stdout, '2026-11-30T09:00:00-07:00\n', stderr)
  })

  test('the types of the library accept its options in another project, and refuse others', () => {
    const folder = mkdtempSync(join(root, 'test/sandbox/types-'))
    const write = (name: string, code: string) =>
      writeFileSync(join(folder, name), `import { sandbox } from 'clockhouse/testing'\n${code}\nexport {}\n`)
    try {
      write(
        'good.ts',
        `await using box = await sandbox({ scenario: 'usual', now: '2026-11-30T08:00' })
        const { local }: { local: string } = await box.clock.move('+7d'); await box.fault({ status: 429, count: 1 }); local`,
      )
      write('bad.ts', `const box = await sandbox({ speed: 2 }); box.fault({ cut: 'off' })`)
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--ignoreConfig']
      const files = ['good.ts', 'bad.ts'].map((name) => join(folder, name))
      const { stdout } = spawnSync(tsc, [...options, '--types', 'node', ...files], { encoding: 'utf8' })
      assert.equal(stdout.match(/error TS/g)?.length, 2, stdout)
      assert.match(stdout, /bad\.ts.*'speed' does not exist/)
      assert.match(stdout, /bad\.ts.*'"off"' is not assignable/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
