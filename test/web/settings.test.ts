import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import {
  accessibilityProblems,
  choosePerson,
  chooseZone,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  visit,
  withSite,
} from './browser.ts'

describe('company settings', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const general = async (query = '') =>
    (await site.api('GET', `/effective_settings${query}`)).results.effective_settings.general.settings

  const card = (page: Awaited<ReturnType<typeof openWindow>>, title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

  const bar = (page: Awaited<ReturnType<typeof openWindow>>) => page.getByRole('region', { name: 'Unsaved changes' })

  for (const width of [390, 1280] as const)
    test(`zone, workweek and pay period are changed, and errors are shown at their field (${width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light' })
      await visit(page, '/settings')
      const zone = width === 390 ? 'Europe/Madrid' : 'America/Chicago'
      await chooseZone(card(page, 'Time and language'), zone, zone.split('/')[1])
      await card(page, 'Time and language').getByLabel('First day of the workweek').selectOption('Monday')
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').first().waitFor()
      assert.deepEqual([(await general()).tz, (await general()).week_start], [zone, 1])

      const period = card(page, 'Pay period')
      await period.getByRole('combobox', { name: 'Pay period' }).selectOption('Twice a month')
      await period.getByLabel('First half ends on day').fill('20')
      await period.getByLabel('Second half ends on day').fill('10')
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await period.getByText('Must be less than “Second half ends on day”, which is 10').waitFor()
      await period.getByLabel('Second half ends on day').fill('31')
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await bar(page).waitFor({ state: 'detached' })
      assert.deepEqual([(await general()).payroll_type, (await general()).payroll_first_end_day], ['semimonthly', '20'])
      await period.getByRole('combobox', { name: 'Pay period' }).selectOption('Every two weeks')
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await bar(page).waitFor({ state: 'detached' })
      await closeWindow(page)
    })

  test('overtime rules: a state’s, custom ones, and a person’s own', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/settings')
    const overtime = card(page, 'Overtime')
    await overtime
      .getByLabel('Overtime rules')
      .selectOption({ label: 'California: daily, weekly, and seventh day, with double time' })
    await overtime.getByText('2 × over 12 hours a day').waitFor()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page).waitFor({ state: 'detached' })
    assert.equal((await site.api('GET', '/api/console/settings')).overtime, 'california')

    await overtime.getByLabel('Overtime rules').selectOption({ label: 'Custom rules' })
    await overtime.getByRole('button', { name: 'Add rule' }).click()
    const name = overtime.getByLabel('Name in reports').last()
    await name.fill('daily')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await overtime.getByText('two rules called daily').waitFor()
    await name.fill('short_rest')
    await overtime.getByLabel('Applies to hours').last().selectOption({ label: 'within … hours of the previous shift' })
    await overtime.getByLabel('Hours', { exact: true }).last().fill('11')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page).waitFor({ state: 'detached' })
    const { overtime: rules } = await site.api('GET', '/api/console/settings')
    assert.deepEqual(rules.at(-1), { name: 'short_rest', kind: 'rest', after_hours: 11, multiplier: 1.5 })

    const rule = overtime.locator('.settings-rule').last()
    const kind = rule.getByLabel('Applies to hours')
    await kind.selectOption({ label: 'over … hours on the seventh day in a row' })
    await rule.getByLabel('Only in workweeks over (hours)').fill('40')
    await rule.getByText('Limit to some people or dates').click()
    await rule.getByLabel('Only people paid less than (an hour)').fill('18.5')
    await rule.getByLabel('First workday').fill('2026-12-01')
    await rule.getByLabel('No longer from').fill('2027-01-01')
    assert.deepEqual(await accessibilityProblems(page), [])
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual((await site.api('GET', '/api/console/settings')).overtime.at(-1), {
      ...{ name: 'short_rest', kind: 'seventh_day', after_hours: 0, multiplier: 1.5, week_over_hours: 40 },
      ...{ pay_below: 18.5, from: '2026-12-01', until: '2027-01-01' },
    })
    await kind.selectOption({ label: 'over … hours in 14 days' })
    assert.equal(await rule.getByLabel('Only in workweeks over (hours)').count(), 0)
    await rule.getByLabel('A day on which 14 days begin').fill('2026-11-08')
    await kind.selectOption({ label: 'at hours of the clock or days of the week' })
    await rule.getByLabel('Only shifts with more hours of that time').fill('2')
    await rule.getByLabel('Sun').uncheck()
    await rule.getByLabel('Add to what other rules pay').check()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page).waitFor({ state: 'detached' })
    const clock = (await site.api('GET', '/api/console/settings')).overtime.at(-1)
    assert.deepEqual([clock.kind, clock.over_hours, clock.adds, clock.days.length], ['clock', 2, true, 6])

    await page.getByLabel('Settings for').selectOption({ label: 'A person' })
    await choosePerson(page, 'Person', 'Maya Torres')
    const time = card(page, 'Time and language')
    await chooseZone(time, 'new york', 'New York')
    await time.getByRole('button', { name: /^Time zone New York, GMT−[45]/ }).waitFor()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await time.getByText('Overridden here.').waitFor()
    const maya = `?user_id=${site.company.employeeId}`
    assert.equal((await general(maya)).tz, 'America/New_York')
    await time.getByRole('button', { name: 'Time zone: use company default' }).click()
    await time.getByText('Overridden here.').waitFor({ state: 'detached' })
    assert.notEqual((await general(maya)).tz, 'America/New_York')
    await closeWindow(page)
  })

  for (const view of [
    { width: 1280, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)
    test(`a change shows its first day, and asks before approved time changes (${view.width} px)`, async () => {
      const saved = async () => (await site.api('GET', '/api/console/settings')) as Values
      const { approved_to } = await saved()
      assert.ok(approved_to, 'the sample company has approved time')
      const page = await openWindow(browser, site, 'admin', view)
      await visit(page, '/settings')
      const rounding = card(page, 'Rounding')
      const minutes = view.width === 1280 ? '15' : '6'
      await rounding.getByRole('combobox').first().selectOption(minutes)
      await rounding.getByLabel('Changes apply from').selectOption('The workweek after approved time')
      await rounding.getByText(/^The changes apply from November \d+, 2026\.$/).waitFor()
      assert.equal(await rounding.getByText('is already approved').count(), 0)

      await rounding.getByLabel('Changes apply from').selectOption('A day you choose')
      await rounding.getByLabel('First day').fill('2026-09-06')
      await rounding.getByText('The changes apply from September 6, 2026.').waitFor()
      await rounding.getByText('is already approved').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      await bar(page).getByRole('button', { name: 'Save' }).click()
      const question = page.getByRole('dialog', { name: 'Change approved time?' })
      await question.getByText(/^Time through \w+ \d+, 2026 is approved\. Some of it would be paid/).waitFor()
      await question.getByText('The changes apply from September 6, 2026.').waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      await question.getByRole('button', { name: 'Cancel' }).click()
      await rounding.getByText('Nothing was changed.').waitFor()
      const of = async () => (await saved()).settings.rounding.minutes
      assert.notEqual(String(await of()), minutes)

      await bar(page).getByRole('button', { name: 'Save' }).click()
      await question.getByRole('button', { name: 'Change it' }).click()
      await bar(page).waitFor({ state: 'detached' })
      assert.equal(String(await of()), minutes)
      const { earlier } = await saved()
      const held = earlier.filter(({ setting }: Values) => setting === 'rounding.minutes')
      assert.equal(held.at(-1).until, '2026-09-06')

      const overtime = card(page, 'Overtime')
      await overtime.getByLabel('Overtime rules').selectOption({ label: 'No overtime' })
      await overtime.getByLabel('Rules apply from').selectOption('The beginning, for all time')
      await overtime.getByText('The rules apply from the beginning, to all time.').waitFor()
      await overtime.getByText(/^The pay of \d+ people changes in the current pay period/).waitFor()
      assert.equal(await sidewaysScroll(page), 0)
      await bar(page).getByRole('button', { name: 'Discard changes' }).click()
      await bar(page).waitFor({ state: 'detached' })
      await closeWindow(page)
    })

  test('what people change about themselves, and the notes of their past time', async () => {
    const admin = await openWindow(browser, site, 'admin')
    await visit(admin, '/settings')
    const profiles = card(admin, 'Profiles')
    await profiles.getByLabel('People can change their email address').uncheck()
    await profiles.getByLabel('People can change their password').uncheck()
    await bar(admin).getByRole('button', { name: 'Save' }).click()
    await bar(admin).waitFor({ state: 'detached' })
    const notes = card(admin, 'Notes and locations')
    await notes.getByLabel('People can edit the notes on their past time').check()
    await bar(admin).getByRole('button', { name: 'Save' }).click()
    await bar(admin).waitFor({ state: 'detached' })
    await closeWindow(admin)

    const { employeeId } = site.company
    const permissions = { manage_my_timesheets: false }
    await site.api('PUT', '/users', { data: [{ id: employeeId, permissions }] })
    const span = { start: '2026-11-15T08:00:00-07:00', end: '2026-11-15T09:00:00-07:00' }
    const sheet = { user_id: employeeId, type: 'regular', jobcode_id: 0, notes: 'Gate shut', ...span }
    const { results } = await site.api('POST', '/timesheets', { data: [sheet] })
    const { id, _status_code } = results.timesheets['1']
    assert.equal(_status_code, 200)
    const maya = await openWindow(browser, site, 'employee')
    await visit(maya, '/me')
    const own = card(maya, 'Maya Torres')
    assert.deepEqual(
      [await own.getByLabel('Email').isDisabled(), await own.getByLabel('Mobile number').isDisabled()],
      [true, false],
    )
    assert.equal(await card(maya, 'Password').count(), 0)
    await closeWindow(maya)

    const phone = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await visit(phone, '/timesheet/2026-11-15')
    await phone.getByRole('button', { name: /Gate shut/ }).click()
    const entry = phone.getByRole('dialog', { name: 'Entry' })
    await entry.getByText('Locked').waitFor()
    await entry.getByLabel('Notes').fill('Gate shut until 9')
    await entry.getByRole('button', { name: 'Save notes' }).click()
    await entry.waitFor({ state: 'detached' })
    const known = await site.api('GET', `/timesheets?ids=${id}`)
    assert.equal(known.results.timesheets[id].notes, 'Gate shut until 9')
    await closeWindow(phone)
  })

  test('one bar saves the changes of several cards, in turn, or discards them', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/settings')
    const [clock, alerts] = [card(page, 'Clocking in and out'), card(page, 'Alerts')]
    const lunch = clock.getByLabel('Deduct lunch from long entries')
    const hours = alerts.getByLabel('Alert when an entry exceeds (hours)')
    await lunch.check()
    await clock.getByLabel('Deduct from entries longer than (hours)').fill('1')
    await hours.fill('11')
    await bar(page).getByText('Clocking in and out, Alerts').waitFor()
    assert.equal(await page.getByLabel('Settings for').isDisabled(), true)
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await clock.getByText('Must be less than “Deduct from entries longer than (hours)”, which is 1').waitFor()
    const limit = async () => (await site.api('GET', '/api/console/alert_rules')).alerts.long_hours
    assert.equal(await limit(), 12, 'what follows waits')
    assert.equal(await hours.inputValue(), '11')
    await clock.getByLabel('Length of lunch, in hours').fill('0.5')
    assert.deepEqual(await accessibilityProblems(page), [])
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual([await limit(), (await general()).lunch_deduct, await lunch.isChecked()], [11, 1, true])
    await lunch.uncheck()
    await hours.fill('12')
    await bar(page).getByRole('button', { name: 'Discard changes' }).click()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual([await lunch.isChecked(), await hours.inputValue()], [true, '11'])
    await closeWindow(page)
  })

  test('a setting is found by its name, and its change shows immediately', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/settings')
    const index = page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
    assert.equal(await index.count(), 18)
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('hours shown')
    assert.deepEqual(await index.allTextContents(), ['Time and language'])
    assert.equal(await card(page, 'Overtime').isVisible(), false)
    await page.getByLabel('Hours are shown as').selectOption('7.50 hours')
    await page.getByLabel('Date format in exports').selectOption('22/11/2026')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await bar(page).waitFor({ state: 'detached' })
    assert.equal((await general()).date_locale, 'eu')
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('zebra')
    await page.getByText('No matches').waitFor()
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('rest between')
    await page.getByLabel('Shortest rest between shifts (hours)').fill('99')
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('overtime rules')
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Shortest rest between shifts (hours)').and(page.locator(':focus')).waitFor()
    await bar(page).getByRole('button', { name: 'Discard changes' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await visit(page, '/approvals')
    await page.getByText(/^Approve \d+ submitted \([\d,]+\.\d\d h\)/).waitFor()
    const settings = { time_entry: { mtc_format_time_display: 'hhmm' }, general: { date_locale: 'us' } }
    await site.api('PUT', '/api/console/settings', { for: 'company', settings })
    await closeWindow(page)
  })

  test('people cannot lock themselves out with the list of addresses', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/settings')
    const walls = card(page, 'Allowed addresses')
    await walls.getByLabel('Addresses', { exact: true }).fill('192.0.2.0/24')
    await walls.getByLabel('Allow only these addresses').check()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await walls.getByText('this would lock you out').waitFor()
    assert.equal((await site.api('GET', '/api/console/addresses')).block, false)
    await walls.getByRole('button', { name: 'Add it' }).click()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await page.getByText('The change applies now.').waitFor()
    const { block, allowed } = await site.api('GET', '/api/console/addresses')
    assert.deepEqual([block, allowed], [true, ['192.0.2.0/24', '127.0.0.1']])
    await closeWindow(page)
  })
})
