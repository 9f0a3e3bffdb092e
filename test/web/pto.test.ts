import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'

describe('time off policies and balances', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text })
  const policies = async (): Promise<Values[]> =>
    (await site.api('GET', '/api/console/pto_policies')).policies as Values[]

  test('an administrator adds a type, sets how it accrues, makes an exception and deletes it', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/pto')
    await page.getByRole('button', { name: 'Add a type' }).click()
    const type = page.getByRole('dialog', { name: 'Add a type of paid time off' })
    await type.getByLabel('Name').fill('Floating day')
    await type.getByRole('button', { name: 'Add' }).click()
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Floating day' }) })
    await card.getByText('Doesn’t accrue.').waitFor()
    await card.getByRole('button', { name: 'Add a policy' }).click()
    const form = page.getByRole('dialog', { name: 'Floating day' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Hours: must be hours, like 6 or 3:30').waitFor()
    await form.getByLabel('Hours', { exact: true }).fill('16')
    await form.getByLabel('Maximum balance').fill('1200')
    await form.getByLabel('Carries over').fill('0')
    await form.getByLabel('Year begins in').selectOption('February')
    await form.getByLabel('On day').fill('30')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('On day: must be a day of that month').waitFor()
    await form.getByLabel('Year begins in').selectOption('July')
    await form.getByLabel('On day').fill('1')
    assert.deepEqual(await accessibilityProblems(page), [])
    await form.getByRole('button', { name: 'Save' }).click()
    await card.getByText('16:00 every year on July 1, up to 1200:00, nothing carries over').waitFor()

    await card.getByRole('button', { name: 'Add an exception' }).click()
    await form.getByLabel('For').selectOption({ label: 'Office' })
    await form.getByLabel('Granted').selectOption('For hours worked')
    await form.getByLabel('Hours', { exact: true }).fill('1')
    await form.getByLabel('Per hours worked').fill('40')
    await form.getByRole('button', { name: 'Save' }).click()
    await card.getByRole('button', { name: /^Office\s*1:00 for every 40:00 worked$/ }).waitFor()
    const found = (await policies()).slice(-2)
    assert.deepEqual(
      found.map((policy) => [policy.for, policy.every, policy.seconds, policy.per_worked, policy.turn, policy.cap]),
      [
        ['company', 'year', 57_600, 0, '07-01', 4_320_000],
        ['group', 'worked', 3600, 144_000, '01-01', null],
      ],
    )
    await card.getByRole('button', { name: /^Office/ }).click()
    await form.getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Policy deleted.').waitFor()
    await card.getByText('Office').waitFor({ state: 'detached' })
    await closeWindow(page)
  })

  for (const view of [
    { width: 390, theme: 'dark' },
    { width: 1280, theme: 'light' },
  ] as const)
    test(`a balance is corrected with a reason (${view.width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', view)
      await visit(page, '/pto/balances')
      await page.getByRole('searchbox', { name: 'Search people' }).fill('maya')
      await page.getByRole('button', { name: 'Maya Torres' }).click()
      const dialog = page.getByRole('dialog', { name: 'Maya Torres' })
      await dialog.getByLabel('Type').selectOption({ index: 1 })
      await dialog.getByText('opening balance').waitFor()
      const [hint] = await dialog.getByText(/^Balance: /).allTextContents()
      await dialog.getByLabel('Hours').fill('4')
      await dialog.getByRole('radio', { name: 'Subtract' }).check()
      await dialog.getByRole('button', { name: 'Correct balance' }).click()
      await dialog.getByText('Reason: is required').waitFor()
      await dialog.getByLabel('Reason').fill('Left early twice')
      assert.deepEqual(await accessibilityProblems(page), [])
      assert.equal(await sidewaysScroll(page), 0)
      if (view.width === 390) assert.deepEqual(await smallControls(page), [])
      const before = Number(/(\d+):/.exec(hint!)![1])
      await dialog.getByText(`New balance: ${before - 4}:`).waitFor()
      await dialog.getByRole('button', { name: 'Correct balance' }).click()
      await toast(page, `Maya Torres now has ${before - 4}:00 of`).waitFor()
      await page.getByRole('button', { name: 'Maya Torres' }).click()
      await dialog.getByLabel('Type').selectOption({ index: 1 })
      await dialog.getByText('Left early twice').first().waitFor()
      await closeWindow(page)
    })
})
