import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { nightly } from '../support/tiers.ts'
import { closeWindow, openWindow, type Site, settled, until, visit, withSite, writesOf } from './browser.ts'

// Every write of the app carries an idempotency key: one per action, and the same one when that action is tried again.
// `closeWindow` checks in all tests that no write lacks one, and web_rules/idempotency_keys.test.ts how keys are chosen.

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
const unreachable = /Can’t reach the server/

describe('the app’s writes', () => {
  let site: Site
  let browser: Browser
  let olivia: number
  const jobs = new Map<string, number>()
  withSite(async (...started) => {
    ;[site, browser] = started
    olivia = site.company.adminId
    const { results } = await site.api('GET', '/jobcodes?type=all')
    for (const { name, id } of Object.values<Values>(results.jobcodes)) jobs.set(name, id)
    const item = { user_id: olivia, type: 'manual', jobcode_id: jobs.get('Training'), duration: 3600 }
    const dates = ['2026-01-06', '2026-01-13', '2026-01-20', '2026-01-27', '2026-02-03']
    await site.api('POST', '/timesheets', { data: dates.map((date) => ({ ...item, date })) })
  })

  const open = async (path: string) => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, path)
    return { page, writes: writesOf(page) }
  }
  const secondsOn = async (date: string): Promise<number[]> => {
    const { results } = await site.api('GET', `/timesheets?user_ids=${olivia}&start_date=${date}&end_date=${date}`)
    return Object.values<Values>(results.timesheets).map(({ duration }) => duration)
  }
  const cell = (page: Page, column: number) => page.locator(`[data-at="0/${column}"]`)
  /** Waits until a cell shows a text, as it does from the press on, and it is saved. */
  const shows = async (page: Page, column: number, text: string) => {
    await until(
      () => cell(page, column).textContent(),
      (shown) => shown === text,
    )
    await settled(page)
  }
  const typeHours = async (page: Page, column: number, text: string) => {
    await cell(page, column).focus()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  /** The form of a new entry on a day, with an hour in it. */
  const openForm = async (page: Page, column: number) => {
    await cell(page, column).focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Add time' })
    await dialog.getByRole('textbox', { name: 'Hours', exact: true }).fill('1')
    return dialog
  }
  const addPicture = async (dialog: Locator, name: string) => {
    const picture = { name, mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
    await dialog.getByLabel('Add picture').setInputFiles(picture)
    await dialog.getByRole('img', { name }).waitFor()
  }

  test('a write whose answer is lost is repeated automatically and done once, and again when a person presses again', async () => {
    const { page, writes } = await open('/timesheet/2026-01-13')
    await lose(page, '**/api/v1/timesheets*', 1)
    await typeHours(page, 3, '1:30')
    await shows(page, 3, '1:30')
    assert.deepEqual(await secondsOn('2026-01-14'), [5400])
    assert.equal(await page.getByText('Added.').count(), 1)
    await lose(page, '**/api/v1/timesheets*', 1)
    await cell(page, 3).press('Delete')
    await shows(page, 3, '–')
    await page.getByText('Deleted.').waitFor()
    assert.equal(await page.getByText(unreachable).count(), 0)
    const [added, again, deleted, deletedAgain] = writes.map(({ key }) => key)
    assert.equal(writes.length, 4)
    assert.deepEqual([again, deletedAgain], [added, deleted])
    assert.notEqual(added, deleted)

    await lose(page, '**/api/v1/files', 1)
    await addPicture(await openForm(page, 4), 'roof.png')
    const { results } = await site.api('GET', '/files')
    assert.equal(Object.values<Values>(results.files).filter(({ file_name }) => file_name === 'roof.png').length, 1)

    await visit(page, '/timesheet/2026-01-20')
    writes.length = 0
    await lose(page, '**/api/v1/timesheets*', 2)
    const dialog = await openForm(page, 3)
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await dialog.getByText(unreachable).waitFor()
    await add.click()
    await dialog.waitFor({ state: 'detached' })
    await shows(page, 3, '1:00')
    assert.deepEqual(await secondsOn('2026-01-21'), [3600])
    const keys = writes.map(({ key }) => key)
    assert.deepEqual(keys, Array(3).fill(keys[0]))

    // Adding the same hours again is a new action.
    await cell(page, 3).press('Delete')
    await shows(page, 3, '–')
    await openForm(page, 3)
    await add.click()
    await shows(page, 3, '1:00')
    assert.equal(new Set(writes.map(({ key }) => key)).size, 3)

    // The page knows an entry before its answer arrives; it does not stand in its own way.
    writes.length = 0
    await lose(page, '**/api/v1/timesheets*', 2)
    await openForm(page, 5)
    await dialog.getByRole('radio', { name: 'Start and end times' }).check()
    await dialog.getByLabel('Start', { exact: true }).fill('13:00')
    await dialog.getByLabel('End', { exact: true }).fill('14:00')
    await add.click()
    await dialog.getByText(unreachable).waitFor()
    await settled(page)
    assert.equal(await dialog.getByText('overlaps').count(), 0)
    await add.click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await secondsOn('2026-01-23'), [3600])
    assert.equal(new Set(writes.map(({ key }) => key)).size, 1)
    await closeWindow(page)
  })

  test('each action on records has its own idempotency key, even if it writes the same as an earlier one', async () => {
    const { page, writes } = await open('/timesheet/2026-01-06')
    for (const hours of ['1:30', '1:30']) {
      await typeHours(page, 3, hours)
      await shows(page, 3, hours)
      await cell(page, 3).press('Delete')
      await shows(page, 3, '–')
    }
    const dialog = await openForm(page, 3)
    await addPicture(dialog, 'door.png')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    await visit(page, '/me')
    const choice = page.getByRole('group', { name: /shift/i }).getByRole('checkbox').first()
    for (const on of [false, true, false, true]) {
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      // The page may still show what was before the last change.
      await until(
        () => choice.isChecked(),
        (checked) => checked !== on,
      )
      await choice.click()
      await saved
    }
    const paths = writes.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)
    assert.deepEqual(paths, [
      ...['POST timesheets', 'DELETE timesheets', 'POST timesheets', 'DELETE timesheets'],
      ...['POST files', 'POST timesheets'],
      ...Array.from({ length: 4 }, () => 'PUT notification_choices'),
    ])
    // The app's own endpoints refuse a key; what they set is the same however often it is set.
    const [own, keyed] = [writes.slice(-4), writes.slice(0, -4)]
    assert.deepEqual(
      own.map(({ key }) => key ?? ''),
      ['', '', '', ''],
    )
    for (const { key } of keyed) assert.match(key ?? '', /^[0-9a-f]{32}$/)
    assert.equal(new Set(keyed.map(({ key }) => key)).size, keyed.length)
    await closeWindow(page)
  })

  nightly.test('many items are one request, which keeps its key until it is answered', async () => {
    const { page, writes } = await open('/people')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Assign jobs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign jobs' })
    await dialog.getByRole('checkbox', { name: 'All jobs' }).check()
    await lose(page, '**/api/console/actions', 2)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.getByText(unreachable).waitFor()
    assert.equal(writes.length, 2)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const keys = writes.map(({ key }) => key)
    assert.deepEqual(keys, Array(3).fill(keys[0]))
    await closeWindow(page)
  })

  test('a form that is changed after its answer was lost changes the entry that there is, and adds no second one', async () => {
    const { page } = await open('/timesheet/2026-01-27')
    await lose(page, '**/api/v1/timesheets*', 2)
    const dialog = await openForm(page, 3)
    const add = dialog.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await dialog.getByText(unreachable).waitFor()
    await dialog.getByLabel('Notes').fill('Until noon')
    await dialog.getByRole('textbox', { name: 'Hours', exact: true }).fill('1.5')
    await add.click()
    await dialog.waitFor({ state: 'detached' })
    await shows(page, 3, '1:30')
    assert.deepEqual(await secondsOn('2026-01-28'), [5400])
    // Its Undo takes it away, not back to what no one has seen.
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await shows(page, 3, '–')
    assert.deepEqual(await secondsOn('2026-01-28'), [])

    // The page knows what has arrived, which does not stand in the way of the form.
    await lose(page, '**/api/v1/timesheets*', 2)
    await openForm(page, 5)
    await dialog.getByRole('radio', { name: 'Start and end times' }).check()
    await dialog.getByLabel('Start', { exact: true }).fill('9:00')
    await dialog.getByLabel('End', { exact: true }).fill('10:00')
    await add.click()
    await dialog.getByText(unreachable).waitFor()
    await settled(page)
    await dialog.getByLabel('End', { exact: true }).fill('10:30')
    await settled(page)
    assert.equal(await dialog.getByText('overlaps').count(), 0)
    await add.click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await secondsOn('2026-01-30'), [5400])
    await closeWindow(page)
  })

  test('a changed form whose first values arrived after all says so, and adds them only when asked again', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/pto/balances')
    await lose(page, '**/api/console/pto_adjustments', 2)
    await page.getByRole('button', { name: 'Olivia Hart', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Olivia Hart' })
    const correct = async (hours: string, says: RegExp) => {
      await dialog.getByRole('textbox', { name: 'Hours', exact: true }).fill(hours)
      await dialog.getByLabel('Reason').fill('Carried over')
      await dialog.locator('.dialog-body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
      await dialog.getByRole('button', { name: 'Correct balance' }).click()
      await page.getByText(says).waitFor()
    }
    const granted = async () => {
      const { lines } = await site.api('GET', `/api/console/pto_ledger?user_id=${olivia}`)
      return lines
        .filter(({ reason }: Values) => reason === 'Carried over')
        .map(({ seconds }: Values) => seconds / 3600)
    }
    await correct('8', unreachable)
    await correct('9', /Your first try was saved after all/)
    const { y } = (await page.getByText(/Your first try/).boundingBox())!
    assert.ok(y > 0 && y < 700, `the message is in view: ${y}`)
    assert.deepEqual(await granted(), [8])
    await correct('1', /now has/)
    assert.deepEqual((await granted()).toSorted(), [1, 8])
    await closeWindow(page)
  })

  nightly.test('after a later change, the same write as a lost one has a new key', async () => {
    const id = jobs.get('Travel')!
    const { page, writes } = await open(`/jobs/${id}`)
    await lose(page, '**/api/v1/jobcodes', 2)
    const rename = async (name: string) => {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Save changes' }).click()
    }
    await rename('Driving')
    await page.getByText(unreachable).first().waitFor()
    await page.getByRole('heading', { name: 'Driving' }).waitFor()
    await rename('Travel')
    await page.getByText('Travel saved.').waitFor()
    await rename('Driving')
    await page.getByText('Driving saved.').waitFor()
    const { results } = await site.api('GET', `/jobcodes?ids=${id}`)
    assert.equal(results.jobcodes[id].name, 'Driving')
    const keys = writes.map(({ key }) => key)
    assert.equal(keys[0], keys[1])
    assert.deepEqual([keys.length, new Set(keys).size], [4, 3])
    await closeWindow(page)
  })

  nightly.test('writes under /api/console are not repeated automatically', async () => {
    const { page, writes } = await open('/fields')
    await page.getByRole('button', { name: 'Add a field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Shirt size')
    await dialog.getByLabel('Applies to').selectOption({ label: 'People' })
    await page.route('**/api/console/person_fields', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByText(unreachable).waitFor()
    assert.equal(writes.length, 1)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('heading', { name: 'Shirt size' }).waitFor()
    assert.deepEqual(
      writes.map(({ key }) => key),
      [undefined, undefined],
    )
    await closeWindow(page)
  })
})

/** The server carries out every write on a path, but this many of its answers get lost. */
async function lose(page: Page, path: string, times: number) {
  let left = times
  const handler = async (route: Route) => {
    const request = route.request()
    if (left === 0 || request.method() === 'GET') return route.continue()
    left--
    await route.fetch()
    return route.abort()
  }
  await page.route(path, handler)
}
