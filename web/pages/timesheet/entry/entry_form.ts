import { msg } from '../../../../src/rules/language/messages.ts'
import type { Item } from '../../../api/records.ts'
import { fieldProblems, type ShownField, shownValues } from '../../../components/fields/field_rules.ts'
import { t } from '../../../language.ts'
import type { Sheet } from '../week/week.ts'
import { changesTo, type Draft, type Problems, timesIn } from './draft.ts'

/** What the form of an entry depends on. */
export type EntryRules = {
  zone: string
  /** The times cannot be changed, only the other fields. */
  fixedTimes: boolean
  fields: readonly ShownField[]
  /** Why the day cannot be changed; undefined if it can. */
  closed: string | undefined
  noteRequired: boolean
  /** Approved time is being changed, which requires a reason. */
  reasonRequired: boolean
}

/** Errors of a draft by part of the form; empty if it can be sent. */
export function problemsIn(draft: Draft, sheet: Sheet | undefined, rules: EntryRules): Problems {
  const problems: Problems = {}
  if (draft.jobId === undefined) problems.job = t('Choose what the time is for.')
  const read = timesIn(draft, rules.zone, sheet)
  if ('problems' in read && !rules.fixedTimes) Object.assign(problems, read.problems)
  if (rules.closed !== undefined) problems.date = rules.closed
  const missing = fieldProblems(rules.fields, draft.values)
  if (Object.keys(missing).length > 0) problems.fields = missing
  if (rules.noteRequired && draft.notes.trim() === '') problems.notes = t('Enter notes. Your company requires them.')
  if (rules.reasonRequired && draft.reason.trim() === '') problems.reason = t(reasonMissing)
  return problems
}

/** Asks for the reason of a change to approved time; to be translated. */
export const reasonMissing = msg('Say why. The history keeps it.')

/** The request to the API: a new entry of the user, or the changes to an existing one. */
export function itemIn(draft: Draft, sheet: Sheet | undefined, userId: number, rules: EntryRules): Item {
  const read = timesIn(draft, rules.zone, sheet)
  const item: Item = {
    ...('times' in read && !rules.fixedTimes ? read.times : {}),
    jobcode_id: draft.jobId,
    notes: draft.notes.trim(),
    customfields: shownValues(rules.fields, draft.values),
    attached_files: draft.files,
  }
  return sheet ? changesTo(sheet, item) : { user_id: userId, type: draft.kind, ...item }
}
