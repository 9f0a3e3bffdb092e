import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { choosePerson, closeWindow, openWindow, type Site, settled, visit, withSite } from './browser.ts'

// Inspectors, retention and legal holds in the browser.

describe('pages about records', () => {
  let site: Site
  let browser: Browser
  withSite((started, opened) => {
    site = started
    browser = opened
  })

  test('an administrator lets an inspector in, who sees time and reports, and nothing else', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/inspectors')
    await page.getByRole('button', { name: 'Add inspector' }).first().click()
    for (const [label, text] of [
      ['First name', 'Ines'],
      ['Last name', 'Pector'],
      ['Authority or firm', 'Labor office'],
    ] as const)
      await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog', { name: 'The inspector’s link' }).getByText('/invitation').waitFor()
    const { inspectors } = await site.api('GET', '/api/console/inspectors')
    await closeWindow(page)

    const theirs = await openWindow(browser, site, inspectors[0].id)
    const refused: string[] = []
    theirs.on('response', (response) => {
      if (response.status() >= 400)
        refused.push(`${response.request().method()} ${response.url()} ${response.status()}`)
    })
    await visit(theirs, '/')
    await theirs.getByText('Hours by day').waitFor()
    const links = await theirs.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link').allInnerTexts()
    assert.deepEqual(links, ['Timesheet', 'Reports'])
    for (const path of ['/timesheet', '/reports', '/reports/payroll', '/reports/people', '/reports/files']) {
      await visit(theirs, path)
      await settled(theirs)
    }
    await visit(theirs, '/timesheet')
    await theirs.getByRole('heading', { name: 'Aaron Blake’s timesheet' }).waitFor()
    await settled(theirs)
    assert.equal(await theirs.getByRole('button', { name: 'Add time' }).count(), 0)
    await visit(theirs, '/people')
    await theirs.getByText('Page not found').waitFor()
    assert.deepEqual(refused, [])
    await closeWindow(theirs)

    const again = await openWindow(browser, site, 'admin')
    await visit(again, '/inspectors')
    await again.getByRole('button', { name: 'End access' }).click()
    await again.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await again.getByText(/^Ended /).waitFor()
    await closeWindow(again)
  })

  test('an administrator sees what would be deleted before choosing, and holds the records of a person', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/retention')
    await page.getByLabel('Kept: GPS locations').selectOption('1')
    const dialog = page.getByRole('dialog', { name: 'GPS locations: 1 day' })
    await dialog.getByText(/Starting tomorrow, records from before .+ right now, that is [\d,]+ records/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Kept: GPS locations').inputValue(), '0')
    await page.getByLabel('Kept: Emails').selectOption('90')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal(await page.getByLabel('Kept: Emails').inputValue(), '90')

    await page.getByRole('button', { name: 'Add legal hold' }).first().click()
    await choosePerson(page, 'Whose records', 'Maya Torres')
    await page.getByLabel('Reason').fill('Torres ./. Northside')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Torres ./. Northside').waitFor()
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await page.getByText(/released .+ Olivia Hart/).waitFor()
    await closeWindow(page)
  })
})
