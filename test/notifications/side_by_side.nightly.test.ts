import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../support/free_port.ts'
import { Mailbox } from '../support/mailbox.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { PushService } from '../support/push_service.ts'
import { migratedPlace, onBoth, type TestServer } from '../support/server.ts'

// A server as normally started, with its own clock: one that does not answer delays no other.

onBoth('mails and pushes of a server as normally started', (database) => {
  let place: TestServer['place']
  let clean: () => Promise<void>
  let service: PushService
  const servers: ServerProcess[] = []
  const ends: (() => unknown)[] = []
  before(async () => {
    const fresh = await migratedPlace(database)
    place = fresh.place
    clean = fresh.clean
    service = await new PushService().start()
  })
  after(async () => {
    for (const server of servers) await server.stop()
    for (const end of ends) end()
    await service.stop()
    await clean()
  })

  /** A server and a company whose administrator has a device and an email address. */
  const begin = async (settings: Record<string, string>) => {
    const port = await freePort()
    const server = await ServerProcess.start(place, {
      CLOCKHOUSE_PUSH_PRIVATE: 'yes',
      ...settings,
      PORT: String(port),
      CLOCKHOUSE_URL: `http://127.0.0.1:${port}`,
    })
    servers.push(server)
    const opened = await Beside.open(place)
    const { token, adminId } = await opened.company()
    await opened.close()
    await server.call(token, 'PUT', '/users', [{ id: adminId, email: 'ada@example.com' }])
    const { endpoint, keys } = service.subscribe()
    const registered = await fetch(`${server.url}/api/console/devices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys }),
    })
    assert.equal(registered.status, 200)
    const send = (method: 'push' | 'email', message: string) =>
      server.call(token, 'POST', '/notifications', [{ method, message }])
    return { server, send }
  }
  const soon = async (there: () => boolean, seconds: number) => {
    for (let waited = 0; !there() && waited < seconds; waited += 0.1) await setTimeout(100)
    return there()
  }

  test('a mail server that does not answer does not delay pushes', async () => {
    const open = new Set<Socket>()
    const silent = createServer((socket) => {
      open.add(socket)
      socket.on('error', () => {}).once('close', () => open.delete(socket))
    }).listen(0, '127.0.0.1')
    const end = () => {
      silent.close()
      for (const socket of open) socket.destroy()
    }
    ends.push(end)
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const { server, send } = await begin({ CLOCKHOUSE_SMTP_URL: `smtp://127.0.0.1:${port}` })
    await send('email', 'Never accepted')
    assert.ok(await soon(() => open.size > 0, 30), 'the mail is in flight')
    await send('push', 'Quick')
    assert.ok(await soon(() => service.arrived.length > 0, 9), 'the push arrives')
    assert.equal(open.size, 1, 'while the mail server has not answered')
    assert.deepEqual(
      service.take().map(({ said }) => said.body),
      ['Quick'],
    )
    end()
    assert.equal(await server.stop(), 0)
  })

  test('a push service that does not answer does not delay mails', async () => {
    const mailbox = await new Mailbox().start()
    ends.push(() => mailbox.stop())
    const { server, send } = await begin(mailbox.settings)
    service.respond = () => 'never'
    await send('email', 'Quick')
    for (let i = 0; i < 40; i++) await send('push', `Slow ${i}`)
    assert.ok(await soon(() => mailbox.mails.length > 0, 25), 'the mail arrives')
    assert.equal(mailbox.take()[0]!.subject, 'Quick')
    assert.ok(service.arrived.length < 40, 'while pushes wait for the unresponsive service')
    assert.equal(await server.stop(), 0)
  })
})
