import type { Page } from 'playwright-core'

/** Waits until the clock says this, and the server has answered: the clock shows what a press means at once. */
export async function clockShows(page: Page, text: string | RegExp): Promise<void> {
  const said = page.getByRole('main').getByRole('status').filter({ hasText: text })
  await said.first().waitFor()
  await page.locator('.clock-face[data-sending]').waitFor({ state: 'detached' })
}
