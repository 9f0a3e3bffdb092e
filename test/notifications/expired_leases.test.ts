import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { BackgroundWork } from '../../src/jobs/background.ts'
import { dispatchDue } from '../../src/notifications/dispatch.ts'
import { openPush } from '../../src/notifications/push_transport.ts'
import { deliverPushes } from '../../src/notifications/pushes.ts'
import type { World } from '../../src/world.ts'
import { ask } from '../app_api/ask.ts'
import { PushService } from '../support/push_service.ts'
import { onBoth, onEither, type TestCompany, TestServer } from '../support/server.ts'

const hour = 3600

onBoth('pushes after failures on the server side', (database) => {
  let server: TestServer
  let service: PushService
  let company: TestCompany
  let wanda: { id: number; token: string }

  before(async () => {
    service = await new PushService().start()
    server = await TestServer.start(database, { CLOCKHOUSE_PUSH_PRIVATE: 'yes' })
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    wanda = await server.user(company)
    service.respond = () => ({ status: 201 })
    service.take()
    server.world.push.hosts.clear()
    const { device: _, ...subscription } = service.subscribe()
    assert.equal((await ask(server, wanda, 'POST', '/devices', subscription)).status, 200)
  })
  afterEach(() => assert.deepEqual(service.faults.splice(0), []))
  after(async () => {
    await server.stop()
    await service.stop()
  })

  const send = (message: string, more: Values = {}) =>
    server.createOne(company, 'notifications', { user_id: wanda.id, message, ...more })
  const outcomes = async (): Promise<Values[]> => (await ask(server, company, 'GET', '/deliveries')).body.deliveries
  const bodies = () => service.take().map(({ said }) => said.body as string)
  const stateOf = async (id: number) =>
    (await server.db.read.get<{ state: string }>(
      sql`select state from notifications where company_id = ${company.id} and id = ${id}`,
    ))!.state

  /** A process that claims what is due and is never heard from again. */
  const die = async () => {
    const push = { hosts: new Map(), send: () => new Promise<never>(() => {}) }
    const world: World = { ...server.world, push }
    void new BackgroundWork(world, server.config).runDue()
    while (!(await outcomes()).some(({ state }) => state === 'sending')) await new Promise(setImmediate)
  }

  test('a push that was in flight when its process died is not sent again, and its outcome is recorded as unknown', async () => {
    const { id } = await send('Who knows')
    await die()
    await server.round()
    assert.equal((await outcomes())[0]!.state, 'sending', 'it may still be in flight')
    server.pass(61)
    await server.round()
    assert.deepEqual(bodies(), [])
    const [outcome] = await outcomes()
    assert.deepEqual(
      [outcome!.state, outcome!.error, await stateOf(id)],
      ['failed', 'the server stopped while it was being sent; it may have arrived', 'failed'],
    )
    await send('Next')
    await server.round()
    assert.deepEqual(bodies(), ['Next'])
  })

  test('a process that was presumed dead and comes back corrects the record', async () => {
    const { id } = await send('Slow')
    let answer = () => {}
    const push = openPush(server.config)
    const slow: World = {
      ...server.world,
      push: {
        hosts: new Map(),
        send: async (request) => {
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          return push.send(request)
        },
      },
    }
    const round = new BackgroundWork(slow, server.config).runDue()
    while (!(await outcomes()).some(({ state }) => state === 'sending')) await new Promise(setImmediate)
    while (`${answer}` === '() => {}') await new Promise(setImmediate)
    server.pass(3 * hour)
    await server.round()
    assert.deepEqual([(await outcomes())[0]!.state, await stateOf(id)], ['failed', 'failed'])
    answer()
    await round
    assert.deepEqual(bodies(), ['Slow'])
    assert.deepEqual([(await outcomes())[0]!.state, await stateOf(id)], ['sent', 'delivered'])
    await server.round()
    assert.deepEqual(bodies(), [])
  })

  test('deliveries are still recorded after the database was briefly unavailable', async () => {
    const { id } = await send('Remember me')
    await dispatchDue(server.world)
    let failures = 1
    const write: World['db']['write'] = (operation, input, now) => {
      const settles = operation.name === 'push.claim' && (input as Values).settled.length > 0
      if (settles && failures-- > 0) return Promise.reject(new Error('the database cannot be reached'))
      return server.db.write(operation, input, now)
    }
    const world: World = { ...server.world, db: { ...server.db, write } }
    await assert.rejects(deliverPushes(world, server.config), /cannot be reached/)
    assert.equal(await stateOf(id), 'delivered')
    await server.round()
    assert.deepEqual(bodies(), ['Remember me'])
  })

  test('a clock that jumps ahead by hours sends nothing twice', async () => {
    await send('Before')
    await send('Later', { delivery_time: new Date(server.now / 1000 + 2 * hour * 1000).toISOString() })
    await Promise.all([server.round(), (async () => server.pass(5 * hour))()])
    await Promise.all([server.round(), server.round()])
    server.pass(-5 * hour)
    await server.round()
    server.pass(5 * hour)
    await server.round()
    assert.deepEqual(bodies().sort(), ['Before', 'Later'])
  })

  test('a clock set back by hours delays nothing, neither waiting pushes nor those of a dead process', async () => {
    server.pass(5 * hour)
    service.respond = () => ({ status: 503, headers: { 'retry-after': '600' } })
    await send('Tried in the future')
    await server.round()
    assert.deepEqual(bodies(), ['Tried in the future'])
    server.world.push.hosts.clear()
    const { id } = await send('Died in the future')
    await die()
    service.respond = () => ({ status: 201 })
    server.pass(-5 * hour)
    server.world.push.hosts.set(`127.0.0.1:${service.port}`, {
      busy: false,
      restsUntil: server.now + 5 * hour * 1_000_000,
      troubled: false,
    })
    await server.round()
    assert.deepEqual(bodies(), ['Tried in the future'])
    assert.equal(await stateOf(id), 'failed')
    await send('Now')
    await server.round()
    await server.round()
    assert.deepEqual(bodies(), ['Now'])
    server.pass(10 * hour)
    await server.round()
    assert.deepEqual(bodies(), [])
    assert.deepEqual((await outcomes()).map(({ state }) => state).sort(), ['failed', 'sent', 'sent'])
  })

  test('several servers share the pushes that are due, and send nothing twice', async () => {
    const items = Array.from({ length: 50 }, (_, n) => ({ user_id: wanda.id, message: `Number ${n}` }))
    for (let n = 0; n < 6; n++) await server.post(company, '/notifications', items)
    service.respond = () => ({ status: 201, afterMs: 3 })
    const sent = [0, 0, 0]
    const worlds = sent.map((_, index): World => {
      const push = openPush(server.config)
      const count: World['push']['send'] = (request) => {
        sent[index]! += 1
        return push.send(request)
      }
      return { ...server.world, push: { hosts: push.hosts, send: count } }
    })
    await Promise.all(worlds.map((world) => new BackgroundWork(world, server.config).runDue()))
    await Promise.all(worlds.map((world) => new BackgroundWork(world, server.config).runDue()))
    const ids = service.take().map(({ said }) => said.id)
    assert.equal(ids.length, 300)
    assert.equal(new Set(ids).size, 300)
    assert.equal(
      sent.reduce((sum, count) => sum + count),
      300,
    )
    assert.ok(sent.filter((count) => count > 0).length > 1, `shared as ${sent}`)
  })

  test('two deliveries of one notification that end at the same moment complete it', async () => {
    for (let n = 0; n < 3; n++) {
      const { device: _, ...subscription } = service.subscribe(n === 0 ? 'localhost' : '127.0.0.1')
      await ask(server, wanda, 'POST', '/devices', subscription)
    }
    const ids: number[] = []
    for (let n = 0; n < 15; n++) ids.push((await send(`Number ${n}`)).id)
    const worlds = [0, 1, 2].map((): World => ({ ...server.world, push: openPush(server.config) }))
    await Promise.all(worlds.map((world) => new BackgroundWork(world, server.config).runDue()))
    await Promise.all(worlds.map((world) => new BackgroundWork(world, server.config).runDue()))
    assert.equal(service.take().length, 60)
    for (const id of ids) assert.equal(await stateOf(id), 'delivered')
  })

  test('a server that is stopping starts no new pushes', async () => {
    const items = Array.from({ length: 50 }, (_, n) => ({ user_id: wanda.id, message: `Number ${n}` }))
    for (let n = 0; n < 2; n++) await server.post(company, '/notifications', items)
    await dispatchDue(server.world)
    let going = true
    service.respond = () => {
      going = false
      return { status: 201 }
    }
    await deliverPushes(server.world, server.config, () => going)
    const states = (await outcomes()).map(({ state }) => state)
    assert.equal(states.includes('sending'), false)
    assert.ok(states.includes('queued') && service.take().length >= 1)
    await server.round()
  })

  test('old deliveries are purged, waiting ones are not', async () => {
    await send('Old')
    await server.round()
    const { id } = await send('Far ahead', {
      delivery_time: new Date(server.now / 1000 + 200 * 86_400_000).toISOString(),
    })
    const kept = () => server.db.read.all(sql`select id from deliveries where company_id = ${company.id}`)
    server.pass(89 * 86_400)
    await server.round()
    assert.equal((await kept()).length, 1)
    server.pass(2 * 86_400)
    await server.round()
    assert.deepEqual(await kept(), [])
    assert.equal(await stateOf(id), 'scheduled')
  })
})

