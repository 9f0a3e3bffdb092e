import type { Query, ReadContext } from './context.ts'
import { RequestError } from './errors.ts'
import { all, type Handle, type PageKey, raw, type Sql, type SqlValue, sql } from './sql.ts'
import { idMax } from './table.ts'

// A page goes on behind the last row of the page before it, whatever was written meanwhile: skipping rows by their number
// would leave out as many as were deleted, or moved, before them. So the database’s servers remember where pages
// ended; a cursor says it without their memory.

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

type Listing = ReadContext & { handle: Handle; resource: { name: string; order: Sql } }

/** A part of a listing: which of its rows come now, how many of them are skipped, and its order if not the usual one. */
export type Stretch = { readonly where: Sql; readonly skip: number; readonly order?: Sql }

/**
 * One row of a page: its id, its `last_modified`, which finds the cached record without reading the row, and the values
 * of the order that are neither, where the next page can go on behind them.
 */
export type Found = readonly [id: number, lastModified: number, ...order: SqlValue[]]

const byChange = sql`last_modified, id`

/** All rows. */
export const everything = sql`1 = 1`

/**
 * The parts of a listing that a page is made of, in order, and whether they follow from more than the current data. Of a
 * listing of changes, what changes after its first page comes at its end: who asks again from the last change that
 * they were shown misses none.
 */
export async function stretchesOf(query: Query, ctx: Listing) {
  const { order } = ctx.resource
  const cursor =
    query.cursor ?? (query.page > 1 ? await ctx.handle.pageEnds?.find(keyOf(query, ctx, query.page - 1)) : undefined)
  const anchor = cursor === undefined ? undefined : anchorOf(cursor, order)
  const numbered: Stretch = { where: everything, skip: (query.page - 1) * query.limit }
  if (!anchor) return { anchor, anchored: false, stretches: [numbered] }
  const isOld = anchor.version !== ctx.company.row.version
  // An answer follows from the cursor that was asked with, and from the data, but not from what was remembered.
  const anchored = isOld && query.cursor === undefined
  const since = sql`last_modified > ${anchor.until}`
  const part = (where: Sql[], order?: Sql): Stretch => ({ where: all(where), skip: 0, ...(order && { order }) })
  const stretches = anchor.changed
    ? [part([since, behind(byChange, anchor.after)], byChange)]
    : isOld && query.values.modified_since !== undefined
      ? [part([behind(order, anchor.after), sql`last_modified <= ${anchor.until}`]), part([since], byChange)]
      : [part([behind(order, anchor.after)])]
  return { anchor, anchored, stretches }
}

/**
 * The cursor of what follows after this row, of this part, with which a page ended that is not the last one. It is
 * remembered for those who ask for the next page by number. Undefined after a search in an order of its own, whose rows
 * lack the values: such pages have numbers only.
 */
export async function cursorAfter(
  query: Query,
  ctx: Listing,
  { anchor, row, stretch }: { anchor: Anchor | undefined; row: Found; stretch: Stretch },
): Promise<string | undefined> {
  const { order } = ctx.resource
  const columns = selected(stretch.order ?? order)
  if (row.length < columns.length) return undefined
  const after = columnsOf(stretch.order ?? order).map((column) => row[columns.indexOf(column)]!)
  const { version, stamp } = ctx.company.row
  const changed = stretch.order !== undefined
  const end = [anchor?.version ?? version, anchor?.until ?? stamp, changed ? 1 : 0, ...after]
  const cursor = Buffer.from(JSON.stringify(end)).toString('base64url')
  if (query.cursor === undefined) await ctx.handle.pageEnds?.keep(keyOf(query, ctx, query.page), cursor)
  return cursor
}

/** Longer than that of any row: folding a character can take thirty times its bytes. */
const cursorMax = 8000

/**
 * Where a cursor of a listing in this order stands. It is not secret, and a made-up one only chooses the place to go on
 * from. Throws RequestError 417 for what no answer has given.
 */
function anchorOf(cursor: string, order: Sql): Anchor {
  const [version, until, changed, ...after] = cursor.length > cursorMax ? [] : listIn(cursor)
  const columns = columnsOf(changed === 1 ? byChange : order)
  const isCursor =
    Number.isSafeInteger(version) &&
    Number.isSafeInteger(until) &&
    (changed === 0 || changed === 1) &&
    after.length === columns.length &&
    columns.every((column, index) => isValueOf(column, after[index]))
  if (!isCursor) throw new RequestError(417, 'cursor must be that of an earlier answer of this list')
  return { version: version as number, until: until as number, after: after as SqlValue[], changed: changed === 1 }
}

function listIn(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** Whether a column that lists are ordered by can be compared with a value, on every database. */
function isValueOf(column: string, value: unknown): boolean {
  if (/(^date|_key)$/.test(column)) return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  if (/(^|_)id$/.test(column)) return Number.isInteger(value) && Math.abs(value as number) <= idMax
  return Number.isSafeInteger(value)
}

const columnsByOrder = new WeakMap<Sql, { order: readonly string[]; selected: readonly string[] }>()

/** The columns of an order. */
function columnsOf(order: Sql): readonly string[] {
  return columnsFor(order).order
}

/** The columns that a search selects: the id, the instant of the last change, and those of the order. */
export function selected(order: Sql): readonly string[] {
  return columnsFor(order).selected
}

function columnsFor(order: Sql) {
  const known = columnsByOrder.get(order)
  if (known) return known
  const columns = order.sql.split(', ').map((column) => column.replace(/^\+/, '').replace(/ desc$/, ''))
  const found = { order: columns, selected: [...new Set(['id', 'last_modified', ...columns])] }
  columnsByOrder.set(order, found)
  return found
}

/** The rows behind one with these values. All columns of an order go the same way. */
function behind(order: Sql, after: readonly SqlValue[]): Sql {
  const columns = raw(columnsOf(order).join(', '))
  const [first, ...rest] = after
  const values = rest.reduce((list: Sql, value) => sql`${list}, ${value}`, sql`${first}`)
  return / desc\b/.test(order.sql) ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}

/** The same for all pages of one question of one caller. */
function keyOf({ values, limit }: Query, { actor, resource, now }: Listing, number: number): PageKey {
  const question = [actor.companyId, actor.userId, actor.application, resource.name, limit, number, values]
  return { companyId: actor.companyId, page: JSON.stringify(question), now }
}
