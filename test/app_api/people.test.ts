import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TOTP } from 'otpauth'
import { setPassword } from '../../src/identity/passwords.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { Mailbox, pathIn } from '../support/mailbox.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask, askSignedIn } from './ask.ts'

const chosen = 'a password of my own'

onEither('help with signing in', (database) => {
  let mailbox: Mailbox
  let server: TestServer
  let company: TestCompany
  let admin: string
  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
    await server.listen()
  })
  beforeEach(async () => {
    company = await server.company()
    admin = await server.session(company.id, company.adminId)
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })

  /** Opens the link of a person with the path of a mail or an answer, and chooses a password. */
  const followLink = async (on: TestServer, path: string) => {
    const open = () => new Browser(on.app.listeningOrigin, on.config.url).open(path)
    const page = await open()
    assert.equal(page.status, 200)
    await page.submit({ password: chosen, again: chosen })
    assert.match((await page.browser.open('/account')).title, /^Hello, Wanda/)
    assert.equal((await open()).status, 410)
  }
  const links = ['invitation', 'password_reset']
  const requestLink = (on: TestServer, by: string, id: number, link: string) =>
    askSignedIn(on, by, 'POST', `/users/${id}/${link}`)

  test('an invitation or reset link reaches the person who needs it by mail, if the person has an address', async () => {
    for (const link of links) {
      const { id } = await server.user(company, { email: 'wanda@example.com' })
      const { status, body } = await requestLink(server, admin, id, link)
      assert.deepEqual([status, body], [200, { mailed_to: 'wanda@example.com' }])
      await server.round()
      await followLink(server, pathIn(mailbox.take()[0]!))
    }
    await linksWithoutAddress(server, company, admin)
  })

  test('an invitation or reset link is shown to the administrator on a server without mail', async () => {
    const { CLOCKHOUSE_URL = '' } = mailbox.settings
    const plain = await TestServer.start(database, { CLOCKHOUSE_URL })
    try {
      await plain.listen()
      const there = await plain.company()
      const by = await plain.session(there.id, there.adminId)
      for (const link of links) {
        const { id } = await plain.user(there, { email: 'wanda@example.com' })
        const { status, body } = await requestLink(plain, by, id, link)
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body).sort(), ['expires', 'link'])
        assert.match(body.expires, /^2026-03-\d\dT\d\d:00:00\+00:00$/)
        await followLink(plain, body.link.slice(plain.config.url.length))
      }
      await linksWithoutAddress(plain, there, by)
    } finally {
      await plain.stop()
    }
  })
  test('links for several people are made at once, each lets its person in, and none is made if one cannot be', async () => {
    const [wanda, will, gone] = await Promise.all([1, 2, 3].map(() => server.user(company)))
    const make = (user_ids: unknown) => askSignedIn(server, admin, 'POST', '/invitation_links', { user_ids })
    const { status, body } = await make([will!.id, wanda!.id])
    assert.equal(status, 200)
    assert.deepEqual(
      body.links.map(({ user_id }: { user_id: number }) => user_id),
      [will!.id, wanda!.id],
    )
    const paths = body.links.map(({ link }: { link: string }) => link.slice(server.config.url.length))
    await server.put(company, '/users', [{ id: gone!.id, active: false }])
    assert.equal((await make([will!.id, gone!.id])).status, 417)
    assert.equal((await make([will!.id, 999_999])).status, 404)
    assert.equal((await make([will!.id, will!.id])).status, 417)
    assert.equal((await make([company.adminId])).status, 417, 'one’s own password is changed in one’s own settings')
    assert.equal((await make(Array.from({ length: 51 }, (_, index) => index + 1))).status, 417)
    for (const path of paths)
      assert.equal((await new Browser(server.app.listeningOrigin, server.config.url).open(path)).status, 200)
    const office = await server.user(company, { permissions: { manage_users: true } })
    const session = await server.session(company.id, office.id)
    assert.equal(
      (await askSignedIn(server, session, 'POST', '/invitation_links', { user_ids: [will!.id] })).status,
      403,
    )
    const { body: audit } = await ask(server, company, 'GET', '/audit?kind=sign_ins')
    const told = JSON.stringify(audit)
    assert.equal(told.split('invitation made').length - 1, 2, 'the audit has a line for each person')
  })

  const linksWithoutAddress = async (on: TestServer, of: TestCompany, by: string) => {
    const { id } = await on.user(of, { email: '' })
    const linkOf = async (link: string) => (await requestLink(on, by, id, link)).body.link
    assert.match(await linkOf('password_reset'), /^http:\/\/time\.example\.com\/reset\/S\./)
    assert.match(await linkOf('invitation'), /^http:\/\/time\.example\.com\/invitation\/S\./)
  }

  test('an administrator turns off two-step verification for a person, who is signed out everywhere', async () => {
    const { id } = await server.user(company, { username: 'wanda' })
    const credentials = { companyId: company.id, userId: id, password: await hashOf(), own: true }
    await server.db.write(setPassword, credentials, server.now)
    const cookie = await server.session(company.id, id)
    const { secret } = (await askSignedIn(server, cookie, 'POST', '/two_factor/totp', { password })).body
    const code = new TOTP({ secret }).generate({ timestamp: server.now / 1000 })
    assert.equal((await askSignedIn(server, cookie, 'PUT', '/two_factor/totp', { code })).status, 200)
    const clear = (of: number, by = admin) => askSignedIn(server, by, 'DELETE', `/users/${of}/two_factor`)
    assert.equal((await clear(id, cookie)).status, 403)
    assert.equal((await clear(company.adminId)).status, 417, 'one’s own needs the password')
    assert.equal((await clear((await server.company()).adminId)).status, 404)
    assert.equal((await askSignedIn(server, cookie, 'GET', '/two_factor')).body.totp.on, true)
    const methods = async () => (await askSignedIn(server, admin, 'GET', `/users/${id}/sign_in`)).body
    assert.deepEqual(await methods(), { totp: true, passkeys: 0, sessions: 1 })
    assert.equal((await askSignedIn(server, cookie, 'GET', `/users/${id}/sign_in`)).status, 403)
    assert.deepEqual((await clear(id)).body, { totp_turned_off: true, passkeys_removed: 0 })
    assert.deepEqual(await methods(), { totp: false, passkeys: 0, sessions: 0 })
    assert.equal((await askSignedIn(server, cookie, 'GET', '/two_factor')).status, 401)
    const again = await server.session(company.id, id)
    const { body } = await askSignedIn(server, again, 'GET', '/two_factor')
    assert.deepEqual(body, { totp: { on: false, since: null }, recovery_codes_left: 0, passkeys: [] })
  })

  test('an administrator signs a person out of all browsers, and no one of another company', async () => {
    const { id, token } = await server.user(company, { permissions: { manage_users: true } })
    const [one, two] = [await server.session(company.id, id), await server.session(company.id, id)]
    const end = (of: number, by = admin) => askSignedIn(server, by, 'DELETE', `/users/${of}/sessions`)
    assert.equal((await end(company.adminId, one)).status, 403)
    assert.equal((await end(company.adminId)).status, 417, 'one’s own are in the settings')
    assert.equal((await ask(server, company, 'DELETE', `/users/${id}/sessions`)).status, 403, 'not with a token')
    const stranger = await server.company()
    const theirs = await server.session(stranger.id, stranger.adminId)
    assert.equal((await end(stranger.adminId)).status, 404)
    assert.deepEqual((await end(id)).body, { ended: 2 })
    assert.deepEqual((await end(id)).body, { ended: 0 })
    const status = async (cookie: string) => (await askSignedIn(server, cookie, 'GET', '/sessions')).status
    assert.deepEqual(await Promise.all([one, two, theirs, admin].map(status)), [401, 401, 200, 200])
    assert.equal((await server.get({ token }, '/current_user')).status, 200, 'tokens stay')
  })

  test('only signed-in administrators get links, and only for active people of their own company', async () => {
    const { id, token } = await server.user(company, { permissions: { manage_users: true } })
    const theirs = await server.session(company.id, id)
    const strange = await server.company()
    for (const what of ['invitation', 'password_reset']) {
      const status = async (of: number | string, cookie = admin) =>
        (await askSignedIn(server, cookie, 'POST', `/users/${of}/${what}`)).status
      assert.equal(await status(company.adminId, theirs), 403)
      assert.equal(await status(company.adminId), 417, 'for oneself it needs the password')
      assert.equal((await ask(server, { token }, 'POST', `/users/${company.adminId}/${what}`)).status, 403)
      assert.equal((await ask(server, company, 'POST', `/users/${id}/${what}`)).status, 403, 'a token gets no link')
      assert.equal(await status(strange.adminId), 404)
      for (const malformed of ['0', '-1', 'x', '9999999999']) assert.equal(await status(malformed), 404, malformed)
      const left = await server.user(company)
      await server.put(company, '/users', [{ id: left.id, active: false }])
      assert.equal(await status(left.id), 417)
    }
    const own = await askSignedIn(server, admin, 'POST', `/users/${company.adminId}/password_reset`)
    assert.equal(own.status, 417, 'one’s own password asks for the old one')
  })
})
