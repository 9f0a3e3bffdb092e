import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { PushService } from '../support/push_service.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('push devices', (database) => {
  let server: TestServer
  let service: PushService
  let company: TestCompany
  before(async () => {
    service = await new PushService().start()
    server = await TestServer.start(database, { CLOCKHOUSE_PUSH_PRIVATE: 'yes' })
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    service.respond = () => ({ status: 201 })
    service.take()
  })
  afterEach(() => assert.deepEqual(service.faults.splice(0), []))
  after(async () => {
    await server.stop()
    await service.stop()
  })

  const register = async (who: { token: string }, more: object = {}) => {
    const { device, endpoint, keys } = service.subscribe()
    const told = await ask(server, who, 'POST', '/devices', { endpoint, keys, ...more })
    return { device, subscription: { endpoint, keys }, id: told.body.id as number, told }
  }
  const devices = async (who: { token: string }): Promise<Values[]> =>
    (await ask(server, who, 'GET', '/devices')).body.devices

  test('a browser is stored under its name or user agent, and removed by its owner', async () => {
    const { public_key: key } = (await ask(server, company, 'GET', '/devices')).body
    assert.equal(Buffer.from(key, 'base64url').length, 65)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    const { endpoint, keys } = service.subscribe()
    const first = await ask(
      server,
      company,
      'POST',
      '/devices',
      { endpoint, keys },
      { headers: { 'user-agent': agent } },
    )
    server.pass(1)
    const second = await register(company, { name: ' Phone ' })
    assert.deepEqual(
      (await devices(company)).map(({ id, name, last_sent, last_outcome }) => [id, name, last_sent, last_outcome]),
      [
        [second.id, 'Phone', null, ''],
        [first.body.id, 'Firefox on Linux', null, ''],
      ],
    )
    const other = await server.user(company)
    assert.deepEqual(await devices(other), [])
    assert.equal((await ask(server, other, 'DELETE', `/devices/${second.id}`)).status, 404)
    assert.equal((await ask(server, other, 'POST', `/devices/${second.id}/test`)).status, 404)
    assert.deepEqual((await ask(server, company, 'DELETE', `/devices/${second.id}`)).body, {})
    assert.equal((await ask(server, company, 'DELETE', `/devices/${second.id}`)).status, 404)
    assert.equal((await devices(company)).length, 1)
    assert.equal((await ask(server, company, 'GET', '/devices')).body.public_key, key, 'it is unchanged')
  })

  test('an invalid push subscription is refused by name', async () => {
    const { endpoint, keys } = service.subscribe()
    for (const [body, about] of [
      [{ keys }, /endpoint: required/],
      [{ endpoint, keys: { p256dh: keys.p256dh } }, /keys.auth: required/],
      [{ endpoint, keys: { ...keys, auth: 'AAAA' } }, /keys: .* auth 16 bytes/],
      [{ endpoint, keys: { ...keys, p256dh: keys.auth } }, /keys: p256dh must be a point/],
      [{ endpoint: 'mailto:ada@example.com', keys }, /endpoint: must be the https address/],
      [{ endpoint: 'x'.repeat(3000), keys }, /endpoint: /],
      [{ endpoint, keys, name: ' ' }, /name: /],
    ] as const) {
      const { status, body: answer } = await ask(server, company, 'POST', '/devices', body)
      assert.equal(status, 417)
      assert.match(answer.error.message, about)
    }
    assert.deepEqual(await devices(company), [])
  })

  test('the same browser is the same device, and belongs to the person signed in there now', async () => {
    const { subscription, id } = await register(company)
    const again = await ask(server, company, 'POST', '/devices', { ...subscription, name: 'New name' })
    assert.equal(again.body.id, id)
    const wanda = await server.user(company)
    assert.equal((await ask(server, wanda, 'POST', '/devices', subscription)).body.id, id)
    assert.deepEqual([(await devices(company)).length, (await devices(wanda)).length], [0, 1])
    const elsewhere = await server.company()
    assert.equal((await ask(server, elsewhere, 'POST', '/devices', subscription)).status, 200)
    assert.deepEqual([(await devices(wanda)).length, (await devices(elsewhere)).length], [0, 1])
  })

  test('a person has at most 20 devices; the one that has been useless the longest is replaced', async () => {
    const ids: number[] = []
    for (let n = 0; n < 20; n++) {
      ids.push((await register(company)).id)
      server.pass(60)
    }
    await ask(server, company, 'POST', `/devices/${ids[0]}/test`)
    const { id } = await register(company)
    assert.deepEqual(
      (await devices(company)).map((device) => device.id as number).sort((a, b) => a - b),
      [ids[0]!, ...ids.slice(2), id].sort((a, b) => a - b),
    )
  })

  test('a test push goes to that one device and reports the result', async () => {
    const { id, device } = await register(company)
    await register(company)
    const tried = async () => (await ask(server, company, 'POST', `/devices/${id}/test`)).body
    assert.deepEqual(await tried(), { outcome: 'sent', status: 201, error: '' })
    const [push, ...more] = service.take()
    assert.deepEqual([push!.device, more], [device, []])
    assert.deepEqual([push!.said.title, push!.said.id, push!.said.path], ['Northyard', 0, '/me'])
    assert.equal((await devices(company)).find((one) => one.id === id)!.last_outcome, 'sent')
    service.respond = () => ({ status: 503, headers: { 'retry-after': '60' }, body: 'busy' })
    assert.deepEqual(await tried(), {
      outcome: 'failed',
      status: 503,
      error: 'the push service answered 503: busy; given up',
    })
    assert.equal((await devices(company)).find((one) => one.id === id)!.last_outcome, 'failed')
    service.respond = () => ({ status: 410 })
    assert.deepEqual(await tried(), { outcome: 'failed', status: 410, error: 'the device has unsubscribed' })
    assert.equal(
      (await devices(company)).some((one) => one.id === id),
      false,
    )
    assert.equal((await ask(server, company, 'POST', `/devices/${id}/test`)).status, 404)
    const closed = await new PushService().start()
    const { endpoint, keys } = closed.subscribe()
    await closed.stop()
    const left = (await ask(server, company, 'POST', '/devices', { endpoint, keys })).body
    const { outcome, error } = (await ask(server, company, 'POST', `/devices/${left.id}/test`)).body
    assert.deepEqual([outcome, error], ['failed', 'the push service refused the connection; given up'])
  })

  test('a person acting in a managed client has no devices and messages there', async () => {
    const client = await server.company('Client')
    const { linkClient } = await import('../../src/resources/managed_clients.ts')
    await server.db.write(linkClient, { companyId: company.id, managedId: client.id, active: true }, server.now)
    const headers = { 'vnd.tsheets.managedclientid': String((await server.list(company, 'managed_clients'))[0]!.id) }
    for (const [method, path] of [
      ['GET', '/devices'],
      ['GET', '/messages'],
      ['DELETE', '/devices/999'],
      ['POST', '/devices/999/test'],
    ] as const)
      assert.equal((await ask(server, company, method, path, undefined, { headers })).status, 403, path)
  })
})

