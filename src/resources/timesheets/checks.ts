import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { instantOf, localDate, parseInstant } from '../../rules/calendar.ts'
import { durationOf, roundManual, second, spanError } from '../../rules/timesheets.ts'
import { isBreak, type Jobcode } from '../jobcodes.ts'
import type { User } from '../users.ts'
import type { Facts } from './facts.ts'
import type { Timesheet } from './record.ts'
import { hoursOf } from './room.ts'

/** The person whose time it is. */
export function ownerOf(userId: number, { work }: Context, archivedToo = false): User {
  const owner = work.get<User>('users', userId)
  if (!owner || (!owner.active && !archivedToo)) throw new Refusal(417, `user_id: there is no active user ${userId}`)
  return owner
}

/** Refuses who does not track time. */
export function checkTracking(owner: User): void {
  if (!owner.permissions.time_tracking) throw new Refusal(403, 'TS-1006: time_tracking is off for this user')
}

/** What follows from date and duration of manual time. */
export function manualTimes(sheet: Pick<Timesheet, 'date' | 'duration'>, zone: string, durationGiven: boolean) {
  if (sheet.date === '') throw new Refusal(417, 'date is required for a manual timesheet')
  // Instants far from now are beyond what numbers hold exactly.
  if (sheet.date < '1900-01-01' || sheet.date > '2200-12-31')
    throw new Refusal(417, 'date must be between 1900-01-01 and 2200-12-31')
  if (!durationGiven) throw new Refusal(417, 'duration is required for a manual timesheet')
  if (sheet.duration < 0 || sheet.duration > 86400) throw new Refusal(417, 'duration must be between 0 and 86400')
  const start = instantOf(sheet.date, 8 * 3600, zone)
  const duration = roundManual(sheet.duration)
  return { start, end: start + duration * second, duration, date: sheet.date, tz: hoursOf(start, zone) }
}

/** What follows from start and end. `tz` is the offset that was sent, in whole hours. */
export function regularTimes(sheet: Pick<Timesheet, 'start' | 'end'>, zone: string, sent: unknown) {
  const offset = typeof sent === 'string' ? parseInstant(sent)?.offsetSeconds : undefined
  const tz = offset === undefined ? hoursOf(sheet.start, zone) : Math.trunc(offset / 3600)
  return { duration: durationOf(sheet), date: localDate(sheet.start, zone), tz: tz === 0 ? 0 : tz }
}

/** Refuses what no timesheet can last. */
export function checkSpan(sheet: Pick<Timesheet, 'start' | 'end'>, { now }: Context, closing: boolean): void {
  const error = spanError(sheet, now, closing)
  if (error) throw new Refusal(417, error)
}

/** Refuses a jobcode on which the person cannot record time. */
export function checkJobcode(
  sheet: Pick<Timesheet, 'jobcode_id'>,
  owner: User,
  { work }: Context,
  facts: Pick<Facts, 'assigned'>,
): void {
  if (sheet.jobcode_id === 0) return
  const jobcode = work.get<Jobcode>('jobcodes', sheet.jobcode_id)
  if (!jobcode) throw new Refusal(417, `jobcode_id: there is no jobcode ${sheet.jobcode_id}`)
  if (!jobcode.active) throw new Refusal(417, `jobcode_id: the jobcode ${jobcode.name} is archived`)
  if (jobcode.has_children)
    throw new Refusal(417, `jobcode_id: ${jobcode.name} has jobcodes below it; choose one of them`)
  if (!isBreak(jobcode) && !jobcode.assigned_to_all && !facts.assigned.get(`${owner.id}/${jobcode.id}`))
    throw new Refusal(417, `jobcode_id: the jobcode ${jobcode.name} is not assigned to the user`)
}
