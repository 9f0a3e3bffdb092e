import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { entry } from '../../build/bundle.ts'
import { nightly } from '../support/tiers.ts'

// The bundle of the server, in a copy of the project whose sources the tests change.
// needs: database

const root = join(import.meta.dirname, '../..')

const { BUILD_COMMIT } = process.env

let copy: string
before(() => {
  // The commit of the run is not that of the copy.
  delete process.env.BUILD_COMMIT
  copy = mkdtempSync(join(tmpdir(), 'clockhouse-bundle-'))
  for (const part of ['src', 'build', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
after(() => {
  if (BUILD_COMMIT !== undefined) process.env.BUILD_COMMIT = BUILD_COMMIT
  rmSync(copy, { recursive: true, force: true })
})

async function build(): Promise<void> {
  const { bundle } = await import(pathToFileURL(join(copy, 'build/bundle.ts')).href)
  await bundle()
}

/** What `clockhouse --version` prints. */
function version(): string {
  const { PATH, TMPDIR } = process.env
  const options = { encoding: 'utf8', env: { PATH, TMPDIR } } as const
  return execFileSync(process.execPath, [join(copy, 'src/cli/clockhouse.js'), '--version'], options)
}

test('the tests themselves run from an up-to-date bundle', () => {
  assert.equal(fileURLToPath(entry('main')), join(root, 'dist/main.js'))
})

test('a command runs from the sources until the bundle is built', async () => {
  assert.match(version(), /^\d+\.\d+\.\d+(-dev)?$/m)
  await build()
  appendFileSync(join(copy, 'dist/clockhouse.js'), '\nconsole.log("from the bundle")\n')
  assert.match(version(), /from the bundle/)
})

test('a bundle of the same sources is not built again', async () => {
  const file = join(copy, 'dist/main.js')
  const { mtimeMs } = statSync(file)
  await build()
  assert.equal(statSync(file).mtimeMs, mtimeMs)
})

nightly.test(
  'between releases, the version of a bundle names the commit and changes that are not committed',
  async () => {
    const git = (...args: string[]) => {
      const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
      return execFileSync('git', [...author, ...args], { cwd: copy, encoding: 'utf8' }).trim()
    }
    const manifest = join(copy, 'package.json')
    const described = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
    writeFileSync(manifest, JSON.stringify({ ...described, version: '7.1.0-dev' }))
    git('init', '--quiet')
    git('add', 'package.json')
    git('commit', '--quiet', '--message', 'A version')
    const commit = git('rev-parse', '--short=8', 'HEAD')
    const builtAs = async () => {
      await build()
      return version().trim()
    }
    assert.equal(await builtAs(), `7.1.0-dev+${commit}`)
    git('commit', '--quiet', '--allow-empty', '--message', 'Another')
    const next = git('rev-parse', '--short=8', 'HEAD')
    assert.equal(await builtAs(), `7.1.0-dev+${next}`, 'the sources are the same')
    writeFileSync(manifest, JSON.stringify({ ...described, version: '7.1.0' }))
    assert.equal(await builtAs(), '7.1.0')
    writeFileSync(manifest, JSON.stringify({ ...described, version: '7.2.0-dev' }))
    assert.equal(await builtAs(), `7.2.0-dev+${next}.changed`)
    rmSync(join(copy, '.git'), { recursive: true })
    writeFileSync(manifest, JSON.stringify(described))
  },
)

test('a command runs from the sources again once they have changed', () => {
  const command = join(copy, 'src/cli/index.ts')
  writeFileSync(command, `console.log('changed')\n${readFileSync(command, 'utf8')}`)
  const printed = version()
  assert.match(printed, /changed/)
  assert.doesNotMatch(printed, /from the bundle/)
})

nightly.test('stack traces of the bundle name the lines of the sources', async () => {
  const file = join(copy, 'src/cli/program.ts')
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes('export async function run('))
  lines.splice(at + 1, 0, "  console.log(new Error('here').stack)")
  writeFileSync(file, lines.join('\n'))
  await build()
  const printed = version()
  assert.match(printed, /changed/)
  assert.match(printed, new RegExp(`src/cli/program\\.ts:${at + 2}:`))
})

test('a source that names a file in an unknown way fails the build', async () => {
  const file = join(copy, 'src/config.ts')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nexport const folder = import.meta.dirname\n`)
  await assert.rejects(build, /src\/config\.ts names a file in a way that build\/bundle\.ts does not know/)
})
