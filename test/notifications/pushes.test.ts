import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { PushService } from '../support/push_service.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

onEither('notifications as pushes', (database) => {
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
  })
  afterEach(() => assert.deepEqual(service.faults.splice(0), []))
  after(async () => {
    await server.stop()
    await service.stop()
  })

  const register = async (who: { token: string }, host?: string) => {
    const { device, ...subscription } = service.subscribe(host)
    const { status, body } = await ask(server, who, 'POST', '/devices', subscription)
    assert.equal(status, 200, JSON.stringify(body))
    return { device, id: body.id as number, subscription }
  }
  const send = (message: string, more: Values = {}) =>
    server.createOne(company, 'notifications', { user_id: wanda.id, message, ...more })
  const outcomes = async (query = ''): Promise<Values[]> =>
    (await ask(server, company, 'GET', `/deliveries${query}`)).body.deliveries
  const outcome = async () => (await outcomes())[0]!
  const stateOf = async (id: number) =>
    (await server.db.read.get<{ state: string }>(
      sql`select state from notifications where company_id = ${company.id} and id = ${id}`,
    ))!.state

  test('a notification created through the API arrives at every device of the person, once, and only they can read it', async () => {
    const [one, two] = [await register(wanda), await register(wanda)]
    await register(company)
    const text = 'Grüße: the site at 5 Main Street is closed 👷'
    const { id } = await send(text)
    await Promise.all([server.round(), server.round(), server.round()])
    await server.round()
    const arrived = service.take()
    assert.deepEqual(arrived.map((push) => push.device).sort(), [one.device, two.device].sort())
    for (const { said, headers } of arrived) {
      const { delivery, tag, ...rest } = said
      assert.deepEqual(rest, { id, kind: 'message', title: 'Northyard', body: text, path: '' })
      assert.deepEqual([headers.urgency, headers.ttl, headers.topic], ['normal', String(3 * 86_400), tag])
    }
    assert.equal(await stateOf(id), 'delivered')
    assert.deepEqual(
      (await outcomes(`?user_id=${wanda.id}&state=sent`)).map(({ channel, status, attempts, message }) => [
        channel,
        status,
        attempts,
        message,
      ]),
      Array(2).fill(['push', 201, 1, text]),
    )
    assert.equal(
      (await server.delete(wanda, `/notifications?ids=${id}`)).body.results.notifications[id]._status_code,
      404,
    )
    const { body } = await ask(server, wanda, 'GET', '/devices')
    assert.deepEqual(
      body.devices.map((device: Values) => [device.last_outcome, device.last_sent !== null, device.host]),
      Array(2).fill(['sent', true, `127.0.0.1:${service.port}`]),
    )
    assert.equal(JSON.stringify(body).includes('/push/'), false, 'the address itself is never shown')
  })

  test('a push is sent at its time, not before', async () => {
    await register(wanda)
    const at = new Date(server.now / 1000 + 3_600_000).toISOString()
    await send('Later', { delivery_time: at })
    await server.round()
    server.pass(3599)
    await server.round()
    assert.deepEqual(service.take(), [])
    server.pass(1)
    await server.round()
    assert.equal(service.take().length, 1)
  })

  test('a long push is truncated, and complete in the app', async () => {
    await register(wanda)
    const text = '日'.repeat(2000)
    await send(text)
    await server.round()
    const { said } = service.take()[0]!
    assert.match(said.body, /^日{1200,1400}…$/)
    const { body } = await ask(server, wanda, 'GET', '/messages')
    assert.equal(body.messages[0].message, text)
    assert.equal(body.messages[0].id, said.id)
  })

  test('a notification with a method other than push, or without a device, is only in the app', async () => {
    const alone = await send('No device')
    await register(wanda)
    const shown = await send('For the app', { method: 'dashboard' })
    await server.round()
    assert.deepEqual(
      service.take().map(({ said }) => said.id),
      [alone.id],
      'a device counts if it exists when the push is due',
    )
    assert.equal(await stateOf(shown.id), 'delivered')
    const { body } = await ask(server, wanda, 'GET', '/messages')
    assert.deepEqual(
      body.messages.map(({ message, read }: Values) => [message, read]),
      [
        ['For the app', false],
        ['No device', false],
      ],
    )
  })

  test('the precheck of a notification is evaluated when it is due', async () => {
    await register(wanda)
    const job = await server.createOne(company, 'jobcodes', { name: 'Site', assigned_to_all: true })
    const off = await server.createOne(company, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
    const both = async () => {
      for (const precheck of ['on_the_clock', 'off_the_clock']) await send(precheck, { precheck })
      await server.round()
      return service.take().map(({ said }) => said.body)
    }
    assert.deepEqual(await both(), ['off_the_clock'])
    const start = new Date(server.now / 1000 - 60_000).toISOString()
    const running = { user_id: wanda.id, type: 'regular', jobcode_id: job.id, start, end: '' }
    const sheet = await server.createOne(company, 'timesheets', running)
    assert.deepEqual(await both(), ['on_the_clock'])
    await server.delete(company, `/timesheets?ids=${sheet.id}`)
    const vacation = { user_id: wanda.id, type: 'manual', jobcode_id: off.id, date: '2026-03-02', duration: 14_400 }
    const day = await server.createOne(company, 'timesheets', {
      ...vacation,
      date: new Date(server.now / 1000 - 7 * 3_600_000).toISOString().slice(0, 10),
    })
    assert.deepEqual(await both(), [], 'off work')
    await server.delete(company, `/timesheets?ids=${day.id}`)
    assert.deepEqual(await both(), ['off_the_clock'])
    const { body } = await ask(server, wanda, 'GET', '/messages')
    assert.equal(body.messages.length, 3, 'discarded ones are not shown')
    assert.deepEqual(await server.list(wanda, 'notifications'), [], 'and is no longer there for the API')
  })

  test('quiet hours delay a push until they end', async () => {
    await register(wanda)
    const zone = 'America/Denver'
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    const at = (minutes: number) => local.format(new Date(server.now / 1000 + minutes * 60_000))
    const chosen = await ask(server, wanda, 'PUT', '/notification_choices', { quiet: { from: at(-60), to: at(60) } })
    assert.equal(chosen.status, 200)
    const { id } = await send('Sleep well')
    await server.round()
    assert.deepEqual(service.take(), [])
    assert.equal(await stateOf(id), 'sending')
    assert.equal((await ask(server, wanda, 'GET', '/messages')).body.unread, 1, 'it is in the app')
    server.pass(3600 - 120)
    await server.round()
    assert.deepEqual(service.take(), [])
    server.pass(120)
    await server.round()
    assert.equal(service.take().length, 1)
  })

  test('a notification deleted in time is not sent; one deleted too late is not found', async () => {
    await register(wanda)
    for (let n = 0; n < (isFull ? 20 : 6); n++) {
      const ids: number[] = []
      for (let m = 0; m < 5; m++) ids.push((await send(`${n}.${m}`)).id)
      const deleting = () => server.delete(company, `/notifications?ids=${ids}`)
      const [answer] =
        n % 2 === 0
          ? await Promise.all([deleting(), server.round()])
          : [(await Promise.all([server.round(), deleting()]))[1]]
      await server.round()
      const sent = new Set(service.take().map(({ said }) => said.id as number))
      for (const id of ids) {
        const deleted = answer.body.results.notifications[id]._status_code === 200
        assert.equal(deleted, !sent.has(id), `${id}: deleted ${deleted}, sent ${sent.has(id)}`)
      }
    }
  })

  test('a busy push service is retried at the time it asked for; meanwhile nothing is sent there', async () => {
    const { device } = await register(wanda)
    service.respond = () => ({ status: 429, headers: { 'retry-after': '120' } })
    const { id } = await send('First')
    await server.round()
    assert.equal(service.take().length, 1)
    assert.deepEqual(await lastDelivery(), ['queued', 429, 1])
    await send('Second')
    server.pass(119)
    await server.round()
    assert.deepEqual(service.take(), [], 'everything sent there is paused')
    service.respond = () => ({ status: 201 })
    server.pass(2)
    await server.round()
    assert.deepEqual(
      service
        .take()
        .map(({ device, said }) => [device, said.body])
        .sort(),
      [
        [device, 'First'],
        [device, 'Second'],
      ],
    )
    assert.equal(await stateOf(id), 'delivered')
  })
  const lastDelivery = async () => {
    const { state, status, attempts } = await outcome()
    return [state, status, attempts]
  }

  test('a failing push service is retried, with increasing delays, until it is given up', async () => {
    await register(wanda)
    service.respond = () => ({ status: 500, body: 'out of order' })
    const { id } = await send('Patience')
    for (const [attempts, seconds] of [30, 120, 600, 1800, 3600, 10_800].entries()) {
      await server.round()
      await server.round()
      assert.deepEqual(await lastDelivery(), ['queued', 500, attempts + 1])
      assert.equal(service.take().length, 1)
      server.pass(seconds - 1)
      await server.round()
      assert.deepEqual(service.take(), [])
      server.pass(2)
    }
    await server.round()
    assert.equal(service.take().length, 1)
    server.pass(86_400)
    await server.round()
    assert.deepEqual(service.take(), [])
    assert.deepEqual(await lastDelivery(), ['failed', 500, 7])
    assert.equal((await outcome()).error, 'the push service answered 500: out of order; given up')
    assert.equal(await stateOf(id), 'failed')
    const { devices } = (await ask(server, wanda, 'GET', '/devices')).body
    assert.deepEqual([devices[0].last_outcome, devices[0].last_sent], ['failed', null])
  })

  test('an unsubscribed browser is removed; a notification that reaches another one counts as delivered', async () => {
    const [gone, good] = [await register(wanda), await register(wanda)]
    service.respond = (device) => ({ status: device === gone.device ? 410 : 201 })
    const { id } = await send('To both')
    await server.round()
    assert.equal(await stateOf(id), 'delivered')
    assert.deepEqual((await outcomes()).map(({ state, error }) => `${state} ${error}`).sort(), [
      'failed the device has unsubscribed',
      'sent ',
    ])
    const { devices } = (await ask(server, wanda, 'GET', '/devices')).body
    assert.deepEqual(
      devices.map((device: Values) => device.id),
      [good.id],
    )
  })

  for (const [about, answer, error] of [
    ['that closes the connection', 'reset', /closed the connection; it may have arrived/],
    ['that does not answer with HTTP', 'garbage', /; it may have arrived/],
    ['that answers endlessly', 'endless', /^the push service answered 400: x+$/],
    ['that answers 413', { status: 413 }, /^the push service answered 413$/],
    ['that redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, /answered 307$/],
    ['that answers with a null character', { status: 400, body: 'a\u0000b' }, /answered 400: a b$/],
    ['that answers at great length', { status: 400, body: 'x'.repeat(1_000_000) }, /answered 400: x{200}$/],
  ] as const)
    test(`a push service ${about} is not retried`, async () => {
      await register(wanda)
      service.respond = () => answer
      const { id } = await send('Once')
      await server.round()
      server.pass(3600)
      await server.round()
      assert.equal(service.take().length, 1)
      const { state, error: told } = await outcome()
      assert.deepEqual([state, await stateOf(id)], ['failed', 'failed'])
      assert.match(told, error)
    })

  test('a push service that never answers times out after ten seconds, and delays no other', async (context) => {
    const silent = await register(wanda)
    const other = await register(wanda, 'localhost')
    service.respond = (device) => (device === silent.device ? 'never' : { status: 201 })
    await send('Slow and fast')
    const round = server.round()
    while (!service.arrived.some(({ device }) => device === other.device)) await new Promise(setImmediate)
    while ((await outcomes('?state=sent')).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    assert.equal((await outcomes('?state=sending')).length, 1, 'the other one is still pending')
    await send('More')
    await server.round()
    assert.deepEqual(service.take().filter(({ device }) => device === other.device).length, 2)
    // Requests are timed by a clock that no setting of the time moves.
    const running = performance.now.bind(performance)
    context.mock.method(performance, 'now', () => running() + 10_000)
    await round
    const [lost] = await outcomes('?state=failed')
    assert.equal(lost!.error, 'no answer in time; it may have arrived')
    server.pass(40)
    service.respond = () => ({ status: 201 })
    await server.round()
    assert.deepEqual(
      service.take().map(({ said }) => said.body),
      ['More'],
    )
  })

  test('a push service that was down gets every push when it is back, each once', async () => {
    await register(wanda)
    await service.stop()
    for (let n = 0; n < 40; n++) await send(`Number ${n}`)
    await server.round()
    const waiting = await outcomes('?state=queued')
    assert.equal(waiting.length, 40)
    assert.match(waiting.map(({ error }) => error).join(), /refused the connection/)
    server.pass(1)
    await server.round()
    await service.start()
    for (let n = 0; n < 4; n++) {
      server.pass(200)
      await server.round()
    }
    const bodies = service.take().map(({ said }) => said.body)
    assert.equal(bodies.length, 40)
    assert.equal(new Set(bodies).size, 40)
  })

  test('one push probes whether a push service that was unreachable is back', async () => {
    await register(wanda)
    await service.stop()
    for (let n = 0; n < 5; n++) await send(`Number ${n}`)
    await server.round()
    await service.start()
    service.respond = () => ({ status: 429, headers: { 'retry-after': '60' } })
    server.pass(60)
    await server.round()
    assert.equal(service.take().length, 1)
  })

  test('a push that was not delivered in time is not delivered at all', async () => {
    await register(wanda)
    service.respond = () => ({ status: 503, headers: { 'retry-after': '60' } })
    await send('Milk')
    await server.round()
    service.take()
    service.respond = () => ({ status: 201 })
    server.pass(3 * 86_400)
    await server.round()
    assert.deepEqual(service.take(), [])
    assert.deepEqual([(await outcome()).state, (await outcome()).error], ['failed', 'could not be delivered in time'])
  })

  test('pushes for a device that changed hands or was removed, or for an archived person, are not sent', async () => {
    const [taken, removed, third] = [await register(wanda), await register(wanda), await register(wanda)]
    service.respond = () => ({ status: 503 })
    await send('For Wanda')
    await server.round()
    assert.equal(service.take().length, 3)
    service.respond = () => ({ status: 201 })
    assert.equal((await ask(server, company, 'POST', '/devices', taken.subscription)).body.id, taken.id)
    assert.equal((await ask(server, wanda, 'DELETE', `/devices/${removed.id}`)).status, 200)
    server.pass(60)
    await server.round()
    assert.deepEqual(
      service.take().map(({ device }) => device),
      [third.device],
    )
    service.respond = () => ({ status: 503 })
    await send('Again')
    await server.round()
    assert.equal(service.take().length, 1)
    service.respond = () => ({ status: 201 })
    await server.put(company, '/users', [{ id: wanda.id, active: false }])
    server.pass(60)
    await send('Never').catch(() => {})
    await server.round()
    assert.deepEqual(service.take(), [])
    assert.equal((await outcomes('?state=failed')).length, 3)
  })

  test('many pushes go to one push service at once, but not too many', async () => {
    await register(wanda)
    service.respond = () => ({ status: 201, afterMs: 5 })
    const items = Array.from({ length: 50 }, (_, n) => ({ user_id: wanda.id, message: `Number ${n}` }))
    const posts = isFull ? 4 : 2
    for (let n = 0; n < posts; n++) await server.post(company, '/notifications', items)
    service.openMax = 0
    await server.round()
    assert.equal(service.take().length, posts * 50)
    assert.ok(service.openMax > 1 && service.openMax <= 32, `${service.openMax} at a time`)
  })

  const many = isFull ? 500 : 200
  test(`a round of ${many} pushes takes fewer statements than one for each`, async () => {
    await register(wanda)
    const items = Array.from({ length: 50 }, (_, n) => ({ user_id: wanda.id, message: `Number ${n}` }))
    for (let n = 0; n < many / 50; n++) await server.post(company, '/notifications', items)
    const counted = server.db.statements()
    await server.round()
    const each = (server.db.statements() - counted) / many
    assert.equal(service.take().length, many)
    assert.ok(each < 1, `${each} statements for one`)
  })
})
