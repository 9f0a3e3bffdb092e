import { msg } from '../../../src/rules/language/messages.ts'
import { exactHours, explainsItself } from '../../../src/rules/pay/gross_lines.ts'
import { amountNames } from '../../../src/rules/payroll_files/kinds.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { locale, t } from '../../language.ts'
import { dateText, rangeText } from '../../time.ts'
import { factorText, rateOf } from './money.ts'
import { payWords } from './pay_rates.ts'

// How a line of what a person is paid is written, and how it is reckoned, so that anyone can do it by hand.

/** A line of a pay run. Lines of gross pay have the same fields, but those about adjustments. */
export type RunLine = AnswerOf<'GET /api/console/pay_runs/{id}'>['people'][number]['lines'][number]

type Line = Pick<RunLine, 'kind' | 'rate' | 'per' | 'multiplier' | 'parts'>
type Part = NonNullable<RunLine['parts']>[number]
type Adjusting = Pick<RunLine, 'cause' | 'reason' | 'start_date' | 'end_date'>

const amountWords: Readonly<Record<string, string | undefined>> = amountNames
const rateWords: Readonly<Record<string, string | undefined>> = payWords

/** What a line pays for, and by which rate. */
export function payLineText({ kind, rate, per, multiplier }: Line): string {
  const amount = rate === null ? '' : rateOf(rate)
  const ofAmount = amountWords[kind]
  if (ofAmount) return t(ofAmount)
  if (kind === 'rest_periods') return t('Rest periods of piece work')
  if (kind === 'adjustment') return t('Adjustment')
  const words = rateWords[per]
  if (words === undefined) return amount
  const salary = t(words, { amount })
  if (kind === 'salary') return t('Salary of {salary}', { salary })
  if (kind === 'deduction') return t('Unpaid days of {salary}', { salary })
  if (kind === 'time_off' && per !== 'hour') return t('Time off within the salary')
  if (kind === 'work' && multiplier === 1) return rate === null ? t('No pay rate') : salary
  const { none, paid } = timeOf[kind] ?? timeOf.work
  if (rate === null) return t(none, { factor: factorText(multiplier) })
  return t(paid, { factor: factorText(multiplier), amount: kind === 'break_premium' ? amount : salary })
}

type Words = { none: string; paid: string }
const timeOf: Readonly<Record<string, Words>> & { work: Words } = {
  work: { none: msg('Overtime {factor} × at no pay rate'), paid: msg('Overtime {factor} × at {amount}') },
  time_off: { none: msg('Time off at no pay rate'), paid: msg('Time off at {amount}') },
  time_off_payout: { none: msg('Time off paid out'), paid: msg('Time off paid out at {amount}') },
  break_premium: { none: msg('Breaks not provided at no pay rate'), paid: msg('Breaks not provided at {amount}') },
}

const causeWords: Readonly<Record<RunLine['cause'], string>> = {
  '': '',
  rules_changed: msg('Rules were changed'),
  late_entry: msg('Time was added later'),
  corrected: msg('Time was corrected'),
  rate_changed: msg('A rate was changed'),
  amount_changed: msg('An amount was changed'),
  rest_of_workweek: msg('Rest of the workweek'),
  entered: msg('Entered'),
}

/** The days that an adjustment belongs to, and why it is due. */
export function adjustmentText({ cause, reason, start_date, end_date }: Adjusting): string {
  const range = rangeText(start_date, end_date)
  return t('For {range}: {cause}', { range, cause: reason || (cause === '' ? '' : t(causeWords[cause])) })
}

/**
 * The parts of a line from which it can be reckoned by hand; none if its rate and hours, shown in units of so many
 * seconds, do that.
 */
export function payLineParts({ parts = [] }: Pick<Line, 'parts'>, unit: number): string[] {
  return explainsItself(parts, unit) ? [] : parts.map(partText)
}

const timeWords: Record<string, string> = {
  straight: msg('{hours} h × {rate} = {amount}'),
  loading: msg('Loading: {hours} h × {rate} × {factor} = {amount}'),
  premium: msg('Premium: {hours} h × {rate} × {factor} = {amount}'),
  rest_periods: msg('{hours} h × {rate} = {amount}'),
}

/** Such as `Premium: 5.004167 h × 10.9565 × 0.5 = 27.41`. */
function partText(part: Part): string {
  const { seconds = 0, rate = 0, factor = 1, week, from = '', to = '', salary = 0, days = 0, of_days = 0 } = part
  const amount = number(part.amount_cents / 100, 2, 2)
  if (part.part === 'salary' || part.part === 'unpaid_days') {
    const values = { salary: number(salary, 2, 4), days, of: of_days, from: day(from), to: day(to), amount }
    return part.part === 'salary'
      ? t('{from} to {to}: {salary} × {days} of {of} days = {amount}', values)
      : t('{from} to {to}: {salary} × {days} of {of} days without pay = {amount}', values)
  }
  if (part.part === 'amount') {
    const { date = '', quantity = 0 } = part
    const values = { date: day(date), quantity: number(quantity, 0, 4), rate: number(rate, 2, 4), amount }
    return quantity ? t('{date}: {quantity} × {rate} = {amount}', values) : t('{date}: {amount}', values)
  }
  const hours = number(exactHours(seconds), 2, 6)
  const values = { hours, rate: number(rate, 2, 8), factor: number(factor, 0, 6), amount, date: day(week ?? '') }
  if (week !== undefined && part.part === 'premium')
    return t('Premium of the workweek from {date}: {hours} h × {rate} × {factor} = {amount}', values)
  return t(timeWords[part.part] ?? '', values)
}

function number(value: number, least: number, most: number): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: least, maximumFractionDigits: most })
}

function day(date: string): string {
  return date === '' ? '' : dateText(date, { month: 'short', day: 'numeric' })
}
