import type { Query, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { readPage } from '../engine/list.ts'
import { type AnyResource, resourceNamed } from '../engine/resource.ts'
import { type Entry, printEntries, printedFields, printRows } from '../engine/serialize.ts'
import { type Handle, inList, sql, name as tableOf } from '../engine/sql.ts'
import type { AnyRecord } from '../engine/table.ts'
import { isListedBeside, readsType } from '../rules/people/sight.ts'
import { minute } from '../rules/time/calendar.ts'
import { type Quirks, quirks } from './quirks.ts'
import { queryOf, type Search } from './request.ts'

/**
 * The response of a listing, as JSON: the records by id in order, `more`, and supplemental data. `limit` records per
 * page, or as many as the search asks for.
 */
export async function list(
  resource: AnyResource,
  search: Search,
  reading: ReadContext,
  handle: Handle,
  limit?: number,
): Promise<Buffer> {
  const { query, ctx, rows, more } = await pageOf(resource, search, reading, handle, limit)
  const entries = await printEntries(resource, rows, ctx, query.fields)
  const { repeats }: Quirks = quirks.get(resource.name) ?? {}
  const extra = query.supplemental && resource.related ? await sectionsFor(resource, rows, ctx) : undefined
  const pieces = new Pieces().text(`{"results":{"${resource.name}":`).map(entries)
  const describe = () => {
    pieces.text(`,"more":${more}`)
    if (extra) addSections(pieces.text(',"supplemental_data":'), extra)
  }
  if (repeats === 'all') describe()
  else if (repeats) pieces.text(`,"more":${more}`)
  pieces.text('}')
  describe()
  return pieces.text('}').join()
}

/** The same page as one line of JSON per record, without supplemental data. */
export async function listLines(
  resource: AnyResource,
  search: Search,
  reading: ReadContext,
  handle: Handle,
): Promise<string> {
  const { query, ctx, rows } = await pageOf(resource, search, reading, handle)
  const records = await printRows(resource, rows, ctx, query.fields)
  return records.map((record) => `${record}\n`).join('')
}

async function pageOf(resource: AnyResource, search: Search, reading: ReadContext, handle: Handle, limit?: number) {
  const asked = queryOf(search, resource.filters, resource.pageDefault)
  const query = limit === undefined ? asked : { ...asked, limit }
  startOver(query, reading)
  demand(resource, query)
  refuseUnknown(resource, query)
  const ctx: ReadContext = { ...reading, query }
  resource.listable?.(query, ctx)
  return { query, ctx, ...(await readPage(query, { ...ctx, resource, handle })) }
}

/**
 * A program that read records while the server's clock was ahead asks for changes since a time that has not come. It gets
 * everything since those stamps were brought back (jobs/clock_repair/stamps.ts).
 */
function startOver({ values }: Query, { now, company }: ReadContext): void {
  const { stamps_back, stamp } = company.row
  if (stamps_back > 0 && Number(values.modified_since ?? 0) > Math.max(now, stamp) + minute)
    values.modified_since = stamps_back
}

/** Throws RequestError 417 if a requested field does not exist in this resource. */
function refuseUnknown(resource: AnyResource, { fields }: Query): void {
  if (!fields) return
  const known = printedFields(resource)
  const unknown = [...fields].filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new RequestError(417, 'unknown_field', { name: unknown[0]!, choices: known.join(', ') })
}

/** Throws RequestError 417 when a filter is missing. */
function demand(resource: AnyResource, query: Query): void {
  const { demands } = resource
  if (!demands || demands.some((names) => names.every((label) => query.given.has(label)))) return
  const choices = demands.map((names) => names.join(' with ')).join(', ')
  if (demands.length === 1) throw new RequestError(417, 'required', { field: choices })
  throw new RequestError(417, 'one_filter_required', { choices })
}

/** Records by type, as they are printed. */
type Section = { name: string; entries: Entry[] }

/**
 * The records that these rows refer to, by type, with one query per type: `{"jobcodes":{…},"users":{…}}`.
 * Types without records are omitted.
 */
export async function supplemental(
  resource: AnyResource,
  rows: readonly AnyRecord[],
  ctx: ReadContext,
): Promise<string> {
  if (!resource.related) return '{}'
  return printSections(await sectionsFor(resource, rows, ctx))
}

/** The same for ids collected by the caller. */
export async function supplementalOf(wanted: Map<string, Set<number>>, ctx: ReadContext): Promise<string> {
  return printSections(await sectionsOf(wanted, ctx))
}

function printSections(sections: readonly Section[]): string {
  return addSections(new Pieces(), sections).joinText()
}

function addSections(pieces: Pieces, sections: readonly Section[]): Pieces {
  let before = '{'
  for (const { name, entries } of sections) {
    pieces.text(`${before}"${name}":`).map(entries)
    before = ','
  }
  return pieces.text(sections.length === 0 ? '{}' : '}')
}

function sectionsFor(resource: AnyResource, rows: readonly AnyRecord[], ctx: ReadContext): Promise<Section[]> {
  const wanted = new Map<string, Set<number>>()
  collect(wanted, resource, rows, ctx)
  return sectionsOf(wanted, ctx, resource.name, rows)
}

function collect(
  wanted: Map<string, Set<number>>,
  resource: AnyResource,
  rows: readonly AnyRecord[],
  ctx: ReadContext,
) {
  // Many rows refer to the same list.
  const last: Record<string, readonly number[]> = {}
  for (const row of rows) {
    const related = resource.related!(row, ctx)
    for (const name in related) {
      const ids = related[name]!
      if (last[name] === ids) continue
      last[name] = ids
      const set = wanted.get(name) ?? new Set()
      wanted.set(name, set)
      for (const id of ids) if (id !== 0) set.add(id)
    }
  }
}

/** The `present` rows of resource `own` are already in the results. */
async function sectionsOf(
  wanted: Map<string, Set<number>>,
  ctx: ReadContext,
  own = '',
  present: readonly AnyRecord[] = [],
): Promise<Section[]> {
  const sections: Section[] = []
  for (const [name, ids] of wanted) {
    if (ids.size === 0 || !readsType(ctx.actor, name)) continue
    const resource = resourceNamed(name)
    if (isListedBeside(ctx.actor, name)) await leaveOutUnseen(resource, ids, ctx)
    await lookUpLines(resource, ids, ctx)
    if (name === own) for (const { id } of present) ids.delete(id)
    const found: AnyRecord[] = []
    for (const id of Float64Array.from(ids).sort()) {
      const row = ctx.company.get(resource.name, id)
      if (row) found.push(row)
    }
    if (found.length === 0) continue
    const entries = await printEntries(resource, found, ctx)
    // Records of the results' own type include what they refer to, like the results. The map grows during iteration.
    if (name === own) collect(wanted, resource, found, ctx)
    sections.push({ name: quirks.get(resource.name)?.section ?? name, entries })
  }
  return sections
}

/** Leaves out the records that the actor could not list. */
async function leaveOutUnseen(resource: AnyResource, ids: Set<number>, { actor, company }: ReadContext): Promise<void> {
  const condition = resource.visible(actor)
  if (condition.sql === '1 = 1') return
  const seen = await company.ask<{ id: number }>(sql`select id from ${tableOf(resource.name)}
    where company_id = ${actor.companyId} and ${inList(sql`id`, [...ids])} and ${condition}`)
  ids.clear()
  for (const { id } of seen) ids.add(id)
}

const parents = new WeakMap<AnyResource, readonly string[]>()

/** The fields of a record that name another one of the same type, such as a job's folder. */
function parentsOf(resource: AnyResource): readonly string[] {
  const known = parents.get(resource)
  if (known) return known
  const found = Object.keys(resource.fields).filter(
    (field) => resource.fields[field].schema['x-refers-to'] === resource.name,
  )
  parents.set(resource, found)
  return found
}

/** Looks up records and adds their ancestors of the same type, such as a job's folders. */
async function lookUpLines(resource: AnyResource, ids: Set<number>, { company }: ReadContext): Promise<void> {
  const parents = parentsOf(resource)
  let open: Iterable<number> = ids
  for (;;) {
    await company.look(resource.name, open)
    if (parents.length === 0) return
    const next: number[] = []
    for (const id of open) {
      const row: AnyRecord | undefined = company.get(resource.name, id)
      for (const field of parents) {
        const parent = row?.[field]
        if (typeof parent === 'number' && parent !== 0 && !ids.has(parent)) next.push(parent)
      }
    }
    if (next.length === 0) return
    for (const id of next) ids.add(id)
    open = next
  }
}

const opened = 0x7b

/** Memory for joining pieces that become text; allocating it each time would cost more than joining. */
const scratch = Buffer.alloc(65_536)

/** The parts of a response. They are joined once, as bytes, so cached text is never encoded again. */
class Pieces {
  readonly #parts: (string | readonly Entry[])[] = []
  #length = 0

  text(text: string): this {
    this.#parts.push(text)
    this.#length += Buffer.byteLength(text)
    return this
  }

  /** A map of entries, in their order. */
  map(entries: readonly Entry[]): this {
    if (entries.length === 0) return this.text('{}')
    this.#parts.push(entries)
    for (const { length } of entries) this.#length += length
    return this.text('}')
  }

  join(): Buffer {
    const joined = Buffer.allocUnsafeSlow(this.#length)
    this.#fill(joined)
    return joined
  }

  joinText(): string {
    if (this.#length > scratch.length) return this.join().toString()
    this.#fill(scratch)
    return scratch.toString('utf8', 0, this.#length)
  }

  #fill(joined: Buffer): void {
    let at = 0
    for (const part of this.#parts)
      if (typeof part === 'string') at += joined.write(part, at)
      else {
        const first = at
        for (const entry of part) {
          joined.set(entry, at)
          at += entry.length
        }
        // This replaces the comma that an entry begins with.
        joined[first] = opened
      }
  }
}
