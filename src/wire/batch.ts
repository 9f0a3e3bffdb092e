import { type Batch, type Result, type Run, removeItems, writeItems } from '../engine/batch.ts'
import type { Context } from '../engine/context.ts'
import { isRecord, isShown, numberOf } from '../engine/fields.ts'
import { type AnyResource, resourceNamed, type Verb } from '../engine/resource.ts'
import { printMap, printRecord, printRows } from '../engine/serialize.ts'
import type { AnyRecord, Item } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { elementAt, firstOf, paired } from '../rules/elements.ts'
import { readsType } from '../rules/people/sight.ts'
import { phrase } from './errors.ts'
import { supplemental } from './list.ts'
import { type Quirks, quirks } from './quirks.ts'
import { batchMax, readIds, type readItems } from './request.ts'
import { withPaddedDates } from './short_dates.ts'

/** The resources whose items may be in those of another one, in a property of the same name. */
const nests = new Set(['time_off_request_entries'])

/** A request's items, and its other properties. */
type Request = ReturnType<typeof readItems>

/** A run that is told what was written, and the results before they are printed. */
export type ToldRun = Run & {
  stored?: ((work: UnitOfWork) => void) | undefined
  written?: (results: readonly Result[]) => void
}

/**
 * Creates or updates the items of requests as one batch. Returns the JSON text of each response. If there are several
 * requests, none has other properties.
 */
export async function write(
  resource: AnyResource,
  verb: 'create' | 'update',
  requests: readonly Request[],
  run: ToldRun,
): Promise<string[]> {
  const nested = Object.keys(resource.fields).flatMap((name) => (nests.has(name) ? resourceNamed(name) : []))
  const given = requests.flatMap(({ items, refused }) =>
    items.map((item, at) => ({ item: withPaddedDates(resource, item, nested), refusal: refused.get(at) })),
  )
  const items = given.flatMap(({ item, refusal }) => (refusal ? [] : [item]))
  const written = await writeItems(resource, verb, { items, options: firstOf(requests).options }, run)
  const { ctx, facts } = written
  const others = written.results.values()
  const results = given.map(({ item, refusal }): Result => {
    if (!refusal) return others.next().value!
    return { status: refusal.status, item: isRecord(item) ? item : undefined, refusal }
  })
  run.written?.(results)
  run.stored?.(ctx.work)
  const reading: Context = { ...ctx, company: await ctx.work.after() }
  const answers: string[] = []
  let next = 0
  for (const { items } of requests) {
    const end = next + items.length
    answers.push(await printAnswer(resource, verb, results.slice(next, end), { reading, facts }))
    next = end
  }
  return answers
}

async function printAnswer(
  resource: AnyResource,
  verb: 'create' | 'update',
  results: readonly Result[],
  { reading, facts }: { reading: Context; facts: unknown },
): Promise<string> {
  const rows = results.flatMap(({ row }) => (row ? [reading.work.get(resource.name, row.id) ?? row] : []))
  const own: Quirks = quirks.get(resource.name) ?? {}
  await resource.prepare?.(rows, reading)
  // The written records are printed only once, here; later reads use the cached text.
  const texts = rows.map((row) => printRecord(resource, row, reading))
  const map = resultMap(resource, verb, results, texts)
  const printed = `{"results":{"${own.results ?? resource.name}":${map}}${own.writesMore ? ',"more":false' : ''}`
  if (!resource.related) return `${printed}}`
  const changed = results.flatMap(({ status, row }) => (status < 300 && row ? [row] : []))
  const effects = resource.sideEffects?.(changed, reading, facts) ?? {}
  const sections = await supplemental(resource, [...rows, ...(effects[resource.name] ?? [])], reading)
  return `${printed},"supplemental_data":${join(sections, await printEffects(effects, reading))}}`
}

