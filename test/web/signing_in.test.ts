import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import * as client from 'openid-client'
import { TOTP } from 'otpauth'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { createApplication } from '../../src/oauth/applications.ts'
import { accessibilityProblems, closeWindow, openWindow, password, type Site, visit, withSite } from './browser.ts'

// Passkeys of a virtual device in a real browser: browsers store none for IP addresses, so for them the site is localhost.
// A real application, with its own server on another port and a real OAuth client, asks a person in a real browser.

describe('signing in with a passkey, and allowing an application', () => {
  let site: Site
  let browser: Browser
  let home: string
  let application: Application
  withSite(async (...started) => {
    ;[site, browser] = started
    home = `http://localhost:${new URL(site.url).port}`
    application = await Application.start(site)
  })
  after(() => application?.stop())

  type Device = { page: Page; cdp: CDPSession; authenticatorId: string }

  /** A window on a device that creates passkeys, and unlocks itself. */
  const openDevice = async (): Promise<Device> => {
    const page = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return { page, cdp, authenticatorId }
  }

  const signIn = async (page: Page) => {
    await page.goto(`${home}/sign-in?next=/account`)
    await page.getByLabel('Username').fill('olivia')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Hello, Olivia Hart' }).waitFor()
  }
  const signOut = async (page: Page) => {
    await page.goto(`${home}/account`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Signed out' }).waitFor()
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

  /** Calls the app API from one of our pages, whose policy allows scripts. */
  const call = async (page: Page, method: string, path: string, body?: unknown) => {
    await page.goto(`${home}/api/v1/none`)
    return page.evaluate(
      async ({ method, path, body }) => {
        const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }
        const response = await fetch(`/api/console${path}`, { method, ...init })
        return { status: response.status, body: await response.json() }
      },
      { method, path, body: body === undefined ? undefined : JSON.stringify(body) },
    )
  }
  /** Creates a passkey as the settings page does. */
  const register = async (page: Page, name: string) => {
    const options = await call(page, 'POST', '/passkeys/options', { password })
    assert.equal(options.status, 200)
    const response = await page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return credential.toJSON()
    }, options.body)
    return { response, kept: await call(page, 'POST', '/passkeys', { name, response }) }
  }

  test('a passkey is created, signs in, is renamed and removed, counts as both factors, and signs in no one whom the device does not verify', async () => {
    const { page, cdp, authenticatorId } = await openDevice()
    await signIn(page)
    const { response, kept } = await register(page, '  My laptop ')
    assert.equal(kept.status, 200)
    const { id } = kept.body
    assert.deepEqual(kept.body, { id, name: 'My laptop', created: kept.body.created, last_used: null })
    const again = await call(page, 'POST', '/passkeys', { name: 'Once more', response })
    assert.equal(again.status, 417, 'it is known')

    await signOut(page)
    await page.goto(`${home}/sign-in?next=/account`)
    await button(page).waitFor()
    await assertAccessible(page)
    const posted = page.waitForRequest((request) => request.method() === 'POST')
    await button(page).click()
    await page.getByRole('heading', { name: 'Hello, Olivia Hart' }).waitFor()
    const { passkeys } = (await call(page, 'GET', '/two_factor')).body
    assert.match(passkeys[0].last_used, /\+00:00$/)

    await signOut(page)
    const replayed = await page.request.post(`${home}/sign-in`, {
      headers: { origin: home, 'content-type': 'application/x-www-form-urlencoded' },
      data: (await posted).postData()!,
    })
    assert.equal(replayed.status(), 403, 'the same answer is refused')

    await signIn(page)
    const renamed = await call(page, 'PUT', `/passkeys/${id}`, { name: 'Old laptop' })
    assert.equal(renamed.body.name, 'Old laptop')
    assert.equal((await call(page, 'DELETE', `/passkeys/${id}`, { password })).status, 200)
    assert.equal((await call(page, 'DELETE', `/passkeys/${id}`, { password })).status, 404)
    assert.deepEqual((await call(page, 'GET', '/two_factor')).body.passkeys, [])
    await signOut(page)
    await page.goto(`${home}/sign-in`)
    await button(page).click()
    await page.getByText('This passkey no longer works here.').waitFor()

    await signIn(page)
    await register(page, 'Phone')
    await bothFactors(page)
    await signOut(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto(`${home}/sign-in`)
    await button(page).click()
    assert.equal((await call(page, 'GET', '/two_factor')).status, 401)
    // The password still works.
    await signIn(page)
    await closeWindow(page)
  })

  test('without scripts the page offers no passkeys', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${home}/sign-in`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await button(page).isVisible(), false)
    await context.close()
  })

  test('a person signs in and allows an application, which then works, is listed, and is revoked', async () => {
    const page = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
    await page.goto(application.url)
    await page.getByRole('link', { name: 'Connect' }).click()
    await page.getByLabel('Username').fill('olivia')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: /^Allow Payroll Bridge/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Connected as Olivia Hart' }).waitFor()

    await visit(page, `${site.url}/connected`)
    const allowed = page.getByRole('listitem').filter({ hasText: 'Payroll Bridge' })
    await allowed.getByText(/last used/).waitFor()
    await allowed.getByRole('button', { name: 'Revoke access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
    await page.getByText('Access revoked for Payroll Bridge.').waitFor()
    await page.getByRole('heading', { name: 'No connected apps' }).waitFor()
    await closeWindow(page)
  })

  test('a person who denies an application is led back to it', async () => {
    const page = await openWindow(browser, site, 'employee')
    await page.goto(`${application.url}/connect`)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Not connected: access_denied' }).waitFor()
    await closeWindow(page)
  })

  /** The passkey of this window signs in where the password would ask for a code, also for an application. */
  async function bothFactors(page: Page): Promise<void> {
    const { secret } = (await call(page, 'POST', '/two_factor/totp', { password })).body
    const code = new TOTP({ secret }).generate({ timestamp: site.world.now() / 1000 })
    assert.equal((await call(page, 'PUT', '/two_factor/totp', { code })).status, 200)
    await signOut(page)
    const { clientId } = await createApplication(site.world, {
      ...site.account('admin'),
      name: 'Time Bridge',
      redirectUris: ['http://127.0.0.1:9/back'],
    })
    const query = { response_type: 'code', client_id: clientId, redirect_uri: 'http://127.0.0.1:9/back', state: 's' }
    await page.goto(`${home}/api/v1/authorize?${new URLSearchParams(query)}`)
    await page.getByLabel('Username').fill('olivia')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Code from your app' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Start over' }).click()
    await button(page).click()
    await page.getByRole('heading', { name: 'Allow Time Bridge?' }).waitFor()
    assert.equal((await call(page, 'DELETE', '/two_factor/totp', { password })).status, 200)
  }
})

/** The page has no problems of accessibility in either theme. */
async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await accessibilityProblems(page, { onlyColors: colorScheme === 'dark' }), [], colorScheme)
  }
}

/** A small web application that acts for people with an OAuth 2.0 library. */
class Application {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(site: Site): Promise<Application> {
    const server = createServer((request, response) => {
      answer(new URL(request.url!, application.url)).then(
        ({ location, heading }) => {
          if (location) return response.writeHead(302, { location }).end()
          response.setHeader('content-type', 'text/html; charset=utf-8')
          return response.end(`<title>Bridge</title><h1>${heading}</h1><a href="/connect">Connect</a>`)
        },
        (error: Error) => response.writeHead(500).end(error.message),
      )
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const application = new Application(server)
    const redirect_uri = `${application.url}/back`
    const { clientId, clientSecret } = await createApplication(site.world, {
      ...site.account('admin'),
      name: 'Payroll Bridge',
      redirectUris: [redirect_uri],
    })
    const config = await client.discovery(
      new URL(site.url),
      clientId,
      undefined,
      client.ClientSecretPost(clientSecret),
      { execute: [client.allowInsecureRequests], algorithm: 'oauth2' },
    )
    const pending = { verifier: '', state: '' }
    const answer = async (url: URL): Promise<{ location?: string; heading?: string }> => {
      if (url.pathname === '/connect') {
        pending.verifier = client.randomPKCECodeVerifier()
        pending.state = client.randomState()
        const code_challenge = await client.calculatePKCECodeChallenge(pending.verifier)
        const asked = { redirect_uri, state: pending.state, code_challenge, code_challenge_method: 'S256' }
        return { location: client.buildAuthorizationUrl(config, asked).href }
      }
      if (url.pathname !== '/back') return { heading: 'Payroll Bridge' }
      const denied = url.searchParams.get('error')
      if (denied) return { heading: `Not connected: ${denied}` }
      const checks = { pkceCodeVerifier: pending.verifier, expectedState: pending.state }
      const { access_token } = await client.authorizationCodeGrant(config, url, checks)
      const headers = { authorization: `Bearer ${access_token}` }
      const body = await (await fetch(`${site.url}/api/v1/current_user`, { headers })).json()
      const [user] = Object.values<{ first_name: string; last_name: string }>(body.results.users)
      return { heading: `Connected as ${user!.first_name} ${user!.last_name}` }
    }
    return application
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
