import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ask } from '../app_api/ask.ts'
import { Mailbox } from '../support/mailbox.ts'
import { PushService } from '../support/push_service.ts'
import { insertSetting } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { sentBy } from './sent.ts'

onEither('the language of notifications and mails', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let service: PushService
  let company: TestCompany

  before(async () => {
    mailbox = await new Mailbox().start()
    service = await new PushService().start()
    server = await TestServer.start(database, { ...mailbox.settings, CLOCKHOUSE_PUSH_PRIVATE: 'yes' })
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    mailbox.take()
    service.take()
    service.respond = () => ({ status: 201 })
    server.world.push.hosts.clear()
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
    await service.stop()
  })

  const admin = (first_name: string) =>
    server.user(company, {
      first_name,
      email: `${first_name.toLowerCase()}@example.com`,
      permissions: { admin: true },
    })
  const speaks = (language: string, who?: { id: number }) =>
    insertSetting(
      server,
      company.id,
      'general',
      'language',
      language,
      who ? { scope: 'user', scope_id: who.id } : undefined,
    )
  const register = async (who: { token: string }) => {
    const { device, ...subscription } = service.subscribe()
    assert.equal((await ask(server, who, 'POST', '/devices', subscription)).status, 200)
    return device
  }

  test('each reader of one alert gets it in their own language, as message, push and mail', async () => {
    const [greta, eve] = [await admin('Greta'), await admin('Eve')]
    await speaks('de', greta)
    const device = await register(greta)
    const maya = await server.user(company, { first_name: 'Maya', last_name: 'Torres' })
    server.pass(86_400)
    const day = new Date(server.now / 1000 - 7 * 86_400_000)
    const date = day.toISOString().slice(0, 10)
    assert.equal((await server.put(maya, '/users', [{ id: maya.id, submitted_to: date }])).status, 200)
    const in_ = (locale: string) =>
      day.toLocaleDateString(locale, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
    const german = `Maya Torres hat die Zeiten bis ${in_('de-DE')} eingereicht.`
    const english = `Maya Torres submitted their time through ${in_('en-US')}.`
    const messages = new Map((await sentBy(server, company.id)).map(({ user_id, message }) => [user_id, message]))
    assert.deepEqual([messages.get(greta.id), messages.get(eve.id)], [german, english])
    await server.round()
    await server.round()
    assert.deepEqual(
      service.take().map((push) => [push.device, push.said.body]),
      [[device, german]],
    )
    const mails = new Map(mailbox.take().map((mail) => [mail.to![0]!.address, mail]))
    const [hers, other] = [mails.get('greta@example.com')!, mails.get('eve@example.com')!]
    assert.equal(hers.subject, 'Wartet auf Ihre Genehmigung')
    assert.match(hers.html!, /<html lang="de">/)
    assert.ok(hers.text!.startsWith(german))
    assert.match(hers.text!, /\nClockhouse öffnen: http/)
    assert.match(
      hers.text!,
      /weil Northyard Ihnen Benachrichtigungen der Art „Wartet auf Genehmigung“ per E-Mail sendet/,
    )
    assert.equal(other.subject, 'Waiting for your approval')
    assert.match(other.html!, /<html lang="en">/)
    assert.ok(other.text!.startsWith(english))
  })

  test('an invitation is in the language of the company, unless the person chose another', async () => {
    await speaks('de')
    const [greta, eve] = [await admin('Greta'), await admin('Eve')]
    await speaks('en', eve)
    for (const { id } of [greta, eve])
      await server.post(company, '/invitations', [{ contact_method: 'email', user_id: id }])
    await server.round()
    await server.round()
    const subjects = new Map(mailbox.take().map((mail) => [mail.to![0]!.address, mail.subject]))
    assert.equal(subjects.get('greta@example.com'), 'Northyard: Passwort festlegen und anmelden')
    assert.equal(subjects.get('eve@example.com'), 'Northyard: set your password and sign in')
  })
})
