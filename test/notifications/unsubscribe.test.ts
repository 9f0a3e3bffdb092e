import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import { deleteOld } from '../../src/jobs/delete_old.ts'
import { Mailbox } from '../support/mailbox.ts'
import { queueNotice } from '../support/notices.ts'
import { insertRow } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Unsubscribing from mails of a kind: RFC 8058, and a page for people.

const formType = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'
const oneClick: readonly { type: string; body: string }[] = [
  { type: formType, body: 'List-Unsubscribe=One-Click' },
  {
    type: multipart,
    body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  },
]

onEither('one-click unsubscribe', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let company: TestCompany
  let userId: number
  let path: string

  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    userId = (await server.user(company, { email: 'wanda@example.com' })).id
    path = await pathFor(company, userId)
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })

  /** The path in the List-Unsubscribe header of a mail about shifts to a person. */
  const pathFor = async ({ id: companyId }: TestCompany, userId: number) => {
    await queueNotice(server, { companyId, userId, address: 'w@example.com', kind: 'shift', message: 'New shift' })
    await server.round()
    const [mail] = mailbox.take()
    const header = mail!.headers.find(({ key }) => key === 'list-unsubscribe')!.value
    return new URL(header.slice(1, -1)).pathname
  }
  const choices = async (id = userId) => {
    const row = await server.db.read.get<{ choices: string }>(
      sql`select choices from notification_choices where company_id = ${company.id} and user_id = ${id}`,
    )
    return row && JSON.parse(row.choices)
  }
  const send = (method: 'GET' | 'POST', url: string, body = '', type = formType) =>
    server.app.inject({ method, url, ...(body ? { payload: body, headers: { 'content-type': type } } : {}) })
  const title = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

  test('viewing the unsubscribe page changes nothing, however often', async () => {
    for (const method of ['GET', 'GET'] as const) {
      const { statusCode, body, headers } = await send(method, path)
      assert.equal(statusCode, 200)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(title(body), 'Stop these emails?')
      assert.match(body, /Northyard sends you these emails:[\s\S]*Shifts[\s\S]*<form method="post"/)
      assert.doesNotMatch(body, /wanda|<script/i)
    }
    assert.equal(await choices(), undefined)
  })

  for (const { type, body } of oneClick)
    test(`one click of a mail program, sent as ${type.split(';')[0]}, unsubscribes without a redirect`, async () => {
      for (let times = 0; times < 2; times++) assert.equal((await send('POST', path, body, type)).statusCode, 200)
      assert.deepEqual(await choices(), { kinds: { shift: { email: false } } })
      assert.equal(title((await send('GET', path)).body), 'You’re unsubscribed')
    })

  test('the buttons to unsubscribe and to undo work without JavaScript', async () => {
    const stopped = await send('POST', path)
    assert.equal(stopped.statusCode, 200)
    assert.equal(title(stopped.body), 'You’re unsubscribed')
    assert.match(
      stopped.body,
      /Northyard no longer sends you these emails:[\s\S]*Shifts[\s\S]*name="intent" value="back"/,
    )
    const back = await send('POST', path, 'intent=back')
    assert.equal(title(back.body), 'You’re subscribed again')
    assert.deepEqual(await choices(), { kinds: { shift: { email: true } } })
    assert.equal(title((await send('GET', path)).body), 'Stop these emails?')
  })

  test('unsubscribing leaves a person’s other choices', async () => {
    const chosen = {
      kinds: { shift: { push: true, email: true }, overtime: { push: false } },
      quiet: { from: '22:00', to: '07:00' },
    }
    const row = { company_id: company.id, user_id: userId, choices: JSON.stringify(chosen) }
    await insertRow(server, 'notification_choices', row)
    await send('POST', path, oneClick[0]!.body)
    const kinds = { ...chosen.kinds, shift: { push: true, email: false } }
    assert.deepEqual(await choices(), { ...chosen, kinds })
  })

  test('an unsubscribe link never expires, even for a person who has left', async () => {
    server.pass(3 * 365 * 86_400)
    await deleteOld(server.world)
    const token = await server.token(company.id, company.adminId)
    await server.put({ token }, '/users', [{ id: userId, active: false }])
    assert.equal((await send('POST', path, oneClick[0]!.body)).statusCode, 200)
    assert.deepEqual(await choices(), { kinds: { shift: { email: false } } })
  })

  test('an invalid unsubscribe link reveals nothing and does nothing', async () => {
    const other = await server.company('Elsewhere')
    const { id: theirs } = await server.user(other, { email: 'o@example.com' })
    const { id: colleague } = await server.user(company, { email: 'c@example.com' })
    const [, own, person, kind, proof] = /^\/unsubscribe\/(\d+)\.(\d+)\.([a-z-]+)\.([\w-]+)$/.exec(path)!
    const forged = [
      `${own}.${person}.${kind}.${'A'.repeat(43)}`,
      `${own}.${person}.overtime.${proof}`,
      `${own}.${colleague}.${kind}.${proof}`,
      `${other.id}.${theirs}.${kind}.${proof}`,
      `${other.id}.${person}.${kind}.${proof}`,
      `${own}.999999.${kind}.${proof}`,
      `${own}.${person}.nothing.${proof}`,
      `${own}.${person}.${kind}.`,
      `9999999999.9999999999.${kind}.${proof}`,
      '%00',
      'x',
      'constructor',
    ]
    const answers = new Set<string>()
    for (const [index, token] of forged.entries())
      for (const method of ['GET', 'POST'] as const) {
        const url = `/unsubscribe/${token}`
        const { statusCode, body } = await server.app.inject({ method, url, remoteAddress: `198.51.100.${index}` })
        assert.equal(statusCode, 404, `${method} ${token}`)
        answers.add(body)
      }
    assert.equal(answers.size, 1, 'all are answered alike')
    const rows = await server.db.read.all(
      sql`select * from notification_choices where company_id in (${company.id}, ${other.id})`,
    )
    assert.deepEqual(rows, [])
  })

  test('guessing unsubscribe links is rate limited; valid links never are', async () => {
    const from = (url: string, remoteAddress: string) => server.app.inject({ method: 'POST', url, remoteAddress })
    const many = await Promise.all(Array.from({ length: 80 }, () => from(path, '192.0.2.1')))
    assert.deepEqual([...new Set(many.map(({ statusCode }) => statusCode))], [200])
    const statuses = new Set<number>()
    for (let times = 0; times < 20; times++)
      statuses.add((await from(`/unsubscribe/1.1.shift.${'A'.repeat(43)}`, '192.0.2.2')).statusCode)
    assert.deepEqual([...statuses], [404, 429])
    assert.equal((await from(path, '192.0.2.2')).statusCode, 200)
  })
})
