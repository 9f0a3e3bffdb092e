import type { Company } from './company.ts'
import type { Actor, Binary, Context } from './context.ts'
import { phrase, Refusal, RequestError } from './errors.ts'
import { type Field, isRecord, isShown, numberOf, parseInteger, type Values } from './fields.ts'
import { parameters } from './filters.ts'
import { printMap, printRecord, printRows, supplemental } from './present.ts'
import { type AnyResource, resourceNamed } from './resource.ts'
import { inList, sql, type Tx } from './sql.ts'
import { Work } from './work.ts'

/** Most items of one request. */
export const batchMax = 50

/** Objects and lists inside each other in a request; no record needs half as many. */
const levelsMax = 32

/** Numbers found for items that came without one. */
const identified = new WeakMap<Values, number>()

/** What one item came to: its key in the answer, status, and the record or the reason. */
type Result = { key: string; status: number; item?: Values | undefined; row?: Values | undefined; refusal?: Refusal }

/** What a batch runs on: the transaction, who asks, and what the engine does not know how to do itself. */
export type Run = {
  tx: Tx
  actor: Actor
  binaries: readonly Binary[]
  uuid: () => string
  /** The actor with the rights as they are in this transaction; undefined when there is no such active user. */
  again: (company: Company, actor: Actor) => Promise<Actor | undefined>
  hashPassword: (password: string) => Promise<string>
  revokeUsers: (tx: Tx, companyId: number, userIds: readonly number[]) => Promise<void>
}

/** Creates or updates, as JSON text. `body` is the request's text. One item is a batch of one. */
export async function write(resource: AnyResource, verb: 'create' | 'update', body: string, run: Run): Promise<string> {
  const { items, options } = readItems(body)
  const ctx = await begin(run, options)
  if (verb === 'update') await loadForUpdate(resource, items, ctx)
  const facts = await resource.facts?.(items.filter(isRecord), ctx, verb)

  const results = items.map((item, index): Result => {
    const key = String(index + 1)
    return attempt(resource, { key, item: isRecord(item) ? item : undefined }, ctx, () => {
      if (!isRecord(item)) throw new Refusal(417, 'each element of data must be an object')
      return verb === 'create' ? createOne(resource, item, ctx, facts) : updateOne(resource, item, ctx, facts)
    })
  })
  await ctx.work.flush()
  return answer(resource, verb, results, ctx, facts)
}

/** Deletes, as JSON text. The results are keyed by the ids as they were sent. */
export async function remove(resource: AnyResource, search: URLSearchParams, run: Run): Promise<string> {
  const texts = readIds(resource, search)
  const ctx = await begin(run, {})
  const ids = texts
    .filter((text) => /^\d{1,10}$/.test(text))
    .map(Number)
    .filter((id) => id <= 2147483647)
  await ctx.work.load(resource.name, sql`${inList(sql`id`, ids)} and ${resource.visible(ctx.actor)}`)
  const facts = await resource.facts?.(
    ids.map((id) => ({ id })),
    ctx,
    'remove',
  )

  const results = texts.map((text) =>
    attempt(
      resource,
      { key: text },
      ctx,
      () => {
        const row = /^\d{1,10}$/.test(text) ? ctx.work.get(resource.name, Number(text)) : undefined
        if (!row) throw absent(resource, ctx.actor)
        resource.remove!(row, ctx, facts)
        return { row: { id: row.id }, status: 200 }
      },
      (id) => ctx.work.get(resource.name, id),
    ),
  )
  await ctx.work.flush()
  const entries = results.map((result): [string, string] => {
    const numeric = resource.idForms?.remove === 'number' && result.status === 200
    const id = numeric ? Number(result.key) : result.key
    if (result.status === 200)
      return [JSON.stringify(result.key).slice(1, -1), JSON.stringify({ ...statusOf('remove', result, resource), id })]
    const record = result.row ? JSON.parse(printRecord(resource, result.row, ctx)) : {}
    return [
      JSON.stringify(result.key).slice(1, -1),
      JSON.stringify({ ...statusOf('remove', result, resource), ...record, id }),
    ]
  })
  return `{"results":{"${resource.name}":${printMap(entries)}}}`
}

