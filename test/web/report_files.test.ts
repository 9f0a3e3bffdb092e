import assert from 'node:assert/strict'
import { text as textOf } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isFull } from '../support/tiers.ts'
import { accessibilityProblems, closeWindow, go, openWindow, type Site, settled, visit, withSite } from './browser.ts'
import { dismissToasts } from './toasts.ts'

describe('report files, saved reports, and projects', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('a file is found by name, kind, and job, created with its progress or canceled, and contains money only on request', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports/files')
    await saysWhatIsNotApproved(page)
    const payroll = page.locator('.reports-files > li').filter({ hasText: 'Hours for payroll' })
    await payroll.getByText('so 5:38 becomes 5.63').waitFor()
    const titles = () => page.locator('.reports-files h2').allTextContents()
    const all = await titles()
    await page.getByLabel('Kind').selectOption('Payroll programs')
    const programs = await titles()
    assert.ok(programs.length > 0 && programs.length < all.length && !programs.includes('Hours by job'))
    await page.getByLabel('Kind').selectOption('All files')
    await page.getByLabel('Search files').fill('by job')
    assert.deepEqual((await titles())[0], 'Hours by job')
    assert.ok((await titles()).length < all.length)
    const { results } = await site.api('GET', '/jobcodes?name=Framing&supplemental_data=no')
    const [job] = Object.values<{ id: number; name: string }>(results.jobcodes)
    await page.getByLabel('Search files').fill('')
    await go(page, `/reports/files?from=2026-11-01&to=2026-11-14&job=${job!.id}`)
    await page.getByText('Covers the time on all jobs.').first().waitFor()
    const asked = page.waitForRequest(/\/exports\/jobs\/check\?.*jobcode_ids=/)
    const byJob = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Hours by job as CSV' }).click()
    assert.equal(new URL((await asked).url()).searchParams.get('jobcode_ids'), String(job!.id))
    await byJob
    // It holds up everything else on the page.
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])

    await go(page, '/reports/files?from=2026-11-01&to=2026-11-14')
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Hours for payroll as CSV' }).click()
    const file = await csv
    assert.equal(file.suggestedFilename(), 'payroll-2026-11-01-to-2026-11-14.csv')
    assert.match(await textOf(await file.createReadStream()), /Torres/)
    await moneyOnRequest(page)
    await setUpPaychex(page, site)
    await setIds(page, site)

    // The network is slow, and so is the answer.
    await page.route('**/exports/timesheets?*', () => {})
    await page.getByRole('button', { name: 'Timesheets as PDF' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled. No file was created.').waitFor()
    await page.getByRole('button', { name: 'Timesheets as PDF' }).waitFor()
    await closeWindow(page)
  })

  test('a report is filtered, downloaded, saved, shared, opened by its name, and deleted; projects are shown with their estimates', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/reports/hours?range=last-week&by=person')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Billable', { exact: true }).selectOption('Billable')
    await page.waitForURL(/billable=yes/)
    await settled(page)
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const text = await textOf(await (await csv).createReadStream())
    const shown = await page.locator('.reports-hours tfoot td').first().textContent()
    assert.ok(text.trimEnd().split('\r\n').at(-1)!.startsWith(`Total,${shown}`), text)
    await page.getByRole('button', { name: 'Saved reports' }).click()
    await page.getByRole('button', { name: 'Save this report' }).click()
    const form = page.getByRole('dialog', { name: 'Save this report' })
    await form.getByLabel('Name').fill('Billable week')
    await form.getByLabel('Share with managers').check()
    await form.getByLabel('Send by email').selectOption('Every week')
    await form.getByLabel('Day', { exact: true }).selectOption('Monday')
    await form.getByLabel('Hart').check()
    assert.deepEqual(await accessibilityProblems(page), [])
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    const list = page.getByRole('dialog', { name: 'Saved reports' })
    await list.getByText('Shared · every Monday at 7:00 AM as PDF to 1 person').waitFor()
    // Escape closes the dialog on top.
    await form.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await go(page, '/reports/hours')
    await page.getByRole('button', { name: 'Saved reports' }).click()
    await list.getByRole('link', { name: 'Billable week' }).click()
    await page.waitForURL(/billable=yes/)
    assert.match(page.url(), /range=last-week&by=person&billable=yes/)
    await page.getByRole('button', { name: 'Saved reports' }).click()
    await list.getByRole('button', { name: 'Delete Billable week' }).click()
    await page.getByRole('dialog', { name: 'Delete Billable week?' }).getByRole('button', { name: 'Delete' }).click()
    await list.getByText('No saved reports').waitFor()
    await projects(page, site)
    await closeWindow(page)

    // A person who may not plan one is told whom to ask.
    const employee = await openWindow(browser, site, 'employee', { width: 390, theme: 'dark' })
    await withoutProjects(employee)
    assert.equal(await employee.getByRole('link', { name: 'Plan a project' }).count(), 0)
    await employee.getByText('Ask an administrator to create one.').waitFor()
    await closeWindow(employee)
  })

  test('a printed report is black on white, names the company and the dates, and loses no column', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'dark', tools: true })
    await visit(page, '/reports')
    const short = ['/reports/payroll']
    for (const path of isFull
      ? [...short, '/reports', '/reports/hours', '/reports/people', '/reports/projects']
      : short) {
      await go(page, `${path}?from=2026-11-02&to=2026-11-15&by=customer&within=person`)
      await page.emulateMedia({ media: 'print' })
      // A letter in landscape, at the usual margins.
      await page.setViewportSize({ width: 965, height: 726 })
      assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0, path)
      const seen = await page.evaluate(() => ({
        ...{ paper: getComputedStyle(document.body).backgroundColor, ink: getComputedStyle(document.body).color },
        scheme: getComputedStyle(document.documentElement).colorScheme,
        about: document.querySelector<HTMLElement>('.reports-paper')?.textContent,
        wide: [...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth).length,
      }))
      assert.deepEqual(seen, {
        ...{ paper: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', scheme: 'light', wide: 0 },
        about: seen.about,
      })
      assert.match(seen.about!, /^Northside Builders · /)
      if (path !== '/reports/projects') assert.match(seen.about!, /Nov 2 – 15, 2026/)
      await page.emulateMedia({ media: null })
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await closeWindow(page)
  })
})

