import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull } from '../support/tiers.ts'
import { closeWindow, go, openWindow, type Site, settled, until, visit, withSite, writesOf } from './browser.ts'
import { dismissToasts } from './toasts.ts'

// Hours typed into the grid become pay: however a cell is left, they are saved once.

const week = ['2026-02-15', '2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-02-21'] as const

type Way = {
  name: string
  /** Each way has its own day, in the upper of two rows. */
  date: string
  leave: (page: Page) => Promise<void>
  /** The cell that has the focus then. */
  to?: [job: string, date: string]
  /** Whether `npm test` also changes and deletes the hours in this way. */
  isUsual?: true
}

/** Every way to leave a cell that saves it. */
const ways: readonly Way[] = [
  { name: 'Tab', date: week[0], leave: (page) => page.keyboard.press('Tab'), to: ['Training', week[1]] },
  { name: 'Shift+Tab', date: week[1], leave: (page) => page.keyboard.press('Shift+Tab'), to: ['Training', week[0]] },
  {
    ...{ name: 'Enter', date: week[2], isUsual: true },
    leave: (page) => page.keyboard.press('Enter'),
    to: ['Travel', week[2]],
  },
  { name: 'ArrowDown', date: week[3], leave: (page) => page.keyboard.press('ArrowDown'), to: ['Travel', week[3]] },
  { name: 'ArrowUp', date: week[4], leave: (page) => page.keyboard.press('ArrowUp'), to: ['Training', week[4]] },
  {
    ...{ name: 'a click outside the grid', date: week[5], isUsual: true },
    leave: (page) => page.getByRole('heading', { level: 1 }).click(),
  },
  {
    name: 'a click on another cell',
    date: week[6],
    leave: async (page) => {
      await cellOf(page, 'Travel', week[6]).click()
      await page.keyboard.press('Escape')
    },
  },
]

