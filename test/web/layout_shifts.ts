import type { Page } from 'playwright-core'

// How much moves while a page loads, measured by the browser.

/** Below half of what Google calls good, https://web.dev/articles/cls. */
const shiftMax = 0.05

/**
 * From now on, answers arrive one after the other, as over a slow network, so that every intermediate state is drawn.
 * Returns what ends that.
 */
export async function answersOneByOne(page: Page): Promise<() => Promise<void>> {
  let last: Promise<unknown> = Promise.resolve()
  await page.route(/\/api\/(v1|console)\/(?!events)/, (route) => {
    last = last.then(() => drawn(page)).then(() => route.continue().catch(() => {}))
  })
  return () => page.unrouteAll({ behavior: 'ignoreErrors' })
}

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

/** What has moved too far since the page was opened; empty if nothing has. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate((max) => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
    observer.disconnect()
    const score = shifts.reduce((sum, { value }) => sum + value, 0)
    if (score < max) return []
    const sources = shifts.flatMap(({ value, sources }) =>
      sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? '')
        return `${value.toFixed(3)} ${name.slice(0, 50)} ${[from.y, to.y, from.height, to.height].map(Math.round)}`
      }),
    )
    return [`moves by ${score.toFixed(3)} while it loads: ${sources.join('; ')}`]
  }, shiftMax)
}
