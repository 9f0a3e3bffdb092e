import type { Query, ReadContext } from './context.ts'
import { all, raw, type Sql, type SqlValue, sql } from './sql.ts'

// A page goes on behind the last row of the page before it, whatever was written meanwhile: skipping rows by their number
// would leave out as many as were deleted, or moved, before them. So the server remembers where pages ended.

/** Where a page ended. */
type Anchor = {
  /** The version of the company’s data when the first page was read, and the instant of its last change. */
  readonly version: number
  readonly until: number
  /** The values of the order at the last row. */
  readonly after: readonly SqlValue[]
  /** The rows that had not changed are through; `after` is `last_modified` and id of the last one that has. */
  readonly changed: boolean
}

/** A part of a listing: its order, which of its rows come now, and how many of them are skipped. */
export type Stretch = { readonly order: Sql; readonly where: Sql; readonly skip: number; readonly changed: boolean }

/** Pages whose ends are remembered, of all companies together. */
const anchorsMax = 20_000

const anchors = new Map<string, Anchor>()

const byChange = sql`last_modified, id`

/**
 * The parts of a listing that a page is made of, in order, and whether they follow from more than the current data. Of a
 * listing of changes, what changes after its first page comes at its end: who asks again from the last change that
 * they were shown misses none.
 */
export function stretchesOf(query: Query, ctx: ReadContext, resourceName: string, order: Sql) {
  const anchor = query.page > 1 ? anchors.get(keyOf(query, ctx, resourceName, query.page - 1)) : undefined
  if (!anchor)
    return {
      anchor,
      anchored: false,
      stretches: [{ order, where: sql`1 = 1`, skip: (query.page - 1) * query.limit, changed: false }],
    }
  const anchored = anchor.version !== ctx.company.row.version
  const listsChanges = anchored && query.values.modified_since !== undefined
  const since = sql`last_modified > ${anchor.until}`
  const stretches: Stretch[] = []
  if (!anchor.changed) {
    const unchanged = listsChanges ? [sql`last_modified <= ${anchor.until}`] : []
    stretches.push({ order, where: all([behind(order, anchor.after), ...unchanged]), skip: 0, changed: false })
  }
  if (anchor.changed)
    stretches.push({ order: byChange, where: all([since, behind(byChange, anchor.after)]), skip: 0, changed: true })
  else if (listsChanges) stretches.push({ order: byChange, where: since, skip: 0, changed: true })
  return { anchor, anchored, stretches }
}

/** Remembers where a page ended that is not the last one. */
export function rememberEnd(
  query: Query,
  ctx: ReadContext,
  resourceName: string,
  { anchor, after, changed }: { anchor: Anchor | undefined; after: readonly SqlValue[]; changed: boolean },
): void {
  const { version, stamp } = ctx.company.row
  const key = keyOf(query, ctx, resourceName, query.page)
  // The oldest are the first to go.
  anchors.delete(key)
  anchors.set(key, { version: anchor?.version ?? version, until: anchor?.until ?? stamp, after, changed })
  for (const oldest of anchors.keys()) {
    if (anchors.size <= anchorsMax) break
    anchors.delete(oldest)
  }
}

/** The columns of an order. */
export function columnsOf(order: Sql): string[] {
  return order.sql.split(', ').map((column) => column.replace(/^\+/, '').replace(/ desc$/, ''))
}

/** The rows behind one with these values. All columns of an order go the same way. */
function behind(order: Sql, after: readonly SqlValue[]): Sql {
  const columns = raw(columnsOf(order).join(', '))
  const [first, ...rest] = after
  const values = rest.reduce((list: Sql, value) => sql`${list}, ${value}`, sql`${first}`)
  return / desc\b/.test(order.sql) ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}

/** The same for all pages of one question of one caller. */
function keyOf({ values, limit }: Query, { actor }: ReadContext, resourceName: string, page: number): string {
  const { companyId, userId, application } = actor
  return JSON.stringify([companyId, userId, application, resourceName, limit, page, values])
}
