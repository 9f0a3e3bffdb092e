import type { Actor, Context, ReadContext } from './context.ts'
import type { Parameter } from './endpoint.ts'
import { type Fields, loadRow, type Values, type ValuesOf } from './fields.ts'
import type { Filters, Query } from './filters.ts'
import type { Search } from './list.ts'
import type { Row, Sql } from './sql.ts'
import type { Work } from './work.ts'

/** What a resource declares. Everything that all resources share follows from it. */
interface Declaration<F extends Fields, Facts> {
  /** One sentence for the reference. */
  about: string
  /** An item that can be created, where what must be given is not enough for one. For the reference. */
  example?: Values
  fields: F
  filters: Filters
  /** Total order of a listing; ends with the id. */
  order: Sql
  /** Records per page when the request does not say (200). */
  pageDefault?: number
  /** `more` is repeated inside `results`, and with `all` the supplemental data as well. */
  inside?: 'more' | 'all'
  /** False for what can only be sent: there is no listing. */
  listed?: false
  /** PUT does what POST does, where a record is found by what it is about. */
  putCreates?: boolean
  /** Name of the map in the results of writes, and of the section in supplemental data, where it is another. */
  result?: string
  section?: string
  /** Property of items to create whose text is base64; its bytes are taken out of the body as it arrives: `ctx.binaries`. */
  carries?: string
  /** Items of an answer hold their outcome and nothing else. */
  bare?: boolean
  /** Writes whose results are keyed by number of the record; refused ones without a number by position. */
  keyedById?: readonly ('create' | 'update')[]
  /** Other forms of `id`: a number in deletes, text in creates. */
  idForms?: { remove?: 'number'; create?: 'text' }
  /** Status of refused items, where others have 417. */
  refusal?: 400
  /** Words for outcomes that have their own, by verb and status: `create 200`. */
  outcomes?: Readonly<Record<string, string>>
  /** Printed anew each time: what it shows depends on the viewer, or changes while the record does not. */
  unremembered?: boolean
  /** One of these filters must be given, each entry an alternative of filters that go together. */
  demands?: readonly (readonly string[])[]
  /** Changes often and by itself: its records do not belong to the company's set-up. */
  volatile?: boolean
  /** Each change is written to this history in the same transaction. */
  history?: string
  /** Which rows the actor may see at all; the others do not exist for any verb. */
  visible: (actor: Actor) => Sql
  /** Refuses a listing as a whole (RequestError). */
  listable?: (query: Query, ctx: ReadContext) => void
  /** Which private fields the actor sees of this row: 0 public ones, 1 a manager's, 2 an administrator's. */
  clearance?: (actor: Actor, row: ValuesOf<F>, ctx: ReadContext) => 0 | 1 | 2
  /** Numbers of the records that a row refers to, by resource. */
  related?: (row: ValuesOf<F>, ctx: ReadContext) => Record<string, readonly number[]>
  /** Further records of this resource that belong with these: a job's ancestors. Looks them up. */
  expand?: (ids: ReadonlySet<number>, ctx: ReadContext) => Promise<readonly number[]>
  /** Loads what printing these rows needs (`ctx.company.look`), one query for all. */
  prepare?: (rows: readonly ValuesOf<F>[], ctx: ReadContext) => Promise<void>
  /** Replaces the search of a listing: the ids of one page, and whether there are more. */
  find?: (query: Query, ctx: Search) => Promise<Found[]>
  /** Loads, once for the whole batch, what the decisions need to know. */
  facts?: (items: readonly Values[], ctx: Context, verb: Verb) => Promise<Facts>
  /** Decisions: pure over the draft and the facts; a Refusal leaves no trace. The result may carry a status. */
  create?: (draft: ValuesOf<F>, ctx: Context, facts: Facts, item: Values) => Outcome<ValuesOf<F>>
  update?: (
    before: ValuesOf<F>,
    patch: Partial<ValuesOf<F>>,
    ctx: Context,
    facts: Facts,
    item: Values,
  ) => Outcome<ValuesOf<F>>
  remove?: (row: ValuesOf<F>, ctx: Context, facts: Facts) => void
  /** Keeps in step with all changes of one transaction, on whatever path they came, what follows from these records. */
  settle?: (changed: readonly Change[], work: Work) => Promise<void>
  /** How a record that is not there is refused; for whom may depend on who asks, as what they may not see is not there. */
  absent?: Absent | ((actor: Actor) => Absent)
  /** What the body of a write may say beside its items, for the reference; decisions find it in `ctx.options`. */
  beside?: Record<string, Parameter>
  /** A delete without ids is refused. */
  idsRequired?: boolean
  /** Other records that items of status 201 changed, for the answer's supplemental data. */
  sideEffects?: (rows: readonly ValuesOf<F>[], ctx: Context, facts: Facts) => Record<string, Values[]>
  /** Finds the records that items of an update without an id mean. */
  identify?: (items: readonly Values[], ctx: Context) => Promise<Map<Values, number>>
  /** Properties of an item that mean nothing for it and are passed over, whatever they hold. */
  ignores?: (item: Values, before: ValuesOf<F> | undefined) => readonly string[]
  /** Properties that are accepted on write without being fields, e.g. `origin_hint`. */
  extras?: readonly string[]
}

/** A record before and after a transaction; undefined while it did not exist. */
export type Change = { before: Values | undefined; after: Values | undefined }

type Absent = { status: number; message: string }

/** What is done to the items of a batch. */
export type Verb = 'create' | 'update' | 'remove'

/** What a decision gives: the record as it is now, with a status other than 200 where the contract says so. */
export type Outcome<R> = R & Values

/** One row of a page. `last_modified` lets the printed form be found again without reading the row. */
export type Found = { id: number; last_modified: number }

/** A resource: its declaration and what was derived from it. */
interface Resource<F extends Fields = Fields, Facts = unknown> extends Declaration<F, Facts> {
  readonly name: string
  load(row: Row): ValuesOf<F> & Values
}

/** A resource of whatever fields. */
// biome-ignore lint/suspicious/noExplicitAny: the engine handles resources of all fields alike
export type AnyResource = Resource<any, any>

const registry = new Map<string, AnyResource>()

/** Declares a resource under the name that it has in the URL and in the database. */
export function resource<F extends Fields, Facts = unknown>(
  name: string,
  declaration: Declaration<F, Facts>,
): Resource<F, Facts> {
  const declared: Resource<F, Facts> = {
    ...declaration,
    name,
    load: (row) => loadRow(declaration.fields, row) as ValuesOf<F> & Values,
  }
  registry.set(name, declared)
  return declared
}

/** The resource of that name; a bug when there is none. */
export function resourceNamed(name: string): AnyResource {
  const found = registry.get(name)
  if (!found) throw new Error(`No resource is called ${name}`)
  return found
}
