import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { olderNode } from '../cli/command.ts'
import { installs, shellBlocks } from '../support/documented.ts'
import { FreshClone } from '../support/fresh_clone.ts'

// The blocks of the documentation that install packages, in a fresh clone, with the Node.js of the machine if there is
// one. contract/documented_commands.test.ts runs all others. Of this account only what npm has downloaded is in sight.

const parent = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-installed-'))
// What npm fetches takes as long as the network does; a suite does not pass its limit on to its tests.
const installMs = 1_200_000
const slow = { timeout: installMs }
const running = /running at (http\S+)/

describe('a fresh clone on a machine with Node.js and npm', slow, () => {
  let clone: FreshClone
  before(() => {
    clone = FreshClone.make(parent, [dirname(olderNode() ?? process.execPath)], { blockMs: installMs })
    const cache = join(parent, 'cache')
    const own = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
    mkdirSync(cache)
    if (existsSync(join(own, '_cacache'))) symlinkSync(join(own, '_cacache'), join(cache, '_cacache'))
    Object.assign(clone.env, {
      PORT: '0',
      npm_config_cache: cache,
      npm_config_prefer_offline: 'true',
      // A connection that stalls is tried again after two minutes; by itself, npm waits for five, three times.
      npm_config_fetch_timeout: '120000',
      npm_config_fetch_retries: '5',
      npm_config_prefix: join(parent, 'global'),
    })
  })
  after(() => clone.remove())

  const run = async (text: string, env: Record<string, string> = {}) => {
    const { code, output } = await clone.run(text, env)
    assert.equal(code, 0, `${text}\n${output}`)
    return output
  }
  /** Starts a server, and checks that it serves the app to those who open it. */
  const serves = async (text: string, env: Record<string, string> = {}) => {
    const server = await clone.start(text, running, env)
    const page = await fetch(server.found[1]!, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Welcome to Clockhouse/)
    await server.stop()
    return server.output()
  }
  /** A block that the list of long ones has; without it, the documentation has changed. */
  const block = (words: string) => {
    const found = installs.find(([, text]) => text.includes(words))
    assert.ok(found, words)
    return found[1]
  }

  test('before its packages are installed, npx clockhouse says that npm ci installs them', slow, async () => {
    const { code, output } = await clone.run('npx clockhouse')
    assert.notEqual(code, 0)
    assert.match(output, /run "npm ci" in .*clone\/ first/)
  })

  test('the first block of the README installs the packages, builds Clockhouse and starts it', slow, async () => {
    await serves(shellBlocks('README.md')[0]!.text)
    assert.ok(existsSync(join(clone.folder, 'data/clockhouse.db')))
  })

  test(
    'npx clockhouse builds the web app if nothing was built yet, and finds the clone’s own command offline',
    slow,
    async () => {
      for (const built of ['dist', 'web/dist']) rmSync(join(clone.folder, built), { recursive: true })
      const offline = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
      assert.match(await serves('npx clockhouse', offline), /Building the web app/)
      assert.ok(existsSync(join(clone.folder, 'web/dist/index.html')))
    },
  )

  test('npm test runs, with a PostgreSQL of its own', slow, async () => {
    // The packages are those of the block before, and this run has the other tests.
    const text = block('npm test')
      .replace('npm ci && ', '')
      .replace('npm test', 'npm test -- rules/settings. resources/groups.')
    assert.match(await run(text, { TEST_TIER: '' }), /^\d+ passed, 0 failed/m)
  })

  test('what was built runs without the packages that built it, which npm ci brings back', slow, async () => {
    await run(block('npm prune'))
    assert.ok(!existsSync(join(clone.folder, 'node_modules/rolldown')))
    await serves('npm start')
    await run('npm ci')
  })

  test('npm pack makes a package that npx runs and npm installs, without a registry of ours', slow, async () => {
    await serves(block('npx --yes'), { CLOCKHOUSE_DATA: join(parent, 'packed-data') })
    await run(block('--global'))
    assert.match(await run(`"${join(parent, 'global/bin/clockhouse')}" --version`), /^\d+\.\d+\.\d+/)
  })

  test('the package of the client is made', slow, async () => {
    await run(block('-w client'))
    assert.ok(readdirSync(clone.folder).some((name) => /^clockhouse-client-.*\.tgz$/.test(name)))
  })
})
