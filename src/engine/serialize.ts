import type { ReadContext } from './context.ts'
import { isShown } from './fields.ts'
import type { AnyResource } from './resource.ts'
import type { Values } from './table.ts'

type Printer = { prefix: string; name: string; clearance: number; field: AnyResource['fields'][string] }

const printers = new WeakMap<AnyResource, Printer[]>()

/** The record as JSON text: the fields that the actor may see, or those of them in `only`, in the order of their declaration. */
export function printRecord(resource: AnyResource, row: Values, ctx: ReadContext, only?: ReadonlySet<string>): string {
  const granted = resource.clearance?.(ctx.actor, row, ctx) ?? 0
  let text = ''
  for (const { prefix, name, clearance, field } of printersOf(resource)) {
    if (clearance > granted || (only && !only.has(name))) continue
    const value = field.print(row[name], row, ctx)
    if (value !== '') text += prefix + value
  }
  return `{${text.slice(1)}}`
}

/** The names of the fields that records are printed with. */
export function printedFields(resource: AnyResource): readonly string[] {
  return printersOf(resource).map(({ name }) => name)
}

function printersOf(resource: AnyResource): Printer[] {
  const known = printers.get(resource)
  if (known) return known
  const made = Object.entries<AnyResource['fields'][string]>(resource.fields)
    .filter(([, field]) => isShown(field) && field.clearance < 3)
    .map(([name, field]) => ({ prefix: `,"${name}":`, name, clearance: field.clearance, field }))
  printers.set(resource, made)
  return made
}

/** Rows as JSON text, with all of their fields or only some. */
export async function printRows(
  resource: AnyResource,
  rows: readonly Values[],
  ctx: ReadContext,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  await resource.prepare?.(rows, ctx)
  return rows.map((row) => printRecord(resource, row, ctx, only))
}

/** A record as an entry of a map that follows another one, `,"5102":{…}`. */
export type Entry = Buffer

/**
 * Prints rows as bytes, through a cache by id, `last_modified` and the viewer's clearance; a change of reference data
 * empties it. Records with only some of their fields are not cached.
 */
export async function printEntries(
  resource: AnyResource,
  rows: readonly Values[],
  ctx: ReadContext,
  only?: ReadonlySet<string>,
): Promise<Entry[]> {
  await resource.prepare?.(rows, ctx)
  const { clearance: clearanceOf, unremembered } = resource
  const print = (row: Values) => Buffer.from(`,"${row.id}":${printRecord(resource, row, ctx, only)}`)
  if (unremembered || only) return rows.map(print)
  let sight = -1
  let view = ctx.company.printed(resource.name, 0)
  return rows.map((row) => {
    const clearance = clearanceOf ? clearanceOf(ctx.actor, row, ctx) : 0
    if (clearance !== sight) view = ctx.company.printed(resource.name, clearance)
    sight = clearance
    const known = view.get(row.id)
    if (known && known.mark === row.last_modified) return known.bytes
    const bytes = print(row)
    view.set(row.id, { mark: row.last_modified, bytes })
    return bytes
  })
}

/** A map from id to record as text, in the order of the rows; an object would print in the order of the ids. */
export function printMap(entries: Iterable<readonly [string | number, string]>): string {
  const parts: string[] = []
  for (const [key, value] of entries) parts.push(`"${key}":${value}`)
  return `{${parts.join()}}`
}
