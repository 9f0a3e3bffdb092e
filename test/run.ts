import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type EventData, run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect, parseArgs } from 'node:util'
import { chooseChanged } from './support/changed.ts'
import { needOfAll } from './support/needs.ts'
import { type Batch, inBatches, isInBrowser, rememberSeconds, secondsOf } from './support/order.ts'
import type { Surroundings } from './support/prepare.ts'
import { endOfFile } from './support/reach_marks.ts'

// `npm test` runs the tests that find nearly every mistake, `npm run test:all` all of them (`support/tiers.ts`).
// `npm test -- part-of-a-path …` runs the test files whose path contains one of the parts, `npm test -- --changed` those
// that a change can reach (`support/changed.ts`). Tests find a PostgreSQL at TEST_POSTGRES_URL; set it to test on a server
// of your own. TEST_SPREAD=1 partitions its tables by company, as Citus would; CLOCKHOUSE_TEST_CITUS_URL is a Citus that
// spreads them. What the tests send to PostgreSQL is judged: every statement belongs to one company, or is one of the few
// that may not. The output ends with what failed, and `N passed, N failed`.

/**
 * With more room for new objects, which few tests keep, garbage is collected less often. Most code runs for so short that
 * compiling it a third time costs more than it saves.
 */
const flags = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--no-opt']

const testMinutesMax = 5
const silentMinutesMax = 15
const failureLinesMax = 30

const root = join(import.meta.dirname, '..')
process.env.TEST_RUN = 'together'

const changedSince = optionOf(/^--changed(?:=(.+))?$/, 'HEAD')
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => !argument.startsWith('--changed')),
  options: { all: { type: 'boolean' }, map: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.all) process.env.TEST_TIER = 'all'
const isFull = process.env.TEST_TIER === 'all'

const allFiles = globSync('test/**/*.test.ts', { cwd: root, exclude: ['test/support/**', '**/node_modules/**'] })
  .sort()
  .map((file) => join(root, file))
const files = chosenFiles()

/** Whether the run ends with a map of what its files reach: the full run does, and one with --map. */
const makesMap = values.map === true || (isFull && files.length === allFiles.length)

/** The result of a file: how many tests, what failed, and the time that it took in seconds. */
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
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')

const need = needOfAll(files)
if (makesMap) Object.assign(process.env, (await import('./support/reach_map.ts')).prepareReach())
const surroundings = await surroundingsOf()

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

try {
  const [waiting, busy] = inBatches(files)
  // Two batches that keep a processor busy run beside two that mostly wait. When none of these is left to start, a third
  // busy one fills the pauses of the others.
  await Promise.all([runBatches(busy), runBatches(busy), runBatches(waiting, busy), runBatches(waiting)])
  await runCrashedAgain()
} finally {
  clearTimeout(silence)
  stop.abort()
  await surroundings.stop()
}

for (const file of unfinished) resultOf(file).failures.push('ended without having run all its tests')
const seconds = new Map([...results].map(([file, result]) => [file, result.seconds]))
rememberSeconds(seconds)
const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10)
console.log(`${Math.round(sum(({ seconds }) => seconds))} seconds of files. The slowest:`)
for (const [file, time] of slowest) console.log(`${time.toFixed(1).padStart(7)}  ${relative(root, file)}`)
const failures = [...results].flatMap(([file, { failures }]) =>
  failures.map((text) => `${relative(root, file)}: ${text}`),
)
if (need !== 'nothing') failures.push(...(await judgeStatements()))
if (makesMap) await makeMap()
if (files.length < allFiles.length && positionals.length === 0 && changedSince === undefined) sayWhatIsLeft()
if (failures.length > 0) console.log(`Failed:\n  ${failures.join('\n  ')}`)
const passed = sum(({ passed }) => passed)
const skipped = sum(({ skipped }) => skipped)
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)

/** The files that the arguments choose. Without any, files called `.nightly` run only in the full run. */
function chosenFiles(): string[] {
  const usual = allFiles.filter((file) => isFull || !file.endsWith('.nightly.test.ts'))
  if (changedSince !== undefined) {
    const { files: chosen, notes } = chooseChanged(usual, changedSince, secondsOf)
    for (const note of notes) console.log(note)
    if (chosen.length === 0) process.exit(0)
    console.log(`${chosen.length} of ${usual.length} files:`)
    for (const file of chosen) console.log(`  ${relative(root, file)}`)
    return chosen
  }
  if (positionals.length === 0) return usual
  const parts = positionals.flatMap((part) => [part, relative(root, resolve(part))])
  const matching = allFiles.filter((file) => parts.some((part) => relative(root, file).includes(part)))
  if (matching.length > 0) return matching
  console.error(`No test file matches: ${positionals.join(' ')}`)
  process.exit(1)
}

/** The value of an option that may have one; undefined if it is not there. */
function optionOf(pattern: RegExp, usual: string): string | undefined {
  const found = process.argv.map((argument) => pattern.exec(argument)).find((match) => match !== null)
  return found ? (found[1] ?? usual) : undefined
}

/** Prepares what the files need; files that need nothing do not load the server. */
async function surroundingsOf(): Promise<Surroundings> {
  if (need === 'nothing') return { browsers: Promise.resolve(), stop: async () => {}, stopNow: () => {} }
  const { prepare } = await import('./support/prepare.ts')
  const { forgetStatements } = await import('./support/statement_texts.ts')
  forgetStatements()
  return prepare(files)
}

async function judgeStatements(): Promise<string[]> {
  const { judgeRun } = await import('./support/statements_of_run.ts')
  const { counts, wrong } = judgeRun()
  console.log(`Statements: ${counts.router} router, ${counts.round} round, ${counts.refused} refused`)
  return wrong.map((text) => `statement: ${text}`)
}

async function makeMap(): Promise<void> {
  const { makeMap } = await import('./support/reach_map.ts')
  console.log(`The map for npm test -- --changed has ${Math.round(makeMap() / 1000)} kB.`)
}

/** A run that left something out says so. */
function sayWhatIsLeft(): void {
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  const count = (pattern: RegExp) => texts.reduce((total, text) => total + (text.match(pattern)?.length ?? 0), 0)
  const nightly = allFiles.filter((file) => file.endsWith('.nightly.test.ts') && !files.includes(file)).length
  console.log(
    `Only npm run test:all runs ${nightly} further files, ${count(/\bnightly\.(test|describe)\(/g)} long tests and groups, and ${count(/\bonEither\(/g)} groups on PostgreSQL, too.`,
  )
}

function sum(count: (result: Result) => number): number {
  return [...results.values()].reduce((total, result) => total + count(result), 0)
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

/** Files that failed only because the browser itself crashed run once more: that says nothing about the app. */
async function runCrashedAgain(): Promise<void> {
  const isCrash = (text: string) => /\b(Target|Page) crashed\b/.test(text)
  const crashed = [...results].flatMap(([file, { failures }]) =>
    failures.length > 0 && failures.every(isCrash) ? [file] : [],
  )
  if (crashed.length === 0 || stop.signal.aborted) return
  for (const file of crashed) {
    console.log(`The browser crashed in ${relative(root, file)}, which runs again.`)
    results.delete(file)
    unfinished.add(file)
  }
  for (const batch of inBatches(crashed).flat()) await runBatch(batch)
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
    if (result.name === endOfFile) return
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
