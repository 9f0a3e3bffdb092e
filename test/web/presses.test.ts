import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull } from '../support/tiers.ts'
import { closeWindow, go, openWindow, type Site, until, visit, withSite, writesOf } from './browser.ts'

// What a press means is on screen from the press on, whatever becomes of its request: the page never shows what was not
// meant, no press is lost, and none acts twice.

const phone = { width: 390, theme: 'light' } as const
const lateMs = 1500

/** What happens to the requests for a path, by name. */
const networks: Record<string, () => (route: Route) => Promise<unknown>> = {
  'every request arrives late': () => async (route) => {
    await late()
    await route.continue()
  },
  'every answer arrives late, after the news of it': () => async (route) => {
    const response = await route.fetch()
    await late()
    await route.fulfill({ response })
  },
  'every request is lost at first': () => {
    const seen = new Set<string>()
    return (route) => (isFirst(route, seen) ? route.abort() : route.continue())
  },
  'every answer is lost at first': () => {
    const seen = new Set<string>()
    return async (route) => {
      if (!isFirst(route, seen)) return route.continue()
      await route.fetch()
      return route.abort()
    }
  },
}

/** The answer comes too late, or never: what is hardest. The other jobs than the clock have the rest in the long run. */
const hardest = Object.entries(networks).filter(([name]) => isFull || name.startsWith('every answer'))

const late = () => new Promise((resolve) => setTimeout(resolve, lateMs))

/** Whether a write comes for the first time; those that come again have the same key. */
function isFirst(route: Route, seen: Set<string>): boolean {
  const key = route.request().headers()['idempotency-key'] ?? ''
  const isNew = !seen.has(key)
  seen.add(key)
  return isNew
}

