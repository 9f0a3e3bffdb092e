import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { readCatalog } from '../../src/company/catalog.ts'
import { isFull } from '../support/tiers.ts'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  pathsIn,
  type Site,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'
import { looksUnselected } from './forced_colors.ts'
import { answersOneByOne, layoutShifts } from './layout_shifts.ts'

// What is true of every page, checked in one walk. The pages are those in the menus, and those listed here.

/** A walk through all pages of a person, in one window and one language. */
type Walk = {
  who: 'admin' | 'employee'
  language: 'en' | 'de' | 'es' | 'fr'
  width: 390 | 1280
  theme: 'light' | 'dark'
}

const languageNames = { en: 'English', de: 'German', es: 'Spanish', fr: 'French' }

/** Each width, each theme, two languages, and both kinds of people. */
const fewWalks: readonly Walk[] = [
  { who: 'admin', language: 'en', width: 390, theme: 'light' },
  { who: 'admin', language: 'en', width: 1280, theme: 'dark' },
  { who: 'employee', language: 'de', width: 390, theme: 'dark' },
]

/** With `npm run test:all`, every language at each width; each of these also checks the colors of the other theme. */
const allWalks: readonly Walk[] = ([390, 1280] as const).flatMap((width) => [
  { who: 'employee', language: 'en', width, theme: 'light' },
  ...(['en', 'de', 'es', 'fr'] as const).map(
    (language) => ({ who: 'admin', language, width, theme: 'light' }) as const,
  ),
])

/** Where nothing may move while a page loads, and which windows show it in `npm test`; all others in `npm run test:all`. */
const steadyPages = {
  employee: ['/', '/time_off', '/schedule', '/schedule/week?who=all', '/timesheet'],
  admin: ['/schedule/month', '/people', '/projects', '/fields', '/locations', '/reports/payroll', '/reports/projects'],
  wide: ['/retention', '/reports/files'],
}

describe('every page', () => {
  let site: Site
  let browser: Browser
  // The sandbox also keeps its mails, and has a page for them.
  withSite(
    (...started) => {
      ;[site, browser] = started
    },
    { settings: { CLOCKHOUSE_SMTP_URL: 'outbox:' } },
  )

  for (const walk of isFull ? allWalks : fewWalks) {
    const { who, language, width, theme } = walk
    const window = `${languageNames[language]}, ${width} px, ${theme}, as ${who}`
    test(`every page is accessible and complete, fits its window, and stays in place: ${window}`, async () => {
      const locale = language === 'en' ? 'en-US' : `${language}-${language.toUpperCase()}`
      await site.api('PUT', '/api/console/own_settings', { language: language === 'en' ? null : language }, who)
      const page = await openWindow(browser, site, who, { width, theme, locale })
      const findings: string[] = []
      const menu = [...(await pathsIn(page)), ...(await sectionsIn(page, walk))]
      const steady = pagesToLoad(walk, menu)
      const faster = await answersOneByOne(page)
      for (const path of steady) {
        await visit(page, path)
        const shifts = await layoutShifts(page)
        findings.push(...[...shifts, ...(await problemsOf(page, walk))].map((text) => `${path}: ${text}`))
      }
      await faster()
      for (const path of menu) {
        if (steady.includes(path)) continue
        await go(page, path)
        findings.push(...(await problemsOf(page, walk)).map((text) => `${path}: ${text}`))
      }
      await site.api('PUT', '/api/console/own_settings', { language: null }, who)
      await closeWindow(page)
      assert.deepEqual(findings, [])
    })
  }

  test('a page whose code is loaded is shown at once, without an empty page in between', async () => {
    const page = await openWindow(browser, site, 'admin')
    await visit(page, '/')
    const link = page.getByRole('link', { name: 'Time off', exact: true })
    await link.hover()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const heading =
          [...document.querySelectorAll('main h1')].find((each) => each.checkVisibility())?.textContent ?? 'nothing'
        if (seen.at(-1) !== heading) seen.push(heading)
      }).observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Time off' }).waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    await closeWindow(page)
    assert.ok(!seen.includes('nothing'), seen.join())
  })
})

/** The sections of the settings, and the page of the setup that no menu has: on every window only in the long run. */
async function sectionsIn(page: Page, { who, width }: Walk): Promise<string[]> {
  if (who !== 'admin' || (width !== 390 && !isFull)) return []
  await visit(page, '/settings')
  const links = page.locator('.settings-topics a[href^="/settings/"]')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return [...paths, '/welcome/reach']
}

