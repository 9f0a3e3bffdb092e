import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { ask, askSignedIn } from '../app_api/ask.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { Authenticator } from '../support/authenticator.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('passkeys', (database) => {
  const site = 'https://time.example.com'
  let server: TestServer
  let origin: string
  let company: TestCompany
  let wanda: { id: number; token: string }
  let cookie: string
  let hash: string

  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_URL: site })
    origin = await server.listen()
    hash = await hashOf()
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    wanda = await server.user(company, { username: 'wanda', require_password_change: false })
    for (const userId of [company.adminId, wanda.id])
      await server.db.write(setPassword, { companyId: company.id, userId, password: hash, own: true }, server.now)
    cookie = await sessionOf(wanda.id)
    server.pass(86_400 * 2)
    company.token = await server.token(company.id, company.adminId)
  })

  const sessionOf = async (userId: number) => `__Host-${await server.session(company.id, userId)}`
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, of = cookie) =>
    askSignedIn(server, of, method, path, body, { origin: site })
  const options = async (of = cookie): Promise<Values> =>
    (await call('POST', '/passkeys/options', { password }, of)).body
  const register = async (device = new Authenticator(), name = 'Laptop') => {
    const response = device.register((await options()) as never, site)
    const { status, body } = await call('POST', '/passkeys', { name, response })
    assert.equal(status, 200, JSON.stringify(body))
    return { device, id: body.id as number }
  }
  const begin = async (browser = new Browser(origin, site)) => {
    const page = await browser.open('/sign-in')
    const asked = (await (await browser.fetch('/sign-in/passkey')).json()) as { challenge: string; rpId: string }
    return { browser, page, asked, send: (answer: object) => submit(page, answer) }
  }
  const submit = (page: Awaited<ReturnType<Browser['open']>>, answer: object) =>
    page.submit({ intent: 'passkey', response: JSON.stringify(answer) })
  const greeting = async (of: Browser) => (await of.open('/account')).title

  test('the browser is asked for a discoverable passkey with user verification', async () => {
    const asked = await options()
    assert.equal(asked.rp.id, 'time.example.com')
    assert.deepEqual(
      [asked.user.name, asked.authenticatorSelection.residentKey, asked.authenticatorSelection.userVerification],
      ['wanda', 'required', 'required'],
    )
    assert.deepEqual(asked.excludeCredentials, [])
    const { device } = await register()
    const again = await options()
    assert.equal(again.excludeCredentials[0].id, device.id.toString('base64url'))
    assert.equal(again.user.id, asked.user.id)
    assert.notEqual(again.challenge, asked.challenge)
    const { asked: signing } = await begin()
    assert.deepEqual(signing, {
      ...signing,
      rpId: 'time.example.com',
      userVerification: 'required',
    })
  })

  test('a passkey signs in without username, password or code', async () => {
    const { device } = await register()
    const { browser, asked, send } = await begin()
    await send(device.signIn(asked, site))
    assert.match(await greeting(browser), /^Hello, Wanda/)
    const [one] = (await call('GET', '/two_factor')).body.passkeys
    assert.match(one.last_used, /\+00:00$/)
  })

  test('the answer of a passkey counts once, in the browser that was asked, within five minutes', async () => {
    const { device } = await register()
    const first = await begin()
    const answer = device.signIn(first.asked, site)
    const stranger = await begin()
    assert.equal((await stranger.send(answer)).status, 403, 'another browser')
    await first.send(answer)
    assert.match(await greeting(first.browser), /^Hello/)
    const page = await first.browser.open('/account')
    await page.submit({})
    const again = await first.browser.open('/sign-in')
    assert.equal((await submit(again, answer)).status, 403, 'twice')
    const slow = await begin()
    server.pass(301)
    assert.equal((await slow.send(device.signIn(slow.asked, site))).status, 403, 'too late')
  })

  test('a passkey that is unverified, for another site, or of another kind lets no one in', async () => {
    const { device } = await register()
    const impostor = new Authenticator()
    impostor.id.set(device.id)
    for (const [why, answer] of [
      ['not unlocked', (asked: never) => device.signIn(asked, site, { verified: false })],
      ['another site', (asked: never) => device.signIn(asked, 'https://evil.example')],
      ['http', (asked: never) => device.signIn(asked, 'http://time.example.com')],
      ['another kind', (asked: never) => device.signIn(asked, site, { type: 'webauthn.create' })],
      ['another challenge', (asked: never) => device.signIn(asked, site, { challenge: 'A'.repeat(54) })],
      ['another person', (asked: never) => device.signIn(asked, site, { userHandle: 'AAAA' })],
      ['another person’s key', (asked: never) => impostor.signIn(asked, site)],
      ['an unknown key', (asked: never) => new Authenticator().signIn(asked, site)],
      ['nothing', () => ({})],
      ['rubbish', () => ({ id: 'x', rawId: 'x', type: 'x', response: { clientDataJSON: '', userHandle: '' } })],
    ] as const) {
      const { browser, asked, send } = await begin()
      const page = await send(answer(asked as never))
      assert.deepEqual([page.status, page.title], [403, 'Sign in'], why)
      assert.equal(browser.cookie('__Host-clockhouse'), undefined, why)
      server.pass(86_400)
    }
  })

  test('the registration of a passkey is checked like a sign-in with it', async () => {
    const admins = await sessionOf(company.adminId)
    const device = () => new Authenticator()
    for (const [why, make] of [
      ['not unlocked', (asked: never) => device().register(asked, site, { verified: false })],
      ['another site', (asked: never) => device().register(asked, 'https://evil.example')],
      ['another kind', (asked: never) => device().register(asked, site, { type: 'webauthn.get' })],
      ['another challenge', (asked: never) => device().register(asked, site, { challenge: 'A'.repeat(54) })],
    ] as const)
      assert.equal(
        (await call('POST', '/passkeys', { name: 'x', response: make((await options()) as never) })).status,
        417,
        why,
      )
    const theirs = device().register((await options(admins)) as never, site)
    assert.equal((await call('POST', '/passkeys', { name: 'x', response: theirs })).status, 417, 'of another session')
    const late = device().register((await options()) as never, site)
    server.pass(301)
    assert.equal((await call('POST', '/passkeys', { name: 'x', response: late })).status, 417, 'too late')
    for (const body of [
      {},
      { name: 'x' },
      { name: 'x', response: {} },
      { name: '  ', response: theirs },
      { name: 'x'.repeat(101), response: theirs },
    ])
      assert.equal((await call('POST', '/passkeys', body)).status, 417)
    assert.deepEqual((await call('GET', '/two_factor')).body.passkeys, [])
  })

  test('a passkey belongs to one person; others can neither see, rename nor remove it', async () => {
    const { device, id } = await register()
    const admins = await sessionOf(company.adminId)
    assert.deepEqual((await call('GET', '/two_factor', undefined, admins)).body.passkeys, [])
    assert.equal((await call('PUT', `/passkeys/${id}`, { name: 'Mine' }, admins)).status, 404)
    assert.equal((await call('DELETE', `/passkeys/${id}`, { password }, admins)).status, 404)
    const copy = device.register((await options(admins)) as never, site)
    assert.equal((await call('POST', '/passkeys', { name: 'x', response: copy }, admins)).status, 417)
    const renamed = await call('PUT', `/passkeys/${id}`, { name: ' Work laptop ' })
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Work laptop'])
    assert.deepEqual((await call('DELETE', `/passkeys/${id}`, { password })).body, { removed: true })
    const token = { token: await server.token(company.id, wanda.id) }
    assert.equal((await ask(server, token, 'POST', '/passkeys/options', { password })).status, 403)
    assert.equal((await ask(server, token, 'DELETE', `/passkeys/${id}`, { password })).status, 403)
  })

  test('a passkey is neither added nor removed without the password, which is not guessed without limit', async () => {
    const { id } = await register()
    for (const wrong of [undefined, {}, { password: '' }, { password: 'not the password' }]) {
      const begun = await call('POST', '/passkeys/options', wrong)
      assert.deepEqual([begun.status, begun.body.challenge], [417, undefined], JSON.stringify(wrong))
      assert.equal((await call('DELETE', `/passkeys/${id}`, wrong)).status, 417, JSON.stringify(wrong))
    }
    assert.equal((await call('GET', '/two_factor')).body.passkeys.length, 1)
    const tries = []
    for (let n = 0; n < 6; n++)
      tries.push((await call('DELETE', `/passkeys/${id}`, { password: 'not the password' })).status)
    assert.equal(tries.at(-1), 429)
    server.pass(901)
    assert.equal((await call('DELETE', `/passkeys/${id}`, { password })).status, 200)
  })

  test('a passkey is disabled when the person is archived, and works again after a restore', async () => {
    const { device } = await register()
    await server.put(company, '/users', [{ id: wanda.id, active: false }])
    const { asked, send } = await begin()
    assert.equal((await send(device.signIn(asked, site))).status, 403)
    await server.put(company, '/users', [{ id: wanda.id, active: true }])
    server.pass(1)
    const back = await begin()
    await back.send(device.signIn(back.asked, site))
    assert.match(await greeting(back.browser), /^Hello/)
  })

  test('a person who must change the password does so after a passkey as well', async () => {
    const { device } = await register()
    await server.put(company, '/users', [{ id: wanda.id, require_password_change: true }])
    const { asked, send } = await begin()
    const page = await send(device.signIn(asked, site))
    assert.equal(page.title, 'Choose a new password')
    await page.submit({ password: 'a better password', again: 'a better password' })
    assert.match(await greeting(page.browser), /^Hello/)
  })

  test('a person has at most twenty passkeys, and a browser that is not on the sign-in page is not asked', async () => {
    for (let n = 0; n < 20; n++) await register(new Authenticator(), `Device ${n}`)
    const response = new Authenticator().register((await options()) as never, site)
    const { status, body } = await call('POST', '/passkeys', { name: 'One more', response })
    assert.equal(status, 417)
    assert.match(body.error.message, /20 passkeys/)
    assert.equal((await new Browser(origin, site).fetch('/sign-in/passkey')).status, 403)
  })
})