onEither('messages and deliveries', (database) => {
  let server: TestServer
  let company: TestCompany
  let wanda: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  beforeEach(async () => {
    company = await server.company()
    wanda = await server.user(company)
  })
  after(() => server.stop())

  const send = (message: string, more: Values = {}) =>
    server.createOne(company, 'notifications', { user_id: wanda.id, message, ...more })
  const messages = async (who = wanda) => (await ask(server, who, 'GET', '/messages')).body
  const read = (body: object, who = wanda) => ask(server, who, 'PUT', '/messages/read', body)

  test('unread messages are counted until they are read, one at a time or all at once', async () => {
    const ids: number[] = []
    for (const text of ['One', 'Two', 'Three']) ids.push((await send(text)).id)
    await send('Not yet', { delivery_time: new Date(server.now / 1000 + 60_000).toISOString() })
    assert.equal((await messages()).unread, 3)
    assert.deepEqual((await read({ ids: [ids[1]!, 2_000_000_000] })).body, { unread: 2 })
    assert.deepEqual(
      (await messages()).messages.map(({ id, read, kind, path }: Values) => [id, read, kind, path]),
      [
        [ids[2], false, 'message', ''],
        [ids[1], true, 'message', ''],
        [ids[0], false, 'message', ''],
      ],
    )
    assert.deepEqual((await read({ all: true })).body, { unread: 0 })
    server.pass(61)
    assert.equal((await messages()).unread, 1, 'later messages are unread')
    server.pass(31 * 86_400)
    const fresh = { id: wanda.id, token: await server.token(company.id, wanda.id) }
    assert.deepEqual(await messages(fresh), { unread: 0, messages: [] })
  })

  test('people cannot mark each other’s messages as read', async () => {
    const { id } = await send('For Wanda')
    assert.equal((await read({ ids: [id] }, { id: company.adminId, token: company.token })).status, 404)
    assert.equal((await messages()).unread, 1)
    for (const body of [{}, { ids: [], all: true }, { ids: [id], all: true }, { all: false }, { ids: [0] }])
      assert.equal((await read(body)).status, 417, JSON.stringify(body))
  })

  test('reading a message increments the company’s version, so other browsers refresh', async () => {
    const { id } = await send('Look')
    const before = (await server.get(wanda, '/current_user')).headers.etag
    await read({ ids: [id] })
    const after = (await server.get(wanda, '/current_user')).headers.etag
    assert.notEqual(after, before)
    await read({ ids: [id] })
    assert.equal((await server.get(wanda, '/current_user')).headers.etag, after, 'nothing has changed')
  })

  test('administrators see the results of deliveries, by person and state', async () => {
    assert.deepEqual((await ask(server, company, 'GET', '/deliveries')).body, { deliveries: [] })
    assert.equal((await ask(server, wanda, 'GET', '/deliveries')).status, 403)
    assert.equal((await ask(server, company, 'GET', '/deliveries?state=lost')).status, 417)
    assert.equal((await ask(server, company, 'GET', '/deliveries?user_id=999999')).status, 404)
  })
})
