import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'puppeteer-core'
import { openFirefox } from '../support/browsers.ts'
import { password, Site, until } from './browser.ts'

// Most tests use Chromium; this shows that the same app works in Debian's Firefox.

describe('in Firefox', () => {
  let site: Site
  let browser: Browser
  before(async () => {
    site = await Site.start()
    browser = await openFirefox()
  })
  after(async () => {
    await browser.close()
    await site.stop()
  })

  test('a person signs in, clocks in and out, and looks at the week', async () => {
    const page = await browser.newPage()
    // Firefox is slow on a busy machine.
    page.setDefaultTimeout(120_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.setViewport({ width: 390, height: 844 })
    await page.goto(`${site.url}/timesheet`)
    await page.locator('input[name=username]').fill('maya')
    await page.locator('input[name=password]').fill(password)
    await page.locator('::-p-aria([name="Sign in"][role="button"])').click()
    await page.locator('::-p-aria([name="Timesheet"][role="heading"])').wait()
    // Firefox reports files that a page was still loading when it was left. Live changes are a connection that stays.
    await page.waitForNetworkIdle({ concurrency: 2 })
    await page.goto(`${site.url}/`)
    const state = async () =>
      Object.values(
        (await site.api('GET', '/timesheets?on_the_clock=yes&start_date=2026-11-17', undefined, 'employee')).results
          .timesheets,
      )
    const before = (await state()).length
    await page.locator(before ? '::-p-text(Clock out)' : '::-p-text(Clock in)').click()
    await page.locator(before ? '::-p-text(Clock in)' : '::-p-text(Clock out)').wait()
    // What was pressed is shown before the server has answered.
    await until(state, ({ length }) => length === (before ? 0 : 1))
    assert.deepEqual(problems, [])
    await page.close()
  })
})
