import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/engine/sql.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { insertSsoDomain } from '../../src/identity/sso/domains.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { ask } from '../app_api/ask.ts'
import { authorizePath, Browser, callback, hashOf, type Page, password } from '../oauth/support.ts'
import { IdentityProvider, sendJson, strangeKey } from '../support/identity_provider.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// People sign in with a real OpenID provider (oidc-provider), which a test may replace for single answers.

onEither('single sign-on', (database) => {
  let server: TestServer
  let provider: IdentityProvider
  let origin: string
  let hash: string
  let company: TestCompany
  let short: string
  let wanda: number

  before(async () => {
    server = await TestServer.start(database)
    origin = await server.listen()
    provider = await new IdentityProvider().start([`${origin}/sign-in/sso/callback`])
    hash = await hashOf()
    // Two companies, so that none is the only one.
    await server.company('Elsewhere')
  })
  after(async () => {
    await server.stop()
    await provider.stop()
  })
  beforeEach(async () => {
    provider.instead = () => false
    company = await server.company('Northyard')
    short = (await server.db.read.get<{ client_url: string }>(
      sql`select client_url from companies where company_id = ${company.id}`,
    ))!.client_url
    const options = { username: 'wanda', email: 'wanda@northyard.example', require_password_change: false }
    wanda = (await server.user(company, options)).id
    for (const userId of [company.adminId, wanda])
      await server.db.write(setPassword, { companyId: company.id, userId, password: hash, own: true }, server.now)
    await addDomain('northyard.example')
    provider.account = account()
  })

  const account = (more: Values = {}) => ({
    sub: `subject-${company.id}`,
    email: 'wanda@northyard.example',
    email_verified: true,
    given_name: 'Wanda',
    family_name: 'Ortiz',
    ...more,
  })
  const addDomain = (domain: string, of = company) =>
    server.db.write(insertSsoDomain, { companyId: of.id, domain, token: 'token', verified: true }, server.now)
  const settings = (more: Values = {}) => ({
    mode: 'optional',
    label: 'Acme ID',
    issuer: provider.origin,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    create_people: false,
    groups_claim: '',
    group_map: [],
    ...more,
  })
  const setUp = async (more: Values = {}, of = company) => {
    const { status, body } = await ask(server, of, 'PUT', '/single_sign_on', settings(more))
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const start = (browser: Browser, next = '') =>
    browser.open(`/sign-in/sso?${new URLSearchParams({ company: short, ...(next && { next }) })}`)
  /** Begins in a browser, signs in at the provider and gives the path of its answer. */
  const answerOf = async (browser: Browser, next = '') => {
    const { target, text } = await start(browser, next)
    assert.equal(target?.origin, provider.origin, text)
    const back = await new Browser(provider.origin).open(target.pathname + target.search)
    assert.equal(back.target?.origin, origin, back.text)
    return back.target.pathname + back.target.search
  }
  const signIn = async (browser = new Browser(origin), next = '/account') => browser.open(await answerOf(browser, next))
  const users = () =>
    server.db.read.all<Values>(sql`select id, username, first_name, last_name, email, group_id, permissions, active
      from users where company_id = ${company.id} order by id`)
  const refused = (page: Page, status: number, text: RegExp, why: string) => {
    assert.equal(page.status, status, `${why}: ${page.text}`)
    assert.equal(page.title, 'You are not signed in', why)
    assert.match(page.text, text, why)
    assert.match(page.text, /href="\/sign-in/, why)
  }

  test('single sign-on knows a person by a verified address once, and by the subject from then on', async () => {
    await setUp()
    const first = await signIn()
    assert.match(first.title, /^Hello, Wanda/)
    const page = await new Browser(origin).open('/sign-in')
    assert.doesNotMatch(page.text, /Acme ID/, 'the company is not known yet')
    provider.account = account({ email: 'other@elsewhere.example', email_verified: false })
    assert.match((await signIn()).title, /^Hello, Wanda/, 'the address no longer matters')
    const { body } = await ask(server, company, 'GET', '/single_sign_on')
    assert.equal(body.linked_people, 1)
  })

  test('single sign-on is found by the company’s name, and leads to the requested page', async () => {
    await setUp()
    const browser = new Browser(origin)
    const asked = await (await browser.open('/sign-in?next=%2Faccount%3Fa%3D1')).submit({ use: 'sso', company: short })
    assert.equal(asked.status, 200)
    const href = /<a class="button" href="([^"]+)">Sign in with Acme ID<\/a>/.exec(asked.text)?.[1]
    assert.ok(href, asked.text)
    const { target } = await browser.open(href.replaceAll('&#38;', '&'))
    const back = await new Browser(provider.origin).open(target!.pathname + target!.search)
    const answer = await browser.fetch(back.target!.pathname + back.target!.search)
    assert.equal(answer.headers.get('location'), '/account?a=1')
    const other = await (await new Browser(origin).open('/sign-in')).submit({ use: 'sso', company: 'nonesuch' })
    assert.equal(other.status, 404)
    assert.match(other.text, /No company with this name uses single sign-on/)
    await browser.open('/sign-in/sso', {})
    const evil = new Browser(origin)
    const led = await evil.fetch(await answerOf(evil, 'https://evil.example/'))
    assert.equal(led.headers.get('location'), '/')
  })

  test('a provider that does not decode the credentials of clients takes those that need no encoding', async () => {
    const plain = await new IdentityProvider('with-all_that.remains*1').start([`${origin}/sign-in/sso/callback`])
    plain.account = account()
    const seen: string[] = []
    plain.instead = (request, response, path) => {
      if (path !== '/token') return false
      const [, encoded = ''] = /^Basic (.+)$/.exec(String(request.headers.authorization)) ?? []
      const credentials = Buffer.from(encoded, 'base64').toString()
      seen.push(credentials)
      if (credentials === `${plain.clientId}:${plain.clientSecret}`) return false
      sendJson(response, { error: 'invalid_client' }, 401)
      return true
    }
    try {
      await setUp({ issuer: plain.origin, client_secret: plain.clientSecret })
      const browser = new Browser(origin)
      const { target } = await start(browser, '/account')
      const back = await new Browser(plain.origin).open(target!.pathname + target!.search)
      const page = await browser.open(back.target!.pathname + back.target!.search)
      assert.match(page.title, /^Hello, Wanda/, seen.join())
    } finally {
      await plain.stop()
    }
  })

  test('the request to the provider has PKCE, state and nonce, and no two are the same', async () => {
    await setUp()
    const seen = await Promise.all([0, 1].map(async () => (await start(new Browser(origin))).target!.searchParams))
    for (const query of seen) {
      assert.equal(query.get('code_challenge_method'), 'S256')
      assert.equal(query.get('redirect_uri'), `${origin}/sign-in/sso/callback`)
      assert.equal(query.get('scope'), 'openid email profile')
    }
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.notEqual(seen[0]!.get(name), seen[1]!.get(name), name)
  })

  test('the answer of the provider counts once, within ten minutes, in the browser that asked', async () => {
    await setUp()
    const browser = new Browser(origin)
    const answer = await answerOf(browser, '/account')
    const text = /took too long, was already used, or began in another browser/
    refused(await new Browser(origin).open(answer), 403, text, 'another browser')
    assert.match((await browser.open(answer)).title, /^Hello/)
    refused(await browser.open(answer), 403, text, 'twice')
    const copied = new Browser(origin)
    const stolen = await answerOf(copied)
    const cookie = copied.cookieNames().find((name) => name.startsWith('clockhouse-sso-'))!
    const value = copied.cookie(cookie)!
    await copied.open(stolen)
    copied.setCookie(cookie, value)
    refused(await copied.open(stolen), 403, text, 'twice, with the cookie')
    const slow = new Browser(origin)
    const late = await answerOf(slow)
    server.pass(601)
    refused(await slow.open(late), 403, text, 'too late')
    refused(await slow.open('/sign-in/sso/callback?state=x&code=y'), 403, text, 'made up')
    refused(await slow.open('/sign-in/sso/callback'), 403, text, 'nothing')
  })

  test('a person who may not sign in reads why', async () => {
    const cases: [string, Values, RegExp, Values?][] = [
      ['unverified', { email_verified: false }, /Acme ID has not confirmed your email address/],
      ['without address', { email: undefined }, /Acme ID does not send your email address/],
      ['another domain', { email: 'wanda@gmail.example' }, /does not belong to this company/],
      ['a part of the domain', { email: 'wanda@evilnorthyard.example' }, /does not belong to this company/],
      ['a full-width letter', { email: '\uff57anda@northyard.example' }, /letters that only look like ordinary ones/],
      ['a letter of the kelvin sign', { email: 'wan\u212aa@northyard.example' }, /only look like ordinary ones/],
      ['unknown', { email: 'new@northyard.example' }, /no person with your email address here/],
    ]
    await setUp()
    for (const [why, more, text] of cases) {
      provider.account = account(more)
      refused(await signIn(), 403, text, why)
    }
    provider.account = account()
    await signIn()
    provider.account = account({ sub: `another-${company.id}` })
    refused(await signIn(), 403, /signs in with another account of Acme ID/, 'changed subject')
    const unlinked = await ask(server, company, 'DELETE', `/single_sign_on/people/${wanda}`)
    assert.deepEqual(unlinked.body, { removed: 1 })
    assert.match((await signIn()).title, /^Hello/, 'after the link was removed')
    await server.user(company, { username: 'twin', email: 'wanda@northyard.example' })
    provider.account = account({ sub: `third-${company.id}` })
    refused(await signIn(), 403, /Several people here have your email address/, 'two people')
    await server.put(company, '/users', [{ id: wanda, active: false }])
    provider.account = account({ sub: `another-${company.id}` })
    refused(await signIn(), 403, /account here is archived/, 'archived')
    assert.equal((await users()).length, 3)
  })

  /** Someone who says that an address is theirs, with a password. */
  const claimant = async (email: string) => {
    const eve = await server.user(company, { username: 'eve', first_name: 'Eve', require_password_change: false })
    await server.db.write(setPassword, { companyId: company.id, userId: eve.id, password: hash, own: true }, server.now)
    const { body } = await server.put(eve, '/users', [{ id: eve.id, email }])
    assert.equal(body.results.users[1]._status_code, 200, JSON.stringify(body))
    return eve
  }
  const linkOf = async (userId: number) =>
    (
      await server.db.read.get<{ vouched_by: string }>(
        sql`select vouched_by from sso_people where company_id = ${company.id} and user_id = ${userId}`,
      )
    )?.vouched_by

  test('an address that someone else claims keeps no one out, and lets no one into the other account', async () => {
    await setUp({ create_people: true })
    const eve = await claimant('Wanda@northyard.example')
    assert.match((await signIn()).title, /^Hello, Wanda/)
    assert.equal(await linkOf(wanda), 'administrator')
    await server.put(eve, '/users', [{ id: eve.id, email: 'nina@northyard.example' }])
    provider.account = account({ sub: `new-${company.id}`, email: 'nina@northyard.example', given_name: 'Nina' })
    const asked = await signIn()
    assert.equal(asked.title, 'Is this your account?')
    assert.match(asked.text, /Acme ID says that you are <strong>nina@northyard\.example<\/strong>/)
    assert.equal((await asked.submit({ password: 'not the password' })).status, 403)
    assert.equal((await asked.browser.open('/account')).title, 'Sign in')
    await asked.submit({ intent: 'new' })
    assert.match((await asked.browser.open('/account')).title, /^Hello, Nina/)
    assert.equal(await linkOf(eve.id), undefined)
    assert.match((await signIn()).title, /^Hello, Nina/, 'from then on')
  })

  test('a person who entered their address themselves gives their password once, and never again', async () => {
    await setUp({ create_people: true })
    const eve = await claimant('eve@northyard.example')
    provider.account = account({ sub: `eve-${company.id}`, email: 'eve@northyard.example' })
    const asked = await signIn()
    await asked.submit({ password })
    assert.match((await asked.browser.open('/account')).title, /^Hello, Eve/)
    assert.equal(await linkOf(eve.id), 'password')
    assert.match((await signIn()).title, /^Hello, Eve/)
    const [seen] = await server.list(company, 'users', `?ids=${eve.id}`)
    assert.equal(seen!.email_verified, true)
    assert.equal(asked.browser.cookie('clockhouse-sso-who'), undefined)
  })

  test('where no one is added, a person for whose address no one vouches reads what to do', async () => {
    await setUp()
    const other = await server.user(company, { username: 'lena' })
    await server.put(other, '/users', [{ id: other.id, email: 'lena@northyard.example' }])
    provider.account = account({ sub: `lena-${company.id}`, email: 'lena@northyard.example' })
    refused(await signIn(), 403, /Ask your administrator to send you an invitation/, 'own claim')
    refused(await new Browser(origin).open('/sign-in/sso/who'), 403, /took too long/, 'no one was asked')
  })

  /** The ID token and what userinfo says, in place of the provider's. */
  const say = (nonce: () => string, token: Values, info: Values | 'down' = {}) => {
    provider.instead = (request, response, path) => {
      if (path === '/me') return info === 'down' ? Boolean(response.destroy()) : sendJson(response, info)
      if (path !== '/token') return false
      const now = Math.floor(Date.now() / 1000)
      const right = { iss: provider.origin, aud: provider.clientId, sub: account().sub, iat: now, exp: now + 60 }
      request.resume()
      const id_token = provider.idToken({ ...right, nonce: nonce(), ...token })
      return sendJson(response, { access_token: 'x', token_type: 'Bearer', id_token })
    }
  }
  const signInSaying = async (token: Values, info?: Values | 'down') => {
    const browser = new Browser(origin)
    const { target } = await start(browser, '/account')
    const { state, nonce } = Object.fromEntries(target!.searchParams)
    say(() => nonce!, token, info)
    const query = new URLSearchParams({ state: state!, code: 'made up', iss: provider.origin })
    return browser.open(`/sign-in/sso/callback?${query}`)
  }

  test('what is missing in the ID token is asked for, whatever it is', async () => {
    await setUp({ create_people: true, groups_claim: 'groups' })
    const { sub, ...rest } = account({ email: 'ann@northyard.example', given_name: 'Ann', family_name: 'Lee' })
    const thin = { email: rest.email, email_verified: true }
    assert.match((await signInSaying(thin, { sub, ...rest })).title, /^Hello, Ann Lee/)
    const [mail, name] = [{ email: 'bo@northyard.example', email_verified: true }, { given_name: 'Bo' }]
    assert.match((await signInSaying({ ...mail, ...name, sub: 'bo' }, 'down')).title, /^Hello, Bo/, 'it is down')
    const other = { sub: 'ann', email: 'eve@northyard.example', email_verified: true }
    refused(await signInSaying({ sub: 'eve', email: other.email }, other), 502, /cannot be accepted/, 'of another')
  })

  test('what userinfo says of another address proves nothing about the one in the ID token', async () => {
    await setUp()
    const more = { sub: 'eve', email: 'eve@elsewhere.example', email_verified: true }
    const page = await signInSaying({ sub: 'eve', email: 'wanda@northyard.example' }, more)
    refused(page, 403, /has not confirmed your email address/, 'another address')
  })

  test('an administrator’s statement counts where the provider says nothing, at the verified domains', async () => {
    const silent = { sub: account().sub, email: 'wanda@northyard.example' }
    const info = { sub: silent.sub }
    await setUp()
    refused(await signInSaying(silent, info), 403, /has not confirmed your email address/, 'by default')
    const { verifies_addresses } = await setUp({ verifies_addresses: true })
    assert.equal(verifies_addresses, true)
    const denied = { ...silent, email_verified: false }
    refused(await signInSaying(denied, info), 403, /has not confirmed your email address/, 'it says no')
    const foreign = { ...silent, email: 'wanda@gmail.example' }
    refused(await signInSaying(foreign, info), 403, /does not belong to this company/, 'another domain')
    assert.equal((await setUp()).verifies_addresses, true, 'left out, it stays')
    assert.match((await signInSaying(silent, info)).title, /^Hello, Wanda/)
  })

  test('an issuer may be entered with or without a slash, and people stay linked', async () => {
    const body = await setUp({ issuer: `${provider.origin}/` })
    assert.equal(body.issuer, provider.origin)
    await signIn()
    const again = await setUp({ issuer: `${provider.origin}/`, client_secret: undefined })
    assert.deepEqual([again.issuer, again.linked_people, again.has_secret], [provider.origin, 1, true])
    const slashed = `${provider.origin}/o/x/`
    provider.instead = (_, response, path) =>
      path === '/o/x/.well-known/openid-configuration' &&
      sendJson(response, {
        issuer: slashed,
        authorization_endpoint: `${provider.origin}/auth`,
        token_endpoint: `${provider.origin}/token`,
      })
    assert.equal((await setUp({ issuer: slashed.slice(0, -1) })).issuer, slashed)
    provider.instead = (_, response, path) =>
      path === '/o/x/.well-known/openid-configuration' && sendJson(response, { issuer: 'https://id.example' })
    const wrong = await ask(server, company, 'PUT', '/single_sign_on', settings({ issuer: slashed }))
    assert.equal(wrong.status, 417)
    assert.match(wrong.body.error.message, /the provider calls itself https:\/\/id\.example/)
  })

  test('signing out ends the session at the provider, too, if the company wants that', async () => {
    const out = async (browser: Browser) => {
      const page = await (await browser.open('/account')).submit({})
      assert.equal(page.title, 'Signed out')
      return page.headers.get('refresh')
    }
    await setUp()
    assert.equal(await out((await signIn()).browser), null)
    const { signed_out_uri } = await setUp({ signs_out: true })
    const { browser } = await signIn()
    assert.equal((await browser.fetch('/signed-out')).headers.get('refresh'), null, 'while signed in')
    const refresh = await out(browser)
    const address = new URL(/^0; url=(.*)$/.exec(refresh!)![1]!)
    assert.equal(address.origin + address.pathname, `${provider.origin}/session/end`)
    const { post_logout_redirect_uri, id_token_hint, client_id } = Object.fromEntries(address.searchParams)
    assert.match(signed_out_uri, /\/signed-out$/)
    assert.deepEqual([post_logout_redirect_uri, client_id], [`${origin}/signed-out`, provider.clientId])
    assert.match(id_token_hint!, /^ey/)
    assert.equal((await browser.fetch('/signed-out')).headers.get('refresh'), null, 'once')
  })

  const try_ = async (more: Values = {}, browser = new Browser(origin)) => {
    await (await browser.open('/sign-in')).submit({ company: short, username: 'ada', password })
    const { status, body } = await ask(server, company, 'POST', '/single_sign_on/trial', settings(more))
    assert.equal(status, 200, JSON.stringify(body))
    const { target, text } = await browser.open(body.address)
    assert.equal(target?.origin, provider.origin, text)
    const back = await new Browser(provider.origin).open(target.pathname + target.search)
    return { address: body.address, browser, page: await browser.open(back.target!.pathname + back.target!.search) }
  }

  test('an administrator tries a provider, reads what would happen, and nothing is changed', async () => {
    const before = JSON.stringify(await users())
    const trials: [string, Values, Values, RegExp[]][] = [
      ['link', {}, {}, [/Wanda Worker\d+ \(wanda\) would sign in, and be linked/, /wanda@northyard\.example/]],
      ['off', { mode: 'off' }, {}, [/would sign in, and be linked/]],
      [
        'create',
        { create_people: true },
        { email: 'nina@northyard.example' },
        [/Wanda Ortiz would be added, with the username nina@northyard\.example/],
      ],
      [
        'unknown',
        {},
        { email: 'nina@northyard.example' },
        [/No one would sign in\. There is no person with your email address here/],
      ],
      [
        'unverified',
        {},
        { email_verified: undefined },
        [/has not confirmed your email address/, /email_verified<\/dt><dd>Without it, the address counts only if/],
      ],
      ['stated', { verifies_addresses: true }, { email_verified: undefined }, [/would sign in, and be linked/]],
      [
        'no address',
        {},
        { email: undefined, email_verified: undefined },
        [
          /No one would sign in\. Acme ID does not send your email address/,
          /email<\/dt><dd>Without it, only people who/,
        ],
      ],
      [
        'names',
        {},
        { given_name: undefined, family_name: undefined },
        [/given_name<\/dt><dd>Without it, new people are named/],
      ],
    ]
    const group = await server.createOne(company, 'groups', { name: 'Roofers' })
    const map = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ value: `${at || 'roofers'}`.padEnd(36, '0'), group_id: group.id }))
    const of = { groups: ['roofers'.padEnd(36, '0')] }
    trials.push(
      ['group', { groups_claim: 'groups', group_map: map(2) }, of, [/would sign in/, /Their group would be Roofers\./]],
      [
        'groups',
        { groups_claim: 'groups', group_map: map(100) },
        of,
        [/would sign in/, /list of groups is too long to be tried/],
      ],
    )
    for (const [why, more, claims, texts] of trials) {
      provider.account = account(claims)
      const { page, browser } = await try_(more)
      assert.equal(page.title, 'Trial of Acme ID', why)
      for (const text of texts) assert.match(page.text, text, why)
      assert.match((await browser.open('/account')).title, /^Hello, Ada/, 'still the administrator')
    }
    assert.equal(JSON.stringify(await users()), before)
    const { body } = await ask(server, company, 'GET', '/single_sign_on')
    assert.deepEqual([body.mode, body.issuer, body.linked_people], ['off', '', 0])
  })

  test('a trial is for the administrator who began it, and for five minutes', async () => {
    const { address, browser } = await try_()
    const text = /took too long/
    refused(await new Browser(origin).open(address), 403, text, 'no one')
    server.pass(301)
    refused(await browser.open(address), 403, text, 'too late')
    refused(await browser.open('/sign-in/sso/try?with=x'), 403, text, 'made up')
    const person = await server.user(company)
    assert.equal((await ask(server, person, 'POST', '/single_sign_on/trial', settings())).status, 403)
    const wrong = await ask(
      server,
      company,
      'POST',
      '/single_sign_on/trial',
      settings({ issuer: `${provider.origin}/no` }),
    )
    assert.equal(wrong.status, 417)
  })

  test('a trial shows why the provider’s answer cannot be accepted', async () => {
    provider.instead = (_, response, path) => path === '/token' && sendJson(response, { error: 'invalid_client' }, 401)
    const { page } = await try_()
    assert.match(page.text, /No one would sign in\. The answer of Acme ID cannot be accepted.* invalid_client/)
  })

  test('a person of another company with the same provider does not count', async () => {
    await setUp()
    await signIn()
    const other = await server.company('Southyard')
    await addDomain('northyard.example', other)
    await setUp({}, other)
    const name = (await server.db.read.get<{ client_url: string }>(
      sql`select client_url from companies where company_id = ${other.id}`,
    ))!.client_url
    short = name
    refused(await signIn(), 403, /no person with your email address here/, 'linked elsewhere only')
  })

  test('single sign-on adds people and puts them into groups, if the company wants that', async () => {
    const crew = await server.createOne(company, 'groups', { name: 'Crew' })
    const office = await server.createOne(company, 'groups', { name: 'Office' })
    const map = [
      { value: 'clockhouse-office', group_id: office.id },
      { value: 'clockhouse-crew', group_id: crew.id },
    ]
    await setUp({ create_people: true, groups_claim: 'groups', group_map: map })
    const groups = ['other', 'clockhouse-crew']
    provider.account = account({
      sub: `new-${company.id}`,
      email: 'nina@northyard.example',
      groups,
      given_name: 'Nina',
    })
    assert.match((await signIn()).title, /^Hello, Nina Ortiz/)
    const nina = async () => (await users()).at(-1)!
    const { username, email, group_id } = await nina()
    assert.deepEqual([username, email, group_id], ['nina@northyard.example', 'nina@northyard.example', crew.id])
    assert.doesNotMatch(String((await nina()).permissions), /admin|manage/)
    provider.account = { ...provider.account, groups: ['clockhouse-crew', 'clockhouse-office'] }
    await signIn()
    assert.equal((await nina()).group_id, office.id, 'the first of the map counts')
    provider.account = { ...provider.account, groups: ['unheard-of'] }
    await signIn()
    assert.equal((await nina()).group_id, office.id, 'unknown ones leave it')
    await server.put(company, '/groups', [{ id: crew.id, active: false }])
    provider.account = { ...provider.account, groups: ['clockhouse-crew'] }
    assert.match((await signIn()).title, /^Hello/, 'an archived group')
    assert.equal((await nina()).group_id, office.id)
    const taken = account({ sub: `more-${company.id}`, email: 'w2@northyard.example', preferred_username: 'Wanda' })
    provider.account = taken
    await signIn()
    assert.equal((await nina()).username, 'w2@northyard.example', 'a username that is taken')
    provider.account = account({ sub: `x-${company.id}`, email: 'x@gmail.example', preferred_username: 'x' })
    const count = (await users()).length
    refused(await signIn(), 403, /does not belong to this company/, 'no one of another domain is added')
    assert.equal((await users()).length, count)
  })

  test('passwords are only for administrators while single sign-on is enforced, until it is turned off', async () => {
    await setUp({ mode: 'enforced' })
    const withPassword = async (username: string) => {
      const browser = new Browser(origin)
      const page = await browser.open('/sign-in')
      const answer = await page.submit({ company: short, username, password })
      return { answer, title: (await browser.open('/account')).title }
    }
    const { answer, title } = await withPassword('wanda')
    assert.equal(answer.status, 403)
    assert.match(answer.text, /Your company signs in with Acme ID\. Only administrators can sign in without it/)
    assert.match(answer.text, /class="button primary"/)
    assert.equal(title, 'Sign in')
    assert.match((await withPassword('ada')).title, /^Hello, Ada/)
    assert.match((await signIn()).title, /^Hello, Wanda/)
    const off = await ask(server, company, 'DELETE', '/single_sign_on')
    assert.deepEqual(off.body, { turned_off: true })
    assert.match((await withPassword('wanda')).title, /^Hello, Wanda/)
    refused(await start(new Browser(origin)), 404, /There is no single sign-on for this company/, 'off')
  })

  test('single sign-on keeps to the allowed addresses, and asks for no new password', async () => {
    await setUp()
    await server.put(company, '/users', [{ id: wanda, require_password_change: true }])
    assert.match((await signIn()).title, /^Hello/)
    const addresses = { allowed: ['10.0.0.1', '127.0.0.1'], block: true }
    assert.equal((await ask(server, company, 'PUT', '/addresses', addresses)).status, 200)
    assert.match((await signIn()).title, /^Hello/)
    await ask(
      server,
      company,
      'PUT',
      '/addresses',
      { allowed: ['10.0.0.1'], block: true },
      { remoteAddress: '10.0.0.1' },
    )
    refused(await signIn(), 403, /does not allow signing in from this address/, 'address')
  })

  test('single sign-on leads on to an application that asks for access, also when it wants a new sign-in', async () => {
    await setUp()
    const { clientId } = await createApplication(server.world, {
      companyId: company.id,
      userId: company.adminId,
      name: 'Payroll',
      redirectUris: [callback],
    })
    const browser = new Browser(origin)
    const through = async (page: Page) => {
      const href = /<a class="button" href="([^"]+)">Sign in with Acme ID/.exec(page.text)?.[1]
      assert.ok(href, page.text)
      const { target } = await browser.open(href.replaceAll('&#38;', '&'))
      const back = await new Browser(provider.origin).open(target!.pathname + target!.search)
      return { asked: target!.searchParams, page: await browser.open(back.target!.pathname + back.target!.search) }
    }
    const first = await through(await browser.open(authorizePath(clientId)))
    assert.match(first.page.title, /^Allow Payroll/)
    const allowed = await first.page.submit({ intent: 'allow' })
    assert.ok(allowed.target?.searchParams.get('code'), allowed.text)
    const repeated = await browser.open(authorizePath(clientId, { prompt: 'login' }))
    assert.equal(repeated.title, 'Sign in')
    const second = await through(repeated)
    assert.equal(second.asked.get('prompt'), 'login')
    assert.ok(second.page.target?.searchParams.get('code') ?? second.page.title.startsWith('Allow'), second.page.text)
  })

  test('a provider that lies, is slow or is down signs no one in', async () => {
    await setUp()
    const lie = async (change: (claims: Values) => Values, key?: ReturnType<typeof strangeKey>) => {
      provider.instead = async (request, response, path) => {
        if (path !== '/token') return false
        const now = Math.floor(Date.now() / 1000)
        const right = { iss: provider.origin, aud: provider.clientId, ...account(), iat: now, exp: now + 60, nonce }
        const id_token = provider.idToken(change(right), key)
        request.resume()
        return sendJson(response, { access_token: 'x', token_type: 'Bearer', id_token })
      }
      const browser = new Browser(origin)
      const { target } = await start(browser, '/account')
      const nonce = target!.searchParams.get('nonce')
      const state = target!.searchParams.get('state')
      return browser.open(
        `/sign-in/sso/callback?${new URLSearchParams({ state: state!, code: 'made up', iss: provider.origin })}`,
      )
    }
    assert.match((await lie((claims) => claims)).title, /^Hello/, 'the truth')
    const lies: [string, (claims: Values) => Values, ReturnType<typeof strangeKey>?][] = [
      ['nonce', (claims) => ({ ...claims, nonce: 'another' })],
      ['no nonce', ({ nonce: _, ...claims }) => claims],
      ['issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
      ['audience', (claims) => ({ ...claims, aud: 'another' })],
      ['expired', (claims) => ({ ...claims, exp: claims.iat - 600, iat: claims.iat - 1200 })],
      ['signature', (claims) => claims, strangeKey()],
      ['subject', (claims) => ({ ...claims, sub: 'x'.repeat(300) })],
    ]
    for (const [why, change, key] of lies)
      refused(await lie(change, key), 502, /The answer of Acme ID cannot be accepted/, why)
    const answers: [string, IdentityProvider['instead'], number, RegExp][] = [
      [
        'code used',
        (_, res, path) => path === '/token' && sendJson(res, { error: 'invalid_grant' }, 400),
        403,
        /took too long/,
      ],
      [
        'secret changed',
        (_, res, path) => path === '/token' && sendJson(res, { error: 'invalid_client' }, 401),
        502,
        /cannot be accepted/,
      ],
      ['down', (_, res, path) => path === '/token' && sendJson(res, {}, 503), 503, /cannot be reached/],
      ['not JSON', (_, res, path) => path === '/token' && Boolean(res.end('<html>')), 502, /cannot be accepted/],
      ['endless', (_, res, path) => path === '/token' && endless(res), 503, /cannot be reached/],
      ['cut off', (_, res, path) => path === '/token' && Boolean(res.destroy()), 503, /cannot be reached/],
      [
        'redirecting',
        (_, res, path) => path === '/token' && Boolean(res.writeHead(302, { location: 'http://10.0.0.1/' }).end()),
        502,
        /cannot be accepted/,
      ],
    ]
    for (const [why, instead, status, text] of answers) {
      provider.instead = () => false
      const browser = new Browser(origin)
      const answer = await answerOf(browser)
      provider.instead = instead
      refused(await browser.open(answer), status, text, why)
    }
    provider.instead = () => false
    const canceled = new Browser(origin)
    const { target } = await start(canceled)
    const state = target!.searchParams.get('state')!
    const query = new URLSearchParams({ state, error: 'access_denied', iss: provider.origin })
    refused(await canceled.open(`/sign-in/sso/callback?${query}`), 403, /did not sign you in/, 'canceled')
  })

  test('a provider that never answers is not waited for, and pages stay in the person’s language', async (context) => {
    await setUp()
    const browser = new Browser(origin)
    const answer = await answerOf(browser)
    provider.instead = (_, __, path) => path === '/token'
    // The server waits for seconds, which pass a hundred times as fast here.
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    context.mock.method(AbortSignal, 'timeout', (ms: number) => timeout(ms / 100))
    const page = await browser.open(answer, { headers: { 'accept-language': 'de' } })
    assert.equal(page.status, 503)
    assert.match(page.text, /Acme ID ist zurzeit nicht erreichbar/)
  })

  test('the provider’s secret is stored encrypted and never shown; settings that cannot work are refused', async () => {
    const body = await setUp()
    assert.equal(body.has_secret, true)
    assert.equal(body.redirect_uri.endsWith('/sign-in/sso/callback'), true)
    assert.doesNotMatch(JSON.stringify(body), /a secret of the tests/)
    const rows = await server.db.read.all(sql`select * from sso_providers where company_id = ${company.id}`)
    assert.doesNotMatch(JSON.stringify(rows), /a secret of the tests/)
    const { client_secret: _, ...kept } = settings({ label: 'Acme' })
    assert.equal((await ask(server, company, 'PUT', '/single_sign_on', kept)).body.has_secret, true)
    assert.match((await signIn()).title, /^Hello/, 'with the secret from before')
    const wrong: [Values, RegExp][] = [
      [{ issuer: 'nonsense' }, /issuer: expected a URL/],
      [{ issuer: 'https://10.0.0.1/' }, /issuer: .*private network/],
      [{ issuer: 'https://192.168.1.1' }, /issuer: .*private network/],
      [{ issuer: 'https://[::ffff:10.0.0.1]/' }, /issuer: .*private network/],
      [{ issuer: 'https://metadata.google.internal/' }, /issuer: .*private network/],
      [{ issuer: 'http://login.example.com' }, /issuer: .*not https/],
      [{ issuer: 'https://user:pass@login.example.com' }, /issuer: .*a username or a password/],
      [{ issuer: `${provider.origin}/nothing` }, /issuer: the provider cannot be used/],
      [{ label: ' ' }, /label: /],
      [{ client_id: '' }, /client_id: required/],
      [{ group_map: [{ value: 'x', group_id: 4711 }] }, /group_map: there is no active group 4711/],
      [{ mode: 'sometimes' }, /mode: must be one of/],
    ]
    for (const [more, message] of wrong) {
      const refusal = await ask(server, company, 'PUT', '/single_sign_on', settings(more))
      assert.equal(refusal.status, 417, JSON.stringify(more))
      assert.match(refusal.body.error.message, message)
    }
    const person = await server.user(company)
    assert.equal((await ask(server, person, 'GET', '/single_sign_on')).status, 403)
  })
})

/** Sends more than anyone should read. */
function endless(response: import('node:http').ServerResponse): true {
  response.writeHead(200, { 'content-type': 'application/json' })
  const part = ' '.repeat(65_536)
  const more = () => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
  return true
}
