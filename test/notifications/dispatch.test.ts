import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { Mailbox } from '../support/mailbox.ts'
import { PushService } from '../support/push_service.ts'
import { insertRow } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

onEither('the dispatch of notifications', (database) => {
  let server: TestServer
  let service: PushService
  let mailbox: Mailbox
  let company: TestCompany
  let wanda: { id: number; token: string }

  before(async () => {
    mailbox = await new Mailbox().start()
    service = await new PushService().start()
    server = await TestServer.start(database, { ...mailbox.settings, CLOCKHOUSE_PUSH_PRIVATE: 'yes' })
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    wanda = await server.user(company, { email: 'wanda@example.com' })
    await register(wanda)
    mailbox.take()
    service.take()
  })
  after(async () => {
    await server.stop()
    await service.stop()
    await mailbox.stop()
  })

  const register = async (who: { token: string }) => {
    const { endpoint, keys } = service.subscribe()
    assert.equal((await ask(server, who, 'POST', '/devices', { endpoint, keys })).status, 200)
  }
  const send = (message: string, more: Values = {}) =>
    server.createOne(company, 'notifications', { user_id: wanda.id, message, ...more })
  const arrived = () => ({
    pushes: service.take().map(({ said }) => said.body as string),
    mails: mailbox.take().map((mail) => `${mail.to![0]!.address}: ${mail.subject}`),
  })
  const deliveries = async (): Promise<Values[]> => (await ask(server, company, 'GET', '/deliveries')).body.deliveries
  const choose = async (body: object) =>
    assert.equal((await ask(server, wanda, 'PUT', '/notification_choices', body)).status, 200)

  test('a notification by email is mailed, shown in the app, and logged', async () => {
    const { id } = await send('Bring the ladder\n\nIt is in the yard.', { method: 'email' })
    await Promise.all([server.round(), server.round()])
    await server.round()
    assert.deepEqual(arrived(), { pushes: [], mails: ['wanda@example.com: Bring the ladder'] })
    const [delivery, ...more] = await deliveries()
    assert.deepEqual(more, [])
    const { channel, target, state, notification_id, user_id } = delivery!
    assert.deepEqual(
      [channel, target, state, notification_id, user_id],
      ['email', 'wanda@example.com', 'sent', id, wanda.id],
    )
    assert.equal((await ask(server, wanda, 'GET', '/messages')).body.messages[0].id, id)
  })

  test('a notification by email to a person without an address is only in the app', async () => {
    await server.put(company, '/users', [{ id: wanda.id, email: '' }])
    await send('Nowhere', { method: 'email' })
    await server.round()
    const { pushes, mails } = arrived()
    assert.deepEqual([pushes, mails.length], [[], 1])
    // The old address is told that it is no longer theirs.
    assert.match(mails[0]!, /^wanda@example\.com: (?!Nowhere)/)
    assert.deepEqual(await deliveries(), [])
    assert.equal((await ask(server, wanda, 'GET', '/messages')).body.unread, 1)
  })

  test('a channel that a person has switched off is not used', async () => {
    await choose({ kinds: { message: { push: false } } })
    await send('Pushed')
    await send('Mailed', { method: 'email' })
    await server.round()
    assert.deepEqual(arrived(), { pushes: [], mails: ['wanda@example.com: Mailed'] })
    assert.equal((await ask(server, wanda, 'GET', '/messages')).body.unread, 2, 'the app shows all of it')
  })

  test('the server’s own notifications use the defaults of their kind', async () => {
    const sheet = { user_id: wanda.id, start_date: '2026-02-16', message: 'Please look again.' }
    await server.put(wanda, '/users', [{ id: wanda.id, submitted_to: '2026-02-22' }])
    assert.equal((await ask(server, company, 'POST', '/approvals/send_back', sheet)).status, 200)
    await server.round()
    const { pushes, mails } = arrived()
    assert.equal(pushes.length, 1)
    assert.match(pushes[0]!, /Please look again\./)
    assert.equal(mails.length, 1)
    const states = await server.db.read.all<{ state: string }>(
      sql`select state from notifications where company_id = ${company.id} and user_id = ${wanda.id}`,
    )
    assert.deepEqual(
      states.map(({ state }) => state),
      ['delivered'],
    )
  })

  test('quiet hours delay mails, too', async () => {
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Denver', hour: '2-digit', minute: '2-digit' })
    const at = (minutes: number) => local.format(new Date(server.now / 1000 + minutes * 60_000))
    await choose({ quiet: { from: at(-60), to: at(30) } })
    await send('In the morning', { method: 'email' })
    await server.round()
    assert.deepEqual(arrived().mails, [])
    server.pass(1800)
    await server.round()
    assert.deepEqual(arrived().mails, ['wanda@example.com: In the morning'])
  })

  test('a notification to a person archived meanwhile is discarded', async () => {
    await send('Too late')
    await server.put(company, '/users', [{ id: wanda.id, active: false }])
    await server.round()
    assert.deepEqual(arrived(), { pushes: [], mails: [] })
    assert.deepEqual(await deliveries(), [])
  })

  test('more notifications than fit into one transaction are all dispatched, each to all devices', async () => {
    if (isFull) await register(wanda)
    const items = Array.from({ length: 50 }, (_, n) => ({ user_id: wanda.id, message: `Number ${n}` }))
    for (let n = 0; n < 11; n++) await server.post(company, '/notifications', items)
    await server.round()
    assert.equal(arrived().pushes.length, (isFull ? 2 : 1) * 550)
    assert.deepEqual(await server.list(company, 'notifications', `?user_id=${wanda.id}`), [])
  })

  test('an error in one company does not delay notifications of others', async () => {
    const other = await server.company('Southyard')
    const walt = await server.user(other)
    await register(walt)
    await send('From the north')
    await server.createOne(other, 'notifications', { user_id: walt.id, message: 'From the south' })
    await insertRow(server, 'notification_choices', { company_id: company.id, user_id: wanda.id, choices: '{' })
    await server.round()
    assert.deepEqual(arrived().pushes, ['From the south'])
  })
})
