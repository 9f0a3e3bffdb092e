import { shownSeconds } from '../../../src/rules/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'

/** A person's time in a range of days, as the app's API returns it. */
export type Person = AnswerOf<'GET /api/console/approvals'>['people'][number]

/** The state of a person's time through the last day that can be approved. */
export type State = 'approved' | 'submitted' | 'open'

/** The state of a person's time through `end`. */
export function stateOf({ approved_to, submitted_to }: Person, end: string): State {
  if (approved_to >= end) return 'approved'
  return submitted_to >= end ? 'submitted' : 'open'
}

/** A person's hours as they are shown, rounded as in the payroll report. Work includes paid breaks and overtime. */
export function shownHours({ seconds, overtime_seconds }: Person, unit: number) {
  const paid = Object.values(overtime_seconds)
  const regular = seconds.work + seconds.paid_break - paid.reduce((sum, value) => sum + value, 0)
  const overtime = paid.reduce((sum, value) => sum + shownSeconds(value, unit), 0)
  return { work: shownSeconds(regular, unit) + overtime, overtime, timeOff: shownSeconds(seconds.pto, unit) }
}
