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
  'contract/generated': 70,
  'web/offline': 66,
  'web/every_page': 64,
  'notifications/side_by_side': 58,
  'contract/every_resource': 45,
  'cli/backup': 44,
  'exports/memory': 44,
  'contract/package': 40,
  'simulation/timesheets': 40,
  'sandbox/control': 40,
  'web/notifications': 39,
  'web/timesheet': 37,
  'notifications/pushes': 36,
  'contract/example': 35,
  'web/schedule': 34,
  'simulation/crash': 33,
  'notifications/mail': 31,
  'web/timesheet_grid': 28,
  'web/clock': 26,
  'web/firefox': 25,
  'contract/container': 25,
  'simulation/polling': 24,
  'web/devices': 24,
  'web/holidays': 24,
  'notifications/time_moves': 24,
  'web/people': 23,
  'web/retries': 21,
  'app_api/remove_sample': 21,
  'simulation/once': 18,
  'web/breaks': 17,
  'web/pay_rates': 17,
  'web/corrections': 16,
  'web/time_off': 16,
  'app_api/every_endpoint': 15,
  'db/postgres_writes': 15,
  'sandbox/library': 15,
  'identity/sign_in': 14,
  'web/fields': 14,
  'web/settings': 14,
  'web/working': 14,
  'web/reports': 13,
  'web/import': 13,
  'web/jobs': 13,
  'simulation/delivery': 13,
  'contract/one_server': 13,
  'reports/overtime_cases': 12,
  'web/firefox_push': 12,
  'contract/dry_run': 12,
  'simulation/projects': 12,
  'cli/sandbox': 11,
  'reports/dated_settings': 10,
  'web/me': 10,
  'contract/typed_client': 10,
  'web/locations': 9,
  'oauth/flow': 9,
  'sandbox/commands': 9,
  'web/approvals': 8,
  'app_api/sessions': 8,
  'app_api/settings_effects': 8,
  'sandbox/documented': 8,
  'web/passkeys': 7,
  'simulation/concurrency': 7,
  'identity/password_resets': 7,
  'contract/server_bundle': 7,
  'sight/servers_in_trouble': 7,
  'web/developers': 6,
  'web/rounded_hours': 6,
  'identity/two_factor': 6,
  'exports/running': 6,
  'contract/connections': 6,
  'contract/limits': 6,
  'contract/report_statements': 6,
  'exports/files': 6,
  'notifications/unsubscribe': 6,
  'resources/recorded_offsets': 6,
  'resources/users': 6,
  'web/first_visit': 5,
  'contract/statements': 5,
  'simulation/uploads': 5,
  'cli/zones': 5,
  'app_api/holidays': 5,
  'app_api/pay_rates': 5,
  'app_api/settings': 5,
  'contract/client': 5,
  'identity/setup_code': 5,
  'oauth/tokens': 5,
  'web_rules/catalogs': 5,
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
