import { loadHolidays } from '../../company/holidays/holidays.ts'
import { zoneFor } from '../../company/settings/settings.ts'
import type { Actor } from '../../engine/context.ts'
import type { Handle } from '../../engine/sql.ts'
import { valueAt } from '../../rules/elements.ts'
import { mayApprove } from '../../rules/people/access.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import type { TimeException } from '../../rules/time/exceptions.ts'
import type { ReportContext } from '../../wire/report.ts'
import { approvedBy, exceptionsIn, factsOfDays, kindsOfDays, recordsTime } from '../approvals.ts'
import type { Standing } from '../current_totals.ts'
import type { FinishedTime } from '../overtime.ts'
import { listed, whoOf } from './rows.ts'

/** How many days back, besides today. */
const daysBack = 7

/** Whether the actor approves anyone's time. */
export function approvesTime({ isAdmin, permissions, manages, inspects }: Actor): boolean {
  return !inspects && (isAdmin || permissions.has('approve_timesheets') || manages.length > 0)
}

/** Punches that are missing in the last days, as Approvals finds them, in time that is not approved; latest first. */
export async function issuesOf(
  people: readonly Standing[],
  times: ReadonlyMap<number, FinishedTime>,
  ctx: ReportContext,
  handle: Handle,
) {
  const { actor, company, now } = ctx
  const own = people.filter(({ user }) => mayApprove(actor, user) && recordsTime(user))
  if (own.length === 0) return listed([])
  const today = localDate(now, zoneFor(company))
  const range = { start_date: addDays(today, -daysBack), end_date: today }
  await loadHolidays(company)
  const facts = await factsOfDays(approvedBy(actor, { values: {} }), range, ctx, handle)
  const found = own.flatMap(({ user }) => {
    const isOpen = ({ kind, date }: TimeException) =>
      date > user.approved_to &&
      // Who is at work today has forgotten nothing.
      (kind !== 'running' || date < localDate(now, zoneFor(company, user)))
    const exceptions = exceptionsIn(valueAt(times, user.id), facts, range, ctx, kindsOfDays).filter(isOpen)
    return exceptions.map(({ kind, date, timesheet_ids, words }) => {
      return { ...whoOf(user, actor), kind, date, timesheet_ids, words }
    })
  })
  return listed(found.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)))
}
