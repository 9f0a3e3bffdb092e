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
