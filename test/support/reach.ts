import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { isMainThread, threadId } from 'node:worker_threads'

// Which functions of the product each test file calls, as V8 counts them, for `npm test -- --changed`. `npm run test:all`
// names a folder in TEST_REACH; every process, thread and window of its tests writes what it has seen there. A process runs
// several files, so the counters are read and reset between them.

/** What a test file has called of a script: three numbers a function, the offsets of its start and end, and the calls. */
export type Reached = { test: string; script: string; ranges: number[] }

type Script = { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }

const folder = process.env.TEST_REACH

/** Whether this run makes a map. */
export const isCounting = folder !== undefined

const ours = /\/(src|client\/src|web)\/(?!.*node_modules).*\.tsx?$|\/dist\/[^/]+\.js$|\/app\/[^/]+\.js$/
const threadMilliseconds = 300

/** The test file that is running. Threads get it from the process that starts them. */
const running = 'TEST_FILE'

let session: Session | undefined

/** Counts calls in this process or thread from now on, if this is a run that makes a map. */
export function countCalls(): void {
  if (!folder) return
  session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  if (isMainThread) return
  // A thread may be terminated, which no listener sees.
  setInterval(() => writeCalls(), threadMilliseconds).unref()
  process.on('exit', () => writeCalls())
}

/** The test file whose calls are counted; threads that start from now on count for it, too. */
export function beginFile(file: string): void {
  process.env[running] = file
}

/** Writes what a window has called; its scripts are those of the web app. */
export function writeReached(scripts: readonly Script[], file = process.env[running] ?? ''): void {
  if (!folder || !file) return
  const lines = scripts
    .filter(({ url }) => ours.test(url))
    .map(({ url, functions }): Reached => {
      const called = functions
        .map(({ ranges }) => ranges[0]!)
        .filter(({ count, startOffset }) => count > 0 && startOffset > 0)
      return {
        test: file,
        script: url,
        ranges: called.flatMap(({ startOffset, endOffset, count }) => [startOffset, endOffset, count]),
      }
    })
    .filter(({ ranges }) => ranges.length > 0)
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  if (text) appendFileSync(join(folder, `${process.pid}_${threadId}`), text)
}

/** Writes what was called since the last time. */
export function writeCalls(): void {
  // A session of this thread answers at once.
  session?.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (!error) writeReached(taken.result)
  })
}
