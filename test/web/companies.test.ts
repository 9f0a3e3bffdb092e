import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import {
  accessibilityProblems,
  chooseZone,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'

describe('another company', () => {
  let site: Site
  let browser: Browser
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { settings: { CLOCKHOUSE_MORE_COMPANIES: '1' } },
  )

  for (const view of [
    { width: 1280, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)
    test(`is created in a form that says all that is missing at once (${view.width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', view)
      await visit(page, '/companies')
      assert.equal(await sidewaysScroll(page), 0)
      if (view.width === 390) assert.deepEqual(await smallControls(page), [])
      assert.deepEqual(await accessibilityProblems(page), [])
      const main = page.locator('main')
      await main.getByLabel('Email').fill('olivia@hill')
      await main.getByLabel('Username').fill('olivia hart')
      await main.getByLabel('Password').fill('aaaaaaaaaaaa')
      await main.getByRole('button', { name: 'Create company' }).click()
      const name = main.getByLabel('Company name')
      await main.getByText('Enter the company name').waitFor()
      assert.ok(await name.evaluate((input) => input === document.activeElement), 'the first of them has the focus')
      await main.getByText('Enter a complete email address').waitFor()
      await main.getByText('A username has no spaces').waitFor()
      await main.getByText('That password is too easy to guess').waitFor()
      assert.equal(await main.locator('[aria-invalid=true]').count(), 4)
      assert.deepEqual(await accessibilityProblems(page), [])

      await name.fill(`Hill Roofing ${view.width}`)
      await main.getByLabel('Country').selectOption('Germany')
      await chooseZone(main, 'germany', 'Berlin')
      await main.getByLabel('Email').fill('olivia@hill.example')
      await main.getByLabel('Username').fill('olivia')
      await main.getByLabel('Password').fill('four words of mine')
      await main.getByRole('button', { name: 'Create company' }).click()
      await main.getByText(`Hill Roofing ${view.width} was created.`).waitFor()
      await main.getByText(`hillroofing${view.width}`, { exact: true }).waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      await main.getByRole('button', { name: 'Create another' }).click()
      assert.equal(await name.inputValue(), '')
      await main.getByLabel('First name').waitFor()
      await visit(page, '/')
      await closeWindow(page)
    })
})
