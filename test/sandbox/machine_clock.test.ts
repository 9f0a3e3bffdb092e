import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Values } from '../../src/engine/table.ts'
import { RunningSandbox } from '../cli/command.ts'
import { onEither } from '../support/server.ts'

// A program compares what it reads with its own clock, so both must show the same time until it moves the sandbox's.

onEither('the clock of a sandbox without --now', (database) => {
  let sandbox: RunningSandbox
  before(async () => {
    const env = { CLOCKHOUSE_DATABASE_URL: database === 'postgres' ? process.env.TEST_POSTGRES_URL : undefined }
    sandbox = await RunningSandbox.start([], env)
  })
  after(() => sandbox?.stop())

  const ask = async (method: string, url: string, body?: object): Promise<Values> => {
    const headers = { authorization: `Bearer ${sandbox.access.access_token}` }
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    assert.equal(response.status, 200, url)
    return (await response.json()) as Values
  }
  const control = (path: string, body: object = {}) => ask('POST', sandbox.access.sandbox_url + path, body)
  /** Whether a new record counts as changed since an instant of this machine. */
  const findsNew = async (name: string) => {
    const before = new Date().toISOString()
    await ask('POST', `${sandbox.access.base_url}/groups`, { data: [{ name }] })
    const found = await ask('GET', `${sandbox.access.base_url}/groups?modified_since=${before}`)
    return Object.values<Values>(found.results.groups).some((group) => group.name === name)
  }

  test('a record is newer than an instant of this machine before it was created, also after a reset or a snapshot', async () => {
    assert.ok(await findsNew('At once'))
    await control('/snapshots', { name: 'early' })
    await control('/clock', { running: true })
    assert.ok(await findsNew('Still running'))
    await control('/reset')
    assert.ok(await findsNew('After the reset'))
    await control('/snapshots/early/restore')
    assert.ok(await findsNew('After the snapshot'))
  })

  test('a clock that was stopped goes on from where it stood, and a reset brings back that of the machine', async () => {
    const { now } = await control('/clock', { running: false })
    // A list is asked by whole seconds.
    await wait(Math.max(0, Date.parse(now) + 1000 - Date.now()))
    assert.ok(!(await findsNew('While it stands')))
    await control('/snapshots', { name: 'stopped' })
    await control('/clock', { move: '+1h' })
    assert.ok(await findsNew('An hour later'))
    assert.equal((await control('/snapshots/stopped/restore')).now, now)
    assert.equal((await control('/reset')).running, true)
    assert.ok(await findsNew('After the reset'))
  })
})
