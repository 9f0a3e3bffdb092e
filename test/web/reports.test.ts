import assert from 'node:assert/strict'
import { text as textOf } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Browser } from 'playwright-core'
import { shownPay, shownUnits } from '../../src/rules/shown_hours.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  until,
  visit,
  withSite,
} from './browser.ts'

describe('reports', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const hours = (seconds: number) =>
    `${Math.floor(seconds / 3600).toLocaleString('en-US')}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`

  /** The sum of texts such as `7:05`. */
  const minutesOf = (texts: readonly string[]) =>
    texts.reduce((sum, text) => {
      const [h = 0, m = 0] = text.replaceAll(',', '').split(':').map(Number)
      return sum + h * 60 + m
    }, 0)
  /** The sum of what is shown of each person. */
  const shownTotal = (rows: readonly Parameters<typeof shownPay>[0][]) =>
    rows.reduce((sum, row) => sum + shownPay(row, shownUnits.hhmm).total_work_seconds, 0)

  for (const width of [390, 1280] as const)
    test(`payroll shows the API’s figures, filtered by group, down to the entries (${width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light' })
      await visit(page, '/reports/payroll')
      assert.equal(await page.getByLabel('Dates').locator('option:checked').textContent(), 'Last pay period')
      await page.getByLabel('Dates').selectOption('Custom dates')
      await page.getByLabel('First day').fill('2026-11-02')
      await page.getByLabel('Last day').fill('2026-11-15')
      const [group] = Object.values<{ id: number; name: string }>((await site.api('GET', '/groups')).results.groups)
      await page.getByLabel('Group').selectOption(group!.name)
      await page.waitForURL(/group=/)
      const question = `start_date=2026-11-02&end_date=2026-11-15&group_ids=${group!.id}`
      const { results } = await site.api('GET', `/reports/payroll?${question}&supplemental_data=no`)
      const rows = Object.values<Parameters<typeof shownPay>[0]>(results.payroll_report)
      const total = shownTotal(rows)
      await page.locator('tfoot').getByText(hours(total)).waitFor()
      assert.equal(await page.locator('.reports-table').first().locator('tbody tr').count(), rows.length)

      const first = page.locator('tbody tr').first()
      const name = (await first.getByRole('button').textContent())!
      await first.getByRole('button').click()
      const dialog = page.getByRole('dialog', { name })
      // Each day leads to its timesheet; the name is in the title.
      await dialog
        .getByRole('link', { name: /^\w+, Nov \d+$/ })
        .first()
        .waitFor()
      assert.equal(await dialog.getByRole('link', { name }).count(), 0)
      assert.deepEqual(await accessibilityProblems(page), [])
      const users = Object.values<{ id: number; first_name: string; last_name: string }>(
        (await site.api('GET', '/users?per_page=200')).results.users,
      )
      const user = users.find(({ first_name, last_name }) => name === `${first_name} ${last_name}`)!
      const entries = await site.api(
        'GET',
        `/timesheets?start_date=2026-11-02&end_date=2026-11-15&user_ids=${user.id}&on_the_clock=no&per_page=200`,
      )
      const list = dialog.getByRole('listitem')
      assert.equal(await list.count(), Object.keys(entries.results.timesheets).length)
      // What is paid adds up to the figure that was clicked.
      const paid = await list.filter({ hasNotText: 'unpaid, not counted' }).locator('strong').allTextContents()
      const below = await dialog.locator('dd').allTextContents()
      const clicked = shownTotal([results.payroll_report[user.id]])
      assert.equal(secondsIn(below.pop()!), clicked)
      assert.equal(
        [...paid, ...below].reduce((sum, text) => sum + secondsIn(text), 0),
        clicked,
      )
      await closeWindow(page)
    })

  test('in print are black on white, say what they cover, and lose no column', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'dark', tools: true })
    for (const path of ['/reports', '/reports/hours', '/reports/payroll', '/reports/people', '/reports/projects']) {
      await visit(page, `${path}?from=2026-11-02&to=2026-11-15&by=customer&within=person`)
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

  test('files are found by name, kind and job', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports/files')
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
    await visit(page, `/reports/files?from=2026-11-01&to=2026-11-14&job=${job!.id}`)
    await page.getByText('Covers the time on all jobs.').first().waitFor()
    const asked = page.waitForRequest(/\/exports\/jobs\/check\?.*jobcode_ids=/)
    await page.getByRole('button', { name: 'Hours by job as CSV' }).click()
    assert.equal(new URL((await asked).url()).searchParams.get('jobcode_ids'), String(job!.id))
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('a row of any grouping and filter opens the entries that it is the sum of', async () => {
    const dates = 'start_date=2026-11-02&end_date=2026-11-15&on_the_clock=no'
    const { timesheets } = (await site.api('GET', `/timesheets?${dates}&supplemental_data=no`)).results
    const chosen = Object.values<{ customfields: Record<string, string> }>(timesheets).flatMap((sheet) =>
      Object.entries(sheet.customfields).filter(([, name]) => name !== ''),
    )
    const [field, name] = chosen[0]!
    const { customfielditems } = (await site.api('GET', `/customfielditems?customfield_id=${field}`)).results
    const item = Object.values<{ id: number; name: string }>(customfielditems).find((one) => one.name === name)!
    const breaks = (await site.api('GET', '/jobcodes?type=unpaid_break&active=both')).results.jobcodes
    const unpaid = new RegExp(
      Object.values<{ name: string }>(breaks)
        .map((one) => one.name)
        .join('|'),
    )
    const page = await openWindow(browser, site, 'admin')
    for (const by of [
      `by=person&item=${item.id}`,
      `by=job&item=${item.id}`,
      'by=week',
      'by=month&billable=yes',
      'by=customer',
    ]) {
      await visit(page, `/reports/hours?from=2026-11-02&to=2026-11-15&${by}`)
      const row = page.locator('.reports-hours tbody tr:has(.reports-row)').first()
      const total = secondsIn((await row.locator('.reports-total').textContent())!)
      await row.getByRole('button').last().click()
      const all = page.getByRole('dialog').getByRole('listitem')
      await all.first().waitFor()
      // An unpaid break is among the entries, and no hours.
      const list = all.filter({ hasNotText: unpaid })
      if (by === 'by=week')
        assert.ok((await all.filter({ hasText: unpaid }).filter({ hasText: 'unpaid, not counted' }).count()) > 0)
      const parts = await list.locator('strong').allTextContents()
      const rest = await page.getByRole('dialog').locator('dd').allTextContents()
      assert.equal(secondsIn(rest.pop()!), total, by)
      const sum = [...parts, ...rest].reduce((all, text) => all + secondsIn(text), 0)
      assert.equal(sum, total, by)
    }
    await closeWindow(page)
  })

  test('hours by job have a chart and a table, and filters are kept from report to report', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports?range=last-week')
    await page.getByRole('img', { name: /^Hours of each day/ }).waitFor()
    assert.equal(await page.locator('svg[role=img] title').count(), 7)
    const { results } = await site.api(
      'GET',
      '/reports/payroll?start_date=2026-11-08&end_date=2026-11-14&supplemental_data=no',
    )
    const total = shownTotal(Object.values(results.payroll_report))
    // The total of the payroll report, which is the sum of the jobs above it.
    await page.locator('tfoot').getByText(hours(total)).waitFor()
    assert.equal(minutesOf(await page.locator('tbody tr td:nth-child(2)').allTextContents()) * 60, total)
    await page.getByRole('link', { name: 'By person' }).click()
    assert.equal(await page.getByLabel('Dates').inputValue(), 'last-week')
    const people = page.locator('.reports-table').first()
    await people.locator('tfoot').getByText(hours(total)).last().waitFor()
    for (const table of await page.locator('.reports-table').all()) {
      const headings = await table.locator('thead th').allTextContents()
      const shown = await table.locator(`tbody tr td:nth-child(${headings.indexOf('Total') + 1})`).allTextContents()
      assert.equal(minutesOf(shown) * 60, total)
    }
    await page.getByLabel('Dates').selectOption('Custom dates')
    await page.getByLabel('First day').fill('2026-01-01')
    await page.getByRole('link', { name: 'By job' }).click()
    await page.getByRole('img', { name: /^Hours of each (week|month)/ }).waitFor()
    await closeWindow(page)
  })

  test('By job and Hours show one figure for each job, its share, and one total', async () => {
    const page = await openWindow(browser, site, 'admin')
    const figures = async (path: string, hoursAt: (headings: string[]) => number) => {
      await visit(page, path)
      await page.locator('.reports-hours tfoot').waitFor()
      const place = hoursAt(await page.locator('.reports-hours thead th').allTextContents()) + 1
      const rows = page.locator('.reports-hours tbody tr[aria-rowindex]:not(.reports-parent)')
      const texts = await rows.locator(`> :nth-child(${place})`).allTextContents()
      const names = (await rows.locator('.reports-row').allTextContents()).map((name) => name.split(' › ').at(-1)!)
      assert.equal(names.length, texts.length)
      assert.ok(names.length > 3)
      const total = await page.locator(`.reports-hours tfoot :nth-child(${place})`).first().textContent()
      return { jobs: names.map((name, index) => `${name} ${texts[index]}`).sort(), total }
    }
    const byJob = await figures('/reports?range=last-14', (headings) => headings.indexOf('Hours'))
    const hoursPage = await figures('/reports/hours?range=last-14&by=job', (headings) => headings.indexOf('Total'))
    const worked = ({ jobs, total }: typeof byJob) => ({ jobs: jobs.filter((job) => !job.endsWith(' –')), total })
    assert.deepEqual(byJob, worked(hoursPage))
    await closeWindow(page)
  })

  test('a filter carries over from report to report, and each shows the same total', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports?range=last-14')
    const all = (await page.locator('.reports-hours tfoot td').first().textContent())!
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Customer').selectOption('Aspen Ridge Homes')
    await page.getByLabel('Billable', { exact: true }).selectOption('Billable')
    await page.waitForURL(/billable=yes/)
    await settled(page)
    const sums = new Map<string, string | null>()
    for (const name of ['By job', 'Hours', 'By person', 'Payroll']) {
      await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name }).click()
      await page.getByRole('button', { name: 'Filters (2)' }).waitFor()
      await settled(page)
      const table = page.locator('.reports-table').first()
      const headings = await table.locator('thead th').allTextContents()
      const place = headings.findIndex((text) => text === (name === 'By job' ? 'Hours' : 'Total')) + 1
      sums.set(name, await table.locator(`tfoot :nth-child(${place})`).first().textContent())
    }
    const [sum] = sums.values()
    assert.ok(minutesOf([sum!]) > 0 && minutesOf([sum!]) < minutesOf([all]), `${sum} of ${all}`)
    assert.deepEqual(new Set(sums.values()).size, 1, JSON.stringify([...sums]))
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Remove filters' }).click()
    await page.getByRole('columnheader', { name: 'Gross pay' }).waitFor()
    await closeWindow(page)
  })

  test('projects are shown with their estimates, and those over budget are marked', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/reports/projects')
    const { results } = await site.api('GET', '/reports/project_estimate?supplemental_data=no')
    const projects = Object.values<{ name: string; total_tracked_seconds: number; total_estimated_seconds: number }>(
      results,
    )
    for (const { name } of projects) await page.getByRole('heading', { name, exact: true }).waitFor()
    const over = projects.filter(
      (one) => one.total_estimated_seconds > 0 && one.total_tracked_seconds > one.total_estimated_seconds,
    )
    assert.equal(await page.getByText(/ over$/).count(), over.length)
    await closeWindow(page)
  })

  test('without projects, users who may plan one get a link to the page', async () => {
    for (const [who, links] of [
      ['admin', 1],
      ['employee', 0],
    ] as const) {
      const page = await openWindow(browser, site, who)
      await page.route('**/reports/project_estimate?*', (route) =>
        route.fulfill({ json: { results: {}, total_count: 0, more: false } }),
      )
      await visit(page, '/reports/projects')
      await page.getByText('A project is a job with dates and an estimate.').waitFor()
      const link = page.getByRole('link', { name: 'Plan a project' })
      assert.equal(await link.count(), links)
      if (links > 0) {
        await link.click()
        await page.waitForURL('**/projects')
        await page.getByRole('button', { name: 'Add a project' }).waitFor()
      } else await page.getByText('Ask an administrator to create one.').waitFor()
      await closeWindow(page)
    }
  })

  test('a file is created with its progress; a payroll program’s missing settings are listed, fixed, and the file is right', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports/files?from=2026-11-01&to=2026-11-14')
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Hours for payroll as CSV' }).click()
    const file = await csv
    assert.equal(file.suggestedFilename(), 'payroll-2026-11-01-to-2026-11-14.csv')
    const text = await textOf(await file.createReadStream())
    assert.match(text, /Torres/)

    await page.getByRole('button', { name: 'Paychex as CSV' }).click()
    await page.getByText('File not created: some settings are missing.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Set up Paychex' }).click()
    const form = page.getByRole('dialog', { name: 'Paychex' })
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
    await closeWindow(page)
  })

  test('a long file can be canceled', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/reports/files')
    // The network is slow, and so is the answer.
    await page.route('**/exports/timesheets?*', () => {})
    await page.getByRole('button', { name: 'Timesheets as PDF' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Canceled. No file was created.').waitFor()
    await page.getByRole('button', { name: 'Timesheets as PDF' }).waitFor()
    await closeWindow(page)
  })

  test('an employee sees only their own hours', async () => {
    const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(page, '/reports/payroll?range=last-period')
    assert.equal(await page.locator('tbody tr').count(), 1)
    await page.locator('tbody').getByRole('button', { name: 'Maya Torres' }).waitFor()
    assert.equal(await page.getByLabel('Person', { exact: true }).count(), 0)
    await closeWindow(page)
  })

  test('hours add up to the payroll report in every grouping; the address holds the choice, with Back and reload', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports/hours?range=last-week')
    const { results } = await site.api(
      'GET',
      '/reports/payroll?start_date=2026-11-08&end_date=2026-11-14&supplemental_data=no',
    )
    const total = shownTotal(Object.values(results.payroll_report))
    const table = page.locator('.reports-hours')
    const column = async (name: string) =>
      (await table.locator('thead th').allTextContents()).findIndex((text) => text.startsWith(name)) + 1
    for (const by of ['Job', 'Person', 'Group', 'Day', 'Customer']) {
      await page.getByLabel('Group by').selectOption(by)
      await table.getByRole('columnheader', { name: by, exact: true }).waitFor()
      await settled(page)
      const place = await column('Total')
      assert.equal(await table.locator(`tfoot :nth-child(${place})`).textContent(), hours(total), by)
      // The rows at the top level: those below them are indented.
      const top = table.locator('tbody tr', { has: page.locator('th[style*="--level: 0"]') })
      const shown = (await top.locator(`:nth-child(${place})`).allTextContents()).map((text) =>
        text.replace('–', '0:00'),
      )
      assert.equal(minutesOf(shown) * 60, total, by)
    }
    await page.getByLabel('Group by').selectOption('Person')
    await page.getByLabel('Then by').selectOption('Job')
    await page.getByRole('button', { name: 'Collapse all' }).click()
    const people = await table.locator('tbody tr').count()
    await page
      .getByRole('button', { name: /^Parts of/ })
      .first()
      .click()
    assert.ok((await table.locator('tbody tr').count()) > people)
    await page.reload()
    await settled(page)
    assert.deepEqual(
      [await page.getByLabel('Group by').inputValue(), await page.getByLabel('Then by').inputValue()],
      ['person', 'job'],
    )
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  test('the dots of rows have the colors of their bars, and shares their decimals', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports/hours?range=last-week&by=customer')
    const colorOf = (element: Element) => getComputedStyle(element).backgroundColor
    const legend = new Map<string, string>()
    for (const item of await page.locator('.bars-legend li').all())
      legend.set((await item.textContent())!, await item.locator('.bars-mark').evaluate(colorOf))
    assert.ok(legend.size > 2 && legend.size <= 8 && new Set(legend.values()).size === legend.size)
    for (const row of await page.locator('.reports-hours tbody tr', { has: page.locator('.dot') }).all()) {
      const name = (await row.locator('th').textContent())!
      assert.equal(await row.locator('.dot').evaluate(colorOf), legend.get(name) ?? legend.get('Others'), name)
    }
    const shares = await page.locator('.reports-part').allTextContents()
    for (const share of shares) assert.match(share, /^\d+\.\d%$/)
    const sum = shares.reduce((all, share) => all + Number.parseFloat(share), 0)
    assert.ok(Math.abs(sum - 100) < 1, `${sum}`)
    for (const [index, share] of shares.entries()) {
      const width = await page
        .locator('.reports-part .meter > span')
        .nth(index)
        .evaluate((bar) => bar.style.width)
      assert.ok(Math.abs(Number.parseFloat(width) - Number.parseFloat(share)) < 0.06, `${width} for ${share}`)
    }
    await closeWindow(page)
  })

  for (const [name, path, filters] of [
    ['Hours', '/reports/hours', []],
    ['By job', '/reports', ['/api/v1/groups', '/api/console/lists/users']],
  ] as const)
    test(`${name}: 2,000 jobs take one request, and rows out of view are not in the page`, async () => {
      const page = await openWindow(browser, site, 'admin')
      const rows = Array.from({ length: 2000 }, (_, index) => ({
        ...{ key: `/job-${index}`, by: 'job', id: index + 1, date: '', name: `Job ${index + 1}`, level: 0 },
        ...{ parent: false, values: [3600 * 1000, 3600 * 1000] },
      }))
      const columns = [
        { key: 'regular', name: 'Regular', unit: 'seconds' },
        { key: 'total', name: 'Total', unit: 'seconds' },
      ]
      const sum = 3600 * 1000 * 2000
      const bars = [{ date: '2026-11-09', values: { all: sum } }]
      const chart = { by: 'day', series: [], bars }
      await page.route('**/api/console/hours?*', (route) =>
        route.fulfill({ json: { unit: 60, columns, rows, total: [sum, sum], chart } }),
      )
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/') && !/\/(start|events|messages)$/.test(pathname)) asked.push(pathname)
      })
      await visit(page, `${path}?range=last-week`)
      await page.getByRole('button', { name: 'Job 1', exact: true }).waitFor()
      // Beside it, one's own entries for the timer in the title.
      const others = new Set(asked).difference(new Set(['/api/console/hours', '/api/v1/timesheets', ...filters]))
      assert.deepEqual([...others], [])
      assert.equal(asked.filter((path) => path === '/api/console/hours').length, 1)
      const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
      assert.ok((await nodes()) < 2000, `${await nodes()} nodes`)
      // The axis has room for its longest number.
      const edges = await page
        .locator('svg[role=img] text')
        .evaluateAll((texts) => texts.map((text) => (text as SVGGraphicsElement).getBBox().x))
      assert.ok(
        edges.every((x) => x >= 0),
        `${edges}`,
      )
      await page.locator('.reports-hours tfoot').scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Job 2000', exact: true }).waitFor()
      assert.ok((await nodes()) < 2000, `${await nodes()} nodes`)
      await closeWindow(page)
    })

  test('by person leaves rows out of view out of the page', async () => {
    const page = await openWindow(browser, site, 'admin')
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
    const figures = (seconds: number) => [seconds, seconds]
    const row = (by: string, id: number, name: string, level: number, values: number[]) => ({
      ...{ key: `/${by}-${id}`, by, id, date: '', name, level, parent: level === 0, values },
    })
    const people = Array.from({ length: 500 }, (_, index) =>
      row('person', 900_000 + index, `Person ${900_000 + index}`, 1, figures(7200 * (1000 - index))),
    )
    const total = figures(people.reduce((sum, { values }) => sum + values[0]!, 0))
    const columns = [
      { key: 'regular', name: 'Regular', unit: 'seconds' },
      { key: 'total', name: 'Total', unit: 'seconds' },
    ]
    const rows = [row('group', 0, 'No group', 0, total), ...people]
    const chart = { by: 'day', series: [], bars: [] }
    await page.route('**/api/console/hours?*', (route) =>
      route.fulfill({ json: { unit: 60, columns, rows, total, chart } }),
    )
    await visit(page, '/reports/people?range=last-week')
    await page.getByRole('button', { name: 'Person 900000', exact: true }).waitFor()
    assert.ok((await nodes()) < 2000, `${await nodes()} nodes`)
    await page.getByRole('rowheader', { name: 'Total' }).first().scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Person 900499', exact: true }).waitFor()
    await closeWindow(page)
  })

  test('a phone shows the name of each job and each total', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await visit(page, '/reports?range=last-14')
    const rows = page.locator('.reports-hours .reports-row')
    assert.ok((await rows.allTextContents()).includes('Framing'))
    const cut = (names: Element[]) => names.filter((name) => name.scrollWidth > name.clientWidth).length
    assert.equal(
      await page.getByRole('button', { name: 'Aspen Ridge Homes › Lot 14 garage › Framing' }).evaluateAll(cut),
      0,
    )
    // Amounts of money are below the names.
    for (const path of ['/reports', '/reports/people']) {
      await visit(page, `${path}?range=last-14`)
      const amounts = page.locator('.reports-narrow').filter({ hasText: /Cost.*Billable/s })
      await amounts.first().waitFor()
      assert.equal(await amounts.evaluateAll(cut), 0, path)
    }
    await visit(page, '/reports/hours?range=last-14')
    const right = (cells: Element[]) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().right))
    assert.ok((await page.locator('.reports-total').evaluateAll(right)) < 390)
    await closeWindow(page)
  })

  test('a report is for one person, who is found by a part of the name', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await visit(page, '/reports/people?range=last-14')
    const names = page.getByRole('table').first().locator('tbody .reports-row')
    assert.ok((await names.count()) > 1)
    for (const table of await page.locator('.card .reports-table').all())
      assert.ok(
        await table.evaluate(
          (own) => own.getBoundingClientRect().right <= own.parentElement!.getBoundingClientRect().right,
        ),
        'a table is wider than its card',
      )
    await page.getByRole('button', { name: 'Person Everyone' }).click()
    await page.getByRole('combobox', { name: 'Search people' }).fill('torr')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`user=${site.company.employeeId}`))
    await page.getByRole('button', { name: 'Person Maya Torres' }).waitFor()
    await settled(page)
    assert.deepEqual(await names.allTextContents(), ['Maya Torres'])
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await closeWindow(page)
  })

  test('people are in the order of their names on every page', async () => {
    const byName = new Intl.Collator('en', { sensitivity: 'base' }).compare
    const page = await openWindow(browser, site, 'admin')
    for (const [path, names] of [
      ['/people', 'tbody .two-lines > span:first-child'],
      ['/reports/payroll?range=last-period', 'tbody .reports-row'],
      ['/working', '.working-part:last-of-type .working-name'],
    ] as const) {
      await visit(page, path)
      // A report may be there before the names of its people, and its rows move when they come.
      await until(
        async () => (await page.locator(names).allTextContents()).map((name) => name.trim()),
        (shown) =>
          shown.length > 3 &&
          !shown.some((name) => /^Person \d/.test(name)) &&
          isDeepStrictEqual(shown, shown.toSorted(byName)),
      )
    }
    await visit(page, '/timesheet')
    await page.getByRole('button', { name: /^Whose timesheet / }).click()
    const offered = await page.getByRole('option').locator('span').allTextContents()
    assert.ok(offered.length > 10)
    assert.deepEqual(offered, offered.toSorted(byName))
    await closeWindow(page)
  })

  test('a report is filtered, downloaded, saved, shared, opened by its name, and deleted', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/reports/hours?range=last-week&by=person')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Billable', { exact: true }).selectOption('Billable')
    await page.waitForURL(/billable=yes/)
    await settled(page)
    assert.deepEqual(await accessibilityProblems(page), [])
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
    await visit(page, '/reports/hours')
    await page.getByRole('button', { name: 'Saved reports' }).click()
    await list.getByRole('link', { name: 'Billable week' }).click()
    await page.waitForURL(/billable=yes/)
    assert.match(page.url(), /range=last-week&by=person&billable=yes/)
    await page.getByRole('button', { name: 'Saved reports' }).click()
    await list.getByRole('button', { name: 'Delete Billable week' }).click()
    await page.getByRole('dialog', { name: 'Delete Billable week?' }).getByRole('button', { name: 'Delete' }).click()
    await list.getByText('No saved reports').waitFor()
    await closeWindow(page)
  })
})

/** Seconds of hours on the page, such as `1,402:10` or `−0:01`. */
function secondsIn(text: string): number {
  const [hours = 0, minutes = 0] = text.replace(/[,−]/g, '').split(':').map(Number)
  return (text.startsWith('−') ? -1 : 1) * (hours * 3600 + minutes * 60)
}
