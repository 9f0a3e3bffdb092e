import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull } from '../support/tiers.ts'
import {
  accessibilityProblems,
  choosePerson,
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

// Time off for the requester and for the approver. Today is Wednesday, November 18, 2026.

const phone = { width: 390, theme: 'light' } as const

describe('time off', () => {
  let site: Site
  let browser: Browser
  let maya: number
  let vacation: number
  withSite(async (...started) => {
    ;[site, browser] = started
    maya = site.company.employeeId
    const { results } = await site.api('GET', '/jobcodes?type=pto&name=Vacation')
    vacation = Number(Object.keys(results.jobcodes)[0])
  })

  const balance = async (): Promise<number> =>
    (await site.api('GET', `/users?ids=${maya}`)).results.users[maya].pto_balances[vacation]
  const entries = async (from: string, to: string): Promise<Values[]> => {
    const range = `start_time=${from}T00:00:00-07:00&end_time=${to}T23:59:59-07:00`
    const { results } = await site.api('GET', `/time_off_request_entries?user_ids=${maya}&${range}`)
    return Object.values(results.time_off_request_entries)
  }
  const timesheets = async (from: string, to: string): Promise<Values[]> => {
    const path = `/timesheets?user_ids=${maya}&start_date=${from}&end_date=${to}&jobcode_type=pto`
    return Object.values((await site.api('GET', path)).results.timesheets)
  }
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Request time off' }).first().click()
    return page.getByRole('dialog', { name: 'Request time off' })
  }

  test('a person requests time off on a phone, and timesheets and the balance follow the manager’s decision', async () => {
    const [worker, office] = [
      await openWindow(browser, site, 'employee', phone),
      await openWindow(browser, site, 'admin'),
    ]
    const before = await balance()
    await visit(worker, '/time_off')
    await worker.getByText('136:00').waitFor()
    await worker.getByText('16:00 requested; 120:00 if approved').waitFor()
    const dialog = await open(worker)
    await dialog.getByLabel('Type').selectOption({ label: 'Vacation' })
    await dialog.getByLabel('First day').fill('2027-02-18')
    await dialog.getByLabel('Last day').fill('2027-02-23')
    // Saturday and Sunday are excluded automatically, Friday manually.
    await dialog.getByRole('checkbox', { name: 'Fri Feb 19' }).uncheck()
    await dialog.getByText('3 working days, 24:00').waitFor()
    await dialog.getByText('You have 136:00 of Vacation, 16:00 of it already requested.').waitFor()
    await dialog.getByText('96:00 (12 days) remain.').waitFor()
    await dialog.getByLabel('Note to the approver').fill('Moving house')
    assert.deepEqual(await accessibilityProblems(worker), [])
    assert.deepEqual([await sidewaysScroll(worker), await smallControls(worker)], [0, []])
    await dialog.getByRole('button', { name: 'Request time off' }).click()
    await toast(worker, 'Time off requested: Feb 18 – 23, 2027.').waitFor()
    const own = worker.getByRole('article').filter({ hasText: 'Thu, Feb 18, 2027 – Tue, Feb 23, 2027' })
    await own.getByText('Pending', { exact: true }).waitFor()
    const asked = await entries('2027-02-17', '2027-02-24')
    assert.deepEqual(
      asked.map(({ date, duration, status }) => [date, duration, status]),
      ['2027-02-18', '2027-02-22', '2027-02-23'].map((date) => [date, 28800, 'pending']),
    )
    assert.equal(await balance(), before)

    await visit(office, '/time_off/waiting')
    const waiting = office.getByRole('article').filter({ hasText: 'Moving house' })
    await waiting.getByText('Vacation: has 136:00 (17 days), 112:00 would remain.').waitFor()
    await waiting.getByText('No one else in Service is off.').waitFor()
    await waiting.getByLabel(/Message to Maya/).fill('Good luck!')
    await waiting.getByRole('button', { name: 'Approve Maya Torres' }).click()
    await toast(office, 'Time off for Maya Torres approved.').waitFor()
    assert.equal((await timesheets('2027-02-17', '2027-02-24')).length, 3)
    assert.equal(await balance(), before - 3 * 28800)
    await own.getByText('Approved', { exact: true }).waitFor()
    await own.getByText('Good luck!').waitFor()
    await own.getByText(/approved by Olivia Hart/).waitFor()

    await toast(office, 'Time off for Maya Torres approved.').getByRole('button', { name: 'Undo' }).click()
    await waiting.getByRole('button', { name: 'Approve Maya Torres' }).waitFor()
    assert.deepEqual([await timesheets('2027-02-17', '2027-02-24'), await balance()], [[], before])
    await own.getByText('Pending', { exact: true }).waitFor()
    await waiting.getByRole('button', { name: 'Approve Maya Torres' }).click()
    await own.getByText('Approved', { exact: true }).waitFor()
    assert.equal(await balance(), before - 3 * 28800)

    await visit(office, '/time_off/calendar/2027-02-18')
    await office.getByRole('button', { name: 'Thursday, February 18, 2027, 1 person off' }).waitFor()
    await office
      .getByRole('gridcell')
      .getByRole('button', { name: /^Maya Torres.*Vacation/ })
      .first()
      .click()
    const details = office.getByRole('dialog', { name: 'Time off' })
    await details.getByText('Good luck!').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(office), [])
    await details.getByRole('button', { name: 'Cancel time off' }).click()
    await toast(office, 'Time off for Maya Torres canceled.').waitFor()
    assert.equal(await balance(), before)
    await closeWindow(office)
    await closeWindow(worker)
  })

  test('a denied request shows the reason, and a person cancels and restores a request for part of a day', async () => {
    const { results } = await site.api(
      'POST',
      '/time_off_requests',
      {
        data: [
          {
            time_off_request_entries: [
              { date: '2027-03-01', entry_method: 'manual', duration: 28800, jobcode_id: vacation },
            ],
          },
        ],
      },
      'employee',
    )
    const id = Number(Object.keys(results.time_off_requests)[0])
    const status = async () =>
      (await site.api('GET', `/time_off_requests?ids=${id}`)).results.time_off_requests[id].status
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/time_off/waiting')
    const card = page.getByRole('article').filter({ hasText: 'Mon, Mar 1, 2027' })
    await card.getByLabel(/Message to Maya/).fill('Stocktaking.')
    await card.getByRole('button', { name: 'Deny Maya Torres' }).click()
    await toast(page, 'Time off for Maya Torres denied.').waitFor()
    assert.equal(await status(), 'denied')
    await card.waitFor({ state: 'detached' })
    await toast(page, 'denied').getByRole('button', { name: 'Undo' }).click()
    await card.getByRole('button', { name: 'Deny Maya Torres' }).click()
    await card.waitFor({ state: 'detached' })
    assert.equal(await status(), 'denied')
    await closeWindow(page)

    const worker = await openWindow(browser, site, 'employee')
    await visit(worker, '/time_off')
    const own = worker.getByRole('article').filter({ hasText: 'Mar 1, 2027' })
    await own.getByText('Stocktaking.').waitFor()
    await own.getByText('Denied', { exact: true }).waitFor()

    // Part of a day.
    const dialog = await open(worker)
    await dialog.getByRole('radio', { name: 'Part of a day' }).check()
    await dialog.getByLabel('Type').selectOption('Sick')
    await dialog.getByLabel('Day', { exact: true }).fill('2026-11-19')
    await dialog.getByLabel('From').fill('15:00')
    await dialog.getByLabel('Until').fill('14:00')
    await dialog.getByText('a shift, 8 AM – 4:30 PM').waitFor()
    await dialog.getByRole('button', { name: 'Request time off' }).click()
    await dialog.getByText('Enter both times. The end must be after the start.').waitFor()
    await dialog.getByLabel('Until').fill('16:30')
    await dialog.getByRole('button', { name: 'Request time off' }).click()
    // The request is in the list before the dialog is gone, and what is typed meanwhile goes into the dialog.
    await dialog.waitFor({ state: 'hidden' })
    const request = worker.getByRole('article').filter({ hasText: 'Thu, Nov 19, 3 PM – 4:30 PM' })
    await request.getByText('1:30').waitFor()
    await request.getByLabel('Add a note').fill('At Dr. Kim’s')
    await request.getByRole('button', { name: 'Send' }).click()
    await request.getByText('At Dr. Kim’s').waitFor()
    await request.getByRole('button', { name: 'Cancel request' }).click()
    await toast(worker, 'Request canceled.').getByRole('button', { name: 'Undo' }).click()
    await request.filter({ hasText: 'Canceled' }).waitFor()
    await request.filter({ hasText: 'Pending' }).getByText('At Dr. Kim’s').waitFor()
    const statuses = (await entries('2026-11-19', '2026-11-19')).map(({ status }) => status)
    assert.deepEqual(statuses, ['canceled', 'pending'])

    // What a press means shows before its answer, and Undo is offered again when its answer is lost.
    const writes = '**/api/v1/time_off_requests*'
    const held = Promise.withResolvers<void>()
    await worker.route(writes, async (route) => {
      if (route.request().method() !== 'GET') await held.promise
      await route.continue()
    })
    await request.getByRole('button', { name: 'Cancel request' }).click()
    await request.filter({ hasText: 'Canceled' }).nth(1).waitFor()
    held.resolve()
    await toast(worker, 'Request canceled.').waitFor()
    await worker.unroute(writes)
    await worker.route(writes, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
    await toast(worker, 'Request canceled.').getByRole('button', { name: 'Undo' }).click()
    const failed = toast(worker, 'Can’t reach the server.')
    await failed.waitFor()
    await worker.unroute(writes)
    await failed.getByRole('button', { name: 'Undo' }).click()
    await request.filter({ hasText: 'Pending' }).waitFor()

    // A person who manages no one sees neither pending requests nor the calendar.
    await go(worker, '/time_off/waiting')
    await worker.getByRole('heading', { name: 'Your balance' }).waitFor()
    assert.equal(await worker.getByRole('link', { name: /Pending|Calendar/ }).count(), 0)
    await closeWindow(worker)
  })

  test('a manager enters approved time off for a person, sees who else is off, and moves through the month by keyboard', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/time_off/calendar/2026-12-24')
    await page.getByRole('button', { name: 'Add time off' }).click()
    await choosePerson(page.getByRole('dialog'), 'Who', 'Will Archer')
    const dialog = page.getByRole('dialog', { name: 'Time off for Will Archer' })
    assert.equal(await dialog.getByLabel('First day').inputValue(), '2026-12-24')
    assert.ok(await dialog.getByLabel('Approve now').isChecked())
    await dialog.getByLabel('Type').selectOption({ label: 'Vacation' })
    await dialog.getByLabel('Hours per day').fill('4,5')
    await dialog.getByText('1 working day, 4:30').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Add time off' }).click()
    await page.getByRole('button', { name: 'Thursday, December 24, 2026, 2 people off' }).waitFor()
    await page.getByRole('region', { name: 'Thursday, December 24, 2026' }).getByText('Vacation, 4:30').waitFor()
    await page.getByRole('link', { name: /^Pending/ }).click()
    const strip = page.getByRole('article').filter({ hasText: 'My sister visits.' }).getByRole('table')
    const off = strip.getByRole('row', { name: /Will Archer/ }).getByText('off', { exact: true })
    await off.first().waitFor()
    assert.equal(await off.count(), 1)

    // By keyboard through the month.
    await go(page, '/time_off/calendar/2026-11-18')
    await page.getByRole('button', { name: /^Wednesday, November 18, 2026/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Thursday, November 12' }).waitFor()
    await page.keyboard.press('PageDown')
    await page.getByRole('heading', { name: 'December 2026' }).waitFor()
    await closeWindow(page)
  })
})
