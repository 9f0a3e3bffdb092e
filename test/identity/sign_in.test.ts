import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import {
  addApplication,
  addCompany,
  addUser,
  authorizePath,
  Browser,
  obtainCode,
  password,
  redeem,
  refresh,
  runStatement,
  type Server,
  startServer,
} from '../oauth/support.ts'
import { onBoth, onEither } from '../support/server.ts'

const setup = {
  company_name: 'Northyard Ltd',
  first_name: 'Dana',
  last_name: 'Fox',
  email: 'dana@example.com',
  username: 'dana',
  tz: 'Europe/Berlin',
  password,
}

onBoth('first start', (database) => {
  test('the first visitor creates the company and its administrator; two at the same time create one; then no one can', async () => {
    const server = await startServer(database)
    try {
      const browsers = [new Browser(server.origin), new Browser(server.origin)]
      const pages = await Promise.all(browsers.map((browser) => browser.open('/sign-in')))
      for (const page of pages) assert.equal(page.title, 'Welcome to Clockhouse')
      assert.equal((await pages[0]!.submit({ ...setup, password: 'too short' })).status, 422)
      assert.equal((await pages[0]!.submit({ ...setup, email: 'nonesuch' })).status, 422)
      await Promise.all(pages.map((page) => page.submit(setup)))
      const accounts = await Promise.all(browsers.map((browser) => browser.open('/account')))
      assert.deepEqual(accounts.map((page) => page.title).sort(), ['Hello, Dana Fox', 'Sign in'])
      const companies = await server.db.read.all(sql`select * from companies`)
      assert.equal(companies.length, 1)
      const stranger = await new Browser(server.origin).open('/setup', { method: 'POST' })
      assert.equal(stranger.title, 'Sign in')
      assert.equal((await server.contents()).includes(password), false)
    } finally {
      await server.close()
    }
  })
})

