import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// The order in which test files run: a long one that starts last keeps the whole run waiting.

const root = join(import.meta.dirname, '../..')

/** How long the files took the last time on this machine. */
const remembered = join(root, 'node_modules/.cache/test_seconds.json')

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

const short = 5

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

/** Those that mostly wait and all others, the longest first. */
export function inOrder(files: readonly string[]): [waiting: string[], busy: string[]] {
  const known = { ...expected, ...read() }
  const nameOf = (file: string) => relative(join(root, 'test'), file).replace('.test.ts', '')
  const secondsOf = (file: string) => known[nameOf(file)] ?? short
  const sorted = files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))
  const { yes = [], no = [] } = Object.groupBy(sorted, (file) => (waiting.includes(nameOf(file)) ? 'yes' : 'no'))
  return [yes, no]
}

/** Keeps how long files took, for the next run. */
export function rememberSeconds(seconds: ReadonlyMap<string, number>): void {
  const found = [...seconds].map(([file, time]) => [relative(join(root, 'test'), file).replace('.test.ts', ''), time])
  mkdirSync(dirname(remembered), { recursive: true })
  writeFileSync(remembered, JSON.stringify({ ...read(), ...Object.fromEntries(found) }))
}

function read(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'))
  } catch {
    return {}
  }
}
