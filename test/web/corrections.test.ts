import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { isFull } from '../support/tiers.ts'
import { accessibilityProblems, closeWindow, openWindow, type Site, visit, withSite } from './browser.ts'

describe('corrections', () => {
  let site: Site
  let browser: Browser
  withSite(async (...started) => {
    ;[site, browser] = started
    const permissions = { manage_my_timesheets: false, manage_timesheets: false }
    const user = { id: site.company.employeeId, permissions }
    await site.api('PUT', '/users', { data: [user] })
  })

  const windows = [
    [390, '2026-11-15'],
    [1280, '2026-11-14'],
  ] as const
  for (const [width, date] of isFull ? windows : windows.slice(0, 1))
    test(`an employee proposes a change and missing time, and an approver accepts and declines (${width} px)`, async () => {
      const at = (time: string) => `${date}T${time}:00-07:00`
      const notes = `Weekend ${width}`
      const item = { user_id: site.company.employeeId, jobcode_id: 0, type: 'regular', notes }
      const { results } = await site.api('POST', '/timesheets', {
        data: [{ ...item, start: at('08:00'), end: at('12:00') }],
      })
      const sheet = results.timesheets['1']
      assert.equal(sheet._status_code, 200, JSON.stringify(sheet))

      const hers = await openWindow(browser, site, 'employee', { width, theme: 'light' })
      await visit(hers, `/timesheet/${date}`)
      if (width === 1280) await hers.getByRole('radio', { name: 'Days' }).check()
      await hers.getByRole('button', { name: new RegExp(notes) }).click()
      await hers.getByRole('button', { name: 'Propose a change' }).click()
      await hers.getByLabel('End', { exact: true }).fill('15:30')
      await hers.getByRole('button', { name: 'Send' }).click()
      await hers.getByText('Say what happened.').waitFor()
      await hers.getByRole('button', { name: 'Send' }).click()
      await hers.getByText('Say what happened.').waitFor()
      await hers.locator(':focus[aria-invalid]').waitFor()
      assert.ok(await hers.getByLabel('What happened?').evaluate((field) => field === document.activeElement))
      await hers.getByLabel('What happened?').fill('Stayed longer')
      assert.deepEqual(await accessibilityProblems(hers), [])
      await hers.getByRole('button', { name: 'Send' }).click()
      await hers.getByText('Sent to your approver.').waitFor()
      await hers.getByText('“Stayed longer”').waitFor()

      await hers.getByRole('button', { name: 'Propose missing time' }).click()
      await hers.getByLabel('Day', { exact: true }).fill(date)
      await hers.getByLabel('Start', { exact: true }).fill('18:00')
      await hers.getByLabel('End', { exact: true }).fill('19:00')
      // What it would overlap is named, and can be opened.
      await hers.getByLabel('Start', { exact: true }).fill('11:00')
      await hers.getByText(/^It overlaps .*, 8:00 AM – 12:00 PM\./).waitFor()
      await hers.getByRole('dialog').getByRole('button', { name: 'Open entry' }).waitFor()
      await hers.getByLabel('Start', { exact: true }).fill('18:00')
      await hers.getByRole('dialog').locator('.picker').click()
      const list = hers.getByRole('dialog', { name: 'Choose a job' })
      await list.getByRole('treeitem', { name: 'Travel' }).last().click()
      await list.waitFor({ state: 'detached' })
      await hers.getByLabel('What happened?').fill('Phone was empty')
      await hers.getByRole('button', { name: 'Send' }).click()
      await hers.getByText('“Phone was empty”').waitFor()
      if (isFull) assert.deepEqual(await accessibilityProblems(hers), [])

      const page = await openWindow(browser, site, 'admin', { width, theme: 'dark' })
      await visit(page, `/approvals?day=${date}`)
      await page.locator('.payrun-list').getByRole('button', { name: 'Maya Torres' }).click()
      const proposals = page.getByRole('list', { name: 'Proposed corrections' }).getByRole('listitem')
      const change = proposals.filter({ hasText: 'Stayed longer' })
      await change.getByText('3:30 PM').waitFor()
      if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
      await change.getByRole('button', { name: /^Accept/ }).click()
      await change.waitFor({ state: 'detached' })
      const missing = proposals.filter({ hasText: 'Phone was empty' })
      await missing.getByLabel('Message (optional)').fill('You were off that evening')
      await missing.getByRole('button', { name: /^Decline/ }).click()
      await missing.waitFor({ state: 'detached' })
      await closeWindow(page)

      const listed = await site.api('GET', `/timesheets?ids=${sheet.id}`)
      assert.equal(listed.results.timesheets[sheet.id].end, at('15:30'))
      await hers.reload()
      await hers.getByText('You were off that evening').waitFor()
      await hers.getByText('Accepted', { exact: true }).waitFor()
      await closeWindow(hers)
    })
})
