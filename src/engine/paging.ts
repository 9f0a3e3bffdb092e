import type { Query, ReadContext } from './context.ts'
import { RequestError } from './errors.ts'
import { all, type Handle, type PageKey, raw, type Sql, type SqlValue, sql } from './sql.ts'

// A page continues after the last row of the previous page, whatever was written in between. If pages skipped a number
// of rows instead, rows would be left out whenever earlier ones are deleted or moved. So the servers of a database
// remember where pages ended; a cursor contains that information itself.

/** Where a page ended. */
type Anchor = {
  /** The version of the company’s data when the first page was read, and the time of its last change. */
  readonly version: number
  readonly until: number
  /** The values of the order at the last row. */
  readonly after: readonly SqlValue[]
  /** All unchanged rows have been listed; `after` is the `last_modified` and id of the last changed one. */
  readonly changed: boolean
}

type Listing = ReadContext & { handle: Handle; resource: { name: string; order: Sql } }

/** A part of a listing: the condition for its rows, how many to skip, and its order if it is not the usual one. */
export type Stretch = { readonly where: Sql; readonly skip: number; readonly order?: Sql }

/**
 * One row of a page: its id, its `last_modified` (which finds the cached record without reading the row), and, if the
 * next page can continue after it, the other values of the order.
 */
export type Found = readonly [id: number, lastModified: number, ...order: SqlValue[]]

const byChange = sql`last_modified, id`

/** All rows. */
export const everything = sql`1 = 1`

/**
 * The parts of a listing that make up a page, in order, and whether they depend on more than the current data. In a
 * listing with `modified_since`, records that change after the first page was read come last, so a client that
 * continues from the newest change it has seen misses nothing. The version does not tell whether there are any: it was
 * read before this page, so something may have changed in between.
 */
export async function stretchesOf(query: Query, ctx: Listing) {
  const { order } = ctx.resource
  const cursor =
    query.cursor ?? (query.page > 1 ? await ctx.handle.pageEnds?.find(keyOf(query, ctx, query.page - 1)) : undefined)
  const anchor = cursor === undefined ? undefined : anchorOf(cursor, order)
  const numbered: Stretch = { where: everything, skip: (query.page - 1) * query.limit }
  if (!anchor) return { anchor, anchored: false, stretches: [numbered] }
  const isOld = anchor.version !== ctx.company.row.version
  // With a cursor, the response depends only on the cursor and the data, not on remembered pages.
  const anchored = isOld && query.cursor === undefined
  const since = sql`last_modified > ${anchor.until}`
  const part = (where: Sql[], order?: Sql): Stretch => ({ where: all(where), skip: 0, ...(order && { order }) })
  const stretches = anchor.changed
    ? [part([since, behind(byChange, anchor.after)], byChange)]
    : query.values.modified_since !== undefined
      ? [part([behind(order, anchor.after), sql`last_modified <= ${anchor.until}`]), part([since], byChange)]
      : [part([behind(order, anchor.after)])]
  return { anchor, anchored, stretches }
}

/**
 * The cursor for the rows after this one, the last row of a page that is not the last. It is also remembered for
 * clients that request the next page by number. Undefined after a search in a custom order, whose rows lack the values
 * for a cursor; such pages have only numbers.
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

/** Longer than any real cursor: folding can make a character thirty times as long. */
const cursorMax = 8000

/**
 * Reads a cursor of a listing in this order. Cursors are not secret; a made-up one merely chooses where to continue.
 * Throws RequestError 417 for anything that the server cannot have issued.
 */
function anchorOf(cursor: string, order: Sql): Anchor {
  const [version, until, changed, ...rest] = cursor.length > cursorMax ? [] : listIn(cursor)
  const columns = columnsOf(changed === 1 ? byChange : order)
  const isComplete = (changed === 0 || changed === 1) && rest.length === columns.length
  const after = isComplete ? columns.flatMap((column, index) => valueFor(column, rest[index]) ?? []) : []
  if (!isWhole(version) || !isWhole(until) || after.length < columns.length)
    throw new RequestError(417, 'cursor_unknown')
  return { version, until, after, changed: changed === 1 }
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function listIn(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** The value, if a column that lists are ordered by can be compared with it, on every database. */
function valueFor(column: string, value: unknown): string | number | undefined {
  if (/(^date|_key)$/.test(column))
    return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : undefined
  return isWhole(value) ? value : undefined
}

const columnsByOrder = new WeakMap<Sql, { order: readonly string[]; selected: readonly string[] }>()

/** The columns of an order. */
function columnsOf(order: Sql): readonly string[] {
  return columnsFor(order).order
}

/** The columns that a search selects: the id, `last_modified`, and those of the order. */
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

/** The rows after the one with these values. All columns of an order have the same direction. */
function behind(order: Sql, after: readonly SqlValue[]): Sql {
  const columns = raw(columnsOf(order).join(', '))
  const [first, ...rest] = after
  const values = rest.reduce((list: Sql, value) => sql`${list}, ${value}`, sql`${first}`)
  return / desc\b/.test(order.sql) ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}

/** A key that is the same for all pages of one query of one caller. */
function keyOf({ values, limit }: Query, { actor, resource, now }: Listing, number: number): PageKey {
  const question = [actor.companyId, actor.userId, actor.application, resource.name, limit, number, values]
  return { companyId: actor.companyId, page: JSON.stringify(question), now }
}
