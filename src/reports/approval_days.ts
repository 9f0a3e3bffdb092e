import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import { day } from '../engine/filters.ts'
import { sql } from '../engine/sql.ts'
import { paired } from '../rules/elements.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { sharesByJob } from '../rules/pay/shown_hours.ts'
import { breakPremiumKind, isOvertime } from '../rules/payroll_files/kinds.ts'
import { paidLines } from '../rules/payroll_files/time.ts'
import { addDays, daysBetween } from '../rules/time/calendar.ts'
import { report } from '../wire/report.ts'
import { approvedBy } from './approvals.ts'
import { payPeriods, shownUnit } from './hours.ts'
import { type PaidTime, paidTime } from './overtime.ts'
import { payOf } from './pay_run.ts'
import { peopleFilters } from './people.ts'

const daysMax = 92

/** How each day of a person is paid, for approvers. Not part of the vendor's API. */
export const approvalDays = report({
  name: 'approval_days',
  about: 'A person’s days.',
  filters: { ...peopleFilters, start_date: day(() => sql`1 = 1`), end_date: day(() => sql`1 = 1`) },
  required: ['user_ids', 'start_date', 'end_date'],
  async run(query, ctx, handle) {
    const { start_date, end_date } = query.values
    const count = daysBetween(start_date, end_date) + 1
    if (count > daysMax) throw new RequestError(417, 'days_too_many', { max: daysMax })
    const [time] = await paidTime(query, ctx, handle, { people: approvedBy(ctx.actor, query) })
    if (!time) throw new RequestError(404, 'no_approved_user')
    const dates = Array.from({ length: count }, (_, index) => addDays(start_date, index))
    const shown = shownByDay(time, { start_date, end_date }, ctx.company)
    const days = dates.map((date) => ({
      date,
      pay: payOf(time, { start_date: date, end_date: date }),
      shown: shown.get(date) ?? { total_seconds: 0, overtime_seconds: 0 },
    }))
    return JSON.stringify({ user_id: time.user.id, start_date, end_date, days })
  },
})

/** The hours of each day as the hours report shows them by day. */
function shownByDay({ user, stretches, entries }: PaidTime, range: Range, company: CompanySnapshot) {
  const lines = paidLines(stretches, entries, range).filter(({ kind }) => kind !== breakPremiumKind)
  const seconds = sharesByJob(lines, ({ kind }) => kind, shownUnit(company), payPeriods(user, company))
  const days = new Map<string, { total_seconds: number; overtime_seconds: number }>()
  for (const [{ date, kind }, share] of paired(lines, seconds)) {
    const day = days.get(date) ?? { total_seconds: 0, overtime_seconds: 0 }
    days.set(date, day)
    day.total_seconds += share
    if (isOvertime(kind)) day.overtime_seconds += share
  }
  return days
}
