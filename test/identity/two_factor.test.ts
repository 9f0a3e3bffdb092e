import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { TOTP } from 'otpauth'
import { sql } from '../../src/engine/sql.ts'
import { createReset } from '../../src/identity/links/password_resets.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { ask, askSignedIn } from '../app_api/ask.ts'
import { authorizePath, Browser, callback, hashOf, password } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

onEither('two-step verification', (database) => {
  let server: TestServer
  let origin: string
  let company: TestCompany
  let slug: string
  let wanda: { id: number; token: string }
  let cookie: string

  before(async () => {
    server = await TestServer.start(database)
    origin = await server.listen()
    await server.company('Another company')
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company('Northyard')
    slug = (await server.list(company, 'users'))[0]!.client_url
    wanda = await server.user(company, { username: 'wanda' })
    await setOwn(wanda.id, password)
    cookie = await server.session(company.id, wanda.id)
  })

  const setOwn = async (userId: number, text: string, own = true) => {
    const credentials = { companyId: company.id, userId, password: await hashOf(text), own }
    await server.db.write(setPassword, credentials, server.now)
  }
  const put = (code: string) => askSignedIn(server, cookie, 'PUT', '/two_factor/totp', { code })
  const start = (text = password) => askSignedIn(server, cookie, 'POST', '/two_factor/totp', { password: text })
  const state = async () => (await askSignedIn(server, cookie, 'GET', '/two_factor')).body
  const codeOf = (secret: string, seconds = 0) =>
    new TOTP({ secret }).generate({ timestamp: server.now / 1000 + seconds * 1000 })
  /** Turns it on; the current code can be used afterwards. */
  const turnOn = async () => {
    const { secret } = (await start()).body
    const codes: string[] = (await put(codeOf(secret))).body.recovery_codes
    server.pass(60)
    return { secret: secret as string, codes }
  }
  const signIn = async (text = password, browser = new Browser(origin)) => {
    const page = await browser.open('/sign-in')
    return page.submit({ company: slug, username: 'wanda', password: text })
  }
  const greeting = async (of: Browser) => (await of.open('/account')).title

  test('two-step verification is turned on with the first code of the app, after the password', async () => {
    assert.deepEqual((await state()).totp, { on: false, since: null })
    assert.equal((await start('wrong password')).status, 417)
    const { status, body } = await start()
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body).sort(), ['secret', 'uri'])
    const uri = new URL(body.uri)
    assert.deepEqual(
      [uri.protocol, uri.host, decodeURIComponent(uri.pathname), uri.searchParams.get('secret')],
      ['otpauth:', 'totp', '/Northyard:wanda', body.secret],
    )
    assert.equal(uri.searchParams.get('issuer'), 'Northyard')
    assert.equal((await state()).totp.on, false, 'not before a code')
    assert.match(await greeting((await signIn()).browser), /^Hello/, 'nor does signing in ask for one')

    for (const wrong of ['', '123', 'abcdef', codeOf(body.secret, 300)]) assert.equal((await put(wrong)).status, 417)
    const turned = await put(` ${codeOf(body.secret).replace(/^.../, '$& ')} `)
    assert.equal(turned.status, 200)
    const codes: string[] = turned.body.recovery_codes
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^([a-z2-9]{4}-){5}[a-z2-9]{4}$/, '24 of 31 letters: 118 bits')
    const on = await state()
    assert.deepEqual([on.totp.on, on.recovery_codes_left], [true, 10])
    assert.match(on.totp.since, /^2026-03-.*\+00:00$/)
    assert.equal((await start()).status, 417, 'it is on')
    assert.equal((await put(codeOf(body.secret, 30))).status, 417)
  })

  test('neither the secret nor the codes can be read in the database', async () => {
    const { secret, codes } = await turnOn()
    const tables = await Promise.all([
      server.db.read.all(sql`select * from totp`),
      server.db.read.all(sql`select * from recovery_codes`),
    ])
    const text = JSON.stringify(tables)
    for (const one of [secret, ...codes, codes[0]!.replaceAll('-', '')]) assert.equal(text.includes(one), false)
  })

  test('signing in asks for a code after the password, and opens nothing before', async () => {
    const { secret } = await turnOn()
    const page = await signIn()
    assert.equal(page.title, 'Code from your app')
    assert.match(page.text, /autocomplete="one-time-code"[^>]*inputmode="numeric"/)
    const { browser } = page
    assert.equal(browser.cookie('clockhouse'), undefined)
    assert.equal((await browser.fetch('/api/v1/current_user')).status, 401)
    assert.equal(await greeting(browser), 'Code from your app')
    assert.equal((await page.submit({ code: '000000' })).status, 403)
    assert.equal((await page.submit({ code: codeOf(secret), token: '' })).status, 403)
    assert.match(await greeting((await page.submit({ code: codeOf(secret) })).browser), /^Hello, Wanda/)
    assert.equal((await signIn('wrong password')).title, 'Sign in')
  })

  test('a code works once, even for several requests at the same time', async () => {
    const { secret } = await turnOn()
    const pages = await Promise.all([1, 2, 3].map(() => signIn()))
    const code = codeOf(secret)
    const results = await Promise.all(pages.map((page) => page.submit({ code })))
    assert.equal(results.filter((page) => page.browser.cookie('clockhouse')).length, 1)
    const late = await signIn()
    assert.equal((await late.submit({ code })).status, 403)
    assert.equal((await late.submit({ code: codeOf(secret, -30) })).status, 403, 'nor one from before')
    server.pass(30)
    assert.match(await greeting((await late.submit({ code: codeOf(secret) })).browser), /^Hello/)
  })

  test('the clock of the app may differ by up to half a minute', async () => {
    const { secret } = await turnOn()
    for (const seconds of [-60, 60])
      assert.equal((await (await signIn()).submit({ code: codeOf(secret, seconds) })).status, 403)
    for (const seconds of [-30, 30])
      assert.match(await greeting((await (await signIn()).submit({ code: codeOf(secret, seconds) })).browser), /^Hello/)
  })

  test('a recovery code replaces the app, once, however it is typed', async () => {
    const { codes } = await turnOn()
    const page = await (await signIn()).submit({ intent: 'show-recovery' })
    assert.equal(page.title, 'Recovery code')
    const wrong = await page.submit({ recovery: 'aaaa-bbbb-cccc-dddd' })
    assert.deepEqual([wrong.status, wrong.title], [403, 'Recovery code'])
    const typed = ` ${codes[3]!.toUpperCase().replaceAll('-', ' ')} `
    assert.match(await greeting((await page.submit({ recovery: typed })).browser), /^Hello/)
    assert.equal((await state()).recovery_codes_left, 9)
    const again = await (await signIn()).submit({ intent: 'show-recovery' })
    assert.equal((await again.submit({ recovery: codes[3]! })).status, 403)
    const back = await again.submit({ intent: 'show-code' })
    assert.equal(back.title, 'Code from your app')
    assert.equal((await back.submit({ intent: 'start-over' })).title, 'Sign in')
  })

  test('new recovery codes replace the old ones', async () => {
    const renew = (text: string) =>
      askSignedIn(server, cookie, 'POST', '/two_factor/recovery_codes', { password: text })
    assert.equal((await renew(password)).status, 417, 'nothing is on')
    const { codes } = await turnOn()
    assert.equal((await renew('wrong password')).status, 417)
    const fresh: string[] = (await renew(password)).body.recovery_codes
    assert.equal(fresh.length, 10)
    const enter = async (recovery: string) =>
      (await (await (await signIn()).submit({ intent: 'show-recovery' })).submit({ recovery })).status
    assert.equal(await enter(codes[0]!), 403)
    assert.notEqual(await enter(fresh[0]!), 403)
  })

  test('guessing codes is rate limited, across addresses and sign-in attempts', async () => {
    const { secret } = await turnOn()
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      const page = await signIn()
      statuses.push((await page.submit({ code: String(100_000 + n) })).status)
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429, 429])
    const page = await signIn()
    assert.equal((await page.submit({ code: codeOf(secret) })).status, 429, 'even the right one has to wait')
    const recovery = await page.submit({ intent: 'show-recovery' })
    assert.equal((await recovery.submit({ recovery: 'aaaa-bbbb-cccc-dddd' })).status, 429)
    server.pass(400)
    assert.match(await greeting((await (await signIn()).submit({ code: codeOf(secret) })).browser), /^Hello/)
  })

  test('a sign-in that waits for a code ends after ten minutes, and with another password', async () => {
    const { secret } = await turnOn()
    const page = await signIn()
    server.pass(601)
    const late = await page.submit({ code: codeOf(secret) })
    assert.deepEqual([late.status, late.title], [403, 'Sign in'])
    const second = await signIn()
    await setOwn(wanda.id, 'another password')
    assert.equal((await second.submit({ code: codeOf(secret) })).status, 403)
    const third = await signIn('another password')
    await server.put(company, '/users', [{ id: wanda.id, active: false }])
    assert.equal((await third.submit({ code: codeOf(secret) })).status, 403)
  })

  test('no code is asked for once two-step verification is turned off', async () => {
    await turnOn()
    const off = (text: string) => askSignedIn(server, cookie, 'DELETE', '/two_factor/totp', { password: text })
    assert.equal((await off('wrong password')).status, 417)
    assert.equal((await off(password)).status, 200)
    assert.deepEqual((await state()).totp, { on: false, since: null })
    assert.equal((await state()).recovery_codes_left, 0)
    assert.match(await greeting((await signIn()).browser), /^Hello/)
  })

  test('a password reset link does not bypass two-step verification', async () => {
    const { secret } = await turnOn()
    const made = await createReset(server.world, { companyId: company.id, userId: wanda.id })
    if (!('path' in made)) throw new Error('no link')
    const page = await new Browser(origin).open(made.path)
    const next = await page.submit({ password: 'another password', again: 'another password' })
    assert.equal(next.title, 'Code from your app')
    assert.equal(next.browser.cookie('clockhouse'), undefined)
    assert.match(await greeting((await next.submit({ code: codeOf(secret) })).browser), /^Hello/)
  })

  test('a person who must change the password enters the code first', async () => {
    const { secret } = await turnOn()
    await server.put(company, '/users', [{ id: wanda.id, require_password_change: true }])
    const page = await signIn()
    assert.equal(page.title, 'Code from your app')
    const early = { intent: 'new-password', password: 'another password', again: 'another password' }
    assert.equal((await page.submit(early)).status, 403, 'not before the code')
    const next = await (await signIn()).submit({ code: codeOf(secret) })
    assert.equal(next.title, 'Choose a new password')
    assert.equal(next.browser.cookie('clockhouse'), undefined)
    const inside = await next.submit({ password: 'another password', again: 'another password' })
    assert.match(await greeting(inside.browser), /^Hello/)
  })

  test('an application that asks for access gets nothing before the code', async () => {
    const { secret } = await turnOn()
    for (const display_mode of ['login', 'create']) {
      const { clientId } = await createApplication(server.world, {
        companyId: company.id,
        userId: company.adminId,
        name: 'Payroll Bridge',
        redirectUris: [callback],
      })
      const browser = new Browser(origin)
      const page = await browser.open(authorizePath(clientId, { display_mode }))
      const next = await page.submit({ username: 'wanda', password })
      assert.equal(next.title, 'Code from your app')
      assert.equal(next.target, undefined)
      assert.equal((await next.submit({ intent: 'allow' })).title, 'Code from your app', 'consent cannot come first')
      assert.equal((await next.submit({ code: '000000' })).status, 403)
      const consent = await next.submit({ code: codeOf(secret) })
      assert.equal(consent.title, 'Allow Payroll Bridge?')
      const back = await consent.submit({ intent: 'allow' })
      assert.ok(back.target?.searchParams.get('code'))
      server.pass(30)
    }
  })

  test('a company that requires two-step verification has people set it up on the way in', async () => {
    await ask(server, company, 'PUT', '/settings', { settings: { general: { require_two_steps: 1 } } })
    const page = await signIn()
    assert.equal(page.title, 'Set up two-step verification')
    const secretOn = ({ text }: { text: string }) => /class="key">([A-Z2-7]+)</.exec(text)![1]!
    const secret = secretOn(page)
    assert.match(page.text, /<img src="data:image\/svg/)
    assert.doesNotMatch(await greeting(page.browser), /^Hello/, 'not signed in yet')
    const wrong = await page.submit({ code: '000000' })
    assert.equal(wrong.status, 403)
    assert.equal(secretOn(wrong), secret, 'what was scanned stays right')

    const saved = await wrong.submit({ code: codeOf(secret) })
    assert.equal(saved.title, 'Save your recovery codes')
    const codes = [...saved.text.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!)
    assert.equal(codes.length, 10)
    assert.doesNotMatch(await greeting(saved.browser), /^Hello/, 'not before they are saved')
    const again = await saved.browser.open('/sign-in')
    assert.equal(again.title, 'Save your recovery codes')
    assert.doesNotMatch(again.text, new RegExp(codes[0]!), 'they are shown once')
    await saved.submit({})
    assert.match(await greeting(saved.browser), /^Hello/)

    server.pass(60)
    const next = await signIn()
    assert.equal(next.title, 'Code from your app')
    assert.match(await greeting((await next.submit({ intent: 'code', recovery: codes[0]! })).browser), /^Hello/)
    const off = await askSignedIn(server, cookie, 'DELETE', '/two_factor/totp', { password })
    assert.equal(off.status, 417)
    assert.match(JSON.stringify(off.body), /your company requires it/)
  })

  test('a company that requires two-step verification lets no application in before, and exempts some people', async () => {
    await ask(server, company, 'PUT', '/settings', { settings: { general: { require_two_steps: 1 } } })
    const { clientId } = await createApplication(server.world, {
      companyId: company.id,
      userId: company.adminId,
      name: 'Payroll Bridge',
      redirectUris: [callback],
    })
    const page = await new Browser(origin).open(authorizePath(clientId))
    const setUp = await page.submit({ username: 'wanda', password })
    assert.equal(setUp.title, 'Set up two-step verification')
    assert.equal((await setUp.submit({ intent: 'allow' })).title, 'Set up two-step verification')
    const secret = /class="key">([A-Z2-7]+)</.exec(setUp.text)![1]!
    const saved = await setUp.submit({ intent: 'set-up', code: codeOf(secret) })
    assert.equal(saved.title, 'Save your recovery codes')
    assert.equal((await saved.submit({})).title, 'Allow Payroll Bridge?')

    const vera = await server.user(company, { username: 'vera' })
    await setOwn(vera.id, password)
    const exempt = { for: 'user', id: vera.id, settings: { general: { require_two_steps: 0 } } }
    assert.equal((await ask(server, company, 'PUT', '/settings', exempt)).status, 200)
    const browser = new Browser(origin)
    await (await browser.open('/sign-in')).submit({ company: slug, username: 'vera', password })
    assert.match(await greeting(browser), /^Hello/)
  })

  test('people turn on two-step verification in a browser, and only for themselves', async () => {
    const body = { password }
    for (const [method, path] of [
      ['GET', '/two_factor'],
      ['POST', '/two_factor/totp'],
      ['PUT', '/two_factor/totp'],
      ['DELETE', '/two_factor/totp'],
      ['POST', '/two_factor/recovery_codes'],
    ] as const) {
      const payload = method === 'GET' ? undefined : method === 'PUT' ? { code: '123456' } : body
      assert.equal((await ask(server, wanda, method, path, payload)).status, 403, `${method} ${path}`)
      assert.equal((await ask(server, undefined, method, path, payload)).status, 401)
    }
    await turnOn()
    assert.equal((await state()).totp.on, true)
    cookie = await server.session(company.id, company.adminId)
    assert.equal((await state()).totp.on, false)
  })
})
