import {
  type FieldsOf,
  type FieldValues,
  fieldProblems,
  type ShownField,
  shownValues,
} from '../../components/fields/field_rules.ts'
import type { End, Said, Step } from './act.ts'
import type { Draft } from './draft.ts'
import type { Entry } from './entries.ts'

/** Whether entries can or must have a note. */
type NoteRule = 'off' | 'optional' | 'required'

/** The content of the running entry, and what it still needs before it can end. */
type Content = {
  notes: string
  values: FieldValues
  fields: readonly ShownField[]
  note: NoteRule
  noteMissing: boolean
  /** Errors by field id. */
  problems: Readonly<Record<string, string>>
  complete: boolean
}

/** The company's rule for notes. Breaks have none. */
export function noteRule(isOn: (section: string, key: string) => boolean, onBreak: boolean): NoteRule {
  if (onBreak || !isOn('general', 'enable_timesheet_notes')) return 'off'
  return isOn('general', 'timesheet_notes_required') ? 'required' : 'optional'
}

/** The running entry with the draft applied. Breaks have no custom fields. */
export function contentOf(
  running: Pick<Entry, 'jobId' | 'notes' | 'values'>,
  draft: Draft,
  { note, onBreak, fieldsOf }: { note: NoteRule; onBreak: boolean; fieldsOf: FieldsOf },
): Content {
  const { notes, values } = { notes: running.notes, values: running.values, ...draft }
  const fields = onBreak ? [] : fieldsOf(running.jobId, values)
  const problems = fieldProblems(fields, values)
  const noteMissing = note === 'required' && notes.trim() === ''
  return {
    ...{ notes, values, fields, note, noteMissing, problems },
    complete: !noteMissing && Object.keys(problems).length === 0,
  }
}

/** The part of a draft to send: only what changed, and only fields visible for the job. */
export function saidIn({ notes, values }: Draft, jobId: number, fieldsOf: FieldsOf): Said {
  return {
    ...(notes !== undefined && { notes }),
    ...(values && { customfields: shownValues(fieldsOf(jobId, values), values) }),
  }
}

/** What starts when the running entry ends: work or a break, with its custom field values. */
export type Next = { jobId: number; values: FieldValues }

/** The steps that end the running entry and start the next one, if any, at the same instant. */
export function stepsToEnd(
  running: Entry,
  said: Said & Pick<End, 'breakAnswers'>,
  next: Next | undefined,
  fieldsOf: FieldsOf,
): Step[] {
  const end: Step = { do: 'end', entry: running, ...said }
  if (!next) return [end]
  const { jobId, values } = next
  return [end, { do: 'begin', jobId, customfields: shownValues(fieldsOf(jobId, values), values) }]
}

/**
 * The result of choosing another job: it is the same job (`stay`); switch now (`go`); ask for the missing note or the
 * new job's fields (`ask`); or fix the running entry first (`complete`).
 */
export function switchTo(
  jobId: number,
  runningJob: number,
  { values, noteMissing, problems }: Content,
  fieldsOf: FieldsOf,
): 'stay' | 'go' | 'ask' | 'complete' {
  if (jobId === runningJob) return 'stay'
  const missing = Object.keys(fieldProblems(fieldsOf(jobId, values), values)).length > 0
  if (missing || noteMissing) return 'ask'
  return Object.keys(problems).length > 0 ? 'complete' : 'go'
}
