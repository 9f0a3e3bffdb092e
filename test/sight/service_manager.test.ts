import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ServedPlace } from '../cli/command.ts'
import { migratedPlace } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// What systemd hears of a server. Its program is replaced by one that writes the messages into a file.

let folder: string
let fresh: Awaited<ReturnType<typeof migratedPlace>>
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockhouse-systemd-'))
  const program = join(folder, 'systemd-notify')
  writeFileSync(program, '#!/bin/sh\necho "$1" >> "$NOTIFY_SOCKET"\n')
  chmodSync(program, 0o755)
  fresh = await migratedPlace('sqlite')
})
after(async () => {
  await fresh.clean()
  rmSync(folder, { recursive: true })
})

/** A server that systemd has started, and what it has told so far. */
async function managed(name: string, environment: Record<string, string> = {}) {
  const socket = join(folder, name)
  writeFileSync(socket, '')
  const env = { NOTIFY_SOCKET: socket, PATH: `${folder}:${process.env.PATH}`, ...environment }
  const server = await ServedPlace.start(fresh.place, env)
  const told = async (wanted: string) => {
    while (!readFileSync(socket, 'utf8').includes(wanted)) await setTimeout(20)
    return readFileSync(socket, 'utf8').trim().split('\n')
  }
  return { server, told }
}

test('systemd hears that the server is ready, and that it stops', { skip: process.platform === 'win32' }, async () => {
  const { server, told } = await managed('ready')
  assert.deepEqual(await told('READY=1'), ['READY=1'])
  await server.stop()
  assert.deepEqual(await told('STOPPING=1'), ['READY=1', 'STOPPING=1'])
})

nightly.test('systemd hears again and again that the server is alive, if it has a watchdog', async () => {
  const { server, told } = await managed('alive', { WATCHDOG_USEC: '6000000' })
  assert.deepEqual(await told('WATCHDOG=1\nWATCHDOG=1\n'), ['READY=1', 'WATCHDOG=1', 'WATCHDOG=1'])
  await server.stop()
})
