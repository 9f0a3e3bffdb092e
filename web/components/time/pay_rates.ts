import { msg } from '../../../src/rules/language/messages.ts'
import { payUnits } from '../../../src/rules/pay/pay.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { t } from '../../language.ts'
import { changing } from '../dialogs/changing.ts'
import { toast } from '../dialogs/toast.ts'
import { undoingBy } from '../dialogs/undo.ts'
import { FieldProblems } from '../page/refusals.ts'
import { rateOf } from './money.ts'

/** A pay rate. `from` is null if it has applied from the beginning. */
export type PayRate = AnswerOf<'GET /api/console/pay_rates'>['rates'][number]

/** A rate in the list, and whether it is current, future or past. */
export type ShownRate = PayRate & { key: string; state: 'now' | 'later' | 'past' }

/** `27.50 an hour`. */
export function payText({ rate, per }: Pick<PayRate, 'rate' | 'per'>): string {
  return t(payWords[per], { amount: rateOf(rate) })
}

/** A rate in words, by what it is paid for. */
export const payWords: Record<PayRate['per'], string> = {
  hour: msg('{amount} an hour'),
  week: msg('{amount} a week'),
  month: msg('{amount} a month'),
  year: msg('{amount} a year'),
}

/** What a salary is meant for, if that is not 40 hours a week. */
export function salaryText({ week_hours, fluctuating }: PayRate): string {
  if (fluctuating) return t('for all work of a week')
  return week_hours === null || week_hours === 40 ? '' : t('for {hours} hours a week', { hours: week_hours })
}

/** The rates of each person and job, the newest first. */
export function shownRates(rates: readonly PayRate[], today: string): ShownRate[] {
  const groups = Map.groupBy(rates, ({ user_id, jobcode_id }) => `${user_id}/${jobcode_id}`)
  return [...groups.values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? 1 : -1))
    const current = sorted.find(({ from }) => (from ?? '') <= today)
    return sorted.map((rate): ShownRate => {
      const state = rate === current ? 'now' : (rate.from ?? '') > today ? 'later' : 'past'
      return { ...rate, key: `${rate.user_id}/${rate.jobcode_id}/${rate.from}`, state }
    })
  })
}

/** The values of the form for a new rate, as typed. */
export type RateValues = {
  rate: string
  per: string
  from: string
  jobcode_id: string
  user_id: string
  week_hours: string
  fluctuating: boolean
}

/** The new rate as the API takes it. Throws what is wrong with it, naming the field. */
export function newRateOf({ rate, per, from, jobcode_id, user_id, week_hours, fluctuating }: RateValues): PayRate {
  const unit = jobcode_id === '0' ? (payUnits.find((known) => known === per) ?? 'hour') : 'hour'
  const isSalary = unit !== 'hour'
  return {
    user_id: Number(user_id),
    jobcode_id: Number(jobcode_id),
    from: from === '' ? null : from,
    rate: numberOf(rate, 'rate', t('Rate')),
    per: unit,
    week_hours: isSalary ? numberOf(week_hours, 'week_hours', t('Hours a week')) : null,
    fluctuating: isSalary && fluctuating,
  }
}

function numberOf(typed: string, field: string, label: string): number {
  const text = typed.trim().replace(',', '.')
  if (/^\d+\.?\d*$|^\.\d+$/.test(text)) return Number(text)
  throw new FieldProblems({ [field]: t('{field} must be a number, like 24.50.', { field: label }) })
}

/** Adds a rate and says so. Throws the server's refusal. */
export function addRate(rate: PayRate, alters_approved: boolean): Promise<void> {
  return changing(async () => {
    const { week_hours, ...rest } = rate
    const body = { ...rest, ...(week_hours !== null && { week_hours }), alters_approved }
    await ask('POST', '/api/console/pay_rates', { body })
    toast(t('{rate} added.', { rate: payText(rate) }))
  })
}

/** Removes a rate, with Undo. Throws the server's refusal. */
export async function removeRate(
  { user_id, jobcode_id, from, rate, per, week_hours, fluctuating }: PayRate,
  alters_approved: boolean,
): Promise<void> {
  const whole: PayRate = { user_id, jobcode_id, from, rate, per, week_hours, fluctuating }
  const query = {
    user_id,
    jobcode_id,
    ...(from !== null && { from }),
    ...(alters_approved && { alters_approved: 'true' }),
  }
  await changing(() => ask('DELETE', '/api/console/pay_rates', { query }))
  // Undo puts back what the approved time was paid by.
  toast(
    t('{rate} removed.', { rate: payText(whole) }),
    undoingBy(() => addRate(whole, true)),
  )
}