describe('presses on a bad network', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })
  const main = (page: Page) => page.getByRole('main')

  const entriesOf = async (): Promise<Values[]> => {
    const query = `?user_ids=${site.company.employeeId}&start_date=2026-11-18&on_the_clock=both`
    const { results } = await site.api('GET', `/timesheets${query}`)
    return Object.values<Values>(results.timesheets).sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
  }
  const clear = async () => {
    const ids = (await entriesOf()).map(({ id }) => id)
    if (ids.length > 0) await site.api('DELETE', `/timesheets?ids=${ids}`)
  }

  for (const [name, network] of Object.entries(networks))
    test(`at the clock, ${name}: it shows what was meant, and every press counts once`, async () => {
      await clear()
      const page = await openWindow(browser, site, 'employee', phone)
      await visit(page, '/')
      await main(page).getByText('Off the clock').waitFor()
      const writes = writesOf(page)
      const spoil = network()
      await page.route('**/api/console/clock', (route) =>
        (route.request().method() === 'GET' ? route.continue() : spoil(route))?.catch(() => {}),
      )
      const shown = await recordTexts(page, '.clock-state', /Off the clock|On the clock|On lunch break/)
      const press = async (button: string, state: string) => {
        await main(page).getByRole('button', { name: button, exact: true }).dblclick()
        await main(page).locator('.clock-state', { hasText: state }).waitFor({ timeout: 1000 })
      }
      await press('Clock in', 'On the clock')
      await press('Lunch break', 'On lunch break')
      await press('End break', 'On the clock')
      await main(page).getByRole('button', { name: 'Clock out', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).dblclick()
      await main(page).locator('.clock-state', { hasText: 'Off the clock' }).waitFor({ timeout: 1000 })
      const entries = await until(entriesOf, (all) => all.length === 3 && all.every(({ end }) => end !== ''))
      await page.locator('.clock-face[data-sending]').waitFor({ state: 'detached' })
      await main(page)
        .getByText(/will be sent/)
        .first()
        .waitFor({ state: 'detached' })
      assert.deepEqual(
        entries.slice(1).map(({ start }) => start),
        entries.slice(0, -1).map(({ end }) => end),
      )
      assert.deepEqual(await shown(), [
        'Off the clock',
        'On the clock',
        'On lunch break',
        'On the clock',
        'Off the clock',
      ])
      const punches = writes.filter(({ path }) => path === '/api/console/clock')
      assert.equal(new Set(punches.map(({ key }) => key)).size, 4, 'one request for each press')
      assert.deepEqual(
        writes.filter(({ path }) => path !== '/api/console/clock'),
        [],
      )
      await closeWindow(page)
    })

  /** Opens the clock; presses are answered by this function. */
  const openClock = async (answer: (route: Route) => Promise<unknown>): Promise<Page> => {
    await clear()
    const page = await openWindow(browser, site, 'employee', phone)
    await visit(page, '/')
    await main(page).getByText('Off the clock').waitFor()
    await page.route('**/api/console/clock', (route) =>
      (route.request().method() === 'GET' ? route.continue() : answer(route))?.catch(() => {}),
    )
    return page
  }
  const pressIn = async (page: Page) => {
    await main(page).getByRole('button', { name: 'Clock in', exact: true }).click()
    await main(page).locator('.clock-state', { hasText: 'On the clock' }).waitFor()
  }
  const pressOut = async (page: Page) => {
    await main(page).getByRole('button', { name: 'Clock out', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).click()
  }

  test('a press that is refused after the person has left the clock is said there, and the clock has it still', async () => {
    const left = Promise.withResolvers<void>()
    const page = await openClock(async (route) => {
      await left.promise
      await route.continue()
    })
    await pressIn(page)
    await go(page, '/timesheet')
    const start = new Date((site.world.now() - 600_000_000) / 1000).toISOString()
    const elsewhere = { user_id: site.company.employeeId, jobcode_id: 0, type: 'regular', start, end: '' }
    await site.api('POST', '/timesheets', { data: [elsewhere] })
    left.resolve()
    await page.getByText(/Your last press at the clock was not accepted\. You’re already on the clock/).waitFor()
    await go(page, '/')
    await main(page)
      .getByRole('alert')
      .getByText(/Clock-in .* was not accepted/)
      .waitFor()
    await closeWindow(page)
  })

  test('the reason for a refused clock-out stays while the unsaved note is saved', async () => {
    const page = await openClock((route) => {
      if (!route.request().postDataJSON().end) return route.continue()
      const error = { code: 417, message: 'Expectation Failed', detail: 'Not at this time.' }
      return route.fulfill({ status: 417, json: { error } })
    })
    await pressIn(page)
    await page.locator('.clock-face[data-sending]').waitFor({ state: 'detached' })
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.request().postDataJSON()?.change?.notes === 'Roof',
    )
    await main(page).getByLabel('Notes').fill('Roof')
    await pressOut(page)
    await main(page).getByText('Not at this time.').waitFor()
    await saved
    await until(entriesOf, ([entry]) => entry?.notes === 'Roof')
    await page.locator('.clock-face[data-sending]').waitFor({ state: 'detached' })
    await main(page).getByText('Not at this time.').waitFor({ timeout: 1000 })
    await closeWindow(page)
  })

  test('a clock-out shows at once that it is on its way while breaks are looked up, and has what is typed then', async () => {
    const page = await openClock((route) => route.continue())
    const typed = Promise.withResolvers<void>()
    await page.route('**/api/console/due_breaks', async (route) => {
      await typed.promise
      await route.continue().catch(() => {})
    })
    await pressIn(page)
    await page.locator('.clock-face[data-sending]').waitFor({ state: 'detached' })
    await pressOut(page)
    await main(page).locator('.clock-button[aria-busy]').waitFor({ timeout: 1000 })
    await main(page).getByLabel('Notes').fill('Roof')
    typed.resolve()
    await main(page).locator('.clock-state', { hasText: 'Off the clock' }).waitFor()
    await until(entriesOf, ([entry]) => entry?.notes === 'Roof' && entry.end !== '')
    await closeWindow(page)
  })

  for (const [name, network] of hardest)
    test(`in the hours grid, ${name}: what was typed stays, totals follow at once, and one message counts the cells`, async () => {
      const dates = ['2026-03-02', '2026-03-03', '2026-03-04']
      const query = `?user_ids=${site.company.adminId}&start_date=2026-02-20&end_date=2026-03-07`
      const times = async (): Promise<Values[]> =>
        Object.values<Values>((await site.api('GET', `/timesheets${query}`)).results.timesheets)
      const old = await times()
      if (old.length > 0) await site.api('DELETE', `/timesheets?ids=${old.map(({ id }) => id)}`)
      // A row for the job of the week before.
      const { results } = await site.api('GET', '/jobcodes?name=Training')
      const [job] = Object.values<Values>(results.jobcodes)
      const entry = { user_id: site.company.adminId, type: 'manual', jobcode_id: job!.id }
      await site.api('POST', '/timesheets', { data: [{ ...entry, date: '2026-02-24', duration: 3600 }] })
      const page = await openWindow(browser, site, 'admin')
      await visit(page, `/timesheet/${dates[0]}`)
      const writes = writesOf(page)
      await page.route('**/api/v1/timesheets*', spoiling(network()))
      await page.route('**/api/console/actions', spoiling(network()))
      const cells = page.locator('[role=gridcell]')
      const total = page.locator('.timesheet-grid tfoot tr').first().locator('td').last()
      await cells.nth(1).focus()
      for (const [at, hours] of ['1', '2', '3'].entries()) {
        await page.keyboard.type(hours)
        await page.keyboard.press('Tab')
        assert.equal((await cells.nth(at + 1).textContent())?.trim(), `${hours}:00`, 'from the press on')
      }
      assert.equal(await total.textContent(), '6:00')
      const message = page.locator('.toast').filter({ hasText: '3 cells saved.' })
      await message.waitFor()
      assert.equal(await page.locator('.toast').count(), 1)
      assert.equal(await total.textContent(), '6:00')
      const made = (await times()).filter(({ date }) => dates.includes(date))
      assert.deepEqual(
        made.map(({ duration }) => duration).sort((a, b) => a - b),
        [3600, 7200, 10_800],
      )
      await message.getByRole('button', { name: 'Undo' }).click()
      await until(
        async () => total.textContent(),
        (text) => text === '0:00',
      )
      await until(times, (all) => all.length === 1)
      assert.equal(await total.textContent(), '0:00')
      assert.equal(new Set(writes.map(({ key }) => key)).size, 4, 'three cells, and one for all that is undone')
      await closeWindow(page)
    })

  for (const [name, network] of hardest)
    test(`in the schedule, ${name}: a shift that is moved is where it was meant to be from the press on`, async () => {
      const { results } = await site.api('GET', '/schedule_calendars')
      const [calendar] = Object.values<Values>(results.schedule_calendars)
      const user = site.company.employeeId
      const [start, end] = ['2026-12-15T08:00:00-07:00', '2026-12-15T16:00:00-07:00']
      const data = [{ schedule_calendar_id: calendar!.id, start, end, assigned_user_ids: [user], title: 'Gutters' }]
      const made = await site.api('POST', '/schedule_events', { data, team_events: 'base' })
      const { id } = made.results.schedule_events['1']
      const startOf = async () => {
        const query = `?schedule_calendar_ids=${calendar!.id}&ids=${id}&draft=both&team_events=base`
        return (await site.api('GET', `/schedule_events${query}`)).results.schedule_events[id]?.start
      }
      const page = await openWindow(browser, site, 'admin')
      await visit(page, '/schedule/week/2026-12-15')
      const writes = writesOf(page)
      await page.route('**/api/v1/schedule_events*', spoiling(network()))
      const shift = page.locator(`[data-shift="${id}"]`)
      const days = await recordDays(page, id)
      await shift.focus()
      await page.keyboard.press('Shift+ArrowRight')
      await page.locator('.toast').filter({ hasText: 'Moved to Wed, Dec 16.' }).waitFor()
      await until(startOf, (at) => at === '2026-12-16T08:00:00-07:00')
      assert.deepEqual(await days(), ['Tuesday', 'Wednesday'], 'never anywhere else, and never twice')
      assert.equal(new Set(writes.map(({ key }) => key)).size, 1)
      await site.api('PUT', '/schedule_events', { data: [{ id, active: false }], team_events: 'base' })
      await closeWindow(page)
    })

  for (const [name, network] of hardest)
    test(`in approvals, ${name}: a person who is approved is shown so at once, and stays so`, async () => {
      const start = '2026-10-25'
      const people = async (): Promise<Values[]> =>
        (await site.api('GET', `/api/console/approvals/pay_run?date=${start}`)).people
      const [person] = (await people()).filter(
        ({ approved_to, running, corrections, sent_back }) =>
          approved_to < start && running === null && corrections === 0 && !sent_back,
      )
      const find = async () => (await people()).find(({ user_id }) => user_id === person!.user_id)!
      const page = await openWindow(browser, site, 'admin')
      await visit(page, `/approvals?day=${start}&tab=all&person=${person!.user_id}`)
      const writes = writesOf(page)
      await page.route('**/api/v1/users', spoiling(network()))
      const panel = page.getByRole('complementary', { name: String(person!.name) })
      const badge = page.locator('.payrun-list tr, .payrun-list [role=row]').filter({ hasText: String(person!.name) })
      const states = await recordTexts(page, '.payrun-panel .badge', /Approved|Submitted|Sent back|Open/)
      await panel.getByRole('button', { name: /^Approve/ }).click()
      await badge.filter({ hasText: 'Approved' }).first().waitFor({ timeout: 1000 })
      await until(find, ({ approved_to }) => approved_to >= '2026-11-07')
      await badge.filter({ hasText: 'Approved' }).first().waitFor({ timeout: 1000 })
      assert.ok((await states()).length <= 2, String(await states()))
      assert.equal(new Set(writes.map(({ key }) => key)).size, 1)
      await site.api('PUT', '/users', { data: [{ id: person!.user_id, approved_to: '2026-10-24' }] })
      await closeWindow(page)
    })

  const spoiling = (spoil: (route: Route) => Promise<unknown>) => (route: Route) =>
    (route.request().method() === 'GET' ? route.continue() : spoil(route))?.catch(() => {})
})

