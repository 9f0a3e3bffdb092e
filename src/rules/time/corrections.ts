import { keysOf } from '../elements.ts'
import { type Reason, reason } from '../refusals/reason.ts'
import { parseInstant } from './calendar.ts'

// Corrections that people propose to their own time, as plain values. Times are texts as the API takes them.

/** The actions of a correction: add a forgotten entry, change one, or delete it. */
export const correctionActions = ['add', 'change', 'delete'] as const

/** The states of a correction. */
export const correctionStatuses = ['pending', 'accepted', 'declined', 'withdrawn'] as const

/** The action of a correction. */
export type CorrectionAction = (typeof correctionActions)[number]

/** The state of a correction. */
export type CorrectionStatus = (typeof correctionStatuses)[number]

/** The new values; a break is cut out of the entry. */
export type Corrected = {
  start?: string
  end?: string
  date?: string
  duration?: number
  jobcode_id?: number
  notes?: string
  break?: { jobcode_id: number; start: string; end: string }
}

/** A correction as proposed. `timesheetId` is 0 for a forgotten entry. */
export type Proposal = { timesheetId: number; action: CorrectionAction; changes: Corrected; reason: string }

/** Why a proposal is invalid; undefined if it is valid. */
export function proposalError({ timesheetId, action, changes }: Proposal): Reason | undefined {
  const names = Object.keys(changes)
  if (action === 'add') {
    if (timesheetId !== 0) return reason('correction_names_timesheet')
    if (changes.jobcode_id === undefined) return reason('missing', { field: 'jobcode_id' })
    const timed = changes.start !== undefined && changes.end !== undefined
    const counted = changes.date !== undefined && changes.duration !== undefined
    return timed === counted ? reason('correction_without_times') : undefined
  }
  if (timesheetId === 0) return reason('missing', { field: 'timesheet_id' })
  if (action === 'delete') return names.length > 0 ? reason('correction_of_deletion', { field: names[0]! }) : undefined
  return names.length === 0 ? reason('nothing_would_change') : undefined
}

/** Whether an entry has all of the new values already. Instants of the entry are microseconds. */
export function changesNothing(
  { start, end, date, duration, jobcode_id, notes }: Recorded,
  { break: pause, ...values }: Corrected,
): boolean {
  const is = { date, duration, jobcode_id, notes }
  const isAt = { start, end }
  const same = (name: keyof typeof values): boolean => {
    if (name !== 'start' && name !== 'end') return values[name] === is[name]
    return parseInstant(values[name]!)?.instant === isAt[name]
  }
  return pause === undefined && keysOf(values).every(same)
}

/** An entry as recorded; `end` is null while it runs. */
type Recorded = { start: number; end: number | null } & Required<
  Pick<Corrected, 'date' | 'duration' | 'jobcode_id' | 'notes'>
>

/** Which of the new values an entry of this type cannot take; undefined if all fit. */
export function unfitting(type: 'regular' | 'manual', changes: Corrected): Reason | undefined {
  const [wrong, takes] =
    type === 'regular'
      ? [['date', 'duration'] as const, 'start and end']
      : [['start', 'end', 'break'] as const, 'date and duration']
  const name = wrong.find((each) => changes[each] !== undefined)
  return name && reason('not_for_this_type', { field: name, parts: takes })
}

/** One write of a timesheet. */
type CorrectionWrite = { verb: 'create' | 'update'; item: Record<string, unknown> }

/** The writes that carry out a correction, except a deletion; `origin` is for the history. */
export function writesOf(
  { timesheetId, action, changes }: Proposal,
  userId: number,
  origin: string,
): CorrectionWrite[] {
  const { break: pause, ...values } = changes
  const type = values.start === undefined ? 'manual' : 'regular'
  const main: CorrectionWrite[] =
    action === 'add'
      ? [{ verb: 'create', item: { user_id: userId, type, ...values, origin_hint: origin } }]
      : Object.keys(values).length > 0
        ? [{ verb: 'update', item: { id: timesheetId, ...values, origin_hint: origin } }]
        : []
  if (!pause) return main
  return [...main, { verb: 'create', item: { user_id: userId, type: 'regular', ...pause, origin_hint: origin } }]
}
