import type { Query, ReadContext } from './context.ts'
import { RequestError } from './errors.ts'
import { conditions } from './filters.ts'
import { columnsOf, rememberEnd, type Stretch, stretchesOf } from './paging.ts'
import type { AnyResource, Found, Search } from './resource.ts'
import { printRows } from './serialize.ts'
import { type Handle, inList, name, type Row, raw, type Sql, sql } from './sql.ts'
import type { Values } from './table.ts'

/** One page of a listing: printed records by id in order, their rows, and whether more follow. */
type Page = { ctx: ReadContext; texts: [number, string][]; rows: Values[]; more: boolean }

/** Reads a page: its ids first, then the records. Throws RequestError 417 when a filter is missing. */
export async function readList(
  resource: AnyResource,
  query: Query,
  reading: ReadContext,
  handle: Handle,
): Promise<Page> {
  const ctx: ReadContext = { ...reading, query }
  demand(resource, query)
  resource.listable?.(query, ctx)
  return { ctx, ...(await readPage(query, { ...ctx, resource, handle })) }
}

const attempts = 10

/**
 * One page of records. A record changed after the search would show a `last_modified` past changes that the search did
 * not find, and a client polling from there would miss those; in that case the search is repeated.
 */
async function readPage(query: Query, ctx: Search): Promise<Records & { more: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const { found, more } = await search(query, ctx)
    const { texts, rows } = await records(found, ctx)
    const instants = new Map(found.map(({ id, last_modified }) => [id, last_modified]))
    if (attempt === attempts || rows.every((row) => row.last_modified === instants.get(row.id)))
      return { texts, rows, more }
  }
}

/** The rows of one page, and whether more follow. */
async function search(query: Query, ctx: Search): Promise<{ found: Found[]; more: boolean }> {
  const { anchor, anchored, stretches } = stretchesOf(query, ctx, ctx.resource)
  if (ctx.notes) ctx.notes.anchored = anchored
  const found: { row: Found; stretch: Stretch }[] = []
  for (const stretch of stretches) {
    if (found.length > query.limit) break
    const rows = await (ctx.resource.find ?? find)(query, { ...ctx, stretch })
    found.push(...rows.map((row) => ({ row, stretch })))
  }
  const more = found.length > query.limit
  if (more) rememberEnd(query, ctx, ctx.resource, { anchor, ...found[query.limit - 1]! })
  return { found: found.slice(0, query.limit).map(({ row }) => row), more }
}

/** The ids of one page, and one more if more follow. */
export async function find(query: Query, ctx: Search): Promise<Found[]> {
  const { filters, visible, name: table } = ctx.resource
  const seen = sql`company_id = ${ctx.actor.companyId} and (${visible(ctx.actor)})`
  return page(query, ctx, name(table), sql`${seen} and ${await conditions(query, filters, ctx)}`)
}

/** One page of the rows of `from` that meet the condition, in the order of the resource or of what has changed. */
export function page({ limit }: Query, { handle, resource, stretch }: Search, from: Sql, where: Sql): Promise<Found[]> {
  const { order = resource.order, where: part = sql`1 = 1`, skip = 0 } = stretch ?? {}
  const columns = raw([...new Set(['id', 'last_modified', ...columnsOf(order)])].join(', '))
  return handle.all<Found>(sql`select ${columns} from ${from} where ${where} and ${part} order by ${order}
    limit ${limit + 1} offset ${skip}`)
}

type Records = { texts: [number, string][]; rows: Values[] }

/** The printed records of a page in order, and their rows. */
async function records(found: readonly Found[], ctx: Search): Promise<Records> {
  const { resource, handle } = ctx
  const remembered = ctx.company.remembered(resource.name)
  const missing = found.filter(({ id, last_modified }) => remembered.get(id)?.last_modified !== last_modified)
  if (missing.length > 0) {
    const rows = await handle.all<Row>(
      sql`select * from ${name(resource.name)} where company_id = ${ctx.actor.companyId} and ${inList(
        sql`id`,
        missing.map((entry) => entry.id),
      )}`,
    )
    if (remembered.size >= 50_000) remembered.clear()
    for (const row of rows) remembered.set(row.id as number, resource.load(row))
  }
  const rows = found.flatMap(({ id }) => remembered.get(id) ?? [])
  const texts = await printRows(resource, rows, ctx)
  return { texts: rows.map((row, index) => [row.id, texts[index]!]), rows }
}

function demand(resource: AnyResource, query: Query): void {
  const { demands } = resource
  if (!demands || demands.some((names) => names.every((label) => query.given.has(label)))) return
  const choices = demands.map((names) => names.join(' with ')).join(', ')
  throw new RequestError(
    417,
    demands.length === 1 ? `${choices} is required` : `one of these filters is required: ${choices}`,
  )
}
