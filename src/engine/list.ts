import type { Query } from './context.ts'
import { conditions } from './filters.ts'
import { cursorAfter, everything, type Found, selected, stretchesOf } from './paging.ts'
import type { Search } from './resource.ts'
import { inList, name, type Row, raw, type Sql, sql } from './sql.ts'
import type { AnyRecord } from './table.ts'

const attempts = 10

/**
 * One page of records. A record that changed after the search would show a `last_modified` later than changes that the
 * search did not find, and a client polling from there would miss those. In that case, the search is repeated.
 */
export async function readPage(query: Query, ctx: Search): Promise<{ rows: AnyRecord[]; more: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const { found, more } = await search(query, ctx)
    const { rows, isAsFound } = await records(found, ctx)
    if (attempt === attempts || isAsFound) return { rows, more }
  }
}

/** The rows of one page, and whether more follow. */
async function search(query: Query, ctx: Search): Promise<{ found: Found[]; more: boolean }> {
  const { anchor, anchored, stretches } = await stretchesOf(query, ctx)
  if (ctx.notes) ctx.notes.anchored = anchored
  const { limit } = query
  let found: Found[] = []
  /** The part that contains the last row of the page. */
  let ends = stretches[0]!
  for (const stretch of stretches) {
    if (found.length > limit) break
    const rows = await (ctx.resource.find ?? find)(query, { ...ctx, stretch })
    if (found.length < limit) ends = stretch
    found = found.length === 0 ? rows : [...found, ...rows]
  }
  const more = found.length > limit
  const cursor = more ? await cursorAfter(query, ctx, { anchor, row: found[limit - 1]!, stretch: ends }) : undefined
  if (ctx.notes && more) ctx.notes.next = cursor ?? query.page + 1
  return { found: more ? found.slice(0, limit) : found, more }
}

/** The ids of one page, and one more if more follow. */
export async function find(query: Query, ctx: Search): Promise<Found[]> {
  const { filters, visible, name: table } = ctx.resource
  const seen = sql`company_id = ${ctx.actor.companyId} and (${visible(ctx.actor)})`
  return page(query, ctx, name(table), sql`${seen} and ${await conditions(query, filters, ctx)}`)
}

/** One page of the rows of `from` that meet the condition, in the order of the resource or of the changes. */
export function page({ limit }: Query, { handle, resource, stretch }: Search, from: Sql, where: Sql): Promise<Found[]> {
  const { order = resource.order, where: part = everything, skip = 0 } = stretch ?? {}
  return handle.tuples<Found>(sql`select ${raw(selected(order).join(', '))} from ${from} where ${where} and ${part} order by ${order}
    limit ${limit + 1} offset ${skip}`)
}

/** The records of a page in order, and whether they are as the search found them. */
async function records(found: readonly Found[], ctx: Search): Promise<{ rows: AnyRecord[]; isAsFound: boolean }> {
  const { resource, handle } = ctx
  const remembered = ctx.company.remembered(resource.name)
  const rows: (AnyRecord | undefined)[] = []
  const missing: number[] = []
  for (const [id, last_modified] of found) {
    const row = remembered.get(id)
    const isCurrent = row?.last_modified === last_modified
    rows.push(isCurrent ? row : undefined)
    if (!isCurrent) missing.push(id)
  }
  if (missing.length === 0) return { rows: rows.filter((row) => row !== undefined), isAsFound: true }
  const read = await handle.all<Row>(
    sql`select * from ${name(resource.name)} where company_id = ${ctx.actor.companyId} and ${inList(sql`id`, missing)}`,
  )
  const loaded = new Map(read.map((row) => resource.load(row)).map((row) => [row.id, row]))
  for (const [id, row] of loaded) remembered.set(id, row)
  const complete = found.flatMap(([id], index) => rows[index] ?? loaded.get(id) ?? [])
  const instants = new Map(found.map(([id, last_modified]) => [id, last_modified]))
  return { rows: complete, isAsFound: complete.every((row) => row.last_modified === instants.get(row.id)) }
}
