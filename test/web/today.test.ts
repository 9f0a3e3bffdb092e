import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  until,
  type View,
  views,
  visit,
  type Who,
  withSite,
} from './browser.ts'
import { clockShows } from './clock_state.ts'
import { answersOneByOne, layoutShifts } from './layout_shifts.ts'

// Today is Wednesday, 2026-11-18, 10:20 in Denver. Maya Torres and two others have not come to their shifts.

const desk: View = { width: 1280, theme: 'light' }
const phone: View = { width: 390, theme: 'light' }

describe('the first page', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const today = (who: Who = 'admin'): Promise<Values> => site.api('GET', '/api/console/today', undefined, who)
  const main = (page: Page) => page.getByRole('main')
  const card = (page: Page, title: string) =>
    main(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) })
  const tile = (page: Page, name: string) => main(page).getByRole('link', { name: new RegExp(`^\\d+ ?${name}`) })
  /** The right to track time of the owner, who has it in the sandbox. */
  const tracks = (time_tracking: boolean) =>
    site.api('PUT', '/users', { data: [{ id: site.company.adminId, permissions: { time_tracking } }] })

  test('it is accessible, fits its window, stays in place while it loads, and has the button in the first view', async () => {
    for (const who of ['employee', 'admin'] as const)
      for (const view of views) {
        const page = await openWindow(browser, site, who, view)
        const faster = await answersOneByOne(page)
        await visit(page, '/')
        const found = [...(await layoutShifts(page)), ...(await accessibilityProblems(page))]
        const wider = await sidewaysScroll(page)
        if (wider > 0) found.push(`scrolls sideways by ${wider} px`)
        const box = await main(page).getByRole('button', { name: 'Clock in' }).boundingBox()
        const height = await page.evaluate(() => innerHeight)
        if (!box || box.y + box.height > height) found.push(`the button is not in view: ${JSON.stringify(box)}`)
        assert.deepEqual(found, [], `${who}, ${view.width} px, ${view.theme}`)
        await faster()
        await closeWindow(page)
      }
  })

  test('an employee sees shift and week beside the clock, which goes on working, and no one else', async () => {
    const { own } = await today('employee')
    const page = await openWindow(browser, site, 'employee', phone)
    // The address of the clock leads here, too.
    await visit(page, '/clock')
    assert.equal(new URL(page.url()).pathname, '/')
    await card(page, 'My next shifts').getByText('Now, 8 AM – 4:30 PM').waitFor()
    const { planned_seconds } = own.week[3]
    assert.equal(planned_seconds, 8.5 * 3600)
    const week = card(page, 'My week')
    await week.getByText('of 42:30 planned hours this week').waitFor()
    const bars = await week.getByRole('listitem').allInnerTexts()
    assert.equal(bars.filter((text) => text.includes('8:30 planned')).length, 5, bars.join())
    // The chart has the figure of the clock.
    const worked = await main(page).locator('.clock-totals dd').nth(1).textContent()
    await week.getByText(`${worked} of 42:30`).waitFor()
    assert.equal(await main(page).getByText('Right now').count(), 0)
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await clockShows(page, /On the clock since/)
    await main(page).getByRole('button', { name: 'Clock out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).click()
    await clockShows(page, 'Off the clock')
    await closeWindow(page)
    const entries = Object.keys(
      (await site.api('GET', `/timesheets?user_ids=${site.company.employeeId}&start_date=2026-11-18`)).results
        .timesheets,
    )
    await site.api('DELETE', `/timesheets?ids=${entries}`)
  })

  test('what was sent back is above everything else of one’s own, with a way to the days', async () => {
    const { employeeId: user_id } = site.company
    const back = { user_id, start_date: '2026-11-09', end_date: '2026-11-10', message: 'Which job was this?' }
    await site.api('POST', '/api/console/approvals/send_back', back)
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await main(page).getByText('Which job was this?').waitFor()
    await main(page).getByRole('link', { name: 'Open these days' }).click()
    await page.getByRole('heading', { name: 'Timesheet' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/timesheet/2026-11-09')
    await closeWindow(page)
    await site.api('PUT', '/users', { data: [{ id: user_id, submitted_to: '2026-11-10' }] })
  })

  test('a manager sees live who is missing, and adds the time', async () => {
    const { crew } = await today()
    const page = await openWindow(browser, site, 'admin', desk)
    await visit(page, '/')
    await tile(page, 'On the clock').getByText(String(crew.on_clock), { exact: true }).waitFor()
    await tile(page, 'Need you now').getByText(String(crew.late.count), { exact: true }).waitFor()
    const now = card(page, 'Right now')
    const ivy = now.getByRole('listitem').filter({ hasText: 'Ivy Chen' })
    await ivy.getByText('Absent').waitFor()
    assert.match((await ivy.getByRole('link', { name: 'Call Ivy Chen' }).getAttribute('href')) ?? '', /^tel:\d+$/)
    // Ivy comes.
    const ivyId = crew.late.rows.find(({ name }: Values) => name === 'Ivy Chen').user_id
    const start = new Date(site.world.now() / 1000 - 60_000).toISOString()
    const item = { user_id: ivyId, jobcode_id: 0, type: 'regular', start, end: '' }
    const { results } = await site.api('POST', '/timesheets', { data: [item] })
    await ivy.waitFor({ state: 'detached' })
    await tile(page, 'On the clock')
      .getByText(String(crew.on_clock + 1), { exact: true })
      .waitFor()
    await site.api('DELETE', `/timesheets?ids=${Object.values<Values>(results.timesheets)[0]!.id}`)
    await ivy.waitFor()
    // Elena forgot a day, on which time is added.
    const elena = card(page, 'Missing punches').getByRole('listitem').filter({ hasText: 'Elena Rossi' })
    await elena.getByRole('link', { name: 'Add time for Elena Rossi' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    assert.equal(await dialog.getByLabel('Day').inputValue(), '2026-11-12')
    await closeWindow(page)
  })

  test('a request is approved from the list, and everyone with overtime ahead is listed with the reason', async () => {
    const { crew, waiting } = await today()
    const page = await openWindow(browser, site, 'admin', desk)
    await visit(page, '/')
    const ahead = card(page, 'Overtime by the end of the week')
    const [first] = crew.overtime.rows
    const row = ahead.getByRole('listitem').filter({ hasText: first.name })
    await row.getByText(/from Friday, over 40 h a week/).waitFor()
    const rest = crew.overtime.count - (await ahead.getByRole('listitem').count())
    if (rest > 0) await ahead.getByRole('button', { name: `Show ${rest} more` }).click()
    assert.equal(await ahead.getByRole('listitem').count(), crew.overtime.count)
    const [request] = waiting.time_off.rows
    const decisions = card(page, 'Waiting for your decision')
    await decisions.getByRole('button', { name: `Approve ${request.name}` }).click()
    await page.getByText(`Time off for ${request.name} approved.`).waitFor()
    await decisions.getByRole('listitem').filter({ hasText: request.name }).waitFor({ state: 'detached' })
    const { results } = await site.api('GET', `/time_off_requests?ids=${request.id}`)
    assert.equal(Object.values<Values>(results.time_off_requests)[0]!.status, 'approved')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(today, ({ waiting: now }) => now.time_off.count === waiting.time_off.count)
    // The oldest period that waits, and who has not submitted it.
    const periods = card(page, 'Pay periods')
    await periods.getByText('Pay run for this period in 4 days.').waitFor()
    const open = waiting.periods.find((period: Values) => period.waiting > 0)
    await periods.getByRole('link', { name: new RegExp(`${open.submitted} to approve`) }).click()
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
    assert.match(page.url(), new RegExp(`day=${open.start_date}`))
    await closeWindow(page)
  })

  test('people who lead others and track no time have the lists alone; the palette finds the page by its name', async () => {
    await tracks(false)
    const page = await openWindow(browser, site, 'admin', desk)
    await visit(page, '/')
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await card(page, 'Right now').waitFor()
    assert.equal(await main(page).getByRole('button', { name: 'Clock in' }).count(), 0)
    assert.deepEqual(await accessibilityProblems(page), [])
    await visit(page, '/working')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages, settings, people, and jobs' }).fill('today')
    await page.getByRole('option', { name: 'Today' }).first().click()
    await card(page, 'Right now').waitFor()
    await closeWindow(page)
    await tracks(true)
  })
})
