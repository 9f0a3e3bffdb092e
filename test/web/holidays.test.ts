import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'
import { toast } from './toasts.ts'

// Today is Wednesday, November 18, 2026.

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const

describe('holidays, time off policies, and balances', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const calendars = async (): Promise<Values[]> =>
    (await site.api('GET', '/api/console/holiday_calendars')).calendars as Values[]

  test('the holidays of a country are imported on a phone, named in timesheet, schedule, and requests, and paid', async () => {
    // The sample company has one calendar.
    const [sample] = await calendars()
    assert.ok(sample!.holidays.some(({ date }: Values) => date === '2026-11-11'))
    await site.api('DELETE', `/api/console/holiday_calendars/${sample!.id}`)
    const admin = await openWindow(browser, site, 'admin', phone)
    await visit(admin, '/holidays')
    await importHolidays(admin)
    await addHoliday(admin)
    if (isFull) assert.deepEqual(await accessibilityProblems(admin), [])
    assert.equal(await sidewaysScroll(admin), 0)
    assert.deepEqual(await smallControls(admin), [])
    const [calendar] = await calendars()
    const dates = calendar!.holidays.map(({ date }: Values) => date)
    assert.ok(dates.includes('2026-12-24') && dates.includes('2027-11-25') && !dates.includes('2026-03-31'))
    await closeWindow(admin)

    for (const view of isFull ? [phone, desktop] : [phone]) {
      const employee = await openWindow(browser, site, 'employee', view)
      await visit(employee, '/timesheet')
      await namesHoliday(employee)
      if (view === phone) await requestWithHolidays(employee)
      await closeWindow(employee)
    }

    const office = await openWindow(browser, site, 'admin', desktop)
    await visit(office, '/time_off/calendar/2026-11-26')
    await office.getByRole('button', { name: /November 26, 2026, Thanksgiving Day/ }).waitFor()
    await grantPay(office, site)
    assert.deepEqual(await calendars(), [])
    await closeWindow(office)
  })

  test('a type of paid time off is added, with how it accrues and an exception, and a balance is corrected with a reason', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/pto')
    await addPolicy(page, site)
    await go(page, '/pto/balances')
    await correctBalance(page, 390)
    await closeWindow(page)
  })

  nightly.test('a balance is corrected with a reason (1280 px)', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/pto/balances')
    await correctBalance(page, 1280)
    await closeWindow(page)
  })
})

/** A type of paid time off is added, with how it accrues; an exception for a group is added and deleted. */
async function addPolicy(page: Page, site: Site): Promise<void> {
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
  const { policies } = await site.api('GET', '/api/console/pto_policies')
  assert.deepEqual(
    policies
      .slice(-2)
      .map((policy: Values) => [policy.for, policy.every, policy.seconds, policy.per_worked, policy.turn, policy.cap]),
    [
      ['company', 'year', 57_600, 0, '07-01', 4_320_000],
      ['group', 'worked', 3600, 144_000, '01-01', null],
    ],
  )
  await card.getByRole('button', { name: /^Office/ }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Policy deleted.').waitFor()
  await card.getByText('Office').waitFor({ state: 'detached' })
}

/** A balance is corrected with a reason. */
async function correctBalance(page: Page, width: number): Promise<void> {
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
  if (width === 390) assert.deepEqual(await smallControls(page), [])
  const before = Number(/(\d+):/.exec(hint!)![1])
  await dialog.getByText(`New balance: ${before - 4}:`).waitFor()
  await dialog.getByRole('button', { name: 'Correct balance' }).click()
  await toast(page, `Maya Torres now has ${before - 4}:00 of`).waitFor()
  await page.getByRole('button', { name: 'Maya Torres' }).click()
  await dialog.getByLabel('Type').selectOption({ index: 1 })
  await dialog.getByText('Left early twice').first().waitFor()
}

/** Adds a calendar, and imports a state’s holidays into it. Begins at a company that has none. */
async function importHolidays(page: Page): Promise<void> {
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
}

/** Adds one holiday to those imported, and removes another. */
async function addHoliday(page: Page): Promise<void> {
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
}

/** A holiday is named in the timesheet and the schedule. */
async function namesHoliday(page: Page): Promise<void> {
  const short = ['/timesheet/2026-11-11', '/schedule/month/2026-11-11']
  for (const path of isFull ? [...short, '/schedule/week/2026-11-11'] : short) {
    await go(page, path)
    await page.getByText('Holiday: Veterans Day').filter({ visible: true }).first().waitFor()
    assert.equal(await sidewaysScroll(page), 0, path)
    if (isFull || path.startsWith('/timesheet')) assert.deepEqual(await accessibilityProblems(page), [], path)
  }
}

/** A request for time off does not count holidays. */
async function requestWithHolidays(page: Page): Promise<void> {
  await go(page, '/time_off')
  await page.getByRole('button', { name: 'Request time off' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request time off' })
  await dialog.getByLabel('First day').fill('2027-11-24')
  await dialog.getByLabel('Last day').fill('2027-11-26')
  await dialog.getByText(/^Thanksgiving Day \(Thu, Nov 25\), Day after Thanksgiving Day .* don’t count/).waitFor()
  await dialog.getByText('1 working day, 8:00').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
}

/** The pay of holidays is chosen, granted for one that has passed to some and to all, and the calendar is deleted. */
async function grantPay(page: Page, site: Site): Promise<void> {
  const off = await site.api('POST', '/jobcodes', {
    data: [{ name: 'Public holiday', type: 'pto', assigned_to_all: true }],
  })
  const [{ id: jobcode }] = Object.values<Values>(off.results.jobcodes) as [Values]
  await go(page, '/holidays')
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
  assert.deepEqual(
    sheets.filter(({ jobcode_id }) => jobcode_id === jobcode).map(({ duration, notes }) => [duration, notes]),
    [[27_000, 'Veterans Day']],
  )
  await page.getByRole('button', { name: 'Edit United States' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: /^Delete \d+ holidays$/ }).click()
  await toast(page, 'United States deleted.').waitFor()
}
