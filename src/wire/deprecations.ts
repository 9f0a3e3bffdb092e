// Parameters that still work although something better has replaced them.

/** A parameter of requests; `since` and `sunset`, the day on which it stops working, are dates in UTC. */
export type Deprecation = { parameter: string; since: string; sunset?: string; instead: string }

/**
 * `per_page` is deprecated since the original API got `limit`. It has no end date, because published clients still use
 * it.
 */
export const deprecations: readonly Deprecation[] = [{ parameter: 'per_page', since: '2023-10-01', instead: 'limit' }]

/** The URLs that use something deprecated: most requests do not. */
export const deprecated = new RegExp(`[?&](${deprecations.map(({ parameter }) => parameter).join('|')})=`)

/**
 * The headers that tell a program that its request uses something deprecated: `Deprecation` (RFC 9745) and `Sunset` (RFC
 * 8594); none for most requests. `url` is a path with its query.
 */
export function deprecationHeaders(url: string, known = deprecations): { deprecation?: string; sunset?: string } {
  const used = known.filter(({ parameter }) => url.includes(`?${parameter}=`) || url.includes(`&${parameter}=`))
  if (used.length === 0) return {}
  const since = Math.min(...used.map(({ since }) => Date.parse(since)))
  const ends = used.flatMap(({ sunset }) => (sunset === undefined ? [] : [Date.parse(sunset)]))
  return {
    deprecation: `@${since / 1000}`,
    ...(ends.length > 0 && { sunset: new Date(Math.min(...ends)).toUTCString() }),
  }
}
