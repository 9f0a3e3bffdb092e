import type { ReadContext } from '../engine/context.ts'
import { readList } from '../engine/list.ts'
import { type AnyResource, resourceNamed } from '../engine/resource.ts'
import { printMap, printRows } from '../engine/serialize.ts'
import type { Handle } from '../engine/sql.ts'
import type { Values } from '../engine/table.ts'
import { type Quirks, quirks } from './quirks.ts'
import { parameters, parseQuery } from './request.ts'

/** The response of a listing, as JSON text: the records by id in order, `more`, and supplemental data. */
export async function list(
  resource: AnyResource,
  search: URLSearchParams,
  reading: ReadContext,
  handle: Handle,
): Promise<string> {
  const query = parseQuery(parameters(search), resource.filters, resource.pageDefault)
  const { ctx, texts, rows, more } = await readList(resource, query, reading, handle)
  const { repeats }: Quirks = quirks.get(resource.name) ?? {}
  const extra =
    query.supplemental && resource.related ? `,"supplemental_data":${await supplemental(resource, rows, ctx)}` : ''
  const inside = repeats ? `,"more":${more}${repeats === 'all' ? extra : ''}` : ''
  return `{"results":{"${resource.name}":${printMap(texts)}${inside}},"more":${more}${extra}}`
}

/**
 * The records that these rows refer to, by type, with one query per type: `{"jobcodes":{…},"users":{…}}`.
 * Types without records are omitted.
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

/** The same for ids collected by the caller. The `present` ids of resource `own` are already in the results. */
export async function supplementalOf(
  wanted: Map<string, Set<number>>,
  ctx: ReadContext,
  own = '',
  present: ReadonlySet<number> = new Set(),
): Promise<string> {
  const sections: [string, string][] = []
  for (const [name, ids] of wanted) {
    const resource = resourceNamed(name)
    await lookUpLines(resource, ids, ctx)
    const found: Values[] = []
    for (const id of [...ids].sort((a, b) => a - b)) {
      const row = name === own && present.has(id) ? undefined : ctx.company.get(name, id)
      if (row) found.push(row)
    }
    if (found.length === 0) continue
    const texts = await printRows(resource, found, ctx)
    // Records of the results' own type include what they refer to, like the results. The map grows during iteration.
    if (name === own) collect(wanted, resource, found, ctx)
    sections.push([
      quirks.get(resource.name)?.section ?? name,
      printMap(found.map((row, index) => [row.id, texts[index]!])),
    ])
  }
  return printMap(sections)
}

/** Looks up records and adds their ancestors of the same type, such as a job's folders. */
async function lookUpLines(resource: AnyResource, ids: Set<number>, { company }: ReadContext): Promise<void> {
  const parents = parentsOf(resource)
  if (parents.length === 0) return company.look(resource.name, ids)
  let open = [...ids]
  while (open.length > 0) {
    await company.look(resource.name, open)
    const rows = open.flatMap((id) => company.get(resource.name, id) ?? [])
    open = rows.flatMap((row) => parents.map((field) => row[field] as number)).filter((id) => id !== 0 && !ids.has(id))
    for (const id of open) ids.add(id)
  }
}

const parentFields = new WeakMap<AnyResource, readonly string[]>()

/** The fields of a resource that refer to records of the same type. */
function parentsOf(resource: AnyResource): readonly string[] {
  const known = parentFields.get(resource)
  if (known) return known
  const fields = Object.keys(resource.fields)
  const made = fields.filter((field) => resource.fields[field].schema['x-refers-to'] === resource.name)
  parentFields.set(resource, made)
  return made
}
