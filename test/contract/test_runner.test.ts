import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

// test/run.ts runs the files without the hook that tells which test an uncaught error belongs to.

const untracked = pathToFileURL(join(import.meta.dirname, '../support/untracked.ts')).href

/** Runs a file with one test, as test/run.ts does; gives the exit code and what it printed as an error. */
function run(body: string): { status: number | null; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-runner-'))
  try {
    const file = join(folder, 'one.test.mjs')
    writeFileSync(file, `import { test } from 'node:test'\ntest('one', async () => {\n${body}\n})\n`)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    return spawnSync(process.execPath, ['--import', untracked, file], { encoding: 'utf8', env })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const meanwhile = 'await new Promise((resolve) => setTimeout(resolve, 100))'

test('a file with an uncaught error or an unhandled rejection fails, and prints the error', () => {
  assert.equal(run(meanwhile).status, 0)
  for (const body of [
    "setTimeout(() => { throw new Error('too late') })",
    "void Promise.reject(new Error('too late'))",
  ]) {
    const { status, stderr } = run(`${body}\n${meanwhile}`)
    assert.equal(status, 1, body)
    assert.match(stderr, /too late/, body)
  }
})