/** Records on which days a shift is shown, as its name tells them; several at once are one text. */
async function recordDays(page: Page, id: number): Promise<() => Promise<string[]>> {
  await page.evaluate((id) => {
    const seen: string[] = []
    const look = () => {
      const found = [...document.querySelectorAll(`[data-shift="${id}"]`)]
      const days = found.map((shift) => shift.textContent?.match(/(Tues|Wednes|Thurs)day/)?.[0] ?? 'nowhere').join()
      if (days !== seen.at(-1)) seen.push(days)
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seenDays: seen })
  }, id)
  return () => page.evaluate(() => (window as unknown as { seenDays: string[] }).seenDays)
}

/** Records the texts that an element shows one after the other, as far as they fit the pattern. */
async function recordTexts(page: Page, selector: string, pattern: RegExp): Promise<() => Promise<string[]>> {
  await page.evaluate(
    ([selector, source]) => {
      const seen: string[] = []
      const look = () => {
        const text = document.querySelector(selector!)?.textContent?.match(source!)?.[0] ?? ''
        if (text !== '' && text !== seen.at(-1)) seen.push(text)
      }
      look()
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      Object.assign(window, { seenTexts: seen })
    },
    [selector, pattern.source],
  )
  return () => page.evaluate(() => (window as unknown as { seenTexts: string[] }).seenTexts)
}
