import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { operation, sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { UnitOfWork } from '../../src/engine/unit_of_work.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { notify } from '../../src/resources/notifications.ts'
import type { KindName } from '../../src/rules/notifications/kinds.ts'
import { ask } from '../app_api/ask.ts'
import { Browser, hashOf } from '../oauth/support.ts'
import { Mailbox, pathIn } from '../support/mailbox.ts'
import { write } from '../support/seed.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// An address that only its person claims identifies them to no one: they could have entered anyone's.

onEither('addresses that only their person claims', (database) => {
  let server: TestServer
  let mailbox: Mailbox
  let origin: string
  let company: TestCompany
  let slug: string
  let eve: { id: number; token: string }
  const claimed = 'nina@northyard.example'

  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
    origin = await server.listen()
    await server.company('Another company')
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })
  beforeEach(async () => {
    company = await server.company('Northyard')
    slug = (await server.list(company, 'users'))[0]!.client_url
    eve = await server.user(company, { username: 'eve', first_name: 'Eve', require_password_change: false })
    const password = await hashOf()
    await server.db.write(setPassword, { companyId: company.id, userId: eve.id, password, own: true }, server.now)
    await server.put(eve, '/users', [{ id: eve.id, email: claimed }])
    await server.round()
    mailbox.take()
  })

  const vouched = async (userId: number) => {
    const row = await server.db.read.get<{ email_vouched_by: string; email_vouched_at: number }>(
      sql`select email_vouched_by, email_vouched_at from users where company_id = ${company.id} and id = ${userId}`,
    )
    return [row!.email_vouched_by, Number(row!.email_vouched_at)]
  }
  const mails = async () => {
    await server.round()
    return mailbox.take()
  }
  const forgotten = async (username: string) => {
    const page = await new Browser(origin, server.config.url).open('/forgotten')
    await page.submit({ company: slug, username })
    return (await mails()).filter(({ text }) => text!.includes('/reset/'))
  }
  const scim = async (method: 'GET' | 'POST', path: string, payload?: Values) => {
    const { token } = (await ask(server, company, 'POST', '/scim_tokens', { name: 'Okta' })).body
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const answer = await server.app.inject({ method, url: `/scim/v2${path}`, headers, ...(payload && { payload }) })
    return answer.json()
  }

  test('with every address it is kept who vouches for it, and since when', async () => {
    assert.deepEqual(await vouched(eve.id), ['person', server.now])
    const other = await server.user(company, { email: 'omar@northyard.example' })
    assert.deepEqual(await vouched(other.id), ['administrator', server.now])
    server.pass(60)
    await server.put(company, '/users', [{ id: other.id, job_title: 'Cook', email: 'omar@northyard.example' }])
    assert.deepEqual(await vouched(other.id), ['administrator', server.now - 60_000_000], 'the same address')
    await server.put(other, '/users', [{ id: other.id, email: '' }])
    assert.deepEqual(await vouched(other.id), ['', 0])
    const emails = [{ value: 'lena@northyard.example', primary: true }]
    const lena = await scim('POST', '/Users', { userName: 'lena', name: { givenName: 'L', familyName: 'L' }, emails })
    assert.deepEqual(await vouched(Number(lena.id)), ['scim', server.now])
    const [mail] = await forgotten('eve')
    const page = await new Browser(origin, server.config.url).open(pathIn(mail!))
    await page.submit({ password: 'a password of my own', again: 'a password of my own' })
    assert.deepEqual(await vouched(eve.id), ['mail', server.now])
    const [shown] = await server.list(company, 'users', `?ids=${eve.id}`)
    assert.deepEqual(
      Object.keys(shown!).filter((name) => name.includes('vouched')),
      [],
    )
  })

  test('a link for a new password goes there by username, and not by the address', async () => {
    assert.deepEqual(await forgotten(claimed), [])
    assert.equal((await forgotten('eve')).length, 1)
    const nina = await server.user(company, { username: 'nina', email: claimed })
    const [mail, ...more] = await forgotten(claimed)
    assert.deepEqual(more, [])
    assert.match(mail!.text!, /Your username is nina\./)
    assert.ok(nina)
  })

  test('an invitation to the address is not for the claimant, and none is kept from its owner', async () => {
    const invite = async (item: Values) => {
      const { body } = await server.post(company, '/invitations', [{ contact_method: 'email', ...item }])
      return body.results.invites[1]
    }
    assert.match((await invite({ contact_info: claimed }))._status_extra, /no user/)
    const nina = await server.user(company, { username: 'nina' })
    assert.equal((await invite({ contact_info: claimed, user_id: nina.id }))._status_code, 201)
  })

  test('the address remains free as a username, and for an inspector', async () => {
    assert.ok((await server.user(company, { username: claimed })).id)
    const inspector = { first_name: 'Ida', last_name: 'Ito', authority: 'Labor office', email: claimed }
    const more = { end_date: '2026-04-01', records_from: '', records_to: '', group_ids: [] }
    const { status, body } = await ask(server, company, 'POST', '/inspectors', { ...inspector, ...more })
    assert.equal(status, 417, 'the username is taken now')
    assert.equal(body.error.reason.code, 'inspector_address_taken')
    await server.put(eve, '/users', [{ id: eve.id, email: 'ines@northyard.example' }])
    const free = { ...inspector, ...more, email: 'ines@northyard.example' }
    assert.equal((await ask(server, company, 'POST', '/inspectors', free)).status, 200)
  })

  test('provisioning does not find the claimant by the address', async () => {
    const found = async () =>
      (await scim('GET', `/Users?filter=${encodeURIComponent(`emails.value eq "${claimed}"`)}`)).totalResults
    assert.equal(await found(), 0)
    await server.user(company, { username: 'nina', email: claimed })
    assert.equal(await found(), 1)
  })

  test('mail about others says only that there is something, and mail about the person everything', async () => {
    const texts = async () => {
      for (const kind of ['overtime', 'clock-in'] as const)
        await write(server, insertNote, { companyId: company.id, userId: eve.id, kind })
      await server.round()
      return (await mails()).map(({ text }) => text!).sort()
    }
    const [about, kept] = await texts()
    assert.match(about!, /^Bo Berg/)
    assert.match(kept!, /^Sign in to read it: no one has confirmed that this is your address\./)
    assert.doesNotMatch(kept!, /Bo Berg/)
    await server.put(company, '/users', [{ id: eve.id, email: 'eve@northyard.example' }])
    await mails()
    assert.deepEqual(
      (await texts()).map((text) => text.includes('Bo Berg')),
      [true, true],
    )
  })
})

const insertNote = operation(
  'test.insertNote',
  async (tx, { companyId, userId, kind }: { companyId: number; userId: number; kind: KindName }): Promise<void> => {
    const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: '' })
    notify({ user_id: userId, kind, message: 'Bo Berg', path: '/' }, { work, now: tx.now, uuid: randomUUID })
    await work.flush()
  },
)
