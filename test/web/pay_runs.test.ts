import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  choosePerson,
  closeWindow,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  smallControls,
  until,
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
    await visit(page, '/')
    const ready = page.getByRole('link', { name: /^Oct 25 – Nov 7\s*Ready to close$/ })
    await ready.waitFor()
    await look(page, 'today-ready')
    await ready.click()
    await page.getByRole('button', { name: /^Oct 25 – Nov 7 Ready to close$/ }).waitFor()
    const card = page.getByRole('region', { name: 'Pay run' }).or(page.locator('.payrun-close'))
    await card.getByRole('button', { name: 'Close pay run' }).waitFor()
    await look(page, 'approvals-close')
    await card.getByRole('button', { name: 'Close pay run' }).click()
    const dialog = page.getByRole('dialog', { name: /^Close the pay run of/ })
    await dialog.getByText('You can make its files afterwards.').waitFor()
    await look(page, 'approvals-close-dialog')
    await dialog.getByRole('button', { name: 'Close pay run' }).click()
    await card.getByText(/^It paid/).waitFor()
    await page.getByRole('button', { name: /^Oct 25 – Nov 7 Closed$/ }).waitFor()
    const download = page.getByRole('button', { name: 'Download', exact: true })
    await download.waitFor()
    assert.equal(await page.getByRole('button', { name: 'Mark as sent' }).count(), 0, 'there is nothing to send yet')
    await look(page, 'approvals-closed')
    await download.click()
    await page.getByText('sha256:').waitFor()
    await page.getByRole('button', { name: 'Mark as sent' }).waitFor()
    await look(page, 'approvals-files')
    await page.getByLabel('File').selectOption({ label: 'Paychex (CSV)' })
    await page.getByText(/settings are missing$/).waitFor()
    await page
      .getByRole('button', { name: /^Set it: / })
      .first()
      .waitFor()
    assert.ok(await download.isDisabled(), 'the file cannot be made yet')
    await look(page, 'approvals-lacks')
    await card.getByRole('link', { name: 'What was paid' }).click()
    await page.getByRole('heading', { name: 'What was paid' }).waitFor()
    await look(page, 'run')
    const [paid] = (await site.api('GET', '/api/console/pay_runs')).pay_runs
    assert.equal(paid.state, 'closed')
    const gross = (await figure(page, 'Gross pay'))!
    assert.equal(
      await page.getByRole('table', { name: 'What was paid' }).locator('tfoot td').last().textContent(),
      gross,
    )
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
    const when = page.locator('.pay-runs-said dd, .pay-runs-files p').filter({ hasText: / by / })
    const said = await when.allTextContents()
    assert.equal(said.length, 3, said.join())
    await closeWindow(page)
    // Elsewhere in the world, its times are those of the company, like on other pages.
    const elsewhere = await browser.newContext({ baseURL: site.url, timezoneId: 'Asia/Tokyo', locale: 'en-US' })
    await elsewhere.addCookies([await site.cookie('admin')])
    const far = await elsewhere.newPage()
    await far.goto(`/pay_runs/${paid.id}`)
    const there = far.locator('.pay-runs-said dd, .pay-runs-files p').filter({ hasText: / by / })
    await there.nth(2).waitFor()
    assert.deepEqual(await there.allTextContents(), said)
    await elsewhere.close()

    // An entry that was forgotten.
    const { people } = await site.api('GET', `/api/console/pay_runs/${paid.id}`)
    const [first] = people
    await site.api('PUT', '/users', { data: [{ id: first.user_id, approved_to: '2026-10-24' }] })
    const late = { user_id: first.user_id, jobcode_id: 0, type: 'manual', date: '2026-10-31', duration: 7200 }
    await site.api('POST', '/timesheets', { data: [late] })
    await site.api('PUT', '/users', { data: [{ id: first.user_id, approved_to: end }] })
    const before = await openWindow(browser, site, 'admin')
    await visit(before, '/reports/payroll?from=2026-11-08&to=2026-11-21')
    await before.getByRole('heading', { name: 'Due for earlier days' }).waitFor()
    await before
      .getByRole('table', { name: 'Adjustments' })
      .getByText(/Time was added later/)
      .waitFor()
    // So do those on which files of the next period are made before its pay run is closed.
    await visit(before, '/reports/files?from=2026-11-08&to=2026-11-21')
    await before.getByText(/^Without adjustments for earlier days: 2:00 · /).waitFor()
    await look(before, 'files-without-adjustments')
    for (const view of pictures ? views : views.slice(0, 1)) {
      const page = await openWindow(browser, site, 'admin', view)
      // A period that is approved, and not closed.
      await visit(page, '/approvals?day=2026-10-11')
      const files = page.locator('.payrun-files')
      await files.getByText(/^Without adjustments for earlier days: 2:00 · /).waitFor()
      await look(page, `approvals-without-adjustments-${view.width}-${view.theme}`)
      await closeWindow(page)
    }
    // The pages of the period that was paid say so, too.
    for (const [place, where] of [
      [`/pay_runs/${paid.id}`, 'run-changed'],
      [`/approvals?day=${start}`, 'approvals-changed'],
      [`/approvals?day=${start}&person=${first.user_id}`, 'panel-changed'],
    ] as const) {
      await visit(before, place)
      const changed = where === 'panel-changed' ? before.locator('.payrun-panel') : before
      await changed.getByText('Changed since it was paid').waitFor()
      await changed
        .getByRole('table', { name: 'Adjustments' })
        .getByText(/Time was added later/)
        .waitFor()
      await look(before, where)
    }
    // So do the forms in which what was paid is changed.
    await visit(before, `/timesheet/2026-10-31?user=${first.user_id}#add`)
    await before
      .getByRole('dialog', { name: 'Add time' })
      .getByText('This day is already paid: the next pay run pays the difference.')
      .waitFor()
    await look(before, 'paid-day')
    await visit(before, `/people/${first.user_id}#pay-2026-10-26`)
    const adding = before.getByRole('dialog', { name: 'Add a pay rate' })
    assert.equal(await adding.getByLabel('From').inputValue(), '2026-10-26')
    await adding.getByLabel('Rate').fill('50')
    await adding.getByRole('button', { name: 'Add rate' }).click()
    const question = before.getByRole('dialog', { name: 'Change approved time?' })
    await question.getByText('What is already paid stays as it was: the next pay run pays the difference.').waitFor()
    await look(before, 'paid-rate')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await closeWindow(before)
    await site.api('POST', '/api/console/pay_runs', { kind: 'correction', user_ids: [first.user_id], close: true })
    const [correction] = (await site.api('GET', '/api/console/pay_runs')).pay_runs
    assert.equal(correction.kind, 'correction')
    for (const view of pictures ? views : views.slice(0, 1)) {
      const page = await openWindow(browser, site, 'admin', view)
      const name = `${view.width}-${view.theme}`
      await visit(page, '/pay_runs')
      await page.getByRole('table', { name: 'Pay runs' }).getByText(gross).waitFor()
      await look(page, `list-${name}`)
      await visit(page, `/pay_runs/${correction.id}`)
      await page
        .getByText(/Time was added later/)
        .first()
        .waitFor()
      await look(page, `correction-${name}`)
      await visit(page, `/pay_runs/${paid.id}`)
      await page.getByRole('button', { name: 'Reopen' }).click()
      const older = page.getByRole('dialog', { name: 'Reopen this pay run?' })
      await older.getByText('has paid the same people since.').waitFor()
      assert.ok(await older.getByRole('button', { name: 'Reopen' }).isDisabled())
      await older.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('table', { name: 'What was paid' }).waitFor()
      await look(page, `run-${name}`)
      await visit(page, `/approvals?day=${start}`)
      await page.getByText('This pay period is closed and was sent.').waitFor()
      await settled(page)
      assert.equal(await page.getByText('Changed since it was paid').count(), 0, 'another run has paid it')
      if (pictures) await page.screenshot({ path: `${pictures}/approvals-${name}.png` })
      await closeWindow(page)
    }
  })

  test('a pay run for one person is shown before it is closed, can be closed again after reopening, and deleted if open', async () => {
    const [aaron, ben] = await Promise.all(
      ['aaron', 'ben'].map(async (name) => {
        const { results } = await site.api('GET', `/users?usernames=${name}`)
        return Object.values<{ id: number }>(results.users)[0]!.id
      }),
    )
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/pay_runs')
    await page.getByRole('button', { name: 'Pay run for one person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay run for one person' })
    const close = dialog.getByRole('button', { name: 'Close pay run' })
    await choosePerson(dialog, 'Person', 'Aaron Blake')
    assert.equal(await dialog.getByLabel('First day').inputValue(), '2026-11-08', 'the day after the last pay period')
    await dialog.getByLabel('Last day').fill('2026-11-17')
    await dialog.getByRole('link', { name: /^Aaron Blake has time on .* that isn’t approved$/ }).waitFor()
    assert.ok(await close.isDisabled())
    await look(page, 'new-refused')
    await site.api('PUT', '/users', { data: [{ id: aaron, approved_to: '2026-11-17' }] })
    const would = dialog.getByRole('table', { name: 'What it would pay' })
    await until(
      () => close.isEnabled(),
      (is) => is,
    )
    const sum = await would.locator('tfoot td').last().textContent()
    await look(page, 'new')
    await close.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'What was paid' }).waitFor()
    assert.equal(await figure(page, 'Gross pay'), sum)
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByText('sha256:').waitFor()

    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('dialog', { name: 'Reopen this pay run?' }).getByRole('button', { name: 'Reopen' }).click()
    await page.getByText(/^It was reopened, and pays nothing/).waitFor()
    await page.getByText('before it was reopened').waitFor()
    const again = page.getByRole('table', { name: 'What it would pay' })
    assert.equal(await again.locator('tfoot td').last().textContent(), sum)
    await look(page, 'reopened')
    await page.getByRole('button', { name: 'Close pay run' }).click()
    const asking = page.getByRole('dialog', { name: /^Close the pay run of/ })
    await asking.getByRole('button', { name: 'Close pay run' }).click()
    await page.getByRole('heading', { name: 'What was paid' }).waitFor()
    assert.ok(
      await page.getByRole('button', { name: 'Mark as sent' }).isDisabled(),
      'its file was of what it paid before',
    )

    // What the file of a payroll program lacks is listed, and set here.
    await page.getByLabel('File').selectOption({ label: 'Paychex (CSV)' })
    await page.getByText(/settings are missing$/).waitFor()
    await page.getByRole('button', { name: 'Enter them here' }).waitFor()
    assert.equal(await page.getByText(/^Not approved/).count(), 0, 'time of others is no matter of this run')
    await look(page, 'lacks')
    await page.getByRole('button', { name: 'Set it: Client ID' }).click()
    const program = page.getByRole('dialog', { name: 'Paychex' })
    await program.getByLabel('Client ID').and(page.locator(':focus')).fill('12345678')
    await program.getByRole('button', { name: 'Save' }).click()
    await program.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Set it: Client ID' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Enter them here' }).click()
    await page.getByLabel('Payroll ID of Aaron Blake').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('File').selectOption({ label: 'Hours for payroll (CSV)' })
    await page.getByText('Ready: 1 person').waitFor()

    const days = { start_date: '2026-11-08', end_date: '2026-11-14' }
    const { rates } = await site.api('GET', `/api/console/pay_rates?user_id=${ben}`)
    for (const { jobcode_id, from } of rates)
      await site.api(
        'DELETE',
        `/api/console/pay_rates?user_id=${ben}&jobcode_id=${jobcode_id}${from ? `&from=${from}` : ''}&alters_approved=true`,
      )
    await site.api('PUT', '/users', { data: [{ id: ben, approved_to: '2026-11-14' }] })
    const { pay_run } = await site.api('POST', '/api/console/pay_runs', { kind: 'off_cycle', user_ids: [ben], ...days })
    await visit(page, `/pay_runs/${pay_run.id}`)
    await page.getByRole('table', { name: 'What it would pay' }).waitFor()
    // No one in it has a rate, but others in the company do.
    await page.getByText('1 person would be paid nothing for hours without a pay rate').waitFor()
    await look(page, 'without-rate')
    await page.getByRole('link', { name: 'add one' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a pay rate' })
    await adding.getByLabel('Rate').fill('20')
    assert.equal(await adding.getByLabel('From').inputValue(), '', 'it has always been paid')
    const range = `start_date=${days.start_date}&end_date=${days.end_date}`
    const { results } = await site.api('GET', `/timesheets?user_ids=${ben}&${range}`)
    const dates = Object.values<{ date: string }>(results.timesheets).map(({ date }) => date)
    await adding.getByLabel('From').fill(dates.sort().at(-1)!)
    await look(page, 'adding-rate')
    await adding.getByRole('button', { name: 'Add rate' }).click()
    await page.getByText('20.00 an hour added.').waitFor()
    await page.getByRole('link', { name: 'Back to the pay run' }).click()
    // The days before the rate still have none.
    await page.getByText('1 person would be paid nothing for hours without a pay rate').waitFor()
    await page.getByRole('link', { name: 'add one' }).click()
    assert.equal(await adding.getByLabel('From').inputValue(), start, 'a run has paid earlier days by the removed rate')
    await adding.getByLabel('Rate').fill('19')
    await adding.getByRole('button', { name: 'Add rate' }).click()
    const question = page.getByRole('dialog', { name: 'Change approved time?' })
    // A click in the place of the last one, as fast as no one reads, would be ignored.
    await question.getByRole('button', { name: 'Change it' }).press('Enter')
    await page.getByText('19.00 an hour added.').waitFor()
    await look(page, 'added-rate')
    await page.getByRole('link', { name: 'Back to the pay run' }).click()
    await page.getByRole('table', { name: 'What it would pay' }).waitFor()
    await page.getByText('would be paid nothing').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this pay run?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('table', { name: 'Pay runs' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/pay_runs')
    assert.equal(await page.locator(`a[href="/pay_runs/${pay_run.id}"]`).count(), 0)
    await closeWindow(page)
  })
})

/** A sum of a pay run, by its name. */
function figure(page: Page, name: string): Promise<string | null> {
  return page.locator('.pay-runs-sums > div', { hasText: name }).locator('dd').textContent()
}
