import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Answer, type Job, Writer } from '../../src/db/sqlite/writer.ts'
import { clearReferenceData } from '../../src/engine/company_snapshot.ts'
import type { Actor } from '../../src/engine/context.ts'
import { RequestError } from '../../src/engine/errors.ts'
import { operation, sql, type Tx } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { operations } from '../../src/operations.ts'
import { Beside } from '../support/processes.ts'
import { freshPlace, startOfTests } from '../support/server.ts'

// How waiting writes share a transaction, and some of them a run. A write is a text: 'a 1' adds 1 with mark a, 'a early'
// fails before and 'a late' after it has written, when it runs with others or alone.

let runs: string[][] = []

async function add(tx: Tx, inputs: readonly string[]): Promise<string[]> {
  runs.push([...inputs])
  if (inputs.some((input) => input.endsWith('early'))) throw new RequestError(417, 'invalid', { problem: 'early' })
  for (const input of inputs) await tx.run(sql`insert into added (text) values (${input})`)
  if (inputs.some((input) => input.endsWith('late'))) throw new RequestError(417, 'invalid', { problem: 'late' })
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
    'writes with other marks keep their place in the order',
    ['a 1', 'b 1', 'a 2', 'alone 1', 'alone 2'],
    {
      runs: [['a 1'], ['b 1'], ['a 2'], ['alone 1'], ['alone 2']],
      answers: ['a 1 at 1', 'b 1 at 2', 'a 2 at 3', 'alone 1 at 4', 'alone 2 at 5'],
      added: ['a 1', 'b 1', 'a 2', 'alone 1', 'alone 2'],
    },
  ],
  [
    'a failure before a write affects only the failed input',
    ['a 1', 'a early', 'a 2', 'b 1'],
    {
      runs: [['a 1', 'a early', 'a 2'], ['a 1'], ['a early'], ['a 2'], ['b 1']],
      answers: ['a 1 at 1', 'early', 'a 2 at 3', 'b 1 at 4'],
      added: ['a 1', 'a 2', 'b 1'],
    },
  ],
  [
    'after a failure that follows a write, all writes run again, each in its own transaction',
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
  let cleared = 0
  before(() => {
    writer = new Writer(join(folder, 'test.db'), [adding], () => {
      cleared += 1
    })
    writer.connection.database.exec('create table added (text text not null)')
  })
  beforeEach(() => {
    runs = []
    cleared = 0
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
      assert.equal(cleared, inputs.includes('a late') ? 2 : 0, 'each rollback clears the cache')
    })

  test('on a full disk, everything stored is moved out of the log, which leaves space in it', async () => {
    const small = join(folder, 'small.db')
    const full = new Writer(small, [adding], () => {})
    full.connection.database.exec('create table added (text text not null); pragma max_page_count = 60')
    let stored = 0
    for (let failed = false; !failed; ) {
      const input = `alone ${'x'.repeat(3000)}`
      const [answer] = await full.group([{ id: 1, operation: 'add', input, now: 1, companyId: 1, size: 1 }])
      failed = answer!.failure !== undefined
      stored += failed ? 0 : 1
    }
    copyFileSync(small, join(folder, 'copy.db'))
    full.connection.close()
    const copy = new DatabaseSync(join(folder, 'copy.db'))
    assert.equal(copy.prepare('select count(*) as n from added').get()!.n, stored)
    copy.close()
  })

  for (const last of ['a 3', 'a late'])
    test(`writes that arrive while others run are committed with them, ending with ${last}`, async () => {
      const jobOf = (input: string, index: number): Job => {
        return { id: index + 1, operation: 'add', input, now: index + 1, companyId: 1, size: 1 }
      }
      const [first, ...rest] = ['a 1', 'a 2', last].map(jobOf)
      const rounds = [rest.slice(0, 1), rest.slice(1), []]
      const commits: number[] = []
      const answers = await writer.group([first!], () => {
        commits.push(writer.connection.database.isTransaction ? 0 : 1)
        return rounds.shift()!
      })
      assert.deepEqual(commits, [0, 0, 0].slice(0, last === 'a late' ? 2 : 3), 'nothing is committed in between')
      assert.deepEqual(
        answers.map(({ id, output, failure }) => `${id} ${failure?.message ?? output}`),
        ['1 a 1 at 1', '2 a 2 at 2', last === 'a late' ? '3 late' : '3 a 3 at 3'],
      )
      const again = last === 'a late' ? [['a 1'], ['a 2'], [last]] : []
      assert.deepEqual(runs, [['a 1'], ['a 2'], [last], ...again])
    })
})