/** Locks the company and asks anew who the actor is: rights that were taken away meanwhile are gone. */
async function begin(run: Run, options: Values): Promise<Context> {
  const { tx, binaries, uuid, hashPassword, revokeUsers } = run
  const { companyId, userId, application } = run.actor
  const work = await Work.begin(tx, companyId, { userId, application })
  // User 0 is the administrator at the command line: nobody of the company, and not to be archived.
  const actor = userId === 0 ? run.actor : await run.again(work.company, run.actor)
  if (!actor) throw new RequestError(401, 'The access token provided is invalid', { oauth: 'invalid_grant' })
  const revoke = (tx: Tx, userIds: number[]) => revokeUsers(tx, companyId, userIds)
  const signOut = (userId: number) => work.also(revoke, userId)
  return { actor, now: tx.now, company: work.company, work, options, binaries, uuid, hashPassword, signOut }
}

/** Tries one item. A refusal undoes what the item had staged and becomes its result. */
function attempt(
  resource: AnyResource,
  base: { key: string; item?: Values | undefined },
  ctx: Context,
  decide: () => { row: Values; status: number },
  unmodified: (id: number) => Values | undefined = () => undefined,
): Result {
  ctx.work.begin()
  try {
    return { ...base, ...decide() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.work.undo()
    const id = numberOf(base.item?.id ?? base.key)
    return {
      ...base,
      status: error.status === 417 ? (resource.refusal ?? 417) : error.status,
      refusal: error,
      row: error.unmodified ? (error.record ?? unmodified(id)) : undefined,
    }
  }
}

function createOne(resource: AnyResource, item: Values, ctx: Context, facts: unknown): { row: Values; status: number } {
  const { _status = 200, ...row } = resource.create!(draftOf(resource, item, ctx), ctx, facts, item)
  return { row, status: _status }
}

/** What an item says of a new record, with the initial values of what it leaves out; Refusals name the property. */
export function draftOf(resource: AnyResource, item: Values, ctx: Context): Values {
  const draft: Values = {}
  const ignored = resource.ignores?.(item, undefined) ?? []
  const invalid = unknownProperties(resource, item)
  for (const name in resource.fields) {
    const field: Field<unknown> = resource.fields[name]
    const given = ignored.includes(name) ? undefined : item[name]
    if (field.access === 'read-only' || field.clearance === 3) {
      if (given !== undefined && !isEmpty(given)) invalid.push(name)
      if (field.stored) draft[name] = field.initial(ctx)
    } else if (given === undefined || given === null) {
      if (field.required) throw new Refusal(417, `${name} is required`)
      draft[name] = field.initial(ctx)
    } else draft[name] = parsed(field, given, name) ?? field.initial(ctx)
  }
  refuseInvalid(invalid)
  return draft
}

function updateOne(resource: AnyResource, item: Values, ctx: Context, facts: unknown): { row: Values; status: number } {
  const id = parseInteger(isNone(item.id) ? identified.get(item) : item.id, 'id', -2147483648, 2147483647)
  const before = ctx.work.get(resource.name, id)
  if (!before) throw absent(resource, ctx.actor)
  const patch = patchOf(resource, item, before, ctx)
  try {
    const { _status = 200, ...row } = resource.update!(before, patch, ctx, facts, item)
    return { row, status: _status }
  } catch (error) {
    if (error instanceof Refusal) error.record = before
    throw error
  }
}

/** What an item wants to change of a record; Refusals name the property. */
export function patchOf(resource: AnyResource, item: Values, before: Values, ctx: Context): Values {
  const sight = resource.clearance?.(ctx.actor, before, ctx) ?? 0
  const ignored = resource.ignores?.(item, before) ?? []
  const invalid = unknownProperties(resource, item)
  const patch: Values = {}
  for (const name in resource.fields) {
    const field: Field<unknown> = resource.fields[name]
    const given = item[name]
    if (given === undefined || given === null || name === 'id' || ignored.includes(name)) continue
    // What the actor is not shown is never compared: the outcome would tell it.
    const same = () => field.clearance <= sight && sameAsPrinted(field, name, given, before, ctx)
    if (field.access === 'read-only' || field.clearance === 3) {
      if (!isEmpty(given) && !same()) invalid.push(name)
      continue
    }
    const onCreate = field.access === 'create' || field.access === 'sent'
    if (onCreate && same()) continue
    const value = parsed(field, given, name)
    if (value === undefined) continue
    if (onCreate) {
      if (field.save(value) !== field.save(before[name]) && !isEmpty(given))
        throw new Refusal(417, `${name} cannot be changed`)
      continue
    }
    patch[name] = value
  }
  refuseInvalid(invalid)
  return patch
}

/** A property's value; undefined for "" and [] where clients send them in place of nothing. */
function parsed(field: Field<unknown>, given: unknown, name: string): unknown {
  try {
    return field.parse(given, name)
  } catch (error) {
    if (isEmpty(given) && !field.required) return undefined
    throw error
  }
}

async function loadForUpdate(resource: AnyResource, items: readonly unknown[], ctx: Context): Promise<void> {
  const nameless = items.filter((item): item is Values => isRecord(item) && isNone(item.id))
  const found = nameless.length > 0 ? await resource.identify?.(nameless, ctx) : undefined
  const ids = new Set<number>()
  for (const item of items) {
    if (!isRecord(item)) continue
    if (found && isNone(item.id)) identified.set(item, found.get(item) ?? -1)
    const id = isNone(item.id) ? identified.get(item)! : numberOf(item.id)
    if (Number.isInteger(id) && id > 0 && id <= 2147483647) ids.add(id)
  }
  await ctx.work.load(resource.name, sql`${inList(sql`id`, [...ids])} and ${resource.visible(ctx.actor)}`)
}

/** The items of a request body: `{"data": [...]}`, or one object in place of the array. */
function readItems(body: string): { items: unknown[]; options: Values } {
  const given = parseBody(body)
  const data = isRecord(given) ? given.data : undefined
  const items = Array.isArray(data) ? data : isRecord(data) ? [data] : undefined
  if (!items || items.length === 0) throw new RequestError(417, 'data must be an array of at least one object')
  if (items.length > batchMax) throw new RequestError(413, `at most ${batchMax} items in one request`)
  const { data: _, ...options } = given as Values
  return { items, options }
}

/** A request body as JSON, or a RequestError. Nothing behind it has to fear a value that is too deep to walk down. */
export function parseBody(body: string): unknown {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    throw new RequestError(400, 'the body is not JSON')
  }
  if (!isWithin(parsed, levelsMax)) throw new RequestError(417, `the body is nested more than ${levelsMax} levels deep`)
  return parsed
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1))
}

