import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'
import { clockShows } from './clock_state.ts'

const phone = { width: 390, theme: 'light' } as const
const desktop = { width: 1280, theme: 'dark' } as const

describe('breaks', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const breakNamed = async (name: string): Promise<Values | undefined> => {
    const { breaks } = await site.api('GET', '/api/console/breaks')
    return breaks.find((one: Values) => one.name === name)
  }

  /** A person who is off the clock. */
  const createWorker = async (): Promise<Values> => {
    const permissions = { time_tracking: true, mobile: true }
    const item = { username: 'hungry', first_name: 'Hanna', last_name: 'Hill', permissions }
    const { results } = await site.api('POST', '/users', { data: [item] })
    return Object.values<Values>(results.users)[0]!
  }

  test('a break is added on a phone, and an employee takes it at the clock', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/more')
    await page.getByRole('main').getByRole('link', { name: 'Breaks' }).click()
    await page.getByRole('button', { name: 'Add a break' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a break' })
    await dialog.getByRole('button', { name: 'Add break' }).click()
    await dialog.getByText('Name is required').waitFor()
    await dialog.getByLabel('Name').fill('lunch break')
    await dialog.getByLabel('Type').selectOption('Paid break')
    await dialog.getByRole('button', { name: 'Add break' }).click()
    await dialog.getByText(/^Name: another job .* is called Lunch break/).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await dialog.getByLabel('Name').fill('Stretching')
    await dialog.getByRole('button', { name: 'Add break' }).click()
    await page.getByText('Stretching added.').waitFor()
    await page.getByRole('list', { name: 'Breaks' }).getByText('Stretching').waitFor()
    await closeWindow(page)

    const clock = await openWindow(browser, site, 'employee', phone)
    await visit(clock, '/')
    await clock.getByRole('button', { name: 'Clock in' }).click()
    await clock.getByRole('button', { name: 'Stretching' }).click()
    await clock
      .getByRole('status')
      .filter({ hasText: /On stretching since/ })
      .waitFor()
    const { userId } = site.account('employee')
    const { results } = await site.api('GET', `/timesheets?user_ids=${userId}&start_date=2026-11-17&on_the_clock=yes`)
    const [running] = Object.values<Values>(results.timesheets)
    assert.equal(running!.jobcode_id, (await breakNamed('Stretching'))!.id)
    // People who manage no jobs have no page for breaks.
    await go(clock, '/breaks')
    await clock.getByText('This page doesn’t exist or you don’t have access').waitFor()
    await closeWindow(clock)
  })

  test('a break is renamed, archived and restored by keyboard, and the page of its job leads to it', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/breaks')
    await page.getByRole('button', { name: 'Rest break', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Rest break' })
    assert.ok(await dialog.getByLabel('Type').isDisabled())
    await dialog.getByLabel('Name').fill('Coffee break')
    await page.keyboard.press('Enter')
    await page.getByText('Coffee break saved.').waitFor()
    await page.getByRole('button', { name: 'Coffee break', exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).press('Enter')
    await page.getByText('Coffee break archived.').waitFor()
    assert.equal((await breakNamed('Coffee break'))!.active, false)
    await page.getByLabel('Show').selectOption('Archived')
    await page.getByRole('button', { name: 'Coffee break', exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).press('Enter')
    await page.getByText('Coffee break restored.').waitFor()
    assert.equal((await breakNamed('Coffee break'))!.active, true)
    assert.equal(await sidewaysScroll(page), 0)
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])

    // The page of its job leads to a break.
    await go(page, `/jobs/${(await breakNamed('Lunch break'))!.id}`)
    await page.getByRole('link', { name: 'Rename or archive it' }).click()
    await page.getByRole('dialog', { name: 'Lunch break' }).waitFor()
    await closeWindow(page)
  })

  test('the meal and rest breaks that are due are chosen in the settings', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/settings/breaks')
    const card = page.locator('section.card', {
      has: page.getByRole('heading', { name: 'Meal and rest breaks', exact: true }),
    })
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await card.getByLabel('Breaks due').selectOption({ label: 'California: meal and rest breaks' })
    await card.getByText('Meal break of 30 minutes, unpaid, in more than 10 hours of work').waitFor()
    await card.getByLabel('If a break was not provided').selectOption('Pay extra for it')
    await card.getByText(/^The rules apply from November \d+, 2026\.$/).waitFor()
    await card
      .getByText(/in the current pay period/)
      .first()
      .waitFor()
    const before = await site.api('GET', '/api/console/break_rules')
    assert.deepEqual([before.rules, before.premium], [null, null], 'nothing is saved')
    await bar.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    // Until the form has the saved values, a further choice would be replaced by them.
    await bar.waitFor({ state: 'detached' })
    const { rules, premium } = await site.api('GET', '/api/console/break_rules')
    assert.deepEqual([rules, premium], ['california', true])
    await card.getByLabel('Breaks due').selectOption('Custom rules')
    await card.getByRole('button', { name: 'Remove rest' }).click()
    await card.getByLabel('Minutes').first().fill('45')
    await card.getByLabel('Name').last().fill('meal')
    await bar.getByRole('button', { name: 'Save' }).click()
    await card.getByRole('alert').getByText('two rules called meal').waitFor()
    await card.getByLabel('Name').last().fill('supper')
    await bar.getByRole('button', { name: 'Save' }).click()
    await bar.waitFor({ state: 'detached' })
    const saved = await site.api('GET', '/api/console/break_rules')
    assert.deepEqual(
      saved.rules.map(({ name, minutes }: Values) => [name, minutes]),
      [
        ['meal', 45],
        ['supper', 30],
      ],
    )
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual([await sidewaysScroll(page), await smallControls(page)], [0, []])
    await closeWindow(page)
  })

  nightly.test(
    'custom break rules can state what laws state, and contradictions are explained in the reader’s language',
    async () => {
      await site.api('PUT', '/api/console/break_rules', { for: 'company', rules: 'eu', premium: null })
      const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light', locale: 'de-DE' })
      await visit(page, '/settings/breaks')
      const card = page.locator('section.card', {
        has: page.getByRole('heading', { name: 'Essens- und Ruhepausen', exact: true }),
      })
      const bar = page.getByRole('region', { name: 'Nicht gespeicherte Änderungen' })
      await card.getByLabel('Fällige Pausen').selectOption('Eigene Regeln')
      const [first, second] = [card.locator('.settings-rule').first(), card.locator('.settings-rule').nth(1)]
      assert.equal(await second.getByLabel('Teile von mindestens').inputValue(), '15')
      await first.getByLabel('Auch bei genau so vielen Stunden').check()
      await second.getByLabel('Minuten', { exact: true }).fill('20')
      await bar.getByRole('button', { name: 'Speichern' }).click()
      await card
        .getByText('Regel break_45 widerspricht Regel break_30, die in diesen Schichten schon 30 Minuten verlangt')
        .waitFor()
      await second.getByLabel('Minuten', { exact: true }).fill('45')
      await second.getByLabel('Teile von mindestens').fill('20')
      await first.getByLabel('Je … Stunden').fill('6')
      assert.equal(await first.getByLabel('Beginn binnen Stunden').count(), 0, 'these cannot be combined')
      await bar.getByRole('button', { name: 'Speichern' }).click()
      await bar.waitFor({ state: 'detached' })
      const basics = { kind: 'meal', pay: 'any', waivable_to_hours: 0 }
      assert.deepEqual((await site.api('GET', '/api/console/break_rules')).rules, [
        { name: 'break_30', ...basics, minutes: 30, after_hours: 6, at_least: true, every_hours: 6 },
        { name: 'break_45', ...basics, minutes: 45, after_hours: 9, by_hours: 6, part_minutes: 20, stretch_hours: 6 },
      ])
      assert.deepEqual([await accessibilityProblems(page), await sidewaysScroll(page)], [[], 0])
      await closeWindow(page)
    },
  )

  test('a person who clocks out is asked about a break that was due and missed', async () => {
    const { id } = await createWorker()
    const rules = [{ name: 'meal', kind: 'meal', minutes: 30, pay: 'unpaid', after_hours: 5, by_hours: 5 }]
    await site.api('PUT', '/api/console/break_rules', { for: 'user', id, rules })
    const start = new Date(site.world.now() / 1000 - 6 * 3_600_000).toISOString()
    const running = { user_id: id, jobcode_id: 0, type: 'regular', start, end: '' }
    await site.api('POST', '/timesheets', { data: [running] })
    const page = await openWindow(browser, site, id, phone)
    await visit(page, '/')
    await page.getByRole('main').getByRole('button', { name: 'Clock out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clock out' }).click()
    const question = page.getByRole('dialog', { name: 'About your breaks' })
    await question.getByText('No meal break of 30 minutes in 6 hours of work; one was due within 5 hours.').waitFor()
    assert.deepEqual([await accessibilityProblems(page), await sidewaysScroll(page)], [[], 0])
    assert.ok(await question.getByRole('button', { name: 'Clock out' }).isDisabled())
    await question.getByRole('radio', { name: 'I couldn’t' }).check()
    await question.getByRole('button', { name: 'Clock out' }).click()
    await clockShows(page, 'Off the clock')
    await closeWindow(page)
    const { people } = await site.api(
      'GET',
      `/api/console/approvals?start_date=2026-11-18&end_date=2026-11-18&user_ids=${id}`,
    )
    assert.match(people[0].exceptions.at(-1).words, /^No meal break .* They said they could not take it$/)
  })
})
