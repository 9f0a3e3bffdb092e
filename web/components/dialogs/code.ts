import { send } from '../../api/request.ts'

/** The code of a part did not arrive. */
export class MissingCode extends Error {}

const reloadedAt = 'reloaded'

/**
 * Loads the code of a part. If the server is there and the code is not, the app has a new version: the page is then loaded
 * again, once for each version, unless something was typed into it that this would lose. Throws MissingCode.
 */
export async function arriving<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    // Any other is a mistake in code that did arrive.
    if (!(error instanceof Error) || !/import|module|fetch|load/i.test(error.message)) throw error
    const version = await newVersion()
    if (version !== undefined && sessionStorage.getItem(reloadedAt) !== version && !hasTyped()) {
      sessionStorage.setItem(reloadedAt, version)
      location.reload()
    }
    throw new MissingCode(undefined, { cause: error })
  }
}

/** The scripts that the server now names in its page; undefined if they are ours, or if it cannot be reached. */
async function newVersion(): Promise<string | undefined> {
  const page = await send('GET', '/', { raw: true, headers: { accept: 'text/html' } }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  )
  // Without a session, this is the sign-in page.
  const now = page.includes('id="root"') ? scriptIn(page) : undefined
  const ours = scriptIn(document.documentElement.outerHTML)
  return now === undefined || now === ours ? undefined : now
}

function scriptIn(html: string): string | undefined {
  return html.match(/<script[^>]*\bsrc="([^"]+)"/)?.[1]
}

/** Whether there is text in a field that reloading would lose. */
function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some((field) => field.value !== field.defaultValue && field.type !== 'search')
}
