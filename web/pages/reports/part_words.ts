import { msg } from '../../../src/rules/language/messages.ts'
import { hoursText } from '../../../src/rules/pay/payroll.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { locale, t } from '../../language.ts'

// How the page writes the parts of a line of gross pay, so that anyone can reckon them by hand.

type WrittenPart = AnswerOf<'GET /api/console/gross_pay'>['people'][number]['lines'][number]['parts'][number]

const timeWords: Record<string, string> = {
  straight: msg('{hours} h × {rate} = {amount}'),
  loading: msg('Loading: {hours} h × {rate} × {factor} = {amount}'),
  premium: msg('Premium: {hours} h × {rate} × {factor} = {amount}'),
  rest_periods: msg('{hours} h × {rate} = {amount}'),
}

/** Such as `Premium: 5.00 h × 10.9565 × 0.5 = 27.39`. */
export function partWords(part: WrittenPart): string {
  const { seconds = 0, rate = 0, factor = 1, week, from = '', to = '', salary = 0, days = 0, of_days = 0 } = part
  const number = (value: number, least: number, most: number) =>
    value.toLocaleString(locale(), { minimumFractionDigits: least, maximumFractionDigits: most })
  const amount = number(part.amount_cents / 100, 2, 2)
  if (part.part === 'salary' || part.part === 'unpaid_days') {
    const values = { salary: number(salary, 2, 4), days, of: of_days, from, to, amount }
    return part.part === 'salary'
      ? t('{from} to {to}: {salary} × {days} of {of} days = {amount}', values)
      : t('{from} to {to}: {salary} × {days} of {of} days without pay = {amount}', values)
  }
  if (part.part === 'amount') {
    const values = {
      date: part.date ?? '',
      quantity: number(part.quantity ?? 0, 0, 4),
      rate: number(rate, 2, 4),
      amount,
    }
    return part.quantity ? t('{date}: {quantity} × {rate} = {amount}', values) : t('{date}: {amount}', values)
  }
  const hours = number(Number(hoursText(seconds)), 2, 2)
  const values = { hours, rate: number(rate, 2, 8), factor: number(factor, 0, 6), amount, date: week ?? '' }
  if (week !== undefined && part.part === 'premium')
    return t('Premium of the workweek from {date}: {hours} h × {rate} × {factor} = {amount}', values)
  return t(timeWords[part.part] ?? '', values)
}