function readIds(resource: AnyResource, search: URLSearchParams): string[] {
  const given = [...(parameters(search).get('ids') ?? [])]
    .flatMap((value) => value.split(','))
    .map((text) => text.trim())
  const texts = [...new Set(given)].filter((text) => text !== '' || resource.idForms?.remove === 'number')
  if (texts.length > batchMax) throw new RequestError(413, `at most ${batchMax} items in one request`)
  if (texts.length === 0 && resource.idsRequired) throw new RequestError(417, 'ids is required')
  return texts
}

/** The answer of a create or update: statuses first, then the record; what the records refer to; never `more`. */
async function answer(
  resource: AnyResource,
  verb: 'create' | 'update',
  results: Result[],
  ctx: Context,
  facts: unknown,
): Promise<string> {
  const company = await ctx.work.after()
  const reading: Context = { ...ctx, company }
  const rows = results.flatMap(({ row }) => (row ? [ctx.work.get(resource.name, row.id) ?? row] : []))
  const texts = await printRows(resource, rows, reading)
  let next = 0
  const taken = new Set<string>()
  const entries = results.map((result): [string, string] => {
    const status = JSON.stringify(statusOf(verb, result, resource))
    const wanted = keyOf(resource, verb, result)
    // Two items about one record both report.
    const key = taken.has(wanted) ? result.key : wanted
    taken.add(key)
    if (result.row) {
      const text = texts[next++]!
      return [key, join(status, resource.bare ? '{}' : verb === 'create' ? createdForm(resource, text) : text)]
    }
    return [key, join(status, resource.bare ? '{}' : JSON.stringify(echo(resource, result.item)))]
  })
  const sideEffects = resource.sideEffects?.(
    results.flatMap(({ status, row }) => (status === 201 && row ? [row] : [])),
    reading,
    facts,
  )
  const others = sideEffects?.[resource.name] ?? []
  const sections = await supplemental(resource, [...rows, ...others], reading)
  const extra = sideEffects ? await printSideEffects(sideEffects, reading) : '{}'
  const map = printMap(entries)
  return `{"results":{"${resource.result ?? resource.name}":${map}},"supplemental_data":${join(sections, extra)}}`
}

