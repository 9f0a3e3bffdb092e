import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { shownPay } from '../../src/rules/pay/shown_hours.ts'
import { shownUnits } from '../../src/rules/pay/shown_units.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  settled,
  sidewaysScroll,
  visit,
  withSite,
} from './browser.ts'

const lastWeek = 'start_date=2026-11-08&end_date=2026-11-14&supplemental_data=no'

describe('reports', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  /** The total of the API’s payroll report for last week. */
  const lastWeekTotal = async () =>
    shownTotal(Object.values((await site.api('GET', `/reports/payroll?${lastWeek}`)).results.payroll_report))

  test('every report adds up to the API’s figures and the entries behind them, in every grouping and with every filter', async () => {
    const total = await lastWeekTotal()
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/reports/payroll')
    await payrollToEntries(page, site)
    await go(page, '/reports?range=last-week')
    await chartAndTables(page, total)
    await filtersCarryOver(page)
    await everyGrouping(page, total)
    await dotsAndShares(page)
    await entriesBehindRows(page, site)
    await closeWindow(page)
  })

  nightly.test('the payroll report adds up to the API’s figures and the entries behind them (390 px)', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await visit(page, '/reports/payroll')
    await payrollToEntries(page, site)
    await closeWindow(page)
  })

  test('a phone shows each name and total, and the hours of one person; an employee sees only their own hours', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await visit(page, '/reports?range=last-14')
    await namesOnPhone(page)
    await go(page, '/reports/payroll?range=last-period')
    // What has no column is below the name, so that a row adds up.
    await page
      .locator('.reports-table .hint', { hasText: /Time off \d+:\d\d/ })
      .first()
      .waitFor()
    await go(page, '/reports/people?range=last-14')
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
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await closeWindow(page)

    const employee = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(employee, '/reports/payroll?range=last-period')
    assert.equal(await employee.locator('tbody tr').count(), 1)
    await employee.locator('tbody').getByRole('button', { name: 'Maya Torres' }).waitFor()
    assert.equal(await employee.getByLabel('Person', { exact: true }).count(), 0)
    await closeWindow(employee)
  })

  test('Hours loads 2,000 jobs with one request, and rows out of view are not in the page', async () => {
    const page = await openWindow(browser, site, 'admin')
    await answerHours(page, manyJobs())
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !/\/(start|events|messages)$/.test(pathname)) asked.push(pathname)
    })
    await visit(page, '/reports?range=last-week')
    await page.getByRole('button', { name: 'Job 1', exact: true }).waitFor()
    // The timer in the title also needs one's own entries.
    const others = new Set(asked).difference(new Set(['/api/console/hours', '/api/v1/timesheets']))
    assert.deepEqual([...others], [])
    assert.equal(asked.filter((path) => path === '/api/console/hours').length, 1)
    assert.ok((await elementsIn(page)) < 2000, `${await elementsIn(page)} elements`)
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
    assert.ok((await elementsIn(page)) < 2000, `${await elementsIn(page)} elements`)
    await closeWindow(page)
  })

  test('Payroll of 500 people keeps rows out of view out of the page, and shows the first of their lines of pay', async () => {
    const page = await openWindow(browser, site, 'admin')
    await answerPayroll(page)
    await visit(page, '/reports/payroll?range=last-week')
    await page.getByRole('button', { name: 'Person 900000', exact: true }).waitFor()
    assert.ok((await elementsIn(page)) < 2000, `${await elementsIn(page)} elements`)
    const gross = page.getByRole('table', { name: 'Gross pay by rate' })
    assert.equal(await gross.locator('.pay-table-person').count(), 20)
    await page
      .getByRole('table', { name: 'Payroll' })
      .getByRole('rowheader', { name: 'Total' })
      .scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Person 900499', exact: true }).waitFor()
    assert.ok((await elementsIn(page)) < 2000, `${await elementsIn(page)} elements`)
    await page.getByRole('button', { name: 'Show 480 more' }).click()
    await gross.getByRole('rowheader', { name: 'Person 900499' }).waitFor()
    await closeWindow(page)
  })

  nightly.test('By person keeps rows out of view out of the page', async () => {
    const page = await openWindow(browser, site, 'admin')
    await answerHours(page, manyPeople())
    await visit(page, '/reports/people?range=last-week')
    await page.getByRole('button', { name: 'Person 900000', exact: true }).waitFor()
    assert.ok((await elementsIn(page)) < 2000, `${await elementsIn(page)} elements`)
    await page.getByRole('rowheader', { name: 'Total' }).first().scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Person 900499', exact: true }).waitFor()
    await closeWindow(page)
  })
})

