import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { accessibilityProblems, closeWindow, openWindow, password, type Site, visit, withSite } from './browser.ts'

describe('personal settings', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const card = (page: Page, title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
  const signIn = async (page: Page, username: string, secret: string) => {
    await page.goto('/sign-in')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  test('a person changes their contact details and time format, and confirms a new email address with the password', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await page.context().addCookies([await site.cookie('employee', { confirmed: 0 })])
    await visit(page, '/me')
    const own = card(page, 'Maya Torres')
    await own.getByLabel('Email').fill('maya@elsewhere.example')
    await own.getByLabel('Time format').selectOption('19:05')
    assert.equal(await own.getByLabel('Time zone').isDisabled(), true)
    await own.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.getByLabel('Your password').fill('not this one at all')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Saved.').waitFor()
    const { user, settings } = await site.api('GET', '/api/console/start', undefined, 'employee')
    assert.deepEqual([user.email, settings.general.time_format], ['maya@elsewhere.example', 24])
    await closeWindow(page)
  })

  test('where the browser can install the app, it is offered with what it brings, and asks once it is wanted', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/me')
    assert.equal(await page.getByText('Install Clockhouse').count(), 0)
    // A browser offers it to people who have used the app for a while.
    const isLeftToApp = await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      Object.assign(offer, { prompt: async () => Object.assign(window, { asked: true }) })
      return !window.dispatchEvent(offer)
    })
    assert.ok(isLeftToApp)
    const own = card(page, 'Install Clockhouse')
    await own.getByText(/^It then opens from the home screen or the desktop/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    const wasAsked = () => page.evaluate(() => 'asked' in window)
    assert.equal(await wasAsked(), false)
    await own.getByRole('button', { name: 'Install', exact: true }).click()
    assert.equal(await wasAsked(), true)
    await page.getByRole('button', { name: /Maya Torres/ }).click()
    await page.getByRole('button', { name: 'Install Clockhouse' }).waitFor()
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    await page.getByText('Install Clockhouse').first().waitFor({ state: 'detached' })
    await closeWindow(page)
  })

  test('a new password signs other browsers out; each of them can be signed out separately', async () => {
    const page = await openWindow(browser, site, 'employee')
    const other = await openWindow(browser, site, 'employee')
    await visit(page, '/me')
    const change = card(page, 'Password')
    await change.getByLabel('Current password').fill('not this one at all')
    await change.getByLabel('New password').fill('three plain words')
    await change.getByRole('button', { name: 'Change password' }).click()
    await change.getByRole('alert').waitFor()
    await change.getByLabel('Current password').fill(password)
    await change.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed.').waitFor()
    await other.goto('/')
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()

    await signIn(other, 'maya', 'three plain words')
    await other.waitForURL(`${site.url}/`)
    await visit(page, '/me')
    const sessions = card(page, 'Where you are signed in')
    await sessions.getByText('This device').waitFor()
    await sessions
      .getByRole('button', { name: /^Sign out/ })
      .first()
      .click()
    await page.getByText('Signed out.').waitFor()
    await other.goto('/')
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await closeWindow(other)
    await closeWindow(page)
  })

  test('two-step verification is set up and used, and each recovery code works once', async () => {
    const { results } = await site.api('GET', '/users?usernames=zoe')
    const page = await openWindow(browser, site, Number(Object.keys(results.users)[0]), { width: 390, theme: 'dark' })
    await visit(page, '/me')
    const step = card(page, 'Two-step verification')
    await step.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(password)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Scan this with your app' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    const key = (await page.getByRole('dialog').locator('code').textContent())!
    const totp = new TOTP({ secret: Secret.fromBase32(key) })
    const code = (offset = 0) => totp.generate({ timestamp: site.world.now() / 1000 + offset * 30_000 })
    await page.getByLabel('Code from the app').fill(code())
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
    assert.equal(codes.length, 10)
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await step.getByText('On', { exact: true }).waitFor()

    for (const [secret, recovery, worth] of [
      [code(1), false, true],
      [codes[0]!, true, true],
      [codes[0]!, true, false],
    ] as const) {
      // Not in the app, which would go to the sign-in page by itself.
      await page.goto('/icon-192.png')
      await page.context().clearCookies()
      await signIn(page, 'zoe', password)
      await page.getByLabel('Code', { exact: true }).waitFor()
      if (recovery) await page.getByRole('button', { name: /recovery code/i }).click()
      await page.getByLabel(recovery ? 'Recovery code' : 'Code', { exact: true }).fill(secret)
      assert.deepEqual(await accessibilityProblems(page), [])
      await page.getByRole('button', { name: 'Continue' }).click()
      if (worth) await page.waitForURL(`${site.url}/`)
      else await page.getByRole('alert').waitFor()
    }
    await closeWindow(page)
  })
})
