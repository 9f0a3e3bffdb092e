import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  until,
  visit,
  withSite,
} from './browser.ts'
import { clockShows } from './clock_state.ts'
import { toast } from './toasts.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const
const lunchSeconds = 1800

describe('automatic lunches', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const day = 'start_date=2026-11-18&end_date=2026-11-18'
  const main = (page: Page) => page.getByRole('main')

  /** Deducts half an hour from the employee’s entries of more than five hours, or no longer. */
  const deduct = (isOn: boolean) => {
    const general = isOn
      ? { lunch_deduct: 1, lunch_length: 0.5, lunch_threshold: 5 }
      : { lunch_deduct: null, lunch_length: null, lunch_threshold: null }
    return site.api('PUT', '/api/console/settings', {
      ...{ for: 'user', id: site.company.employeeId, settings: { general } },
    })
  }
  const entries = async (): Promise<Values[]> => {
    const { results } = await site.api(
      'GET',
      `/timesheets?user_ids=${site.company.employeeId}&${day}&on_the_clock=both`,
    )
    return Object.values<Values>(results.timesheets)
  }
  /** Deletes the entries of the day, and what the employee said about its lunch. */
  const clear = async () => {
    if ((await entries()).length === 0) return
    await site.api('POST', '/api/console/lunch_answers', { date: '2026-11-18', answer: 'taken' }, 'employee')
    await site.api('DELETE', `/timesheets?ids=${(await entries()).map(({ id }) => id)}`)
  }
  const jobNamed = async (name: string): Promise<number> => {
    const { results } = await site.api('GET', `/jobcodes?type=all&name=${encodeURIComponent(name)}`)
    return Object.values<Values>(results.jobcodes)[0]!.id
  }
  /** Records time of the day; without an end, the employee is on the clock. */
  const record = async (jobcode_id: number, from: string, to?: string) => {
    const times = { start: `2026-11-18T${from}:00-07:00`, end: to ? `2026-11-18T${to}:00-07:00` : '' }
    await site.api('POST', '/timesheets', {
      data: [{ user_id: site.company.employeeId, jobcode_id, type: 'regular', ...times }],
    })
  }
  /** What pay shows for the day: the hours in seconds and the cents of the employee. */
  const pay = async (): Promise<{ seconds: number; cents: number }> => {
    const { people } = await site.api('GET', `/api/console/gross_pay?${day}`)
    const own = people.find(({ user_id }: Values) => user_id === site.company.employeeId)
    const seconds = (own?.lines ?? []).reduce((sum: number, line: Values) => sum + line.seconds, 0)
    return { seconds, cents: own?.gross_cents ?? 0 }
  }
  /** The pay of so many seconds at the employee’s rate of 28.50. */
  const payOf = (seconds: number) => ({ seconds, cents: Math.round((seconds * 2850) / 3600) })
  const paid = (seconds: number) => until(pay, (now) => now.seconds === seconds)
  const clockOut = async (page: Page) => {
    await clockShows(page, /On the clock since/)
    await main(page).getByRole('button', { name: 'Clock out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).click()
    await clockShows(page, 'Off the clock')
  }
  /** The first start and the last end of the day, apart in seconds. */
  const span = async () => {
    const all = await entries()
    const starts = all.map(({ start }) => Date.parse(start))
    return (Math.max(...all.map(({ end }) => Date.parse(end))) - Math.min(...starts)) / 1000
  }

  test('a lunch is deducted at clock-out, and one press on a phone gives it back, in hours and pay', async () => {
    await deduct(true)
    await clear()
    await record(await jobNamed('Warranty'), '03:20')
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await clockOut(page)
    const told = toast(page, /^0:30 deducted for lunch automatically\./)
    await told.waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    const seconds = await span()
    assert.ok(seconds >= 7 * 3600 && seconds < 7.5 * 3600, `${seconds}`)
    const without = seconds - lunchSeconds
    assert.deepEqual(await pay(), payOf(without))
    const clock = (seconds: number) =>
      `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}`
    await page
      .getByText(new RegExp(`clocked out\\. (${clock(without)}|${clock(without + 60)}) today`))
      .waitFor({ state: 'attached' })
    await told.getByRole('button', { name: 'I had no lunch' }).click()
    await page.getByText('You said you had no lunch.').waitFor()
    assert.deepEqual(await paid(seconds), payOf(seconds))
    assert.equal((await entries()).length, 1, 'one entry again')

    await visit(page, '/timesheet/2026-11-18')
    const line = main(page).getByRole('list', { name: 'Automatic lunches' }).getByRole('listitem')
    await line.getByText('You said you had no lunch.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await line.getByRole('button', { name: 'I had lunch' }).dblclick()
    await line.getByText('0:30 deducted for lunch automatically.').waitFor()
    assert.deepEqual(await pay(), payOf(without))
    await closeWindow(page)
  })

  test('clocking out is confirmed though the server is slow to say that a lunch was deducted', async () => {
    await deduct(true)
    await clear()
    await record(await jobNamed('Warranty'), '03:20')
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/console/lunches?*', async (route) => {
      await held.promise
      await route.abort().catch(() => {})
    })
    await clockOut(page)
    await toast(page, /You’re clocked out\. \d+:\d\d today\./).waitFor({ timeout: 10_000 })
    held.resolve()
    assert.deepEqual(await pay(), payOf((await span()) - lunchSeconds))
    await closeWindow(page)
  })

  test('the timesheet shows the lunch of a day, and a person takes back what they said about it', async () => {
    await deduct(true)
    await clear()
    await record(await jobNamed('Warranty'), '02:00', '10:00')
    const page = await openWindow(browser, site, 'employee', desktop)
    await visit(page, '/timesheet')
    const line = main(page).getByRole('list', { name: 'Automatic lunches' }).getByRole('listitem')
    await line.getByText('0:30 deducted for lunch automatically.').waitFor()
    assert.equal(await line.count(), 1)
    assert.deepEqual(await pay(), payOf(7.5 * 3600))
    await line.getByRole('button', { name: 'I had no lunch' }).click()
    await line.getByText('You said you had no lunch.').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(await pay(), payOf(8 * 3600))
    await line.getByRole('button', { name: 'I had lunch' }).click()
    await line.getByText('0:30 deducted for lunch automatically.').waitFor()
    assert.deepEqual(await pay(), payOf(7.5 * 3600))
    // Once the day is submitted, there is only what was said.
    await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, submitted_to: '2026-11-18' }] })
    await page.reload()
    await line.getByText('0:30 deducted for lunch automatically.').waitFor()
    assert.equal(await line.getByRole('button').count(), 0)
    await site.api('PUT', '/users', { data: [{ id: site.company.employeeId, submitted_to: '2026-11-14' }] })
    await closeWindow(page)
  })

  test('nothing is deducted from people who took their lunch, on a break or off the clock', async () => {
    await deduct(true)
    const [warranty, lunch] = [await jobNamed('Warranty'), await jobNamed('Lunch break')]
    for (const onBreak of [true, false]) {
      await clear()
      await record(warranty, '01:00', '06:00')
      if (onBreak) await record(lunch, '06:00', '06:40')
      await record(warranty, '06:40')
      const page = await openWindow(browser, site, 'employee', phone)
      await visit(page, '/')
      await clockOut(page)
      await toast(page, /You’re clocked out/).waitFor()
      const seconds = (await span()) - 40 * 60
      assert.deepEqual(await pay(), payOf(seconds), onBreak ? 'on a break' : 'off the clock')
      await visit(page, '/timesheet')
      await main(page).getByText('Warranty').first().waitFor()
      assert.equal(await page.getByText(/deducted for lunch/).count(), 0)
      await closeWindow(page)
    }
    await clear()
    await deduct(false)
  })
})