onEither('push services at private addresses', (database) => {
  let server: TestServer
  let service: PushService
  let company: TestCompany
  before(async () => {
    service = await new PushService().start()
    server = await TestServer.start(database)
    company = await server.company()
  })
  after(async () => {
    await server.stop()
    await service.stop()
  })

  test('push services at private addresses are refused as devices, however they are written', async () => {
    const { keys } = service.subscribe()
    for (const endpoint of [
      `http://127.0.0.1:${service.port}/push/x`,
      `https://127.0.0.1:${service.port}/push/x`,
      'https://127.1/x',
      'https://[::1]/x',
      'https://[::ffff:192.168.1.1]/x',
      'https://169.254.169.254/latest',
      'https://localhost/x',
      'https://push.internal/x',
      'http://push.example.com/x',
      'https://user:secret@push.example.com/x',
      'ftp://push.example.com/x',
      'nonsense',
      '',
    ]) {
      const { status, body } = await ask(server, company, 'POST', '/devices', { endpoint, keys })
      assert.equal(status, 417, endpoint)
      assert.match(body.error.message, /: endpoint: /)
    }
  })

  test('a private address is never sent a push, even when a name resolves to it', async () => {
    const push = openPush({ ...server.config, pushPrivate: 'no' })
    const { port } = service
    for (const endpoint of [
      `https://127.0.0.1:${port}/x`,
      `https://[::1]:${port}/x`,
      `https://[::ffff:127.0.0.1]:${port}/x`,
      `https://localhost:${port}/x`,
      `http://127.0.0.1:${port}/x`,
    ]) {
      const answer = await push.send({ endpoint, headers: {}, body: Buffer.from('x') })
      assert.equal(answer.outcome, 'refused', endpoint)
    }
    for (const near of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:127.0.0.1']) {
      const family = near.includes(':') ? 6 : 4
      const named = openPush({ ...server.config, pushPrivate: 'no' }, (_name, _options, done) =>
        done(null, [{ address: near, family }]),
      )
      const endpoint = `https://push.example.com:${port}/x`
      const answer = await named.send({ endpoint, headers: {}, body: Buffer.from('x') })
      assert.deepEqual(
        answer,
        { outcome: 'refused', error: 'the address of the device is in a private network, where nothing is sent' },
        near,
      )
    }
    assert.equal(service.openMax, 0)
  })

  test('the name of a push service that does not resolve now may resolve later', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND push.example.com'), { code: 'ENOTFOUND' })
    const push = openPush({ ...server.config, pushPrivate: 'no' }, (_name, _options, done) => done(unknown, []))
    const answer = await push.send({ endpoint: 'https://push.example.com/x', headers: {}, body: Buffer.from('x') })
    assert.deepEqual(answer, { outcome: 'unsent', error: 'the host name of the push service does not exist' })
  })
})
