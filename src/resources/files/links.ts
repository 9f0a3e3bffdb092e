import { visible } from '../../company/rights/visible.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { type Field, idList } from '../../engine/fields.ts'
import { inList, join, sql, type Tx } from '../../engine/sql.ts'
import { type Item, listMax, type RecordOf, tableNamed } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import type { sights } from '../../rules/people/sight.ts'
import { eraseBytes } from './bytes.ts'

type File = RecordOf<'files'>

/** Ids of the objects a file is linked to, by kind, which is the name of their resource. */
export type Links = Readonly<Record<string, readonly number[]>>

/** An object that files can be linked to. */
type LinkedObject = { kind: string; id: number }

type Kind = {
  /** The property that holds the object's file ids, if there is one. */
  list?: string
  /** Whether ids of these objects are printed as text. */
  asText?: boolean
}

/** The kinds of objects that files can be linked to. */
export const kinds: Readonly<Record<string, Kind>> = {
  timesheets: { list: 'attached_files', asText: true },
  project_notes: { list: 'files' },
} satisfies Record<keyof typeof sights.files.through, Kind>

/** Links per file: every change of the file writes all of them. */
const linksMax = 100

/** The files of an object: a list of at most `max` ids. */
export function fileList(max: number, about: string): Field<number[]> {
  const list = idList({ about })
  return {
    ...list,
    parse(value, name) {
      const ids = list.parse(value, name)
      if (ids.length > max) throw new Refusal(417, 'too_many_files', { field: name, max })
      return ids
    },
    schema: { ...list.schema, maxItems: max },
  }
}

/** Ids in lists that clients sent; none from a list that will be refused. */
export function namedIn(lists: readonly unknown[], field: Field<number[]>): number[] {
  return lists.flatMap((list) => {
    try {
      return field.parse(list ?? [], '')
    } catch {
      return []
    }
  })
}

/**
 * Loads the files that the functions below need: those the objects already have, and newly named ones the actor sees.
 * Returns the latter. Another user's files may be loaded because an object has them, but cannot be attached.
 */
export async function loadFiles(
  held: readonly number[],
  named: readonly number[],
  { work, actor }: Pick<Context, 'work' | 'actor'>,
): Promise<ReadonlySet<number>> {
  for (const some of chunks(held, listMax)) await work.load('files', inList(sql`id`, some))
  if (named.length === 0) return new Set()
  const seen = await work.load('files', sql`${inList(sql`id`, named)} and ${visible('files')(actor)}`)
  return new Set(seen.map((file) => file.id))
}

/** Refuses files that do not exist, are deleted or are not visible to the actor, all with the same message. */
export function checkFiles(ids: readonly number[], label: string, seen: ReadonlySet<number>, work: UnitOfWork): void {
  for (const id of ids) {
    const file = work.get('files', id)
    if (!file?.active || !seen.has(id)) throw new Refusal(417, 'no_such_file', { field: label, id })
    if (Object.values(file.linked_objects).flat().length >= linksMax)
      throw new Refusal(417, 'too_many_links', { field: label, id, max: linksMax })
  }
}

/** Records in these loaded files that an object has them. */
export function linkFiles(ids: readonly number[], { kind, id }: LinkedObject, work: UnitOfWork): void {
  for (const fileId of ids) {
    const { linked_objects: links } = work.existing('files', fileId)
    if (links[kind]?.includes(id)) continue
    work.change('files', fileId, { linked_objects: { ...links, [kind]: [...(links[kind] ?? []), id] } })
    work.afterWrite(writeLinks, fileId)
  }
}

/** Removes an object from its loaded files. With `erase`, files that no other object has are deleted. */
export function unlinkFiles(
  ids: readonly number[],
  { kind, id }: LinkedObject,
  work: UnitOfWork,
  options = { erase: false },
): void {
  for (const fileId of ids) {
    const file = work.get('files', fileId)
    if (!file) throw new Error(`files ${fileId} is not loaded`)
    if (!file.active) continue
    const links = without(file.linked_objects, kind, id)
    if (options.erase && Object.keys(links).length === 0) eraseFile(file, work)
    else work.change('files', fileId, { linked_objects: links })
    work.afterWrite(writeLinks, fileId)
  }
}

/**
 * Deletes a file: its bytes are erased immediately, the record stays and is listed as deleted. Also removes it from
 * objects that list it.
 */
export function deleteFile(file: File, work: UnitOfWork): void {
  for (const [kind, ids] of Object.entries(file.linked_objects)) {
    const list = kinds[kind]?.list
    if (!list) continue
    const table = tableNamed(kind).name
    for (const id of ids) {
      const object: Item | undefined = work.get(table, id)
      const listed = object?.[list]
      if (!Array.isArray(listed)) continue
      work.change(table, id, { [list]: listed.filter((entry) => entry !== file.id) })
      work.origin(id, `file ${file.id} was deleted`, work.tx.now)
    }
  }
  eraseFile(file, work)
  work.afterWrite(writeLinks, file.id)
}

/** Loads the objects that list these files, for `deleteFile`. */
export async function loadLinked(files: readonly File[], work: UnitOfWork): Promise<void> {
  for (const [kind, { list }] of Object.entries(kinds)) {
    const ids = files.flatMap((file) => file.linked_objects[kind] ?? [])
    if (list && ids.length > 0) await work.load(tableNamed(kind).name, inList(sql`id`, ids))
  }
}

function eraseFile({ id }: File, work: UnitOfWork): void {
  work.change('files', id, { active: false, linked_objects: {} })
  eraseBytes(id, work)
}

/** The links of a file without one; kinds with no links left are dropped. */
function without(links: Links, kind: string, id: number): Links {
  const rest = (links[kind] ?? []).filter((entry) => entry !== id)
  const { [kind]: _, ...others } = links
  return rest.length > 0 ? { ...others, [kind]: rest } : others
}

const rowsPerStatement = 200

/** Updates the link rows to match the files this transaction changes. */
async function writeLinks(tx: Tx, _: readonly number[], work: UnitOfWork): Promise<void> {
  const companyId = work.company.row.company_id
  const changes = work.changed('files').map(({ before, after }) => [rowsOf(before), rowsOf(after)] as const)
  const gone = changes.flatMap(([olds, news]) => [...olds].filter(([key]) => !news.has(key)).map(([, row]) => row))
  const made = changes.flatMap(([olds, news]) => [...news].filter(([key]) => !olds.has(key)).map(([, row]) => row))
  const isGone = ({ file, kind, id }: LinkRow) => sql`(file_id = ${file} and kind = ${kind} and object_id = ${id})`
  for (const some of chunks(gone))
    await tx.run(sql`delete from file_links where company_id = ${companyId} and (${join(some.map(isGone), ' or ')})`)
  for (const some of chunks(made))
    await tx.run(sql`insert into file_links (company_id, file_id, kind, object_id)
      values ${join(some.map((row) => sql`(${companyId}, ${row.file}, ${row.kind}, ${row.id})`))}`)
}

type LinkRow = { file: number; kind: string; id: number }

function rowsOf(file: File | undefined): Map<string, LinkRow> {
  if (!file) return new Map()
  return new Map(
    Object.entries(file.linked_objects).flatMap(([kind, ids]) =>
      ids.map((id): [string, LinkRow] => [`${kind}/${id}`, { file: file.id, kind, id }]),
    ),
  )
}

function* chunks<T>(rows: readonly T[], size = rowsPerStatement): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
