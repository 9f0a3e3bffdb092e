import type { Query, ReadContext } from './context.ts'
import { RequestError } from './errors.ts'
import { conditions } from './filters.ts'
import type { AnyResource, Found, Search } from './resource.ts'
import { printRows } from './serialize.ts'
import { type Handle, inList, name, type Row, type Sql, sql } from './sql.ts'
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
    const found = await (ctx.resource.find ?? find)(query, ctx)
    const more = found.length > query.limit
    if (more) found.length = query.limit
    const { texts, rows } = await records(found, ctx)
    const instants = new Map(found.map(({ id, last_modified }) => [id, last_modified]))
    if (attempt === attempts || rows.every((row) => row.last_modified === instants.get(row.id)))
      return { texts, rows, more }
  }
}

/** The ids of one page, and one more if more follow. */
export async function find(query: Query, ctx: Search): Promise<Found[]> {
  const { filters, visible, name: table } = ctx.resource
  const seen = sql`company_id = ${ctx.actor.companyId} and (${visible(ctx.actor)})`
  return page(query, ctx, name(table), sql`${seen} and ${await conditions(query, filters, ctx)}`)
}

/** One page of the rows of `from` that meet the condition, in the order of the resource. */
export function page({ page, limit }: Query, { handle, resource }: Search, from: Sql, where: Sql): Promise<Found[]> {
  return handle.all<Found>(sql`select id, last_modified from ${from} where ${where} order by ${resource.order}
    limit ${limit + 1} offset ${(page - 1) * limit}`)
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
