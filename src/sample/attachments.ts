import type { Row } from '../engine/sql.ts'
import type { RecordOf } from '../engine/table.ts'
import { partBytes } from '../resources/files/bytes.ts'
import { firstOf } from '../rules/elements.ts'
import { minute } from '../rules/time/calendar.ts'
import type { Options } from './options.ts'
import type { Sample } from './people_and_jobs.ts'
import { paint, type scenes } from './pictures.ts'
import { amend } from './time.ts'

/** A picture that a person has taken. */
export type Picture = { scene: keyof typeof scenes; description: string; rotation?: number }

/** Pictures attached to the latest timesheets of these people. */
const onTimesheets: readonly (Picture & { by: string })[] = [
  { by: 'aaron', scene: 'framing', description: 'East wall, before the inspection' },
  { by: 'omar', scene: 'roof', description: 'Flashing is missing at the vent', rotation: 90 },
  { by: 'maya', scene: 'boiler', description: 'Pressure valve before repair' },
]

/** A file; its bytes are in the parts. */
type Picked = Omit<RecordOf<'files'>, 'file_data'>

/** Files with their links, bytes and history, and the timesheets they are attached to. */
export type Attachments = {
  files: Picked[]
  links: Row[]
  parts: Row[]
  history: Row[]
  attached: RecordOf<'timesheets'>[]
}

/** Attaches pictures to timesheets. */
export function attachPictures(
  company: Sample,
  timesheets: readonly RecordOf<'timesheets'>[],
  options: Options,
): Attachments {
  const made: Attachments = { files: [], links: [], parts: [], history: [], attached: [] }
  for (const { by, ...picture } of onTimesheets) {
    const user = company.userId(by)
    const sheet = timesheets.findLast(
      (row) => row.user_id === user && row.end !== null && row.last_modified + 10 * minute <= options.now,
    )
    if (!sheet) continue
    const file = addPicture(made, picture, user, { timesheets: sheet.id }, sheet.last_modified + 4 * minute, options)
    made.history.push(amend(sheet, { attached_files: [file.id] }, file.last_modified, user, ''))
    made.attached.push(sheet)
  }
  return made
}

/** Adds a picture attached to one object. */
export function addPicture(
  made: Attachments,
  { scene, description, rotation }: Picture,
  user: number,
  of: Record<string, number>,
  at: number,
  { nextId }: Options,
): Picked {
  const bytes = paint(scene)
  const [kind, object] = firstOf(Object.entries(of))
  const file = {
    id: nextId(),
    uploaded_by_user_id: user,
    file_name: `${scene}.png`,
    active: true,
    size: bytes.length,
    format: 'png' as const,
    linked_objects: { [kind]: [object] },
    meta_data: { file_description: description, ...(rotation === undefined ? {} : { image_rotation: rotation }) },
    created: at - minute,
    last_modified: at,
  }
  made.files.push(file)
  made.links.push({ file_id: file.id, kind, object_id: object })
  for (let part = 0; part * partBytes < bytes.length; part++)
    made.parts.push({ file_id: file.id, part, bytes: bytes.subarray(part * partBytes, (part + 1) * partBytes) })
  return file
}
