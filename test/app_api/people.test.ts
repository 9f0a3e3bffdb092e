import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TOTP } from 'otpauth'
import { setPassword } from '../../src/identity/passwords.ts'
import { hashPassword } from '../../src/identity/people.ts'
import { Browser, password } from '../oauth/support.ts'
import { Mailbox, pathIn } from '../support/mailbox.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { ask, askSignedIn } from './ask.ts'

const chosen = 'a password of my own'

onBoth('help with signing in', (database) => {
  for (const withMail of [true, false]) {
    const where = withMail ? 'with mail' : 'without mail'
    let server: TestServer
    let mailbox: Mailbox
    let origin: string
    let company: TestCompany
    let admin: string

    const begin = async () => {
      mailbox = await new Mailbox().start()
      const { CLOCKHOUSE_URL = '' } = mailbox.settings
      server = await TestServer.start(database, withMail ? mailbox.settings : { CLOCKHOUSE_URL })
      origin = await server.listen()
    }
    const fresh = async () => {
      company = await server.company()
      admin = await server.session(company.id, company.adminId)
    }
    const post = (id: number, what: string, cookie = admin) =>
      askSignedIn(server, cookie, 'POST', `/users/${id}/${what}`)
    const open = (path: string) => new Browser(origin, server.config.url).open(path)

    test(`a link reaches the person who needs one, ${where}`, async () => {
      await begin()
      try {
        await fresh()
        for (const what of ['invitation', 'password_reset']) {
          const { id } = await server.user(company, { email: 'wanda@example.com' })
          const { status, body } = await post(id, what)
          assert.equal(status, 200)
          let path: string
          if (withMail) {
            assert.deepEqual(body, { mailed_to: 'wanda@example.com' })
            await server.round()
            path = pathIn(mailbox.take()[0]!)
          } else {
            assert.deepEqual(Object.keys(body).sort(), ['expires', 'link'])
            path = body.link.slice(server.config.url.length)
            assert.match(body.expires, /^2026-03-\d\dT\d\d:00:00\+00:00$/)
          }
          const page = await open(path)
          assert.equal(page.status, 200)
          await page.submit({ password: chosen, again: chosen })
          assert.match((await page.browser.open('/account')).title, /^Hello, Wanda/)
          assert.equal((await open(path)).status, 410)
        }
        const { id } = await server.user(company, { email: '' })
        assert.match((await post(id, 'password_reset')).body.link, /^http:\/\/time\.example\.com\/reset\/S\./)
        assert.match((await post(id, 'invitation')).body.link, /^http:\/\/time\.example\.com\/invitation\/S\./)
      } finally {
        await server.stop()
        await mailbox.stop()
      }
    })
  }

  let server: TestServer
  let company: TestCompany
  let admin: string
  before(async () => {
    server = await TestServer.start(database)
  })
  beforeEach(async () => {
    company = await server.company()
    admin = await server.session(company.id, company.adminId)
  })
  after(() => server.stop())

  test('a person who lost their phone signs in with the password alone again, and is signed out everywhere', async () => {
    const { id } = await server.user(company, { username: 'wanda' })
    const given = { companyId: company.id, userId: id, password: await hashPassword(password), own: true }
    await server.db.write(setPassword, given, server.now)
    const cookie = await server.session(company.id, id)
    const { secret } = (await askSignedIn(server, cookie, 'POST', '/two_factor/totp', { password })).body
    const code = new TOTP({ secret }).generate({ timestamp: server.now / 1000 })
    assert.equal((await askSignedIn(server, cookie, 'PUT', '/two_factor/totp', { code })).status, 200)
    const clear = (of: number, by = admin) => askSignedIn(server, by, 'DELETE', `/users/${of}/two_factor`)
    assert.equal((await clear(id, cookie)).status, 403)
    assert.equal((await clear(company.adminId)).status, 417, 'one’s own needs the password')
    assert.equal((await clear((await server.company()).adminId)).status, 404)
    assert.equal((await askSignedIn(server, cookie, 'GET', '/two_factor')).body.totp.on, true)
    assert.deepEqual((await clear(id)).body, { totp_turned_off: true, passkeys_removed: 0 })
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

  test('works for signed-in administrators and active people of their own company', async () => {
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
      for (const odd of ['0', '-1', 'x', '9999999999']) assert.equal(await status(odd), 404, odd)
      const left = await server.user(company)
      await server.put(company, '/users', [{ id: left.id, active: false }])
      assert.equal(await status(left.id), 417)
    }
    const own = await askSignedIn(server, admin, 'POST', `/users/${company.adminId}/password_reset`)
    assert.equal(own.status, 417, 'one’s own password asks for the old one')
  })
})