describe('the hours grid', () => {
  let site: Site
  let browser: Browser
  let olivia: number
  const jobs = new Map<string, number>()
  withSite(async (...started) => {
    ;[site, browser] = started
    olivia = site.company.adminId
    const { results } = await site.api('GET', '/jobcodes?type=all')
    for (const { name, id } of Object.values<Values>(results.jobcodes)) jobs.set(name, id)
    // Jobs from a week earlier have a row.
    await add('Training', '2026-02-10', 1)
    await add('Travel', '2026-02-10', 1)
  })

  const add = (job: string, date: string, hours: number) =>
    site.api('POST', '/timesheets', {
      data: [{ user_id: olivia, type: 'manual', jobcode_id: jobs.get(job), date, duration: hours * 3600 }],
    })
  const secondsOn = async (date: string): Promise<number[]> => {
    const { results } = await site.api('GET', `/timesheets?user_ids=${olivia}&start_date=${date}&end_date=${date}`)
    return Object.values<Values>(results.timesheets).map(({ duration }) => duration)
  }
  const open = async (date: string) => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, `/timesheet/${date}`)
    const writes = writesOf(page)
    /** The methods of the writes since the last call, once cells are saved. After the round trip, all of them are known. */
    const sent = async () => {
      await settled(page)
      await page.evaluate(() => fetch('/api/console/start'))
      return writes.splice(0).map(({ method }) => method)
    }
    return { page, sent }
  }
  const type = async (page: Page, date: string, text: string, job = 'Training') => {
    await cellOf(page, job, date).focus()
    await page.keyboard.type(text)
  }
  /** Waits until the cell of a day and the total of that day show this. */
  const shows = async (page: Page, date: string, text: string) => {
    await cellOf(page, 'Training', date, text).waitFor()
    await settled(page)
    await until(
      () =>
        page
          .locator('.timesheet-grid tfoot tr')
          .first()
          .locator('td')
          .nth(week.indexOf(date as never))
          .textContent(),
      (total) => total === text,
    )
  }

  test('hours typed into a cell are saved once, however the cell is left', async () => {
    const { page, sent } = await open(week[0])
    for (const { name, date, leave, to, isUsual } of ways) {
      const isLeft = async () => {
        if (!to) return
        const [job, day] = to
        assert.equal(await cellOf(page, job, day).evaluate((cell) => cell === document.activeElement), true, name)
      }
      await dismissToasts(page)
      await type(page, date, '1:30')
      await leave(page)
      assert.deepEqual(await sent(), ['POST'], name)
      await shows(page, date, '1:30')
      await isLeft()
      assert.deepEqual(await secondsOn(date), [5400], name)
      assert.equal(await page.getByText('Added.').count(), 1, name)
      if (isFull || isUsual) {
        await type(page, date, '2')
        await leave(page)
        assert.deepEqual(await sent(), ['PUT'], name)
        await shows(page, date, '2:00')
        await isLeft()
        assert.deepEqual(await secondsOn(date), [7200], name)

        await cellOf(page, 'Training', date).press('Enter')
        await page.keyboard.press('Delete')
        await leave(page)
        assert.deepEqual(await sent(), ['DELETE'], name)
        await cellOf(page, 'Training', date, 'nothing').waitFor()
        assert.deepEqual(await secondsOn(date), [], name)
      }
      if (isFull) {
        await type(page, date, '1')
        await leave(page)
        await shows(page, date, '1:00')
        await isLeft()
        assert.deepEqual(await sent(), ['POST'], name)
      }
      if (!isFull && name !== 'Tab') continue
      await cellOf(page, 'Training', date).press('Delete')
      await cellOf(page, 'Training', date, 'nothing').waitFor()
      assert.deepEqual(await sent(), ['DELETE'], 'Delete in a cell that is not being edited')
    }

    await go(page, '/timesheet/2026-01-13')
    await page.getByRole('button', { name: 'Add a job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a job' })
    const looks = await dialog
      .getByRole('treeitem')
      .first()
      .evaluate((row) => getComputedStyle(row).textAlign)
    assert.equal(looks, 'start', 'whatever the part of the page that opens it')
    await dialog.getByRole('treeitem', { name: 'Training' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await until(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
      (label) => label === 'nothing, Overhead › Training, Tue, Jan 13',
    )
    await closeWindow(page)
  })

  test('nothing is sent for an edit that is canceled, changes nothing or cannot be read', async () => {
    const date = '2026-03-02'
    await add('Training', date, 7.33)
    const { page, sent } = await open(date)
    await cellOf(page, 'Training', date, '7:20').waitFor()
    for (const { name, leave } of isFull ? ways.slice(0, -1) : ways.slice(0, 1)) {
      await cellOf(page, 'Training', date).press('Enter')
      await leave(page)
      assert.deepEqual(await sent(), [], `${name} without typing`)
      for (const same of ['7:20', '7.33', '7h 20m']) {
        await type(page, date, same)
        if (same === '7:20') await page.getByText('saved as 7.33 h').waitFor()
        await leave(page)
        assert.deepEqual(await sent(), [], `${name} after ${same}`)
      }
      await type(page, '2026-03-03', '0')
      await leave(page)
      assert.deepEqual(await sent(), [], `${name} after 0 in an empty cell`)
      await type(page, date, '25')
      await leave(page)
      await page.getByRole('alert').getByText('A day has at most 24 hours.').waitFor()
      await page.getByLabel('Hours, Overhead › Training').press('Escape')
      assert.deepEqual(await sent(), [], `${name} after more than a day has`)
    }
    for (const day of [date, '2026-03-03']) {
      await type(page, day, '9')
      await page.keyboard.press('Escape')
      assert.deepEqual(await sent(), [], 'Escape')
    }
    await type(page, date, '9')
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(await sent(), [], 'Details')
    await cellOf(page, 'Training', date, '7:20').waitFor()
    assert.deepEqual(await secondsOn(date), [26388])
    await closeWindow(page)
  })

  test('no key is lost in a cell while its hours are being saved, and they are saved in the order typed', async () => {
    const date = '2026-02-24'
    await add('Training', '2026-02-17', 1)
    const { page, sent } = await open(date)
    const edited = page.getByLabel('Hours, Overhead › Training, Tue, Feb 24')
    const answers = new HeldAnswers()
    await page.route('**/api/v1/timesheets*', answers.pass)

    answers.hold()
    await type(page, date, '1')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    assert.equal(await edited.inputValue(), '1:00', 'the hours that are being saved')
    await page.keyboard.press('Escape')
    await page.keyboard.type('2')
    assert.equal(await edited.inputValue(), '2')
    await page.keyboard.press('Tab')
    answers.release()
    await cellOf(page, 'Training', date, '2:00').waitFor()
    assert.deepEqual(await sent(), ['POST', 'PUT'])
    assert.deepEqual(await secondsOn(date), [7200])

    answers.hold()
    await type(page, date, '3')
    await page.keyboard.press('Tab')
    await cellOf(page, 'Training', date).press('Delete')
    answers.release()
    await cellOf(page, 'Training', date, 'nothing').waitFor()
    assert.deepEqual(await sent(), ['PUT', 'DELETE'])
    assert.deepEqual(await secondsOn(date), [])

    // The form opens with the entry that is being saved, not with another new one.
    answers.hold()
    await type(page, date, '4')
    await page.keyboard.press('Tab')
    await cellOf(page, 'Training', date).press('F2')
    answers.release()
    const dialog = page.getByRole('dialog', { name: 'Edit time' })
    assert.equal(await dialog.getByLabel('Hours', { exact: true }).inputValue(), '4:00')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(await sent(), ['POST'])
    await closeWindow(page)
  })
})

/** Holds back the server's answers to writes. */
class HeldAnswers {
  #held = Promise.withResolvers<void>()

  hold(): void {
    this.#held = Promise.withResolvers()
  }

  release(): void {
    this.#held.resolve()
  }

  readonly pass = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET') await this.#held.promise
    await route.continue()
  }
}

/** The cell of a job on a day; with a text, once it shows that. */
function cellOf(page: Page, job: string, date: string, text = '') {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const place = `Overhead › ${job}, ${day.format(new Date(date))}`
  return text
    ? page.getByRole('gridcell', { name: `${text}, ${place}`, exact: true })
    : page.getByRole('gridcell', { name: place })
}
