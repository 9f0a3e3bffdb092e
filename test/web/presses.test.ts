import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
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
      assert.equal(new Set(writes.map(({ key }) => key)).size, 4, 'one request for each press')
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
})

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
