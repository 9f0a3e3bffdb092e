import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { insertSsoDomain } from '../../src/identity/sso/domains.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  visit,
  withSite,
} from './browser.ts'

// An administrator sets up the company's provider, and a new person signs in with it.

describe('single sign-on in the browser', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('is set up on the settings page, and the button signs a new person in', async () => {
    const provider = await new IdentityProvider().start([`${site.url}/sign-in/sso/callback`])
    try {
      const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
      await visit(page, '/settings')
      const card = page.locator('section', { has: page.getByRole('heading', { name: 'Single sign-on', exact: true }) })
      await card.getByLabel('Name on the button').fill('Acme ID')
      await card.getByLabel('Issuer').fill(provider.origin)
      await card.getByLabel('Client ID').fill(provider.clientId)
      await card.getByLabel('Client secret').fill(provider.clientSecret)
      await card.getByLabel('Signing in').selectOption('The provider, passwords or passkeys')
      const bar = page.getByRole('region', { name: 'Unsaved changes' })
      await bar.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. The change applies now.').first().waitFor()
      await card.getByLabel('Another domain').fill('acme.example')
      await card.getByRole('button', { name: 'Add domain' }).click()
      await card.getByText('clockhouse-verification=').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      assert.equal(await sidewaysScroll(page), 0)

      const domain = { companyId: site.company.id, domain: 'acme.example', token: 'token', verified: true }
      await site.world.db.write(insertSsoDomain, domain, site.world.now())
      provider.account = { sub: 'nina', email: 'nina@acme.example', email_verified: true, name: 'Nina Ortiz' }
      const window = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
      await window.goto(`${site.url}/sign-in?next=/account`)
      assert.deepEqual(await accessibilityProblems(window), [])
      const button = window.getByRole('link', { name: 'Sign in with Acme ID' })
      await button.click()
      await window.getByRole('heading', { name: 'You are not signed in' }).waitFor()
      assert.deepEqual(await accessibilityProblems(window), [])

      await card.getByLabel('Add people when they first sign in').check()
      await bar.getByRole('button', { name: 'Save' }).click()
      await bar.waitFor({ state: 'detached' })
      await window.getByRole('link', { name: 'Back to signing in' }).click()
      await button.click()
      await window.getByRole('heading', { name: 'Hello, Nina Ortiz' }).waitFor()
      await closeWindow(window)
      await closeWindow(page)
    } finally {
      await provider.stop()
    }
  })
})