/** Deletes, as JSON text. The results are keyed by the ids as they were sent. */
export async function remove(resource: AnyResource, search: URLSearchParams, run: ToldRun): Promise<string> {
  const texts = readIds(resource, search)
  const { ctx, results }: Batch = await removeItems(resource, { texts, options: optionsIn(resource, search) }, run)
  run.written?.(results)
  run.stored?.(ctx.work)
  const own: Quirks = quirks.get(resource.name) ?? {}
  const entries = paired(results, texts).map(([result, text]): [string, string] => {
    const status = statusOf('remove', result, own)
    const key = JSON.stringify(text).slice(1, -1)
    if (!result.refusal) {
      const id = own.idForms?.remove === 'number' ? Number(text) : text
      return [key, JSON.stringify({ ...status, id })]
    }
    const record = result.row ? JSON.parse(printRecord(resource, result.row, ctx)) : {}
    return [key, JSON.stringify({ ...status, ...record, id: text })]
  })
  return `{"results":{"${resource.name}":${printMap(entries)}}}`
}

/** The parameters of a DELETE besides the ids. */
function optionsIn({ beside = {} }: AnyResource, search: URLSearchParams): Item {
  const names = Object.keys(beside).filter((name) => beside[name]?.deletes && search.has(name))
  return Object.fromEntries(names.map((name) => [name, search.get(name)]))
}

/** The results by key: the status first, then the record, or the item as sent. `texts` are the printed records. */
function resultMap(resource: AnyResource, verb: 'create' | 'update', results: readonly Result[], texts: string[]) {
  const own: Quirks = quirks.get(resource.name) ?? {}
  const taken = new Set<string>()
  let next = 0
  return printMap(
    results.map((result, index): [string, string] => {
      const position = String(index + 1)
      const wanted = keyOf(own, verb, result) ?? position
      // Two items about one record both report.
      const key = taken.has(wanted) ? position : wanted
      taken.add(key)
      const status = JSON.stringify(statusOf(verb, result, own))
      const record = result.row
        ? idForm(own, verb, elementAt(texts, next++))
        : JSON.stringify(echo(resource, result.item))
      return [key, join(status, own.bare ? '{}' : record)]
    }),
  )
}

/** The id that keys a result, if the resource keys its results by id. */
function keyOf({ keyedById }: Quirks, verb: 'create' | 'update', { status, row, item }: Result): string | undefined {
  if (!keyedById?.includes(verb)) return undefined
  if (verb === 'create') return row && status < 300 ? String(row.id) : undefined
  const id = numberOf(item?.id)
  // An id that no record can have must not take the place of another item's position.
  return id > batchMax || (row && id === row.id) ? String(id) : undefined
}

function idForm({ idForms }: Quirks, verb: 'create' | 'update', text: string): string {
  return verb === 'create' && idForms?.create === 'text' ? text.replace(/"id":(\d+)/, '"id":"$1"') : text
}

async function printEffects(effects: Record<string, AnyRecord[]>, ctx: Context): Promise<string> {
  const sections: [string, string][] = []
  for (const [name, rows] of Object.entries(effects)) {
    if (rows.length === 0 || !readsType(ctx.actor, name)) continue
    const texts = await printRows(resourceNamed(name), rows, ctx)
    sections.push([name, printMap(paired(rows, texts).map(([row, text]) => [row.id, text]))])
  }
  return printMap(sections)
}

/** Merges two JSON objects, given as text. */
function join(first: string, second: string): string {
  if (first === '{}') return second
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}

const done = { create: 'Created', update: 'Updated', remove: 'OK, deleted' }

function statusOf(verb: Verb, { status, refusal }: Result, { refusedAs, messages }: Quirks): Item {
  const _status_code = status === 417 ? (refusedAs ?? 417) : status
  const own = messages?.[`${verb} ${_status_code}`]
  if (refusal) {
    const { message: _status_extra, reason: _status_reason } = refusal
    return { _status_code, _status_message: own ?? phrase(_status_code), _status_extra, _status_reason }
  }
  const usual = status === 201 ? 'Fulfilled' : status === 202 ? 'Accepted' : done[verb]
  return { _status_code, _status_message: own ?? usual }
}

/** The item as sent, for the result of a refused item; without write-only properties. */
function echo({ fields }: AnyResource, item: Item | undefined): Item {
  const shown = (name: string) => !Object.hasOwn(fields, name) || isShown(fields[name])
  return Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => !name.startsWith('_status') && shown(name)))
}