/** Files begin with the last pay period, as Payroll does, and say who is not approved before one is made. */
async function saysWhatIsNotApproved(page: Page): Promise<void> {
  assert.equal(await page.getByLabel('Dates').inputValue(), 'last-period')
  await go(page, '/reports/files?from=2026-11-15&to=2026-11-28')
  await page.getByText(/^\d+ people have time that isn’t approved through .*: .* and \d+ more\./).waitFor()
  const link = page.locator('main').getByRole('link', { name: 'Review hours' })
  assert.equal(await link.getAttribute('href'), '/approvals?day=2026-11-15')
  await go(page, '/reports/files?from=2026-10-04&to=2026-10-17')
  await page.getByText(/^All time on these dates is approved through /).waitFor()
  await go(page, '/reports/files')
}

/** A file has cost and billable amounts only if an administrator asks for them. */
async function moneyOnRequest(page: Page): Promise<void> {
  const request = page.waitForRequest((request) => /exports\/payroll\?.*money=yes/.test(request.url()))
  const file = page.waitForEvent('download')
  await page.getByLabel('Add cost and billable amount').first().check()
  await page.getByRole('button', { name: 'Hours for payroll as CSV' }).click()
  assert.equal((await (await request).response())?.status(), 200)
  await file
}

/** The missing settings of a payroll program are listed and set, and the next file uses them. */
async function setUpPaychex(page: Page, site: Site): Promise<void> {
  await dismissToasts(page)
  await page.getByRole('button', { name: 'Paychex as CSV' }).click()
  await page.getByText('File not created: some settings are missing.').waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  // Everyone whom it concerns is named, at first eight of them.
  const regular = page.locator('.payrun-lacks li').filter({ hasText: 'Pay components: Regular hours' })
  const count = Number((await regular.locator('strong').textContent())!.match(/\((\d+) people\)/)![1])
  await regular.getByRole('button', { name: `and ${count - 8} more` }).click()
  assert.equal(await regular.locator('p > .quiet > span').count(), count)
  await page.getByRole('button', { name: 'Set it: Pay components: Regular hours' }).click()
  const form = page.getByRole('dialog', { name: 'Paychex' })
  await form.getByLabel('Regular hours', { exact: true }).and(page.locator('[aria-invalid]:focus')).waitFor()
  assert.equal(await form.getByLabel('Client ID').getAttribute('aria-invalid'), 'true')
  await form.getByLabel('Client ID').fill('12345678')
  await form.getByLabel('Worker ID').selectOption('Employee number')
  for (const [kind, code] of [
    ['Regular hours', 'Hourly'],
    ['Overtime, 1.5 ×', 'Overtime'],
    ['Overtime, 2 ×', 'Double'],
    ['Time off', 'PTO'],
  ] as const)
    await form.getByLabel(kind, { exact: true }).fill(code)
  assert.deepEqual(await accessibilityProblems(page), [])
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('New files will use these settings.').waitFor()
  const { setup } = await site.api('GET', '/api/console/exports')
  assert.equal(setup.paychex_spi.pay_components.regular, 'Hourly')
}

