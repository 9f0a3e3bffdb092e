import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Browser } from '../oauth/support.ts'
import { Mailbox, pathIn } from '../support/mailbox.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { ask, askSignedIn } from './ask.ts'

const chosen = 'a password of my own'

onBoth('helping people in', (database) => {
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

  test('is for administrators who are signed in, about others of their company who have not left', async () => {
    const { id, token } = await server.user(company, { permissions: { manage_users: true } })
    const theirs = await server.session(company.id, id)
    const strange = await server.company()
    for (const what of ['invitation', 'password_reset']) {
      const status = async (of: number | string, cookie = admin) =>
        (await askSignedIn(server, cookie, 'POST', `/users/${of}/${what}`)).status
      assert.equal(await status(company.adminId, theirs), 403)
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
