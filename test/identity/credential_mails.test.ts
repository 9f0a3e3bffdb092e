import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TOTP } from 'otpauth'
import { setPassword } from '../../src/identity/passwords.ts'
import { askSignedIn } from '../app_api/ask.ts'
import { hashOf, password } from '../oauth/support.ts'
import { Authenticator } from '../support/authenticator.ts'
import { Mailbox } from '../support/mailbox.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('mails about changed credentials', (database) => {
  let mailbox: Mailbox
  let server: TestServer
  let company: TestCompany
  let wanda: { id: number; token: string }
  let cookie: string
  let hash: string
  before(async () => {
    mailbox = await new Mailbox().start()
    server = await TestServer.start(database, mailbox.settings)
    hash = await hashOf()
  })
  after(async () => {
    await server.stop()
    await mailbox.stop()
  })
  beforeEach(async () => {
    company = await server.company('Northside')
    wanda = await server.user(company, { email: 'wanda@example.com', require_password_change: false })
    const account = { companyId: company.id, userId: wanda.id }
    await server.db.write(setPassword, { ...account, password: hash, own: true }, server.now)
    cookie = await server.session(company.id, wanda.id)
    assert.deepEqual(await told(), [], 'a first password is no news')
  })

  /** Who was mailed what since the last time. */
  const told = async () => {
    await server.round()
    return mailbox.take().map(({ to, subject, text = '' }) => {
      assert.equal(subject, 'Northside: how you sign in has changed')
      assert.match(text, /^Hello Wanda/)
      assert.match(text, /tell an administrator of Northside at once/)
      return [
        to?.[0]?.address,
        text
          .split(/\n\s*\n/)[1]!
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ]
    })
  }
  const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) => {
    const { status, body: answer } = await askSignedIn(server, cookie, method, path, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer
  }
  const put = async (item: object) => {
    const { body } = await server.put(company, '/users', [{ id: wanda.id, ...item }])
    assert.equal(Object.values<{ _status_code: number }>(body.results.users)[0]!._status_code, 200)
  }

  test('a person is mailed about a new password, username or email address, at the old address', async () => {
    await call('PUT', '/password', { current_password: password, password: 'a better password' })
    assert.deepEqual(await told(), [['wanda@example.com', 'Your password was changed.']])
    await put({ email: 'new@example.com' })
    assert.deepEqual(await told(), [
      ['wanda@example.com', 'Your email address was changed. Emails no longer come to this address.'],
    ])
    await put({ username: 'wanda-new' })
    assert.deepEqual(await told(), [['new@example.com', 'Your username was changed. It is now wanda-new.']])
    await put({ email: '' })
    assert.deepEqual(
      (await told()).map(([to]) => to),
      ['new@example.com'],
    )
    await put({ email: 'again@example.com', mobile_number: '555 0100' })
    await put({ first_name: 'Wanda', job_title: 'Foreman' })
    assert.deepEqual(await told(), [], 'there was none, and other fields are no news')
  })

  test('a person is mailed about changes of passkeys and of two-step verification', async () => {
    const asked = await call('POST', '/passkeys/options', { password })
    const { id } = await call('POST', '/passkeys', {
      name: 'Phone',
      response: new Authenticator().register(asked as never, server.config.url),
    })
    assert.deepEqual(await told(), [['wanda@example.com', 'A passkey was added. It signs you in without a password.']])
    await call('DELETE', `/passkeys/${id}`, { password })
    assert.deepEqual(await told(), [['wanda@example.com', 'A passkey was removed. It no longer signs you in.']])
    const { secret } = await call('POST', '/two_factor/totp', { password })
    assert.deepEqual(await told(), [], 'nothing is on yet')
    const code = new TOTP({ secret }).generate({ timestamp: server.now / 1000 })
    await call('PUT', '/two_factor/totp', { code })
    assert.deepEqual(await told(), [['wanda@example.com', 'Two-step verification was turned on.']])
    await call('POST', '/two_factor/recovery_codes', { password })
    assert.deepEqual(await told(), [
      ['wanda@example.com', 'New recovery codes were created. The old ones no longer work.'],
    ])
    await call('DELETE', '/two_factor/totp', { password })
    assert.deepEqual(await told(), [
      ['wanda@example.com', 'Two-step verification was turned off. Your password is enough to sign in.'],
    ])
  })
})
