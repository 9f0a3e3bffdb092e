import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import * as client from 'openid-client'
import { readConfig } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { setPassword } from '../../src/identity/passwords.ts'
import { insertSsoDomain } from '../../src/identity/sso/domains.ts'
import { createApplication } from '../../src/oauth/applications.ts'
import { linksBelow, ownSegments, pathBelow } from '../../src/rules/settings/own_address.ts'
import { Browser, hashOf, password } from '../oauth/support.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import { PathFront } from '../support/path_front.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// The server below a path of a host, as in https://office.example/clock, behind a proxy that passes the path on or takes
// it away.

const prefix = '/clock'

const json = (response: Response) => response.json() as Promise<Values>

for (const passing of ['passes on', 'takes away'] as const)
  onEither(`below a path that the proxy ${passing}`, (database) => {
    let server: TestServer
    let front: PathFront
    let url: string
    let company: TestCompany
    let wanda: { id: number; token: string }

    before(async () => {
      front = await PathFront.start(passing === 'takes away' ? prefix : '')
      url = front.origin + prefix
      server = await TestServer.start(database, { CLOCKHOUSE_URL: `${url}/`, CLOCKHOUSE_SMTP_URL: 'outbox:' })
      front.behind = await server.listen()
      company = await server.company('Northyard')
      wanda = await server.user(company, { username: 'wanda', email: 'wanda@acme.example' })
      for (const userId of [company.adminId, wanda.id])
        await server.db.write(
          setPassword,
          { companyId: company.id, userId, password: await hashOf(), own: true },
          server.now,
        )
      await server.put(company, '/users', [{ id: wanda.id, require_password_change: false }])
    })
    after(async () => {
      await server.stop()
      await front.stop()
    })

    const api = async (path: string, init: { method?: string; body?: unknown } = {}): Promise<Values> => {
      const { method = 'GET', body } = init
      const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
      const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
      const text = await response.text()
      assert.equal(response.status, 200, text)
      return JSON.parse(text)
    }
    const signedIn = async () => {
      const browser = new Browser(front.origin)
      const page = await browser.open(`${prefix}/sign-in?next=/account`)
      const account = await page.submit({ username: 'ada', password })
      assert.match(account.title, /^Hello, Ada/, account.text)
      return { browser, account }
    }
    const found = async (address: unknown) => {
      assert.ok(String(address).startsWith(`${url}/`), String(address))
      const { status } = await fetch(String(address), { redirect: 'manual' })
      assert.ok(status < 400, `${address}: ${status}`)
    }

    test('a person signs in and out, and everything that the pages name is there, below the path', async () => {
      const { browser, account } = await signedIn()
      const stranger = new Browser(front.origin)
      const pages = [account, await stranger.open(`${prefix}/sign-in`), await stranger.open(`${prefix}/forgotten`)]
      const named = pages.flatMap(({ text }) => [
        ...text.matchAll(/(?:href|src|action|data-challenge|formaction|content)="([^"]*)"/g),
      ])
      const paths = named.map(([, path]) => path!).filter((path) => path.startsWith('/'))
      assert.ok(paths.length > 10, paths.join())
      for (const path of paths) {
        assert.ok(path.startsWith(`${prefix}/`), path)
        const { status } = await stranger.fetch(path.replaceAll('&#38;', '&'))
        // Some are for forms.
        assert.ok(status < 400 || status === 404, `${path}: ${status}`)
        if (status === 404) assert.match(path, /\/(sign-out|setup)$/)
      }
      const out = await account.submit({})
      assert.equal(out.title, 'Signed out')
      assert.equal(browser.cookie('clockhouse'), undefined)
    })

    test('people who are not signed in come to the page that they wanted, and never to a neighbor', async () => {
      const browser = new Browser(front.origin)
      const first = await browser.fetch(`${prefix}/people/12?tab=time`, { headers: { accept: 'text/html' } })
      assert.equal(first.headers.get('location'), `${prefix}/sign-in?next=%2Fpeople%2F12%3Ftab%3Dtime`)
      const page = await browser.open(first.headers.get('location')!)
      const { action, fields } = page.form()
      const answer = await browser.fetch(action.replaceAll('&#38;', '&'), {
        method: 'POST',
        headers: { origin: front.origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, username: 'ada', password }).toString(),
      })
      assert.equal(answer.headers.get('location'), `${prefix}/people/12?tab=time`)
    })

    test('cookies go to the server and to no other program of the host', async () => {
      const answer = await fetch(`${url}/sign-in`)
      for (const cookie of answer.headers.getSetCookie()) assert.match(cookie, /; Path=\/clock;/)
      assert.ok(answer.headers.getSetCookie().length > 0)
    })

    test('an application finds the server by its metadata, and gets a token with the whole flow', async () => {
      const redirect = 'http://127.0.0.1:4711/back'
      const made = { companyId: company.id, userId: company.adminId, name: 'Payroll Bridge', redirectUris: [redirect] }
      const app = await createApplication(server.world, made)
      const config = await client.discovery(
        new URL(url),
        app.clientId,
        undefined,
        client.ClientSecretPost(app.clientSecret),
        { execute: [client.allowInsecureRequests], algorithm: 'oauth2' },
      )
      const verifier = client.randomPKCECodeVerifier()
      const state = client.randomState()
      const address = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirect, state, code_challenge_method: 'S256' },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
      })
      assert.ok(address.href.startsWith(`${url}/api/v1/authorize?`), address.href)
      const browser = new Browser(front.origin)
      const signIn = await browser.open(address.href)
      const consent = await signIn.submit({ username: 'ada', password })
      assert.equal(consent.title, 'Allow Payroll Bridge?', consent.text)
      const back = await consent.submit({ intent: 'allow' })
      assert.equal(back.target!.searchParams.get('iss'), url)
      const tokens = await client.authorizationCodeGrant(config, back.target!, {
        ...{ expectedState: state, pkceCodeVerifier: verifier },
      })
      assert.ok(tokens.access_token)
      const { issuer } = await json(await fetch(`${url}/.well-known/oauth-authorization-server`))
      assert.equal(issuer, url)
    })

    test('a provider leads back below the path, and signs the person in there', async () => {
      const provider = await new IdentityProvider().start([`${url}/sign-in/sso/callback`])
      try {
        const domain = { companyId: company.id, domain: 'acme.example', token: 'token', verified: true }
        await server.db.write(insertSsoDomain, domain, server.now)
        provider.account = { sub: 'wanda', email: 'wanda@acme.example', email_verified: true, name: 'Wanda Worker' }
        const settings = {
          ...{ mode: 'optional', label: 'Acme ID', issuer: provider.origin, client_id: provider.clientId },
          ...{ client_secret: provider.clientSecret, create_people: false, groups_claim: '', group_map: [] },
        }
        await api('/api/console/single_sign_on', { method: 'PUT', body: settings })
        const browser = new Browser(front.origin)
        const { text } = await browser.open(`${prefix}/sign-in?next=/account`)
        const [, button] = /<a class="button" href="([^"]+)">Sign in with Acme ID/.exec(text)!
        const { target } = await browser.open(button!.replaceAll('&#38;', '&'))
        assert.equal(target?.searchParams.get('redirect_uri'), `${url}/sign-in/sso/callback`)
        const back = await new Browser(provider.origin).open(target.pathname + target.search)
        assert.ok(back.target!.href.startsWith(`${url}/sign-in/sso/callback?`), back.target!.href)
        const page = await browser.open(back.target!.pathname + back.target!.search)
        assert.match(page.title, /^Hello, Wanda/, page.text)
      } finally {
        await provider.stop()
      }
    })

    test('an assistant is told where to get a token, at both places where it may look', async () => {
      const refused = await fetch(`${url}/mcp`, { method: 'POST', body: '{}' })
      const [, told] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!)!
      for (const place of [told!, `${front.origin}/.well-known/oauth-protected-resource${prefix}/mcp`]) {
        const { resource, authorization_servers } = await json(await fetch(place))
        assert.deepEqual([resource, authorization_servers], [`${url}/mcp`, [url]])
      }
    })

    test('addresses in answers of the API, and the next page of a list, are below the path', async () => {
      const answer = await fetch(`${url}/api/v1/users?per_page=1`, {
        headers: { authorization: `Bearer ${company.token}` },
      })
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link')!)![1]!
      assert.ok(next.startsWith(`${prefix}/api/v1/users?`), next)
      const second = await fetch(new URL(next, answer.url), { headers: { authorization: `Bearer ${company.token}` } })
      assert.equal(second.status, 200)
      const { servers } = await json(await fetch(`${url}/api/v1/openapi.json`))
      assert.ok(servers[0].url.startsWith(url), servers[0].url)
      await found((await api('/api/console/calendar_feed', { method: 'POST' })).url)
      const { redirect_uri, signed_out_uri } = await api('/api/console/single_sign_on')
      assert.deepEqual([redirect_uri, signed_out_uri], [`${url}/sign-in/sso/callback`, `${url}/signed-out`])
      const { url: scim } = await api('/api/console/scim_tokens')
      const { token } = await api('/api/console/scim_tokens', { method: 'POST', body: { name: 'Entra' } })
      const users = await fetch(`${scim}/Users?count=1`, { headers: { authorization: `Bearer ${token}` } })
      const { Resources } = await json(users)
      assert.ok(Resources[0].meta.location.startsWith(`${url}/scim/v2/Users/`), Resources[0].meta.location)
    })

    test('the links in mail lead to the server, and work there', async () => {
      const { browser } = await signedIn()
      const invited = await browser.fetch(`${prefix}/api/console/users/${wanda.id}/invitation`, {
        method: 'POST',
        headers: { origin: front.origin, 'content-type': 'application/json' },
      })
      assert.equal(invited.status, 200, await invited.text())
      await server.round()
      const { mails } = await api('/api/console/outbox')
      const links = mails.flatMap(({ html, text }: { html: string; text: string }) => [
        ...`${html} ${text}`.matchAll(/https?:\/\/[^\s"<>)]+/g),
      ])
      assert.ok(links.length > 1)
      for (const [link] of links) await found(link)
    })
  })

