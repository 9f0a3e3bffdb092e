import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import {
  accessibilityProblems,
  choosePerson,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  until,
  visit,
  withSite,
} from './browser.ts'

describe('the working pattern', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('the working pattern is chosen in the settings, and a request for time off follows it', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
    await visit(page, '/settings/pattern')
    const card = page.locator('section.card', {
      has: page.getByRole('heading', { name: 'Working pattern', exact: true }),
    })
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await card.getByLabel('Days and hours').selectOption('Choose days')
    for (const day of ['Monday', 'Wednesday', 'Friday']) await card.getByLabel(day).uncheck()
    await card.getByLabel('Saturday').check()
    await card.getByLabel('Hours', { exact: true }).last().fill('4.5')
    await card.getByLabel('Days are counted in').selectOption('One time zone')
    await card.getByLabel('Full-time share in percent').fill('60')
    await card.getByText(/^The changes apply from/).waitFor()
    await card.getByLabel('Unpaid break in minutes').first().fill('600')
    await bar.getByRole('button', { name: 'Save' }).click()
    const said = 'the break must be shorter than the hours worked'
    const refusal = card.getByRole('alert').getByText(said)
    await refusal.waitFor()
    assert.equal(await card.getByText(said).count(), 1, 'the preview does not say it, too')
    await until(
      () => refusal.evaluate((element) => element.getBoundingClientRect().bottom),
      (bottom) => bottom > 0 && bottom < 844,
    )
    await card.getByLabel('Unpaid break in minutes').first().fill('30')
    await bar.getByRole('button', { name: 'Save' }).click()
    await bar.waitFor({ state: 'detached' })
    const { patterns, zone, full_time_share } = await site.api('GET', '/api/console/working_pattern')
    assert.deepEqual(patterns.at(-1).days, [
      { day: 'tue', hours: 8, unpaid_break_minutes: 30 },
      { day: 'thu', hours: 8 },
      { day: 'sat', hours: 4.5 },
    ])
    assert.deepEqual([zone, full_time_share], ['America/Denver', 60])
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await visit(page, '/welcome')
    await page.getByText('Say when people work').click()
    await until(
      () => card.evaluate((element) => Math.abs(element.getBoundingClientRect().top)).catch(() => -1),
      (top) => top >= 0 && top < 300,
    )
    assert.equal(new URL(page.url()).pathname, '/settings/pattern')
    await page.getByLabel('Settings for').selectOption('A person')
    await choosePerson(page, 'Person', 'Aaron Blake')
    await card.getByText('Tuesday 8:00, Thursday 8:00, Saturday 4:30').waitFor()
    await closeWindow(page)

    const own = await openWindow(browser, site, 'employee', { width: 1280, theme: 'dark' })
    await visit(own, '/time_off')
    await own.getByRole('button', { name: 'Request time off' }).first().click()
    const dialog = own.getByRole('dialog', { name: 'Request time off' })
    await dialog.getByLabel('First day').fill('2027-03-07')
    await dialog.getByLabel('Last day').fill('2027-03-13')
    await dialog.getByText('3 working days, 20:30').waitFor()
    await dialog.getByText('Each day has the hours of its working day.').waitFor()
    await dialog.getByRole('button', { name: 'Request time off' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { userId } = site.account('employee')
    const { results } = await site.api(
      'GET',
      `/time_off_request_entries?user_ids=${userId}&start_time=2027-03-06T00:00:00-07:00&end_time=2027-03-15T00:00:00-07:00`,
    )
    const entries = Object.values<Values>(results.time_off_request_entries)
    assert.deepEqual(entries.map(({ date, duration }) => [date, duration]).sort(), [
      ['2027-03-09', 28_800],
      ['2027-03-11', 28_800],
      ['2027-03-13', 16_200],
    ])
    await closeWindow(own)
  })
})
