import { msg } from '../../../src/rules/language/messages.ts'
import type { Records } from '../../api/records.ts'
import { locale } from '../../language.ts'

/** A custom field. */
export type FieldRecord = Records['customfields']
/** A choice of a custom field. */
export type ItemRecord = Records['customfielditems']
/** Limits a field's choices for a job, a person or a group. */
export type FilterRecord = Records['customfielditem_filters']

/** The types of a field. */
export const kinds: Readonly<Record<FieldRecord['type'], string>> = {
  'managed-list': msg('List of choices'),
  'free-form': msg('Free text'),
}

/** What a field applies to. */
export const places: Readonly<Record<FieldRecord['applies_to'], string>> = {
  timesheet: msg('Time entries'),
  user: msg('People'),
  jobcode: msg('Jobs'),
}

/** `North, South, and West`. */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names)
}
