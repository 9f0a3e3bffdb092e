import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { closeWindow, go, openWindow, type Site, visit, withSite } from './browser.ts'

// Pages on paper, as the browser prints them. Today is Wednesday, November 18, 2026.

describe('pages on paper', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  /** The format of each sheet of a printed page. */
  const sheets = async (page: Page): Promise<string[]> => {
    const file = (await page.pdf({ format: 'Letter' })).toString('latin1')
    return [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
      Number(width) > Number(height) ? 'landscape' : 'portrait',
    )
  }

  test('reports, schedules, and approvals print in landscape, with headings on every sheet and totals on the last', async () => {
    const page = await openWindow(browser, site, 'admin')
    for (const path of ['/reports', '/reports/payroll', '/schedule/week/2026-11-18?who=all']) {
      await visit(page, path)
      await page.getByRole('table').or(page.getByRole('grid')).first().waitFor()
      assert.deepEqual([...new Set(await sheets(page))], ['landscape'], path)
    }
    await go(page, '/reports/projects')
    await page.getByText('Due Nov 9, 2026').waitFor()
    assert.deepEqual(await sheets(page), ['landscape'])

    await visit(page, '/reports/hours')
    await page.getByRole('table', { name: 'Hours' }).waitFor()
    assert.deepEqual([...new Set(await sheets(page))], ['landscape'])
    await page.emulateMedia({ media: 'print' })
    const [chart, total] = await page.evaluate(() => {
      const figure = document.querySelector<HTMLElement>('.bars')!
      figure.style.width = '500px'
      return [
        figure.querySelector('svg')!.getBoundingClientRect().width,
        getComputedStyle(document.querySelector('tfoot')!).display,
      ]
    })
    assert.deepEqual([chart, total], [500, 'table-row-group'], 'a chart fits the sheet')
    await page.emulateMedia({ media: null })

    await go(page, '/approvals?tab=all')
    await page.getByRole('table').waitFor()
    assert.equal((await sheets(page)).length, 2)
    await page.emulateMedia({ media: 'print' })
    // As a box of its own, a button is missing where Chromium repeats the heading.
    const displays = await page
      .locator('thead button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).display))
    assert.deepEqual([...new Set(displays)], ['contents'])
    await closeWindow(page)
  })

  test('a timesheet prints on one sheet', async () => {
    const page = await openWindow(browser, site, 'employee')
    await visit(page, '/timesheet/2026-11-09')
    await page.getByRole('row', { name: /Emergency call/ }).waitFor()
    assert.deepEqual(await sheets(page), ['portrait'])
    await closeWindow(page)
  })
})
