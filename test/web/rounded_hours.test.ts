import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull } from '../support/tiers.ts'
import { accessibilityProblems, closeWindow, go, openWindow, type Site, visit, withSite } from './browser.ts'

// One week of one person, rounded to quarters of an hour: every page shows and sums the same hours.

const [first, last] = ['2026-02-15', '2026-02-21']

describe('rounded hours', () => {
  let site: Site
  let browser: Browser
  let rhea: number
  withSite(async (...started) => {
    ;[site, browser] = started
    const item = { username: 'rhea', first_name: 'Rhea', last_name: 'Round', permissions: { time_tracking: true } }
    const { results } = await site.api('POST', '/users', { data: [item] })
    rhea = results.users[1].id
    const { jobcodes } = (await site.api('GET', '/jobcodes?type=all')).results
    const jobs = new Map(Object.values<Values>(jobcodes).map(({ name, id }) => [name, id]))
    const punch = (job: string, date: string, from: string, to: string) => {
      const at = (clock: string) => `${date}T${clock}:00-07:00`
      return { user_id: rhea, type: 'regular', jobcode_id: jobs.get(job), start: at(from), end: at(to) }
    }
    const sheets = [
      punch('Training', '2026-02-16', '08:07', '12:02'),
      punch('Travel', '2026-02-16', '12:02', '16:53'),
      punch('Training', '2026-02-17', '08:00', '15:53'),
      punch('Training', '2026-11-18', '06:54', '07:53'),
      { user_id: rhea, type: 'manual', jobcode_id: jobs.get('Travel'), date: '2026-02-18', duration: 7 * 3600 + 1200 },
    ]
    const answer = await site.api('POST', '/timesheets', { data: sheets })
    for (const { _status_code } of Object.values<Values>(answer.results.timesheets)) assert.equal(_status_code, 200)
    const rounding = { minutes: 15, direction: 'nearest', of: 'punches' }
    // Others have approved time in these weeks.
    const from = { settings_from: first, alters_approved: true }
    await site.api('PUT', '/api/console/settings', { settings: { rounding }, ...from })
  })

  /** The texts of the rows of a table, without the job. */
  const cells = async (page: Page, rows: string) =>
    Promise.all((await page.locator(rows).all()).map((row) => row.locator('td').allInnerTexts()))

  test('the timesheet and the clock show and sum rounded hours, also as decimals', async () => {
    const page = await openWindow(browser, site, rhea)
    await visit(page, '/timesheet/2026-02-16')
    assert.deepEqual(await cells(page, '.timesheet-grid tbody tr'), [
      ['–', '4:00', '8:00', '–', '–', '–', '–', '12:00'],
      ['–', '5:00', '–', '7:20', '–', '–', '–', '12:20'],
    ])
    assert.deepEqual(await cells(page, '.timesheet-grid tfoot tr'), [
      ['0:00', '9:00', '8:00', '7:20', '0:00', '0:00', '0:00', '24:20'],
    ])
    await page.locator('.timesheet-summary').getByText('24:20').waitFor()

    await page.getByRole('button', { name: 'Submit time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Submit time' })
    await dialog.getByRole('radio', { name: 'Another date' }).check()
    await dialog.getByLabel('Date', { exact: true }).fill(last)
    await dialog.getByText('24:20 hours on 3 days').waitFor()
    await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
    await page
      .getByRole('status')
      .getByText(/^Submitted through/)
      .waitFor()
    await page.getByRole('gridcell', { name: /^8:00, / }).click()
    await page.getByRole('dialog', { name: 'Entry' }).getByText('8:00 (7:53 before rounding)').waitFor()

    await go(page, '/')
    assert.deepEqual((await page.locator('.clock-totals dd').allTextContents()).slice(0, 2), ['1:00', '1:00'])
    assert.deepEqual(await page.locator('.clock-entry .number').allTextContents(), ['1:00'])

    await site.api('PUT', '/api/console/settings', { settings: { time_entry: { mtc_format_time_display: 'decimal' } } })
    await visit(page, '/timesheet/2026-02-16')
    assert.deepEqual(await cells(page, '.timesheet-grid tfoot tr'), [
      ['0.00', '9.00', '8.00', '7.33', '0.00', '0.00', '0.00', '24.33'],
    ])
    await site.api('PUT', '/api/console/settings', { settings: { time_entry: { mtc_format_time_display: null } } })
    await closeWindow(page)
  })

  test('forms of entries show the rounded hours and the exact ones', async () => {
    const date = '2026-03-04'
    const sheets = [
      { start: `${date}T08:00:00-07:00`, end: `${date}T10:53:00-07:00` },
      { start: `${date}T12:00:00-07:00`, end: `${date}T15:05:00-07:00` },
    ]
    const { jobcodes } = (await site.api('GET', '/jobcodes?name=Training')).results
    const jobcode_id = Number(Object.keys(jobcodes)[0])
    const data = sheets.map((times) => ({ user_id: rhea, type: 'regular', jobcode_id, ...times }))
    await site.api('POST', '/timesheets', { data })
    const page = await openWindow(browser, site, 'admin')
    await visit(page, `/timesheet/${date}?user=${rhea}`)
    await page.getByRole('gridcell', { name: /^6:00, / }).click()
    const cell = page.getByRole('dialog', { name: /^Training, / })
    await cell.getByText('3:00 (3:05 before rounding)').waitFor()
    await cell.getByRole('button', { name: /2:53 before rounding/ }).click()
    const form = page.getByRole('dialog', { name: 'Edit time' })
    await form.getByText('3:00 (2:53 before rounding)').waitFor()
    await form.getByLabel('End', { exact: true }).fill('11:20')
    await form.getByText('3:15 (3:20 before rounding)').waitFor()
    await form.getByLabel('End', { exact: true }).fill('11:15')
    await form.getByText('3:15', { exact: true }).waitFor()
    await closeWindow(page)

    const own = await openWindow(browser, site, rhea, { width: 390, theme: 'dark' })
    await visit(own, `/timesheet/${date}`)
    await own.getByRole('button', { name: /8:00 AM – 10:53 AM/ }).click()
    await own.getByText('3:00 (2:53 before rounding)').waitFor()
    await own.getByRole('button', { name: 'Propose a change' }).click()
    const proposal = own.getByRole('dialog', { name: 'Propose a change' })
    await proposal.getByText('3:00 (2:53 before rounding)').waitFor()
    await closeWindow(own)
  })

  test('approvals, the reports, and the board show the same rounded hours as the payroll report', async () => {
    const question = `start_date=${first}&end_date=${last}&user_ids=${rhea}`
    const { payroll_report } = (await site.api('GET', `/reports/payroll?${question}`)).results
    assert.equal(payroll_report[rhea].total_work_seconds, 17 * 3600 + 26_388)
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/approvals?day=2026-02-16&tab=all&q=rhea')
    await page.getByRole('row').filter({ hasText: 'Rhea Round' }).getByText('24:20').first().waitFor()
    const whole = (path: string) => visit(page, `/reports${path}?from=${first}&to=${last}&user=${rhea}`)
    for (const [path, job] of [
      ['/payroll', 'Rhea Round'],
      ['/people', 'Rhea Round'],
      ['', 'Training'],
    ] as const) {
      await whole(path)
      await page.locator('.reports-table tbody').getByText(job).first().waitFor()
      const [total] = await cells(page, '.reports-table >> nth=0 >> tfoot tr')
      assert.ok(total!.includes('24:20'), `${path}: ${total}`)
    }
    await page.getByRole('button', { name: /Training/ }).click()
    const entries = page.getByRole('dialog').locator('strong.number')
    await entries.first().waitFor()
    assert.deepEqual(await entries.allTextContents(), ['8:00', '4:00'])

    await go(page, '/working')
    await page.getByLabel('Search').first().fill('Rhea')
    await page.getByText(/day 1:00\s*week 1:00/).waitFor()
    await closeWindow(page)
  })

  test('a note says that hours edited in the grid are those before rounding the day', async () => {
    const { jobcodes } = (await site.api('GET', '/jobcodes?name=Travel')).results
    const jobcode_id = Number(Object.keys(jobcodes)[0])
    const hours = { user_id: rhea, type: 'manual', jobcode_id, date: '2025-12-30', duration: 173 * 60 }
    const made = await site.api('POST', '/timesheets', { data: [hours] })
    assert.equal(made.results.timesheets[1]._status_code, 200, JSON.stringify(made))
    const page = await openWindow(browser, site, 'admin')
    const byDay = { minutes: 15, direction: 'nearest', of: 'day' }
    const everywhere = { settings_from: null, alters_approved: true }
    const settings = { rounding: byDay, time_entry: { mtc_format_time_display: null } }
    const saved = await site.api('PUT', '/api/console/settings', { settings, ...everywhere })
    assert.equal(saved.settings?.rounding.of, 'day', JSON.stringify(saved))
    await visit(page, `/timesheet/2025-12-30?user=${rhea}`)
    const cell = page.getByRole('gridcell', { name: /^3:00, / })
    await cell.click()
    const field = page.getByLabel(/^Hours, .*Travel/)
    assert.equal(await field.inputValue(), '2:53')
    await page.getByText('2:53 before rounding the day').waitFor()
    await field.fill('3:20')
    await page.getByText('3:20 before rounding the day').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await field.press('Enter')
    await page.getByRole('gridcell', { name: /^3:15, / }).waitFor()
    await closeWindow(page)
  })

  test('a shift at night that is split between workdays has a note next to the totals of its days', async () => {
    const general = { shift_boundary: 'split' }
    await site.api('PUT', '/api/console/settings', {
      for: 'user',
      id: rhea,
      settings: { general },
      ...{ settings_from: '2026-03-01', alters_approved: true },
    })
    const { jobcodes } = (await site.api('GET', '/jobcodes?name=Training')).results
    const jobcode_id = Object.values<Values>(jobcodes)[0]!.id
    const night = { type: 'regular', start: '2026-03-11T22:00:00-06:00', end: '2026-03-12T06:00:00-06:00' }
    await site.api('POST', '/timesheets', { data: [{ user_id: rhea, jobcode_id, ...night }] })
    for (const width of isFull ? ([1280, 390] as const) : ([1280] as const)) {
      const page = await openWindow(browser, site, rhea, { width, theme: 'dark' })
      await visit(page, '/timesheet/2026-03-11')
      if (width === 1280)
        assert.deepEqual(
          [await cells(page, '.timesheet-grid tbody tr'), await cells(page, '.timesheet-grid tfoot tr')],
          [
            [['–', '–', '–', '8:00', '–', '–', '–', '8:00']],
            [['0:00', '0:00', '0:00', '2:00', '6:00', '0:00', '0:00', '8:00']],
          ],
        )
      const notes = page.getByText('shifts are split between workdays')
      assert.equal(await notes.count(), width === 1280 ? 1 : 2, `${width} px`)
      assert.deepEqual(await accessibilityProblems(page), [])
      await closeWindow(page)
    }
  })
})
