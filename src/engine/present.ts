import type { ReadContext } from './context.ts'
import { isShown, type Values } from './fields.ts'
import { type AnyResource, resourceNamed } from './resource.ts'

type Printer = { prefix: string; name: string; clearance: number; field: AnyResource['fields'][string] }

const printers = new WeakMap<AnyResource, Printer[]>()

/** The record as JSON text, with the fields that the actor may see, in the order they are declared. */
export function printRecord(resource: AnyResource, row: Values, ctx: ReadContext): string {
  const sight = resource.clearance?.(ctx.actor, row, ctx) ?? 0
  let text = ''
  for (const { prefix, name, clearance, field } of printersOf(resource)) {
    if (clearance > sight) continue
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

/**
 * Prints rows, each once: what was printed before is found by the record's number, its `last_modified` and the sight
 * of the viewer, and forgotten when the company's set-up changes.
 */
export async function printRows(resource: AnyResource, rows: readonly Values[], ctx: ReadContext): Promise<string[]> {
  await resource.prepare?.(rows, ctx)
  if (resource.unremembered) return rows.map((row) => printRecord(resource, row, ctx))
  return rows.map((row) => {
    const printed = ctx.company.printed(viewOf(resource, row, ctx))
    const known = printed.get(row.id)
    if (known && known.mark === row.last_modified) return known.text
    const text = printRecord(resource, row, ctx)
    if (printed.size >= 50_000) printed.clear()
    printed.set(row.id, { mark: row.last_modified, text })
    return text
  })
}

function viewOf(resource: AnyResource, row: Values, ctx: ReadContext): string {
  return resource.clearance ? `${resource.name}/${resource.clearance(ctx.actor, row, ctx)}` : resource.name
}

/** A map from number to record, as text in the order of the rows: an object would print in the order of the numbers. */
export function printMap(entries: Iterable<readonly [string | number, string]>): string {
  let text = ''
  for (const [key, value] of entries) text += `,"${key}":${value}`
  return `{${text.slice(1)}}`
}

/**
 * The records that these rows refer to, each type once, one query a type: `{"jobcodes":{…},"users":{…}}`.
 * Types without records are left out.
 */
export async function supplemental(resource: AnyResource, rows: readonly Values[], ctx: ReadContext): Promise<string> {
  if (!resource.related) return '{}'
  const wanted = new Map<string, Set<number>>()
  collect(wanted, resource, rows, ctx)
  return supplementalOf(wanted, ctx, resource.name, new Set(rows.map((row) => row.id)))
}

function collect(wanted: Map<string, Set<number>>, resource: AnyResource, rows: readonly Values[], ctx: ReadContext) {
  for (const row of rows) {
    const related = resource.related!(row, ctx)
    for (const name in related) {
      const set = wanted.get(name) ?? new Set()
      wanted.set(name, set)
      for (const id of related[name]!) if (id !== 0) set.add(id)
    }
  }
}

/** The same for numbers collected by hand. `present` of resource `own` are in the results already. */
export async function supplementalOf(
  wanted: Map<string, Set<number>>,
  ctx: ReadContext,
  own = '',
  present: ReadonlySet<number> = new Set(),
): Promise<string> {
  const sections: [string, string][] = []
  for (const [name, ids] of wanted) {
    const resource = resourceNamed(name)
    await ctx.company.look(name, ids)
    if (resource.expand) for (const id of await resource.expand(ids, ctx)) ids.add(id)
    const found = [...ids]
      .filter((id) => name !== own || !present.has(id))
      .sort((a, b) => a - b)
      .flatMap((id) => ctx.company.get(name, id) ?? [])
    if (found.length === 0) continue
    const texts = await printRows(resource, found, ctx)
    // Those that belong with the results bring along what they refer to, as the results do. A map shows what is added.
    if (name === own) collect(wanted, resource, found, ctx)
    sections.push([resource.section ?? name, printMap(found.map((row, index) => [row.id, texts[index]!]))])
  }
  return printMap(sections)
}
