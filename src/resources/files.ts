import { visible } from '../company/rights/visible.ts'
import { type Context, may, type ReadContext } from '../engine/context.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import {
  bool,
  type Field,
  hidden,
  id,
  instant,
  integer,
  isRecord,
  map,
  numberOf,
  oneOf,
  parseInteger,
  parseText,
  ref,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, type Filter, ids, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { reason } from '../rules/refusals/reason.ts'
import { storeBytes } from './files/bytes.ts'
import { deleteFile, kinds, type Links, loadLinked } from './files/links.ts'
import { endings, readPicture } from './files/picture.ts'

/** Pixel limit of a picture: a small file can decode to one too big for memory. */
export const pixelsMax = 50_000_000

/** The maximum width and height: resizing takes memory per line of pixels, however few lines there are. */
export const sideMax = 20_000

/** Details of a picture. `image_rotation` turns it clockwise. */
type MetaData = { file_description?: string; image_rotation?: number }

const descriptionMax = 1000
const rotations = [0, 90, 180, 270]
const readOnly = { access: 'read-only' } as const

const fields = {
  id: id(),
  uploaded_by_user_id: ref('users', { ...readOnly, initial: ({ actor }) => actor.userId }),
  file_name: text({
    required: true,
    min: 1,
    trim: true,
    // Path separators, control characters, and characters that change the text direction.
    pattern: /^[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u,
    expect: 'a name without path separators or control characters',
    about: 'Must end in .png, .jpg or .jpeg, to match the picture.',
  }),
  file_data: base64(),
  active: bool({ ...readOnly, initial: () => true, about: 'False: deleted.' }),
  size: integer({ ...readOnly, about: 'Bytes of the picture.' }),
  last_modified: instant(readOnly),
  created: instant(readOnly),
  linked_objects: map<Links>({
    ...readOnly,
    parse: () => ({}),
    print: printLinks,
    schema: {
      type: ['object', 'array'],
      items: {},
      additionalProperties: { type: 'array', items: { type: ['string', 'integer'] } },
      examples: [{ timesheets: ['7001'] }],
    },
    about: 'Ids of the records it is attached to, by resource; [] if none.',
  }),
  meta_data: map<MetaData>({
    parse: parseMetaData,
    print: (value) => (Object.keys(value).length === 0 ? '[]' : JSON.stringify(value)),
    schema: {
      type: ['object', 'array'],
      items: {},
      properties: {
        file_description: { type: 'string', maxLength: descriptionMax },
        image_rotation: { type: 'integer', enum: rotations },
      },
      examples: [{ file_description: 'Valve before repair', image_rotation: 0 }],
    },
    about: 'Description and clockwise rotation. Properties given replace the old ones; [] if none.',
  }),
  format: hidden(oneOf(['png', 'jpeg'])),
}

/** A picture, without its bytes. */
export type File = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    files: File
  }
}

