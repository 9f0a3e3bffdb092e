import { type Api, unwrap } from './connect.ts'
import { pageMax } from './facts.ts'
import type { FiltersOf, ListPath, PageOf, RecordOf } from './resource_types.ts'

/** The shape that all lists share. */
type AnyPage = { results: Record<string, unknown>; more: boolean }

type Get = (path: string, init: object) => ReturnType<Api['GET']>

/** The pages of a list, each as it is answered, with its supplemental data. */
export async function* pages<P extends ListPath>(
  api: Api,
  path: P,
  filters: FiltersOf<P>,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<PageOf<P>> {
  const get = api.GET as unknown as Get
  for (let page = 1; ; page++) {
    const query = { limit: pageMax, ...filters, page }
    const answer = await unwrap(get(path, { params: { query }, ...(signal ? { signal } : {}) }))
    yield answer as PageOf<P>
    if (!(answer as AnyPage).more) return
  }
}

/**
 * The records of a list, page after page. Supplemental data is left out unless it is asked for; take `pages` to read it.
 * Records that others create or delete meanwhile can move between pages; `follow` has no such gap.
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
