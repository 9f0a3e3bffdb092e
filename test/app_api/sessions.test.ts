import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { digest } from '../../src/identity/factors/secrets.ts'
import { createReset } from '../../src/identity/links/password_resets.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask, askSignedIn } from './ask.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

onEither('sessions and passwords', (database) => {
  let server: TestServer
  let origin: string
  let company: TestCompany
  let cookie: string

  before(async () => {
    server = await TestServer.start(database)
    origin = await server.listen()
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    const account = { companyId: company.id, userId: company.adminId }
    await server.db.write(setPassword, { ...account, password: await hashOf(), own: true }, server.now)
    cookie = await server.session(company.id, company.adminId)
  })

  /** Signs in with a real form, as a browser with a user agent. */
  const signIn = async (text: string, agent = firefox, name = 'ada') => {
    const browser = new Browser(origin)
    const page = await browser.open('/sign-in')
    const { client_url } = (await server.list(company, 'users', `?ids=${company.adminId}`))[0]!
    await page.submit({ company: client_url, username: name, password: text }, { 'user-agent': agent })
    const value = browser.cookie('clockhouse')
    return value && `clockhouse=${value}`
  }
  const sessions = async (of = cookie): Promise<Values[]> => {
    const { status, body } = await askSignedIn(server, of, 'GET', '/sessions')
    assert.equal(status, 200)
    return body.sessions
  }
  const alive = async (of: string) => (await askSignedIn(server, of, 'GET', '/sessions')).status === 200

  test('people see where they are signed in: browser, address, and since when', async () => {
    const started = server.now
    const other = (await signIn(password))!
    server.pass(1000)
    const seen = await sessions()
    assert.equal(seen.length, 2)
    const [current, elsewhere] = [seen.find((one) => one.current)!, seen.find((one) => !one.current)!]
    assert.deepEqual(elsewhere, {
      id: elsewhere.id,
      current: false,
      device: 'Firefox on Linux',
      address: '127.0.0.1',
      created: new Date(started / 1000).toISOString().replace('.000Z', '+00:00'),
      last_seen: elsewhere.created,
    })
    assert.match(current.last_seen, /^2026-03-02T15:/)
    assert.notEqual(current.last_seen, current.created)
    assert.deepEqual(
      (await sessions(other)).map((one) => [one.id, one.current]).sort(),
      seen.map((one) => [one.id, !one.current]).sort(),
    )
    const text = JSON.stringify(seen)
    for (const value of [cookie, other].map((one) => one.split('=')[1]!))
      assert.equal(text.includes(value) || text.includes(digest(value)), false, 'neither the cookie nor its hash')
  })

  test('a person signs out of one other browser, or of all of them, at once', async () => {
    const [first, second, third] = [(await signIn(password))!, (await signIn(password))!, (await signIn(password))!]
    const { id } = (await sessions(first)).find((one) => one.current)!
    assert.deepEqual((await askSignedIn(server, cookie, 'DELETE', `/sessions/${id}`)).body, { ended: 1 })
    assert.deepEqual([await alive(first), await alive(second), await alive(cookie)], [false, true, true])
    assert.equal((await askSignedIn(server, cookie, 'DELETE', `/sessions/${id}`)).status, 404)
    assert.deepEqual((await askSignedIn(server, cookie, 'DELETE', '/sessions')).body, { ended: 2 })
    assert.deepEqual([await alive(second), await alive(third), await alive(cookie)], [false, false, true])
  })

  test('people cannot end each other’s sessions, and expired ones are not listed', async () => {
    const { id } = await server.user(company)
    const theirs = await server.session(company.id, id)
    const [mine] = await sessions()
    assert.equal((await askSignedIn(server, theirs, 'DELETE', `/sessions/${mine!.id}`)).status, 404)
    assert.deepEqual((await askSignedIn(server, theirs, 'DELETE', '/sessions')).body, { ended: 0 })
    for (const malformed of ['x', '%00', '__proto__', 'a'.repeat(101)])
      assert.equal((await askSignedIn(server, theirs, 'DELETE', `/sessions/${malformed}`)).status, 404, malformed)
    assert.equal(await alive(cookie), true)
    server.pass(15 * 86_400)
    const again = await server.session(company.id, company.adminId)
    assert.equal((await sessions(again)).length, 1)
  })

  test('sessions and passwords are closed to tokens and to requests from other sites', async () => {
    for (const [method, path, body] of [
      ['GET', '/sessions', undefined],
      ['DELETE', '/sessions', undefined],
      ['DELETE', '/sessions/x', undefined],
      ['PUT', '/password', { current_password: password, password: 'another password' }],
    ] as const) {
      assert.equal((await ask(server, company, method, path, body)).status, 403, `${method} ${path} with a token`)
      assert.equal((await ask(server, undefined, method, path, body)).status, 401)
      if (method === 'GET') continue
      const foreign = await askSignedIn(server, cookie, method, path, body, { origin: 'https://evil.example' })
      assert.equal(foreign.status, 403)
    }
    assert.equal(await alive(cookie), true)
  })

  const change = (current_password: string, next: string) =>
    askSignedIn(server, cookie, 'PUT', '/password', { current_password, password: next })

  test('changing the password ends all other sessions', async () => {
    const other = (await signIn(password))!
    assert.equal((await change(password, 'a better password')).status, 200)
    assert.deepEqual([await alive(other), await alive(cookie)], [false, true])
    assert.equal(await signIn(password), undefined)
    assert.ok(await signIn('a better password'))
  })

  test('the public API does not change the password with a session; with a manual token, it ends the sessions', async () => {
    const forgotten = () =>
      server.db.read.all(sql`select id from password_resets where company_id = ${company.id} and accepted = 0`)
    const other = (await signIn(password))!
    const item = { id: company.adminId, password: 'a better password' }
    const headers = { cookie, host: 'time.example.com', origin: 'http://time.example.com' }
    const put = await server.call(undefined, 'PUT', '/users', { data: [item] }, headers)
    const [told] = Object.values<Values>(put.body.results.users)
    assert.equal(told!._status_code, 417)
    assert.match(JSON.stringify(told), /password: .* current password/)
    assert.deepEqual([await alive(other), await alive(cookie)], [true, true])
    await createReset(server.world, { companyId: company.id, userId: company.adminId })
    assert.equal((await forgotten()).length, 1)
    assert.equal((await server.put(company, '/users', [item])).status, 200)
    assert.deepEqual([await alive(other), await alive(cookie), (await forgotten()).length], [false, false, 0])
    assert.deepEqual([await signIn(password), typeof (await signIn('a better password'))], [undefined, 'string'])
  })

  test('changing the password takes the current one, and refuses a weak new one', async () => {
    for (const [current, next, about] of [
      ['wrong password', 'a better password', /: current_password: /],
      [password, 'too short', /: password: .* at least 10 characters/],
      [password, 'password123', /: password: .*too easy to guess/],
      [password, 'ClockHouse-2026', /: password: .*too easy to guess/],
      [password, 'x'.repeat(1001), /: password: .* at most 1000/],
      [password, password, /: password: /],
      [`${password}\0`, 'a better password', /current_password: contains characters/],
    ] as const) {
      const { status, body } = await change(current, next)
      assert.equal(status, 417)
      assert.match(body.error.message, about)
    }
    assert.equal((await askSignedIn(server, cookie, 'PUT', '/password', { password: 'a better password' })).status, 417)
    assert.ok(await signIn(password), 'it is still the old one')
  })

  test('guessing the current password is slowed down', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await change(`guess number ${n}`, 'a better password')).status)
    assert.deepEqual(statuses, [417, 417, 417, 417, 417, 429, 429])
    const waiting = await change(password, 'a better password')
    assert.equal(waiting.status, 429, 'even the right one has to wait')
    assert.ok(Number(waiting.headers['retry-after']) >= 1)
    server.pass(86_401)
    assert.equal((await change(password, 'a better password')).status, 200)
  })
})