/** The pages that a walk loads with one answer after the other; it reaches all others by links. */
function pagesToLoad({ who, language, width }: Walk, menu: readonly string[]): string[] {
  const { employee, admin, wide } = steadyPages
  if (isFull && language === 'en')
    return [...new Set([...employee, ...(who === 'admin' ? [...admin, ...wide] : []), ...menu])]
  if (isFull) return []
  if (who === 'employee') return employee
  return language !== 'en' ? [] : width === 390 ? admin : wide
}

/** What is wrong with the page that a window shows. */
async function problemsOf(page: Page, { language, width, theme }: Walk): Promise<string[]> {
  const found = await accessibilityProblems(page)
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((to) => document.documentElement.setAttribute('dir', to), dir)
    const wider = await sidewaysScroll(page)
    if (wider > 0) found.push(`scrolls sideways by ${wider} px (${dir})`)
  }
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  found.push(...(await cutOff(page)), ...(await leftInEnglish(page, language)), ...(await hiddenFocus(page)))
  found.push(...(await looksUnselected(page)))
  if (width === 390) found.push(...(await smallControls(page)))
  else found.push(...(await saidBadly(page)))
  if (!isFull) return found
  await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
  for (const problem of await accessibilityProblems(page, { onlyColors: true })) found.push(`other theme: ${problem}`)
  await page.emulateMedia({ colorScheme: theme })
  return found
}

/** What a screen reader cannot do without the name of. */
const named = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox'],
  ...['table', 'grid', 'dialog', 'region', 'navigation', 'image'],
])

/** What a screen reader would read without a name, or twice: once as the name, and again as the description. */
async function saidBadly(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page)
  const { nodes } = await tools.send('Accessibility.getFullAXTree')
  await tools.detach()
  return nodes.flatMap(({ ignored, role, name, description }) => {
    const [kind, said, more] = [role, name, description].map((part) => String(part?.value ?? '').trim())
    if (ignored || !kind) return []
    if (!said) return named.has(kind) ? [`a ${kind} has no name`] : []
    return said === more ? [`the ${kind} “${said}” is said twice`] : []
  })
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

/** Controls of the content that Tab reaches without showing where the focus is. */
function hiddenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('main :is(button, a[href], input, select, textarea, [tabindex])'),
    ]
    const before = document.activeElement
    const hidden = controls.flatMap((control) => {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) return []
      if (control.matches(':disabled, h1, h2')) return []
      control.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
      if (document.activeElement !== control) return [`${control.outerHTML.slice(0, 100)} does not take the focus`]
      const drawn = [
        [control, undefined],
        [control, '::after'],
        [control.nextElementSibling, undefined],
        [control.closest('label, .checklist-row, tr, td, li'), undefined],
      ] as const
      const isShown = drawn.some(([on, part]) => {
        if (!on) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(on, part)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      })
      return isShown ? [] : [`${control.outerHTML.slice(0, 100)} does not show the focus`]
    })
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    return hidden
  })
}

/** Names of the sample company’s jobs, groups and titles. */
const sampleNames = ['Holiday', 'Office', 'Payroll', 'Rest break']

/** English texts that are shown as they are: any other text would be shown in the language of the catalog. */
function englishTexts(language: string): string[] {
  const catalog = readCatalog(language)
  // Another text may be translated to the same letters.
  const translations = new Set(Object.values(catalog))
  return Object.keys(catalog).filter(
    (text) =>
      catalog[text] !== text && /^[A-Z][^{<]{5,}$/.test(text) && !translations.has(text) && !sampleNames.includes(text),
  )
}

/** Texts and names on the page that are English although the catalog of its language has them. */
async function leftInEnglish(page: Page, language: Walk['language']): Promise<string[]> {
  if (language === 'en') return []
  if (!(await page.evaluate(() => 'english' in window)))
    await page.evaluate((texts) => void Object.assign(window, { english: new Set(texts) }), englishTexts(language))
  return page.evaluate(() => {
    const { english } = window as unknown as { english: Set<string> }
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (english.has(node.textContent!.trim())) found.add(node.textContent!.trim())
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) {
        const text = element.getAttribute(name)?.trim()
        if (text && english.has(text)) found.add(text)
      }
    return [...found].map((text) => `“${text}” is English`)
  })
}
