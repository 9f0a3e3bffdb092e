import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
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

describe('lunches that are deducted automatically', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('a person who had no lunch says so after clocking out, and takes it back in the timesheet', async () => {
    const { userId } = site.account('employee')
    const settings = { general: { lunch_deduct: 1, lunch_length: 0.5, lunch_threshold: 5 } }
    await site.api('PUT', '/api/console/settings', { for: 'company', settings })
    const { results } = await site.api('GET', `/timesheets?user_ids=${userId}&start_date=2026-11-08&on_the_clock=both`)
    const sheets = Object.values<Values>(results.timesheets)
    const before = sheets.filter(({ date }) => date === '2026-11-18').map(({ id }) => id)
    if (before.length > 0) await site.api('DELETE', `/timesheets?ids=${before.join()}`)
    const { jobcode_id } = sheets.find(({ duration, type }) => type === 'regular' && Number(duration) > 7200)!
    const shift = { user_id: userId, jobcode_id, type: 'regular', start: '2026-11-18T01:00:00-07:00', end: '' }
    await site.api('POST', '/timesheets', { data: [shift] })
    const worked = async () => {
      const found = await site.api('GET', `/timesheets?user_ids=${userId}&start_date=2026-11-18&end_date=2026-11-18`)
      const own = Object.values<Values>(found.results.timesheets).filter((one) => one.jobcode_id === jobcode_id)
      return own.reduce((sum, { duration }) => sum + Number(duration), 0)
    }

    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(page, '/')
    await page
      .getByRole('button', { name: /^Clock out/ })
      .first()
      .click()
    await page.getByText('Done for now, or a break?').waitFor()
    await page
      .getByRole('button', { name: /^Clock out/ })
      .last()
      .click()
    await page.getByText('0:30 deducted for lunch automatically.').waitFor()
    const without = await worked()
    const clock = (seconds: number) =>
      `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}`
    await page
      .getByText(new RegExp(`clocked out\\. (${clock(without)}|${clock(without + 60)}) today`))
      .waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'I had no lunch' }).click()
    await page.getByText('You said you had no lunch.').waitFor()
    assert.equal(await worked(), without + 1800)

    await visit(page, '/timesheet/2026-11-18')
    const line = page.getByRole('list', { name: 'Automatic lunches' }).getByRole('listitem')
    await line.getByText('You said you had no lunch.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await line.getByRole('button', { name: 'I had lunch' }).dblclick()
    await line.getByText('0:30 deducted for lunch automatically.').waitFor()
    assert.equal(await worked(), without)
    await closeWindow(page)
  })
})
