import { payPeriodFor } from '../../company/settings/pay_period.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { User } from '../../resources/users/record.ts'
import type { Range } from '../../rules/pay/payroll.ts'
import { inParts, type PeriodPart, periodsIn } from '../../rules/pay/period_parts.ts'
import type { PaidRuns } from './paid_runs.ts'

/**
 * The days of a range that no run has paid to a person, by pay period, with those days of it that runs have paid. Call after
 * `loadSettings`.
 */
export function openParts(user: User, range: Range, company: CompanySnapshot, paid?: PaidRuns): PeriodPart[] {
  const before = paid?.daysWithin(user.id) ?? []
  const days = [...before, ...(paid?.unpaid(user.id) ?? [range])].map(({ start_date, end_date }) => ({
    range: { start_date, end_date },
    periods: periodsIn({ start_date, end_date }, (date) => payPeriodFor(company, user, date)),
  }))
  return inParts(days)
    .slice(before.length)
    .flatMap(({ parts }) => parts)
}
