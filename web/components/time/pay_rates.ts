import type { AnswerOf } from '../../api/contract.ts'
import { ask } from '../../api/request.ts'
import { t } from '../../language.ts'
import { changing } from '../dialogs/restoring.ts'
import { toast, toastError } from '../dialogs/toast.ts'
import { FieldProblems } from '../page/refusals.ts'
import { rateOf } from './money.ts'

/** A pay rate. `from` is null if it has applied from the beginning. */
export type PayRate = AnswerOf<'GET /api/console/pay_rates'>['rates'][number]

/** A rate in the list, and whether it is current, future or past. */
export type ShownRate = PayRate & { key: string; state: 'now' | 'later' | 'past' }

/** `27.50 an hour`. */
export function payText({ rate, per }: Pick<PayRate, 'rate' | 'per'>): string {
  const amount = rateOf(rate)
  return per === 'year' ? t('{amount} a year', { amount }) : t('{amount} an hour', { amount })
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
export type RateValues = { rate: string; per: string; from: string; jobcode_id: string; user_id: string }

/** The new rate as the API takes it. Throws what is wrong with it, naming the field. */
export function newRateOf({ rate, per, from, jobcode_id, user_id }: RateValues): PayRate {
  const text = rate.trim().replace(',', '.')
  if (!/^\d+\.?\d*$|^\.\d+$/.test(text))
    throw new FieldProblems({ rate: t('{field} must be a number, like 24.50.', { field: t('Rate') }) })
  return {
    user_id: Number(user_id),
    jobcode_id: Number(jobcode_id),
    from: from === '' ? null : from,
    rate: Number(text),
    per: per === 'year' && jobcode_id === '0' ? 'year' : 'hour',
  }
}

/** Adds a rate and says so. Throws the server's refusal. */
export function addRate(rate: PayRate, alters_approved: boolean): Promise<void> {
  return changing(async () => {
    await ask('POST', '/api/console/pay_rates', { body: { ...rate, alters_approved } })
    toast(t('{rate} added.', { rate: payText(rate) }))
  })
}

/** Removes a rate, with Undo. Throws the server's refusal. */
export async function removeRate(
  { user_id, jobcode_id, from, rate, per }: PayRate,
  alters_approved: boolean,
): Promise<void> {
  const whole: PayRate = { user_id, jobcode_id, from, rate, per }
  const query = {
    user_id,
    jobcode_id,
    ...(from !== null && { from }),
    ...(alters_approved && { alters_approved: 'true' }),
  }
  // It puts back what the approved time was paid by.
  const undo = () => void addRate(whole, true).catch(toastError)
  await changing(() => ask('DELETE', '/api/console/pay_rates', { query }))
  toast(t('{rate} removed.', { rate: payText(whole) }), { label: t('Undo'), run: undo })
}
