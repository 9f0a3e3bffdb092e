import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  pathsIn,
  type Site,
  settled,
  sidewaysScroll,
  visit,
  withSite,
} from './browser.ts'

const german: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../src/rules/language/catalogs/de.json', import.meta.url), 'utf8'),
)

/** Names of the sample company’s jobs, groups and titles. */
const sampleNames = ['Holiday', 'Office', 'Payroll', 'Rest break']

/** English texts that are read as they are: another text would be shown in German. */
const english = Object.keys(german).filter(
  (text) =>
    german[text] !== text &&
    /^[A-Z][^{<]{5,}$/.test(text) &&
    // Another text may be translated to the same letters.
    !Object.values(german).includes(text) &&
    !sampleNames.includes(text),
)

describe('languages', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  test('a person chooses German in English, and English in German', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/me')
    await page.getByLabel('Language').selectOption('Deutsch')
    const profile = page.locator('form').filter({ has: page.getByLabel('Language') })
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: german['My settings']! }).waitFor()
    await settled(page)
    assert.equal(await page.locator('html').getAttribute('lang'), 'de-DE')
    await go(page, '/timesheet/2026-03-01')
    assert.match((await page.locator('main').textContent())!, /\bMärz\b|\d\. Mär/)
    await visit(page, '/me')
    await page.getByLabel(german.Language!).selectOption('English')
    const form = page.locator('form').filter({ has: page.getByLabel(german.Language!) })
    await form.getByRole('button', { name: german.Save! }).click()
    await page.getByRole('heading', { level: 1, name: 'My settings' }).waitFor()
    await settled(page)
    await site.api('PUT', '/api/console/own_settings', { language: null }, 'employee')
    await closeWindow(page)
  })

  test('without a choice, a browser in Québec shows French and one in Vienna Austrian dates', async () => {
    for (const [locale, lang] of [
      ['fr-CA', 'fr-CA'],
      ['de-AT', 'de-AT'],
      ['pt-BR', 'en-US'],
    ] as const) {
      const page = await openWindow(browser, site, 'employee', { width: 390, theme: 'light', locale })
      await visit(page, '/')
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await closeWindow(page)
    }
  })

  test('what the server refuses is said in German, in a form and about an entry', async () => {
    await site.api('PUT', '/api/console/own_settings', { language: 'de' })
    const page = await openWindow(browser, site, 'admin', { width: 1280, theme: 'light', locale: 'de-DE' })
    await visit(page, '/groups?group=new')
    const [group] = Object.values<{ name: string }>((await site.api('GET', '/groups')).results.groups)
    await page.getByLabel('Name', { exact: true }).fill(group!.name)
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByText(`Name: Eine andere Gruppe heißt ${group!.name}.`).waitFor()
    await site.api('PUT', '/api/console/own_settings', { language: null })
    await closeWindow(page)
  })

  for (const width of [390, 1280] as const)
    test(`every page in German is accessible, has room for its words, and no English, ${width} px`, async () => {
      await site.api('PUT', '/api/console/own_settings', { language: 'de' })
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light', locale: 'de-DE' })
      const findings: string[] = []
      for (const path of await pathsIn(page)) {
        await go(page, path)
        // The same pages have shown their colors in English (`every_page.test.ts`).
        const found = [...(await accessibilityProblems(page, { colors: 'aside' })), ...(await leftInEnglish(page))]
        for (const dir of ['ltr', 'rtl']) {
          await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir)
          const wider = await sidewaysScroll(page)
          if (wider > 0) found.push(`scrolls sideways by ${wider} px (${dir})`)
        }
        await page.evaluate(() => document.documentElement.removeAttribute('dir'))
        findings.push(...found.map((finding) => `${path}: ${finding}`))
      }
      await site.api('PUT', '/api/console/own_settings', { language: null })
      await closeWindow(page)
      assert.deepEqual(findings, [])
    })
})

/** Texts and names on the page that the German catalog would have said otherwise. */
async function leftInEnglish(page: Page): Promise<string[]> {
  return page.evaluate((texts) => {
    const wanted = new Set(texts)
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (wanted.has(node.textContent!.trim())) found.add(node.textContent!.trim())
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = element.getAttribute(name)?.trim()
        if (text && wanted.has(text)) found.add(text)
      }
    return [...found].map((text) => `“${text}” is English`)
  }, english)
}
