import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createCompany } from '../../src/company/companies.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { start } from '../../src/start.ts'
import { Mailbox } from '../support/mailbox.ts'
import { PushService } from '../support/push_service.ts'
import { migratedPlace, threads } from '../support/server.ts'

// The background loops of a server in this process, whose intervals the tests let pass. side_by_side.nightly.test.ts
// waits for those of a real one.

const ada = {
  first_name: 'Ada',
  last_name: 'Admin',
  username: 'ada',
  email: 'ada@example.com',
  password: '',
  tz: 'UTC',
}

describe('the background loops of a server', () => {
  let service: PushService
  const ends: (() => unknown)[] = []
  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    service = await new PushService().start()
    ends.push(() => service.stop())
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
    mock.timers.reset()
  })

  /** A server with a company whose administrator has a device and an email address. */
  const begin = async (settings: Record<string, string>) => {
    const { place, clean } = await migratedPlace('sqlite')
    const read = readConfig({ PORT: '0', CLOCKHOUSE_PUSH_PRIVATE: 'yes', CLOCKHOUSE_LOG_LEVEL: 'silent', ...settings })
    const config: Config = { ...read, ...place }
    const { world, address, stop } = await start(config, { threads })
    ends.push(stop, clean)
    const created = await world.db.write(createCompany, { company_name: 'Northyard', ...ada }, world.now())
    if ('refused' in created) throw new Error(created.refused)
    const account = { companyId: created.company_id, userId: created.user_id }
    const { token } = await createToken(world, { ...account, name: 'Test client' })
    const post = async (path: string, body: object): Promise<Values> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal(answer.status, 200)
      return (await answer.json()) as Values
    }
    const { endpoint, keys } = service.subscribe()
    await post('/api/console/devices', { endpoint, keys })
    return (method: 'push' | 'email', message: string) => post('/api/v1/notifications', { data: [{ method, message }] })
  }
  /** Lets the intervals of the loops pass until a condition holds. */
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      mock.timers.tick(10_000)
      await setTimeout(5)
    }
  }

  test('a silent mail server does not delay pushes', async () => {
    const open = new Set<Socket>()
    const silent = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => {}).once('close', () => open.delete(socket))
    }).listen(0, '127.0.0.1')
    ends.push(() => {
      silent.close()
      for (const socket of open) socket.destroy()
    })
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const url = { CLOCKHOUSE_URL: 'http://time.example.com' }
    const send = await begin({ ...url, CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}` })
    await send('email', 'Never accepted')
    await until(() => open.size > 0)
    await send('push', 'Quick')
    await until(() => service.arrived.length > 0)
    assert.equal(open.size, 1, 'the mail server has not answered')
    assert.deepEqual(
      service.take().map(({ said }) => said.body),
      ['Quick'],
    )
  })

  test('a silent push service does not delay mails', async () => {
    const mailbox = await new Mailbox().start()
    ends.push(() => mailbox.stop())
    const send = await begin(mailbox.settings)
    service.respond = () => 'never'
    await send('email', 'Quick')
    for (let i = 0; i < 40; i++) await send('push', `Slow ${i}`)
    await until(() => mailbox.mails.length > 0)
    assert.equal(mailbox.take()[0]!.subject, 'Quick')
    assert.ok(service.arrived.length < 40, 'pushes wait for the silent service')
  })
})
