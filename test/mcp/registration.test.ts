import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auth } from '@modelcontextprotocol/client'
import type { Values } from '../../src/engine/table.ts'
import { ask } from '../app_api/ask.ts'
import { Browser } from '../oauth/support.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { assistant, redirect } from './assistant.ts'

// Assistants that register themselves (RFC 7591), by the official client and by hand.

onEither('an assistant that registers itself', (database) => {
  let server: TestServer
  let url: string
  let company: TestCompany
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_TRUSTED_PROXIES: '127.0.0.1' })
    url = await server.listen()
    company = await server.company()
  })
  after(() => server.stop())

  const may = async (settings: Values) => {
    const { status } = await ask(server, company, 'PUT', '/settings', { settings: { general: settings } })
    assert.equal(status, 200)
  }
  const metadata = async (): Promise<Values> =>
    (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as Values
  let addresses = 0
  const register = async (body: unknown, { type = 'application/json', from = `198.51.100.${++addresses}` } = {}) => {
    const response = await fetch(`${url}/api/v1/register`, {
      ...{ method: 'POST', headers: { 'content-type': type, 'x-forwarded-for': from } },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Values }
  }
  const registered = async (): Promise<Values[]> =>
    (await ask(server, company, 'GET', '/applications')).body.applications
  /** An assistant that knows nothing but the address, up to the page that asks the person. */
  const begin = async (scope?: string) => {
    const { kept, provider } = assistant()
    assert.equal(await auth(provider, { serverUrl: `${url}/mcp`, ...(scope && { scope }) }), 'REDIRECT')
    const browser = new Browser(url)
    browser.setCookie('clockhouse', (await server.session(company.id, company.adminId)).split('=')[1]!)
    const reopen = () => browser.open(kept.target!.href)
    return { kept, provider, reopen, consent: await reopen() }
  }
  /** Connects an assistant; what the person was asked, and the token. */
  const connect = async (scope?: string) => {
    const { kept, provider, reopen, consent } = await begin(scope)
    const { target } = await consent.submit({ intent: 'allow' })
    const authorizationCode = target!.searchParams.get('code')!
    assert.equal(await auth(provider, { serverUrl: `${url}/mcp`, authorizationCode }), 'AUTHORIZED')
    return { kept, provider, reopen, consent, tokens: kept.tokens!, client: kept.client! }
  }
  const statusOf = async (token: string, method: string, path: string, body?: string) =>
    (
      await fetch(url + path, {
        ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
        ...(body && { body }),
      })
    ).status

  test('an assistant cannot register itself unless the company allows it', async () => {
    assert.equal((await metadata()).registration_endpoint, undefined)
    const { status, body } = await register({ redirect_uris: [redirect] })
    assert.deepEqual([status, body.error], [403, 'access_denied'])
    await assert.rejects(auth(assistant().provider, { serverUrl: `${url}/mcp` }), /registration|register/i)
  })

  test('an assistant that knows only the address connects, the person is warned, and it only reads', async () => {
    await may({ assistants_register: 1 })
    assert.equal((await metadata()).registration_endpoint, `${url}/api/v1/register`)
    const { consent, tokens, client } = await connect()
    assert.match(consent.text, /Registered by[\s\S]*Itself[\s\S]*No one has checked its name/)
    assert.match(consent.text, /View everything you can view/)
    assert.equal(tokens.scope, 'read')
    const [app] = await registered()
    assert.deepEqual(
      [app!.client_id, app!.name, app!.self_registered, app!.public_client, app!.people],
      [client.client_id, 'Desk assistant', true, true, 1],
    )
    const { allowed_applications: mine } = (await ask(server, company, 'GET', '/allowed_applications')).body
    assert.deepEqual([mine[0].client_id, mine[0].self_registered], [client.client_id, true])
    const { access_token: token } = tokens
    assert.equal(await statusOf(token, 'GET', '/api/v1/current_user'), 200)
    assert.equal(await statusOf(token, 'POST', '/api/v1/groups', '{"data":[{"name":"Mine"}]}'), 403)
    assert.equal(await statusOf(token, 'GET', '/api/console/tokens'), 403)
    assert.equal((await ask(server, company, 'DELETE', `/applications/${app!.id}`)).status, 200)
    assert.equal(await statusOf(token, 'GET', '/api/v1/current_user'), 401)
  })

  test('an assistant that registers itself only reads, whatever it requests and other assistants may do', async () => {
    await may({ assistants_register: 1, assistants_write: 1 })
    const { consent, tokens } = await connect('write users:write webhooks:write')
    assert.doesNotMatch(consent.text, /View and change/)
    assert.equal(tokens.scope, 'read users:read webhooks:read')
    for (const path of ['groups', 'users', 'webhooks'])
      assert.equal(await statusOf(tokens.access_token, 'POST', `/api/v1/${path}`, '{"data":[{"name":"Mine"}]}'), 403)
    assert.equal(await statusOf(tokens.access_token, 'GET', '/api/v1/users'), 200)
    assert.equal(await statusOf(tokens.access_token, 'GET', '/api/console/settings'), 403)
    assert.equal((await register({ redirect_uris: [redirect], scope: 'write' })).body.scope, 'read')
    await may({ assistants_write: 0 })
  })

  test('an invalid registration is refused with a reason', async () => {
    const cases: [body: unknown, error: string, type?: string][] = [
      ['{', 'invalid_client_metadata'],
      ['redirect_uris=x', 'invalid_client_metadata', 'application/x-www-form-urlencoded'],
      [[], 'invalid_client_metadata'],
      ['null', 'invalid_client_metadata'],
      [{}, 'invalid_client_metadata'],
      [{ redirect_uris: [] }, 'invalid_client_metadata'],
      [{ redirect_uris: [7] }, 'invalid_client_metadata'],
      [{ redirect_uris: Array.from({ length: 6 }, (_, n) => `${redirect}/${n}`) }, 'invalid_client_metadata'],
      [{ redirect_uris: ['http://assistant.example/back'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['nonsense'] }, 'invalid_redirect_uri'],
    ]
    for (const [body, error, type] of cases) {
      const told = await register(body, { type, from: '203.0.113.1' })
      assert.deepEqual([told.status, told.body.error], [400, error], JSON.stringify(body))
      assert.match(told.body.error_description, /^[a-z]/)
    }
    const name = `<b>Pay\u202eroll</b>\n${'x'.repeat(200)}`
    const { status, body } = await register({
      ...{ redirect_uris: ['https://assistant.example/back'], client_name: name, scope: 'timesheets:read openid' },
      ...{ token_endpoint_auth_method: 'client_secret_post', grant_types: ['client_credentials'] },
    })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.client_name, body.token_endpoint_auth_method, body.client_secret, body.scope],
      [`<b>Pay roll</b> ${'x'.repeat(64)}`, 'none', undefined, 'timesheets:read'],
    )
  })

  test('an assistant keeps its access but cannot request new access once the company no longer allows it', async () => {
    const [allowed, waiting] = [await connect(), await begin()]
    await may({ assistants_register: 0 })
    const pressed = await waiting.consent.submit({ intent: 'allow' })
    assert.deepEqual([pressed.status, pressed.target], [400, undefined])
    for (const { reopen } of [allowed, waiting]) {
      const page = await reopen()
      assert.deepEqual([page.status, page.target], [400, undefined])
      assert.match(page.text, /does not know the application/)
    }
    const before = allowed.kept.tokens!.access_token
    assert.equal(await auth(allowed.provider, { serverUrl: `${url}/mcp` }), 'AUTHORIZED', 'it refreshes its token')
    const { access_token: token } = allowed.kept.tokens!
    assert.notEqual(token, before)
    assert.equal(await statusOf(token, 'GET', '/api/v1/current_user'), 200)
    await may({ assistants_register: 1 })
    assert.match((await allowed.reopen()).title, /^Allow/)
  })

  test('an assistant that no person has allowed for an hour can no longer request access', async () => {
    const allowed = await connect()
    server.pass(10) // the sixth from this address waits
    const waiting = await begin()
    server.pass(1800)
    const page = await waiting.reopen()
    // Long after signing in, people first prove who they are.
    assert.match(page.title, /^(Allow|Sign in)/)
    server.pass(1801)
    assert.equal((await page.submit({ intent: 'allow' })).status, 400)
    assert.equal((await waiting.reopen()).status, 400)
    assert.match((await allowed.reopen()).title, /^(Allow|Sign in)/)
  })

  test('an assistant is forgotten if no person allows it within an hour, and only a limited number wait', async () => {
    server.pass(3601)
    const first = await register({ redirect_uris: [redirect] })
    assert.equal(first.status, 201)
    const allowed = (await registered()).filter(({ people }) => people > 0).length
    assert.equal((await registered()).length, allowed + 1, 'older ones that no one allowed are gone')
    for (let n = 1; n < 20; n++) assert.equal((await register({ redirect_uris: [redirect] })).status, 201)
    const refused = await register({ redirect_uris: [redirect] })
    assert.deepEqual(
      [refused.status, refused.body.error, refused.headers.get('retry-after')],
      [429, 'temporarily_unavailable', '3600'],
    )
    const last = Math.max(...(await registered()).map(({ id }) => id))
    server.pass(3601)
    assert.equal((await register({ redirect_uris: [redirect] })).status, 201)
    assert.equal((await registered()).length, allowed + 1)
    assert.equal(Math.max(...(await registered()).map(({ id }) => id)), last + 1, 'the refused one used up no id')
  })

  test('registrations from one address wait longer and longer, and cannot take all places', async () => {
    server.pass(3601)
    const from = '203.0.113.2'
    const accepted: number[] = []
    let time = 0
    while (time < 3600) {
      const { status, headers, body } = await register({ redirect_uris: [redirect] }, { from })
      const seconds = Number(headers.get('retry-after'))
      if (status === 201) accepted.push(time)
      else assert.deepEqual([status, body.error, seconds > 0], [429, 'temporarily_unavailable', true])
      server.pass(seconds)
      time += seconds
    }
    assert.deepEqual(accepted.slice(0, 8), [0, 0, 0, 0, 0, 2, 6, 14])
    assert.equal(accepted.length, 16)
    const ids = (await registered()).filter(({ people }) => people === 0).map(({ id }) => id)
    assert.equal(ids.length, 16)
    assert.equal(Math.max(...ids) - Math.min(...ids), 15, 'refused ones used up no ids')
    assert.equal((await register({ redirect_uris: [redirect] })).status, 201, 'other addresses do not wait')
  })

  test('an assistant cannot register itself when several companies allow it', async () => {
    const other = await server.company()
    assert.equal((await metadata()).registration_endpoint, `${url}/api/v1/register`)
    await ask(server, other, 'PUT', '/settings', { settings: { general: { assistants_register: 1 } } })
    assert.equal((await metadata()).registration_endpoint, undefined)
    assert.equal((await register({ redirect_uris: [redirect] })).status, 403)
  })
})
