import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { User } from '../../resources/users/record.ts'
import { payPeriodOf } from '../../rules/time/pay_periods.ts'
import { settingsFor } from './settings.ts'

/** The first and last date of a person’s pay period that contains a date. Call after `loadSettings`. */
export function payPeriodFor(company: CompanySnapshot, user: User, date: string): { start: string; end: string } {
  return payPeriodOf(date, settingsFor(company, user, date).general.settings)
}
