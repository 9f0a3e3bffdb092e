import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

// What runs when, and together: a long file that starts last keeps the whole run waiting, and loading the server takes
// longer than most files need for their tests.

const root = join(import.meta.dirname, '../..')

const cache = join(root, 'node_modules/.cache')

/** How long the files took the last time on this machine. */
const remembered = join(cache, 'test_seconds.json')

/** What is known of the longest before they have run here, in seconds; all others count as short. */
const expected: Record<string, number> = {
  'web/every_page': 120,
  'web/timesheet': 90,
  'contract/generated': 80,
  'web/clock': 70,
  'contract/every_resource': 60,
  'web/schedule': 60,
  'web/time_off': 50,
  'web/timesheet_grid': 50,
  'web/import': 45,
  'contract/example': 40,
  'exports/memory': 40,
  'notifications/side_by_side': 40,
  'simulation/timesheets': 40,
  'web/offline': 40,
  'web/reports': 40,
  'cli/sandbox': 30,
  'notifications/pushes': 30,
  'simulation/delivery': 30,
}

const short = 2

/** Files that mostly wait: for a timer, a connection, or a process that is to be killed. */
const waiting = [
  'notifications/side_by_side',
  'notifications/pushes',
  'notifications/mail',
  'simulation/crash',
  'simulation/polling',
  'simulation/once',
  'exports/memory',
  'identity/sign_in',
]

/** Test files that run in one process, one after the other. */
export type Batch = { entry: string; files: string[] }

/** A batch takes about this long, in seconds; a file that takes as long by itself has a process of its own. */
const batchSeconds = 20

/**
 * The batches of those files that mostly wait and of all others, the longest first. The hooks of the web app stand in for
 * timers and the network of their whole process, so each of those files is alone.
 */
export function inBatches(files: readonly string[]): [waiting: Batch[], busy: Batch[]] {
  const known = { ...expected, ...read() }
  const secondsOf = (file: string) => known[nameOf(file)] ?? short
  const sorted = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))
  const { yes = [], no = [] } = Object.groupBy(sorted, (file) => (waiting.includes(nameOf(file)) ? 'yes' : 'no'))
  const batches: Batch[] = []
  let filled = Number.POSITIVE_INFINITY
  for (const file of no) {
    const alone = file.includes('/web_rules/')
    if (alone || filled + secondsOf(file) > batchSeconds) {
      batches.push({ entry: '', files: [] })
      filled = 0
    }
    batches.at(-1)!.files.push(file)
    filled = alone ? Number.POSITIVE_INFINITY : filled + secondsOf(file)
  }
  return [yes.map((file) => ({ entry: file, files: [file] })), batches.map(withEntry)]
}

/** Writes the module that runs the files of a batch; a single file is its own. */
function withEntry({ files }: Batch, index: number): Batch {
  if (files.length === 1) return { entry: files[0]!, files }
  const entry = join(cache, `batch_${index}.mjs`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(entry, files.map((file) => `await import(${JSON.stringify(pathToFileURL(file))})\n`).join(''))
  return { entry, files }
}

function nameOf(file: string): string {
  return relative(join(root, 'test'), file).replace('.test.ts', '')
}

/** Keeps how long files took, for the next run. */
export function rememberSeconds(seconds: ReadonlyMap<string, number>): void {
  const found = [...seconds].map(([file, time]) => [nameOf(file), time])
  mkdirSync(cache, { recursive: true })
  writeFileSync(remembered, JSON.stringify({ ...read(), ...Object.fromEntries(found) }))
}

function read(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'))
  } catch {
    return {}
  }
}