/** The payroll report of a group shows the API’s figures, down to the entries. Begins at the report of the last pay period. */
async function payrollToEntries(page: Page, site: Site): Promise<void> {
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
  await page
    .locator('tfoot')
    .getByText(hours(shownTotal(rows)))
    .waitFor()
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
}

/** Hours has a chart and a table; By person shows the same total for the same dates. Begins at Hours for last week. */
async function chartAndTables(page: Page, total: number): Promise<void> {
  await page.getByRole('img', { name: /^Hours of each day/ }).waitFor()
  assert.equal(await page.locator('svg[role=img] title').count(), 7)
  // The total of the payroll report, which is the sum of the jobs above it.
  await page.locator('tfoot').getByText(hours(total)).waitFor()
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
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Hours', exact: true }).click()
  await page.getByRole('img', { name: /^Hours of each (week|month)/ }).waitFor()
}

/** A filter carries over from report to report, and each shows the same total. Begins at Hours. */
async function filtersCarryOver(page: Page): Promise<void> {
  const all = (await page.locator('.reports-hours tfoot td').first().textContent())!
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Customer').selectOption('Aspen Ridge Homes')
  await page.getByLabel('Billable', { exact: true }).selectOption('Billable')
  await page.waitForURL(/billable=yes/)
  await settled(page)
  const sums = new Map<string, string | null>()
  for (const name of ['Hours', 'By person', 'Payroll']) {
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor()
    await settled(page)
    const table = page.locator('.reports-table').first()
    const headings = await table.locator('thead th').allTextContents()
    const place = headings.indexOf('Total') + 1
    sums.set(name, await table.locator(`tfoot :nth-child(${place})`).first().textContent())
  }
  const [sum] = sums.values()
  assert.ok(minutesOf([sum!]) > 0 && minutesOf([sum!]) < minutesOf([all]), `${sum} of ${all}`)
  assert.deepEqual(new Set(sums.values()).size, 1, JSON.stringify([...sums]))
  if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
  await page.getByRole('button', { name: 'Remove filters' }).click()
  await page.getByRole('columnheader', { name: 'Gross pay' }).waitFor()
}

/** Hours add up to the payroll report in every grouping; the address holds the choice, also after a reload. */
async function everyGrouping(page: Page, total: number): Promise<void> {
  await go(page, '/reports/hours?range=last-week')
  const table = page.locator('.reports-hours')
  const column = async (name: string) =>
    (await table.locator('thead th').allTextContents()).findIndex((text) => text.startsWith(name)) + 1
  for (const by of isFull ? ['Job', 'Person', 'Group', 'Day', 'Customer'] : ['Day', 'Customer']) {
    await page.getByLabel('Group by').selectOption(by)
    await table.getByRole('columnheader', { name: by, exact: true }).waitFor()
    await settled(page)
    const place = await column('Total')
    assert.equal(await table.locator(`tfoot :nth-child(${place})`).textContent(), hours(total), by)
    // The rows at the top level: those below them are indented.
    const top = table.locator('tbody tr', { has: page.locator('th[style*="--level: 0"]') })
    const shown = (await top.locator(`:nth-child(${place})`).allTextContents()).map((text) => text.replace('–', '0:00'))
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
  if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
}

/** The dots of rows have the colors of their bars, and shares their decimals. */
async function dotsAndShares(page: Page): Promise<void> {
  await go(page, '/reports/hours?range=last-week&by=customer')
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
  const widths = await page
    .locator('.reports-part .meter > span')
    .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.width))
  for (const [index, share] of shares.entries())
    assert.ok(
      Math.abs(Number.parseFloat(widths[index]!) - Number.parseFloat(share)) < 0.06,
      `${widths[index]} for ${share}`,
    )
}

