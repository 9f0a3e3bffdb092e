import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { closeWindow, openWindow, type Site, visit, withSite } from './browser.ts'

// Nothing moves while a page loads: below half of what Google calls good, https://web.dev/articles/cls.

const shiftMax = 0.05

const pages = ['/', '/time_off', '/schedule', '/schedule/week?who=all', '/timesheet']
const adminPages = ['/schedule/month', '/people', '/projects', '/locations', '/reports/payroll', '/reports/projects']

describe('the layout', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  for (const [who, width] of [
    ['employee', 390],
    ['employee', 1280],
    ['admin', 390],
    ['admin', 1280],
  ] as const)
    test(`stays in place while pages load, as ${who}, ${width} px`, async () => {
      const page = await openWindow(browser, site, who, { width, theme: 'light' })
      // Answers arrive one after the other, as over a slow network, so that every intermediate state is drawn.
      let last: Promise<unknown> = Promise.resolve()
      await page.route(/\/api\/(v1|console)\/(?!events)/, (route) => {
        last = last.then(() => drawn(page)).then(() => route.continue().catch(() => {}))
      })
      const moved: string[] = []
      for (const path of who === 'admin' ? [...pages, ...adminPages] : pages) {
        await visit(page, path)
        const { score, sources } = await shiftsOn(page)
        if (score >= shiftMax) moved.push(`${path}: ${score.toFixed(3)} ${sources.join('; ')}`)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await closeWindow(page)
      assert.deepEqual(moved, [])
    })
})

async function drawn(page: Page): Promise<void> {
  await page
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    .catch(() => {})
}

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** How much has moved since the page was opened, and what. */
function shiftsOn(page: Page): Promise<{ score: number; sources: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list, observer) => {
          const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
          observer.disconnect()
          resolve({
            score: shifts.reduce((sum, { value }) => sum + value, 0),
            sources: shifts.flatMap(({ value, sources }) =>
              sources.map(({ node, previousRect: from, currentRect: to }) => {
                const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? '')
                return `${value.toFixed(3)} ${name.slice(0, 50)} ${[from.y, to.y, from.height, to.height].map(Math.round)}`
              }),
            ),
          })
        }).observe({ type: 'layout-shift', buffered: true })
        // Without any shift, the observer is never called.
        setTimeout(() => resolve({ score: 0, sources: [] }), 100)
      }),
  )
}
