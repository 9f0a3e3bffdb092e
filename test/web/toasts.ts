import type { Locator, Page } from 'playwright-core'

/** The message at the edge of the window with this text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.toast').filter({ hasText: text })
}

/** Closes the messages of earlier steps, so that the next one is the only one. */
export function dismissToasts(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.toast button:last-child')) button.click()
  })
}
