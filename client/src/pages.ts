import { type Api, unwrap } from './connect.ts'
import { pageMax } from './facts.ts'
import type { FiltersOf, ListPath, PageOf, RecordOf } from './resource_types.ts'

/** The shape that all lists share. */
type AnyPage = { results: Record<string, unknown>; more: boolean }

type Get = (path: string, init: object) => ReturnType<Api['GET']>

/**
 * The pages of a list, each as the server returns it, with its supplemental data. If a response has a cursor for the
 * next page, that page begins after the last row of this one, no matter what is written in the meantime or which server
 * answers.
 */
export async function* pages<P extends ListPath>(
  api: Api,
  path: P,
  filters: FiltersOf<P>,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<PageOf<P>> {
  const get = api.GET as unknown as Get
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const place = cursor === undefined ? { page, cursor } : { page: undefined, cursor }
    const query = { limit: pageMax, ...filters, ...place }
    const asked = get(path, { params: { query }, ...(signal ? { signal } : {}) })
    const answer = await unwrap(asked)
    yield answer as PageOf<P>
    if (!(answer as AnyPage).more) return
    cursor = cursorIn((await asked).response.headers.get('link'))
  }
}

/** The cursor in the URL of the next page; undefined if there is none. */
function cursorIn(link: string | null): string | undefined {
  const next = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '')?.[1]
  const query = next?.slice(next.indexOf('?'))
  return new URLSearchParams(query).get('cursor') ?? undefined
}

/**
 * The records of a list, page after page. Supplemental data is left out unless you request it; use `pages` to read it.
 * Changes after a page was read are not reported; use `follow` for them.
 */
export async function* paginate<P extends ListPath>(
  api: Api,
  path: P,
  filters: FiltersOf<P>,
  options: { signal?: AbortSignal } = {},
): AsyncGenerator<RecordOf<P>> {
  for await (const page of pages(api, path, { supplemental_data: 'no', ...filters } as FiltersOf<P>, options)) {
    const { results } = page as AnyPage
    yield* Object.values(results[path.slice(1)] as Record<string, RecordOf<P>>)
  }
}
