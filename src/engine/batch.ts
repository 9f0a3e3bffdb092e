import { reason } from '../rules/refusals/reason.ts'
import type { CompanySnapshot } from './company_snapshot.ts'
import type { Actor, Binary, Context } from './context.ts'
import { Refusal, RequestError } from './errors.ts'
import { type Field, type Fields, isRecord, numberOf, parseInteger, type ValuesOf } from './fields.ts'
import type { AnyResource, Outcome } from './resource.ts'
import { inList, name, sql, type Tx } from './sql.ts'
import { type AnyRecord, type Item, idMax, isId, type Values } from './table.ts'
import { UnitOfWork } from './unit_of_work.ts'

// wire/request.ts limits how many items a request may have.

/** The transaction, the actor, and functions that the engine gets from outside. */
export type Run = {
  tx: Tx
  actor: Actor
  binaries: readonly Binary[]
  uuid: () => string
  /** The actor with the rights as they are in this transaction; undefined when there is no such active user. */
  reloadActor: (company: CompanySnapshot, actor: Actor) => Promise<Actor | undefined>
  hashPassword: (password: string) => Promise<string>
  revokeUsers: (tx: Tx, companyId: number, userIds: readonly number[]) => Promise<void>
}

/** The outcome of one item: the record, or the refusal, with the current record after a conflict. */
export type Result = { status: number; item?: Item | undefined; row?: AnyRecord | undefined; refusal?: Refusal }

/** The outcome of a batch, in the order of its items. Everything is written. */
export type Batch = { ctx: Context; facts: unknown; results: Result[] }

/** Creates or updates. One item is a batch of one. `options` are the other properties of the request body. */
export async function writeItems(
  resource: AnyResource,
  verb: 'create' | 'update',
  { items, options }: { items: readonly unknown[]; options: Item },
  run: Run,
): Promise<Batch> {
  const ctx = await begin(run, options)
  const ids = verb === 'update' ? await loadForUpdate(resource, items, ctx) : undefined
  const facts = await resource.facts?.(items.filter(isRecord), ctx, verb)
  const results = items.map((item) =>
    attempt(ctx, { item: isRecord(item) ? item : undefined }, () => {
      if (!isRecord(item)) throw new Refusal(417, 'items_not_objects')
      return ids ? updateOne(resource, item, ids.get(item), ctx, facts) : createOne(resource, item, ctx, facts)
    }),
  )
  await ctx.work.flush()
  return { ctx, facts, results }
}

/** Deletes the records with these ids, given as text; `options` are the other parameters that the resource declares. */
export async function removeItems(
  resource: AnyResource,
  { texts, options }: { texts: readonly string[]; options: Item },
  run: Run,
): Promise<Batch> {
  const ctx = await begin(run, options)
  const isId = (text: string) => /^\d{1,16}$/.test(text) && Number(text) <= idMax
  const ids = texts.filter(isId).map(Number)
  await loadVisible(resource, ids, ctx)
  const facts = await resource.facts?.(
    ids.map((id) => ({ id })),
    ctx,
    'remove',
  )
  const results = texts.map((text) => {
    const row = isId(text) ? ctx.work.get(resource.name, Number(text)) : undefined
    return attempt(ctx, { row }, () => {
      if (!row) throw absent(resource, ctx.actor)
      resource.remove!(row, ctx, facts)
      return { row: { id: row.id }, status: 200 }
    })
  })
  await ctx.work.flush()
  return { ctx, facts, results }
}

/** Locks the company and looks the actor up again, so rights that were revoked in the meantime no longer count. */
async function begin(run: Run, options: Item): Promise<Context> {
  const { tx, binaries, uuid, hashPassword, revokeUsers } = run
  const { companyId, userId, application } = run.actor
  const work = await UnitOfWork.begin(tx, companyId, { userId, application })
  // User 0 is the administrator at the command line, who is no user of the company and cannot be archived.
  const actor = userId === 0 ? run.actor : await run.reloadActor(work.company, run.actor)
  if (!actor) throw new RequestError(401, 'token_invalid', {}, { oauth: 'invalid_grant' })
  const revoke = (tx: Tx, userIds: number[]) => revokeUsers(tx, companyId, userIds)
  const signOut = (userId: number) => work.afterWrite(revoke, userId)
  const given = { options, binaries, uuid, hashPassword }
  return { actor, now: tx.now, company: work.company, work, ...given, signOut }
}

