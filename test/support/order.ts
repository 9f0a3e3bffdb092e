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
  'contract/documented_install': 147,
  'web/every_page': 80,
  'notifications/side_by_side': 55,
  'exports/memory': 48,
  'web/offline': 42,
  'contract/generated': 30,
  'contract/every_resource': 28,
  'web/settings': 28,
  'web/notifications': 26,
  'sight/servers_in_trouble': 24,
  'web/schedule': 24,
  'sandbox/control': 22,
  'web/timesheet': 22,
  'web/clock': 21,
  'contract/documented_commands': 20,
  'web/people': 19,
  'web/firefox': 18,
  'web/firefox_push': 18,
  'web/holidays': 17,
  'cli/backup': 15,
  'reports/same_figures': 15,
  'simulation/crash': 15,
  'web/approvals': 15,
  'web/dialogs': 15,
  'web/report_files': 14,
  'cli/sandbox': 13,
  'web/devices': 13,
  'web/jobs': 13,
  'web/reports': 13,
  'web/time_off': 13,
  'web/breaks': 12,
  'web/languages': 12,
  'web/timesheet_grid': 12,
  'web/keyboard': 11,
  'web/maps': 11,
  'web/retries': 11,
  'web/working': 11,
  'web/import': 10,
  'web/rounded_hours': 10,
  'notifications/mail': 9,
  'web/first_visit': 9,
  'web/pay_rates': 9,
  'web/signing_in': 9,
  'contract/example': 8,
  'contract/one_server': 8,
  'contract/server_bundle': 8,
  'reports/dated_settings': 8,
  'web/administration': 8,
  'web/corrections': 8,
  'web/developers': 8,
  'web/fields': 8,
  'web/me': 8,
  'contract/change_log': 7,
  'resources/jobcodes': 7,
  'sandbox/library': 7,
  'simulation/changes': 7,
  'contract/start': 6,
  'contract/statements': 6,
  'identity/sign_in': 6,
  'import/import': 6,
  'oauth/tokens': 6,
  'resources/jobcode_assignments': 6,
  'sandbox/commands': 6,
  'sandbox/documented': 6,
  'simulation/polling': 6,
  'web/print': 6,
  'web/shift_templates': 6,
  'web/timesheet_calendar': 6,
  'app_api/every_endpoint': 5,
  'contract/changes': 5,
  'contract/plans': 5,
  'exports/running': 5,
  'resources/managed_clients': 5,
  'web/locations': 5,
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
  'notifications/mail',
  'simulation/crash',
  'simulation/polling',
  'simulation/once',
  'web/offline',
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
