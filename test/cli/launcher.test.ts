import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { launcher, olderNode } from './command.ts'

// What src/cli/clockhouse.js does in a clone before it starts the command, in a small project that has the places of the
// real one. contract/documented_install.nightly.test.ts starts the real one.

let clone: string

/** Writes a file of the project, or copies it. */
function put(path: string, text: string | undefined, from?: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true })
  if (from) copyFileSync(from, join(clone, path))
  else writeFileSync(join(clone, path), text!)
}

/** Writes what builds the web app. */
function build(text: string): void {
  put('build/index.ts', `import { mkdirSync, writeFileSync } from 'node:fs'\n${text}`)
}

function start(args: string[], node = process.execPath) {
  return spawnSync(node, [join(clone, 'src/cli/clockhouse.js'), ...args], { cwd: clone, encoding: 'utf8' })
}

describe('the command in a clone', () => {
  beforeEach(() => {
    clone = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-launcher-'))
    for (const name of ['clockhouse.js', 'server/node_needed.js', 'server/npm_parent.js'])
      put(`src/cli/${name}`, undefined, join(dirname(launcher), name))
    put('package.json', '{"type":"module"}')
    put('build/bundle.ts', `export const entry = () => new URL('../src/cli/program.js', import.meta.url)`)
    put('src/cli/program.js', `console.log('started', ...process.argv.slice(2))`)
    build(`mkdirSync('web/dist', { recursive: true })
  console.log('built')
  writeFileSync('web/dist/.built-from', '')`)
    for (const name of ['pg', 'commander']) put(`node_modules/${name}/index.js`, '')
  })
  afterEach(() => rmSync(clone, { recursive: true, force: true }))

  test('a server that is started before the web app was built is built first, and standard output stays its own', () => {
    for (const args of [[], ['serve'], ['sandbox', '--json'], ['sandbox']]) {
      rmSync(join(clone, 'web'), { recursive: true, force: true })
      const { stdout, stderr } = start(args)
      assert.equal(stdout, `${['started', ...args].join(' ')}\n`)
      assert.equal(stderr, 'built\n')
      assert.equal(start(args).stderr, '', 'it is not built again')
    }
  })

  test('a command that starts no server, or only prints its help, builds nothing', () => {
    for (const args of [['doctor'], ['sandbox', 'clock', '+7d'], ['serve', '--help']]) {
      assert.equal(start(args).stdout, `started ${args.join(' ')}\n`)
      assert.ok(!existsSync(join(clone, 'web')))
    }
  })

  test('a server whose web app cannot be built is not started without it', () => {
    build(`throw new Error('the disk is full')`)
    const { status, stdout, stderr } = start(['serve'])
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /the disk is full[\s\S]*clockhouse: the web app could not be built\.$/m)
  })

  test('a clone without the packages of the build runs what was built, and otherwise names what installs them', () => {
    rmSync(join(clone, 'node_modules/commander'), { recursive: true })
    assert.equal(start(['doctor']).stdout, 'started doctor\n')
    const missing = `clockhouse: the packages that build it are not installed: run "npm ci --include=dev" in ${clone}/ first.\n`
    assert.equal(start(['serve']).stderr, missing, 'there is no web app')
    put('web/dist/.built-from', '')
    assert.equal(start(['serve']).stdout, 'started serve\n')
    put('build/bundle.ts', `export const entry = () => new URL('../src/cli/program.ts', import.meta.url)`)
    assert.equal(start(['doctor']).stderr, missing, 'the bundle is older than the sources')
  })

  test('the command says that npm ci has to install the packages first, in any version of Node.js', () => {
    rmSync(join(clone, 'node_modules'), { recursive: true })
    for (const node of [process.execPath, olderNode()].filter((path) => path !== undefined)) {
      const { status, stderr } = start(['serve'], node)
      assert.equal(status, 1)
      assert.equal(stderr, `clockhouse: its packages are not installed: run "npm ci" in ${clone}/ first.\n`)
    }
  })
})
