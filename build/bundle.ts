import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PluginContext } from 'rolldown'
import { languages } from '../src/rules/language/languages.ts'
import { licensesOf } from './licenses.ts'

// Bundles the server into a few files, which start in a fraction of the time
// (docs/decisions/0014-the-server-as-a-bundle.md).

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist')
const stamp = join(out, '.built-from')

/** The entry points: the server, the command line, and the threads. `testing` is a library for other projects. */
const entries = {
  main: 'src/main.ts',
  clockhouse: 'src/cli/index.ts',
  writer: 'src/threads/writer.ts',
  reporter: 'src/threads/reporter.ts',
  exporter: 'src/threads/exporter.ts',
  backup: 'src/threads/backup.ts',
  testing: 'src/sandbox/testing.ts',
}

/**
 * Packages that are not bundled: those that the package depends on, which have native parts or data files or are loaded
 * only when needed. The schema compilers are never loaded.
 */
const outside = [
  ...Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies),
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
]

/** The URL of an entry point: in the bundle if it was built from exactly these sources, otherwise the source file. */
export function entry(name: keyof typeof entries): URL {
  const isBuilt = builtFrom()?.startsWith(`${fingerprint()}\n`)
  return pathToFileURL(isBuilt ? join(out, `${name}.js`) : join(root, entries[name]))
}

/** Builds the bundle, unless it was built from exactly these sources and names the commit that they are of. */
export async function bundle(): Promise<void> {
  const wanted = `${fingerprint()}\n${currentCommit()}`
  if (builtFrom() === wanted) return
  // An interrupted build must not look finished.
  rmSync(stamp, { force: true })
  const { build } = await import('rolldown')
  const { output } = await build({
    cwd: root,
    platform: 'node',
    input: Object.fromEntries(Object.keys(entries).map((name) => [name, `${starts}${name}`])),
    external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [start, places, catalogs, commit],
    checks: { pluginTimings: false },
    output: {
      dir: out,
      cleanDir: true,
      entryFileNames: '[name].js',
      sourcemap: true,
      sourcemapExcludeSources: true,
      comments: { legal: false },
    },
  })
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(out, 'LICENSES.txt'), licensesOf(modules))
  await describeLibrary()
  writeFileSync(stamp, wanted)
}

/** The types of the library. */
async function describeLibrary(): Promise<void> {
  const { isolatedDeclarationSync } = await import('rolldown/experimental')
  const { code, errors } = isolatedDeclarationSync(entries.testing, readFileSync(join(root, entries.testing), 'utf8'))
  if (errors.length > 0) throw new Error(`The types of ${entries.testing} cannot be described: ${errors[0]!.message}`)
  writeFileSync(join(out, 'testing.d.ts'), code)
}

/** The hash of the sources that the bundle was built from, and, in a second line, their commit. */
function builtFrom(): string | undefined {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/** Hash of the names, sizes and times of all inputs, which takes a few milliseconds. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|js|po)$/.test(file))
    .map((file) => join('src', file))
  for (const file of ['build/bundle.ts', 'build/licenses.ts', 'package-lock.json', ...sources].sort()) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

const starts = 'start:'

/**
 * Every program starts by turning on the compile cache and stack traces that name the sources, and gets `Temporal` where
 * Node.js has none, before version 26; the library does not.
 */
const start = {
  name: 'start',
  resolveId: { filter: { id: new RegExp(`^${starts}`) }, handler: (id: string) => id },
  load: {
    filter: { id: new RegExp(`^${starts}`) },
    handler: (id: string) => {
      const name = id.replace(starts, '') as keyof typeof entries
      const source = JSON.stringify(join(root, entries[name]))
      if (name === 'testing') return `export * from ${source}`
      return `import { enableCompileCache, setSourceMapsSupport } from 'node:module'
enableCompileCache()
setSourceMapsSupport(true)
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
await import(${source})
`
    },
  },
}

/** Files that a source file reads stay where they are, next to it; threads start from the bundle. */
const places = {
  name: 'places',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: 'import.meta' },
    handler: (code: string, id: string) => {
      const toFolder = relative(out, dirname(id)).replaceAll('\\', '/')
      let known = 0
      const moved = code.replaceAll(named, (_, before: string, file: string) => {
        known += 1
        const thread = /^\.\/threads\/(\w+)\.ts$/.exec(file)
        return thread ? `${before}'./${thread[1]}.js'` : `${before}'${toFolder}/${file}'`
      })
      const found = code.match(/import\.meta\b(?!\.resolve\()/g)?.length ?? 0
      if (found !== known) throw new Error(`${id} names a file in a way that build/bundle.ts does not know`)
      return { code: moved, map: null }
    },
  },
}

const compiled = 'compiled-catalog'

/** Catalogs are JSON next to the bundle, where only PO files would need a parser. */
const catalogs = {
  name: 'catalogs',
  resolveId: { filter: { id: /\/catalog\.ts$/ }, handler: () => compiled },
  load: {
    filter: { id: new RegExp(`^${compiled}$`) },
    handler: () => `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
export const readCatalog = (code) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'catalogs', code + '.json'), 'utf8'))
`,
  },
  async generateBundle(this: PluginContext) {
    // Its parser is a package that a clone needs only to build.
    const { readCatalog } = await import('../src/company/catalog.ts')
    for (const { code } of languages.filter(({ code }) => code !== 'en'))
      this.emitFile({ type: 'asset', fileName: `catalogs/${code}.json`, source: JSON.stringify(readCatalog(code)) })
  },
}

/** What is built is named by its commit. */
const commit = {
  name: 'commit',
  load: {
    filter: { id: /[\\/]src[\\/]sight[\\/]commit\.ts$/ },
    handler: () => `export const commit = ${JSON.stringify(currentCommit())}`,
  },
}

/** `4ee58d48`, and `4ee58d48.changed` with changes that are not committed; empty where the sources come without git. */
export function currentCommit(): string {
  if (process.env.BUILD_COMMIT) return process.env.BUILD_COMMIT
  const describe = ['describe', '--always', '--abbrev=8', '--exclude=*', '--dirty=.changed']
  try {
    return execFileSync('git', describe, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** How a source file refers to a file relative to itself. */
const named = /(new URL\(|join\(import\.meta\.dirname, )'([^']+)'(?=, import\.meta\.url\)|\))/g
