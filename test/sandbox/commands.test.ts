import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { askSandbox } from '../../src/sandbox/ask.ts'
import { clockhouse, type Outcome, Running } from '../cli/command.ts'

describe('clockhouse sandbox --https, and the commands that control it', () => {
  let sandbox: Running
  let given: Values
  // Commands find sandboxes of this folder only.
  const folder = mkdtempSync(join(tmpdir(), 'clockhouse-test-'))
  const env = { TMPDIR: folder }

  before(async () => {
    const args = ['sandbox', '--json', '--https', '--stopped', '--now', '2026-11-30T08:00']
    sandbox = await Running.start(args, /^(.*)\n/, { env })
    given = JSON.parse(sandbox.first[1]!)
  })
  after(async () => {
    await sandbox?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]): Promise<Outcome> => clockhouse(['sandbox', ...args], { env })
  const says = async (pattern: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await run(...args)
    assert.equal(code, 0, stderr)
    assert.match(stdout, pattern)
  }
  const fails = async (code: number, pattern: RegExp, ...args: string[]) => {
    const outcome = await run(...args)
    assert.equal(outcome.code, code, outcome.stdout)
    assert.match(outcome.stderr, pattern)
  }

  test('its certificate is for this machine, signed by the one in ca_file, and no other is accepted', async () => {
    assert.match(given.base_url, /^https:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const ca = readFileSync(given.ca_file, 'utf8')
    const authority = new X509Certificate(ca)
    assert.ok(authority.ca && authority.verify(authority.publicKey))
    assert.equal((await askSandbox<Values>(given.sandbox_url, 'GET', { ca })).running, false)
    const named = given.sandbox_url.replace('127.0.0.1', 'localhost')
    assert.equal((await askSandbox<Values>(named, 'GET', { ca })).running, false)
    await assert.rejects(askSandbox(given.sandbox_url, 'GET'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
    // Links in mails lead to this address.
    const mails = await askSandbox<Values>(`${given.sandbox_url}/mails`, 'GET', { ca })
    for (const { links } of mails.mails) assert.ok(links.every((link: string) => link.startsWith('https://127.0.0.1')))
  })

  test('the clock is shown, moved, set, and never goes back', async () => {
    await says(/^2026-11-30T08:00:00-07:00 in America\/Denver, stopped$/m, 'clock')
    assert.equal((await run('clock', '+1d', '--json')).json().local, '2026-12-01T08:00:00-07:00')
    await says(/^2026-12-01T09:30:00-07:00/, 'clock', '2026-12-01T09:30')
    await fails(1, /does not go back/, 'clock', '2026-11-30')
    await fails(1, /does not go back/, 'clock', '-1d')
    await fails(1, /is not a time: give a length such as/, 'clock', 'tomorrow')
    await says(/running$/m, 'clock', 'run')
    await says(/stopped$/m, 'clock', 'stop')
  })

  test('rules for faults are added, listed and removed', async () => {
    await says(/1 +status=429 count=2 path=\/timesheets +0 +0/, 'fault', 'status=429', 'count=2', 'path=/timesheets')
    await says(/2 +expired_token=true/, 'fault', 'expired_token')
    assert.equal((await run('fault', '--json')).json().length, 2)
    await fails(1, /colour is not a property of a fault/, 'fault', 'colour=red')
    await fails(2, /must be a name and a value/, 'fault', '=red')
    await says(/No request fails/, 'fault', '--clear')
  })

  test('snapshots are saved, restored and deleted, and a reset goes back to the beginning', async () => {
    await says(/There are no snapshots/, 'snapshot')
    await says(/^tuesday$/m, 'snapshot', 'save', 'tuesday')
    await run('clock', '+1h')
    await says(/^tuesday$/m, 'snapshot', 'restore', 'tuesday')
    assert.match((await run('clock')).stdout, /^2026-12-01T09:30/)
    await fails(1, /there is no snapshot monday; there are: tuesday/, 'snapshot', 'restore', 'monday')
    await fails(2, /list, save, restore or delete, not drop/, 'snapshot', 'drop')
    await fails(2, /give the name/, 'snapshot', 'save')
    await says(/There are no snapshots/, 'snapshot', 'delete', 'tuesday')
    await says(/^2026-11-30T08:00:00-07:00/, 'reset')
  })

  test('mails are listed', async () => {
    await run('clock', '+1d')
    await says(/^created +to +subject\n2026-/, 'mails')
    assert.ok((await run('mails', '--json')).json().length > 0)
  })

  test('a command names what is wrong when it finds no sandbox, or several', async () => {
    await fails(1, /no sandbox answers at http:\/\/127\.0\.0\.1:9/, 'clock', '--url', 'http://127.0.0.1:9')
    await fails(2, /--url must be an address/, 'clock', '--url', 'here')
    const second = await Running.start(['sandbox', '--json'], /^(.*)\n/, { env })
    await fails(1, /several sandboxes run; choose one with --url: http/, 'clock')
    await says(/stopped/, 'clock', '--url', new URL(given.base_url).origin)
    await second.stop()
  })

  test('leaves nothing behind', async () => {
    assert.equal(await sandbox.stop(), 0)
    assert.ok(!existsSync(given.ca_file) && !existsSync(given.data_dir))
    await fails(1, /no sandbox is running/, 'clock')
  })
})

describe('clockhouse sandbox --scenario', () => {
  const begin = async (...args: string[]) => {
    const sandbox = await Running.start(['sandbox', '--json', '--stopped', ...args], /^(.*)\n/)
    const given = JSON.parse(sandbox.first[1]!)
    const clock = await askSandbox<Values>(given.sandbox_url, 'GET')
    return { sandbox, given, clock }
  }

  test('begins at the end of a pay period, and on the evening before the clocks change', async () => {
    for (const [scenario, now, local] of [
      ['pay-period-end', '2026-11-30T08:00', '2026-12-05T16:00:00-07:00'],
      ['clock-change', '2026-11-30T08:00', '2027-03-13T20:00:00-07:00'],
      ['clock-change', '2026-10-31T21:00', '2026-10-31T20:00:00-06:00'],
    ] as const) {
      const { sandbox, clock } = await begin('--scenario', scenario, '--now', now)
      assert.deepEqual([clock.scenario, clock.local], [scenario, local])
      await sandbox.stop()
    }
  })

  test('has 500 people', async () => {
    const { sandbox, given } = await begin('--scenario', '500-people')
    const headers = { authorization: `Bearer ${given.access_token}` }
    let count = 0
    for (let page = 1, more = true; more; page++) {
      const answer = (await (
        await fetch(`${given.base_url}/users?page=${page}&active=both`, { headers })
      ).json()) as Values
      count += Object.keys(answer.results.users).length
      more = answer.more
    }
    assert.equal(count, 500)
    await sandbox.stop()
  })

  test('refuses what there is not', async () => {
    const { code, stderr } = await clockhouse(['sandbox', '--scenario', 'flood'])
    assert.equal(code, 2)
    assert.match(stderr, /Allowed choices are usual, pay-period-end, clock-change, 500-people/)
  })
})
