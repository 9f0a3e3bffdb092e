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

// Today is Wednesday, November 18, 2026.

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const

describe('holidays', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const toast = (page: Page, text: string | RegExp) => page.locator('.toast').filter({ hasText: text })
  const calendars = async (): Promise<Values[]> =>
    (await site.api('GET', '/api/console/holiday_calendars')).calendars as Values[]

  test('an administrator adds a calendar on the phone, imports a country’s holidays, and adds and removes one', async () => {
    // The sample company has one.
    const [sample] = await calendars()
    assert.ok(sample!.holidays.some(({ date }: Values) => date === '2026-11-11'))
    await site.api('DELETE', `/api/console/holiday_calendars/${sample!.id}`)
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/holidays')
    await page.getByText('No holidays yet').waitFor()
    await page.getByRole('button', { name: 'Add a calendar' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add a calendar' })
    await form.getByLabel('Name').fill('United States')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'United States saved.').waitFor()

    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import into United States' })
    await dialog.getByLabel('Country').selectOption({ label: 'United States of America' })
    await dialog.getByLabel('Region').selectOption({ label: 'California' })
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Import' }).click()
    await toast(page, /^\d+ holidays added\.$/).waitFor()
    await page.getByText('Thanksgiving Day', { exact: true }).waitFor()

    const add = page.getByRole('form', { name: 'Add a holiday to United States' })
    await add.getByLabel('Date').fill('2026-12-25')
    await add.getByLabel('Holiday').fill('Christmas party')
    await add.getByRole('button', { name: 'Add' }).click()
    await add.getByText('is already Christmas Day in United States').waitFor()
    await add.getByLabel('Date').fill('2026-12-24')
    await add.getByRole('button', { name: 'Add' }).click()
    await toast(page, 'Christmas party added on Dec 24, 2026.').waitFor()
    await page.getByRole('button', { name: 'Remove César Chávez Day' }).click()
    await toast(page, 'César Chávez Day removed.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    assert.deepEqual(await smallControls(page), [])
    const [calendar] = await calendars()
    const dates = calendar!.holidays.map(({ date }: Values) => date)
    assert.ok(dates.includes('2026-12-24') && dates.includes('2027-11-25') && !dates.includes('2026-03-31'))
    await closeWindow(page)
  })

  test('they are named in the timesheet, the schedule and the time off calendar', async () => {
    for (const view of [phone, desktop]) {
      const page = await openWindow(browser, site, 'employee', view)
      for (const path of ['/timesheet/2026-11-11', '/schedule/week/2026-11-11', '/schedule/month/2026-11-11']) {
        await visit(page, path)
        await page.getByText('Holiday: Veterans Day').filter({ visible: true }).first().waitFor()
        assert.equal(await sidewaysScroll(page), 0, path)
        assert.deepEqual(await accessibilityProblems(page), [], path)
      }
      await closeWindow(page)
    }
    const office = await openWindow(browser, site, 'admin', desktop)
    await visit(office, '/time_off/calendar/2026-11-26')
    await office.getByRole('button', { name: /November 26, 2026, Thanksgiving Day/ }).waitFor()
    await closeWindow(office)
  })

  test('a request for time off does not count them', async () => {
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/time_off')
    await page.getByRole('button', { name: 'Request time off' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Request time off' })
    await dialog.getByLabel('First day').fill('2027-11-24')
    await dialog.getByLabel('Last day').fill('2027-11-26')
    await dialog.getByText(/^Thanksgiving Day \(Thu, Nov 25\), Day after Thanksgiving Day .* don’t count/).waitFor()
    await dialog.getByText('1 working day, 8:00').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('their pay is chosen, and granted for one that has passed', async () => {
    const off = await site.api('POST', '/jobcodes', {
      data: [{ name: 'Public holiday', type: 'pto', assigned_to_all: true }],
    })
    const [{ id: jobcode }] = Object.values<Values>(off.results.jobcodes) as [Values]
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/holidays')
    await page.getByRole('button', { name: 'Edit United States' }).click()
    const dialog = page.getByRole('dialog', { name: 'United States' })
    await dialog.getByLabel('Holiday pay').selectOption({ label: 'Public holiday' })
    await dialog.getByLabel('Hours per holiday').fill('7:30')
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'United States saved.').waitFor()
    await page.getByText('7:30 of Public holiday, Monday to Friday').waitFor()
    await page.getByRole('button', { name: 'Grant holiday pay for Veterans Day' }).click()
    const question = page.getByRole('dialog', { name: 'Grant holiday pay?' })
    await question.getByText('Adds 7:30 of Public holiday on November 11, 2026').waitFor()
    await question.getByRole('radio', { name: 'Selected people' }).check()
    await question.getByRole('searchbox', { name: 'Search people' }).fill('ben')
    await question.getByRole('checkbox').last().check()
    await question.getByLabel('Hours').fill('four')
    await question.getByRole('button', { name: 'Grant' }).click()
    await question.getByText('Hours: must be like 8 or 7:30').waitFor()
    await question.getByLabel('Hours').fill('4')
    await question.getByText('Adds 4:00 of Public holiday').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await question.getByRole('button', { name: 'Grant' }).click()
    await toast(page, 'Veterans Day: 1 granted.').waitFor()
    await page.getByRole('button', { name: 'Grant holiday pay for Veterans Day' }).click()
    await question.getByRole('button', { name: 'Grant' }).click()
    await toast(page, /^Veterans Day: \d+ granted, .*1 granted before/).waitFor()
    const path = `/timesheets?user_ids=${site.company.employeeId}&start_date=2026-11-11&end_date=2026-11-11`
    const sheets = Object.values<Values>((await site.api('GET', path)).results.timesheets)
    const granted = sheets.filter(({ jobcode_id }) => jobcode_id === jobcode)
    assert.deepEqual(
      granted.map(({ duration, notes }) => [duration, notes]),
      [[27_000, 'Veterans Day']],
    )
    await page.getByRole('button', { name: 'Edit United States' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: /^Delete \d+ holidays$/ }).click()
    await toast(page, 'United States deleted.').waitFor()
    assert.deepEqual(await calendars(), [])
    await closeWindow(page)
  })
})
