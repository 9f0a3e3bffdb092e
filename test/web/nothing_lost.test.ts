import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import { closeWindow, openWindow, type Site, until, visit, withSite } from './browser.ts'

// Nothing that a person has typed is lost: neither when the session ends in the middle, nor when the code of a part of the page
// does not arrive.

const manifest = join(import.meta.dirname, '../../web/dist/.vite/manifest.json')

describe('what was typed', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })
  const main = (page: Page) => page.getByRole('main')
  test('a person whose session ends signs in beside the page, and what they typed is still there', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/timesheet')
    await main(page).getByRole('button', { name: 'Add time' }).click()
    const entry = page.getByRole('dialog').first()
    await entry.getByLabel('Notes').fill('Two hours with the inspector')
    await page.context().clearCookies()
    // News of a change lets the page ask for it.
    const { results } = await site.api('GET', '/users')
    const other = Object.values<Values>(results.users).find(({ id }) => id !== site.company.adminId)!
    const entryOfOther = { user_id: other.id, jobcode_id: 0, type: 'manual', date: '2026-11-17', duration: 3600 }
    await site.api('POST', '/timesheets', { data: [entryOfOther] })
    const question = page.getByRole('dialog', { name: 'You were signed out' })
    const signIn = question.getByRole('link', { name: 'Sign in to go on' })
    assert.match((await signIn.getAttribute('href')) ?? '', /^\/sign-in\?next=/)
    await page.context().addCookies([await site.cookie('admin')])
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await question.waitFor({ state: 'detached' })
    assert.equal(await entry.getByLabel('Notes').inputValue(), 'Two hours with the inspector')
    await closeWindow(page)
  })

  test('without a page to keep, a person whose session has ended is led to the sign-in page', async () => {
    const page = await openWindow(browser, site, undefined)
    await page.goto('/timesheet')
    await page.waitForURL('**/sign-in?next=%2Ftimesheet')
    await closeWindow(page)
  })

  test('an app whose script, style or language does not arrive says so in its place, and loads when it is there again', async () => {
    const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light', locale: 'de-DE' })
    const catalog = JSON.parse(readFileSync(manifest, 'utf8'))['../src/rules/language/catalogs/de.po'].file
    const lost = ['**/app/*.css', '**/app/index-*.js', `**/${catalog}`]
    for (const path of lost) await page.route(path, (route) => route.abort())
    await page.goto('/')
    await page.getByRole('alert').getByText('Clockhouse ist nicht erreichbar.').waitFor()
    await page.unroute('**/app/index-*.js')
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor({ state: 'attached' })
    await page.unroute('**/app/*.css')
    const position = () => page.evaluate(() => getComputedStyle(document.querySelector('.bar')!).position)
    await until(position, (shown) => shown === 'sticky')
    await closeWindow(page)
  })

  test('a part whose code does not arrive says so, the rest goes on, and it loads when the network is back', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/')
    await page.route('**/app/**', (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/pto'))
    const missing = page.getByText('This part of the page didn’t load.')
    await missing.waitFor()
    assert.equal(await page.getByRole('navigation').first().isVisible(), true, 'the rest of the page is alive')
    await page.unroute('**/app/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByRole('heading', { level: 1, name: /Time off/ }).waitFor()
    await missing.waitFor({ state: 'detached' })
    await closeWindow(page)
  })
})
