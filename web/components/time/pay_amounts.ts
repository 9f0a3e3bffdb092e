import { msg } from '../../../src/rules/language/messages.ts'
import { type AmountKind, amountKindNames } from '../../../src/rules/pay/amounts.ts'
import { amountNames } from '../../../src/rules/payroll_files/kinds.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import type { AnswerOf, BodyOf } from '../../api/contract.ts'
import { ask, type Sent } from '../../api/request.ts'
import { t } from '../../language.ts'
import { changing } from '../dialogs/changing.ts'
import { toast } from '../dialogs/toast.ts'
import { undoingBy } from '../dialogs/undo.ts'
import { FieldProblems } from '../page/refusals.ts'
import { rateOf } from './money.ts'

/** An amount of pay beside hours. */
export type PayAmount = AnswerOf<'GET /api/console/pay_amounts'>['amounts'][number]

/** A new one, as the API takes it. */
export type NewAmount = BodyOf<'POST /api/console/pay_amounts'>['amounts'][number]

/** The values of the form for a new amount, as typed. `kind` of a correction is that of the amount it corrects. */
export type AmountValues = {
  kind: string
  date: string
  from: string
  to: string
  amount: string
  quantity: string
  unit_rate: string
  rest_minutes: string
  note: string
}

/** The names of its fields, and of the columns of a file. */
export const amountLabels = {
  kind: msg('Kind'),
  date: msg('Paid on'),
  from: msg('Earned from'),
  to: msg('Earned until'),
  amount: msg('Amount'),
  quantity: msg('Quantity'),
  unit_rate: msg('Rate for each'),
  rest_minutes: msg('Minutes of rest'),
  note: msg('Note'),
} as const

/** A form for an amount that is paid on a date. */
export function startOf(date: string): AmountValues {
  return { kind: 'bonus', date, from: '', to: '', amount: '', quantity: '', unit_rate: '', rest_minutes: '', note: '' }
}

/** The date on which an amount is paid if nothing says otherwise: the given one, or the first that is not approved. */
export function firstOpen(date: string, approvedTo: string): string {
  return date > approvedTo ? date : addDays(approvedTo, 1)
}

/** The new amount of a person, which may correct another. Throws what is wrong with it, naming the field. */
export function newAmountOf(values: AmountValues, user_id: number, corrected?: PayAmount): NewAmount {
  const kind = corrected?.kind ?? kindOf(values.kind)
  const { date, from, to, note } = values
  const about = { user_id, kind, date, note: note.trim() }
  if (corrected) return { ...about, amount: numberOf(values.amount, 'amount', t('Amount')), corrects: corrected.id }
  const span = { ...(from !== '' && { from }), ...(to !== '' && { to }) }
  if (kind !== 'piece') return { ...about, ...span, amount: numberOf(values.amount, 'amount', t('Amount')) }
  const rest =
    values.rest_minutes.trim() === '' ? 0 : numberOf(values.rest_minutes, 'rest_minutes', t('Minutes of rest'))
  return {
    ...about,
    ...span,
    quantity: numberOf(values.quantity, 'quantity', t('Quantity')),
    unit_rate: numberOf(values.unit_rate, 'unit_rate', t('Rate for each')),
    ...(rest !== 0 && { rest_minutes: rest }),
  }
}

function kindOf(typed: string): AmountKind {
  return amountKindNames.find((kind) => kind === typed) ?? 'bonus'
}

function numberOf(typed: string, field: string, label: string): number {
  const text = typed.trim().replace('−', '-').replace(',', '.')
  if (/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return Number(text)
  throw new FieldProblems({ [field]: t('{field} must be a number, like 24.50.', { field: label }) })
}

/** Such as `Bonus, 250.00`. */
export function amountText({ kind, amount }: Pick<PayAmount, 'kind' | 'amount'>): string {
  return t('{kind}, {amount}', { kind: t(amountNames[kind]), amount: rateOf(amount) })
}

/** Adds amounts, of a form or taken back, and says so. Throws the server's refusal. */
export function addAmounts(amounts: readonly NewAmount[], alters_approved: boolean, sent?: Sent): Promise<void> {
  return changing(async () => {
    const body = { amounts: [...amounts], alters_approved }
    const added = await ask('POST', '/api/console/pay_amounts', { body, sent })
    const [only] = added.amounts
    toast(
      only && added.amounts.length === 1
        ? t('{amount} added.', { amount: amountText(only) })
        : t('{count, plural, one {# amount} other {# amounts}} added.', { count: added.amounts.length }),
    )
  })
}

/** Removes an amount, with Undo. Throws the server's refusal. */
export async function removeAmount(removed: PayAmount, alters_approved: boolean): Promise<void> {
  const { user_id, kind, date, from, to, note, amount, quantity, unit_rate, rest_minutes, corrects } = removed
  const figures =
    quantity === null || unit_rate === null
      ? { amount }
      : { quantity, unit_rate, ...(rest_minutes > 0 && { rest_minutes }) }
  const again: NewAmount = { user_id, kind, date, from, to, note, ...figures, ...(corrects > 0 && { corrects }) }
  const sent: Sent = {}
  const query = alters_approved ? { alters_approved: 'true' } : {}
  await changing(() => ask('DELETE', '/api/console/pay_amounts/{id}', { params: { id: removed.id }, query }))
  toast(
    t('{amount} removed.', { amount: amountText(removed) }),
    undoingBy(() => addAmounts([again], true, sent)),
  )
}