/** The ids of all people whom a file complains about are typed in one table, or taken from their numbers. */
async function setIds(page: Page, site: Site): Promise<void> {
  await dismissToasts(page)
  const { setup } = await site.api('GET', '/api/console/exports')
  const paychex_spi = { ...setup.paychex_spi, worker_id: 'payroll_id' }
  await site.api('PUT', '/api/console/exports/setup', { paychex_spi })
  const { results } = await site.api('GET', '/users?active=yes')
  const before = Object.values<{ id: number; payroll_id: string; employee_number: number }>(results.users)
  await site.api('PUT', '/users', { data: before.slice(0, 50).map(({ id }) => ({ id, payroll_id: `no id ${id}` })) })
  await page.getByRole('button', { name: 'Paychex as CSV' }).click()
  await page.getByRole('button', { name: 'Enter them here' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payroll ID' })
  await dialog.getByRole('textbox', { name: 'Payroll ID of Maya Torres' }).waitFor()
  assert.deepEqual(await accessibilityProblems(page), [])
  await dialog.getByRole('button', { name: 'Use the employee number for all' }).click()
  await dialog.getByRole('textbox', { name: 'Payroll ID of Maya Torres' }).fill('MT7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const after = Object.values<{ id: number; payroll_id: string }>(
    (await site.api('GET', '/users?active=yes')).results.users,
  )
  assert.equal(after.find(({ id }) => id === site.company.employeeId)!.payroll_id, 'MT7')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Paychex as CSV' }).click()
  await file
}

/** Projects are shown with their estimates, those over budget are marked, and without projects one can be planned. */
async function projects(page: Page, site: Site): Promise<void> {
  await go(page, '/reports/projects')
  const { results } = await site.api('GET', '/reports/project_estimate?supplemental_data=no')
  const all = Object.values<{ name: string; total_tracked_seconds: number; total_estimated_seconds: number }>(results)
  for (const { name } of all) await page.getByRole('heading', { name, exact: true }).waitFor()
  const over = all.filter(
    (one) => one.total_estimated_seconds > 0 && one.total_tracked_seconds > one.total_estimated_seconds,
  )
  assert.equal(await page.getByText(/ over$/).count(), over.length)
  await withoutProjects(page)
  const link = page.getByRole('link', { name: 'Plan a project' })
  assert.equal(await link.count(), 1)
  await link.click()
  await page.waitForURL('**/projects')
  await page.getByRole('button', { name: 'Add a project' }).waitFor()
}

/** Opens the report of projects as it is in a company that has none. */
async function withoutProjects(page: Page): Promise<void> {
  await page.route('**/reports/project_estimate?*', (route) =>
    route.fulfill({ json: { results: {}, total_count: 0, more: false } }),
  )
  await visit(page, '/reports/projects')
  await page.getByText('A project is a job with dates and an estimate.').waitFor()
}
