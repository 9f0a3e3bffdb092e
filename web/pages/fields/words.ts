import type { Records } from '../../api/records.ts'

/** A custom field, a choice of one, and what keeps choices to some jobs or people. */
export type FieldRecord = Records['customfields']
/** One of the choices. */
export type ItemRecord = Records['customfielditems']
/** Says that with a job, or to a person or group, only some choices are offered. */
export type FilterRecord = Records['customfielditem_filters']

/** How a field is filled in. */
export const kinds: Readonly<Record<FieldRecord['type'], string>> = {
  'managed-list': 'Choose from a list',
  'free-form': 'Type anything',
}

/** What a field belongs to. */
export const places: Readonly<Record<FieldRecord['applies_to'], string>> = {
  timesheet: 'Time entries',
  user: 'People',
  jobcode: 'Jobs',
}

/** `North, South and West`. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
