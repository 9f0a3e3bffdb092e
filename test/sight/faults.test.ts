import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { fromFailure, RequestError } from '../../src/engine/errors.ts'
import { type Db, operation } from '../../src/engine/sql.ts'
import { Guardian } from '../../src/guardian/guardian.ts'
import { type Seen, underWay } from '../../src/sight/requests.ts'
import { Sight } from '../../src/sight/sight.ts'

// What /readyz and the log report in ten faults. The faults are those of the database's own interface, so each is one
// line; test/simulation and test/db have real ones.

const folder = mkdtempSync(`${tmpdir()}/clockhouse-faults-`)
after(() => rmSync(folder, { recursive: true }))

type Fault = {
  read?: () => Promise<unknown>
  write?: () => Promise<unknown>
  folder?: string
  stopping?: true
  silentMs?: number
}

const unstored = (message: string) => () => Promise.reject(fromFailure({ kind: 'unstored', message }))
const lost =
  (message: string, code = '') =>
  () => {
    const cause = Object.assign(new Error(message), { code })
    return Promise.reject(new RequestError(503, 'database_unreachable', {}, { cause }))
  }
const damaged = () => {
  const cause = Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  return Promise.reject(new RequestError(503, 'database_damaged', {}, { cause }))
}
const bug = () => Promise.reject(new Error('a bug'))
const refusal = () => Promise.reject(new RequestError(503, 'too_many_changes_wait'))
const busy = lost('canceling statement due to lock timeout', '55P03')

/** The fault, the causes that `/readyz` names, and the lines of the log. */
const faults: [what: string, fault: Fault, causes: string[], lines: RegExp[]][] = [
  ['nothing is wrong', {}, [], []],
  [
    'the disk is full',
    { write: unstored('Error: database or disk is full') },
    ['writes'],
    [/does not store changes.*disk is full/],
  ],
  [
    'fsync fails',
    { write: unstored('Error: disk I/O error') },
    ['writes'],
    [/does not store changes.*disk I\/O error/],
  ],
  [
    'the folder has become read-only',
    { write: unstored('Error: attempt to write a readonly database') },
    ['writes'],
    [/does not store changes.*readonly/],
  ],
  [
    'the writer thread has ended',
    { write: () => Promise.reject(new RequestError(503, 'changes_not_storable', {}, { cause: new Error('ended') })) },
    ['writes'],
    [/does not store changes.*ended/],
  ],
  [
    'PostgreSQL is gone',
    { read: lost('connect ECONNREFUSED'), write: lost('connect ECONNREFUSED') },
    ['database'],
    [/cannot be read.*ECONNREFUSED/],
  ],
  ['the database is damaged', { read: damaged }, ['damage'], [/is damaged.*malformed/]],
  [
    'the database does not answer',
    // The wait for the answer keeps no process alive.
    { read: () => new Promise(() => setTimeout(() => {}, 4000)) },
    ['database'],
    [/cannot be read.*no answer within 3 seconds/],
  ],
  ['the data folder is gone', { folder: '/nonexistent/clockhouse' }, ['disk'], [/nearly full, or gone.*ENOENT/]],
  ['the rounds stand still', { silentMs: 301_000 }, ['rounds'], [/stands still.*a round/]],
  ['the server stops', { stopping: true }, ['stopping'], []],
]

for (const [what, fault, causes, lines] of faults)
  test(`/readyz reports ${causes.join() || 'ready'} when ${what}`, async () => {
    const { guardian, sight, log } = world(fault)
    assert.deepEqual(await guardian.causes(), causes)
    assert.equal(log.length, lines.length, log.join('\n'))
    for (const [index, line] of lines.entries()) assert.match(log[index]!, line)
    // However often it is asked for, and however often the same happens.
    for (let time = 0; time < 5; time++) assert.deepEqual(await guardian.causes(), causes)
    assert.equal(log.length, lines.length)
    // clockhouse_writable of the metrics.
    assert.equal(sight.writes.problem !== undefined, causes.includes('writes'))
  })

test('a full disk logs one line, and another when it has space again; refusals log none', async () => {
  const fault: Fault = { write: unstored('Error: database or disk is full') }
  const { db, guardian, sight, log } = world(fault)
  const write = async () => {
    await inRequest(() => db.write(change, null, 0)).catch(() => {})
    await guardian.beat()
    // A change of the state is looked into at once, but no one waits for that.
    await new Promise(setImmediate)
  }
  for (let time = 0; time < 100; time++) await write()
  assert.equal(log.length, 1)
  assert.ok(sight.writes.failed >= 100)
  for (const other of [bug, refusal, busy]) {
    fault.write = other
    await write()
  }
  assert.equal(log.length, 1, 'errors that are not about the disk change nothing')
  delete fault.write
  await write()
  assert.match(log[1]!, /stores changes again/)
  for (const other of [bug, refusal, busy]) {
    fault.write = other
    await write()
  }
  assert.equal(log.length, 2)
  assert.equal(sight.writes.underWay, 0)
})

test('a round that stores nothing does not report that the disk has space again', async () => {
  const fault: Fault = { write: unstored('Error: database or disk is full') }
  const { db, guardian, sight, log } = world(fault)
  await inRequest(() => db.write(change, null, 0)).catch(() => {})
  const { write } = fault
  delete fault.write
  await db.write(change, null, 0)
  fault.write = write!
  assert.deepEqual(await guardian.causes(), ['writes'])
  assert.ok(sight.writes.problem)
  assert.equal(log.filter((line) => /again/.test(line)).length, 0, log.join('\n'))
})

test('/readyz itself checks whether changes are stored if rounds find nothing to do', async () => {
  const fault: Fault = {}
  const { db, guardian } = world(fault)
  await db.write(change, null, 0)
  fault.write = unstored('Error: database or disk is full')
  assert.deepEqual(await guardian.causes(), ['writes'])
})

test('a server becomes ready again by itself, even without writes', async () => {
  const fault: Fault = { write: unstored('Error: database or disk is full') }
  const { db, guardian, sight } = world(fault)
  await inRequest(() => db.write(change, null, 0)).catch(() => {})
  assert.deepEqual(await guardian.causes(), ['writes'])
  delete fault.write
  const again = new Guardian({ db, now: () => 0, sight, folder }, silent)
  assert.deepEqual(await again.causes(), [])
  assert.equal(sight.writes.problem, undefined)
})

test('a server stays ready when its folder becomes unwritable while the files are open', async () => {
  chmodSync(folder, 0o500)
  assert.deepEqual(await world({}).guardian.causes(), [])
  chmodSync(folder, 0o700)
})

/** Runs a function as part of a request. */
const inRequest = <T>(run: () => T): T => underWay.run({} as Seen, run)

const change = operation('test.change', async () => 1)
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** A guardian in a world with a fault, which may change, and what it logs. */
function world(fault: Fault) {
  const log: string[] = []
  const line = (details: object, text: string) => void log.push(`${text} ${JSON.stringify(details)}`)
  const sight = new Sight('test', { info: line, warn: line, error: line }, silent)
  const db = sight.watch({
    read: { get: () => fault.read?.() ?? Promise.resolve({}) },
    write: () => fault.write?.() ?? Promise.resolve(1),
  } as unknown as Db)
  const { rounds } = sight
  rounds.watch('a round', 30)
  rounds.all[0]!.ended -= fault.silentMs ?? 0
  const parts = { db, now: () => 0, sight, folder: fault.folder ?? folder }
  const guardian = new Guardian(parts, { warn: line, error: line })
  if (fault.stopping) guardian.stop()
  return { guardian, db, sight, log }
}
