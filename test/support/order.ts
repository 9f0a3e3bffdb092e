import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

// Decides the order of test files and which ones share a process. A long file that starts last delays the whole run,
// and loading the server takes longer than the tests of most files.

const root = join(import.meta.dirname, '../..')

const cache = join(root, 'node_modules/.cache')

/** How long the files took the last time on this machine. */
const remembered = join(cache, 'test_seconds.json')

/** Default durations of the longest files, before they have run on this machine, in seconds. */
const expected: Record<string, number> = {
  'web/languages': 67,
  'web/every_page': 60,
  'cli/backup': 59,
  'contract/generated': 58,
  'notifications/side_by_side': 56,
  'contract/example': 54,
  'sandbox/library': 53,
  'web/offline': 50,
  'notifications/pushes': 44,
  'web/schedule': 44,
  'web/clock': 41,
  'web/timesheet': 41,
  'contract/every_resource': 40,
  'cli/sandbox': 39,
  'simulation/timesheets': 38,
  'web/notifications': 35,
  'web/reports': 34,
  'sandbox/control': 33,
  'contract/package': 32,
  'notifications/mail': 31,
  'web/settings': 31,
  'contract/container': 28,
  'web/layout_shift': 28,
  'exports/memory': 27,
  'simulation/crash': 27,
  'web/devices': 27,
  'web/pay_rates': 27,
  'web/timesheet_grid': 27,
  'web/approvals': 25,
  'sight/servers_in_trouble': 23,
  'app_api/every_endpoint': 22,
  'identity/sign_in': 22,
  'web/maps': 22,
  'simulation/changes': 21,
  'web/corrections': 21,
  'web/people': 21,
  'contract/one_server': 20,
  'simulation/polling': 20,
  'notifications/time_moves': 19,
  'web/dialogs': 19,
  'web/fields': 19,
  'web/retries': 19,
  'db/postgres_writes': 18,
  'sandbox/commands': 18,
  'simulation/delivery': 17,
  'web/breaks': 17,
  'web/firefox': 17,
  'app_api/settings_effects': 16,
  'web/firefox_push': 16,
  'app_api/break_rules': 15,
  'web/time_off': 15,
  'identity/two_factor': 14,
  'web/jobs': 14,
  'web/timesheet_calendar': 14,
  'app_api/settings': 13,
  'identity/single_sign_on': 13,
  'reports/dated_settings': 13,
  'web/working': 13,
  'simulation/once': 12,
  'web/holidays': 12,
  'oauth/tokens': 11,
  'web/me': 11,
  'web/rounded_hours': 11,
  'app_api/remove_sample': 10,
  'app_api/sample_data': 10,
  'resources/recorded_offsets': 10,
  'sandbox/documented': 10,
  'web/import': 10,
  'cli/commands': 9,
  'resources/customfielditem_filters': 9,
  'web/first_visit': 9,
  'web/keyboard': 9,
  'web/locations': 9,
  'web/passkeys': 9,
  'contract/statements': 8,
  'identity/passkeys': 8,
  'identity/password_resets': 8,
  'resources/pto': 8,
  'sight/lines': 8,
  'simulation/concurrency': 8,
  'app_api/audit': 7,
  'app_api/hours': 7,
  'app_api/pay_rates': 7,
  'contract/dry_run': 7,
  'contract/server_bundle': 7,
  'contract/typed_client': 7,
  'resources/jobcode_assignments': 7,
  'web/projects': 7,
  'web/pto': 7,
  'contract/start': 6,
  'exports/files': 6,
  'reports/overtime_cases': 6,
  'resources/jobcodes': 6,
  'simulation/projects': 6,
  'app_api/answers': 5,
  'app_api/holidays': 5,
  'resources/locations': 5,
  'resources/managed_clients': 5,
  'web/companies': 5,
  'web/developers': 5,
  'web/single_sign_on': 5,
  'app_api/approvals': 4,
  'app_api/sessions': 4,
  'cli/sample': 4,
  'cli/zones': 4,
  'resources/projects': 4,
}

