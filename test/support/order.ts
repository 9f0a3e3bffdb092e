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
  'contract/generated': 91,
  'contract/every_resource': 70,
  'web/offline': 66,
  'web/every_page': 64,
  'notifications/side_by_side': 58,
  'contract/example': 50,
  'contract/package': 60,
  'contract/container': 55,
  'simulation/timesheets': 45,
  'exports/memory': 44,
  'cli/sandbox': 44,
  'web/notifications': 39,
  'web/timesheet': 37,
  'notifications/pushes': 36,
  'web/schedule': 34,
  'simulation/crash': 33,
  'notifications/mail': 31,
  'web/timesheet_grid': 28,
  'web/clock': 26,
  'web/firefox': 25,
  'simulation/polling': 24,
  'web/devices': 24,
  'web/holidays': 24,
  'web/people': 23,
  'web/retries': 21,
  'simulation/delivery': 21,
  'simulation/once': 18,
  'web/breaks': 17,
  'web/pay_rates': 17,
  'web/corrections': 16,
  'web/time_off': 16,
  'identity/sign_in': 14,
  'web/fields': 14,
  'web/settings': 14,
  'web/working': 14,
  'web/reports': 13,
  'web/import': 13,
  'web/jobs': 13,
  'web/firefox_push': 12,
  'app_api/sample_data': 12,
  'contract/statements': 11,
  'cli/commands': 11,
  'notifications/time_moves': 11,
  'web/me': 10,
  'contract/typed_client': 10,
  'simulation/concurrency': 10,
  'contract/dry_run': 9,
  'web/locations': 9,
  'reports/overtime_cases': 9,
  'web/approvals': 8,
  'reports/dated_settings': 8,
  'identity/password_resets': 7,
  'simulation/projects': 7,
  'web/passkeys': 7,
  'app_api/every_endpoint': 6,
  'identity/two_factor': 6,
  'resources/pto': 6,
  'simulation/uploads': 6,
  'web/developers': 6,
  'web/rounded_hours': 6,
  'cli/zones': 5,
  'exports/running': 5,
  'identity/mail': 5,
  'notifications/dispatch': 5,
  'resources/jobcode_assignments': 5,
  'resources/managed_clients': 5,
  'web/first_visit': 5,
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
  'web/notifications',
  'web/firefox',
  'web/firefox_push',
]

/** Whether a file depends on real time or other processes: those that wait, and those of browsers. */
export function dependsOnTime(file: string): boolean {
  const name = nameOf(file)
  return waiting.includes(name) || name.startsWith('web/')
}

/** Test files that run in one process, one after the other. */
export type Batch = { entry: string; files: string[] }

/**
 * A batch takes about so many seconds; a file that takes longer has a process of its own. Each process loads the server
 * again and compiles it while it warms up, so batches are long at first, and short at the end so that both processors
 * finish at about the same time.
 */
const batchSeconds = { least: 40, most: 100 }

/** Batches that would still follow if all were as long as the next one. */
const batchesLeft = 8

/** The batches of those files that mostly wait and of all others, the longest first. */
export function inBatches(files: readonly string[]): [waiting: Batch[], busy: Batch[]] {
  const known = { ...expected, ...read() }
  const secondsOf = (file: string) => known[nameOf(file)] ?? short
  const sorted = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))
  const { yes = [], no = [] } = Object.groupBy(sorted, (file) => (waiting.includes(nameOf(file)) ? 'yes' : 'no'))
  const batches: Batch[] = []
  for (const together of Map.groupBy(no, surroundingsOf).values()) batches.push(...batchesOf(together, secondsOf))
  const length = ({ files }: Batch) => files.reduce((sum, file) => sum + secondsOf(file), 0)
  batches.sort((a, b) => length(b) - length(a))
  return [yes.map((file) => ({ entry: file, files: [file] })), batches.map(withEntry)]
}

/** Files share a process with those that need the same: hooks of the web app replace its timers and network. */
function surroundingsOf(file: string): string {
  if (nameOf(file) === 'exports/memory') return 'a heap of its own'
  if (!file.includes('/web_rules/')) return 'server'
  return readFileSync(file, 'utf8').includes("'./hooks.ts'") ? 'hooks' : 'web'
}

function batchesOf(files: readonly string[], secondsOf: (file: string) => number): Batch[] {
  const batches: Batch[] = []
  let left = files.reduce((sum, file) => sum + secondsOf(file), 0)
  let free = 0
  for (const file of files) {
    if (batches.length === 0 || secondsOf(file) > free) {
      batches.push({ entry: '', files: [] })
      free = Math.min(Math.max(left / batchesLeft, batchSeconds.least), batchSeconds.most)
    }
    batches.at(-1)!.files.push(file)
    free -= secondsOf(file)
    left -= secondsOf(file)
  }
  return batches
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