onEither('signing in', (database) => {
  let server: Server
  let companyId: number

  before(async () => {
    server = await startServer(database)
    companyId = (await addCompany(server)).companyId
  })
  after(() => server.close())

  const attempt = async (browser: Browser, fields: Record<string, string>) =>
    (await browser.open('/sign-in')).submit(fields)

  test('the sign-in pages are in the language of the browser, with their problems', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }
    const browser = new Browser(server.origin)
    const german = await (await browser.fetch('/sign-in', { headers })).text()
    assert.match(german, /<html lang="de">/)
    assert.match(german, /<title>Anmelden · Clockhouse<\/title>/)
    assert.match(german, /<label for="password">Passwort<\/label>/)
    const token = /name="token" value="([^"]+)"/.exec(german)![1]!
    const body = new URLSearchParams({ token, intent: 'sign-in', username: 'dana', password: 'not the password' })
    const refused = await browser.fetch('/sign-in', { method: 'POST', body, headers })
    assert.equal(refused.status, 403)
    assert.match(await refused.text(), /role="alert">Benutzername oder Passwort ist falsch\.</)
    const english = await (await browser.fetch('/sign-in', { headers: { 'accept-language': 'nl' } })).text()
    assert.match(english, /<html lang="en">/)
    assert.match(english, /<title>Sign in · Clockhouse<\/title>/)
  })

  test('a person signs in and out; the session is gone from the server, not only from the browser', async () => {
    const browser = new Browser(server.origin)
    const home = await attempt(browser, { username: ' DANA ', password })
    assert.equal(home.title, 'Hello, Dana Fox')
    assert.match(home.text, /Northyard/)
    const cookie = browser.cookie('clockhouse')!
    assert.equal((await browser.open('/sign-in')).title, 'Hello, Dana Fox')
    assert.equal((await home.submit({})).title, 'Signed out')
    assert.equal(browser.cookie('clockhouse'), undefined)
    const thief = new Browser(server.origin)
    thief.setCookie('clockhouse', cookie)
    assert.equal((await thief.open('/account')).title, 'Sign in')
  })

  test('signing in with a crafted address leads back to the server, never to another site', async () => {
    const signedIn = new Browser(server.origin)
    await attempt(signedIn, { username: 'dana', password })
    const ways = [
      ...['//evil.example', '/..//evil.example', '/.//evil.example', '/x/..//evil.example', '/%2e%2e//evil.example'],
      ...['/\\\\evil.example', '\\\\evil.example', '/\t/evil.example', 'https://evil.example/', 'javascript:alert(1)'],
    ]
    for (const next of ways) {
      const query = new URLSearchParams({ next })
      const answer = await signedIn.fetch(`/sign-in?${query}`)
      assert.equal(answer.status, 303, next)
      assert.equal(new URL(answer.headers.get('location')!, server.origin).origin, server.origin, next)
      const stranger = new Browser(server.origin)
      const led = await (await stranger.open(`/sign-in?${query}`)).submit({ username: 'dana', password })
      assert.equal(led.title, 'Hello, Dana Fox', next)
    }
    const kept = await signedIn.fetch(`/sign-in?${new URLSearchParams({ next: '/timesheet/2026-03-02?user=1' })}`)
    assert.equal(kept.headers.get('location'), '/timesheet/2026-03-02?user=1')
  })

  test('signing in creates a new session id; a planted one remains worthless', async () => {
    const browser = new Browser(server.origin)
    const planted = `${companyId}.${'A'.repeat(43)}`
    browser.setCookie('clockhouse', planted)
    await attempt(browser, { username: 'dana', password })
    assert.notEqual(browser.cookie('clockhouse'), planted)
    const other = new Browser(server.origin)
    other.setCookie('clockhouse', planted)
    assert.equal((await other.open('/account')).title, 'Sign in')
    for (const malformed of ['x', '1.', `0.${'A'.repeat(43)}`, `1.${"'".repeat(43)}`, '__proto__', '%00']) {
      other.setCookie('clockhouse', malformed)
      assert.equal((await other.open('/account')).title, 'Sign in')
    }
  })

  test('a session id has 256 random bits', async () => {
    const ids: Buffer[] = []
    for (let time = 0; time < 8; time++) {
      const browser = new Browser(server.origin)
      await attempt(browser, { username: 'dana', password })
      ids.push(Buffer.from(browser.cookie('clockhouse')!.split('.')[1]!, 'base64url'))
    }
    assert.deepEqual([...new Set(ids.map(({ length }) => length))], [32])
    // A byte that eight ids have in common is not random.
    for (let at = 0; at < 32; at++) assert.ok(new Set(ids.map((id) => id[at])).size > 1, `byte ${at}`)
  })

  test('cookies are HttpOnly and SameSite, and forms work without JavaScript', async () => {
    const browser = new Browser(server.origin)
    const page = await browser.fetch('/sign-in')
    for (const line of page.headers.getSetCookie()) assert.match(line, /; Path=\/.*; HttpOnly; SameSite=Lax$/)
    assert.match(page.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'self'/)
    assert.equal(page.headers.get('strict-transport-security'), null)
    const long = await (await browser.open('/sign-in')).submit({
      company: 'x'.repeat(5000),
      username: 'x'.repeat(5000),
    })
    for (const line of long.headers.getSetCookie()) assert.ok(line.split(';')[0]!.length <= 4096)
    const text = await page.text()
    assert.doesNotMatch(text, /style=|onclick|<script>/)
    assert.equal(text.match(/<script/g)!.length, 1)
    const [, script] = /<script src="(\/assets\/passkey\.js\?v=\w+)" defer><\/script>/.exec(text)!
    assert.match((await fetch(server.origin + script)).headers.get('content-type')!, /^text\/javascript/)
    assert.match((await fetch(`${server.origin}/assets/pages.css`)).headers.get('content-type')!, /^text\/css/)
  })

  test('a session ends after two weeks without use, and after 60 days in any case', async () => {
    const browser = new Browser(server.origin)
    await attempt(browser, { username: 'dana', password })
    const day = 86_400
    for (let passed = 0; passed < 50; passed += 10) {
      server.pass(10 * day)
      assert.match((await browser.open('/account')).title, /^Hello/)
    }
    server.pass(11 * day)
    assert.equal((await browser.open('/account')).title, 'Sign in')
    await attempt(browser, { username: 'dana', password })
    server.pass(15 * day)
    assert.equal((await browser.open('/account')).title, 'Sign in')
  })

  test('unknown usernames and wrong passwords look the same; unusual characters break nothing', async () => {
    const texts = new Set<string>()
    for (const fields of [
      { username: 'nonesuch', password },
      { username: 'dana', password: 'wrong password' },
      { username: 'dana@example.com', password },
      { username: '\0', password },
      { username: 'dana', password: `${password}\0` },
      { username: 'x'.repeat(5000), password },
      { username: '', password: '' },
    ]) {
      const page = await attempt(new Browser(server.origin), fields)
      assert.equal(page.status, 403)
      texts.add(/role="alert">(.*?)</.exec(page.text)![1]!)
      server.pass(3600)
    }
    assert.equal(texts.size, 1)
    assert.equal(
      (await attempt(new Browser(server.origin), { username: '<b>"\'', password })).text.includes('<b>'),
      false,
    )
  })

  test('a verified email address works as a username', async () => {
    server.pass(86_400)
    await server.db.write(runStatement, 'update users set email_verified = 1 /* test */', 0)
    const page = await attempt(new Browser(server.origin), { username: 'Dana@Example.com', password })
    assert.equal(page.title, 'Hello, Dana Fox')
  })

  test('a user without a password cannot sign in with an empty one', async () => {
    await addUser(server, companyId, 'newbie')
    await server.db.write(runStatement, "update users set password = '' where username = 'newbie'", 0)
    for (const guess of ['', 'no one has this password'])
      assert.equal((await attempt(new Browser(server.origin), { username: 'newbie', password: guess })).status, 403)
  })

  test('signing in leads to the requested page, never to another site', async () => {
    server.pass(86_400)
    const landing = async (next: string) => {
      const browser = new Browser(server.origin)
      const page = await browser.open(`/sign-in?${new URLSearchParams({ next })}`)
      const { action, fields } = page.form()
      const answer = await browser.fetch(action.replaceAll('&#38;', '&'), {
        method: 'POST',
        headers: { origin: server.origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, username: 'dana', password }).toString(),
      })
      const again = await browser.fetch(`/sign-in?${new URLSearchParams({ next })}`)
      assert.deepEqual([answer.status, again.status], [303, 303])
      assert.equal(again.headers.get('location'), answer.headers.get('location'), 'also with a session')
      return answer.headers.get('location')
    }
    for (const path of ['/', '/timesheet', '/reports/payroll?from=2026-01-01&to=2026-01-31', '/who%20is'])
      assert.equal(await landing(path), path)
    for (const other of [
      '',
      'timesheet',
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      ' //evil.example',
      'javascript:alert(1)',
      `/${'x'.repeat(500)}`,
    ])
      assert.equal(await landing(other), '/', other)
  })

  test('sign-in forms from elsewhere are refused', async () => {
    server.pass(86_400)
    const browser = new Browser(server.origin)
    const page = await browser.open('/sign-in')
    const fields = { username: 'dana', password }
    assert.equal((await page.submit({ ...fields, token: '' })).status, 403)
    assert.equal((await page.submit({ ...fields, token: 'x'.repeat(43) })).status, 403)
    assert.equal((await page.submit(fields, { origin: 'https://evil.example' })).status, 403)
    assert.equal((await page.submit(fields, { origin: 'null' })).status, 403)
    assert.equal((await page.submit(fields, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await page.submit(fields, { 'sec-fetch-site': 'same-site' })).status, 403)
    const others = (await new Browser(server.origin).open('/sign-in')).form().fields
    assert.equal((await page.submit({ ...fields, ...others })).status, 403, "another browser's token")
    assert.equal(browser.cookie('clockhouse'), undefined)
    assert.equal((await page.submit(fields)).title, 'Hello, Dana Fox')
    assert.equal((await page.submit(fields)).status, 403, 'the token of a form from before signing in')
  })

  test('consent to an application cannot be forged', async () => {
    const app = await addApplication(server, companyId)
    const browser = new Browser(server.origin)
    const consent = await (await browser.open(authorizePath(app.clientId))).submit({ username: 'dana', password })
    assert.match(consent.title, /^Allow/)
    assert.equal((await consent.submit({ intent: 'allow', token: '' })).status, 403)
    assert.equal((await consent.submit({ intent: 'allow' }, { origin: 'https://evil.example' })).status, 403)
    const { action } = consent.form()
    assert.match((await browser.open(action)).title, /^Allow/, 'nothing happened')
    assert.ok((await consent.submit({ intent: 'allow' })).target)
  })

  test('guessing passwords is rate limited, but not for the owner on a known device', async () => {
    server.pass(86_400 * 2)
    const owner = new Browser(server.origin)
    await attempt(owner, { username: 'dana', password })
    await (await owner.open('/account')).submit({})
    const attacker = new Browser(server.origin)
    const statuses: number[] = []
    for (let count = 0; count < 8; count++)
      statuses.push((await attempt(attacker, { username: 'dana', password: `guess number ${count}` })).status)
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429, 429, 429])
    const waiting = await attempt(attacker, { username: 'dana', password })
    assert.equal(waiting.status, 429, 'even the right password has to wait')
    assert.ok(Number(waiting.headers.get('retry-after')) >= 1)
    assert.equal((await attempt(owner, { username: 'dana', password })).title, 'Hello, Dana Fox')
    assert.equal((await attempt(attacker, { username: 'ben', password: 'guess number 1' })).status, 403, 'other names')

    server.pass(3)
    assert.equal((await attempt(attacker, { username: 'dana', password: 'one more guess' })).status, 403)
    const longer = await attempt(attacker, { username: 'dana', password })
    assert.ok(Number(longer.headers.get('retry-after')) > 2)
    server.pass(86_400)
    assert.equal((await attempt(attacker, { username: 'dana', password })).title, 'Hello, Dana Fox')
  })

  test('thirty concurrent guesses do not count as one', async () => {
    server.pass(86_400 * 2)
    const browser = new Browser(server.origin)
    const page = await browser.open('/sign-in')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, count) => page.submit({ username: 'dana', password: `guess number ${count}` })),
    )
    assert.ok(answers.filter((answer) => answer.status === 403).length <= 6)
    assert.ok(answers.filter((answer) => answer.status === 429).length >= 24)
  })

  test('a known device is throttled separately, and its cookie cannot be forged', async () => {
    server.pass(86_400 * 2)
    const owner = new Browser(server.origin)
    await attempt(owner, { username: 'dana', password })
    await (await owner.open('/account')).submit({})
    const statuses: number[] = []
    for (let count = 0; count < 12; count++)
      statuses.push((await attempt(owner, { username: 'dana', password: `guess number ${count}` })).status)
    assert.deepEqual(statuses.indexOf(429), 10)

    const forger = new Browser(server.origin)
    const device = owner.cookie('clockhouse-device')!
    forger.setCookie('clockhouse-device', `${device.split('~')[0]}~${'A'.repeat(24)}`)
    for (let count = 0; count < 5; count++)
      assert.equal((await attempt(forger, { username: 'dana', password: `guess number ${count}` })).status, 403)
    assert.equal((await attempt(forger, { username: 'dana', password: 'guess number 6' })).status, 429)
  })

  test('the company is asked for on a server with several companies', async () => {
    server.pass(86_400 * 2)
    await addCompany(server, 'Southside')
    const browser = new Browser(server.origin)
    const page = await browser.open('/sign-in')
    assert.match(page.text, /name="company"/)
    assert.equal((await page.submit({ company: '', username: 'dana', password })).status, 403)
    const home = await page.submit({ company: 'southside', username: 'dana', password })
    assert.match(home.text, /Southside/)
  })
})

