import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { needOf } from './needs.ts'

// Decides the order of test files and which ones share a process. A long file that starts last delays the whole run,
// and loading the server takes longer than the tests of most files.

const root = join(import.meta.dirname, '../..')

const cache = join(root, '.cache')

/** How long the files took the last time on this machine. */
const remembered = join(cache, 'test_seconds.json')

const [reach, marks] = ['reach.ts', 'reach_marks.ts'].map((file) => pathToFileURL(join(import.meta.dirname, file)).href)

/** Default durations of the longest files, before they have run on this machine, in seconds. */
const expected: Record<string, number> = {
  'contract/generated': 102,
  'web/languages': 90,
  'cli/backup': 82,
  'contract/every_resource': 80,
  'web/offline': 72,
  'web/every_page': 64,
  'notifications/side_by_side': 55,
  'sandbox/control': 52,
  'cli/sandbox': 50,
  'web/timesheet': 49,
  'exports/memory': 48,
  'contract/package': 47,
  'contract/example': 40,
  'simulation/timesheets': 40,
  'web/reports': 40,
  'web/schedule': 40,
  'web/settings': 37,
  'web/notifications': 36,
  'sandbox/library': 34,
  'notifications/pushes': 33,
  'simulation/webhooks': 33,
  'web/approvals': 30,
  'web/pay_rates': 30,
  'reports/dated_settings': 28,
  'simulation/changes': 27,
  'web/clock': 27,
  'web/maps': 26,
  'contract/container': 24,
  'contract/one_server': 24,
  'sight/servers_in_trouble': 24,
  'web/layout_shift': 24,
  'cli/backup_bucket': 22,
  'db/postgres_writes': 22,
  'notifications/mail': 22,
  'simulation/crash': 22,
  'simulation/polling': 21,
  'web/people': 21,
  'app_api/every_endpoint': 20,
  'web/dialogs': 20,
  'sandbox/commands': 19,
  'simulation/once': 19,
  'web/retries': 19,
  'web/timesheet_grid': 19,
  'web/devices': 18,
  'web/firefox': 18,
  'web/firefox_push': 18,
  'app_api/pay_rates': 17,
  'web/keyboard': 17,
  'notifications/time_moves': 16,
  'web/import': 16,
  'web/time_off': 16,
  'identity/single_sign_on': 15,
  'web/breaks': 15,
  'web/holidays': 15,
  'contract/statements': 14,
  'db/replica': 14,
  'identity/sign_in': 14,
  'reports/overtime_cases': 14,
  'reports/same_figures': 14,
  'web/timesheet_calendar': 14,
  'identity/two_factor': 13,
  'simulation/delivery': 13,
  'cli/commands': 12,
  'web/first_visit': 12,
  'web/working': 12,
  'contract/dry_run': 11,
  'contract/server_bundle': 11,
  'sight/faults': 11,
  'web/developers': 11,
  'web/fields': 11,
  'web/me': 11,
  'web/passkeys': 11,
  'web/rounded_hours': 11,
  'web/shift_templates': 11,
  'contract/abuse': 10,
  'contract/client_package': 10,
  'web/corrections': 10,
  'web/jobs': 10,
  'app_api/hours': 9,
  'app_api/remove_sample': 9,
  'app_api/sample_data': 9,
  'contract/plans': 9,
  'exports/files': 9,
  'mcp/stdio': 9,
  'resources/recorded_offsets': 9,
  'simulation/concurrency': 9,
  'simulation/projects': 9,
  'contract/typed_client': 8,
  'identity/password_resets': 8,
  'import/import': 8,
  'web/locations': 8,
  'web/projects': 8,
  'app_api/answers': 7,
  'contract/changes': 7,
  'contract/start': 7,
  'exports/running': 7,
  'web/inspectors': 7,
  'contract/change_log': 6,
  'db/migrations': 6,
  'web/companies': 6,
  'web/pto': 6,
  'app_api/addresses': 5,
  'app_api/retention': 5,
  'app_api/saved_reports': 5,
  'app_api/settings_effects': 5,
  'cli/zones': 5,
  'contract/report_statements': 5,
  'exports/by_person': 5,
  'notifications/dispatch': 5,
  'sight/lines': 5,
  'web/single_sign_on': 5,
  'webhooks/neighbors': 5,
  'webhooks/webhooks': 5,
  'cli/doctor': 4,
  'cli/overtime': 4,
  'cli/upgrade': 4,
  'contract/limits': 4,
  'db/machine_down': 4,
  'files/raw': 4,
  'identity/credential_mails': 4,
  'identity/mail': 4,
  'identity/passkeys': 4,
  'identity/setup_code': 4,
  'oauth/tokens': 4,
  'resources/customfielditem_filters': 4,
  'resources/jobcode_assignments': 4,
  'resources/jobcodes': 4,
  'resources/managed_clients': 4,
  'resources/pto': 4,
  'resources/users': 4,
  'web/print': 4,
  'web_rules/catalogs': 4,
  'webhooks/other_process': 4,
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

/** Whether a file needs a browser. */
export function isInBrowser(file: string): boolean {
  return needOf(file) === 'browser'
}

/** How long a file takes, in seconds: as the last time on this machine, or as is usual. */
export function secondsOf(file: string): number {
  known ??= { ...expected, ...read() }
  return known[nameOf(file)] ?? short(file)
}

let known: Record<string, number> | undefined

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
  const sorted = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))
  const { yes = [], no = [] } = Object.groupBy(sorted, (file) => (waiting.includes(nameOf(file)) ? 'yes' : 'no'))
  const batches: Batch[] = []
  for (const [surroundings, together] of Map.groupBy(no, surroundingsOf)) {
    // Browser tests are long, because each process compiles the app, so they come first. The others fill the end.
    const least = surroundings === 'browser' ? batchSeconds.most : batchSeconds.least
    batches.push(...batchesOf(together, least))
  }
  const length = ({ files }: Batch) => files.reduce((sum, file) => sum + secondsOf(file), 0)
  batches.sort((a, b) => length(b) - length(a))
  const alone = yes.map((file) => ({ entry: '', files: [file] }))
  const all = [...alone, ...batches].map(withEntry)
  return [all.slice(0, alone.length), all.slice(alone.length)]
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

function batchesOf(files: readonly string[], least: number): Batch[] {
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

/**
 * Writes the module that runs the files of a batch, which exists until the run ends. A single file needs no module, except
 * in a run that makes the map of what tests reach.
 */
function withEntry({ files }: Batch, index: number): Batch {
  if (files.length === 1 && !process.env.TEST_REACH) return { entry: files[0]!, files }
  const entry = join(cache, `batch_${process.pid}_${index}.mjs`)
  entries.push(entry)
  mkdirSync(cache, { recursive: true })
  const lines = files.map((file) => `await import(${JSON.stringify(pathToFileURL(file))})\n`)
  writeFileSync(entry, process.env.TEST_REACH ? withMarks(files, lines) : lines.join(''))
  return { entry, files }
}

/** The lines of a batch, with marks between its files. */
function withMarks(files: readonly string[], lines: readonly string[]): string {
  const marked = lines.map((line, index) => `${line}markEndOfFile(${JSON.stringify(files[index + 1] ?? '')})\n`)
  return [
    `import { beginFile } from ${JSON.stringify(reach)}\n`,
    `import { markEndOfFile } from ${JSON.stringify(marks)}\n`,
    `beginFile(${JSON.stringify(files[0])})\n`,
    ...marked,
  ].join('')
}

function nameOf(file: string): string {
  return relative(join(root, 'test'), file).replace(/(\.nightly)?\.test\.ts$/, '')
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
