import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../src/engine/sql.ts'
import { Guardian } from '../../src/guardian/guardian.ts'
import { Soundness } from '../../src/guardian/soundness.ts'
import { Sight } from '../../src/sight/sight.ts'
import { Commits } from '../../src/sight/watched.ts'
import type { Mailer } from '../../src/world.ts'

// The checks that need a clock, or a machine in trouble: here both are made up. The others have real files and servers.

const second = 1000

/** A guardian of a database that always answers, a clock for it, and what it logs. */
function scene({ mailer }: { mailer?: Pick<Mailer, 'problem' | 'onFailure'> } = {}) {
  const log: string[] = []
  const line = (details: object, text: string) => void log.push(`${text} ${JSON.stringify(details)}`)
  const sight = new Sight('test', { info: line, warn: line, error: line }, { info: line, warn: line, error: line })
  const db = { read: { get: async () => ({}) }, write: async () => 1 } as unknown as Db
  const clock = { at: 0 }
  const guardian = new Guardian(
    { db, now: () => clock.at * 1000, sight, folder: '', mailer },
    { warn: line, error: line },
    () => clock.at,
  )
  const states = () => guardian.states().filter(({ isInTrouble }) => isInTrouble)
  return { guardian, sight, log, clock, states }
}

test('slow commits are told once, do not keep the server from its work, and are over a minute after the last one', async () => {
  const { guardian, sight, log, clock, states } = scene()
  const { commits } = sight.database
  const took = async (seconds: number, at: number) => {
    clock.at = at * second
    commits.took(seconds, clock.at)
    await guardian.beat()
  }
  await took(0.9, 100)
  assert.deepEqual(log, [])
  for (let at = 110; at < 150; at += 10) await took(at / 100, at)
  assert.deepEqual(await guardian.causes(), [])
  assert.deepEqual(guardian.warnings(), ['commits'])
  assert.match(states()[0]!.detail, /a commit took 1\.4 seconds/)
  await took(0.01, 199)
  assert.equal(log.length, 1)
  await took(0.01, 201)
  assert.deepEqual(guardian.warnings(), [])
  assert.match(log[0]!, /^changes are stored slowly.*"check":"commits","reason":"a commit took 1\.1 seconds"/)
  assert.match(log[1]!, /^changes are stored quickly again/)
  assert.equal(log.length, 2)
})

test('a commit is slow from one second on, and the slowest one is told', () => {
  const commits = new Commits()
  for (const [seconds, at] of [
    [0.99, 0],
    [3, 1],
    [1, 2],
  ] as const)
    commits.took(seconds, at)
  assert.equal(commits.slowest, 3)
  assert.equal(
    commits.durations.counts.reduce((sum, count) => sum + count, 0),
    3,
  )
})

test('the mail server is tried after ten minutes, each hour, and more often while it cannot be used', async () => {
  let problem: string | undefined
  let tried = 0
  const mailer = {
    problem: async () => {
      tried += 1
      return problem
    },
  }
  const { guardian, log, clock } = scene({ mailer })
  const beatAt = async (minutes: number) => {
    clock.at = minutes * 60 * second
    await guardian.beat()
    await new Promise(setImmediate)
    return tried
  }
  assert.equal(await beatAt(1), 0)
  assert.equal(await beatAt(10), 1)
  assert.equal(await beatAt(60), 1)
  problem = 'connect ECONNREFUSED'
  assert.equal(await beatAt(70), 2)
  assert.deepEqual(guardian.warnings(), ['mail'])
  assert.equal(await beatAt(79), 2)
  problem = undefined
  assert.equal(await beatAt(80), 3)
  assert.deepEqual(guardian.warnings(), [])
  assert.match(log[0]!, /the mail server cannot be used .*ECONNREFUSED/)
  assert.match(log[1]!, /the mail server can be used again/)
})

test('the mail server is tried at once after an email that it did not take', async () => {
  let hear = () => {}
  const mailer = {
    problem: async () => 'connect ECONNREFUSED',
    onFailure: (given: () => void) => {
      hear = given
    },
  }
  const { guardian } = scene({ mailer })
  assert.deepEqual(guardian.warnings(), [])
  hear()
  await new Promise(setImmediate)
  assert.deepEqual(guardian.warnings(), ['mail'])
})

test('the database is checked in the night, and damage that is found there keeps the server from being ready', async () => {
  const { guardian, sight, log, clock } = scene()
  const found = ['Tree 12 page 9: btreeInitPage() returns error code 11']
  let checked = 0
  const at = new Date(2026, 2, 3, 2, 59)
  const soundness = new Soundness({
    now: () => at.getTime() * 1000,
    sight,
    problems: async () => {
      checked += 1
      return found
    },
    log: { error: () => {} },
  })
  await soundness.whenDue()
  assert.equal(checked, 0)
  at.setHours(3, 1)
  await soundness.whenDue()
  await soundness.whenDue()
  assert.equal(checked, 1, 'once a night')
  assert.deepEqual(await guardian.causes(), ['damage'])
  assert.match(log[0]!, /^the database is damaged .*Tree 12 page 9/)
  clock.at = 5 * second
  sight.damage.checked(undefined, performance.now())
  await guardian.beat()
  assert.deepEqual(guardian.states().find(({ name }) => name === 'damage')?.isInTrouble, false)
  assert.match(log[1]!, /^the database is intact/)
})

test('damage that a request has met is checked for at once, and forgotten if the database turns out to be intact', async () => {
  const { guardian, sight } = scene()
  let checked = 0
  const problems = async () => {
    checked += 1
    return []
  }
  new Soundness({ now: () => 0, sight, problems, log: { error: () => {} } })
  sight.damage.note(new Error('a bug'))
  assert.equal(checked, 0)
  sight.damage.note(new Error('outer', { cause: Object.assign(new Error('malformed'), { errcode: 267 }) }))
  assert.equal(checked, 1)
  await new Promise(setImmediate)
  assert.deepEqual(await guardian.causes(), [])
})

test('data that PostgreSQL cannot read is damage, too', async () => {
  const { guardian, sight } = scene()
  sight.damage.note(Object.assign(new Error('invalid page in block 7'), { code: 'XX001' }))
  assert.deepEqual(await guardian.causes(), ['damage'])
})
