import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { nightly } from '../support/tiers.ts'

// docs/adding-a-resource.md is followed to the letter, in a copy of the project. Its test runs on SQLite and PostgreSQL.
// needs: database

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/adding-a-resource.md'), 'utf8')
const blocks = [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, file, text]) => ({
  file: file!,
  text: text!,
}))

/** The files to which the page adds an entry. */
const lists = /\/(index|sight|tables)\.ts$/

/** The test of the resource, and the one of all resources. */
const tests = ['test/resources/equipment.test.ts', 'test/contract/every_resource.test.ts']

let copy: string
before(() => {
  copy = mkdtempSync(join(tmpdir(), 'clockhouse-example-'))
  for (const part of [
    'src',
    'build',
    'client',
    'test',
    'docs',
    'bench',
    'web',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'biome.json',
    '.gitignore',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: (path) => !/node_modules$/.test(path) })
  for (const place of ['node_modules', 'test/client/node_modules']) symlinkSync(join(root, place), join(copy, place))
  for (const { file, text } of blocks) writeFileSync(join(copy, file), lists.test(file) ? withEntry(file, text) : text)
})
after(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a program in the copy; fails with what it printed. */
function run(program: string, ...args: string[]): void {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    execFileSync(program, args, {
      cwd: copy,
      // Equipment, what it and its tests refer to, and projects, of which there are reports.
      // The compiler takes a third less time when it collects garbage less often.
      env: { ...env, TEST_RESOURCES: 'groups,users,jobcodes,projects,equipment', GOGC: '400' },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    assert.fail(`${program} ${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-2000)}`)
  }
}

/** A file as it is, with what the page shows put into it: an import, and a line of the list. */
function withEntry(file: string, text: string): string {
  const imports = text.split('\n').filter((line) => line.startsWith('import '))
  const [, start, entries] = /(export const .* = [[{]\n)([\s\S]*?)^[\]}]/m.exec(text)!
  const there = readFileSync(join(root, file), 'utf8')
  assert.ok(there.includes(start!), `${file} has no ${start}`)
  return `${imports.join('\n')}\n${there.replace(start!, () => start! + entries)}`
}

test('the page about adding a resource shows the file, its three entries, the migration and the test', () => {
  const files = blocks.map(({ file }) => file.replace(/[^/]+\.sql$/, ''))
  const wanted = [
    ...['src/resources/equipment.ts', 'src/resources/index.ts', 'src/rules/people/sight.ts', 'src/db/migrations/'],
  ]
  assert.deepEqual(files, [...wanted, 'src/tables/tables.ts', 'test/resources/equipment.test.ts'])
})

const shown = blocks.map(({ file }) => file).filter((file) => file.endsWith('.ts') && !lists.test(file))

test('the code that the page shows has the format of the project', () => {
  run(process.execPath, 'node_modules/@biomejs/biome/bin/biome', 'format', ...shown)
})

nightly.test('the code that the page shows passes the linter and has sound types', () => {
  run(process.execPath, 'node_modules/@biomejs/biome/bin/biome', 'check', ...shown)
  run(process.execPath, 'test/client/describe.ts')
  // What a resource can break: the server, the tests of this page, and what those import. Several checkers would each check
  // most of the types again, on processors that other tests need.
  const include = ['src', 'build', ...tests, 'test/contract/statements.test.ts']
  writeFileSync(join(copy, 'tsconfig.shown.json'), JSON.stringify({ extends: './tsconfig.json', include, exclude: [] }))
  run(process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', 'tsconfig.shown.json')
})

test('the test that the page shows passes', () => {
  run(process.execPath, '--test', '--test-isolation=none', tests[0]!)
})

nightly.test('the tests of all resources pass with the resource that the page adds', () => {
  // In one process, which loads the server once.
  run(process.execPath, '--test', '--test-isolation=none', tests[1]!)
  run(process.execPath, '--test', '--test-name-pattern=equipment', 'test/contract/statements.test.ts')
})

nightly.test('the reference page of the resource that the page adds is generated', () => {
  run(process.execPath, 'build/reference/refusal_codes.ts')
  run(process.execPath, 'build/reference/reference.ts')
  assert.match(readFileSync(join(copy, 'docs/reference/equipment.md'), 'utf8'), /Tools and vehicles/)
})