/** The key of an item's result: its position, or the number of its record. */
function keyOf(resource: AnyResource, verb: 'create' | 'update', { key, status, row, item }: Result): string {
  if (!resource.keyedById?.includes(verb)) return key
  if (verb === 'create') return row && status < 300 ? String(row.id) : key
  const id = numberOf(item?.id)
  // What is no number of a record must not stand where another item's position does.
  return id > batchMax || (row && id === row.id) ? String(id) : key
}

function createdForm(resource: AnyResource, text: string): string {
  return resource.idForms?.create === 'text' ? text.replace(/"id":(\d+)/, '"id":"$1"') : text
}

async function printSideEffects(effects: Record<string, Values[]>, ctx: Context): Promise<string> {
  const sections: [string, string][] = []
  for (const [name, rows] of Object.entries(effects)) {
    if (rows.length === 0) continue
    const texts = await printRows(resourceNamed(name), rows, ctx)
    sections.push([name, printMap(rows.map((row, index) => [row.id, texts[index]!]))])
  }
  return printMap(sections)
}

/** Two objects' texts as one object's. */
function join(first: string, second: string): string {
  if (first === '{}') return second
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}

const done = { create: 'Created', update: 'Updated', remove: 'OK, deleted' }

function statusOf(verb: keyof typeof done, result: Result, resource: AnyResource): Values {
  const { status, refusal } = result
  const own = resource.outcomes?.[`${verb} ${status}`]
  if (!refusal)
    return {
      _status_code: status,
      _status_message: own ?? (status === 201 ? 'Fulfilled' : status === 202 ? 'Accepted' : done[verb]),
    }
  return { _status_code: status, _status_message: own ?? phrase(status), _status_extra: refusal.message }
}

/** What was sent, beside the status of a refused item, but for what is never shown. */
function echo({ fields }: AnyResource, item: Values | undefined): Values {
  const shown = (name: string) => !Object.hasOwn(fields, name) || isShown(fields[name])
  return Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => !name.startsWith('_status') && shown(name)))
}

function unknownProperties(resource: AnyResource, item: Values): string[] {
  return Object.keys(item).filter((name) => !Object.hasOwn(resource.fields, name) && !resource.extras?.includes(name))
}

function refuseInvalid(names: string[]): void {
  if (names.length > 0) throw new Refusal(417, `Invalid params: ${names.join(',')}`)
}

/** True for an id that was left out. */
function isNone(id: unknown): boolean {
  return id === undefined || id === null || id === ''
}

/** True for what clients send in place of nothing. */
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
  let printed: string
  try {
    printed = field.print(row[name], row, ctx)
  } catch {
    return false
  }
  if (JSON.stringify(given) === printed) return true
  return typeof given !== 'object' && (JSON.stringify(String(given)) === printed || String(given) === printed)
}

function absent({ absent: own }: AnyResource, actor: Actor): Refusal {
  const usual = { status: 404, message: 'the record does not exist or was deleted before' }
  const { status, message } = (typeof own === 'function' ? own(actor) : own) ?? usual
  return new Refusal(status, message)
}
