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
  visit,
  withSite,
} from './browser.ts'

// Templates of shifts in the schedule. Today is Wednesday, November 18, 2026.

describe('shift templates', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const addOn = (page: Page, day: string) =>
    page.getByRole('button', { name: new RegExp(`^Add a shift, Maya Torres, ${day}`) }).click()
  const newShift = (page: Page) => page.getByRole('dialog', { name: 'New shift' })
  const press = (page: Page, dialog: string, button: string) =>
    page.getByRole('dialog', { name: dialog }).getByRole('button', { name: button, exact: true }).click()
  const templates = async (): Promise<Values[]> => (await site.api('GET', '/api/console/shift_templates')).templates
  /** Deletes all templates. */
  const clear = async () => {
    for (const { id } of await templates()) await site.api('DELETE', `/api/console/shift_templates/${id}`)
  }
  const manage = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Shift templates' }).click()
    return page.getByRole('dialog', { name: 'Shift templates' })
  }

  test('a shift is saved as a template that fills other shifts, and templates are replaced, renamed and deleted', async () => {
    await clear()
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/schedule/week/2026-12-06?who=all')
    const empty = await manage(page)
    await empty.getByText('No templates yet').waitFor()
    await page.keyboard.press('Escape')

    await addOn(page, 'Monday')
    const dialog = newShift(page)
    assert.equal(await dialog.getByLabel('Template', { exact: true }).count(), 0)
    await dialog.getByLabel('Start time').fill('22:00')
    await dialog.getByLabel('End time').fill('06:00')
    await dialog.getByRole('button', { name: /^Job/ }).click()
    await page.getByRole('dialog', { name: 'Choose a job' }).getByText('Emergency call').click()
    await dialog.getByLabel('Location').fill('44 Elm Street')
    await dialog.getByLabel('Notes').fill('Two rounds')
    await dialog.getByLabel('Color').selectOption('Indigo')
    await dialog.getByRole('button', { name: 'Save as template' }).click()
    const naming = page.getByRole('dialog', { name: 'Save as template' })
    assert.equal(await naming.getByLabel('Name').inputValue(), 'Emergency call')
    await naming.getByLabel('Name').fill('')
    await page.keyboard.press('Enter')
    await naming.getByText('Name is required').waitFor()
    await naming.getByLabel('Name').fill('Night call')
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Enter')
    await dialog.getByText('Template “Night call” saved.').waitFor()
    assert.deepEqual(await dialog.getByLabel('Template', { exact: true }).locator('option').allInnerTexts(), [
      'No template',
      'Night call · 10\u00a0PM – 6\u00a0AM',
    ])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await press(page, 'Discard your changes?', 'Discard')

    await addOn(page, 'Thursday')
    await dialog.getByLabel('Template', { exact: true }).selectOption({ index: 1 })
    assert.equal(await dialog.getByLabel('End date').inputValue(), '2026-12-11')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.locator('.toast').filter({ hasText: 'Shift published.' }).waitFor()
    const [calendar] = Object.keys((await site.api('GET', '/schedule_calendars')).results.schedule_calendars)
    const range = 'start=2026-12-06T00:00:00-07:00&starts_before=2026-12-13T00:00:00-07:00'
    const { results } = await site.api('GET', `/schedule_events?schedule_calendar_ids=${calendar}&${range}`)
    const created = Object.values<Values>(results.schedule_events)
    const { start, end, location, notes, color, jobcode_id, assigned_user_ids } = created[0]!
    assert.equal(created.length, 1)
    assert.deepEqual(
      [start, end, location, notes, color, assigned_user_ids],
      [
        ...['2026-12-10T22:00:00-07:00', '2026-12-11T06:00:00-07:00', '44 Elm Street', 'Two rounds', '#3F51B5'],
        [String(site.company.employeeId)],
      ],
    )
    assert.equal(jobcode_id, (await templates())[0]!.jobcode_id)

    // An existing shift replaces the template that has the name already.
    await page
      .getByRole('button', { name: /10 PM – 6 AM.*Emergency call/ })
      .first()
      .click()
    await press(page, 'Edit shift', 'Save as template')
    await naming.getByLabel('Name').fill('night CALL')
    await naming.getByText('There’s already a template called Night call. It will be replaced.').waitFor()
    await naming.getByRole('button', { name: 'Replace' }).click()
    await page.getByText('Template “night CALL” saved.').waitFor()
    await press(page, 'Edit shift', 'Close')
    assert.deepEqual(
      (await templates()).map(({ name }) => name),
      ['night CALL'],
    )

    await site.api('POST', '/api/console/shift_templates', { name: 'Inventory', all_day: true })
    const list = await manage(page)
    await list.getByText('All day').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    await list.getByRole('button', { name: 'Rename Inventory' }).click()
    const renaming = page.getByRole('dialog', { name: 'Rename template' })
    if (isFull) {
      await renaming.getByLabel('Name').fill('Night Call')
      await renaming.getByRole('button', { name: 'Save' }).click()
      await renaming.getByText('Name: there is already a template called night CALL').waitFor()
    }
    await renaming.getByLabel('Name').fill('Stocktaking')
    await renaming.getByRole('button', { name: 'Save' }).click()
    await list.getByText('Stocktaking').waitFor()
    await list.getByRole('button', { name: 'Delete Stocktaking' }).click()
    await press(page, 'Delete Stocktaking?', 'Delete')
    await list.getByText('Stocktaking').waitFor({ state: 'detached' })
    assert.equal((await templates()).length, 1)
    await closeWindow(page)
  })

  test('on a phone a template fills a shift, and its buttons fit', async () => {
    await site.api('POST', '/api/console/shift_templates', {
      ...{ name: 'Late at the counter of the second branch office', start_time: '13:00', end_time: '21:30' },
      title: 'Counter',
    })
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'dark' })
    await visit(page, '/schedule/day/2026-11-21')
    await page.getByRole('button', { name: 'Add a shift on Saturday, November 21' }).click()
    const dialog = newShift(page)
    await dialog.getByLabel('Template', { exact: true }).selectOption({ index: 1 })
    assert.equal(await dialog.getByLabel('Title').inputValue(), 'Counter')
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    assert.deepEqual(await smallControls(page), [])
    await dialog.getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('button', { name: /1 PM – 9:30 PM.*Counter/ }).click()
    assert.deepEqual(await smallControls(page), [])
    await closeWindow(page)
  })

  test('people who plan no shifts see no templates', async () => {
    const page = await openWindow(browser, site, 'employee')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visit(page, '/schedule')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Shift templates' }).count(), 0)
    assert.ok(!asked.includes('/api/console/shift_templates'))
    await closeWindow(page)
  })
})
