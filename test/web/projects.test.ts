import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Values } from '../../src/engine/table.ts'
import {
  accessibilityProblems,
  closeWindow,
  openWindow,
  type Site,
  sidewaysScroll,
  smallControls,
  visit,
  withSite,
} from './browser.ts'

describe('projects', () => {
  let site: Site
  let browser: Browser
  withSite((...started) => {
    ;[site, browser] = started
  })

  const all = async (resource: string, query = ''): Promise<Values[]> =>
    Object.values((await site.api('GET', `/${resource}?active=both${query}`)).results[resource])
  const estimateOf = async (project: Values) => {
    const estimates = (await all('estimates')).filter((one) => one.project_id === project.id && one.active)
    const items = await all('estimate_items', `&estimate_ids=${estimates.map(({ id }) => id).join() || 1}`)
    const active = items.filter((item) => item.active)
    return [estimates.length, estimates[0]?.estimate_by, active.map((item) => item.estimated_seconds / 3600)]
  }

  for (const view of [
    { width: 1280, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)
    test(`a project is added with an estimate, changed and archived (${view.width} px)`, async () => {
      const page = await openWindow(browser, site, 'admin', view)
      await visit(page, '/projects')
      await page
        .getByText(/^\d+:\d\d of \d+:\d\d/)
        .first()
        .waitFor()
      assert.equal(await sidewaysScroll(page), 0)
      if (view.width === 390) assert.deepEqual(await smallControls(page), [])
      assert.deepEqual(await accessibilityProblems(page), [])
      const name = `Bridge ${view.width}`
      await page.getByRole('button', { name: 'Add a project' }).click()
      const add = page.getByRole('dialog', { name: 'Add a project' })
      await add.getByRole('button', { name: 'Add', exact: true }).click()
      await add.getByText('Name is required').waitFor()
      await add.getByLabel('Name').fill(name)
      await add.getByLabel('Start').fill('2026-12-10')
      await add.getByLabel('Due').fill('2026-12-01')
      await add.getByLabel('Estimate', { exact: true }).selectOption('One total')
      await add.getByLabel('Estimated hours').fill('1200')
      await add.getByRole('button', { name: 'Add', exact: true }).click()
      await add.getByText(/^Due: must not be before the start date/).waitFor()
      await add.getByLabel('Due').fill('2027-03-01')
      assert.deepEqual(await accessibilityProblems(page), [])
      await add.getByRole('button', { name: 'Add', exact: true }).click()
      await add.waitFor({ state: 'detached' })
      await page.getByRole('searchbox', { name: 'Search projects' }).fill(name)
      await page.getByText('0:00 of 1,200:00').waitFor()
      const [project] = (await all('projects')).filter((one) => one.name === name)
      assert.deepEqual(await estimateOf(project!), [1, 'none', [1200]])

      const change = page.getByRole('dialog', { name })
      await page.getByRole('button', { name, exact: true }).click()
      assert.equal(await change.getByLabel('Estimated hours').inputValue(), '1200:00')
      await change.getByLabel('Estimated hours').fill('900:30')
      await change.getByLabel('Status').selectOption('In progress')
      await change.getByRole('button', { name: 'Save' }).click()
      await page.getByText('0:00 of 900:30').waitFor()
      assert.deepEqual(await estimateOf(project!), [1, 'none', [900.5]])

      await page.getByRole('button', { name, exact: true }).click()
      await change.getByLabel('Estimate', { exact: true }).selectOption({ index: 2 })
      const parts = change.getByRole('group', { name: 'Estimated hours' }).getByRole('textbox')
      await parts.nth(0).fill('40')
      await parts.nth(1).fill('20')
      await change.getByRole('button', { name: 'Save' }).click()
      await page.getByText('0:00 of 60:00').waitFor()
      assert.deepEqual(await estimateOf(project!), [1, 'customfields', [40, 20]])

      await page.getByRole('button', { name, exact: true }).click()
      await change.getByRole('button', { name: 'Archive' }).click()
      await page
        .locator('.toast')
        .filter({ hasText: `${name} archived.` })
        .waitFor()
      assert.equal((await all('projects')).find(({ id }) => id === project!.id)!.active, false)
      await closeWindow(page)
    })
})
