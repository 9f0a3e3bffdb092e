import { isDate } from '../../../src/rules/time/calendar.ts'
import { FieldProblem } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'
import { readHours } from '../../time.ts'
import type { Policy } from './words.ts'

/** The values of a policy's form, as typed. */
export type PolicyValues = {
  /** `company 0`, `group 7` or `user 12`. */
  whose: string
  every: Policy['every']
  seconds: string
  per_worked: string
  month: string
  day: string
  cap: string
  carry_over: string
  paid_out: boolean
}

/** The form's values for a policy, or for a new one. */
export function valuesOf(policy: Policy | undefined, whose: string, hours: (seconds: number) => string): PolicyValues {
  const { every = 'year', seconds, per_worked, turn = '01-01', cap, carry_over, paid_out = false } = policy ?? {}
  const [month = '01', day = '01'] = turn.split('-')
  const limit = (value: number | null | undefined) => (value === null || value === undefined ? '' : hours(value))
  return {
    whose: policy ? `${policy.for} ${policy.id}` : whose,
    every,
    seconds: seconds === undefined ? '' : hours(seconds),
    per_worked: hours(per_worked || 30 * 3600),
    month: String(Number(month)),
    day: String(Number(day)),
    ...{ cap: limit(cap), carry_over: limit(carry_over) },
    paid_out,
  }
}

/** Whether the policy's year begins on a calendar date, which the form then asks for. */
export function asksDay({ every, carry_over }: Pick<PolicyValues, 'every' | 'carry_over'>): boolean {
  return every === 'year' || (every !== 'anniversary' && carry_over.trim() !== '')
}

/** The request that saves a form. Throws FieldProblem. */
export function policyOf(values: PolicyValues) {
  const { whose, every } = values
  const [scope, id] = whose.split(' ') as [Policy['for'], string]
  const turn = `${values.month.padStart(2, '0')}-${values.day.padStart(2, '0')}`
  if (asksDay(values) && !isDate(`2001-${turn}`)) throw new FieldProblem('day', t('must be a day of that month'))
  return {
    ...{ for: scope, ...(scope !== 'company' && { id: Number(id) }), every },
    seconds: amount('seconds', values.seconds),
    ...(every === 'worked' && { per_worked: amount('per_worked', values.per_worked) }),
    ...(asksDay(values) && { turn }),
    cap: limit('cap', values.cap),
    carry_over: limit('carry_over', values.carry_over),
    paid_out: values.paid_out,
  }
}

/** Hours up to 99,999, as typed. */
export function readManyHours(text: string): number | undefined {
  const [, whole, minutes = '0', parts = '0'] = /^(\d{4,5})(?::([0-5]\d)|[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return readHours(text)
  return Number(whole) * 3600 + Number(minutes) * 60 + Math.round(Number(`0.${parts}`) * 3600)
}

function amount(field: string, text: string): number {
  const seconds = readManyHours(text)
  if (seconds === undefined || seconds === 0) throw new FieldProblem(field, t('must be hours, like 6 or 3:30'))
  return seconds
}

function limit(field: string, text: string): number | null {
  if (text.trim() === '') return null
  const seconds = readManyHours(text)
  if (seconds === undefined) throw new FieldProblem(field, t('must be hours, like 40, or empty'))
  return seconds
}
