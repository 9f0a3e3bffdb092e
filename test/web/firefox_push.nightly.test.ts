import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, ElementHandle, Page } from 'puppeteer-core'
import { companyName } from '../../src/sample/company.ts'
import { Autopush } from '../support/autopush.ts'
import { openFirefox } from '../support/browsers.ts'
import { password, Site } from './browser.ts'

// The real thing: Firefox subscribes at a push service, the server encrypts for it, Firefox decrypts and shows.

describe('notifications in Firefox', () => {
  let site: Site
  let service: Autopush
  let browser: Browser
  before(async () => {
    service = await Autopush.start()
    site = await Site.start({ settings: { CLOCKHOUSE_PUSH_PRIVATE: 'yes' } })
    browser = await openFirefox(service.preferences)
  })
  after(async () => {
    await browser.close()
    await site.stop()
    await service.stop()
  })

  test('a device is allowed, tested, notified of messages, and turned off', async () => {
    const page = await browser.newPage()
    // Firefox is slow on a busy machine.
    page.setDefaultTimeout(120_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await signIn(page)
    await press(page, 'Allow notifications on this device')
    await says(page, 'via 127.0.0.1')
    assert.equal(service.subscribed, 1)

    await press(page, /^Send test to /)
    await says(page, 'Test sent.')
    const [shown] = await notifications(page)
    assert.equal(shown?.title, companyName)
    assert.equal(shown?.body, 'Notifications reach this device.')
    assert.deepEqual(
      service.pushes.map(({ status, encoding }) => [status, encoding]),
      [[201, 'aes128gcm']],
    )

    await close(page)
    const data = [{ user_id: site.company.employeeId, message: 'Bring the long ladder – тест ✓' }]
    await site.api('POST', '/notifications', { data })
    await site.round()
    const [message] = await notifications(page)
    assert.equal(message?.body, 'Bring the long ladder – тест ✓')

    const { devices } = await site.api('GET', '/api/console/devices', undefined, 'employee')
    assert.deepEqual([devices.length, devices[0].last_outcome], [1, 'sent'])

    // Unsubscribed behind the server's back, the device is removed at the next push.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await (await registration.pushManager.getSubscription())!.unsubscribe()
    })
    await service.emptied()
    await site.api('POST', '/notifications', { data })
    await site.round()
    assert.equal(service.pushes.at(-1)?.status, 410)
    assert.deepEqual((await site.api('GET', '/api/console/devices', undefined, 'employee')).devices, [])

    // It is registered again when the app is opened, without a prompt.
    await page.reload()
    await says(page, 'via 127.0.0.1')
    await press(page, 'Turn off on this device')
    await press(page, 'Turn off', 'dialog ')
    await says(page, 'Notifications are off for this device.')
    await service.emptied()
    assert.deepEqual((await site.api('GET', '/api/console/devices', undefined, 'employee')).devices, [])
    assert.deepEqual(problems, [])
    await page.close()
  })

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${site.url}/me`)
    await page.locator('input[name=username]').fill('maya')
    await page.locator('input[name=password]').fill(password)
    await page.locator('::-p-aria([name="Sign in"][role="button"])').click()
    await page.locator('::-p-aria([name="My settings"][role="heading"])').wait()
  }
})

async function says(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => (document.body.textContent ?? '').includes(wanted), {}, text)
}

async function press(page: Page, name: string | RegExp, within = ''): Promise<void> {
  const found = await page.waitForFunction(
    (selector, text, flags) => {
      const named = [...document.querySelectorAll<HTMLButtonElement>(selector)].find((button) => {
        const label = button.getAttribute('aria-label') ?? button.textContent ?? ''
        return flags === undefined ? label.trim() === text : new RegExp(text).test(label)
      })
      return named && !named.disabled ? named : null
    },
    {},
    `${within}button`,
    typeof name === 'string' ? name : name.source,
    typeof name === 'string' ? undefined : name.flags,
  )
  await (found as ElementHandle<HTMLButtonElement>).click()
}

/** What Firefox shows; waits until it shows something. */
async function notifications(page: Page): Promise<{ title: string; body: string }[]> {
  const found = await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.length > 0 ? shown.map(({ title, body }) => ({ title, body })) : null
  })
  return (await found.jsonValue())!
}

async function close(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    for (const notification of await registration.getNotifications()) notification.close()
  })
}
