import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as client from 'openid-client'
import { onEither } from '../support/server.ts'
import {
  addApplication,
  addCompany,
  addUser,
  authorizePath,
  Browser,
  callback,
  obtainCode,
  password,
  post,
  redeem,
  type Server,
  startServer,
} from './support.ts'

onEither('authorizing an application', (database) => {
  let server: Server
  let companyId: number
  let app: { clientId: string; clientSecret: string | undefined }

  before(async () => {
    server = await startServer(database)
    companyId = (await addCompany(server)).companyId
    app = await addApplication(server, companyId)
  })
  after(() => server.close())

  test('openid-client completes the whole flow: metadata, PKCE, state, iss, refresh, revocation', async () => {
    const loopback = 'http://127.0.0.1:4711/back'
    const own = await addApplication(server, companyId, { redirectUris: [loopback] })
    const config = await client.discovery(
      new URL(server.origin),
      own.clientId,
      undefined,
      client.ClientSecretPost(own.clientSecret),
      { execute: [client.allowInsecureRequests], algorithm: 'oauth2' },
    )
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: loopback,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const browser = new Browser(server.origin)
    const signIn = await browser.open(address.href)
    assert.equal(signIn.title, 'Sign in')
    assert.doesNotMatch(signIn.text, /name="company"/, 'the application tells which company')
    const consent = await signIn.submit({ username: 'Dana', password })
    assert.equal(consent.title, 'Allow Payroll Bridge?')
    assert.match(consent.text, /keeps this access for 365 days/)
    assert.match(consent.text, /Northyard/)
    assert.match(consent.headers.get('content-security-policy')!, /form-action 'self' http:\/\/127\.0\.0\.1:4711;/)
    const back = await consent.submit({ intent: 'allow' })
    assert.equal(back.target!.searchParams.get('iss'), server.origin)

    const tokens = await client.authorizationCodeGrant(config, back.target!, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    assert.equal(tokens.expires_in, 864_000)
    const fresh = await client.refreshTokenGrant(config, tokens.refresh_token!)
    assert.notEqual(fresh.access_token, tokens.access_token)
    assert.notEqual(fresh.refresh_token, tokens.refresh_token)
    const seen = await client.tokenIntrospection(config, fresh.access_token)
    assert.equal(seen.active, true)
    await client.tokenRevocation(config, fresh.refresh_token!)
    assert.equal((await client.tokenIntrospection(config, fresh.access_token)).active, false)
  })

  test('the token answer has exactly its eight fields', async () => {
    const code = await obtainCode(new Browser(server.origin), app.clientId)
    const { status, headers, body } = await redeem(server, app, code)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-type')!, /^application\/json/)
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
    assert.deepEqual(Object.keys(body), [
      'access_token',
      'expires_in',
      'token_type',
      'scope',
      'refresh_token',
      'user_id',
      'company_id',
      'client_url',
    ])
    assert.match(String(body.access_token), new RegExp(`^S\\.${companyId}__[0-9a-f]{48}$`))
    assert.equal(body.expires_in, 864_000)
    assert.equal(body.token_type, 'bearer')
    assert.equal(body.scope, '')
    assert.equal(typeof body.user_id, 'string')
    assert.equal(body.company_id, String(companyId))
    assert.equal(body.client_url, 'northyard')
  })

  test('consent is asked for once per person and application, and always with prompt=consent', async () => {
    const own = await addApplication(server, companyId, { name: 'Asker' })
    const browser = new Browser(server.origin)
    const first = await (await browser.open(authorizePath(own.clientId))).submit({ username: 'dana', password })
    assert.equal(first.title, 'Allow Asker?')
    await first.submit({ intent: 'allow' })
    assert.ok((await browser.open(authorizePath(own.clientId))).target!.searchParams.get('code'))
    const other = new Browser(server.origin)
    const again = await (await other.open(authorizePath(own.clientId))).submit({ username: 'dana', password })
    assert.ok(again.target!.searchParams.get('code'), 'also in another browser')
    assert.equal((await browser.open(authorizePath(own.clientId, { prompt: 'consent' }))).title, 'Allow Asker?')

    await addUser(server, companyId, 'ben')
    const ben = await (await new Browser(server.origin).open(authorizePath(own.clientId))).submit({
      username: 'ben',
      password,
    })
    assert.equal(ben.title, 'Allow Asker?', 'another person is asked')
  })

  test('prompt=login asks a signed-in person for the password; the old session is replaced', async () => {
    const browser = new Browser(server.origin)
    await obtainCode(browser, app.clientId)
    const before = browser.cookie('clockhouse')
    const page = await browser.open(authorizePath(app.clientId, { prompt: 'login' }))
    assert.equal(page.title, 'Sign in')
    const done = await page.submit({ username: 'dana', password })
    assert.ok(done.target!.searchParams.get('code'))
    assert.notEqual(browser.cookie('clockhouse'), before)
  })

  test('prompt=none never shows a page', async () => {
    const stranger = new Browser(server.origin)
    const page = await stranger.open(authorizePath(app.clientId, { prompt: 'none' }))
    assert.equal(page.target!.searchParams.get('error'), 'login_required')
    assert.equal(page.target!.searchParams.get('state'), 'st4te')

    const own = await addApplication(server, companyId)
    const browser = new Browser(server.origin)
    await obtainCode(browser, app.clientId)
    const asked = await browser.open(authorizePath(own.clientId, { prompt: 'none' }))
    assert.equal(asked.target!.searchParams.get('error'), 'consent_required')
    const known = await browser.open(authorizePath(app.clientId, { prompt: 'none' }))
    assert.ok(known.target!.searchParams.get('code'))
  })

  test('a public client asks for consent each time: nothing proves its identity', async () => {
    const own = await addApplication(server, companyId, { publicClient: true })
    const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
    const browser = new Browser(server.origin)
    await obtainCode(browser, own.clientId, pkce)
    assert.match((await browser.open(authorizePath(own.clientId, pkce))).title, /^Allow/)
  })

  test('a library configured manually with any issuer gets a token: no iss without PKCE', async () => {
    const loopback = 'http://127.0.0.1:4712/back'
    const own = await addApplication(server, companyId, { redirectUris: [loopback] })
    const browser = new Browser(server.origin)
    // The original API publishes no issuer, so client developers had to make one up.
    for (const issuer of ['https://rest.tsheets.com', `${server.origin}/api/v1`, server.origin]) {
      const addresses = { authorization_endpoint: `${server.origin}/api/v1/authorize` }
      const config = new client.Configuration(
        { issuer, ...addresses, token_endpoint: `${server.origin}/api/v1/grant` },
        own.clientId,
        undefined,
        client.ClientSecretPost(own.clientSecret),
      )
      client.allowInsecureRequests(config)
      const address = client.buildAuthorizationUrl(config, { redirect_uri: loopback, state: 'st4te' })
      const page = await browser.open(address.href)
      const consent = page.title === 'Sign in' ? await page.submit({ username: 'dana', password }) : page
      const { target } = consent.title.startsWith('Allow') ? await consent.submit({ intent: 'allow' }) : consent
      assert.deepEqual([...target!.searchParams.keys()].sort(), ['code', 'state'])
      const tokens = await client.authorizationCodeGrant(config, target!, { expectedState: 'st4te' })
      assert.equal(tokens.token_type, 'bearer')
    }
  })

  test('a denial sends back error, description and state, and iss with PKCE', async () => {
    const own = await addApplication(server, companyId, { redirectUris: [`${callback}?from=us`] })
    const more = { redirect_uri: `${callback}?from=us` }
    const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }
    for (const [asked, iss] of [
      [more, {}],
      [{ ...more, ...pkce }, { iss: server.origin }],
    ] as [Record<string, string>, object][]) {
      const page = await new Browser(server.origin).open(authorizePath(own.clientId, asked))
      const { target } = await (await page.submit({ username: 'dana', password })).submit({ intent: 'deny' })
      assert.equal(target!.origin + target!.pathname, callback)
      assert.deepEqual(Object.fromEntries(target!.searchParams), {
        from: 'us',
        error: 'access_denied',
        error_description: 'The user denied access',
        state: 'st4te',
        ...iss,
      })
    }
  })

  test('denying access before signing in works as well, and leaves nothing usable', async () => {
    const browser = new Browser(server.origin)
    const page = await browser.open(authorizePath(app.clientId))
    const { action } = page.form()
    const back = await page.submit({ intent: 'deny' })
    assert.equal(back.target!.searchParams.get('error'), 'access_denied')
    assert.equal((await browser.open(action)).status, 400)
  })

  test('malformed authorization requests are redirected back with the error', async () => {
    const cases: [Record<string, string>, string][] = [
      [{ state: '' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code token' }, 'unsupported_response_type'],
      [{ response_type: '' }, 'invalid_request'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ response_mode: 'form_post' }, 'invalid_request'],
      [{ request: 'eyJ' }, 'invalid_request'],
      [{ request_uri: 'https://app.example.com/request' }, 'invalid_request'],
      [{ registration: '{}' }, 'invalid_request'],
      [{ prompt: 'dance' }, 'invalid_request'],
      [{ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ]
    for (const [more, error] of cases) {
      const { target, text } = await new Browser(server.origin).open(authorizePath(app.clientId, more))
      assert.ok(target, `${JSON.stringify(more)} is not sent back: ${text}`)
      assert.equal(target.hash, '')
      assert.equal(target.searchParams.get('error'), error, JSON.stringify(more))
      assert.ok(target.searchParams.get('error_description'))
      assert.equal(target.searchParams.get('state') ?? '', more.state ?? 'st4te')
      assert.equal(target.searchParams.get('iss'), more.code_challenge ? server.origin : null)
    }
  })

  test('OpenID Connect parameters and scopes are ignored', async () => {
    const more = {
      scope: 'openid email',
      nonce: 'n',
      max_age: '0',
      claims: '{"id_token":{}}',
      resource: 'https://x.example',
    }
    const code = await obtainCode(new Browser(server.origin), app.clientId, more)
    assert.equal((await redeem(server, app, code)).body.scope, '')
  })

  test('an unknown client or address is never redirected to', async () => {
    const cases: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${callback}/` },
      { redirect_uri: `${callback}?x=1` },
      { redirect_uri: callback.replace('https', 'http') },
      { redirect_uri: callback.toUpperCase() },
      { redirect_uri: '' },
      { redirect_uri: 'javascript:alert(1)' },
      { client_id: 'app_1_00000000000000000000' },
      { client_id: '' },
      { client_id: 'x\'"<script>' },
    ]
    for (const more of cases)
      for (const display of [{}, { response_type: 'token' }, { state: '' }] as Record<string, string>[]) {
        const page = await new Browser(server.origin).open(authorizePath(app.clientId, { ...more, ...display }))
        assert.equal(page.status, 400, JSON.stringify(more))
        assert.match(page.headers.get('content-type')!, /^text\/html/)
        assert.match(page.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
        assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
        assert.equal(page.headers.get('x-frame-options'), 'DENY')
        assert.equal(page.headers.get('referrer-policy'), 'same-origin')
        assert.equal(page.headers.get('cache-control'), 'no-store')
        assert.doesNotMatch(page.text, /<script/)
      }
  })

  test('a program on the same machine may listen on any port of a loopback address, and on nothing else', async () => {
    const redirectUris = ['http://127.0.0.1/cb', 'http://[::1]:4000/cb', 'http://localhost/cb', callback]
    const native = await addApplication(server, companyId, { redirectUris })
    const ask = (redirect_uri: string) =>
      new Browser(server.origin).open(authorizePath(native.clientId, { redirect_uri }))
    for (const [address, status] of [
      ['http://127.0.0.1/cb', 200],
      ['http://127.0.0.1:5555/cb', 200],
      ['http://[::1]:5555/cb', 200],
      ['http://[::1]/cb', 200],
      ['http://localhost/cb', 200],
      ['http://localhost:5555/cb', 400],
      ['http://127.0.0.1:5555/other', 400],
      ['http://127.0.0.1:5555/cb?x=1', 400],
      ['http://127.0.0.1:5555', 400],
      ['http://127.0.0.1:555555/cb', 400],
      ['http://127.0.0.1:5555@evil.example/cb', 400],
      ['http://127.0.0.1:@evil.example/cb', 400],
      ['http://127.0.0.2:5555/cb', 400],
      ['https://127.0.0.1:5555/cb', 400],
      [callback.replace('.com', '.com:5555'), 400],
    ] as const)
      assert.equal((await ask(address)).status, status, address)
    const redirect_uri = 'http://127.0.0.1:5555/cb'
    const code = await obtainCode(new Browser(server.origin), native.clientId, { redirect_uri })
    assert.equal((await redeem(server, native, code, { redirect_uri: 'http://127.0.0.1:6666/cb' })).status, 400)
    const again = await obtainCode(new Browser(server.origin), native.clientId, { redirect_uri })
    assert.equal((await redeem(server, native, again, { redirect_uri })).status, 200)
  })

  test('parameters that are sent twice are refused', async () => {
    const twice = await new Browser(server.origin).open(`${authorizePath(app.clientId)}&state=other`)
    assert.equal(twice.target!.searchParams.get('error'), 'invalid_request')
    const page = await new Browser(server.origin).open(
      `${authorizePath(app.clientId)}&redirect_uri=https://evil.example`,
    )
    assert.equal(page.status, 400)
  })

  test('an address that is encoded twice is decoded to the intended one', async () => {
    const twice = { redirect_uri: encodeURIComponent(callback) }
    const code = await obtainCode(new Browser(server.origin), app.clientId, twice)
    assert.equal((await redeem(server, app, code, twice)).status, 200)
  })

  test('doubled and trailing slashes are tolerated', async () => {
    const query = authorizePath(app.clientId).split('?')[1]
    assert.equal((await new Browser(server.origin).open(`/api//v1/authorize/?${query}`)).title, 'Sign in')
    assert.equal((await post(server, '/api/v1//grant/', {})).body.error, 'invalid_request')
  })

  test('the interaction belongs to the browser that started it', async () => {
    const page = await new Browser(server.origin).open(authorizePath(app.clientId))
    const stranger = new Browser(server.origin)
    const { action } = page.form()
    assert.equal((await stranger.open(action)).status, 400)
    const resumed = await stranger.open(action.replace('/interaction/', '/api/v1/authorize/'))
    assert.equal(resumed.status, 400)
    assert.match(resumed.headers.get('content-type')!, /^text\/html/)
  })

  test('resuming without an answer asks again, and an interaction ends once', async () => {
    const browser = new Browser(server.origin)
    const page = await browser.open(authorizePath(app.clientId))
    const resume = page.form().action.replace('/interaction/', '/api/v1/authorize/')
    assert.equal((await browser.open(resume)).title, 'Sign in')
    assert.equal((await browser.open(resume)).status, 400)
  })

  test("another company's person gets a message and may not use the application", async () => {
    const other = await addCompany(server, 'Southside')
    const foreign = await addApplication(server, other.companyId, { name: 'Southern Tool' })
    const browser = new Browser(server.origin)
    await obtainCode(browser, app.clientId)
    const page = await browser.open(authorizePath(foreign.clientId))
    const { status } = page
    assert.equal(status, 403)
    assert.equal(page.title, 'Not available for your account')
    assert.equal((await page.submit({ intent: 'allow' })).status, 403)
    const switched = await page.submit({ intent: 'switch' })
    assert.equal(switched.title, 'Sign in')
    const denied = await (await browser.open(authorizePath(foreign.clientId))).submit({ intent: 'deny' })
    assert.equal(denied.target!.searchParams.get('error'), 'access_denied')
  })

  test('an application for all companies asks for the company, and a new one can be created on the way', async () => {
    const open = await addApplication(server, companyId, { name: 'For All', openToAll: true })
    const browser = new Browser(server.origin)
    const create = await browser.open(authorizePath(open.clientId, { display_mode: 'create' }))
    assert.equal(create.title, 'Create a company')
    const values = {
      company_name: 'Eastgate <b>',
      first_name: 'Eve',
      last_name: 'Stone',
      email: 'eve@example.com',
      username: 'eve',
      tz: 'Europe/Berlin',
    }
    const short = await create.submit({ ...values, password: 'short' })
    assert.equal(short.status, 422)
    assert.match(short.text, /at least 10 characters/)
    assert.match(short.text, /value="Eastgate &#60;b&#62;"/)
    const consent = await short.submit({ ...values, password })
    assert.equal(consent.title, 'Allow For All?')
    assert.match(consent.text, /Not your company/)
    const code = (await consent.submit({ intent: 'allow' })).target!.searchParams.get('code')!
    const { body } = await redeem(server, open, code)
    assert.equal(body.client_url, 'eastgateb')
    assert.notEqual(body.company_id, String(companyId))

    const signIn = await new Browser(server.origin).open(authorizePath(open.clientId))
    assert.match(signIn.text, /name="company"/)
    const wrong = await signIn.submit({ company: 'nowhere', username: 'dana', password })
    assert.equal(wrong.status, 403)
    assert.match((await wrong.submit({ company: 'NorthYard ', username: 'dana', password })).title, /^Allow/)
  })

  test('an application for one company does not offer to create another', async () => {
    const page = await new Browser(server.origin).open(authorizePath(app.clientId, { display_mode: 'create' }))
    assert.equal(page.title, 'Sign in')
    assert.equal((await page.submit({ intent: 'create', company_name: 'X' })).status, 403)
    assert.equal((await page.submit({ intent: 'show-create' })).title, 'Sign in')
  })

  test('the OAuth metadata describes what is supported', async () => {
    const response = await fetch(`${server.origin}/.well-known/oauth-authorization-server`)
    const metadata = (await response.json()) as Record<string, unknown>
    assert.equal(metadata.issuer, server.origin)
    assert.equal(metadata.authorization_endpoint, `${server.origin}/api/v1/authorize`)
    assert.equal(metadata.token_endpoint, `${server.origin}/api/v1/grant`)
    assert.deepEqual(metadata.response_types_supported, ['code'])
    assert.deepEqual(metadata.response_modes_supported, ['query'])
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
    assert.ok(!('authorization_response_iss_parameter_supported' in metadata), 'iss is sent with PKCE only')
    assert.equal(metadata.registration_endpoint, undefined)
    assert.equal((await fetch(`${server.origin}/jwks`)).status, 404)
    assert.equal((await fetch(`${server.origin}/reg`, { method: 'POST' })).status, 404)
  })

  test('a host header cannot redirect people elsewhere', async () => {
    const answer = await server.app.inject({
      url: authorizePath(app.clientId),
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    assert.equal(answer.statusCode, 303)
    assert.match(String(answer.headers.location), /^\/interaction\//)
    assert.doesNotMatch(JSON.stringify(answer.headers), /evil/)
  })
})
