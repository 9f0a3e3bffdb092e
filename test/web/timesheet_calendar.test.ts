import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  sidewaysScroll,
  until,
  type View,
  visit,
  type Who,
  withSite,
  writesOf,
} from './browser.ts'

// The week of Sunday, August 9, 2026, in Denver. An hour of the calendar is 48 px high, so five minutes are 4.

const hour = 48

describe('the calendar of a timesheet', () => {
  let site: Site
  let browser: Browser
  const jobs = new Map<string, number>()
  withSite(async (...started) => {
    ;[site, browser] = started
    const { results } = await site.api('GET', '/jobcodes?type=all')
    for (const { name, id } of Object.values<Values>(results.jobcodes)) jobs.set(name, id)
  })

  /** Adds time on August days: `11 09:00` to `11 12:00`. */
  const add = async (job: string, from: string, to: string, user_id: number): Promise<number> => {
    const iso = (text: string) => `2026-08-${text.replace(' ', 'T')}:00-06:00`
    const item = { user_id, type: 'regular', jobcode_id: jobs.get(job), start: iso(from), end: iso(to) }
    const { results } = await site.api('POST', '/timesheets', { data: [item] })
    const [created] = Object.values<Values>(results.timesheets)
    assert.equal(created!._status_code, 200, JSON.stringify(created))
    return created!.id
  }
  /** Start and end of an entry, as `11 09:00 – 11 12:00`. */
  const timesOf = async (id: number): Promise<string> => {
    const { results } = await site.api('GET', `/timesheets?ids=${id}`)
    const { start, end } = results.timesheets[id]
    return [start, end].map((iso) => `${iso.slice(8, 10)} ${iso.slice(11, 16)}`).join(' – ')
  }
  const open = async (who: Who, path: string, view?: View) => {
    const page = await openWindow(browser, site, who, view)
    await visit(page, path)
    await page.getByRole('radio', { name: 'Calendar' }).check()
    await page.locator('.calendar-column').first().waitFor()
    return { page, writes: writesOf(page) }
  }
  /** Drags with the pointer from a point by columns and pixels, once the change before it is saved. */
  const drag = async (page: Page, from: { x: number; y: number }, columns: number, down: number) => {
    await page.locator('.calendar-columns:not([data-saving])').waitFor()
    const { width } = (await page.locator('.calendar-columns').boundingBox())!
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + (columns * width) / 14, from.y + down / 2)
    await page.mouse.move(from.x + (columns * width) / 7, from.y + down)
    await page.mouse.up()
  }
  /** A point of an element of the page, from its top. */
  const pointOf = async (page: Page, css: string, y: number) => {
    const box = (await page.locator(css).first().boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + (y < 0 ? box.height + y : y) }
  }
  const lies = (id: number, text: string) =>
    until(
      () => timesOf(id),
      (seen) => seen === text,
    )

  test('the calendar shows entries where they are, and the pointer and the keyboard move and stretch them', async () => {
    const { adminId: olivia } = site.company
    const travel = await add('Travel', '11 09:00', '11 12:00', olivia)
    const night = await add('Training', '12 22:00', '13 06:00', olivia)
    await add('Training', '11 13:00', '11 15:00', olivia)
    const entry = await add('Travel', '04 09:00', '04 12:00', olivia)
    const hours = {
      user_id: olivia,
      type: 'manual',
      jobcode_id: jobs.get('Travel'),
      date: '2026-08-14',
      duration: 7200,
    }
    await site.api('POST', '/timesheets', { data: [hours] })
    const { page, writes } = await open('admin', '/timesheet/2026-08-13')
    const block = (id: number) => `[data-sheet="${id}"]`

    assert.deepEqual(
      await page
        .locator(`.calendar-column:has(${block(night)})`)
        .evaluateAll((days) => days.map((day) => day.getAttribute('data-date'))),
      ['2026-08-12', '2026-08-13'],
      'a night is on both of its days',
    )
    await page.getByRole('button', { name: 'Travel, 9:00 AM – 12:00 PM, Tue, Aug 11, 3:00, Overhead' }).waitFor()
    await page.locator('.calendar-heads section').nth(5).getByRole('button', { name: 'Travel 2:00' }).waitFor()
    assert.equal(await page.locator('.calendar-column[data-chosen]').getAttribute('data-date'), '2026-08-13')
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)

    // The week begins in view with its first entry; the night is above the morning.
    await page.locator('.calendar-scroll').evaluate((box) => box.scrollTo(0, 7 * 48))
    await drag(page, await pointOf(page, block(travel), 20), 1, hour)
    await page.getByText('Moved.').waitFor()
    assert.equal(await timesOf(travel), '12 10:00 – 12 13:00')
    await page.getByRole('button', { name: 'Undo' }).click()
    await lies(travel, '11 09:00 – 11 12:00')
    await page.getByRole('button', { name: /Travel, 9:00 AM – .*, Tue, Aug 11/ }).waitFor()

    writes.splice(0)
    await drag(page, await pointOf(page, block(travel), 20), 0, 2 * hour)
    await page.getByText('That overlaps Overhead › Training, Tue, Aug 11, 1:00 PM – 3:00 PM.').waitFor()
    assert.deepEqual(writes, [], 'what overlaps is not sent')
    await page.getByRole('button', { name: /Travel, 9:00 AM – .*, Tue, Aug 11/ }).waitFor()

    await drag(page, await pointOf(page, block(travel), -2), 0, hour / 2 + 1)
    await lies(travel, '11 09:00 – 11 12:30')
    await page.getByRole('button', { name: /Travel, 9:00 AM – 12:30 PM, Tue, Aug 11/ }).waitFor()
    if (isFull) {
      await drag(page, await pointOf(page, block(travel), 2), 0, -hour)
      await lies(travel, '11 08:00 – 11 12:30')
      await page.getByRole('button', { name: /Travel, 8:00 AM – 12:30 PM, Tue, Aug 11/ }).waitFor()
    }

    const column = await pointOf(page, '.calendar-column[data-date="2026-08-10"]', 9 * hour)
    await drag(page, column, 0, 2.5 * hour)
    const dialog = page.getByRole('dialog', { name: 'Add time' })
    assert.equal(await dialog.getByLabel('Day', { exact: true }).inputValue(), '2026-08-10')
    assert.equal(await dialog.getByLabel('Start', { exact: true }).inputValue(), '9:00 AM')
    assert.equal(await dialog.getByLabel('End', { exact: true }).inputValue(), '11:30 AM')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // By keyboard, in the week before.
    writes.splice(0)
    await go(page, '/timesheet/2026-08-04')
    await page.locator(`[data-sheet="${entry}"] button`).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await page.getByRole('status').getByText('Overhead › Travel, Wed, Aug 5, 9:10 AM – 12:15 PM').waitFor()
    await lies(entry, '05 09:10 – 05 12:15')
    await page.getByText('Moved.').last().waitFor()
    assert.deepEqual(
      writes.map(({ method }) => method),
      ['PUT'],
      'keys in a row are saved once',
    )
    // Keys rest until it is saved.
    await page.locator('.calendar-columns:not([data-saving])').waitFor()
    await until(
      () => page.evaluate(() => document.activeElement?.outerHTML ?? ''),
      (html) => html.includes('Travel, 9:10 AM – 12:15 PM, Wed, Aug 5'),
    )
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Travel, 9:10 AM – .*, Wed, Aug 5/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit time' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(writes.length, 1, 'Escape leaves it where it was')
    await closeWindow(page)
  })

  nightly.test('a submitted entry cannot be moved', async () => {
    const { employeeId: maya } = site.company
    await site.api('PUT', '/users', {
      data: [
        {
          id: maya,
          permissions: { manage_my_timesheets: true },
          approved_to: '2026-07-31',
          submitted_to: '2026-07-31',
        },
      ],
    })
    const { results } = await site.api('GET', `/timesheets?user_ids=${maya}&start_date=2026-08-01&end_date=2026-08-08`)
    assert.deepEqual(Object.keys(results.timesheets), [])
    const entry = await add('Training', '04 09:00', '04 12:00', maya)
    await site.api('PUT', '/users', { data: [{ id: maya, submitted_to: '2026-08-08' }] })
    const { page, writes } = await open('employee', '/timesheet/2026-08-04')
    await page.locator('.calendar-scroll').evaluate((box) => box.scrollTo(0, 7 * 48))
    await drag(page, await pointOf(page, `[data-sheet="${entry}"]`, 20), 1, hour)
    await page.getByText(/is submitted\. To change it, take it back first\./).waitFor()
    assert.deepEqual(writes, [])
    await page.locator(`[data-sheet="${entry}"]`).click()
    await page.getByRole('dialog').getByText('Locked').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(writes, [])
    assert.equal(await timesOf(entry), '04 09:00 – 04 12:00')
    await closeWindow(page)
  })

  test('a resting finger drags an entry, a finger that moves at once scrolls, and a tap opens the entry', async () => {
    const { adminId: olivia } = site.company
    const entry = await add('Travel', '18 09:00', '18 12:00', olivia)
    const view = { width: 1280, theme: 'light', touch: true, tools: true } as const
    const { page, writes } = await open('admin', '/timesheet/2026-08-18', view)
    const finger = new Finger(page, await page.context().newCDPSession(page))
    const scroll = page.locator('.calendar-scroll')
    const block = `[data-sheet="${entry}"]`
    await scroll.evaluate((box) => box.scrollTo(0, 7 * 48))
    await scroll.scrollIntoViewIfNeeded()
    await page.getByText('With a finger, press and hold before dragging.').waitFor()

    const scrolls = async () => {
      const start = await pointOf(page, block, 70)
      await scroll.evaluate((box) =>
        box.addEventListener('scrollend', () => box.setAttribute('data-ended', ''), { once: true }),
      )
      await finger.down(start)
      await finger.move({ x: start.x, y: start.y - 150 })
      await finger.up()
      // What was pushed rolls on for a while.
      await page.locator('.calendar-scroll[data-ended]').waitFor()
      assert.ok((await scroll.evaluate((box) => box.scrollTop)) > 7 * 48 + 50)
      await scroll.evaluate((box) => box.scrollTo(0, 7 * 48))
      assert.equal(await page.locator('[data-dragged]').count(), 0)
      assert.deepEqual(writes, [], 'scrolling changes nothing')
    }
    const stretchesAndAdds = async () => {
      const end = await pointOf(page, block, -8)
      await finger.down(end)
      await page.locator(`${block}[data-dragged]`).waitFor()
      await finger.move({ x: end.x, y: end.y + hour / 2 })
      await finger.up()
      await page.getByRole('button', { name: /Travel, 10:00 AM – 1:30 PM, Wed, Aug 19/ }).waitFor()
      await lies(entry, '19 10:00 – 19 13:30')
      await page.locator(`${block}:not([data-dragged])`).waitFor()

      const free = await pointOf(page, '.calendar-column[data-date="2026-08-17"]', 9 * hour)
      await finger.down(free)
      await page.locator('.calendar-new').waitFor()
      await finger.move({ x: free.x, y: free.y + 2.5 * hour })
      await finger.up()
      const dialog = page.getByRole('dialog', { name: 'Add time' })
      assert.equal(await dialog.getByLabel('Start', { exact: true }).inputValue(), '9:00 AM')
      assert.equal(await dialog.getByLabel('End', { exact: true }).inputValue(), '11:30 AM')
      await page.keyboard.press('Escape')
    }

    if (isFull) await scrolls()
    const { width } = (await page.locator('.calendar-columns').boundingBox())!
    await finger.down(await pointOf(page, block, 70))
    await page.locator(`${block}[data-dragged]`).waitFor()
    const from = await pointOf(page, block, 70)
    await finger.move({ x: from.x + width / 7, y: from.y + hour })
    await finger.up()
    await page.getByRole('button', { name: /Travel, 10:00 AM – 1:00 PM, Wed, Aug 19/ }).waitFor()
    await lies(entry, '19 10:00 – 19 13:00')
    await page.locator(`${block}:not([data-dragged])`).waitFor()
    assert.equal(await scroll.evaluate((box) => box.scrollTop), 7 * 48, 'dragging does not scroll')

    if (isFull) await stretchesAndAdds()
    const writesSoFar = writes.length
    await page.locator(block).tap()
    await page.getByRole('dialog', { name: 'Edit time' }).waitFor()
    assert.equal(writes.length, writesSoFar, 'a tap changes nothing')
    await page.keyboard.press('Escape')
    await closeWindow(page)
  })
})

/** A finger on the screen, which the browser turns into gestures. */
class Finger {
  readonly #page: Page
  readonly #tools: CDPSession
  #at = { x: 0, y: 0 }

  constructor(page: Page, tools: CDPSession) {
    this.#page = page
    this.#tools = tools
  }

  async down(at: { x: number; y: number }): Promise<void> {
    this.#at = at
    await this.#tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  }

  /** Moves there in several steps, as a finger does. */
  async move(to: { x: number; y: number }): Promise<void> {
    const { x, y } = this.#at
    const steps = 6
    for (let step = 1; step <= steps; step++) {
      const [dx, dy] = [((to.x - x) * step) / steps, ((to.y - y) * step) / steps]
      await this.#tools.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: x + dx, y: y + dy }],
      })
    }
    this.#at = to
    await this.#page.evaluate(() => new Promise(requestAnimationFrame))
  }

  async up(): Promise<void> {
    await this.#tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}
