import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { readTyped } from '../../web/pages/timesheet/typed.ts'
import { closeWindow, openWindow, type Site, until, visit, withSite, writesOf } from './browser.ts'

// Hours typed into the grid become pay: however a cell is left, they are saved once.

const week = ['2026-02-15', '2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19', '2026-02-20', '2026-02-21'] as const

/** Every way to leave a cell that saves it. Each has a day of its own in the upper of two rows. */
const ways: readonly { name: string; date: string; leave: (page: Page) => Promise<void> }[] = [
  { name: 'Tab', date: week[0], leave: (page) => page.keyboard.press('Tab') },
  { name: 'Shift+Tab', date: week[1], leave: (page) => page.keyboard.press('Shift+Tab') },
  { name: 'Enter', date: week[2], leave: (page) => page.keyboard.press('Enter') },
  { name: 'ArrowDown', date: week[3], leave: (page) => page.keyboard.press('ArrowDown') },
  { name: 'ArrowUp', date: week[4], leave: (page) => page.keyboard.press('ArrowUp') },
  { name: 'a click beside the grid', date: week[5], leave: (page) => page.getByRole('heading', { level: 1 }).click() },
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
  const open = async (date: string = week[0]) => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, `/timesheet/${date}`)
    const writes = writesOf(page)
    /** The methods of the writes since the last call. The round trip makes sure that all of them are known. */
    const sent = async () => {
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

  for (const { name, date, leave } of ways)
    test(`hours are saved once when the cell is left by ${name}`, async () => {
      const { page, sent } = await open()
      await type(page, date, '1:30')
      await leave(page)
      assert.deepEqual(await sent(), ['POST'])
      await shows(page, date, '1:30')
      assert.deepEqual(await secondsOn(date), [5400])
      assert.equal(await page.getByText('Added.').count(), 1)

      await type(page, date, '2')
      await leave(page)
      assert.deepEqual(await sent(), ['PUT'])
      await shows(page, date, '2:00')
      assert.deepEqual(await secondsOn(date), [7200])

      await cellOf(page, 'Training', date).press('Enter')
      await page.keyboard.press('Delete')
      await leave(page)
      assert.deepEqual(await sent(), ['DELETE'])
      await cellOf(page, 'Training', date, 'nothing').waitFor()
      assert.deepEqual(await secondsOn(date), [])
      await closeWindow(page)
    })

  test('the arrow keys and Enter move to the cell below, Tab to the next one', async () => {
    const { page, sent } = await open()
    for (const [key, job, date] of [
      ['Enter', 'Travel', week[3]],
      ['ArrowDown', 'Travel', week[3]],
      ['Tab', 'Training', week[4]],
      ['Shift+Tab', 'Training', week[2]],
    ] as const) {
      await type(page, week[3], '1')
      await page.keyboard.press(key)
      await shows(page, week[3], '1:00')
      assert.equal(await cellOf(page, job, date).evaluate((cell) => cell === document.activeElement), true, key)
      await cellOf(page, 'Training', week[3]).press('Delete')
      await cellOf(page, 'Training', week[3], 'nothing').waitFor()
      assert.deepEqual(await sent(), ['POST', 'DELETE'])
    }
    await closeWindow(page)
  })

  test('nothing is sent for an edit that is canceled, changes nothing or cannot be read', async () => {
    const date = '2026-03-02'
    await add('Training', date, 7.33)
    const { page, sent } = await open(date)
    await cellOf(page, 'Training', date, '7:20').waitFor()
    for (const { name, leave } of ways.filter(({ name }) => !name.includes('another cell'))) {
      await cellOf(page, 'Training', date).press('Enter')
      await leave(page)
      assert.deepEqual(await sent(), [], `${name} without typing`)
      for (const same of ['7:20', '7.33', '7h 20m']) {
        await type(page, date, same)
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

  test('a job added to an empty week gets the focus, ready for typing', async () => {
    const { page } = await open('2026-01-13')
    await page.getByRole('button', { name: 'Add a job' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a job' })
    await dialog.getByRole('treeitem', { name: 'Training' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await until(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
      (label) => label === 'nothing, Overhead › Training, Tue, Jan 13',
    )
    await closeWindow(page)
  })

  test('a cell takes no input while it is being saved', async () => {
    const { page, sent } = await open()
    const date = week[3]
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/timesheets', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await type(page, date, '1')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await type(page, date, '2')
    await page.keyboard.press('Tab')
    await cellOf(page, 'Training', date).press('Delete')
    await cellOf(page, 'Training', date).click()
    release()
    await shows(page, date, '1:00')
    assert.deepEqual(await sent(), ['POST'])
    await type(page, date, '2')
    await page.keyboard.press('Tab')
    await shows(page, date, '2:00')
    assert.deepEqual(await sent(), ['PUT'])
    assert.deepEqual(await secondsOn(date), [7200])
    await closeWindow(page)
  })
})

test('text typed into a cell is saved only if it differs', () => {
  const entry = { shown: '7:20', duration: 26388 }
  const cases: [typed: string, entry: { shown: string; duration: number } | undefined, result: unknown][] = [
    ['1', undefined, { save: 3600 }],
    [' 1,5 ', undefined, { save: 5400 }],
    ['24', undefined, { save: 86400 }],
    ['', undefined, undefined],
    ['0', undefined, undefined],
    ['24:01', undefined, { problem: 'A day has at most 24 hours.' }],
    ['a lot', undefined, { problem: 'Enter hours like 7:30, 7.5, or 7h 30m.' }],
    ['7:20', entry, undefined],
    ['7.33', entry, undefined],
    ['7:21', entry, { save: 26460 }],
    ['', entry, { save: 0 }],
    ['0:00', entry, { save: 0 }],
    ['7:20', { shown: '7.33', duration: 26388 }, undefined],
    ['0:00', { shown: '0:00', duration: 0 }, undefined],
    ['', { shown: '0:00', duration: 0 }, { save: 0 }],
  ]
  for (const [typed, cell, result] of cases)
    assert.deepEqual(readTyped(typed, cell?.shown ?? '', cell?.duration), result, typed)
})

/** The cell of a job on a day; with a text, once it shows that. */
function cellOf(page: Page, job: string, date: string, text = '') {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const place = `Overhead › ${job}, ${day.format(new Date(date))}`
  return text
    ? page.getByRole('gridcell', { name: `${text}, ${place}`, exact: true })
    : page.getByRole('gridcell', { name: place })
}
