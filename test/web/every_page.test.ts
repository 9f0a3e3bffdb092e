import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  closeWindow,
  go,
  openWindow,
  pathsIn,
  type Site,
  sidewaysScroll,
  smallControls,
  type View,
  visit,
  withSite,
} from './browser.ts'

// What is true of every page. The pages are those in the menus, and those listed here.

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

  for (const who of ['admin', 'employee'] as const)
    for (const width of [390, 1280] as const)
      test(`is accessible in both themes, as ${who}, ${width} px`, async () => {
        const page = await openWindow(browser, site, who, { width, theme: 'light' })
        const findings: string[] = []
        for (const path of await pathsIn(page)) findings.push(...(await findingsOn(page, path, width)))
        await closeWindow(page)
        assert.deepEqual(findings, [])
      })

  test('is shown at once when its code is loaded, without an empty page in between', async () => {
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

async function findingsOn(page: Page, path: string, width: View['width']): Promise<string[]> {
  await go(page, path)
  const found = await accessibilityProblems(page)
  const wider = await sidewaysScroll(page)
  if (wider > 0) found.push(`scrolls sideways by ${wider} px`)
  if (width === 390) found.push(...(await smallControls(page)))
  else found.push(...(await saidBadly(page)))
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const problem of await accessibilityProblems(page, { onlyColors: true })) found.push(`dark: ${problem}`)
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((finding) => `${path}: ${finding}`)
}

/** What a screen reader cannot do without the name of. */
const named = new Set([
  ...['button', 'link', 'checkbox', 'radio', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox'],
  ...['table', 'grid', 'dialog', 'region', 'navigation', 'image'],
])

/** What a screen reader would say without a name, or twice: once as the name, and again as the description. */
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
