import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

// In which order test files run: a long one that begins last keeps everybody waiting.

const root = join(import.meta.dirname, '../..')

/** How long the files took the last time on this machine. */
const remembered = join(root, 'node_modules/.cache/test_seconds.json')

/** What is known of the longest before they have run here, in seconds; all others count as short. */
const expected: Record<string, number> = {
  'contract/generated': 90,
  'cli/sandbox': 40,
  'web/timesheet': 60,
  'web/clock': 50,
  'web/every_page': 60,
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
