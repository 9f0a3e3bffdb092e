import type { CompanySnapshot } from './company_snapshot.ts'
import type { ReadContext } from './context.ts'
import { isShown } from './fields.ts'
import type { AnyResource } from './resource.ts'
import type { Values } from './table.ts'

type Printer = { prefix: string; name: string; clearance: number; field: AnyResource['fields'][string] }

const printers = new WeakMap<AnyResource, Printer[]>()

/** The record as JSON text: the fields that the actor may see, in the order of their declaration. */
export function printRecord(resource: AnyResource, row: Values, ctx: ReadContext): string {
  const granted = resource.clearance?.(ctx.actor, row, ctx) ?? 0
  let text = ''
  for (const { prefix, name, clearance, field } of printersOf(resource)) {
    if (clearance > granted) continue
    const value = field.print(row[name], row, ctx)
    if (value !== '') text += prefix + value
  }
  return `{${text.slice(1)}}`
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

/** Prints rows through a cache by id, `last_modified` and the viewer's clearance; a change of reference data empties it. */
export async function printRows(resource: AnyResource, rows: readonly Values[], ctx: ReadContext): Promise<string[]> {
  await resource.prepare?.(rows, ctx)
  if (resource.unremembered) return rows.map((row) => printRecord(resource, row, ctx))
  const views = new Map<number, ReturnType<CompanySnapshot['printed']>>()
  return rows.map((row) => {
    const clearance = resource.clearance?.(ctx.actor, row, ctx) ?? 0
    const printed = views.get(clearance) ?? ctx.company.printed(`${resource.name}/${clearance}`)
    views.set(clearance, printed)
    const known = printed.get(row.id)
    if (known && known.mark === row.last_modified) return known.text
    const text = printRecord(resource, row, ctx)
    if (printed.size >= 50_000) printed.clear()
    printed.set(row.id, { mark: row.last_modified, text })
    return text
  })
}

/** A map from id to record as text, in the order of the rows: an object would print in the order of the ids. */
export function printMap(entries: Iterable<readonly [string | number, string]>): string {
  const parts: string[] = []
  for (const [key, value] of entries) parts.push(`"${key}":${value}`)
  return `{${parts.join()}}`
}
