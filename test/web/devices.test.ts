import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { companyName } from '../../src/sample/company.ts'
import { PushService, type Subscription } from '../support/push_service.ts'
import { accessibilityProblems, closeWindow, openBrowser, openWindow, Site, visit, type Who } from './browser.ts'

// Chromium has no push service here, so its subscription is one of ours; everything else is real. With
// `npm run test:all`, firefox_push.nightly.test.ts covers the whole way.

describe('devices that receive notifications', () => {
  let site: Site
  let browser: Browser
  let service: PushService
  before(async () => {
    service = await new PushService().start()
    site = await Site.start({ settings: { CLOCKHOUSE_PUSH_PRIVATE: 'yes' } })
    browser = await openBrowser({ whole: true })
  })
  after(async () => {
    await browser.close()
    await site.stop()
    await service.stop()
  })

  const card = (page: Page) =>
    page.locator('section', { has: page.getByRole('heading', { name: 'Notifications on this device' }) })
  const devices = async (who: Who) => (await site.api('GET', '/api/console/devices', undefined, who)).devices

  const allow = (page: Page) => page.getByRole('button', { name: 'Allow notifications on this device' })
  const isOn = (page: Page) => card(page).getByText('This device', { exact: true }).waitFor()

  test('a device is allowed, tested, turned off, and returns when the app is opened; another person gets nothing on it', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light', worker: true })
    await page.context().grantPermissions(['notifications'])
    await subscribing(page, ...Array.from({ length: 4 }, () => service.subscribe()))
    await visit(page, '/me')
    await allow(page).click()
    await isOn(page)
    await card(page).getByText('Chrome on').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])

    const test = page.getByRole('button', { name: /^Send test to/ })
    await test.click()
    await card(page).getByText('Test sent.').waitFor()
    assert.equal(service.take()[0]?.said.title, companyName)
    service.respond = () => ({ status: 500 })
    await test.click()
    await card(page).getByText('Test not sent.').waitFor()
    await card(page).getByText('Last one failed').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    service.respond = () => ({ status: 201 })
    await page.getByRole('button', { name: 'Turn off on this device' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await allow(page).waitFor()
    assert.deepEqual(await devices('employee'), [])

    // Unsubscribed behind the server’s back, it is removed from the list at the next push.
    await allow(page).click()
    service.respond = () => ({ status: 410 })
    await test.click()
    await card(page).getByText('The device was removed from the list.').waitFor()
    await allow(page).waitFor()
    assert.deepEqual(await devices('employee'), [])
    service.respond = () => ({ status: 201 })
    await page.reload()
    await isOn(page)
    assert.equal((await devices('employee')).length, 1)

    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/signed-out')
    assert.deepEqual(await devices('employee'), [])
    await page.context().addCookies([await site.cookie('admin')])
    await visit(page, '/me')
    await allow(page).waitFor()
    assert.deepEqual(await devices('admin'), [])
    await page.context().addCookies([await site.cookie('employee')])
    await visit(page, '/me')
    await isOn(page)
    assert.equal((await devices('employee')).length, 1)
    await closeWindow(page)
  })

  test('where notifications cannot be allowed, the page says what to do', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'dark', worker: true })
    await visit(page, '/me')
    const notice = card(page).getByText('Your browser blocks notifications from Clockhouse.')
    await allow(page).or(notice).waitFor()
    if (await allow(page).isVisible()) await allow(page).click()
    await notice.waitFor()
    await page.context().grantPermissions(['notifications'])
    await allow(page).waitFor()

    await page.addInitScript(() => void Reflect.deleteProperty(window, 'PushManager'))
    await visit(page, '/me')
    await card(page).getByText('This browser doesn’t support notifications.').waitFor()
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Safari/604.1'
    await page.addInitScript((value) => Object.defineProperty(navigator, 'userAgent', { value }), iPhone)
    await visit(page, '/me')
    await card(page).getByText('Add Clockhouse to your home screen first.').waitFor()
    await closeWindow(page)
  })
})

/** Has the browser subscribe at the tests' push service: each time with the next of these, then with the last one. */
async function subscribing(page: Page, ...offered: Subscription[]): Promise<void> {
  await page.addInitScript((subscriptions) => {
    const key = 'subscriptions of the test'
    type State = { used: number; on: boolean; applicationServerKey: string }
    const state = (): State =>
      JSON.parse(localStorage.getItem(key) ?? '{"used":0,"on":false,"applicationServerKey":""}')
    const keep = (to: Partial<State>) => localStorage.setItem(key, JSON.stringify({ ...state(), ...to }))
    const current = () => {
      const { used, on, applicationServerKey } = state()
      const found = subscriptions[Math.min(used, subscriptions.length) - 1]
      if (!on || !found) return null
      const bytes = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
      return {
        endpoint: found.endpoint,
        options: { applicationServerKey: Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer },
        toJSON: () => found,
        unsubscribe: async () => keep({ on: false }),
      }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        keep({ used: state().used + 1, on: true, applicationServerKey })
        return current()
      },
    })
  }, offered)
}
