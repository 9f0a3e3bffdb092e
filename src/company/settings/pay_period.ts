import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { payPeriodOf } from '../../rules/time/pay_periods.ts'
import { type Member, settingsFor } from './settings.ts'

/** The first and last date of a person’s pay period that contains a date. Call after `loadSettings`. */
export function payPeriodFor(company: CompanySnapshot, user: Member, date: string): { start: string; end: string } {
  return payPeriodOf(date, settingsFor(company, user, date).general.settings)
}
