import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { installBrowsers } from './support/browsers.ts'
import { startPostgres } from './support/postgres.ts'

// `npm test [-- part of a path …]` runs the test files whose path contains one of the parts, or all of them. Tests find
// a PostgreSQL at TEST_POSTGRES_URL; set it to test on a server of your own. The last line says `N passed, N failed`.

const testMinutesMax = 5
const silentMinutesMax = 15

const root = join(import.meta.dirname, '..')
const parts = process.argv.slice(2).flatMap((part) => [part, relative(root, resolve(part))])
const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/support/**', '**/node_modules/**'] })
  .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  .sort()
  .map((file) => join(root, file))
if (files.length === 0) {
  console.error(`No test file matches: ${process.argv.slice(2).join(' ')}`)
  process.exit(1)
}

const counts = { passed: 0, failed: 0, skipped: 0 }
const unfinished = new Set(files)
let depth = 0

// Without this, an interrupted run would leave its test processes behind. A SIGTERM to npm ends only the shell between.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}`)))
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stop.abort(new Error('npm has ended'))
  }, 1000).unref()
}

// Every file is a process of its own; what one has compiled, the next one finds.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

const built = spawnSync(process.execPath, ['web/build.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
if (built.status !== 0) process.exit(1)
if (files.some((file) => file.includes('/test/web/'))) installBrowsers()

const postgres = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres()
if (postgres) process.env.TEST_POSTGRES_URL = postgres.url

// A file that keeps a handle open never ends, and no test of it can time out any more.
const silence = setTimeout(
  () => stop.abort(new Error(`No test has started or ended for ${silentMinutesMax} minutes: is a handle left open?`)),
  silentMinutesMax * 60_000,
)

try {
  const results = run({
    files,
    cwd: root,
    isolation: 'process',
    concurrency: 2,
    timeout: testMinutesMax * 60_000,
    signal: stop.signal,
  })
  results.on('test:pass', (result) => count(result))
  results.on('test:fail', (result) => count(result, result.details.error))
  results.on('test:summary', ({ file }) => file && unfinished.delete(file))
  for (const event of ['test:dequeue', 'test:complete']) results.on(event, () => silence.refresh())
  await pipeline(results.compose(spec), process.stdout, { end: false })
} finally {
  clearTimeout(silence)
  stop.abort()
  await postgres?.stop()
}

for (const file of unfinished) console.log(`${relative(root, file)} ended without having run all its tests`)
counts.failed += unfinished.size
const { passed, failed, skipped } = counts
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)

/** Counts a result if it is a leaf's. Results come in order, those of children directly before their parent's. */
function count(result: EventData.TestPass | EventData.TestFail, error?: Error & { failureType?: string }): void {
  const leaf = result.nesting >= depth && result.details.type !== 'suite'
  depth = result.nesting
  if (files.includes(result.name)) {
    // The file itself is a result when it crashed, or when it ran no test and stays unfinished.
    if (error) {
      unfinished.delete(result.name)
      counts.failed++
    }
  } else if (result.skip !== undefined || result.todo !== undefined) {
    if (leaf || result.skip !== undefined) counts.skipped++
  } else if (error) {
    // A parent whose own code or hook failed counts; one that failed only through its children does not.
    if (leaf || error.failureType !== 'subtestsFailed') counts.failed++
  } else if (leaf) {
    counts.passed++
  }
}
