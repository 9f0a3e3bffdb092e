import type { Oddity } from '../../../src/rules/oddities.ts'

/** Somebody's time of some days, as the console gives it. */
export type Person = {
  user_id: number
  name: string
  group_id: number
  active: boolean
  zone: string
  submitted_to: string
  approved_to: string
  seconds: Record<'work' | 'paid_break' | 'unpaid_break' | 'pto' | 'unpaid_time_off', number>
  overtime_seconds: Record<string, number>
  overtime_by_rule: Record<string, number>
  entries: number
  /** The timesheet that is running. */
  running: number | null
  oddities: Oddity[]
}

/** The answer: everybody whose time one approves. */
export type Approvals = { start_date: string; end_date: string; people: Person[] }

/** How far somebody's time is, up to the last day that can be approved. */
export type State = 'approved' | 'submitted' | 'open'

/** Whether all of it is approved, or at least submitted. */
export function stateOf({ approved_to, submitted_to }: Person, end: string): State {
  if (approved_to >= end) return 'approved'
  return submitted_to >= end ? 'submitted' : 'open'
}