describe('creates that wait at the same time (sqlite)', () => {
  let writer: Writer
  let actor: Actor
  let clean: () => Promise<void>
  let forgotten = 0
  before(async () => {
    const fresh = await freshPlace('sqlite')
    clean = fresh.clean
    const beside = await Beside.open(fresh.place)
    const { id: companyId, adminId: userId } = await beside.company()
    await beside.close()
    writer = new Writer(join(fresh.place.data, 'clockhouse.db'), operations, () => {
      forgotten += 1
      clearReferenceData()
    })
    actor = { companyId, userId, isAdmin: true, permissions: new Set(), manages: [], application: 'Test' }
  })
  after(async () => {
    writer.connection.close()
    await clean()
  })

  const sheet = (day: number, more: Values = {}): Values => ({
    ...{ user_id: actor.userId, jobcode_id: 0, type: 'regular' },
    ...{ start: `2026-02-0${day}T08:00:00+00:00`, end: `2026-02-0${day}T16:00:00+00:00` },
    ...more,
  })
  const group = (bodies: readonly Values[], more: Values = {}): Promise<Answer[]> =>
    writer.group(
      bodies.map((body, index) => ({
        id: index,
        operation: 'resource.write',
        input: { resource: 'timesheets', verb: 'create', actor, body: JSON.stringify(body), ...more },
        companyId: actor.companyId,
        size: 1,
        now: startOfTests + index,
      })),
    )
  const sent = (answers: readonly Answer[]) => answers.map(({ statements }) => statements)
  const results = ({ output }: Answer) => Object.entries<Values>(JSON.parse(String(output)).results.timesheets)
  const codes = (answers: readonly Answer[]) =>
    answers.map((answer) =>
      results(answer)
        .map(([key, { _status_code }]) => `${key}: ${_status_code}`)
        .join(),
    )

  test('creates that wait at the same time are one batch, and each has its own answer', async () => {
    const { database } = writer.connection
    const version = () => Number(database.prepare('select version from companies').get()!.version)
    await group([{ data: [sheet(1)] }])
    const before = version()
    const answers = await group([
      { data: [sheet(2)] },
      { data: [sheet(1)] },
      { data: [sheet(3), sheet(4)] },
      { data: sheet(2, { end: '2026-02-02T09:00:00+00:00' }) },
    ])
    assert.deepEqual(codes(answers), ['1: 200', '1: 406', '1: 200,2: 200', '1: 406'])
    assert.deepEqual(sent(answers).slice(1), [0, 0, 0], 'the statements are those of the first')
    const created = answers.flatMap(results).filter(([, { _status_code }]) => _status_code === 200)
    const ids = created.map(([, { id }]) => id)
    const history = database.prepare('select timesheet_id, action from timesheet_history order by timesheet_id desc')
    assert.deepEqual(
      history
        .all()
        .slice(0, 3)
        .map(({ timesheet_id, action }) => `${timesheet_id} ${action}`),
      ids.toReversed().map((id) => `${id} created`),
    )
    assert.equal(version(), before + 1, 'the company has moved once')
  })

  test('an action that is refused after its first step leaves no trace, and those it waits with are not run again', async () => {
    const write = (resource: string, data: Values) => ({
      operation: 'resource.write',
      input: { resource, verb: 'create', actor, body: JSON.stringify({ data: [data] }) },
    })
    const steps = [
      { verb: 'create', resource: 'groups', items: [{ name: 'Crew' }] },
      { verb: 'create', resource: 'groups', items: [{ name: 'Crew' }] },
    ]
    const before = forgotten
    const [first, refused, last] = await writer.group(
      [
        write('timesheets', sheet(9)),
        { operation: 'act', input: { actor, steps } },
        write('groups', { name: 'Crew' }),
      ].map((job, id) => ({ id, companyId: actor.companyId, size: 1, now: startOfTests + id, ...job })),
    )
    assert.equal(refused!.failure?.reason?.code, 'group_name_taken', JSON.stringify(refused))
    assert.deepEqual(codes([first!]), ['1: 200'])
    assert.match(String(last!.output), /"_status_code":200/, 'the name is free')
    assert.equal(forgotten, before, 'the group was committed at once')
    const groups = writer.connection.database.prepare('select name from groups').all()
    assert.deepEqual(
      groups.map(({ name }) => name),
      ['Crew'],
    )
  })

  const alone: [name: string, bodies: () => Values[], more: Values][] = [
    [
      'have notes, which one message tells of',
      () => [{ data: [sheet(5, { notes: 'Late' })] }, { data: [sheet(6)] }],
      {},
    ],
    ['have options', () => [{ data: [sheet(5)], reason: 'Forgotten' }, { data: [sheet(6)] }], {}],
    ['are no objects', () => [{ data: [7] }, { data: [sheet(6)] }], {}],
    ['are dry runs', () => [{ data: [sheet(7)] }, { data: [sheet(8)] }], { dry: true }],
    ['have a key', () => [{ data: [sheet(7)] }, { data: [sheet(7)] }], { once: { key: 'k', request: 'r' } }],
    ['are large', () => Array(2).fill({ data: Array(50).fill({ origin_hint: 'A large body' }) }), {}],
  ]
  for (const [name, bodies, more] of alone)
    test(`creates that wait at the same time run alone if they ${name}`, async () => {
      const answers = await group(bodies(), more)
      for (const { failure, statements } of answers) {
        assert.equal(failure, undefined)
        assert.ok(statements > 0, 'each has statements of its own')
      }
    })
})

describe('the log of the embedded database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-log-'))
  after(() => rmSync(folder, { recursive: true }))

  test('a large log is emptied once nothing is written for a while', async () => {
    const file = join(folder, 'clockhouse.db')
    const fill = operation('fill', async (tx) => {
      await tx.run(sql`create table filled (text text)`)
      for (let row = 0; row < 6; row++) await tx.run(sql`insert into filled values (${'x'.repeat(1_000_000)})`)
    })
    const writer = new Writer(file, [fill], () => {})
    const size = () => statSync(`${file}-wal`).size
    await writer.group([{ id: 1, operation: 'fill', input: {}, now: 1, companyId: 0, size: 0 }])
    const full = size()
    assert.ok(full > 5_000_000)
    await writer.look(1, () => {})
    assert.equal(size(), full, 'others may be writing just now')
    await writer.look(1, () => {})
    assert.equal(size(), 0)
    await writer.close(1)
  })
})
