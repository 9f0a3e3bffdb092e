import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { accessibilityProblems, closeWindow, openWindow, password, type Site, withSite } from './browser.ts'

describe('passkeys', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('one is added with the password, by the browser’s own authenticator', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light', tools: true })
    const context = page.context()
    const tools = await context.newCDPSession(page)
    await tools.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
    const person = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
    await tools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...person } })
    // Browsers create none for an IP address.
    await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, domain: 'localhost' })))
    await page.goto(`${site.url.replace('127.0.0.1', 'localhost')}/me`)

    await page.getByRole('button', { name: 'Add a passkey' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('My phone')
    await dialog.getByLabel('Your password').fill('not this one at all')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByLabel('Your password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('Passkey added. You can sign in with it now.').waitFor()
    await page.getByText('My phone').waitFor()
    await closeWindow(page)
  })
})
