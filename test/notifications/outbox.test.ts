import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { operation, sql } from '../../src/engine/sql.ts'
import { storeInOutbox } from '../../src/notifications/outbox.ts'
import { ask } from '../app_api/ask.ts'
import { outcomeOf, queueNotice } from '../support/notices.ts'
import { write } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// A server in outbox mode sends no mail and shows it in the app.

const keepMany = operation('test.keepMany', async (tx, companyId: number): Promise<void> => {
  const letter = { id: 'x', companyId, from: 'Northyard', to: 'w@example.com', text: '', html: '' }
  for (let count = 1; count <= 1003; count++) await storeInOutbox.run(tx, { ...letter, subject: `Number ${count}` })
})

onEither('the outbox', (database) => {
  let server: TestServer
  let company: TestCompany

  before(async () => {
    server = await TestServer.start(database, {
      CLOCKHOUSE_SMTP_URL: 'outbox:',
      CLOCKHOUSE_URL: 'http://time.example.com',
    })
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
  })
  after(() => server.stop())

  test('the outbox shows administrators the mails that would have been sent, newest first, including links', async () => {
    const { id, token } = await server.user(company, { email: 'wanda@example.com' })
    const start = await ask(server, company, 'GET', '/start')
    assert.equal(start.body.sends_mail, true)
    const invited = { contact_method: 'email', contact_info: 'wanda@example.com', user_id: id }
    assert.match((await server.post(company, '/invitations', [invited])).text, /"_status_code":201/)
    await server.round()
    server.pass(60)
    const queued = { companyId: company.id, userId: id, address: 'wanda@example.com', message: 'Bring the keys' }
    const notice = await queueNotice(server, queued)
    await server.round()
    assert.equal((await outcomeOf(server, notice)).notification, 'delivered')

    const { status, body } = await ask(server, company, 'GET', '/outbox')
    assert.equal(status, 200)
    assert.deepEqual(
      body.mails.map(({ to, subject, created }: Record<string, string>) => [to, subject, created]),
      [
        ['wanda@example.com', 'Bring the keys', '2026-03-02T15:01:00+00:00'],
        ['wanda@example.com', 'Northyard: set your password and sign in', '2026-03-02T15:00:00+00:00'],
      ],
    )
    const [second, first] = body.mails
    assert.match(second.html, /Bring the keys/)
    assert.match(second.text, /Stop these emails: http:\/\/time\.example\.com\/unsubscribe\//)
    const [link] = /http:\/\/time\.example\.com(\/invitation\/\S+)/.exec(first.text)!.slice(1)
    assert.equal((await server.app.inject(link!)).statusCode, 200)

    assert.equal((await ask(server, { token }, 'GET', '/outbox')).status, 403)
    const other = await server.company()
    assert.deepEqual((await ask(server, other, 'GET', '/outbox')).body, { mails: [] })
  })

  test('the outbox keeps the newest thousand mails of a company', async () => {
    await write(server, keepMany, company.id)
    const { body } = await ask(server, company, 'GET', '/outbox')
    assert.equal(body.mails.length, 100)
    assert.equal(body.mails[0].subject, 'Number 1003')
    const kept = await server.db.read.all<{ subject: string }>(
      sql`select subject from outbox where company_id = ${company.id} order by id`,
    )
    assert.deepEqual([kept.length, kept[0]!.subject], [1000, 'Number 4'])
  })

  test('a server that is not in outbox mode has no outbox', async () => {
    const plain = await TestServer.start(database)
    try {
      const asked = await ask(plain, await plain.company(), 'GET', '/outbox')
      assert.equal(asked.status, 404)
      assert.match(asked.body.error.message, /there is no outbox/)
    } finally {
      await plain.stop()
    }
  })
})

test('a server with an outbox needs no public address', () => {
  assert.equal(readConfig({ CLOCKHOUSE_SMTP_URL: 'outbox:' }).smtpUrl, 'outbox:')
  assert.throws(() => readConfig({ CLOCKHOUSE_SMTP_URL: 'outbox:x' }), /must be a URL/)
})
