import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { nightly } from '../support/tiers.ts'
import { closeWindow, openWindow, type Site, sidewaysScroll, type View, visit, withSite } from './browser.ts'

// Today is Wednesday, 2026-11-18, 10:20 in Denver, and most people are at work.

const desk: View = { width: 1280, theme: 'light' }
const phone: View = { width: 390, theme: 'light' }

describe('the people at work', () => {
  let site: Site
  let browser: Browser
  let people: Values[]
  withSite(async (...started) => {
    ;[site, browser] = started
    people = Object.values((await site.api('GET', '/users')).results.users)
  })

  const person = (first_name: string): Values => people.find((user) => user.first_name === first_name)!
  const standing = async (): Promise<Values[]> =>
    Object.values((await site.api('GET', '/reports/current_totals?limit=200')).results.current_totals)
  const running = async (first_name: string): Promise<Values | undefined> => {
    const query = `on_the_clock=yes&start_date=2026-11-11&user_ids=${person(first_name).id}`
    return Object.values<Values>((await site.api('GET', `/timesheets?${query}`)).results.timesheets)[0]
  }
  const clockIn = async (first_name: string, job: string): Promise<Values> => {
    const jobcodes: Values[] = Object.values((await site.api('GET', '/jobcodes?type=all')).results.jobcodes)
    const jobcode_id = jobcodes.find(({ name }) => name === job)!.id
    const now = new Date(site.world.now() / 1000).toISOString()
    const item = { user_id: person(first_name).id, type: 'regular', jobcode_id, start: now, end: '' }
    const created: Values = Object.values(
      (await site.api('POST', '/timesheets', { data: [item] })).results.timesheets,
    )[0]!
    assert.equal(created._status_code, 200, JSON.stringify(created))
    return created
  }

  /** Waits until the page counts these people. */
  const counts = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
  /** Looks at a person on the clock, and at one who takes a break meanwhile. */
  const seesEveryone = async (page: Page) => {
    const rows = await standing()
    const on = rows.filter((row) => row.on_the_clock).length
    await counts(page, `${on} on the clock, ${rows.length - on} off`)
    const card = page.getByRole('listitem').filter({ hasText: 'Mateo Cruz' })
    const text = (await card.allInnerTexts()).join(' ').split(/\s+/).join(' ')
    const found = /Mateo Cruz Framing Aspen Ridge Homes › Lot 14 garage .*0:(5\d):\d\d day 3:(\d\d) week 23:\d\d/.exec(
      text,
    )
    // His timesheet has 2:08 of work and 0:13 of a paid break before; the seconds may add a minute.
    const before = 180 + Number(found?.[2]) - Number(found?.[1])
    assert.ok(before === 141 || before === 142, text)
    const off = page.getByRole('listitem').filter({ hasText: 'Maya Torres' })
    // A card far below the window is not rendered yet.
    await off.scrollIntoViewIfNeeded()
    await off.getByText('Off the clock').waitFor()
    const lunch = await clockIn('Maya', 'Lunch break')
    await counts(page, `${on + 1} on the clock (1 on break)`)
    await off.scrollIntoViewIfNeeded()
    await off.getByText('On break').waitFor()
    assert.equal(await sidewaysScroll(page), 0)
    await site.api('DELETE', `/timesheets?ids=${lunch.id}`)
    await counts(page, `${on} on the clock, ${rows.length - on} off`)
  }

  test('everyone is shown live with job and totals, and can be searched and filtered', async () => {
    const before = (await standing()).filter((row) => row.on_the_clock).length
    const page = await openWindow(browser, site, 'admin', desk)
    const opening = Promise.withResolvers<void>()
    await page.route('**/api/console/events', async (route) => {
      await opening.promise
      await route.continue()
    })
    await visit(page, '/working')
    await counts(page, `${before} on the clock`)
    // A change between the first answers and the first event is shown as well.
    const lunch = await clockIn('Maya', 'Lunch break')
    opening.resolve()
    await counts(page, `${before + 1} on the clock`)
    await site.api('DELETE', `/timesheets?ids=${lunch.id}`)
    await seesEveryone(page)

    // Search and filters are kept in the address, and a card leads to a timesheet.
    const names = async () => (await page.locator('.working-name').allTextContents()).sort()
    await page.getByLabel('Search').fill('cruz fram')
    await page.getByText('Aaron Blake').waitFor({ state: 'detached' })
    assert.deepEqual(await names(), ['Mateo Cruz'])
    await page.getByLabel('Search').fill('no such name')
    await page.getByText('No matches').waitFor()
    await page.getByRole('button', { name: 'Show everyone' }).click()
    await page.getByText('Mateo Cruz').waitFor()
    await page.getByLabel('Group').selectOption({ label: 'Service' })
    await page.getByText('Mateo Cruz').waitFor({ state: 'detached' })
    assert.deepEqual(await names(), [
      'Elena Rossi',
      'Felix Brandt',
      'Maya Torres',
      'Nora Quinn',
      'Will Archer',
      'Zoe Park',
    ])
    await page.reload()
    await page.getByRole('link', { name: 'Nora Quinn' }).waitFor()
    assert.equal((await names()).length, 6)
    await page.getByLabel('Group').selectOption({ label: 'All groups' })
    await page.getByRole('radio', { name: 'Places' }).check()
    await page.getByRole('heading', { name: /^Lot 14/ }).waitFor()
    const place = page.getByRole('link', { name: 'Last seen at Lot 14' }).first()
    assert.match((await place.getAttribute('href')) ?? '', /openstreetmap\.org\/\?mlat=\d+/)
    await page.getByRole('link', { name: 'Mateo Cruz' }).click()
    await page.getByRole('heading', { name: 'Mateo Cruz’s timesheet' }).waitFor()
    await closeWindow(page)
  })

  nightly.test('everyone is shown with job and totals, live, on a phone', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/working')
    await seesEveryone(page)
    await closeWindow(page)
  })

  test('a manager clocks a person out and undoes it, which leaves the entry as it was', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/working')
    const before = (await running('Jack'))!
    await page.getByRole('button', { name: 'Clock out Jack Nolan' }).click()
    await page.getByText('Jack Nolan clocked out.').waitFor()
    assert.equal(await running('Jack'), undefined)
    await page.getByRole('listitem').filter({ hasText: 'Jack Nolan' }).getByText('Off the clock').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Clock out Jack Nolan' }).waitFor()
    const after = (await running('Jack'))!
    assert.deepEqual([after.id, after.start], [before.id, before.start])
    await closeWindow(page)
  })

  test('a person with only the status box permission sees no links and buttons, and most people no board', async () => {
    const { employeeId: id } = site.company
    const page = await openWindow(browser, site, 'employee', desk)
    await visit(page, '/working')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await site.api('PUT', '/users', { data: [{ id, permissions: { status_box: true } }] })
    await visit(page, '/working')
    const card = page.getByRole('listitem').filter({ hasText: 'Mateo Cruz' })
    await card.waitFor()
    assert.deepEqual([await card.getByRole('link').count(), await card.getByRole('button').count()], [0, 0])
    await site.api('PUT', '/users', { data: [{ id, permissions: { status_box: false } }] })
    await closeWindow(page)
  })
})
