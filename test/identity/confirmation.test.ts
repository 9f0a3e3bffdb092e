import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { AppEndpoint } from '../../src/app_api/endpoint.ts'
import { appEndpoints, publicEndpoints } from '../../src/app_api/index.ts'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { insertSsoDomain } from '../../src/identity/sso/domains.ts'
import { ask, askSignedIn } from '../app_api/ask.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { Authenticator } from '../support/authenticator.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What someone at an unlocked screen must not do with a person's session: give themselves access that outlasts it.

const all = [...appEndpoints, ...publicEndpoints]
const asking = all.filter(({ asksWhoItIs }) => asksWhoItIs)
const nameOf = ({ method, path }: AppEndpoint) => `${method} ${path}`

/** How long a proof counts. */
const proven = 600

/** A request that the endpoint would do or refuse for another reason, and never for the lack of a proof. */
const bodies: Record<string, unknown> = {
  'POST /tokens': { name: 'Night export' },
  'PUT /tokens/:id': { expires: '2026-06-01T00:00:00Z' },
  'POST /scim_tokens': { name: 'Entra' },
  'PUT /single_sign_on': {
    ...{ mode: 'off', label: '', issuer: '', client_id: '', create_people: false, groups_claim: '', group_map: [] },
  },
  'POST /single_sign_on/domains': { domain: 'acme.example' },
  'PUT /single_sign_on/domains': { domain: 'elsewhere.example' },
  'POST /webhooks': { url: 'https://payroll.example.com/hook', types: ['timesheet.*'] },
  'PUT /webhooks/:id': { description: 'Payroll' },
  'POST /webhooks/:id/secret': {},
  'POST /applications': { name: 'Site diary', redirect_uris: ['https://diary.example/back'] },
  'PUT /applications/:id': { name: 'Site diary', redirect_uris: ['https://diary.example/back'] },
  'POST /inspectors': { first_name: 'Ina', last_name: 'Spector', authority: 'State', end_date: '2026-06-01' },
}

