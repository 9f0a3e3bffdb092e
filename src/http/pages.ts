import type { Notes } from '../engine/context.ts'

/** The address of the next page of answers, for as long as their bytes are kept. */
const nextPages = new WeakMap<Uint8Array, string>()

/** Notes which page follows an answer to this address, a path with its query. */
export function noteNext(bytes: Uint8Array, url: string, { next }: Notes): void {
  if (next !== undefined) nextPages.set(bytes, nextUrl(url, next))
}

/** The Link header of an answer with a page behind it (RFC 8288). */
export function linkHeaders(bytes: Uint8Array): { link?: string } {
  const next = nextPages.get(bytes)
  return next === undefined ? {} : { link: `<${next}>; rel="next"` }
}

/** The query of an address, without the question mark. */
export function queryIn(url: string): string {
  const question = url.indexOf('?')
  return question < 0 ? '' : url.slice(question + 1)
}

/** The same address for the next page: behind a cursor, or by its number. */
export function nextUrl(url: string, next: string | number): string {
  const query = new URLSearchParams(queryIn(url))
  query.delete('cursor')
  query.delete('page')
  query.set(typeof next === 'string' ? 'cursor' : 'page', String(next))
  return `${url.split('?', 1)[0]}?${query}`
}
