import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import * as client from 'openid-client'
import type { Browser } from 'playwright-core'
import { createApplication } from '../../src/oauth/applications.ts'
import { accessibilityProblems, closeWindow, leaveBrowser, openBrowser, openWindow, password, Site } from './browser.ts'

// A real application, with its own server on another port and a real OAuth client, asks a person in a real browser.

describe('allowing an application in the browser', () => {
  let site: Site
  let browser: Browser
  let application: Application
  before(async () => {
    site = await Site.start()
    application = await Application.start(site)
    browser = await openBrowser()
  })
  after(async () => {
    await leaveBrowser(browser)
    await application.stop()
    await site.stop()
  })

  test('sign in, allow, and the application works with the API', async () => {
    const page = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
    const inBothThemes = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await accessibilityProblems(page), [], colorScheme)
      }
    }
    await page.goto(application.url)
    await page.getByRole('link', { name: 'Connect' }).click()
    await page.getByLabel('Username').fill('olivia')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await inBothThemes()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: /^Allow Payroll Bridge/ }).waitFor()
    await inBothThemes()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Connected as Olivia Hart' }).waitFor()
    await closeWindow(page)
  })

  test('denying leads back, too, and says so', async () => {
    const page = await openWindow(browser, site, 'employee')
    await page.goto(`${application.url}/connect`)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Not connected: access_denied' }).waitFor()
    await closeWindow(page)
  })
})

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
