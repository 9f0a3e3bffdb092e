import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  views,
  visit,
  withSite,
} from './browser.ts'

// `PICTURES=/tmp/pictures npm test -- web/pay_runs` keeps pictures of what is seen.
const pictures = process.env.PICTURES

describe('pay runs', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  // The pay period before the running one, which is the oldest that waits.
  const [start, end] = ['2026-10-25', '2026-11-07']
  const approve = async (to: string) => {
    const { people } = await site.api('GET', `/api/console/approvals/pay_run?date=${start}`)
    const ids: number[] = people.map(({ user_id }: { user_id: number }) => user_id)
    for (let at = 0; at < ids.length; at += 50)
      await site.api('PUT', '/users', { data: ids.slice(at, at + 50).map((id) => ({ id, approved_to: to })) })
  }
  const look = async (page: Page, name: string) => {
    assert.deepEqual(await accessibilityProblems(page), [], name)
    assert.equal(await sidewaysScroll(page), 0, name)
    if (page.viewportSize()?.width === 390) assert.deepEqual(await smallControls(page), [], name)
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  }

  test('a pay run is closed in Approvals; its page shows what was paid, and what changed later is in the next one', async () => {
    // No one is on the clock in this period any more.
    const running = await site.api('GET', `/timesheets?on_the_clock=yes&start_date=2026-01-01&end_date=${end}`)
    for (const { id, start } of Object.values<{ id: number; start: string }>(running.results.timesheets))
      await site.api('PUT', '/timesheets', {
        data: [{ id, end: new Date(Date.parse(start) + 3_600_000).toISOString() }],
      })
    await approve(end)
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light' })
    await visit(page, `/approvals?day=${start}`)
    const card = page.getByRole('region', { name: 'Pay run' }).or(page.locator('.payrun-close'))
    await card.getByRole('button', { name: 'Close pay run' }).waitFor()
    await look(page, 'approvals-close')
    await card.getByRole('button', { name: 'Close pay run' }).click()
    const dialog = page.getByRole('dialog', { name: /^Close the pay run of/ })
    await dialog.getByText('You can make its files afterwards.').waitFor()
    await look(page, 'approvals-close-dialog')
    await dialog.getByRole('button', { name: 'Close pay run' }).click()
    await card.getByRole('link', { name: 'What was paid, and its files' }).click()
    await page.getByRole('heading', { name: 'What was paid' }).waitFor()
    await look(page, 'run')
    const [paid] = (await site.api('GET', '/api/console/pay_runs')).pay_runs
    assert.equal(paid.state, 'closed')
    await page.getByLabel('File').selectOption('payroll csv')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByText('sha256:').waitFor()
    await page.getByRole('button', { name: 'Mark as sent' }).click()
    await page
      .getByRole('dialog', { name: 'Mark this pay run as sent?' })
      .getByRole('button', { name: 'Mark as sent' })
      .click()
    await page.getByText('Marked as sent.').waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    const reopening = page.getByRole('dialog', { name: 'Reopen this pay run?' })
    await reopening.getByText('1 file was made of it.').waitFor()
    await look(page, 'reopen')
    await reopening.getByRole('button', { name: 'Cancel' }).click()
    await closeWindow(page)

    // An entry that was forgotten.
    const { people } = await site.api('GET', `/api/console/pay_runs/${paid.id}`)
    const [first] = people
    await site.api('PUT', '/users', { data: [{ id: first.user_id, approved_to: '2026-10-24' }] })
    const late = { user_id: first.user_id, jobcode_id: 0, type: 'manual', date: '2026-10-31', duration: 7200 }
    await site.api('POST', '/timesheets', { data: [late] })
    await site.api('PUT', '/users', { data: [{ id: first.user_id, approved_to: end }] })
    await site.api('POST', '/api/console/pay_runs', { kind: 'correction', user_ids: [first.user_id], close: true })
    const [correction] = (await site.api('GET', '/api/console/pay_runs')).pay_runs
    assert.equal(correction.kind, 'correction')
    for (const view of pictures ? views : views.slice(0, 1)) {
      const page = await openWindow(browser, site, 'admin', view)
      const name = `${view.width}-${view.theme}`
      await visit(page, '/pay_runs')
      await page.getByRole('table', { name: 'Pay runs' }).waitFor()
      await look(page, `list-${name}`)
      await visit(page, `/pay_runs/${correction.id}`)
      await page
        .getByText(/Time was added later/)
        .first()
        .waitFor()
      await look(page, `correction-${name}`)
      await visit(page, `/pay_runs/${paid.id}`)
      await page.getByRole('table', { name: 'What was paid' }).waitFor()
      await look(page, `run-${name}`)
      await visit(page, `/approvals?day=${start}`)
      await page.getByText('This pay period is closed and was sent.').waitFor()
      if (pictures) await page.screenshot({ path: `${pictures}/approvals-${name}.png` })
      await closeWindow(page)
    }
  })
})
