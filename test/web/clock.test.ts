import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  until,
  visit,
  type Who,
  withSite,
} from './browser.ts'
import { clockShows } from './clock_state.ts'
import { dismissToasts } from './toasts.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const
const hour = 3_600_000_000

describe('the clock', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  /** The entries of the day in the order in which they started. */
  const entriesOf = async (who: Who = 'employee'): Promise<Values[]> => {
    const { userId } = site.account(who)
    const query = `?user_ids=${userId}&start_date=2026-11-17&on_the_clock=both`
    const { results } = await site.api('GET', `/timesheets${query}`)
    return Object.values<Values>(results.timesheets)
      .filter(({ date, end }) => date === '2026-11-18' || end === '')
      .sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
  }
  /** Deletes the entries of the day. */
  const clear = async (who: Who = 'employee') => {
    const ids = (await entriesOf(who)).map(({ id }) => id)
    if (ids.length > 0) await site.api('DELETE', `/timesheets?ids=${ids}`)
  }
  const set = async (settings: Record<string, Record<string, unknown>>, who: Who = 'employee') => {
    const { userId } = site.account(who)
    await site.api('PUT', '/api/console/settings', { for: 'user', id: userId, settings })
  }
  const jobNamed = async (name: string, type = 'all') => {
    const { results } = await site.api('GET', `/jobcodes?type=${type}&name=${encodeURIComponent(name)}`)
    return Object.values<Values>(results.jobcodes)[0]!
  }
  const iso = (instant: number) => new Date(instant / 1000).toISOString()
  const main = (page: Page) => page.getByRole('main')
  const choose = async (page: Page, field: RegExp, words: string) => {
    await main(page).getByRole('button', { name: field }).click()
    await page.getByRole('combobox', { name: 'Search jobs' }).fill(words)
    await page.getByRole('dialog').getByRole('treeitem').first().click()
  }

  test('on a phone, a person clocks in with the fields of a job, adds a note, takes a break and switches jobs', async () => {
    const user_id = site.company.employeeId
    const permitJobs = [await jobNamed('Tear-off'), await jobNamed('Drywall')]
    await site.api('POST', '/jobcode_assignments', { data: permitJobs.map(({ id }) => ({ user_id, jobcode_id: id })) })
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await clockShows(page, /Off the clock/)
    await choose(page, /^Job /, 'mainten')
    await main(page).getByLabel('Vehicle').fill('Van 2')
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await clockShows(page, /On the clock since 10:\d\d AM/)
    const [first] = await entriesOf()
    const maintenance = await jobNamed('Scheduled maintenance')
    const vehicle = Object.values(first!.customfields).filter((value) => value === 'Van 2')
    assert.deepEqual([first!.jobcode_id, first!.end, vehicle], [maintenance.id, '', ['Van 2']])
    assert.ok(Math.abs(Date.parse(first!.start) * 1000 - site.world.now()) < 60_000_000, first!.start)

    const saved = page.waitForResponse((response) => response.request().method() === 'POST')
    await main(page).getByLabel('Notes').fill('Changed the filter')
    await saved
    assert.equal((await entriesOf())[0]!.notes, 'Changed the filter')

    await main(page).getByRole('button', { name: 'Lunch break' }).click()
    await clockShows(page, /On lunch break since/)
    await main(page).getByText('Next: back to Service calls › Scheduled maintenance').waitFor()
    await main(page).getByRole('button', { name: 'End break' }).click()
    await clockShows(page, /On the clock since/)
    await choose(page, /^Current job /, 'warranty')
    await page.getByText('Switched to Service calls › Warranty.').waitFor()

    await main(page).getByRole('button', { name: 'Clock out' }).click()
    const question = page.getByRole('dialog', { name: 'Done for now, or a break?' })
    await question.getByRole('button', { name: 'Rest break' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await question.getByRole('button', { name: 'Clock out' }).click()
    await page.getByText(/^You’re clocked out\. \d:\d\d today\.$/).waitFor()
    await clockShows(page, /Off the clock/)

    const entries = await entriesOf()
    const jobs = [maintenance, await jobNamed('Lunch break'), maintenance, await jobNamed('Warranty')]
    assert.deepEqual(
      entries.map(({ jobcode_id }) => jobcode_id),
      jobs.map(({ id }) => id),
    )
    assert.deepEqual(
      entries.slice(1).map(({ start }) => start),
      entries.slice(0, -1).map(({ end }) => end),
      'each starts when the previous one ends',
    )
    assert.ok(entries.every(({ end }) => end !== ''))
    const rows = main(page).locator('.clock-entries').getByRole('listitem')
    assert.equal(await rows.count(), 4)
    assert.match(
      (await rows.first().textContent()) ?? '',
      /Service calls › Scheduled maintenance10:\d\d AM – 10:\d\d AM/,
    )

    // Continuing keeps the job and its fields; the note told what was done before.
    const again = /^Continue Service calls › Scheduled maintenance$/
    await rows.first().getByRole('button', { name: again }).click()
    await clockShows(page, /On the clock since/)
    const continued = (await entriesOf()).at(-1)!
    assert.deepEqual(
      [continued.jobcode_id, continued.customfields, continued.notes, continued.end],
      [maintenance.id, first!.customfields, '', ''],
    )
    assert.equal(
      await main(page)
        .getByRole('button', { name: /^Continue / })
        .count(),
      0,
      'not while the clock runs',
    )
    await main(page).getByRole('button', { name: 'Clock out' }).click()
    await question.getByRole('button', { name: 'Clock out' }).click()
    await clockShows(page, /Off the clock/)
    await go(page, '/timesheet')
    await main(page).getByRole('button', { name: 'Continue Service calls › Warranty' }).click()
    await clockShows(page, /On the clock since/)
    assert.equal((await entriesOf()).at(-1)!.jobcode_id, jobs[3]!.id)
    await page.reload()
    await clockShows(page, /On the clock since/)
    assert.equal((await entriesOf()).length, 6, 'an entry is continued once')

    // Fields that a job requires must be filled in before it starts, also when switching to it.
    await clear()
    await go(page, '/')
    await clockShows(page, /Off the clock/)
    await choose(page, /^Job /, 'tear')
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await main(page).getByText('Choose Permit.').waitFor()
    assert.deepEqual(await entriesOf(), [])
    const permit = main(page).getByLabel('Permit')
    assert.deepEqual(
      await permit.getByRole('option').allTextContents(),
      ['Choose…', 'CC-1041'],
      'the choices of the job',
    )
    await permit.selectOption('CC-1041')
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await clockShows(page, /On the clock since/)
    const permits = async () =>
      (await entriesOf()).map(({ customfields }) => Object.values(customfields).filter(Boolean))
    assert.deepEqual(await permits(), [['CC-1041']])

    await choose(page, /^Current job /, 'drywall')
    const dialog = page.getByRole('dialog', { name: 'Switch to Drywall' })
    await dialog.getByRole('button', { name: 'Switch' }).click()
    await dialog.getByText('“CC-1041” is not offered with this job. Choose another one.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByLabel('Permit').selectOption('CC-1102')
    await dialog.getByRole('button', { name: 'Switch' }).click()
    await main(page)
      .getByRole('button', { name: /^Current job .*Drywall/ })
      .waitFor()
    await clockShows(page, /On the clock since/)
    assert.deepEqual(await permits(), [['CC-1041'], ['CC-1102']])
    await choose(page, /^Current job /, 'warranty')
    await main(page)
      .getByRole('button', { name: /^Current job .*Warranty/ })
      .waitFor()
    await clockShows(page, /On the clock since/)
    assert.deepEqual(await permits(), [['CC-1041'], ['CC-1102'], []])
    await closeWindow(page)
    await clear()
  })

  test('on a desktop, a person clocks in and out by keyboard, and the focus stays where they continue', async () => {
    const page = await openWindow(browser, site, 'employee', desktop)
    await visit(page, '/')
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await main(page).getByRole('button', { name: /^Job / }).focus()
    await page.keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: 'Search jobs' })
    await search.waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    const pointedTo = async () => {
      const id = await search.getAttribute('aria-activedescendant')
      return id === null ? null : page.evaluate((id) => document.getElementById(id)?.textContent, id)
    }
    assert.equal(await pointedTo(), null)
    await page.keyboard.press('End')
    const last = await until(pointedTo, (seen) => seen !== null)
    await page.keyboard.press('ArrowUp')
    await until(pointedTo, (seen) => seen !== last)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    assert.ok(await pointedTo())
    await page.keyboard.type('serv war')
    await until(pointedTo, (seen) => seen === 'Service calls › Warranty')
    await page.keyboard.press('Enter')
    await main(page).getByRole('button', { name: 'Job Service calls › Warranty' }).waitFor()
    await until(focused, (seen) => /Warranty/.test(seen))
    await main(page).getByRole('button', { name: 'Clock in' }).focus()
    await page.keyboard.press('Enter')
    await clockShows(page, /On the clock since/)
    await until(focused, (seen) => /Clock out/.test(seen))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).focus()
    await page.keyboard.press('Enter')
    await clockShows(page, /Off the clock/)
    assert.deepEqual(
      (await entriesOf()).map(({ jobcode_id }) => jobcode_id),
      [(await jobNamed('Warranty')).id],
    )
    await closeWindow(page)
    await clear()
  })

  test('the clock follows the settings of the company and the time zone of the person', async () => {
    await set({
      general: {
        simple_clockin: 1,
        timesheet_notes_required: 1,
        hide_working_time: '1',
        jc_label: 'Task',
        timeclock_label: 'Punch clock',
        tz: 'America/New_York',
      },
      breaks: { hide_pre_clockout_option: 1 },
    })
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await main(page).getByRole('region', { name: 'Punch clock' }).waitFor()
    assert.equal(
      await main(page)
        .getByRole('button', { name: /^(Job|Task) / })
        .count(),
      0,
    )
    await main(page).getByText('Times are shown in New York time (EST), not your device’s time zone.').waitFor()
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await clockShows(page, /On the clock since 12:\d\d PM EST/)
    assert.equal(await main(page).getByRole('timer').count(), 0)
    await main(page).getByRole('button', { name: 'Current task No job' }).waitFor()
    await main(page).getByRole('button', { name: 'Clock out' }).click()
    await main(page).getByText('Enter what you worked on first.').waitFor()
    await main(page).getByLabel('Notes').fill('Swept the yard')
    await main(page).getByRole('button', { name: 'Clock out' }).click()
    await clockShows(page, /Off the clock/)
    const [entry] = await entriesOf()
    assert.deepEqual([entry!.jobcode_id, entry!.notes], [0, 'Swept the yard'])
    await closeWindow(page)
    await set({
      general: {
        simple_clockin: null,
        timesheet_notes_required: null,
        hide_working_time: null,
        jc_label: null,
        timeclock_label: null,
        tz: null,
      },
      breaks: { hide_pre_clockout_option: null },
    })
    await clear()
  })

  test('a person who forgot to clock out enters the end or leaves it to their manager, and a clock-out is undone', async () => {
    const { id: jobcode_id } = await jobNamed('Travel')
    const begin = (user_id: number) =>
      site.api('POST', '/timesheets', {
        data: [{ user_id, jobcode_id, type: 'regular', start: iso(site.world.now() - 14 * hour), end: '' }],
      })
    await begin(site.company.adminId)
    const office = await openWindow(browser, site, 'admin', desktop)
    await visit(office, '/')
    await main(office).getByText('You’ve been on the clock for 14 hours.').waitFor()
    await main(office).getByRole('button', { name: 'I forgot to clock out' }).click()
    const dialog = office.getByRole('dialog', { name: 'When did you stop?' })
    await dialog.getByLabel('Day').fill('2026-11-17')
    await dialog.getByLabel('Time').fill('13:00')
    await dialog.getByText('That’s before you clocked in').waitFor()
    await dialog.getByLabel('Time').fill('23:30')
    if (isFull) assert.deepEqual(await accessibilityProblems(office), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await clockShows(office, /Off the clock/)
    const query = `?user_ids=${site.company.adminId}&start_date=2026-11-17`
    const [closed] = Object.values<Values>((await site.api('GET', `/timesheets${query}`)).results.timesheets)
    assert.equal(closed!.end, '2026-11-17T23:30:00-07:00')

    // A person who may change past time can undo a clock-out.
    await main(office).getByRole('button', { name: 'Clock in' }).click()
    const first = office.getByRole('treeitem').filter({ hasText: 'Travel' }).first()
    const running = main(office).getByRole('button', { name: /^Current job/ })
    await first.or(running).waitFor()
    if (await first.isVisible()) await first.click()
    await clockShows(office, /On the clock since/)
    await dismissToasts(office)
    await main(office).getByRole('button', { name: 'Clock out' }).click()
    await office.getByRole('dialog').getByRole('button', { name: 'Clock out' }).click()
    await clockShows(office, /Off the clock/)
    await office.getByRole('button', { name: 'Undo' }).click()
    await clockShows(office, /On the clock since/)
    assert.deepEqual(
      (await entriesOf('admin')).map(({ end }) => end),
      [''],
    )
    await closeWindow(office)
    await clear('admin')

    await begin(site.company.employeeId)
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await main(page).getByRole('button', { name: 'I forgot to clock out' }).click()
    const own = page.getByRole('dialog', { name: 'When did you stop?' })
    await own.getByLabel('Day').fill('2026-11-17')
    await own.getByLabel('Time').fill('22:15')
    await own.getByText('Only your manager can change past time.').waitFor()
    await own.getByRole('button', { name: 'Clock out and notify manager' }).click()
    await clockShows(page, /Off the clock/)
    await closeWindow(page)
    const mine = `?user_ids=${site.company.employeeId}&start_date=2026-11-17&jobcode_ids=${jobcode_id}`
    const entries = Object.values<Values>((await site.api('GET', `/timesheets${mine}`)).results.timesheets)
    const forgotten = entries.find(({ notes }) => /Forgot/.test(notes))!
    assert.match(forgotten.notes, /^Forgot to clock out\. Stopped Tue, Nov 17, 10:15 PM\.$/)
    assert.match(forgotten.end, /^2026-11-18T10:/)
    await site.api('DELETE', `/timesheets?ids=${closed!.id},${forgotten.id}`)
  })

  test('a person who is on the clock from another device already is told so, and sees that entry', async () => {
    const page = await openWindow(browser, site, 'employee', phone)
    await page.route('**/api/console/events', (route) => route.abort())
    await visit(page, '/')
    const { id: jobcode_id } = await jobNamed('Travel')
    const item = {
      user_id: site.company.employeeId,
      jobcode_id,
      type: 'regular',
      start: iso(site.world.now()),
      end: '',
    }
    await site.api('POST', '/timesheets', { data: [item] }, 'employee')
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await main(page).getByText('You’re already on the clock, probably from another device.').waitFor()
    await clockShows(page, /On the clock since/)
    await main(page).getByRole('button', { name: 'Current job Overhead › Travel' }).waitFor()
    assert.equal((await entriesOf()).length, 1)
    await closeWindow(page)
    await clear()
  })

  test('the location of a person is sent only after they agree, and they are asked once', async () => {
    await set({ mobile_app_settings: { installed: 1, location_tracking: 'optional' } })
    const page = await openWindow(browser, site, 'employee', phone)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 39.7392, longitude: -104.9903, accuracy: 12 })
    await visit(page, '/')
    const places = async () => {
      const { results } = await site.api('GET', `/geolocations?modified_since=2026-11-18T17:20:00Z`)
      return Object.values<Values>(results.geolocations).filter(({ user_id }) => user_id === site.company.employeeId)
    }
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share your location?' })
    await dialog.waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await clockShows(page, /On the clock since/)
    assert.deepEqual(await places(), [])
    await main(page).getByRole('button', { name: 'Lunch break' }).click()
    await clockShows(page, /On lunch break/)
    assert.equal(await dialog.count(), 0, 'asked once')
    await main(page).getByRole('button', { name: 'Clock out' }).click()
    await clockShows(page, /Off the clock/)

    await set({ mobile_app_settings: { mandatory_location_services: 1 } })
    await page.reload()
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await main(page).getByText('Your company requires your location to clock in.').waitFor()
    await main(page).getByRole('button', { name: 'Clock in' }).click()
    const sent = page.waitForResponse((response) => response.request().method() === 'POST')
    await dialog.getByRole('button', { name: 'Share location' }).click()
    await clockShows(page, /On the clock since/)
    await sent
    const [place] = await places()
    assert.deepEqual([place!.latitude, place!.longitude, place!.accuracy], [39.7392, -104.9903, 12])
    await closeWindow(page)
    await set({
      mobile_app_settings: { installed: null, location_tracking: null, mandatory_location_services: null },
    })
    await clear()
  })

  test('a person can clock in after three small requests, and finds the right job among hundreds', async () => {
    const create = async (data: Values[]) =>
      Object.values<Values>((await site.api('POST', '/jobcodes', { data })).results.jobcodes)
    const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
    const streetCount = isFull ? 40 : 12
    const lampCount = streetCount * 50
    const streets = await create(
      numbers(streetCount).map((number) => ({ name: `Street ${number}`, assigned_to_all: true })),
    )
    for (const [index, { id }] of streets.entries())
      await create(numbers(50, index * 50 + 1).map((number) => ({ name: `Lamp ${number}`, parent_id: id })))

    const page = await openWindow(browser, site, 'employee', desktop)
    // No other request of the page is answered here.
    const needed = ['/api/console/start', '/api/console/clock', '/api/v1/timesheets']
    await page.route(/\/api\//, (route) =>
      needed.includes(new URL(route.request().url()).pathname) ? route.continue() : undefined,
    )
    const bytes: number[] = []
    page.on('requestfinished', async (request) => {
      if (!request.url().includes('/api/')) return
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      bytes.push(responseBodySize + responseHeadersSize)
    })
    await page.goto('/')
    await page.waitForFunction(() => document.querySelector('button.clock-button:enabled'))
    await until(
      async () => bytes.length,
      (count) => count >= 3,
    )
    assert.equal(bytes.length, 3, 'requests before one can clock in')
    const total = bytes.reduce((sum, size) => sum + size, 0)
    assert.ok(total < 60_000, `${total} bytes before one can clock in`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await visit(page, '/')
    await main(page).getByRole('button', { name: /^Job / }).click()
    const lines = page.getByRole('dialog').getByRole('treeitem')
    for (const name of ['Street 1', 'Street 2']) await page.getByRole('treeitem', { name, exact: true }).click()
    await page.getByRole('treeitem', { name: 'Lamp 1', exact: true }).waitFor()
    assert.ok((await lines.count()) <= 100, 'only as many as are visible')
    const search = page.getByRole('combobox', { name: 'Search jobs' })
    await search.press('End')
    const last = await search.getAttribute('aria-activedescendant')
    assert.equal(
      await page.locator(`[id="${last}"]`).textContent(),
      `Street ${streetCount}`,
      'by name, numbers as numbers',
    )
    const lamp = `Lamp ${lampCount - 13}`
    await search.fill(lamp.toLowerCase())
    await page.getByRole('treeitem', { name: `Street ${streetCount} › ${lamp}` }).waitFor()
    assert.equal(await lines.count(), 1)
    await search.fill('lamp')
    await page.getByText(`${(lampCount - 50).toLocaleString('en')} more match. Type more of the name.`).waitFor()
    await search.fill('lamppost')
    await page.getByText('No job matches “lamppost”.').waitFor()
    await closeWindow(page)
  })
})
