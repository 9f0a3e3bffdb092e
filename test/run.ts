import { globSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type EventData, run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { type Batch, dependsOnTime, inBatches, isInBrowser, rememberSeconds } from './support/order.ts'
import { prepare } from './support/prepare.ts'
import { forgetStatements } from './support/statement_texts.ts'
import { judgeRun } from './support/statements_of_run.ts'

// `npm test [-- part of a path …]` runs the test files whose path contains one of the parts, or all of them; with --all,
// as `npm run test:all` has it, all requests that are made up are sent to both databases. Tests find a PostgreSQL at
// TEST_POSTGRES_URL; set it to test on a server of your own. TEST_SPREAD=1 partitions its tables by company, as Citus
// would; CLOCKHOUSE_TEST_CITUS_URL is a Citus that spreads them. What the tests send to PostgreSQL is judged: every
// statement belongs to one company, or is one of the few that may not. The output ends with what failed, and
// `N passed, N failed`.

/**
 * With more room for new objects, which few tests keep, garbage is collected less often. Most code runs for so short that
 * compiling it a third time costs more than it saves.
 */
const flags = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-opt']

const testMinutesMax = 5
const silentMinutesMax = 15
const failureLinesMax = 30
const againMax = 3

const root = join(import.meta.dirname, '..')
const given = process.argv.slice(2).filter((argument) => argument !== '--all')
if (process.argv.includes('--all')) process.env.TEST_TIER = 'all'
const isFull = process.env.TEST_TIER === 'all'
const parts = given.flatMap((part) => [part, relative(root, resolve(part))])
const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/support/**', '**/node_modules/**'] })
  .filter((file) =>
    parts.length === 0 ? isFull || !file.endsWith('.nightly.test.ts') : parts.some((part) => file.includes(part)),
  )
  .map((file) => join(root, file))
if (files.length === 0) {
  console.error(`No test file matches: ${given.join(' ')}`)
  process.exit(1)
}

/** What came of a file: how many tests, what failed, and the time that it took in seconds. */
type Result = { passed: number; skipped: number; failures: string[]; seconds: number }

const results = new Map<string, Result>()
const unfinished = new Set(files)

// Without this, an interrupted run would leave its test processes behind. A SIGTERM to npm ends only the shell between.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}`)))
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stop.abort(new Error('npm has ended'))
  }, 1000).unref()
}

// Every batch of files is a process of its own; what one has compiled, the next one finds.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

const surroundings = await prepare(files)
forgetStatements()

let hasBrowsers = false
const browsers = surroundings.browsers.then(
  () => {
    hasBrowsers = true
  },
  (error) => {
    console.error(error)
    stop.abort(error)
  },
)

// A file that keeps a handle open never ends, and no test of it can time out any more.
const silence = setTimeout(
  () => stop.abort(new Error(`No test has started or ended for ${silentMinutesMax} minutes: is a handle left open?`)),
  silentMinutesMax * 60_000,
)

/** What failed beside other files, but passed alone. */
const unsteady: string[] = []

try {
  const [waiting, busy] = inBatches(files)
  // Two batches that keep a processor busy run beside two that mostly wait. When none of these is left to start, a third
  // busy one fills the pauses of the others.
  await Promise.all([runBatches(busy), runBatches(busy), runBatches(waiting, busy), runBatches(waiting)])
  await runAgain()
} finally {
  clearTimeout(silence)
  stop.abort()
  await surroundings.stop()
}

for (const file of unfinished) resultOf(file).failures.push('ended without having run all its tests')
const seconds = new Map([...results].map(([file, result]) => [file, result.seconds]))
rememberSeconds(seconds)
const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10)
console.log('The slowest files, in seconds:')
for (const [file, time] of slowest) console.log(`${time.toFixed(1).padStart(7)}  ${relative(root, file)}`)
const failures = failuresOf(results.keys())
const { counts, wrong } = judgeRun()
console.log(`Statements: ${counts.router} router, ${counts.round} round, ${counts.refused} refused`)
failures.push(...wrong.map((text) => `statement: ${text}`))
if (unsteady.length > 0) console.log(`Failed beside other files, passed alone:\n  ${unsteady.join('\n  ')}`)
if (failures.length > 0) console.log(`Failed:\n  ${failures.join('\n  ')}`)
const passed = sum(({ passed }) => passed)
const skipped = sum(({ skipped }) => skipped)
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)

function sum(count: (result: Result) => number): number {
  return [...results.values()].reduce((total, result) => total + count(result), 0)
}

