import {
  type FieldsOf,
  type FieldValues,
  fieldProblems,
  type ShownField,
  shownValues,
} from '../../components/field_rules.ts'
import type { Said, Step } from './act.ts'
import type { Draft } from './draft.ts'
import type { Entry } from './entries.ts'

/** Whether entries have a note, and whether each must have one. */
type NoteRule = 'off' | 'optional' | 'required'

/** What is written about the running entry, and what is missing before it may end. */
type Content = {
  notes: string
  values: FieldValues
  fields: readonly ShownField[]
  note: NoteRule
  noteMissing: boolean
  /** What is wrong, by the number of the field. */
  problems: Readonly<Record<string, string>>
  complete: boolean
}

/** The company's rule for notes. Breaks have none. */
export function noteRule(isOn: (section: string, key: string) => boolean, onBreak: boolean): NoteRule {
  if (onBreak || !isOn('general', 'enable_timesheet_notes')) return 'off'
  return isOn('general', 'timesheet_notes_required') ? 'required' : 'optional'
}

/** The running entry with the draft over it. Breaks have no custom fields. */
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

/** What of a draft the server takes: values of the fields that show with the job, and only what was changed. */
export function saidIn({ notes, values }: Draft, jobId: number, fieldsOf: FieldsOf): Said {
  return {
    ...(notes !== undefined && { notes }),
    ...(values && { customfields: shownValues(fieldsOf(jobId, values), values) }),
  }
}

/** What begins when the running entry ends: work or a break, with what stands in its custom fields. */
export type Next = { jobId: number; values: FieldValues }

/** The steps that end the running entry and begin what comes next, if anything does, at the same moment. */
export function stepsToEnd(running: Entry, said: Said, next: Next | undefined, fieldsOf: FieldsOf): Step[] {
  const end: Step = { do: 'end', entry: running, ...said }
  if (!next) return [end]
  const { jobId, values } = next
  return [end, { do: 'begin', jobId, customfields: shownValues(fieldsOf(jobId, values), values) }]
}

/**
 * What choosing another job leads to: nothing, as it is the same (`stay`); the switch (`go`); a question for what the
 * note or the new job's fields still need (`ask`); or what is wrong with the running entry (`complete`).
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
