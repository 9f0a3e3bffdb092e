import type { ReadContext } from '../engine/context.ts'
import { readList } from '../engine/list.ts'
import type { AnyResource } from '../engine/resource.ts'
import { printMap } from '../engine/serialize.ts'
import type { Handle } from '../engine/sql.ts'
import { parameters, parseQuery } from './query.ts'
import { quirksOf } from './quirks.ts'
import { supplemental } from './supplemental.ts'

/** The response of a listing, as JSON text: the records by id in order, `more`, and supplemental data. */
export async function list(
  resource: AnyResource,
  search: URLSearchParams,
  reading: ReadContext,
  handle: Handle,
): Promise<string> {
  const query = parseQuery(parameters(search), resource.filters, resource.pageDefault)
  const { ctx, texts, rows, more } = await readList(resource, query, reading, handle)
  const { repeats } = quirksOf(resource)
  const extra =
    query.supplemental && resource.related ? `,"supplemental_data":${await supplemental(resource, rows, ctx)}` : ''
  const inside = repeats ? `,"more":${more}${repeats === 'all' ? extra : ''}` : ''
  return `{"results":{"${resource.name}":${printMap(texts)}${inside}},"more":${more}${extra}}`
}