onEither('proving who is at the screen', (database) => {
  let server: TestServer
  let origin: string
  let provider: IdentityProvider
  let company: TestCompany
  let cookie: string

  before(async () => {
    server = await TestServer.start(database)
    origin = await server.listen()
    provider = await new IdentityProvider().start([`${origin}/sign-in/sso/callback`])
    await server.company('Elsewhere')
  })
  after(async () => {
    await server.stop()
    await provider.stop()
  })
  beforeEach(async () => {
    company = await server.company()
    const account = { companyId: company.id, userId: company.adminId }
    await server.db.write(setPassword, { ...account, password: await hashOf(), own: true }, server.now)
    cookie = await server.session(company.id, company.adminId)
  })

  const call = (method: AppEndpoint['method'], path: string, body?: unknown, of = cookie) =>
    askSignedIn(server, of, method, path, body)
  const makeToken = (of = cookie) => call('POST', '/tokens', { name: 'Night export' }, of)
  const ways = async (of = cookie): Promise<Values> => (await call('GET', '/confirmation', undefined, of)).body
  const confirm = (body: unknown, of = cookie) => call('POST', '/confirmation', body, of)
  const shortName = async () =>
    (await server.db.read.get<{ client_url: string }>(
      sql`select client_url from companies where company_id = ${company.id}`,
    ))!.client_url
  const refused = ({ status, body }: { status: number; body: Values }, why: string) =>
    assert.deepEqual(
      [status, body.error?.reason?.code],
      [403, 'confirmation_needed'],
      `${why}: ${JSON.stringify(body)}`,
    )
  /** How many rows there are of what these endpoints make. */
  const counts = async () => {
    const one = (rows: Values[]) => rows.length
    const { read } = server.db
    return [
      one(await read.all(sql`select hash from access_tokens where company_id = ${company.id}`)),
      one(await read.all(sql`select id from scim_tokens where company_id = ${company.id}`)),
      one(await read.all(sql`select domain from sso_domains where company_id = ${company.id}`)),
      one(await read.all(sql`select id from webhooks where company_id = ${company.id}`)),
      one(await read.all(sql`select id from users where company_id = ${company.id}`)),
      one(await read.all(sql`select id from invitations where company_id = ${company.id}`)),
    ]
  }

  test('every endpoint that hands out a secret or changes how people sign in asks for a proof', () => {
    const names = all.filter(({ answer }) => /only this once/.test(JSON.stringify(answer ?? {}))).map(nameOf)
    const others = {
      'POST /two_factor/recovery_codes': 'asks for the password each time',
      'PUT /two_factor/totp': 'follows a step that asked for the password',
      'POST /calendar_feed': 'shows one’s own shifts, and nothing else',
    }
    const missing = names.filter((name) => !asking.map(nameOf).includes(name) && !(name in others))
    assert.deepEqual(missing, [])
    const reads = ['GET /single_sign_on', 'POST /single_sign_on/trial', 'DELETE /single_sign_on/domains']
    const signOn = all.filter(({ path }) => path.startsWith('/single_sign_on')).map(nameOf)
    assert.deepEqual(
      signOn.filter((name) => !reads.includes(name)),
      asking.map(nameOf).filter((name) => name.includes('single_sign_on')),
    )
  })

  test('ten minutes after signing in, each of them is refused in a browser, nothing is stored, and a token is never asked', async () => {
    server.pass(proven + 1)
    const before = await counts()
    for (const endpoint of asking) {
      const path = endpoint.path.replace(/:\w+/, '4711')
      const body = bodies[nameOf(endpoint)]
      refused(await call(endpoint.method, path, body), nameOf(endpoint))
      const { body: answer } = await ask(server, company, endpoint.method, path, body)
      assert.notEqual(answer.error?.reason?.code, 'confirmation_needed', nameOf(endpoint))
    }
    const program = await server.token(company.id, company.adminId)
    assert.equal((await ask(server, { token: program }, 'POST', '/tokens', { name: 'By program' })).status, 200)
    cookie = await server.session(company.id, company.adminId)
    server.pass(proven + 1)
    const after = await counts()
    for (const endpoint of asking)
      refused(await call(endpoint.method, endpoint.path.replace(/:\w+/, '4711'), bodies[nameOf(endpoint)]), 'again')
    assert.deepEqual(await counts(), after)
    assert.notDeepEqual(before, after, 'the token’s requests have stored something')
  })

  test('the password counts for ten minutes in the session where it was entered, and a wrong one does not', async () => {
    server.pass(proven + 1)
    const other = await server.session(company.id, company.adminId)
    server.pass(proven + 1)
    refused(await makeToken(), 'before')
    const wrong = await confirm({ password: 'not the password' })
    assert.deepEqual([wrong.status, wrong.body.error.reason.code], [417, 'password_incorrect'])
    refused(await makeToken(), 'after a wrong password')
    const { status, body } = await confirm({ password })
    assert.deepEqual([status, body.until], [200, (await ways()).until])
    server.pass(proven - 1)
    assert.equal((await makeToken()).status, 200)
    refused(await makeToken(other), 'another session')
    server.pass(2)
    refused(await makeToken(), 'ten minutes later')
  })

  test('guessing the password there is slowed down like elsewhere', async () => {
    server.pass(proven + 1)
    for (let n = 0; n < 5; n++) assert.equal((await confirm({ password: `guess number ${n}` })).status, 417)
    assert.equal((await confirm({ password })).status, 429)
    refused(await makeToken(), 'locked out')
  })

  test('a passkey counts, but not that of another person, one asked elsewhere, or an answer that was used', async () => {
    const own = await register(cookie)
    const wanda = await server.user(company, { username: 'wanda', require_password_change: false })
    const hers = { companyId: company.id, userId: wanda.id, password: await hashOf(), own: true }
    await server.db.write(setPassword, hers, server.now)
    const theirs = await server.session(company.id, wanda.id)
    const foreign = await register(theirs)
    server.pass(proven + 1)
    assert.equal((await ways()).passkey, true)
    const asked = async (of = cookie) => (await call('POST', '/confirmation/options', undefined, of)).body as never
    const give = (answer: object) => confirm({ passkey: JSON.stringify(answer) })
    for (const answer of [foreign.signIn(await asked(), site), own.signIn(await asked(theirs), site)]) {
      const { status, body } = await give(answer)
      assert.deepEqual([status, body.error.reason.code], [417, 'passkey_answer_invalid'])
    }
    refused(await makeToken(), 'a foreign passkey')
    const answer = own.signIn(await asked(), site)
    assert.equal((await give(answer)).status, 200)
    assert.equal((await makeToken()).status, 200)
    server.pass(proven + 1)
    assert.equal((await give(answer)).status, 417, 'a second time')
  })

  test('signing in with a provider counts only if it says that the person has just signed in there', async () => {
    await server.db.write(
      insertSsoDomain,
      { companyId: company.id, domain: 'acme.example', token: 'token', verified: true },
      server.now,
    )
    const email = 'wanda@acme.example'
    const wanda = await server.user(company, { username: 'wanda', email, require_password_change: false })
    const hers = { companyId: company.id, userId: wanda.id, password: await hashOf(), own: true }
    await server.db.write(setPassword, hers, server.now)
    provider.account = { sub: `wanda-${company.id}`, email, email_verified: true, name: 'Wanda Worker' }
    const settings = {
      ...{ mode: 'optional', label: 'Acme ID', issuer: provider.origin, client_id: provider.clientId },
      ...{ client_secret: provider.clientSecret, create_people: false, groups_claim: '', group_map: [] },
    }
    assert.equal((await call('PUT', '/single_sign_on', settings)).status, 200)
    const browser = new Browser(origin)
    const by = async (path: string) => {
      const { target, text } = await browser.open(path)
      assert.equal(target?.origin, provider.origin, text)
      const back = await new Browser(provider.origin).open(target.pathname + target.search)
      const page = await browser.open(back.target!.pathname + back.target!.search)
      return { page, asked: target.searchParams, of: `clockhouse=${browser.cookie('clockhouse')}` }
    }
    const first = await by(`/sign-in/sso?company=${await shortName()}&next=/account`)
    refused(await makeToken(first.of), 'a sign-in that may be from a session at the provider')
    const { provider: shown, password: hasPassword } = await ways(first.of)
    assert.deepEqual([shown.label, hasPassword], ['Acme ID', true])
    const again = await by(shown.address)
    assert.deepEqual([again.asked.get('max_age'), again.asked.get('prompt')], ['0', 'login'])
    assert.match(again.page.text, /You can close this tab/)
    assert.equal((await makeToken(again.of)).status, 200)
    server.pass(proven + 1)
    refused(await makeToken(again.of), 'ten minutes later')
  })

  test('nothing is proved in a company that one’s own company manages, or with a token', async () => {
    assert.equal((await ask(server, company, 'POST', '/confirmation', { password })).status, 403)
    assert.equal((await ask(server, company, 'GET', '/confirmation')).status, 403)
  })

  const site = 'http://time.example.com'
  async function register(of: string): Promise<Authenticator> {
    const device = new Authenticator()
    const { body: options } = await call('POST', '/passkeys/options', { password }, of)
    const response = device.register(options as never, site)
    assert.equal((await call('POST', '/passkeys', { name: 'Phone', response }, of)).status, 200)
    return device
  }
})
