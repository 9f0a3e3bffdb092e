import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { insertSsoDomain } from '../../src/identity/sso/domains.ts'
import { IdentityProvider } from '../support/identity_provider.ts'
import { isFull, nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  choosePerson,
  chooseZone,
  closeWindow,
  go,
  openWindow,
  type Site,
  sidewaysScroll,
  visit,
  withSite,
} from './browser.ts'

const desktop = { width: 1280, theme: 'light' } as const
const phone = { width: 390, theme: 'dark' } as const

describe('company settings', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('an administrator changes time zone, workweek, pay period, rounding from a day, and overtime rules, and the zone of a person', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/settings')
    await zoneAndPeriod(page, site, 'America/Chicago')
    await fromADay(page, site, '15')
    await overtimeRules(page, site)
    if (isFull) await everyDetailOfRule(page, site)
    await zoneOfPerson(page, site)
    await closeWindow(page)
  })

  test('one bar saves or discards the changes of several cards, settings are found by name, and people change what they may', async () => {
    const page = await openWindow(browser, site, 'admin', desktop)
    await visit(page, '/settings/clock')
    const [clock, alerts] = [card(page, 'Clocking in and out'), card(page, 'Alerts')]
    const lunch = clock.getByLabel('Deduct lunch from long entries')
    const hours = alerts.getByLabel('Alert when an entry exceeds (hours)')
    await lunch.check()
    await clock.getByLabel('Deduct from entries longer than (hours)').fill('1')
    await open(page, 'Alerts')
    await hours.fill('11')
    await bar(page).getByText('Clocking in and out, Alerts').waitFor()
    assert.equal(await page.getByLabel('Settings for').isDisabled(), true)
    await page.goBack()
    await lunch.waitFor()
    assert.equal(await lunch.isChecked(), true, 'Back leads to the section, with its changes')
    await page.goForward()
    await hours.waitFor()
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await clock.getByText('Must be less than “Deduct from entries longer than (hours)”, which is 1').waitFor()
    const limit = async () => (await site.api('GET', '/api/console/alert_rules')).alerts.long_hours
    assert.equal(await limit(), 12, 'what follows waits')
    await clock.getByLabel('Length of lunch, in hours').fill('0.5')
    await clock.getByText('An entry of 2:00 h counts 1:30 h.').waitFor()
    if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
    const answers = await holdSettings(page)
    await bar(page).getByRole('button', { name: 'Save' }).click()
    await answers.asked
    assert.equal(await lunch.isChecked(), true, 'what was saved does not look undone until the new values arrive')
    answers.release()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual([await limit(), (await general(site)).lunch_deduct, await lunch.isChecked()], [11, 1, true])
    await lunch.uncheck()
    await open(page, 'Alerts')
    await hours.fill('12')
    await discardAll(page)
    assert.equal(await hours.inputValue(), '11')
    await open(page, 'Clocking in and out')
    assert.equal(await lunch.isChecked(), true)

    await findSettings(page)
    assert.equal((await general(site)).date_locale, 'eu')
    await limitAddresses(page, site)
    await open(page, 'Profiles')
    const profiles = card(page, 'Profiles')
    await profiles.getByLabel('People can change their email address').uncheck()
    await profiles.getByLabel('People can change their password').uncheck()
    await open(page, 'Notes and locations')
    await card(page, 'Notes and locations').getByLabel('People can edit the notes on their past time').check()
    await saveAll(page)
    await go(page, '/approvals')
    await page.getByText(/^Approve \d+ submitted \([\d,]+\.\d\d h\)/).waitFor()
    const settings = { time_entry: { mtc_format_time_display: 'hhmm' }, general: { date_locale: 'us' } }
    await site.api('PUT', '/api/console/settings', { for: 'company', settings })
    await closeWindow(page)

    const maya = await openWindow(browser, site, 'employee', { width: 390, theme: 'light' })
    await changeOneself(maya, site)
    await closeWindow(maya)
  })

  test('an administrator sets up single sign-on, and its button signs a new person in', async () => {
    const provider = await new IdentityProvider().start([`${site.url}/sign-in/sso/callback`])
    try {
      const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light' })
      await visit(page, '/settings/single-sign-on')
      const sso = card(page, 'Single sign-on')
      await sso.getByLabel('Name on the button').fill('Acme ID')
      await sso.getByLabel('Issuer').fill(provider.origin)
      await sso.getByLabel('Client ID').fill(provider.clientId)
      await sso.getByLabel('Client secret').fill(provider.clientSecret)
      provider.account = { sub: 'nina', email: 'nina@acme.example', email_verified: true, name: 'Nina Ortiz' }
      const opened = page.waitForEvent('popup')
      await sso.getByRole('button', { name: 'Try this provider' }).click()
      const trial = await opened
      await trial.getByRole('heading', { name: 'Trial of Acme ID' }).waitFor()
      await trial.getByText('No one would sign in. Your email address at Acme ID does not belong to').waitFor()
      assert.deepEqual(await accessibilityProblems(trial), [])
      await trial.close()
      await sso.getByLabel('Signing in').selectOption('The provider, passwords or passkeys')
      await bar(page).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. The change applies now.').first().waitFor()
      await sso.getByLabel('Another domain').fill('acme.example')
      await sso.getByRole('button', { name: 'Add domain' }).click()
      await sso.getByText('clockhouse-verification=').waitFor()
      if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
      assert.equal(await sidewaysScroll(page), 0)

      const domain = { companyId: site.company.id, domain: 'acme.example', token: 'token', verified: true }
      await site.world.db.write(insertSsoDomain, domain, site.world.now())
      const window = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
      await window.goto(`${site.url}/sign-in?next=/account`)
      assert.deepEqual(await accessibilityProblems(window), [])
      const button = window.getByRole('link', { name: 'Sign in with Acme ID' })
      await button.click()
      await window.getByRole('heading', { name: 'You are not signed in' }).waitFor()
      assert.deepEqual(await accessibilityProblems(window), [])

      await sso.getByLabel('Add people when they first sign in').check()
      await saveAll(page)
      await window.getByRole('link', { name: 'Back to signing in' }).click()
      await button.click()
      await window.getByRole('heading', { name: 'Hello, Nina Ortiz' }).waitFor()
      await closeWindow(window)
      await closeWindow(page)
    } finally {
      await provider.stop()
    }
  })

  test('an administrator sees on a phone what the identity provider asked for, and what was ignored and refused', async () => {
    const page = await openWindow(browser, site, 'admin', phone)
    await visit(page, '/settings/provisioning')
    const provisioning = card(page, 'Provisioning')
    await provisioning.getByText('No requests yet.').waitFor()
    const { token } = await site.api('POST', '/api/console/scim_tokens', { name: 'Okta' })
    for (const body of [{ userName: 'vera.stein@acme.example', nickName: 'V' }, { displayName: 'Vera' }])
      await fetch(`${site.url}/scim/v2/Users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    await page.reload()
    await provisioning.getByText('Ignored: nickName').waitFor()
    await provisioning.getByText('userName: required').waitFor()
    assert.equal(await sidewaysScroll(page), 0)
    assert.deepEqual(await accessibilityProblems(page), [])
    await closeWindow(page)
  })

  nightly.test(
    'an administrator changes time zone, workweek, pay period, and rounding from a day (390 px)',
    async () => {
      const page = await openWindow(browser, site, 'admin', phone)
      await visit(page, '/settings')
      await zoneAndPeriod(page, site, 'Europe/Madrid')
      await fromADay(page, site, '6')
      await closeWindow(page)
    },
  )
})

/** The general settings that apply to the company, or to a person. */
async function general(site: Site, query = ''): Promise<Values> {
  return (await site.api('GET', `/effective_settings${query}`)).results.effective_settings.general.settings
}

function card(page: Page, title: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
}

/** The bar that saves or discards the changes of all cards; it is there while there are any. */
function bar(page: Page): Locator {
  return page.getByRole('region', { name: 'Unsaved changes' })
}

/** Opens a section: in the overview, or in the index beside another section, which phones do not have. */
async function open(page: Page, title: string): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) > 860
  const isOverview = () => new URL(page.url()).pathname === '/settings'
  if (!isWide && !isOverview()) await page.getByRole('link', { name: 'All settings' }).click()
  const within = isOverview() ? '.settings-topics' : '.settings-index'
  await page.locator(within).getByRole('link', { name: title }).first().click()
  await card(page, title).waitFor()
}

async function saveAll(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await bar(page).waitFor({ state: 'detached' })
}

async function discardAll(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Discard changes' }).click()
  await bar(page).waitFor({ state: 'detached' })
}

/** Time zone, workweek, and pay period are changed, and errors are shown at their field. */
async function zoneAndPeriod(page: Page, site: Site, zone: string): Promise<void> {
  await open(page, 'Time and language')
  await chooseZone(card(page, 'Time and language'), zone, zone.split('/')[1])
  await card(page, 'Time and language').getByLabel('First day of the workweek').selectOption('Monday')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  assert.deepEqual([(await general(site)).tz, (await general(site)).week_start], [zone, 1])

  await open(page, 'Pay period')
  const period = card(page, 'Pay period')
  await period.getByRole('combobox', { name: 'Pay period' }).selectOption('Twice a month')
  await period.getByLabel('First half ends on day').fill('20')
  await period.getByLabel('Second half ends on day').fill('10')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await period.getByText('Must be less than “Second half ends on day”, which is 10').waitFor()
  await period.getByLabel('Second half ends on day').fill('31')
  await saveAll(page)
  assert.deepEqual(
    [(await general(site)).payroll_type, (await general(site)).payroll_first_end_day],
    ['semimonthly', '20'],
  )
  const follows = period.getByText(/^Current period: .*, pay run from /)
  const semimonthly = await follows.textContent()
  await period.getByRole('combobox', { name: 'Pay period' }).selectOption('Every week')
  assert.notEqual(await follows.textContent(), semimonthly, 'what follows is shown before it is saved')
  await period.getByRole('combobox', { name: 'Pay period' }).selectOption('Every two weeks')
  await saveAll(page)
}

/** A change from a day shows that day, and asks before approved time changes. */
async function fromADay(page: Page, site: Site, minutes: string): Promise<void> {
  const saved = async () => (await site.api('GET', '/api/console/settings')) as Values
  assert.ok((await saved()).approved_to, 'the sample company has approved time')
  await open(page, 'Rounding')
  const rounding = card(page, 'Rounding')
  await rounding.getByRole('combobox').first().selectOption(minutes)
  await rounding.getByLabel('Changes apply from').selectOption('The workweek after approved time')
  await rounding.getByText(/^The changes apply from November \d+, 2026\.$/).waitFor()
  assert.equal(await rounding.getByText('is already approved').count(), 0)

  await rounding.getByLabel('Changes apply from').selectOption('A day you choose')
  await rounding.getByLabel('First day').fill('2026-09-06')
  await rounding.getByText('The changes apply from September 6, 2026.').waitFor()
  await rounding.getByText('is already approved').waitFor()
  if (isFull) assert.deepEqual(await accessibilityProblems(page), [])
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
  const held = (await saved()).earlier.filter(({ setting }: Values) => setting === 'rounding.minutes')
  assert.equal(held.at(-1).until, '2026-09-06')

  await open(page, 'Overtime')
  const overtime = card(page, 'Overtime')
  await overtime.getByLabel('Overtime rules').selectOption({ label: 'No overtime' })
  await overtime.getByLabel('Rules apply from').selectOption('The beginning, for all time')
  await overtime.getByText('The rules apply from the beginning, to all time.').waitFor()
  await overtime.getByText(/^The pay of \d+ people changes in the current pay period/).waitFor()
  assert.equal(await sidewaysScroll(page), 0)
  await discardAll(page)
}

/** The overtime rules of a state are chosen, and then custom ones. */
async function overtimeRules(page: Page, site: Site): Promise<void> {
  await open(page, 'Overtime')
  const overtime = card(page, 'Overtime')
  await overtime
    .getByLabel('Overtime rules')
    .selectOption({ label: 'California: daily, weekly, and seventh day, with double time' })
  await overtime.getByText('2 × over 12 hours a day').waitFor()
  await saveAll(page)
  assert.equal((await site.api('GET', '/api/console/settings')).overtime, 'california')

  await overtime.getByLabel('Overtime rules').selectOption({ label: 'Custom rules' })
  await overtime.getByRole('button', { name: 'Add rule' }).click()
  const name = overtime.getByLabel('Name in reports').last()
  await name.fill('daily')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await overtime.getByRole('alert').getByText('two rules called daily').waitFor()
  await name.fill('short_rest')
  await overtime.getByLabel('Applies to hours').last().selectOption({ label: 'within … hours of the previous shift' })
  await overtime.getByLabel('Hours', { exact: true }).last().fill('11')
  await saveAll(page)
  const { overtime: rules } = await site.api('GET', '/api/console/settings')
  assert.deepEqual(rules.at(-1), { name: 'short_rest', kind: 'rest', after_hours: 11, multiplier: 1.5 })
}

/** A person has another time zone than the company, and no longer. */
async function zoneOfPerson(page: Page, site: Site): Promise<void> {
  await page.getByLabel('Settings for').selectOption({ label: 'A person' })
  await choosePerson(page, 'Person', 'Maya Torres')
  await open(page, 'Time and language')
  const time = card(page, 'Time and language')
  await chooseZone(time, 'new york', 'New York')
  await time.getByRole('button', { name: /^Time zone New York, GMT−[45]/ }).waitFor()
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await time.getByText('Overridden here.').waitFor()
  const maya = `?user_id=${site.company.employeeId}`
  assert.equal((await general(site, maya)).tz, 'America/New_York')
  await time.getByRole('button', { name: 'Time zone: use company default' }).click()
  await time.getByText('Overridden here.').waitFor({ state: 'detached' })
  assert.notEqual((await general(site, maya)).tz, 'America/New_York')
}

/** Only some addresses are allowed; no one locks themselves out. */
async function limitAddresses(page: Page, site: Site): Promise<void> {
  await open(page, 'Allowed addresses')
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
}

/** Maya changes what the company lets her: not her email address or password, but the notes of her past time. */
async function changeOneself(maya: Page, site: Site): Promise<void> {
  const { employeeId } = site.company
  const permissions = { manage_my_timesheets: false }
  await site.api('PUT', '/users', { data: [{ id: employeeId, permissions }] })
  const span = { start: '2026-11-15T08:00:00-07:00', end: '2026-11-15T09:00:00-07:00' }
  const sheet = { user_id: employeeId, type: 'regular', jobcode_id: 0, notes: 'Gate shut', ...span }
  const { results } = await site.api('POST', '/timesheets', { data: [sheet] })
  const { id, _status_code } = results.timesheets['1']
  assert.equal(_status_code, 200)
  await visit(maya, '/me')
  const own = card(maya, 'Maya Torres')
  assert.deepEqual(
    [await own.getByLabel('Email').isDisabled(), await own.getByLabel('Mobile number').isDisabled()],
    [true, false],
  )
  assert.equal(await card(maya, 'Password').count(), 0)

  await go(maya, '/timesheet/2026-11-15')
  await maya.getByRole('button', { name: /Gate shut/ }).click()
  const entry = maya.getByRole('dialog', { name: 'Entry' })
  await entry.getByText('Locked').waitFor()
  await entry.getByLabel('Notes').fill('Gate shut until 9')
  await entry.getByRole('button', { name: 'Save notes' }).click()
  await entry.waitFor({ state: 'detached' })
  const known = await site.api('GET', `/timesheets?ids=${id}`)
  assert.equal(known.results.timesheets[id].notes, 'Gate shut until 9')
}

/** Holds the answers with the settings back from now on, until they are released. `asked` resolves at the first of them. */
async function holdSettings(page: Page): Promise<{ asked: Promise<void>; release: () => void }> {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/console/settings?*', async (route) => {
    if (route.request().method() === 'GET') {
      asked.resolve()
      await released.promise
    }
    await route.continue()
  })
  return { asked: asked.promise, release: released.resolve }
}

/** Every detail of the last custom rule is changed and saved. */
async function everyDetailOfRule(page: Page, site: Site): Promise<void> {
  const saved = async () => (await site.api('GET', '/api/console/settings')).overtime.at(-1)
  const rule = card(page, 'Overtime').locator('.settings-rule').last()
  const kind = rule.getByLabel('Applies to hours')
  await kind.selectOption({ label: 'over … hours on the seventh day in a row' })
  await rule.getByLabel('Only in workweeks over (hours)').fill('40')
  await rule.getByText('Limit to some people or dates').click()
  await rule.getByLabel('Only people paid less than (an hour)').fill('18.5')
  await rule.getByLabel('First workday').fill('2026-12-01')
  await rule.getByLabel('No longer from').fill('2027-01-01')
  assert.deepEqual(await accessibilityProblems(page), [])
  await saveAll(page)
  assert.deepEqual(await saved(), {
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
  await saveAll(page)
  const clock = await saved()
  assert.deepEqual([clock.kind, clock.over_hours, clock.adds, clock.days.length], ['clock', 2, true, 6])
}

/** A setting is found by what people call it and is marked, and one with an error is shown wherever someone is. */
async function findSettings(page: Page): Promise<void> {
  const find = page.getByRole('searchbox', { name: 'Find a setting' })
  const found = page.getByRole('navigation', { name: 'Found' }).getByRole('link')
  await find.fill('decimal')
  assert.match((await found.first().textContent()) ?? '', /^Time and language/)
  await find.fill('hours shown')
  assert.match((await found.first().textContent()) ?? '', /^Hours are shown as/)
  await find.press('Enter')
  await page.locator('[data-marked]').getByLabel('Hours are shown as').and(page.locator(':focus')).waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings/time')
  assert.equal(await page.title(), 'Time and language · Clockhouse')
  assert.equal(await card(page, 'Clocking in and out').isVisible(), false)
  await page.getByLabel('Hours are shown as').selectOption('7.50 hours')
  await page.getByLabel('Date format in exports').selectOption('22/11/2026')
  await saveAll(page)
  await find.fill('zebra')
  await page.getByText('No matches').waitFor()
  await find.fill('bank holiday')
  assert.match((await found.first().textContent()) ?? '', /^Holidays/)
  await find.fill('rest between')
  await found.first().click()
  await page.getByLabel('Shortest rest between shifts (hours)').fill('99')
  await open(page, 'Rounding')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Shortest rest between shifts (hours)').and(page.locator(':focus')).waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings/approvals')
  await discardAll(page)
  // The addresses from before the sections had pages.
  await go(page, '/settings#alerts')
  await card(page, 'Alerts').waitFor()
  assert.equal(new URL(page.url()).pathname, '/settings/alerts')
}
