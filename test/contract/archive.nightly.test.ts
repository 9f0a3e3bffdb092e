import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { platform, Releases, releaseKey } from '../support/archives.ts'
import { freePort } from '../support/free_port.ts'

// The archives that packaging/archive.sh builds: that of this machine in an empty folder and an empty environment, and an
// update from one to the next. cli/update.test.ts has more of what can go wrong.

const root = join(import.meta.dirname, '../..')
const parent = mkdtempSync(join(realpathSync(tmpdir()), 'clockhouse-archive-'))
const releases = new Releases(parent)
before(() => releases.serve())
after(async () => {
  await releases.close()
  rmSync(parent, { recursive: true, force: true })
})

// What npm fetches takes as long as the network does, and packing takes minutes on a busy machine.
const slow = { timeout: 1_200_000 }

/** Builds the archive of a platform; returns its path. npm gets what it has downloaded before. */
function build(of: string): string {
  const env = { ...process.env, npm_config_prefer_offline: 'true', RELEASES: releases.address }
  const script = join(root, 'packaging/archive.sh')
  const printed = execFileSync(script, [of, join(parent, 'built')], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return printed.trim().split('\n').at(-1)!
}

/** The files of a folder, and their bytes. */
function bytesIn(folder: string, isCounted: (file: string) => boolean): number {
  return globSync('**/*', { cwd: folder })
    .filter(isCounted)
    .reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0)
}

const skip = platform.startsWith('linux') ? false : 'only Linux is tried'

describe('the archive for this platform', { ...slow, skip }, () => {
  const home = join(parent, 'clockhouse')
  let version: string
  let child: ChildProcess | undefined
  before(() => {
    const archive = build(platform)
    assert.match(basename(archive), new RegExp(`^clockhouse-\\d.*-${platform}\\.tar\\.gz$`))
    execFileSync('tar', ['-xzf', archive, '-C', parent])
    version = readFileSync(join(home, 'current'), 'utf8').trim()
  }, slow)
  after(() => child?.kill('SIGKILL'))

  const start = join(home, 'clockhouse')
  /** A shell with nothing in its environment, as `env -i` starts one. */
  const run = (args: readonly string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(start, args, { cwd: parent, env, encoding: 'utf8' })
    return { code: status, output: `${stdout}${stderr}` }
  }
  const serve = async (env: Record<string, string>): Promise<string> => {
    child = spawn(start, [], { cwd: parent, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    return new Promise((resolve, reject) => {
      child!.stdout!.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const url = /running at (http\S+)/.exec(printed)?.[1]
        if (url) resolve(url)
      })
      child!.once('exit', (code) => reject(new Error(`ended with ${code}:\n${printed}`)))
    })
  }
  const stop = async () => {
    child!.kill('SIGTERM')
    assert.deepEqual(await once(child!, 'exit'), [0, null])
  }

  test('the folder has less than 110 MB besides Node.js, all licenses, and nothing of the build', () => {
    const bytes = bytesIn(home, (file) => !/\/bin\/node$/.test(file))
    assert.ok(bytes > 10_000_000 && bytes < 110_000_000, `${bytes} bytes`)
    const app = join(home, 'versions', version)
    for (const file of ['bin/LICENSE', 'dist/LICENSES.txt', 'web/dist/licenses.txt', 'node_modules/sharp/LICENSE'])
      assert.ok(existsSync(join(app, file)), file)
    assert.deepEqual(readdirSync(home).sort(), ['LICENSE', 'README.txt', 'clockhouse', 'current', 'versions'])
    const modules = readdirSync(join(app, 'node_modules'))
    assert.deepEqual(
      modules.filter((name) => /^(node-|fastify$|vite$|typescript$)/.test(name)),
      [],
    )
  })

  test('the server starts in an empty environment, shows the sign-in page, and stops; its commands find the same data', async () => {
    const url = await serve({ PORT: '0' })
    assert.equal((await fetch(`${url}/sign-in`)).status, 200)
    assert.match(await (await fetch(url, { headers: { accept: 'text/html' } })).text(), /Welcome to Clockhouse/)
    const seen = run(['doctor'], { PORT: new URL(url).port })
    assert.equal(seen.code, 0, seen.output)
    assert.match(seen.output, /Clockhouse can run here/)
    await stop()
    assert.ok(existsSync(join(home, 'data/clockhouse.db')))
    const person = ['--company-name', 'Acme', '--first-name', 'Ada', '--last-name', 'Hart', '--username', 'ada']
    const made = run(['init', ...person], { CLOCKHOUSE_PASSWORD: 'a long password 7' })
    assert.equal(made.code, 0, made.output)
    mkdirSync(join(parent, 'bin'))
    symlinkSync(start, join(parent, 'bin/clockhouse'))
    const linked = spawnSync('clockhouse', ['user', 'list'], {
      cwd: '/',
      env: { PATH: `${parent}/bin:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    assert.match(linked.stdout, /Ada Hart/)
  })

  test('clockhouse update fetches the next version once, and uses it with the same data after the server was stopped', async () => {
    // The next version is this one with another number.
    const next = join(parent, 'next')
    cpSync(home, join(next, 'clockhouse'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !/\/(data|backups)$/.test(file),
    })
    const app = join(next, 'clockhouse/versions/99.0.0')
    renameSync(join(next, 'clockhouse/versions', version), app)
    writeFileSync(join(next, 'clockhouse/current'), '99.0.0\n')
    const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }))
    releases.publish('99.0.0', next)

    const file = join(home, 'versions', version, 'installation.json')
    const content = JSON.parse(readFileSync(file, 'utf8'))
    assert.deepEqual([content.kind, content.platform, content.releases], ['archive', platform, releases.address])
    writeFileSync(file, JSON.stringify({ ...content, key: releaseKey }))
    const port = String(await freePort())
    const url = await serve({ PORT: port, CLOCKHOUSE_UPDATE_NOTICE: '1' })
    const update = (args: readonly string[] = []) => {
      const began = spawn(start, ['update', ...args], { cwd: parent, env: { PORT: port, PATH: '/usr/bin:/bin' } })
      let output = ''
      for (const stream of [began.stdout, began.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      return once(began, 'close').then(([code]) => ({ code, output }))
    }
    const busy = await update()
    assert.equal(busy.code, 1)
    assert.match(
      busy.output,
      /a(nother)? server is using the data[\s\S]*99\.0\.0 is fetched: then run .*clockhouse update again/,
    )
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    await stop()
    const fetchedBefore = releases.requests.length
    const { code, output } = await update()
    assert.equal(code, 0, output)
    assert.match(output, /Clockhouse 99\.0\.0 is installed, and was ready with this data/)
    const names = releases.requests.slice(fetchedBefore).map((path) => basename(path))
    assert.deepEqual(names.sort(), ['SHA256SUMS', 'SHA256SUMS.sig'], 'the archive is fetched once')
    assert.equal(run(['--version']).output, '99.0.0\n')
    assert.match(run(['user', 'list']).output, /Ada Hart/)
  })
})

test('the archive for Windows is a ZIP file with a start script and a program for it', slow, () => {
  const names: string[] = []
  unzipSync(readFileSync(build('win-x64')), { filter: ({ name }) => names.push(name) === 0 })
  const listed = names.join('\n')
  for (const file of ['clockhouse/clockhouse.cmd', 'bin/node.exe', 'node_modules/@img/sharp-win32-x64/lib/'])
    assert.ok(listed.includes(file), file)
})