onEither('public and blocked addresses', (database) => {
  test('a server behind https sends Secure cookies with the __Host- prefix, HSTS, and its public address everywhere', async () => {
    const settings = { CLOCKHOUSE_URL: 'https://time.example.com' }
    const server = await startServer(database, { settings })
    try {
      const { companyId } = await addCompany(server)
      const app = await addApplication(server, companyId)
      const page = await server.app.inject({ url: '/sign-in', headers: { host: 'time.example.com' } })
      assert.match(
        String(page.headers['set-cookie']),
        /^__Host-clockhouse-form=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      assert.match(String(page.headers['strict-transport-security']), /max-age=/)
      const started = await server.app.inject({ url: authorizePath(app.clientId) })
      const cookies = started.headers['set-cookie'] as string[]
      assert.ok(cookies.length >= 2)
      for (const line of cookies) assert.match(line, /^__Secure-clockhouse-.*; secure; httponly/i)
      assert.equal(
        (await server.app.inject('/.well-known/oauth-authorization-server')).json().issuer,
        settings.CLOCKHOUSE_URL,
      )
    } finally {
      await server.close()
    }
  })

  test('a blocked address is refused with 499 for programs, and with a page for people', async () => {
    const blocked = new Set<number>()
    const server = await startServer(database, {
      mayConnect: (company) => !blocked.has(company.company_id as number),
    })
    try {
      const { companyId } = await addCompany(server)
      const app = await addApplication(server, companyId)
      const browser = new Browser(server.origin)
      const { body } = await redeem(server, app, await obtainCode(browser, app.clientId))
      const code = await obtainCode(browser, app.clientId)
      blocked.add(companyId)
      for (const answer of [await redeem(server, app, code), await refresh(server, app, body.refresh_token)]) {
        assert.equal(answer.status, 499)
        assert.equal((answer.body.error as { code: number }).code, 499)
      }
      const attemptWith = async (text: string) => {
        const page = await (await new Browser(server.origin).open('/sign-in')).submit({
          username: 'dana',
          password: text,
        })
        return [page.status, /does not allow signing in from this address/.test(page.text)]
      }
      assert.deepEqual(await attemptWith(password), [403, true])
      assert.deepEqual(await attemptWith('not the password'), [403, true], 'reveals nothing about the password')
      blocked.clear()
      assert.equal((await redeem(server, app, code)).status, 200, 'nothing was spent')
    } finally {
      await server.close()
    }
  })
})