describe('the path in CLOCKHOUSE_URL', () => {
  const read = (url: string) => readConfig({ CLOCKHOUSE_URL: url }).url

  test('a path is kept without the slash at its end', () => {
    assert.equal(read('https://office.example/clock/'), 'https://office.example/clock')
    assert.equal(read('https://office.example/tools/clock'), 'https://office.example/tools/clock')
    assert.equal(read('https://Office.example/'), 'https://office.example')
  })

  test('a path that could be one of the server, or that cookies cannot have, is refused by name', () => {
    for (const path of ['/api', '/sign-in/clock', '/timesheet', '/.well-known'])
      assert.throws(() => read(`https://office.example${path}`), /CLOCKHOUSE_URL/, path)
    for (const path of ['/a;b', '/a%20b', '/a//b', '/clock?a=1', '/clock#a'])
      assert.throws(() => read(`https://office.example${path}`), /CLOCKHOUSE_URL/, path)
  })

  test('with TLS, the names of cookies keep other hosts and pages without TLS out', async () => {
    const server = await TestServer.start('sqlite', { CLOCKHOUSE_URL: 'https://office.example/clock' })
    await server.company()
    const { headers } = await server.app.inject({ url: '/sign-in' })
    const [cookie] = [headers['set-cookie']].flat()
    assert.match(String(cookie), /^__Secure-clockhouse-form=[^;]+; Path=\/clock; HttpOnly; Secure; SameSite=Lax$/)
    await server.stop()
  })

  test('every first part of a path of the server and the app is known, so that no prefix can be mistaken for it', async () => {
    const server = await TestServer.start('sqlite', {
      CLOCKHOUSE_METRICS_TOKEN: 'a token of the tests, long'.replaceAll(' ', '-'),
    })
    const routes = server.app.printRoutes({ commonPrefix: false, includeMeta: false })
    await server.stop()
    const ofServer = [...routes.matchAll(/^[├└]── \/?([\w.-]+)/gm)].map(([, part]) => part!)
    const pages = readFileSync(new URL('../../web/pages/index.ts', import.meta.url), 'utf8')
    const ofApp = [...pages.matchAll(/entry\(\s*'\/([\w-]+)/g)].map(([, part]) => part!)
    assert.ok(ofServer.includes('sign-in') && ofApp.includes('timesheet'), ofServer.join())
    assert.deepEqual(
      [...new Set([...ofServer, ...ofApp])].filter((part) => !ownSegments.includes(part)),
      [],
    )
  })

  test('only what is below the path is taken as such', () => {
    const cases = [
      ['/clock', '/'],
      ['/clock/', '/'],
      ['/clock?a=1', '/?a=1'],
      ['/clock/people/1', '/people/1'],
      ['/clocks', '/clocks'],
      ['/people/clock', '/people/clock'],
    ] as const
    for (const [address, path] of cases) assert.equal(pathBelow('/clock', address), path)
    assert.equal(pathBelow('', '/clock'), '/clock')
    const text = '<a href="/me"> <a href="//elsewhere.example"> <img src="/a.svg"> "/not/a/link" <a href="https://x/">'
    assert.equal(
      linksBelow('/clock', text),
      '<a href="/clock/me"> <a href="//elsewhere.example"> <img src="/clock/a.svg"> "/not/a/link" <a href="https://x/">',
    )
    assert.equal(
      linksBelow('/clock', '</app/a.js>; rel=preload, </b.css>'),
      '</clock/app/a.js>; rel=preload, </clock/b.css>',
    )
  })
})
