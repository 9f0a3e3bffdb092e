import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Job, Writer } from '../../src/db/sqlite_writer.ts'
import { RequestError } from '../../src/engine/errors.ts'
import { operation, sql, type Tx } from '../../src/engine/sql.ts'

// How waiting writes share a transaction, and some of them a run. A write is a text: 'a 1' adds 1 with mark a, 'a early'
// fails before and 'a late' after it has written, when it runs with others or alone.

let runs: string[][] = []

async function add(tx: Tx, inputs: readonly string[]): Promise<string[]> {
  runs.push([...inputs])
  if (inputs.some((input) => input.endsWith('early'))) throw new RequestError(417, 'early')
  for (const input of inputs) await tx.run(sql`insert into added (text) values (${input})`)
  if (inputs.some((input) => input.endsWith('late'))) throw new RequestError(417, 'late')
  return inputs.map((input) => `${input} at ${tx.now}`)
}

const adding = operation<string, string>('add', async (tx, input) => (await add(tx, [input]))[0]!, undefined, {
  mark: (input) => (input.startsWith('alone') ? undefined : input.split(' ')[0]),
  run: add,
})

const cases: [
  name: string,
  jobs: string[],
  expected: { runs: string[][]; answers: string[]; added: string[]; statements?: number[] },
][] = [
  [
    'writes with the same mark run together, at the instant of the newest',
    ['a 1', 'a 2', 'a 3'],
    {
      runs: [['a 1', 'a 2', 'a 3']],
      answers: ['a 1 at 3', 'a 2 at 3', 'a 3 at 3'],
      added: ['a 1', 'a 2', 'a 3'],
      statements: [3, 0, 0],
    },
  ],
  [
    'others keep their place, and nothing runs past them',
    ['a 1', 'b 1', 'a 2', 'alone 1', 'alone 2'],
    {
      runs: [['a 1'], ['b 1'], ['a 2'], ['alone 1'], ['alone 2']],
      answers: ['a 1 at 1', 'b 1 at 2', 'a 2 at 3', 'alone 1 at 4', 'alone 2 at 5'],
      added: ['a 1', 'b 1', 'a 2', 'alone 1', 'alone 2'],
    },
  ],
  [
    'a failure before anything was written reaches only its own',
    ['a 1', 'a early', 'a 2', 'b 1'],
    {
      runs: [['a 1', 'a early', 'a 2'], ['a 1'], ['a early'], ['a 2'], ['b 1']],
      answers: ['a 1 at 1', 'early', 'a 2 at 3', 'b 1 at 4'],
      added: ['a 1', 'a 2', 'b 1'],
    },
  ],
  [
    'after a failure that follows a change, all run again, each in its own transaction',
    ['b 1', 'a 1', 'a late', 'a 2'],
    {
      runs: [['b 1'], ['a 1', 'a late', 'a 2'], ['b 1'], ['a 1'], ['a late'], ['a 2']],
      answers: ['b 1 at 1', 'a 1 at 2', 'late', 'a 2 at 4'],
      added: ['b 1', 'a 1', 'a 2'],
    },
  ],
]

describe('writes that wait at the same time (sqlite)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-writer-'))
  let writer: Writer
  let forgotten = 0
  before(() => {
    writer = new Writer(join(folder, 'test.db'), [adding], () => {
      forgotten += 1
    })
    writer.connection.database.exec('create table added (text text not null)')
  })
  beforeEach(() => {
    runs = []
    forgotten = 0
    writer.connection.database.exec('delete from added')
  })
  after(() => {
    writer.connection.close()
    rmSync(folder, { recursive: true })
  })

  for (const [name, inputs, expected] of cases)
    test(name, async () => {
      const jobs = inputs.map(
        (input, index): Job => ({ id: index + 1, operation: 'add', input, now: index + 1, companyId: 1, size: 1 }),
      )
      const answers = await writer.group(jobs)
      assert.deepEqual(runs, expected.runs)
      assert.deepEqual(
        answers.map(({ id }) => id),
        jobs.map(({ id }) => id),
      )
      assert.deepEqual(
        answers.map(({ output, failure }) => failure?.message ?? output),
        expected.answers,
      )
      const rows = writer.connection.database.prepare('select text from added order by rowid').all()
      assert.deepEqual(
        rows.map(({ text }) => text),
        expected.added,
      )
      if (expected.statements)
        assert.deepEqual(
          answers.map(({ statements }) => statements),
          expected.statements,
        )
      assert.equal(forgotten, inputs.includes('a late') ? 2 : 0, 'what was cached is forgotten with each rollback')
    })
})
