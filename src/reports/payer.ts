import type { Money } from '../company/pay/pay_rates.ts'
import { exemptionsOf, settingsFor } from '../company/settings/settings.ts'
import { patternOf } from '../company/settings/working_pattern.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { User } from '../resources/users/record.ts'
import type { Policy } from '../rules/overtime/overtime.ts'
import { weekOfDay } from '../rules/overtime/workdays.ts'
import { Payer } from '../rules/pay/payer.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { Salary, type SalaryFacts, salarySpan } from '../rules/pay/salary.ts'
import { addDays } from '../rules/time/calendar.ts'
import { expectedDays, type PublishedShift } from '../rules/time/expected_work.ts'
import { payPeriodOf } from '../rules/time/pay_periods.ts'
import { expectedSeconds } from '../rules/time/working_pattern.ts'
import type { PaidTime } from './overtime.ts'

// One way to price a person's time, for every report and file that shows money.

/** A person’s time in the whole workweeks of a range, from `salaryStart` on. */
type Time = Pick<PaidTime, 'user' | 'policy' | 'entries' | 'stretches' | 'types'>

/** The payer of a person. Call after `loadSettings`. */
export function payerOf(time: Time, { rates, wayOn, amounts, shifts }: Money, company: CompanySnapshot): Payer {
  const { user, policy, stretches } = time
  const weekOf = (date: string) => weekOfDay(date, policy)
  const salary = rates.isSalaried(user.id)
    ? new Salary(rates.ownOf(user.id), time, salaryFacts(time, shifts.get(time.user.id) ?? [], company), weekOf)
    : undefined
  return new Payer(user.id, rates, stretches, {
    ...{ weekOf, wayOn, salary, isTimed: timedBy(policy) },
    amounts: amounts.get(user.id) ?? [],
  })
}

function salaryFacts({ user, types }: Time, shifts: readonly PublishedShift[], company: CompanySnapshot): SalaryFacts {
  const exemptions = exemptionsOf(company, user)
  const { hire_date, term_date } = user
  const isEmployedOn = (date: string) => date >= hire_date && (term_date === unset || date <= term_date)
  const patternOn = (date: string) => patternOf(user, company, date)
  const expectedOn = expectedDays(patternOn, shifts)
  const usualOn = (date: string) => expectedSeconds(patternOn(date), date)
  return {
    spanOf: (date) => spanOf(date, company, user),
    // No one plans shifts for days before someone is hired or after they left: those days are still part of the week.
    expectedOn: (date) => (isEmployedOn(date) ? expectedOn(date).seconds : usualOn(date)),
    patternOn: usualOn,
    plannedOn: (date) => {
      const { seconds, isPlanned } = expectedOn(date)
      return isPlanned ? seconds : undefined
    },
    isEmployedOn,
    isExemptOn: (date) => exemptions.findLast(({ from }) => (from ?? '') <= date)?.exempt ?? false,
    isUnpaidOff: (jobcode_id) => types.get(jobcode_id) === 'unpaid_time_off',
  }
}

/** The value of dates that are not known. */
const unset = '0000-00-00'

function spanOf(date: string, company: CompanySnapshot, user?: User) {
  const { settings } = settingsFor(company, user, date).general
  return salarySpan(date, settings.payroll_type, payPeriodOf(date, settings))
}

/** Whether a rule of a policy pays because of when the work is done. */
function timedBy({ rules }: Policy): (name: string) => boolean {
  const timed = new Set(rules.filter(({ kind }) => kind === 'clock' || kind === 'holiday').map(({ name }) => name))
  return (name) => timed.has(name)
}

/**
 * The first date whose time is needed to price a range: the start of the span in which a salary is paid. Call after
 * `loadSettings`.
 */
export function salaryStart({ start_date }: Range, { rates }: Pick<Money, 'rates'>, company: CompanySnapshot): string {
  if (!rates.hasSalaries) return start_date
  const { start } = spanOf(start_date, company)
  // People and groups may have other pay periods, of a month at most.
  const isSame = company
    .valueNow<readonly { scope: string; key: string }[]>('settings')
    .every(({ scope, key }) => scope === 'company' || !key.startsWith('payroll_'))
  return isSame ? start : addDays(start_date, -31)
}
