import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { readCatalog } from '../../src/company/catalog.ts'
import { isFull } from '../support/tiers.ts'
import { closeWindow, go, openWindow, type Site, settled, visit, withSite } from './browser.ts'

// How the app chooses its language, and whether the longer words of others fit. The walk of every_page.test.ts looks for
// English on every page.

/** Languages of browsers, and the language and locale in which they show the app. */
const locales: [string, string][] = [
  ['fr-CA', 'fr-CA'],
  ['es-MX', 'es-MX'],
]
if (isFull) locales.push(['de-AT', 'de-AT'], ['pt-BR', 'en-US'])

describe('languages', () => {
  const german = readCatalog('de')
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('a person chooses German, gets dates and refusals in German, and returns to English', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/me')
    await page.getByLabel('Language').selectOption('Deutsch')
    const profile = page.locator('form').filter({ has: page.getByLabel('Language') })
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: german['My settings']! }).waitFor()
    await settled(page)
    assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE')
    await go(page, '/timesheet/2026-03-01')
    assert.match((await page.locator('main').textContent())!, /\bMärz\b|\d\. Mär/)

    await go(page, '/groups?group=new')
    const [group] = Object.values<{ name: string }>((await site.api('GET', '/groups')).results.groups)
    await page.getByLabel('Name', { exact: true }).fill(group!.name)
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByText(`Name: Eine andere Gruppe heißt ${group!.name}.`).waitFor()

    await visit(page, '/me')
    await page.getByLabel(german.Language!).selectOption('English')
    const form = page.locator('form').filter({ has: page.getByLabel(german.Language!) })
    await form.getByRole('button', { name: german.Save! }).click()
    await page.getByRole('heading', { level: 1, name: 'My settings' }).waitFor()
    await settled(page)
    await site.api('PUT', '/api/console/own_settings', { language: null })
    await closeWindow(page)
  })

  test('without a choice, a browser in Québec shows French and one in Mexico Mexican dates', async () => {
    for (const [locale, lang] of locales) {
      const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light', locale })
      await visit(page, '/')
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await closeWindow(page)
    }
  })

  for (const language of isFull ? ['de', 'es', 'fr'] : ['de'])
    test(`approvals and the payroll report fit a phone in ${language}`, async () => {
      const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light', locale: language })
      await visit(page, '/approvals?tab=all')
      const cards = page.locator('.payrun-cards > li')
      await cards.first().waitFor()
      const cut = await cards.evaluateAll((boxes) =>
        [...boxes, ...boxes.map((box) => box.querySelector('.payrun-card-facts')!)]
          .filter((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
          .map(({ textContent }) => textContent),
      )
      assert.deepEqual(cut, [])
      await visit(page, '/reports/payroll?range=last-period')
      const hints = page.locator('.reports-table tbody .hint')
      await hints.first().waitFor()
      const lines = await hints.evaluateAll((boxes) =>
        Math.max(...boxes.map((box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight))),
      )
      assert.ok(lines < 4, `${lines} lines`)
      await closeWindow(page)
    })
})
