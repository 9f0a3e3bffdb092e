import type { ReadContext } from './context.ts'
import { RequestError } from './errors.ts'
import type { Values } from './fields.ts'
import { conditions, parameters, parseQuery, type Query } from './filters.ts'
import { printMap, printRows, supplemental } from './present.ts'
import type { AnyResource, Found } from './resource.ts'
import { type Handle, inList, name, type Row, type Sql, sql } from './sql.ts'

/** A listing, as JSON text: read the query, find one page of numbers, print their records and what they refer to. */
export async function list(
  resource: AnyResource,
  search: URLSearchParams,
  asked: ReadContext,
  handle: Handle,
): Promise<string> {
  const query = parseQuery(parameters(search), resource.filters, resource.pageDefault)
  const ctx: ReadContext = { ...asked, query }
  demand(resource, query)
  resource.listable?.(query, ctx)

  const { texts, rows, more } = await readPage(query, { ...ctx, resource, handle })
  const results = printMap(texts)
  const extra = query.supplemental ? `,"supplemental_data":${await supplemental(resource, rows, ctx)}` : ''
  const inside = resource.inside ? `,"more":${more}${resource.inside === 'all' ? extra : ''}` : ''
  return `{"results":{"${resource.name}":${results}${inside}},"more":${more}${extra}}`
}

const attempts = 10

/**
 * One page of records. One that was changed after the search would show an instant past changes that the search has not
 * found, and a client that goes on asking from there would miss them: then everything is searched anew.
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

/** What a search is given: the context, the resource and where to ask. */
export type Search = ReadContext & { resource: AnyResource; handle: Handle }

/** The numbers of one page and one more when there are more. */
export async function find(query: Query, ctx: Search): Promise<Found[]> {
  const { resource } = ctx
  const condition = await conditions(query, resource.filters, ctx)
  return page(
    query,
    ctx,
    sql`${name(resource.name)} where company_id = ${ctx.actor.companyId} and ${resource.visible(ctx.actor)} and ${condition}`,
    resource.order,
  )
}

/** One page of `from`, in order. */
function page(query: Query, ctx: Search, from: Sql, order: Sql): Promise<Found[]> {
  return ctx.handle.all<Found>(
    sql`select id, last_modified from ${from} order by ${order} limit ${query.limit + 1} offset ${(query.page - 1) * query.limit}`,
  )
}

type Records = { texts: [number, string][]; rows: Values[] }

/** The printed records of a page, in its order, and their rows. */
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
