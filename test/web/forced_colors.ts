import type { Page } from 'playwright-core'

// What a page shows with forced colors (high contrast), where backgrounds and shadows are gone.

/** What is selected on the page, but looks with forced colors like what is not selected beside it. */
export async function looksUnselected(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() => {
    const marks = '[aria-current], [aria-pressed="true"], [aria-selected="true"], input:checked + span'
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.background = 'Canvas'
    const canvas = getComputedStyle(probe).backgroundColor
    probe.remove()
    // A background in the color of the page is none.
    const drawn = (element: Element) => {
      const {
        backgroundColor: back,
        color,
        borderBottomColor,
        outlineStyle,
        textDecorationLine,
      } = getComputedStyle(element)
      return [/, 0\)$/.test(back) ? canvas : back, color, borderBottomColor, outlineStyle, textDecorationLine].join()
    }
    // A native mark stays visible.
    const isDrawnByUs = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !(element.matches('input + span') && element.previousElementSibling!.checkVisibility({ opacityProperty: true }))
    /** The nearest of its kind that is not selected. */
    const neighborOf = (element: Element): Element | undefined => {
      const likes = (other: Element) =>
        !other.matches(marks) && other.className === element.className && other.checkVisibility()
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        const kind = element.matches('input + span') ? 'input + span' : element.tagName
        const other = [...around.querySelectorAll(kind)].find(likes)
        if (other) return other
      }
      return undefined
    }
    return [...document.querySelectorAll(marks)].filter(isDrawnByUs).flatMap((element) => {
      const other = neighborOf(element)
      return other && drawn(other) === drawn(element)
        ? [`with forced colors, ${element.outerHTML.slice(0, 90)} looks like “${other.textContent}”`]
        : []
    })
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
