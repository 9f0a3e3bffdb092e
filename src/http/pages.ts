import type { Notes } from '../engine/context.ts'

/** The URLs of the next pages, kept for as long as the bytes of their responses. */
const nextPages = new WeakMap<Uint8Array, string>()

/** Remembers the page that follows the response to this URL, a path with its query. */
export function noteNext(bytes: Uint8Array, url: string, { next }: Notes): void {
  if (next !== undefined) nextPages.set(bytes, nextUrl(url, next))
}

/** The Link header of a response that another page follows (RFC 8288). */
export function linkHeaders(bytes: Uint8Array): { link?: string } {
  const next = nextPages.get(bytes)
  return next === undefined ? {} : { link: `<${next}>; rel="next"` }
}

/** The query of a URL, without the question mark. */
export function queryIn(url: string): string {
  const question = url.indexOf('?')
  return question < 0 ? '' : url.slice(question + 1)
}

/** The same URL for the next page, by cursor or by number. */
export function nextUrl(url: string, next: string | number): string {
  const query = new URLSearchParams(queryIn(url))
  query.delete('cursor')
  query.delete('page')
  query.set(typeof next === 'string' ? 'cursor' : 'page', String(next))
  return `${url.split('?', 1)[0]}?${query}`
}
