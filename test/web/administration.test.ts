import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { backupName } from '../../src/rules/backup_names.ts'
import { hour } from '../../src/rules/time/calendar.ts'
import { isFull } from '../support/tiers.ts'
import {
  accessibilityProblems,
  choosePerson,
  chooseZone,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  smallControls,
  startOfDay,
  visit,
  withSite,
} from './browser.ts'

const desktop = { width: 1280, theme: 'light' } as const
const phone = { width: 390, theme: 'dark' } as const

const backupsFolder = mkdtempSync(join(tmpdir(), 'clockhouse-backups-'))
// A backup that is not due yet, and is not whole.
writeFileSync(join(backupsFolder, backupName('0.2.0', startOfDay - hour)), 'cut off')

describe('inspectors, retention, the server, and other companies', () => {
  let site: Site
  let browser: Browser
  after(() => rmSync(backupsFolder, { recursive: true }))
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { settings: { CLOCKHOUSE_MORE_COMPANIES: '1', CLOCKHOUSE_BACKUP_DIR: backupsFolder } },
  )

  test('an administrator is told that the clock of the server may be wrong, and confirms it', async () => {
    const { clock } = site.world.sight
    const day = 86_400_000
    clock.look(0, 0)
    clock.look(20 * day, 1000)
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/people')
    await page.getByText('The server’s clock may be wrong.').waitFor()
    await page.getByText(/^It says .+ Clocking in and out works\.$/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/clock-notice.png` })
    await page.getByRole('button', { name: 'This time is right' }).click()
    await page.getByText('The server’s clock may be wrong.').waitFor({ state: 'detached' })
    assert.equal(clock.isDoubtful(), false)
    await closeWindow(page)
  })

  test('an administrator backs the server up from its page, and sees what restoring the backup means', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/audit')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages, settings, people, and jobs' }).fill('backup')
    await page.getByRole('option', { name: /^Server/ }).click()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('The backup was made and checked.').waitFor()
    const listed = page.getByRole('list', { name: 'Backups' }).getByRole('listitem')
    await listed.first().getByText('Checked').waitFor()
    await listed.last().getByText('Damaged').waitFor()
    await page.getByText('A backup is damaged').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    assert.equal(await listed.last().getByRole('button').count(), 0, 'a damaged backup is not restored')
    await listed.first().getByRole('button', { name: 'Restore…' }).click()
    await page.getByRole('dialog').getByText('Everything recorded since').waitFor()
    await closeWindow(page)
  })

  test('an inspector sees time and reports and nothing else, and an administrator chooses how long records are kept', async () => {
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
    await page.getByRole('button', { name: 'I’ve saved it' }).click()

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
    for (const path of ['/reports', '/reports/payroll', '/reports/people', '/reports/files', '/timesheet'])
      await go(theirs, path)
    await theirs.getByRole('heading', { name: 'Aaron Blake’s timesheet' }).waitFor()
    await settled(theirs)
    assert.equal(await theirs.getByRole('button', { name: 'Add time' }).count(), 0)
    await go(theirs, '/people')
    await theirs.getByText('Page not found').waitFor()
    assert.deepEqual(refused, [])
    await closeWindow(theirs)

    await page.getByRole('button', { name: 'End access' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
    await page.getByText(/^Ended /).waitFor()
    await retention(page)
    await closeWindow(page)
  })

  for (const view of isFull ? [desktop, phone] : [phone])
    test(`another company is created in a form that names everything missing at once (${view.width} px)`, async () => {
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
      await go(page, '/')
      await closeWindow(page)
    })
})

/** What would be deleted is shown before it is chosen, and the records of a person are held. */
async function retention(page: Page): Promise<void> {
  await go(page, '/retention')
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
}
