import type { UnitOfWork } from '../../engine/unit_of_work.ts'
import type { User } from '../../resources/users/record.ts'
import { printLocal } from '../../rules/time/calendar.ts'

/** What is taken back, by kind. */
type PartName = 'clocked out' | 'time off granted' | 'holiday pay' | 'pay rates' | 'messages' | 'inspections'

/** What a kind of work did because a clock was ahead: what is taken back, and what is left to people, and why. */
export type Part = { what: PartName; done: readonly string[]; left: readonly string[] }

/**
 * The repair of a company. `limit`: whatever was recorded later than this was recorded by a clock that was ahead; `today`
 * is the date in the company's time zone.
 */
export type Repair = {
  work: UnitOfWork
  limit: number
  today: string
  /** Whether a pay run has paid a day of a person. */
  isPaid: (userId: number, date: string) => boolean
  /** The dates, in any time zone, on which the clock that was ahead is known to have been. */
  wrongDates: { first: string; last: string }
}

/** A person's name. */
export function nameOf(user: User | undefined, id: number): string {
  return user ? `${user.first_name} ${user.last_name}`.trim() : `person ${id}`
}

/** An instant to the minute. */
export function timeText(instant: number, zone: string): string {
  return printLocal(instant, zone).slice(0, 16).replace('T', ' ')
}

/** Why time on a date is not touched; undefined if nothing prevents it. */
export function closedFor(user: User | undefined, date: string, { isPaid }: Repair): string | undefined {
  if (!user) return 'the person no longer exists'
  if (isPaid(user.id, date)) return 'it was paid'
  if (date <= user.approved_to) return 'it is approved'
  return date <= user.submitted_to ? 'it is submitted' : undefined
}
