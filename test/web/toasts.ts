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

/** The buttons, links and fields in view that cannot be pressed because a message lies over them. */
export function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll(':is(main, .tabs, dialog) :is(button, a[href], input, select, textarea)')
    return [...controls].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return width > 0 && hit?.closest('.toasts')
        ? [control.getAttribute('aria-label') ?? control.textContent ?? '']
        : []
    })
  })
}
