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
  'contract/generated': 75,
  'notifications/side_by_side': 70,
  'web/every_page': 65,
  'notifications/pushes': 60,
  'web/offline': 60,
  'simulation/timesheets': 55,
  'contract/example': 50,
  'contract/every_resource': 50,
  'web/timesheet': 50,
  'exports/memory': 45,
  'cli/sandbox': 40,
  'notifications/mail': 35,
  'web/clock': 35,
  'web/notifications': 32,
  'web/timesheet_grid': 30,
  'web/corrections': 28,
  'web/firefox': 28,
  'web/schedule': 28,
  'web/breaks': 25,
  'web/devices': 25,
  'web/holidays': 25,
  'web/people': 25,
  'web/reports': 25,
  'web/time_off': 24,
  'contract/statements': 21,
  'web/import': 20,
  'web/jobs': 20,
  'web/retries': 20,
  'web/pay_rates': 17,
  'web/fields': 16,
  'web/settings': 16,
  'web/firefox_push': 15,
  'web/working': 15,
  'web/me': 13,
  'resources/time_off_requests': 11,
  'web/approvals': 11,
  'web/locations': 11,
  'contract/dry_run': 11,
  'app_api/sample_data': 10,
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
  'identity/sign_in',
  'web/offline',
]

/** Test files that run in one process, one after the other. */
export type Batch = { entry: string; files: string[] }

/** A batch takes about this long, in seconds; a file that takes as long by itself has a process of its own. */
const batchSeconds = 45

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
