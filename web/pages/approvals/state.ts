import type { AnswerOf } from '../../api/contract.ts'

/** A person's time on some days, as the app's API gives it. */
export type Person = AnswerOf<'GET /api/console/approvals'>['people'][number]

/** How far somebody's time is, up to the last day that can be approved. */
export type State = 'approved' | 'submitted' | 'open'

/** Whether all of it is approved, or at least submitted. */
export function stateOf({ approved_to, submitted_to }: Person, end: string): State {
  if (approved_to >= end) return 'approved'
  return submitted_to >= end ? 'submitted' : 'open'
}
