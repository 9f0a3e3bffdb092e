import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isFull } from '../support/tiers.ts'
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

function catalogOf(language: string): Record<string, string> {
  return JSON.parse(
    readFileSync(new URL(`../../src/rules/language/catalogs/${language}.json`, import.meta.url), 'utf8'),
  )
}

const german = catalogOf('de')

/** Names of the sample company’s jobs, groups and titles. */
const sampleNames = ['Holiday', 'Office', 'Payroll', 'Rest break']

/** English texts that are read as they are: another text would be shown in the language of the catalog. */
function englishBeside(catalog: Record<string, string>): string[] {
  // Another text may be translated to the same letters.
  const translations = new Set(Object.values(catalog))
  return Object.keys(catalog).filter(
    (text) =>
      catalog[text] !== text && /^[A-Z][^{<]{5,}$/.test(text) && !translations.has(text) && !sampleNames.includes(text),
  )
}

/** Every page is looked at in these; with `npm run test:all` in each language at both widths, with their colors in both themes. */
const windows = (['de', 'es', 'fr'] as const)
  .flatMap((language) => ([390, 1280] as const).map((width) => [language, width] as const))
  .filter(([language, width]) => isFull || language === 'de' || (language === 'es') === (width === 1280))

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

  for (const language of ['de', 'es', 'fr'])
    test(`approvals and payroll fit a phone in ${language}`, async () => {
      const page = await openWindow(browser, site, 'admin', { width: 390, theme: 'light', locale: language })
      await visit(page, '/approvals?tab=all')
      const cards = page.locator('.payrun-cards > li')
      await cards.first().waitFor()
      const cut = await cards.evaluateAll((boxes) =>
        [...boxes, ...boxes.map((box) => box.querySelector('.payrun-card-facts')!)]
          .filter((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)
          .map(({ textContent }) => textContent),
      )
      assert.deepEqual(cut, [])
      await visit(page, '/reports/payroll?range=last-period')
      const hints = page.locator('.reports-table tbody .hint')
      await hints.first().waitFor()
      const lines = await hints.evaluateAll((boxes) =>
        Math.max(...boxes.map((box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight))),
      )
      assert.ok(lines < 4, `${lines} lines`)
      await closeWindow(page)
    })

  test('refusals by the server are shown in German, in a form and about an entry', async () => {
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

  for (const [language, width] of windows)
    test(`every page is accessible, has room for its words, and no English: ${language}, ${width} px`, async () => {
      await site.api('PUT', '/api/console/own_settings', { language })
      const locale = `${language}-${language.toUpperCase()}`
      const page = await openWindow(browser, site, 'admin', { width, theme: 'light', locale })
      const english = englishBeside(catalogOf(language))
      const findings: string[] = []
      for (const path of await pathsIn(page)) {
        await go(page, path)
        const found = [
          ...(await accessibilityProblems(page, { anyColors: isFull })),
          ...(isFull ? await problemsInTheDark(page) : []),
          ...(await leftInEnglish(page, english)),
          ...(await cutOff(page)),
        ]
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

async function problemsInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const problems = await accessibilityProblems(page, { onlyColors: true })
  await page.emulateMedia({ colorScheme: 'light' })
  return problems.map((problem) => `dark: ${problem}`)
}

/** Words of the app that do not fit where they are. What people have written may be cut off, and is then a title, too. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.bar, .bar *, .tabs *, main :is(button, th, h1, h2, h3, label, legend, dt, .badge)')]
      .filter((element) => {
        const { overflowX, clipPath } = getComputedStyle(element)
        const isCut = overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1
        return isCut && clipPath === 'none' && element.checkVisibility() && !element.closest('[title], th:has([title])')
      })
      .map((element) => `“${element.textContent}” is cut off`),
  )
}

/** Texts and names on the page that the catalog of its language would have said otherwise. */
async function leftInEnglish(page: Page, english: readonly string[]): Promise<string[]> {
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
