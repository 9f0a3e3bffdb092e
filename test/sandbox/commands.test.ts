import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { printLocal } from '../../src/rules/time/calendar.ts'
import { zone } from '../../src/sample/company.ts'
import { askSandbox } from '../../src/sandbox/ask.ts'
import { instantNamed } from '../../src/sandbox/clock.ts'
import { seedOf } from '../../src/sandbox/scenarios.ts'
import { clockhouse, type Outcome, RunningSandbox } from '../cli/command.ts'
import { isFull, nightly } from '../support/tiers.ts'

describe('clockhouse sandbox --https, and the commands that control it', () => {
  let sandbox: RunningSandbox
  let access: Values
  // Commands find sandboxes of this folder only.
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-test-'))
  const env = { TMPDIR: folder }

  before(async () => {
    sandbox = await RunningSandbox.start(['--https', '--stopped', '--now', '2026-11-30T08:00'], env)
    access = sandbox.access
  })
  after(async () => {
    await sandbox?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]): Promise<Outcome> => clockhouse(['sandbox', ...args], { env })
  const prints = async (pattern: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await run(...args)
    assert.equal(code, 0, stderr)
    assert.match(stdout, pattern)
  }
  const fails = async (code: number, pattern: RegExp, ...args: string[]) => {
    const outcome = await run(...args)
    assert.equal(outcome.code, code, outcome.stdout)
    assert.match(outcome.stderr, pattern)
  }

  test('the certificate of a sandbox with HTTPS is for this machine, and clients trust it only with the one in ca_file', async () => {
    assert.match(access.base_url, /^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const ca = readFileSync(access.ca_file, 'utf8')
    const authority = new X509Certificate(ca)
    assert.ok(authority.ca && authority.verify(authority.publicKey))
    assert.equal((await askSandbox<Values>(access.sandbox_url, 'GET', { ca })).running, false)
    const named = access.sandbox_url.replace('127.0.0.1', 'localhost')
    assert.equal((await askSandbox<Values>(named, 'GET', { ca })).running, false)
    await assert.rejects(askSandbox(access.sandbox_url, 'GET'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
    // Links in mails lead to this address.
    const mails = await askSandbox<Values>(`${access.sandbox_url}/mails`, 'GET', { ca })
    for (const { links } of mails.mails) assert.ok(links.every((link: string) => link.startsWith('https://127.0.0.1')))
  })

  test('sandbox clock shows the clock, moves it and sets it, and never sets it back', async () => {
    await prints(/^2026-11-30T08:00:00-07:00 in America\/Denver, stopped$/m, 'clock')
    assert.equal((await run('clock', '+1d', '--json')).json().local, '2026-12-01T08:00:00-07:00')
    await prints(/^2026-12-01T09:30:00-07:00/, 'clock', '2026-12-01T09:30')
    await fails(1, /does not go back/, 'clock', '2026-11-30')
    await fails(1, /does not go back/, 'clock', '-1d')
    await fails(1, /is not a time: give a length such as/, 'clock', 'tomorrow')
    await prints(/running$/m, 'clock', 'run')
    await prints(/stopped$/m, 'clock', 'stop')
  })

  test('sandbox fault adds, lists and removes rules for faults', async () => {
    await prints(/1 +status=429 count=2 path=\/timesheets +0 +0/, 'fault', 'status=429', 'count=2', 'path=/timesheets')
    await prints(/2 +expired_token=true/, 'fault', 'expired_token')
    assert.equal((await run('fault', '--json')).json().length, 2)
    await fails(1, /colour is not a property of a fault/, 'fault', 'colour=red')
    await fails(2, /must be a name and a value/, 'fault', '=red')
    await prints(/No request fails/, 'fault', '--clear')
  })

  test('sandbox snapshot saves, restores and deletes snapshots, and sandbox reset brings back the first state', async () => {
    await prints(/There are no snapshots/, 'snapshot')
    await prints(/^tuesday$/m, 'snapshot', 'save', 'tuesday')
    await run('clock', '+1h')
    await prints(/^tuesday$/m, 'snapshot', 'restore', 'tuesday')
    assert.match((await run('clock')).stdout, /^2026-12-01T09:30/)
    await fails(1, /there is no snapshot monday; there are: tuesday/, 'snapshot', 'restore', 'monday')
    await fails(2, /list, save, restore or delete, not drop/, 'snapshot', 'drop')
    await fails(2, /give the name/, 'snapshot', 'save')
    await prints(/There are no snapshots/, 'snapshot', 'delete', 'tuesday')
    await prints(/^2026-11-30T08:00:00-07:00/, 'reset')
  })

  test('sandbox mails lists the recorded mails', async () => {
    await run('clock', '+1d')
    await prints(/^created +to +subject\n2026-/, 'mails')
    assert.ok((await run('mails', '--json')).json().length > 0)
  })

  test('a command explains when it finds no sandbox or several', async () => {
    await fails(1, /no sandbox answers at http:\/\/127\.0\.0\.1:9/, 'clock', '--url', 'http://127.0.0.1:9')
    await fails(2, /--url must be an address/, 'clock', '--url', 'here')
    const second = await RunningSandbox.start([], env)
    try {
      await fails(1, /several sandboxes run; choose one with --url: http/, 'clock')
      await prints(/stopped/, 'clock', '--url', new URL(access.base_url).origin)
    } finally {
      await second.stop()
    }
  })

  test('a sandbox that stops removes its certificate and its data, and commands no longer find it', async () => {
    assert.equal(await sandbox.stop(), 0)
    assert.ok(!existsSync(access.ca_file) && !existsSync(access.data_dir))
    await fails(1, /no sandbox is running/, 'clock')
  })
})

const scenarios: [name: string, now: string, local: string][] = [
  ['pay-period-end', '2026-11-30T08:00', '2026-12-05T16:00:00-07:00'],
  ['clock-change', '2026-11-30T08:00', '2027-03-13T20:00:00-07:00'],
  ['clock-change', '2026-10-31T21:00', '2026-10-31T20:00:00-06:00'],
]

describe('clockhouse sandbox --scenario', () => {
  test('the scenarios begin at the end of a pay period, and on the evening before the clocks change', () => {
    for (const [name, given, local] of scenarios) {
      const { now } = seedOf(name, { seed: 1, now: instantNamed(given, { now: 0, zone }) })
      assert.equal(printLocal(now, zone), local, name)
    }
  })

  test('a sandbox with a scenario starts its clock there', async () => {
    for (const [scenario, now, local] of isFull ? scenarios : scenarios.slice(0, 1)) {
      const sandbox = await RunningSandbox.start(['--stopped', '--scenario', scenario, '--now', now])
      try {
        const clock = await askSandbox<Values>(sandbox.access.sandbox_url, 'GET')
        assert.deepEqual([clock.scenario, clock.local], [scenario, local])
      } finally {
        await sandbox.stop()
      }
    }
  })

  nightly.test('the scenario 500-people has 500 people', async () => {
    const sandbox = await RunningSandbox.start(['--stopped', '--scenario', '500-people'])
    try {
      const { base_url, access_token } = sandbox.access
      const headers = { authorization: `Bearer ${access_token}` }
      let count = 0
      for (let page = 1, more = true; more; page++) {
        const answer = await fetch(`${base_url}/users?page=${page}&active=both`, { headers })
        const body = (await answer.json()) as Values
        count += Object.keys(body.results.users).length
        more = body.more
      }
      assert.equal(count, 500)
    } finally {
      await sandbox.stop()
    }
  })

  test('the command refuses a scenario that does not exist', async () => {
    const { code, stderr } = await clockhouse(['sandbox', '--scenario', 'flood'])
    assert.equal(code, 2)
    assert.match(stderr, /Allowed choices are usual, pay-period-end, clock-change, 500-people/)
  })
})
