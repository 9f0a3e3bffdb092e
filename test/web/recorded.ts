import type { BrowserContext, Page } from 'playwright-core'

// A failure that comes once in fifty runs is understood only if that run says what happened.

/** Has each page of a context keep its latest events: presses, keys and moves through the history. */
export function recordEvents(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const lines: string[] = []
    Object.assign(window, { recordedEvents: lines })
    const add = (text: string) => {
      lines.push(`${Math.round(performance.now())} ms ${text}`)
      if (lines.length > 60) lines.shift()
    }
    for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'popstate', 'cancel'])
      addEventListener(
        type,
        (event) => {
          const at = event.target instanceof Element ? (event.target.textContent ?? '').trim().slice(0, 30) : ''
          const tag = event.target instanceof Element ? event.target.tagName.toLowerCase() : 'window'
          const key = event instanceof KeyboardEvent ? event.key : ''
          add(`${type} ${key} ${tag} “${at}” ${location.pathname} ${JSON.stringify(history.state)}`)
          // Whether the app has kept the event from its target is known only when all listeners have had it.
          setTimeout(() => event.defaultPrevented && add(`${type} “${at}” was prevented`))
        },
        true,
      )
    const { navigation } = window as { navigation?: EventTarget }
    navigation?.addEventListener('navigate', (event) => {
      const { navigationType, destination } = event as Event & {
        navigationType: string
        destination: { url: string; index: number }
      }
      add(`${navigationType} to ${new URL(destination.url).pathname}, entry ${destination.index}`)
    })
  })
}

/** What happened in a window, and the dialogs that are open in it, as lines. */
export async function recordedIn(page: Page): Promise<string[]> {
  const seen = page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('dialog[open]')].map((dialog) => `open: ${dialog.textContent}`)
    return [...((window as { recordedEvents?: string[] }).recordedEvents ?? []), ...dialogs]
  })
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, 5000, ['its scripts do not answer']).unref())
  return [page.url(), ...(await Promise.race([seen, late]).catch((error) => [String(error)]))]
}
