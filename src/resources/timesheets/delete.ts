import { loadSettings, zoneFor } from '../../company/settings/settings.ts'
import type { Context } from '../../engine/context.ts'
import { numberOf } from '../../engine/fields.ts'
import type { Item } from '../../engine/table.ts'
import { localDate } from '../../rules/time/calendar.ts'
import { loadFiles, unlinkFiles } from '../files/links.ts'
import { addClockActivity } from '../projects/feed.ts'
import type { Timesheet } from './record.ts'

/** Loads the data for deleting these timesheets: owners, jobcodes, files, and the fields that a refusal shows. */
export async function loadForDelete(items: readonly Item[], { work, company, actor }: Context): Promise<void> {
  const sheets = items.flatMap((item) => work.get('timesheets', numberOf(item.id)) ?? [])
  await loadSettings(company)
  await company.look(
    'users',
    sheets.map((sheet) => sheet.user_id),
  )
  await company.look(
    'jobcodes',
    sheets.map((sheet) => sheet.jobcode_id),
  )
  // A refused item is answered with the record, custom fields included.
  await company.list('customfields')
  await company.look(
    'customfielditems',
    sheets.flatMap((sheet) => Object.values(sheet.customfields)),
  )
  const files = sheets.flatMap((sheet) => sheet.attached_files)
  if (files.length > 0) await loadFiles(files, [], { work, actor })
  // An activity in the feed of a project.
  await work.reserve(items.length)
}

/** Deletes a timesheet with its loaded files, and keeps a record of it among the deleted timesheets. */
export function deleteWithTombstone(row: Timesheet, { work, company }: Pick<Context, 'work' | 'company'>): void {
  work.remove('timesheets', row.id)
  if (row.attached_files.length > 0)
    unlinkFiles(row.attached_files, { kind: 'timesheets', id: row.id }, work, { erase: true })
  if (row.end === null) addClockActivity(work, row, undefined)
  const { version: _, attached_files: __, time_off_entry_id: ___, ...rest } = row
  const { lunch_taken: ____, lunch_start: _____, lunch_end: ______, lunch_edge: _______, ...record } = rest
  const created_date = localDate(row.created, zoneFor(company))
  work.insertWithId('timesheets_deleted', { ...record, created_date, last_modified: work.stamp })
}
