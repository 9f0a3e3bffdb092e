import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { clockhouse, olderNode } from '../cli/command.ts'
import { isFull, nightly } from '../support/tiers.ts'

// The package as npm publishes it. `npm run test:all` also installs it in an empty folder, and starts it as a stranger does.
// needs: database

const root = join(import.meta.dirname, '../..')
const older = olderNode()

let folder: string
let packed: { filename: string; files: { path: string; size: number }[] }
let env: Record<string, string | undefined>

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'clockhouse-package-'))
  packed = pack()
  if (isFull) env = environment()
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** Packs the package, or only lists its files, which were built for this run. */
function pack(): typeof packed {
  const options = isFull ? ['--pack-destination', folder] : ['--dry-run', '--ignore-scripts']
  const answer = JSON.parse(npm(['pack', '--json', ...options], root, process.env))
  return Object.values<typeof packed>(answer)[0]!
}

/** The environment of a stranger, who has only what npm has downloaded. */
function environment(): typeof env {
  const cache = join(folder, 'cache')
  mkdirSync(cache)
  const downloaded = join(npm(['config', 'get', 'cache'], root, process.env).trim(), '_cacache')
  if (existsSync(downloaded)) symlinkSync(downloaded, join(cache, '_cacache'))
  const home = join(folder, 'home')
  mkdirSync(home)
  return {
    // The Node.js of the machine where there is one, with which the command has to find its own.
    PATH: `${older ? dirname(older) : dirname(process.execPath)}:${process.env.PATH}`,
    TMPDIR: process.env.TMPDIR,
    HOME: home,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
}

function npm(args: string[], cwd: string, env: Record<string, string | undefined>): string {
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

test('the package contains what the bundle reads, the app, and no sources or tests', () => {
  const paths = packed.files.map(({ path }) => path)
  const others = ['src/db/migrations/*.sql', 'dist/catalogs/*.json', 'src/identity/pages/*.{css,js}']
  const wanted = globSync([...others, 'web/dist/**/*.{html,js,css,br}'], { cwd: root })
  assert.ok(wanted.length > 100)
  assert.deepEqual(
    [...wanted, 'dist/main.js', 'dist/LICENSES.txt', 'LICENSE', 'README.md'].filter((file) => !paths.includes(file)),
    [],
  )
  assert.deepEqual(
    paths.filter((path) => /\.tsx?$|^(test|bench|docs|build)\//.test(path) && !path.endsWith('.d.ts')),
    [],
  )
  const bytes = packed.files.reduce((sum, { size }) => sum + size, 0)
  assert.ok(bytes < 20_000_000, `${bytes} bytes`)
})

/** From these, a program knows how it was installed (src/sight/installation.ts). npm installs neither. */
const onlyElsewhere = ['build/package.json', 'installation.json']

test('every file that the bundle names is in the package, but for those that only other installations have', () => {
  const paths = packed.files.map(({ path }) => path)
  const named = paths
    .filter((path) => /^dist\/.*\.js$/.test(path))
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/["']\.\.\/((?:src|web)\/[^"'\n]+)["']/g)])
    .map(([, path]) => join('.', path!))
    .filter((path) => path !== '.')
  assert.ok(named.length >= 7, named.join(' '))
  for (const name of named)
    assert.equal(
      paths.some((path) => path === name || path.startsWith(join(name, '/'))),
      !onlyElsewhere.includes(name),
      name,
    )
})

test('every package that the bundle imports is one that the package depends on', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const imported = packed.files
    .filter(({ path }) => /^dist\/.*\.js$/.test(path))
    .flatMap(({ path }) => [...readFileSync(join(root, path), 'utf8').matchAll(importing)])
    .map(([, fixed, later]) => /^(?:@[^/]+\/)?[^/]+/.exec((fixed ?? later)!)![0])
    .filter((name) => !isBuiltin(name))
  assert.ok(new Set(imported).size > 8, imported.join(' '))
  assert.deepEqual(
    imported.filter((name) => !Object.hasOwn(dependencies, name)),
    [],
  )
})

