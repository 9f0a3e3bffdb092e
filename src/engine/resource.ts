import type { Reason } from '../rules/refusals/reason.ts'
import type { Actor, Context, Query, ReadContext } from './context.ts'
import type { Fields, ValuesOf } from './fields.ts'
import type { Filters } from './filters.ts'
import type { Found, Stretch } from './paging.ts'
import type { Handle, Row, Sql } from './sql.ts'
import {
  type AnyRecord,
  type Item,
  loaderOf,
  type RecordOf,
  registerTable,
  type TableName,
  tableNamed,
  type Values,
  type Writer,
} from './table.ts'
import { type AfterChanges, onChanges } from './unit_of_work.ts'

/** What a resource declares; validation, SQL, paging, docs and the rest are derived from it. */
interface Declaration<F extends Fields, Facts> {
  /** One sentence for the reference. */
  about: string
  /** An item for the reference that can be created, if the required properties alone are not enough. */
  example?: Item
  fields: F
  filters: Filters
  /** Total order of a listing; ends with the id. */
  order: Sql
  /** Default number of records per page (200). */
  pageDefault?: number
  /** Printed records are not cached: they depend on the viewer, or change while the record does not. */
  unremembered?: boolean
  /** A listing needs one of these alternatives, each a set of filters. */
  demands?: readonly (readonly string[])[]
  /** Changes often and by itself, so its records are not reference data. */
  volatile?: boolean
  /** The rows that the actor may see; for every verb, others do not exist. */
  visible: (actor: Actor) => Sql
  /** Refuses a listing as a whole (throws RequestError). */
  listable?: (query: Query, ctx: ReadContext) => void
  /** The actor's clearance for this row's private fields: 0 none, 1 a manager's, 2 an administrator's. */
  clearance?: (actor: Actor, row: ValuesOf<F>, ctx: ReadContext) => 0 | 1 | 2
  /** Ids of the records that a row refers to, by resource: the supplemental data. Without it, responses have none. */
  related?: (row: ValuesOf<F>, ctx: ReadContext) => Record<string, readonly number[]>
  /** Looks up the data for printing these rows, in one query for all. */
  prepare?: (rows: readonly ValuesOf<F>[], ctx: ReadContext) => Promise<void>
  /** Replaces the search of a listing: finds the ids of one page, and one more if more follow. */
  find?(query: Query, ctx: Search): Promise<Found[]>
  /** Loads the data for the decisions, once for the whole batch. */
  facts?: (items: readonly Item[], ctx: Context, verb: Verb) => Promise<Facts>
  /** Decisions over the draft and the facts. A Refusal leaves no trace; the result may carry a status. */
  create?: (draft: ValuesOf<F>, ctx: Context, facts: Facts, item: Item) => Outcome<ValuesOf<F>>
  update?: (
    before: ValuesOf<F>,
    patch: Partial<ValuesOf<F>>,
    ctx: Context,
    facts: Facts,
    item: Item,
  ) => Outcome<ValuesOf<F>>
  remove?: (row: ValuesOf<F>, ctx: Context, facts: Facts) => void
  /** Values recorded with every write, whatever its source; `before` is the record before it. */
  recorded?(after: ValuesOf<F>, before: ValuesOf<F> | undefined, by: Writer): Values
  /** Runs with all changes of a transaction to these records, whatever their source, before they are written. */
  afterChanges?: AfterChanges<ValuesOf<F>>
  /** How a missing record is refused; records that the actor may not see count as missing. */
  absent?: Absent | ((actor: Actor) => Absent)
  /**
   * Properties of the body besides its items, for the reference; decisions find them in `ctx.options`. With `deletes`,
   * a DELETE takes the property as a parameter.
   */
  beside?: Record<string, { schema: Record<string, unknown>; about: string; deletes?: true }>
  /**
   * Items that may be created in one batch with those of other requests of the same caller that are waiting at the same
   * time. They must not cause anything that is created once per request. Without it, each request is a separate batch.
   */
  joinable?: (item: Item) => boolean
  /** Other records that changed with these, for the response's supplemental data. */
  sideEffects?: (rows: readonly ValuesOf<F>[], ctx: Context, facts: Facts) => Record<string, AnyRecord[]>
  /** Properties of an item to ignore, whatever their values. */
  ignores?: (item: Item, before: ValuesOf<F> | undefined) => readonly string[]
  /** Properties accepted in writes that are not fields, such as `origin_hint`. */
  extras?: readonly string[]
}

type Absent = { status: number; reason: Reason }

/** What a batch does to its items. */
export type Verb = 'create' | 'update' | 'remove'

/** The result of a decision: the new record, with `_status` if it is not 200. */
export type Outcome<R> = R & { readonly _status?: number }

/** What a search needs: the context, the resource, the database, and the part of the listing that is searched. */
export type Search = ReadContext & { resource: AnyResource; handle: Handle; stretch?: Stretch }

/** A resource: its declaration and everything derived from it. */
export interface Resource<F extends Fields = Fields, Facts = unknown> extends Declaration<F, Facts> {
  readonly name: TableName
  load(row: Row): ValuesOf<F> & AnyRecord
}

/** A resource with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: the engine handles resources of all fields alike
export type AnyResource = Resource<any, any>

/** Declares a resource under its name in the URL and in the database. */
export function resource<F extends Fields, Facts = unknown>(
  name: TableName,
  declaration: Declaration<F, Facts>,
): Resource<F, Facts> {
  const declared: Resource<F, Facts> = {
    ...declaration,
    name,
    load: loaderOf(declaration.fields) as (row: Row) => ValuesOf<F> & AnyRecord,
  }
  registerTable(declared)
  if (declaration.afterChanges) onChanges(name, declaration.afterChanges as AfterChanges<RecordOf<TableName>>)
  return declared
}

/** The resource of that name; a bug when there is none. */
export const resourceNamed = tableNamed as (name: string) => AnyResource

/** The field whose base64 text is decoded while the body arrives; decisions find the bytes in `ctx.binaries`. */
export function carriedBytes({ fields }: AnyResource): string | undefined {
  return Object.keys(fields).find((name) => fields[name].schema.contentEncoding === 'base64')
}