/**
 * Runs the files again that failed, one after the other, if they are few and depend on real time: on a busy machine, a
 * browser or a mail server may have answered too late. Both results are printed.
 */
async function runAgain(): Promise<void> {
  const failed = [
    ...new Set([
      ...[...results].filter(([, { failures }]) => failures.length > 0).map(([file]) => file),
      ...unfinished,
    ]),
  ]
  if (failed.length === 0 || failed.length > againMax || !failed.every(dependsOnTime)) return
  for (const file of failed) {
    const first = failuresOf([file])
    console.log(`Again, alone: ${relative(root, file)}`)
    results.delete(file)
    unfinished.add(file)
    await runBatches([{ entry: file, files: [file] }])
    if (resultOf(file).failures.length === 0 && !unfinished.has(file)) unsteady.push(...first)
  }
}

function failuresOf(of: Iterable<string>): string[] {
  return [...of].flatMap((file) => resultOf(file).failures.map((text) => `${relative(root, file)}: ${text}`))
}

function resultOf(file: string): Result {
  const result = results.get(file) ?? { passed: 0, skipped: 0, failures: [], seconds: 0 }
  results.set(file, result)
  return result
}

/** Takes batches from the first queue that has one, and runs one after the other, until all queues are empty. */
async function runBatches(...queues: Batch[][]): Promise<void> {
  while (!stop.signal.aborted) {
    const batch = takeFrom(queues)
    if (batch) await runBatch(batch)
    else if (queues.some((queue) => queue.length > 0)) await browsers
    else return
  }
}

/** Takes the first batch that can run; undefined if there is none, or if all that are left wait for browsers. */
function takeFrom(queues: Batch[][]): Batch | undefined {
  for (const queue of queues) {
    const index = queue.findIndex(({ files }) => hasBrowsers || !files.some(isInBrowser))
    if (index >= 0) return queue.splice(index, 1)[0]
  }
  return undefined
}

/** Runs a batch in a process of its own, and prints what comes of it. */
async function runBatch({ entry, files }: Batch): Promise<void> {
  const events = run({
    files: [entry],
    cwd: root,
    isolation: 'process',
    execArgv: [...flags, '--import', pathToFileURL(join(root, 'test/support/untracked.ts')).href],
    timeout: testMinutesMax * 60_000,
    signal: stop.signal,
  })
  const count = counter(entry)
  events.on('test:summary', ({ file: ended }) => {
    if (ended === entry) for (const file of files) if (results.has(file)) unfinished.delete(file)
  })
  events.on('test:pass', (result) => count(result))
  events.on('test:fail', (result) => count(result, result.details.error))
  for (const event of ['test:dequeue', 'test:complete']) events.on(event, () => silence.refresh())
  await pipeline(events.compose(withoutTotals).compose(spec), process.stdout, { end: false })
}

/** The events of a batch but for its totals: the last line of the output has those of all. */
async function* withoutTotals(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  for await (const event of events) if (event.type !== 'test:diagnostic' || event.data.file) yield event
}

/** Counts the results of a run that are leaves. They come in order, those of children directly before their parent's. */
function counter(
  entry: string,
): (result: EventData.TestPass | EventData.TestFail, error?: Error & { failureType?: string }) => void {
  let depth = 0
  let current = ''
  return (result, error) => {
    const leaf = result.nesting >= depth && result.details.type !== 'suite'
    depth = result.nesting
    if (result.name === entry) {
      // The batch itself is a result when it crashed, or when it ran no test; the files that did not run stay unfinished.
      if (error) fail(result.name, 'ended early', error)
      return
    }
    // A suite may have been defined by a helper, in another file than its tests.
    if (files.includes(result.file ?? '')) current = result.file!
    const of = resultOf(current)
    if (result.nesting === 0) of.seconds += result.details.duration_ms / 1000
    if (result.skip !== undefined || result.todo !== undefined) {
      if (leaf || result.skip !== undefined) of.skipped++
    } else if (error) {
      // A parent whose own code or hook failed counts; one that failed only through its children does not.
      if (leaf || error.failureType !== 'subtestsFailed') fail(current, result.name, error)
    } else if (leaf) {
      of.passed++
    }
  }
}

/** Keeps what the end of the output says of a failure. */
function fail(file: string, name: string, error: Error): void {
  const lines = inspect(error.cause ?? error)
    .split('\n')
    .slice(0, failureLinesMax)
  resultOf(file).failures.push([name, ...lines].join('\n    '))
}
