import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { nightly } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  withSite,
} from './browser.ts'

describe('the first visit', () => {
  let site: Site
  let browser: Browser
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { empty: true },
  )

  test('the form of the first visit offers what the browser knows, and keeps what a person has changed', async () => {
    const [page, close] = await openForm('de-DE', 'Europe/Berlin')
    await page.getByText('Schritt 1 von 3').waitFor()
    assert.deepEqual(await placeIn(page), ['DE', 'Europe/Berlin', '1', '24', 'EUR', 'de'])
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await page.locator('#company_name').fill('Nordhof')
    await page.locator('#company_name').press('Enter')
    await page.locator('#tz-now', { hasText: /\b\d\d:\d\d.*GMT\+[12]/ }).waitFor()
    await page.locator('#time_format').selectOption('12')
    await page.goBack()
    await page.locator('#country').selectOption('US')
    assert.deepEqual(await placeIn(page), ['US', 'Europe/Berlin', '0', '12', 'USD', 'de'])
    await close()

    // Without script the server knows the languages of the browser; the rest follows the country.
    const [plain, closePlain] = await openForm('de-DE', 'Europe/Berlin', false)
    const [country, , ...rest] = await placeIn(plain)
    assert.deepEqual([country, ...rest], ['DE', '', '', '', 'de'])
    await closePlain()
  })

  nightly.test('the form of the first visit offers Denver and Kolkata to browsers there', async () => {
    for (const [zone, offered] of [
      ['America/Denver', ['US', 'America/Denver', '0', '12', 'USD', '']],
      ['Asia/Calcutta', ['IN', 'Asia/Kolkata', '0', '12', 'INR', '']],
    ] as const) {
      const [page, close] = await openForm('en-US', zone)
      assert.deepEqual(await placeIn(page), offered)
      await close()
    }
  })

  test('the first visitor creates the company, fills it with sample data and removes it; the next visitor has to sign in', async () => {
    const page = await openWindow(browser, site, undefined, { width: 390, theme: 'light' })
    await page.goto('/timesheet')
    const next = page.getByRole('button', { name: 'Continue' })
    await next.click()
    await page.getByText('Enter a company name.').waitFor()
    await page.getByLabel('Company name', { exact: true }).fill('Hill Roofing')
    assert.equal(await page.getByLabel('Password').isVisible(), false)
    assert.deepEqual(await accessibilityProblems(page), [])
    await next.click()
    await page.getByText('Step 2 of 3').waitFor()
    await page.getByLabel('Time zone').fill('asdf')
    await next.click()
    await page.getByText('Choose a time zone from the list.').waitFor()
    await page.getByText('Step 2 of 3').waitFor()
    // Browsers find an entry of the list by a part of its text, too.
    const denver = page.locator('#zones option[value="America/Denver"]')
    assert.equal(await denver.textContent(), 'Denver, GMT−7, Mountain Time')
    await page.getByLabel('Time zone').fill('Denver')
    await page.getByLabel('Time zone').blur()
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'America/Denver')
    await page.getByLabel('Week starts on').selectOption('Monday')
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.ok(await page.getByLabel('10-minute paid rest').isChecked())
    await next.click()
    assert.equal(await sidewaysScroll(page), 0)
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Hill'],
      ['Email', 'ada@hill.example'],
      ['Username', 'ada'],
      ['Password', 'a long enough one'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    assert.deepEqual(await accessibilityProblems(page), [])
    // What only the server refuses empties no field, not even the password.
    await page.getByLabel('Email', { exact: true }).fill('ada@hill')
    const create = page.getByRole('button', { name: 'Create company' })
    await create.click()
    await page.locator('#email[aria-invalid]:focus').waitFor()
    assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'a long enough one')
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Hill')
    await page.getByLabel('Email', { exact: true }).fill('ada@hill.example')
    assert.equal(await page.locator('[aria-invalid]').count(), 0)
    await create.click()

    await page.getByRole('heading', { name: 'Welcome, Hill Roofing' }).waitFor()
    const { settings } = await page.evaluate(async () => (await fetch('/api/console/start')).json())
    const { tz, country, currency, week_start, time_format, payroll_end_date } = settings.general
    assert.deepEqual([tz, country, currency, week_start, time_format], ['America/Denver', 'US', 'USD', 1, 12])
    assert.equal(payroll_end_date, '2026-01-04')
    await page.getByRole('button', { name: 'Add sample data' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    const { breaks } = await page.evaluate(async () => (await fetch('/api/console/breaks')).json())
    assert.deepEqual(
      breaks.map(({ name }: { name: string }) => name),
      ['30-minute unpaid meal', '10-minute paid rest'],
    )
    await page.getByText('1 of 11 done').waitFor()
    await page.getByRole('link', { name: /^Add breaks\s*Done$/ }).waitFor()
    await page.getByText(/^Current period: .*, pay run from /).waitFor()
    await page.getByRole('button', { name: 'This is right: Set the pay period' }).click()
    await page.getByText('2 of 11 done').waitFor()
    await page.getByRole('button', { name: 'Take back: Set the pay period' }).click()
    await page.getByText('1 of 11 done').waitFor()
    await page.getByRole('link', { name: /^Choose the overtime rules/ }).click()
    await page.getByText('Setup: Choose the overtime rules').waitFor()
    assert.equal(new URL(page.url()).pathname, '/settings/overtime')
    await page.getByRole('button', { name: 'This is right' }).click()
    await page.getByText('2 of 11 done').waitFor()
    await page.getByRole('button', { name: 'Take back: Choose the overtime rules' }).click()
    await page.getByText('1 of 11 done').waitFor()
    await page.getByText('Monday to Friday 8 hours').waitFor()
    await page.getByRole('button', { name: 'Skip: Add holidays' }).click()
    await page.getByText('1 of 11 done, 1 skipped').waitFor()
    await page.getByRole('button', { name: 'Don’t skip: Add holidays' }).click()
    await page.getByText('1 of 11 done', { exact: true }).waitFor()
    const steps = async () => (await page.evaluate(async () => (await fetch('/api/console/setup_steps')).json())).steps
    assert.deepEqual(
      (await steps()).filter(({ done }: { done: boolean }) => done).map(({ name }: { name: string }) => name),
      ['breaks'],
    )
    await button(page, 'All 3 are right: ').click()
    await page.getByText('4 of 11 done').waitFor()
    for (const name of ['Set the pay period', 'Say when people work', 'Choose the overtime rules']) {
      await page.getByRole('button', { name: `Take back: ${name}` }).click()
      await page.getByRole('button', { name: `This is right: ${name}` }).waitFor()
    }
    await page.getByText('1 of 11 done').waitFor()
    // Without people and jobs, their pages are the forms for the first ones.
    for (const [path, typed, label] of [
      ['/people', 'Ana Silva, 28.50\nBruno', 'Add 1 person'],
      ['/jobs', 'Hill > Roof', 'Add 2 jobs'],
    ] as const) {
      await go(page, path)
      await page.getByLabel('Names').fill(typed)
      await button(page, label).waitFor()
      assert.deepEqual(await accessibilityProblems(page), [], path)
      assert.deepEqual(await smallControls(page), [], path)
      assert.equal(await sidewaysScroll(page), 0, path)
      await page.getByLabel('Names').fill('')
    }
    await go(page, '/')
    const left = page.locator('.welcome-next')
    await left.getByText('1 of 11 done').waitFor()
    await left.getByRole('link', { name: 'Add your people' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await left.getByRole('button', { name: 'Dismiss' }).click()
    await left.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await left.getByText('1 of 11 done').waitFor()
    await left.getByRole('link', { name: 'All steps' }).click()
    await page.getByRole('button', { name: 'Add sample data' }).click()
    await page.getByText('Sample data added.').waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'See who is working' }).waitFor()
    await page.getByText('10 of 11 done').waitFor()
    await page.getByRole('link', { name: /^Make Clockhouse reachable/ }).click()
    await page.getByText('Links work only on this computer.').waitFor()
    await page.getByText('HOST=0.0.0.0').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await page.goBack()
    await page.getByRole('button', { name: 'Skip: Make Clockhouse reachable' }).click()
    await page.getByText('Your company is set up.').waitFor()
    await page.getByRole('button', { name: 'Don’t skip: Make Clockhouse reachable' }).click()
    const { results } = await page.evaluate(async () => (await fetch('/api/v1/users?active=both&per_page=200')).json())
    assert.equal(Object.keys(results.users).length, 25)

    await page.getByRole('button', { name: 'Remove sample data' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove sample data?' })
    await dialog.getByText(/24 people, .*time entries/).waitFor()
    await dialog.getByText('This stays:').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.equal(await sidewaysScroll(page), 0)
    await dialog.getByRole('button', { name: 'Remove sample data' }).click()
    await page.getByText('Sample data removed.').waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Add sample data' }).waitFor()
    await page.getByText('1 of 11 done').waitFor()
    const users = await page.evaluate(async () => (await fetch('/api/v1/users?active=both')).json())
    assert.equal(Object.keys(users.results.users).length, 1)

    await page.context().clearCookies()
    await page.goto('/reports')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('a long enough one')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Reports' }).waitFor()
    await page.getByRole('button', { name: /Ada Hill/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Signed out' }).waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await closeWindow(page)
  })

  async function openForm(locale: string, timezoneId: string, javaScriptEnabled = true) {
    const context = await browser.newContext({ baseURL: site.url, locale, timezoneId, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto('/')
    return [page, () => context.close()] as const
  }
})

const button = (page: Page, name: string) => page.getByRole('button', { name })

function placeIn(page: Page): Promise<string[]> {
  const fields = ['country', 'tz', 'week_start', 'time_format', 'currency', 'language']
  return Promise.all(fields.map((name) => page.locator(`#${name}`).inputValue()))
}