/** Pictures attached to timesheets and project notes. A deleted one is listed as such, but its bytes are gone. */
export const files = resource('files', {
  about: 'Pictures attached to timesheets and project notes.',
  example: {
    file_name: 'valve.png',
    file_data:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
    meta_data: { file_description: 'Valve before repair', image_rotation: 0 },
  },
  volatile: true,
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    uploaded_by_user_ids: ids(
      (values) => (values.includes(0) ? sql`1 = 1` : inList(sql`uploaded_by_user_id`, values)),
      { about: 'Uploaded by these users; 0 is anyone. Without this, ids or object_ids, your own uploads.' },
    ),
    linked_object_type: linkedObjectType(),
    object_ids: ids(
      (values, { actor }) => sql`id in (select l.file_id from file_links l where l.company_id = ${actor.companyId}
        and l.kind = 'timesheets' and ${inList(sql`l.object_id`, values)})`,
      { about: 'Attached to these; requires linked_object_type.' },
    ),
    active: state('active', 'yes'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('files'),
  listable({ values, given }, { actor }) {
    if (given.has('linked_object_type') !== given.has('object_ids'))
      throw new RequestError(417, 'type_and_ids_go_together')
    if (!['uploaded_by_user_ids', 'ids', 'object_ids'].some((name) => given.has(name)))
      values.uploaded_by_user_ids = [actor.userId]
  },
  async prepare(rows, { company }) {
    await company.look('project_notes', notesOf(rows))
  },
  // Only lists show linked timesheets.
  related: (row, { query }) => ({
    users: [row.uploaded_by_user_id],
    ...(query && { timesheets: row.linked_objects.timesheets ?? [] }),
  }),
  async facts(items, { work, company }, verb) {
    const rows = items.flatMap((item) => work.get('files', numberOf(item.id)) ?? [])
    if (verb === 'remove') await loadLinked(rows, work)
    else await company.look('project_notes', notesOf(rows))
  },
  create({ file_data, ...draft }, { work, binaries }) {
    const { parts, size, fault } = binaries[numberOf(file_data)] ?? { parts: [], size: 0, fault: 'is missing' }
    if (fault) throw new Refusal(417, 'file_data_unusable', { problem: fault })
    const picture = readPicture(parts, size)
    if (!picture) throw new Refusal(417, 'not_a_picture')
    if (picture.width * picture.height > pixelsMax)
      throw new Refusal(417, 'too_many_pixels', { max: pixelsMax / 1_000_000 })
    if (Math.max(picture.width, picture.height) > sideMax) throw new Refusal(417, 'picture_too_wide', { max: sideMax })
    checkName(draft.file_name, picture.format)
    const made = work.insert('files', { ...draft, size, format: picture.format })
    storeBytes(made.id, parts, work)
    return made
  },
  update(before, patch, ctx) {
    if (!before.active) throw new Refusal(404, 'file_deleted')
    const meta_data = { ...before.meta_data, ...patch.meta_data }
    if (meta_data.file_description === '') delete meta_data.file_description
    const after = { ...before, ...patch, meta_data }
    checkOwner(before, ctx)
    checkName(after.file_name, before.format)
    return ctx.work.change('files', before.id, { file_name: after.file_name, meta_data })
  },
  remove(row, ctx) {
    if (!row.active) throw new Refusal(404, 'file_deleted_already')
    checkOwner(row, ctx)
    deleteFile(row, ctx.work)
  },
  absent: { status: 404, reason: reason('no_such_file_here') },
})

/** The picture's text. Its bytes travel separately; the value here is their index in `ctx.binaries`. */
function base64(): Field<string> {
  return {
    ...text({
      access: 'sent',
      required: true,
      about: 'The PNG or JPEG picture in base64, with or without the prefix data:image/png;base64,',
    }),
    stored: false,
    parse: (value, name) => {
      if (typeof value !== 'string') throw new Refusal(417, 'not_base64', { field: name })
      return value
    },
    schema: { type: 'string', contentEncoding: 'base64' },
  }
}

/** Ids of the notes these files belong to. */
function notesOf(rows: readonly File[]): number[] {
  return rows.flatMap((row) => row.linked_objects.project_notes ?? [])
}

function checkName(fileName: string, format: File['format']): void {
  const expected = endings[format]
  if (!expected.some((ending) => fileName.toLowerCase().endsWith(ending)))
    throw new Refusal(417, 'file_name_ending', { endings: expected.join(' or '), format: format.toUpperCase() })
}

function checkOwner(file: File, { actor }: Context): void {
  if (file.uploaded_by_user_id !== actor.userId && !may(actor, 'manage_timesheets'))
    throw new Refusal(417, 'changing_file_not_allowed')
}

function parseMetaData(value: unknown, label: string): MetaData {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {}
  if (!isRecord(value)) throw new Refusal(417, 'not_file_properties', { field: label })
  const { file_description: description, image_rotation: rotation, ...rest } = value
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new Refusal(417, 'no_such_property', { field: label, property: unknown })
  const meta: MetaData = {}
  if (description !== undefined && description !== null) {
    meta.file_description = parseText(description, `${label}.file_description`)
    if ([...meta.file_description].length > descriptionMax)
      throw new Refusal(417, 'too_long', { field: `${label}.file_description`, max: descriptionMax })
  }
  if (rotation !== undefined && rotation !== null && rotation !== '') {
    meta.image_rotation = parseInteger(rotation, `${label}.image_rotation`, 0, 270)
    if (!rotations.includes(meta.image_rotation))
      throw new Refusal(417, 'not_one_of', { field: `${label}.image_rotation`, choices: rotations.join(', ') })
  }
  return meta
}

/** Timesheet ids are text, all others numbers, as clients expect; projects come before notes. */
function printLinks(links: Links, _: Item, { company }: ReadContext): string {
  const notes = (links.project_notes ?? []).flatMap((note) => company.get('project_notes', note) ?? [])
  const projects = [...new Set(notes.map((note) => note.project_id))]
  const entries = Object.entries(links).flatMap(([kind, numbers]) => [
    ...(kind === 'project_notes' ? [['projects', projects]] : []),
    [kind, kinds[kind]!.asText ? numbers.map(String) : numbers],
  ])
  return entries.length === 0 ? '[]' : JSON.stringify(Object.fromEntries(entries))
}

/** The .NET client sends the index of the word in its own list. */
function linkedObjectType(): Filter<string> {
  return {
    parse: (given, label) => {
      const word = given.join(',').trim().toLowerCase()
      if (['timesheet', 'timesheets', '0'].includes(word)) return word
      throw new Refusal(417, 'must_be_timesheet', { field: label })
    },
    condition: () => sql`1 = 1`,
    aliases: [],
    schema: { type: 'string', enum: ['timesheet'] },
    about: 'The kind of the objects in `object_ids`; each requires the other.',
  }
}
