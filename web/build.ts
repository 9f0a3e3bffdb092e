import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { licensesOf } from '../build/licenses.ts'

// `node web/build.ts` builds the app into web/dist, unless web/dist was built from exactly these files.

const root = import.meta.dirname
const out = join(root, 'dist')
const stamp = join(out, '.built-from')
const maps = join(root, '../.cache/web_maps')

const wanted = fingerprint()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await build()

/** Hash of every input of the build. */
function fingerprint(): string {
  const own = globSync(['**/*.{ts,tsx,css,html,json}', 'public/**/*.*'], {
    cwd: root,
    exclude: (path) => /^(dist|node_modules)($|\/)/.test(path),
  })
  const files = [
    ...own.map((file) => join(root, file)),
    ...globSync(['../src/rules/**/*.{ts,po}', '../src/company/catalog.ts'], { cwd: root }).map((file) =>
      join(root, file),
    ),
    join(root, '../package-lock.json'),
  ].sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function build(): Promise<void> {
  console.error('Building the web app …')
  // An interrupted build must not look finished.
  rmSync(stamp, { force: true })
  const vite = await import('vite')
  const built = await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  moveMaps()
  beginAtRoot()
  writeHints()
  listFilesInWorker()
  writeFileSync(join(out, 'licenses.txt'), licensesOf(modulesOf(built)))
  await Promise.all(globSync('**/*.{html,js,css,svg,json,webmanifest}', { cwd: out }).map(compress))
  writeFileSync(stamp, wanted)
}

/** Moves the source maps to where only tests look for them: people do not download them, and packages do not contain them. */
function moveMaps(): void {
  rmSync(maps, { recursive: true, force: true })
  for (const file of globSync('**/*.js.map', { cwd: out })) {
    mkdirSync(dirname(join(maps, file)), { recursive: true })
    renameSync(join(out, file), join(maps, file))
  }
}

/** The page is served at every path of the app, so its files are named from the root; the server adds a path before that. */
function beginAtRoot(): void {
  const page = join(out, 'index.html')
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('="./', '="/'))
}

type Part = { file: string; imports?: string[]; css?: string[] }

/**
 * Writes, for each path pattern, a `Link` header that names what its page loads in addition to the app's own code.
 * Without it, a browser would start loading a page's code only after the app has loaded and knows who is signed in.
 */
function writeHints(): void {
  const parts: Record<string, Part> = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'))
  const withImports = (names: Iterable<string>) => {
    const all = new Set(names)
    for (const name of all) for (const next of parts[name]?.imports ?? []) all.add(next)
    return all
  }
  const app = withImports(['index.html'])
  const entries = readFileSync(join(root, 'pages/index.ts'), 'utf8').matchAll(
    /entry\(\s*'([^']+)'[\s\S]*?import\('\.\/([^']+)'\)/g,
  )
  const hints = [...entries].map(([, path, file]) => {
    const own = [...withImports([`pages/${file}`])].filter((name) => !app.has(name))
    if (own.some((name) => !parts[name])) throw new Error(`the build has no pages/${file}`)
    const styles = new Set(own.flatMap((name) => parts[name]!.css ?? []))
    const links = [
      ...own.map((name) => `</${parts[name]!.file}>; rel=modulepreload; fetchpriority=low`),
      ...[...styles].map((style) => `</${style}>; rel=preload; as=style; crossorigin; fetchpriority=low`),
    ]
    return [path, links.join(', ')]
  })
  writeFileSync(join(out, '.vite/hints.json'), JSON.stringify(Object.fromEntries(hints)))
}

/** The modules that a build contains. */
function modulesOf(built: object): string[] {
  const outputs = 'output' in built ? [built] : Object.values(built)
  return outputs.flatMap(({ output }) => output.flatMap((file: { moduleIds?: string[] }) => file.moduleIds ?? []))
}

/** Writes the list of files to cache for offline use into the service worker. */
function listFilesInWorker(): void {
  const worker = join(out, 'worker.js')
  const files = globSync('**/*.*', { cwd: out }).filter((file) => !/^(worker\.js|index\.html)$/.test(file))
  const paths = [...files.map((file) => `/${file}`), '/assets/clockhouse.svg'].sort()
  const built = `const builtVersion = ${JSON.stringify(wanted.slice(0, 12))}, builtFiles = ${JSON.stringify(paths)};\n`
  writeFileSync(worker, built + readFileSync(worker, 'utf8'))
}

/** Writes a brotli-compressed copy, which the server sends to browsers that accept it. */
async function compress(name: string): Promise<void> {
  const file = join(out, name)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), { params }))
}
