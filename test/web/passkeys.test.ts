import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { createApplication } from '../../src/oauth/applications.ts'
import { accessibilityProblems, closeWindow, openWindow, password, type Site, withSite } from './browser.ts'

// Passkeys of a virtual device in a real browser. Browsers store none for IP addresses, so the site is localhost.

describe('passkeys in the browser', () => {
  let site: Site
  let browser: Browser
  let home: string
  withSite((...started) => {
    ;[site, browser] = started
    home = `http://localhost:${new URL(site.url).port}`
  })

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
    await page.goto(`${home}/api/v1/openapi.json`)
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
    const response = await page.evaluate(async (given) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given)
      const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      return credential.toJSON()
    }, options.body)
    return { response, kept: await call(page, 'POST', '/passkeys', { name, response }) }
  }

  test('one is created, signs in, is renamed and removed', async () => {
    const { page } = await openDevice()
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
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await accessibilityProblems(page), [], colorScheme)
    }
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
    await closeWindow(page)
  })

  test('counts as both factors, also when authorizing an application', async () => {
    const { page } = await openDevice()
    await signIn(page)
    await register(page, 'Phone')
    const { secret } = (await call(page, 'POST', '/two_factor/totp', { password })).body
    const code = new TOTP({ secret }).generate({ timestamp: site.world.now() / 1000 })
    assert.equal((await call(page, 'PUT', '/two_factor/totp', { code })).status, 200)
    await signOut(page)
    const { clientId } = await createApplication(site.world, {
      ...site.account('admin'),
      name: 'Payroll Bridge',
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
    await page.getByRole('heading', { name: 'Allow Payroll Bridge?' }).waitFor()
    assert.equal((await call(page, 'DELETE', '/two_factor/totp', { password })).status, 200)
    await closeWindow(page)
  })

  test('a person unknown to the device cannot sign in with it, and may use the password', async () => {
    const { page, cdp, authenticatorId } = await openDevice()
    await signIn(page)
    await register(page, 'Tablet')
    await signOut(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto(`${home}/sign-in`)
    await button(page).click()
    assert.equal((await call(page, 'GET', '/two_factor')).status, 401)
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
})
