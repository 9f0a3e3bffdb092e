import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

// docs/specification.md names a test for each row of the interface specification, docs/asvs.md one for each requirement
// of a security standard that has one. This checks that they exist.

const root = join(import.meta.dirname, '../..')

type Row = { section: string; line: number; cells: string[] }

/** The rows of the page's tables, each with its heading. Header and separator rows are left out. */
function rowsOf(page: string): Row[] {
  const rows: Row[] = []
  let section = ''
  const lines = page.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#')) section = line.replace(/^#+ /, '')
    if (!line.startsWith('|') || /^\|[ -]*-/.test(line) || /^\|[ -]*-/.test(lines[index + 1] ?? '')) continue
    rows.push({
      section,
      line: index + 1,
      cells: line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    })
  }
  return rows
}

/** The tests named in a cell: `file` “title”, “title”; `file` … */
function proofsOf(cell: string): { file: string; title: string }[] {
  return [...cell.matchAll(/`([^`]+\.test\.ts)`((?:,? “[^”]+”)+)/g)].flatMap(([, file, titles]) =>
    [...titles!.matchAll(/“([^”]+)”/g)].map(([, title]) => ({ file: `test/${file}`, title: title! })),
  )
}

const rows = rowsOf(readFileSync(join(root, 'docs/specification.md'), 'utf8'))

test('docs/specification.md has every section of the interface specification, with rows', () => {
  const counts = Map.groupBy(rows, ({ section }) => section)
  const expected = {
    'What the service does': 6,
    Envelope: 5,
    'Timesheet, listed or deleted': 16,
    Notification: 8,
    'Outcome of an item': 3,
    'Supplemental records': 14 + 22 + 11,
    'Token response': 8,
    'States and transitions': 8,
    Endpoints: 3,
    'GET /authorize': 5 + 2,
    'POST /grant': 2 + 1,
    'GET /timesheets_deleted': 1 + 16,
    'POST /notifications': 5,
    'GET /notifications': 2 + 7,
    'DELETE /notifications': 2,
    'DELETE /timesheets': 3,
    'Other endpoints': 7,
    Authentication: 10 + 3,
    Errors: 13 + 1,
    Limits: 6 + 1,
    Versioning: 1,
  }
  assert.deepEqual(Object.fromEntries([...counts].map(([section, found]) => [section, found.length])), expected)
})

test('no cell of docs/specification.md is empty, and each row names a test', () => {
  const findings = rows.filter(({ cells }) => cells.includes('') || proofsOf(cells.at(-1)!).length === 0)
  assert.deepEqual(findings, [])
})

/** What is wrong with the names of tests in the last cells of a page's rows: one line for each, with the nearest name. */
function staleNames(page: string, rows: readonly Row[]): string[] {
  return rows.flatMap(({ line, cells }) =>
    proofsOf(cells.at(-1)!).flatMap(({ file, title }) => {
      const titles = titlesIn(file)
      if (titles.includes(title)) return []
      const place = `${page}:${line} names “${title}” of ${file}`
      const moved = sourceFiles.filter((other) => titlesIn(other).includes(title))
      if (moved.length > 0) return [`${place}, but that test is in ${moved.join(' and ')}`]
      if (!sourceFiles.includes(file)) return [`${place}, but there is no such file`]
      return [`${place}, but its nearest test is “${nearest(title, titles)}”`]
    }),
  )
}

const sourceFiles = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const titles = new Map<string, string[]>()

/** The titles of the tests in a file, none if there is no such file. */
function titlesIn(file: string): string[] {
  const known = titles.get(file)
  if (known) return known
  const source = sourceFiles.includes(file) ? readFileSync(join(root, file), 'utf8') : ''
  const found = [...source.matchAll(/\btest\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(([, , title]) => title!)
  titles.set(file, found)
  return found
}

/** The title that has the most words in common with another one. */
function nearest(title: string, titles: readonly string[]): string | undefined {
  const words = (text: string) => new Set(text.toLowerCase().match(/\w+/g))
  const wanted = words(title)
  const likeness = (other: string) => wanted.intersection(words(other)).size / wanted.union(words(other)).size
  return titles.toSorted((a, b) => likeness(b) - likeness(a))[0]
}

test('every test that docs/specification.md names exists', () => {
  assert.deepEqual(staleNames('docs/specification.md', rows), [])
})

test('every test of the interface specification is named in docs/specification.md', () => {
  const named = new Set(rows.flatMap(({ cells }) => proofsOf(cells.at(-1)!).map(({ title }) => title)))
  const source = readFileSync(join(root, 'test/contract/specification.test.ts'), 'utf8')
  const titles = [...source.matchAll(/\btest\('([^']+)'/g)].map(([, title]) => title!)
  assert.ok(titles.length > 40)
  assert.deepEqual(
    titles.filter((title) => !named.has(title)),
    [],
  )
})

const requirements = rowsOf(readFileSync(join(root, 'docs/asvs.md'), 'utf8')).filter(
  ({ section, cells }) => section.startsWith('V') && /^\d/.test(cells[0]!),
)

test('every test that docs/asvs.md names exists', () => {
  assert.deepEqual(staleNames('docs/asvs.md', requirements), [])
})

test('docs/asvs.md has every requirement of its chapters, and each has a state and a test or was read', () => {
  const counts = Map.groupBy(requirements, ({ section }) => section.split(' ')[0]!)
  assert.deepEqual(Object.fromEntries([...counts].map(([chapter, found]) => [chapter, found.length])), {
    V3: 31,
    V6: 47,
    V7: 19,
    V8: 13,
    V10: 36,
    V16: 17,
  })
  assert.equal(new Set(requirements.map(({ cells }) => cells[0])).size, requirements.length)
  const findings = requirements.filter(
    ({ cells }) =>
      cells.includes('') ||
      !['met', 'partly', 'not met', 'does not apply'].includes(cells[3]!) ||
      (cells[5] !== 'by reading' && proofsOf(cells[5]!).length === 0),
  )
  assert.deepEqual(findings, [])
})

test('docs/asvs.md counts its rows, and lists what is not met', () => {
  const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8')
  const count = (state: string) => requirements.filter(({ cells }) => cells[3] === state).length
  const states = ['met', 'partly', 'not met', 'does not apply'].map(count)
  const tested = requirements.filter(({ cells }) => cells[3] === 'met' && cells[5] !== 'by reading').length
  assert.ok(page.includes(`| all | ${[requirements.length, ...states, tested].join(' | ')} |`), states.join())
  const open = requirements.filter(({ cells }) => ['partly', 'not met'].includes(cells[3]!))
  const listed = rowsOf(page.slice(page.indexOf('## Not met'))).flatMap(({ cells }) => cells[1]!.split(', '))
  assert.deepEqual(listed.toSorted(), open.map(({ cells }) => cells[0]!).toSorted())
})