/** Tries one item. A refusal undoes what the item had staged and becomes its result; a conflict shows the record. */
function attempt(
  ctx: Context,
  { item, row }: Pick<Result, 'item' | 'row'>,
  decide: () => { row: AnyRecord; status: number },
): Result {
  ctx.work.begin()
  try {
    return { item, ...decide() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.work.undo()
    return { item, status: error.status, refusal: error, row: error.unmodified ? (error.record ?? row) : undefined }
  }
}

function createOne(
  resource: AnyResource,
  item: Item,
  ctx: Context,
  facts: unknown,
): { row: AnyRecord; status: number } {
  return outcomeOf(resource.create!(draftOf(resource, item, ctx), ctx, facts, item))
}

function updateOne(resource: AnyResource, item: Item, found: number | undefined, ctx: Context, facts: unknown) {
  const id = found ?? parseInteger(item.id, 'id', -idMax - 1, idMax)
  const before = ctx.work.get(resource.name, id)
  if (!before) throw absent(resource, ctx.actor)
  const patch = patchOf(resource, item, before, ctx)
  try {
    return outcomeOf(resource.update!(before, patch, ctx, facts, item))
  } catch (error) {
    if (error instanceof Refusal) error.record = before
    throw error
  }
}

/** The record and the status of an outcome, which has a status only if it is not 200. */
function outcomeOf<R>(outcome: Outcome<R>): { row: AnyRecord; status: number } {
  const { _status = 200, ...row } = outcome as Outcome<AnyRecord>
  return { row, status: _status }
}

/** Loads the records to update. Returns the ids of records that are named by another field than `id`. */
async function loadForUpdate(resource: AnyResource, items: readonly unknown[], ctx: Context) {
  const found = await identify(resource, items, ctx)
  const given = items.filter(isRecord).map((item) => found.get(item) ?? numberOf(item.id))
  const ids = new Set(given.filter(isId))
  const rows = await loadVisible(resource, [...ids], ctx)
  if (comparesPrinted(resource, items)) await resource.prepare?.(rows, ctx)
  return found
}

/** The ids of records named by their identifying field in items without an id; -1 for an unknown name. */
async function identify(resource: AnyResource, items: readonly unknown[], ctx: Context): Promise<Map<Item, number>> {
  const fields = Object.entries<Field<unknown>>(resource.fields)
  const [key, field] = fields.find(([, field]) => field.identifies) ?? []
  const nameless = items.filter((item): item is Item => isRecord(item) && isNone(item.id))
  const keyOf = field?.key
  if (key === undefined || !keyOf || nameless.length === 0) return new Map()
  const names = nameless.map((item) => (typeof item[key] === 'string' ? keyOf(item[key]) : ''))
  const wanted = [...new Set(names.filter((text) => text !== '' && !text.includes('\0') && text.isWellFormed()))]
  const rows: Values[] = await ctx.work.load(resource.name, inList(name(`${key}_key`), wanted))
  // A name that the actor may not see counts as unknown; otherwise the response would reveal it.
  const seen = rows.filter((row) => (resource.clearance?.(ctx.actor, row, ctx) ?? 0) >= field!.clearance)
  const byName = new Map(seen.map((row) => [keyOf(row[key]), row.id]))
  return new Map(nameless.map((item, index) => [item, byName.get(names[index]!) ?? -1]))
}

function loadVisible({ name, visible }: AnyResource, ids: readonly number[], { work, actor }: Context) {
  return work.load(name, sql`${inList(sql`id`, ids)} and (${visible(actor)})`)
}

function absent({ absent: own }: AnyResource, actor: Actor): Refusal {
  const usual = { status: 404, reason: reason('record_gone') }
  const { status, reason: why } = (typeof own === 'function' ? own(actor) : own) ?? usual
  return new Refusal(status, why)
}

/** A new record as an item describes it, with initial values for what it leaves out. Refusals name the property. */
export function draftOf<F extends Fields>(
  resource: AnyResource & { fields: F },
  item: Item,
  ctx: Context,
): ValuesOf<F> {
  const draft: Values = {}
  const ignored = resource.ignores?.(item, undefined) ?? []
  const invalid = unknownProperties(resource, item)
  for (const name in resource.fields) {
    const field: Field<unknown> = resource.fields[name]!
    const given = ignored.includes(name) ? undefined : item[name]
    if (field.access === 'read-only' || field.clearance === 3) {
      if (given !== undefined && !isEmpty(given)) invalid.push(name)
      if (field.stored) draft[name] = field.initial(ctx)
    } else if (given === undefined || given === null) {
      if (field.required) throw new Refusal(417, 'required', { field: name })
      draft[name] = field.initial(ctx)
    } else draft[name] = parsed(field, given, name) ?? field.initial(ctx)
  }
  refuseInvalid(invalid)
  return draft as ValuesOf<F>
}

/** The changes that an item makes to a record. Refusals name the property. */
export function patchOf(resource: AnyResource, item: Item, before: Values, ctx: Context): Values {
  const granted = resource.clearance?.(ctx.actor, before, ctx) ?? 0
  const ignored = ['id', ...(resource.ignores?.(item, before) ?? [])]
  const invalid = unknownProperties(resource, item)
  const patch: Values = {}
  for (const name in resource.fields) {
    const field: Field<unknown> = resource.fields[name]
    const given = item[name]
    if (given === undefined || given === null || ignored.includes(name)) continue
    // A value that the actor may not see is never compared, because the outcome would reveal it.
    const isSame = () => field.clearance <= granted && sameAsPrinted(field, name, given, before, ctx)
    if (field.access === 'read-only' || field.clearance === 3) {
      if (!isEmpty(given) && !isSame()) invalid.push(name)
    } else if (field.access === 'create' || field.access === 'sent') {
      if (!isSame()) refuseChange(field, name, given, before)
    } else {
      const value = parsed(field, given, name)
      if (value !== undefined) patch[name] = value
    }
  }
  refuseInvalid(invalid)
  return patch
}

/** Refuses a different value for a property that can only be set on create. */
function refuseChange(field: Field<unknown>, name: string, given: unknown, before: Values): void {
  const value = parsed(field, given, name)
  if (value !== undefined && field.save(value) !== field.save(before[name]) && !isEmpty(given))
    throw new Refusal(417, 'not_changeable', { field: name })
}

/** Whether `patchOf` will compare any of these items with the printed record. */
function comparesPrinted({ fields }: AnyResource, items: readonly unknown[]): boolean {
  const isCompared = (name: string) => name !== 'id' && ['read-only', 'create'].includes(fields[name]?.access)
  return items.some((item) => isRecord(item) && Object.keys(item).some(isCompared))
}

/** True for an id that was left out. */
export function isNone(id: unknown): boolean {
  return id === undefined || id === null || id === ''
}

/** A property's value; undefined for "" and [], which clients send instead of omitting a property. */
function parsed(field: Field<unknown>, given: unknown, name: string): unknown {
  try {
    return field.parse(given, name)
  } catch (error) {
    if (isEmpty(given) && !field.required) return undefined
    throw error
  }
}

function unknownProperties({ fields, extras }: AnyResource, item: Item): string[] {
  return Object.keys(item).filter((name) => !Object.hasOwn(fields, name) && !extras?.includes(name))
}

function refuseInvalid(names: string[]): void {
  if (names.length > 0) throw new Refusal(417, 'invalid_params', { names: names.join(',') })
}

/** True for the values that clients send instead of omitting a property. */
function isEmpty(value: unknown): boolean {
  return (
    value === '' ||
    value === null ||
    (Array.isArray(value) && value.length === 0) ||
    (isRecord(value) && Object.keys(value).length === 0)
  )
}

/** True when a client sends back what it was shown. */
function sameAsPrinted(field: Field<unknown>, name: string, given: unknown, row: Values, ctx: Context): boolean {
  const printed = field.print(row[name], row, ctx)
  if (JSON.stringify(given) === printed) return true
  return typeof given !== 'object' && (JSON.stringify(String(given)) === printed || String(given) === printed)
}