/** Default durations of unknown files: with a browser, without a server, or otherwise. */
function short(file: string): number {
  const [folder] = nameOf(file).split('/')
  if (folder === 'web') return 12
  return folder === 'rules' || folder === 'web_rules' ? 0.5 : 2
}

/** Files that mostly wait for a timer, a connection, or a process to be killed. */
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

/** Whether a file depends on real time or other processes: files that wait, and browser tests. */
export function dependsOnTime(file: string): boolean {
  return waiting.includes(nameOf(file)) || isInBrowser(file)
}

/** Whether a file needs a browser. */
export function isInBrowser(file: string): boolean {
  return nameOf(file).startsWith('web/')
}

/** Test files that run in one process, one after the other. */
export type Batch = { entry: string; files: string[] }

/**
 * A batch takes about this many seconds; a longer file gets its own process. Each process has to load and compile the
 * server again, so batches are long at first, but short at the end so that the last ones finish at about the same time.
 */
const batchSeconds = { least: 25, most: 100 }

/** How many batches would still follow if all were as long as the next one. */
const batchesLeft = 8

/** The batches of files that mostly wait, and of all others, longest first. */
export function inBatches(files: readonly string[]): [waiting: Batch[], busy: Batch[]] {
  const known = { ...expected, ...read() }
  const secondsOf = (file: string) => known[nameOf(file)] ?? short(file)
  const sorted = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))
  const { yes = [], no = [] } = Object.groupBy(sorted, (file) => (waiting.includes(nameOf(file)) ? 'yes' : 'no'))
  const batches: Batch[] = []
  for (const [surroundings, together] of Map.groupBy(no, surroundingsOf)) {
    // Browser tests are long, because each process compiles the app, so they come first. The others fill the end.
    const least = surroundings === 'browser' ? batchSeconds.most : batchSeconds.least
    batches.push(...batchesOf(together, secondsOf, least))
  }
  const length = ({ files }: Batch) => files.reduce((sum, file) => sum + secondsOf(file), 0)
  batches.sort((a, b) => length(b) - length(a))
  return [yes.map((file) => ({ entry: file, files: [file] })), batches.map(withEntry)]
}

/**
 * Files share a process if they need the same environment: Chromium, which keeps the compiled app from one file to the
 * next, or the web app's hooks, which replace its timers and network.
 */
function surroundingsOf(file: string): string {
  if (nameOf(file) === 'exports/memory') return 'a heap of its own'
  if (isInBrowser(file)) return 'browser'
  if (!file.includes('/web_rules/')) return 'server'
  return readFileSync(file, 'utf8').includes("'./hooks.ts'") ? 'hooks' : 'web'
}

function batchesOf(files: readonly string[], secondsOf: (file: string) => number, least: number): Batch[] {
  const batches: (Batch & { free: number })[] = []
  let left = files.reduce((sum, file) => sum + secondsOf(file), 0)
  for (const file of files) {
    const seconds = secondsOf(file)
    let batch = batches.find(({ free }) => free >= seconds)
    if (!batch) {
      batch = { entry: '', files: [], free: Math.min(Math.max(left / batchesLeft, least), batchSeconds.most) }
      batches.push(batch)
    }
    batch.files.push(file)
    batch.free -= seconds
    left -= seconds
  }
  return batches
}

/** The modules of this run's batches. */
const entries: string[] = []
process.once('exit', () => {
  for (const entry of entries) rmSync(entry, { force: true })
})

/** Writes the module that runs the files of a batch, which exists until the run ends. A single file needs no module. */
function withEntry({ files }: Batch, index: number): Batch {
  if (files.length === 1) return { entry: files[0]!, files }
  const entry = join(cache, `batch_${process.pid}_${index}.mjs`)
  entries.push(entry)
  mkdirSync(cache, { recursive: true })
  writeFileSync(entry, files.map((file) => `await import(${JSON.stringify(pathToFileURL(file))})\n`).join(''))
  return { entry, files }
}

function nameOf(file: string): string {
  return relative(join(root, 'test'), file).replace('.test.ts', '')
}

/** Saves how long files took, for the next run. */
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