/** A statement that imports a package, or a call that does so later. */
const importing = /^import (?:.* from )?["']([^."'][^"']*)["'];?$|\bawait import\(["']([^."'][^"']*)["']\)/gm

nightly.test('an installation of the package has few packages, and is small but for Node.js itself', () => {
  const place = join(folder, 'installed')
  mkdirSync(place)
  const printed = execFileSync('npm', ['install', '--no-package-lock', join(folder, packed.filename)], {
    cwd: place,
    env,
    encoding: 'utf8',
  })
  assert.doesNotMatch(printed, /warn/)
  const modules = join(place, 'node_modules')
  const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules })
  assert.ok(packages.length > 10 && packages.length < 120, `${packages.length} packages`)
  const runtime = /^node-(bin-)?(linux|darwin|win)-/
  const bytes = globSync('**/*', { cwd: modules })
    .filter((file) => !runtime.test(file))
    .reduce((sum, file) => sum + statSync(join(modules, file)).size, 0)
  assert.ok(bytes < 100_000_000, `${bytes} bytes`)
  assert.ok(existsSync(join(modules, '.bin/clockhouse')))
})

const metricsToken = 'a-token-for-metrics'

/** What the ways of starting have in common: the first page, the API, and an end. */
async function starts(command: string, args: string[]): Promise<void> {
  const place = mkdtempSync(join(folder, 'started-'))
  const child = spawn(command, args, {
    cwd: place,
    env: { ...env, PORT: '0', CLOCKHOUSE_METRICS_TOKEN: metricsToken },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = (await found(child, /running at (http\S+)/))[1]!
  try {
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Welcome to Clockhouse/)
    assert.equal((await fetch(`${url}/api/v1/current_user`)).status, 401)
    assert.equal((await fetch(`${url}/api/v1/openapi.json`)).status, 200)
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    assert.equal(metrics.status, 200)
    const data = { CLOCKHOUSE_DATA: join(place, 'data') }
    const person = ['--company-name', 'Acme', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']
    const made = await clockhouse(['init', ...person], { env: { ...data, CLOCKHOUSE_PASSWORD: 'a long password 7' } })
    assert.equal(made.code, 0, made.stderr)
    const { token } = (await clockhouse(['token', 'create', '--user', 'ada', '--json'], { env: data })).json()
    const authorization = `Bearer ${token}`
    assert.equal((await fetch(`${url}/api/v1/current_user`, { headers: { authorization } })).status, 200)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
    await ended(url)
  }
  assert.ok(!existsSync(join(place, 'data/clockhouse.db-wal')), 'the database was closed')
}

/** Waits until the output of a program matches. */
function found(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const match = wanted.exec(text)
        if (match) resolve(match)
      })
    child.once('close', (code) => reject(new Error(`ended with ${code}:\n${text}`)))
  })
}

/** Waits until nothing answers at an address any more. */
async function ended(url: string): Promise<void> {
  for (let times = 0; times < 200; times++) {
    try {
      await fetch(url)
    } catch {
      return
    }
    await setTimeout(100)
  }
  assert.fail(`${url} still answers`)
}

const bin = () => join(folder, 'installed/node_modules/.bin/clockhouse')

nightly.test('npx clockhouse starts the server, and SIGTERM to npx stops it', () =>
  starts('npx', ['--yes', `--package=${join(folder, packed.filename)}`, 'clockhouse']),
)

nightly.test('npm exec starts the server, and SIGTERM to npm stops it', () =>
  starts('npm', ['exec', '--yes', `--package=${join(folder, packed.filename)}`, '--', 'clockhouse', 'serve']),
)

nightly.test('the command of an installation starts the server, and so does a shell that runs it', async () => {
  await starts(bin(), [])
  await starts('sh', ['-c', `exec ${bin()} serve`])
})

nightly.test('npx clockhouse sandbox gives a company to develop against, and leaves nothing behind', async () => {
  const args = ['--yes', `--package=${join(folder, packed.filename)}`, 'clockhouse', 'sandbox', '--json']
  const child = spawn('npx', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [line] = await found(child, /^\{.*\}$/m)
  const { base_url, access_token, data_dir } = JSON.parse(line)
  const headers = { authorization: `Bearer ${access_token}` }
  assert.equal((await fetch(`${base_url}/timesheets?start_date=2020-01-01`, { headers })).status, 200)
  const files = await fetch(new URL('/sign-in', base_url))
  assert.equal(files.status, 200)
  child.kill('SIGTERM')
  await once(child, 'close')
  await ended(base_url)
  for (let times = 0; existsSync(data_dir) && times < 100; times++) await setTimeout(100)
  assert.ok(!existsSync(data_dir))
})