/** A row of the hours report opens the entries that it is the sum of. */
async function entriesBehindRows(page: Page, site: Site): Promise<void> {
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
  const short = [`by=person&item=${item.id}`, 'by=week']
  for (const by of isFull ? [...short, `by=job&item=${item.id}`, 'by=month&billable=yes', 'by=customer'] : short) {
    await go(page, `/reports/hours?from=2026-11-02&to=2026-11-15&${by}`)
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
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

/** A phone shows the name of each job and each total. Begins at Hours for the last 14 days. */
async function namesOnPhone(page: Page): Promise<void> {
  const rows = page.locator('.reports-hours .reports-row')
  assert.ok((await rows.allTextContents()).includes('Framing'))
  // Amounts of money are below the names.
  await go(page, '/reports/people?range=last-14')
  const amounts = page.locator('.reports-narrow').filter({ hasText: /Cost.*Billable/s })
  await amounts.first().waitFor()
  const cut = (names: Element[]) => names.filter((name) => name.scrollWidth > name.clientWidth).length
  assert.equal(await amounts.evaluateAll(cut), 0)
  await go(page, '/reports/hours?range=last-14')
  const right = (cells: Element[]) => Math.max(...cells.map((cell) => cell.getBoundingClientRect().right))
  assert.ok((await page.locator('.reports-total').evaluateAll(right)) < 390)
}

const columns = [
  { key: 'regular', name: 'Regular', unit: 'seconds' },
  { key: 'total', name: 'Total', unit: 'seconds' },
]

/** An answer of the hours report: 2,000 jobs of 1,000 hours each. */
function manyJobs(): object {
  const rows = Array.from({ length: 2000 }, (_, index) => ({
    ...{ key: `/job-${index}`, by: 'job', id: index + 1, date: '', name: `Job ${index + 1}`, level: 0 },
    ...{ parent: false, values: [3600 * 1000, 3600 * 1000] },
  }))
  const sum = 3600 * 1000 * 2000
  const chart = { by: 'day', series: [], bars: [{ date: '2026-11-09', values: { all: sum } }] }
  return { unit: 60, columns, rows, total: [sum, sum], chart }
}

/** An answer of the hours report: 500 people in no group. */
function manyPeople(): object {
  const figures = (seconds: number) => [seconds, seconds]
  const row = (by: string, id: number, name: string, level: number, values: number[]) => ({
    ...{ key: `/${by}-${id}`, by, id, date: '', name, level, parent: level === 0, values },
  })
  const people = Array.from({ length: 500 }, (_, index) =>
    row('person', 900_000 + index, `Person ${900_000 + index}`, 1, figures(7200 * (1000 - index))),
  )
  const total = figures(people.reduce((sum, { values }) => sum + values[0]!, 0))
  const rows = [row('group', 0, 'No group', 0, total), ...people]
  return { unit: 60, columns, rows, total, chart: { by: 'day', series: [], bars: [] } }
}

/** Answers the questions of Payroll with 500 people of 40 hours and 10 hours of overtime, some without a rate. */
async function answerPayroll(page: Page): Promise<void> {
  const ids = Array.from({ length: 500 }, (_, index) => 900_000 + index)
  const dates = { start_date: '2026-11-08', end_date: '2026-11-14' }
  const row = (user_id: number) => ({
    ...{
      user_id,
      client_id: '',
      ...dates,
      total_re_seconds: 144_000,
      total_pto_seconds: 0,
      total_work_seconds: 180_000,
    },
    ...{ overtime_seconds: { '1.5': 36_000 }, overtime_by_rule: { weekly: 36_000 }, pto_seconds: {} },
  })
  const line = (multiplier: number, seconds: number) => ({
    ...{ kind: 'work', multiplier, rate: 25, per: 'hour', seconds, amount_cents: 100_000, jobcode_id: 0, weeks: [] },
  })
  const pay = (user_id: number) => ({
    ...{ user_id, gross_cents: 200_000, cost_cents: 200_000, billable_cents: 0, regular_rates: [], adjustments: [] },
    ...{ seconds_without_rate: user_id % 2 === 0 ? 3600 : 0, lines: [line(1, 144_000), line(1.5, 36_000)] },
  })
  const payroll_report = Object.fromEntries(ids.map((id) => [id, row(id)]))
  await page.route('**/api/v1/reports/payroll?*', (route) => route.fulfill({ json: { results: { payroll_report } } }))
  await page.route('**/api/console/gross_pay?*', (route) =>
    route.fulfill({ json: { overtime_pay: 'regular_rate', people: ids.map(pay) } }),
  )
}

/** Answers the app’s questions for hours with a prepared report. */
function answerHours(page: Page, json: object): Promise<unknown> {
  return page.route('**/api/console/hours?*', (route) => route.fulfill({ json }))
}

function elementsIn(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

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

/** Seconds of hours on the page, such as `1,402:10` or `−0:01`. */
function secondsIn(text: string): number {
  const [hours = 0, minutes = 0] = text.replace(/[,−]/g, '').split(':').map(Number)
  return (text.startsWith('−') ? -1 : 1) * (hours * 3600 + minutes * 60)
}
