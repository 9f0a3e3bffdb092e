import { keysOf } from '../elements.ts'
import { type Reason, reason } from '../refusals/reason.ts'
import { daysBetween, isDate } from '../time/calendar.ts'
import { ratesPerUnit } from './pay.ts'

// Amounts of pay beside hours: each has a kind, the date on which it is paid, and the dates in which it was earned.

/**
 * The kinds of amounts. `regular`: whether they enter the regular rate, as pay for hours does; discretionary bonuses,
 * tips and what only repays an expense stay out (29 CFR 778.208 to 778.225). `wages`: whether they are wages.
 */
export const amountKinds = {
  bonus: { regular: true, wages: true },
  discretionary_bonus: { regular: false, wages: true },
  commission: { regular: true, wages: true },
  piece: { regular: true, wages: true },
  tips: { regular: false, wages: true },
  allowance: { regular: true, wages: true },
  reimbursement: { regular: false, wages: false },
} as const

/** A kind of amount. */
export type AmountKind = keyof typeof amountKinds

/** Their names. */
export const amountKindNames = keysOf(amountKinds)

/**
 * An amount of pay. It is paid on `date`, and was earned from `starts` to `ends`. Piece work has a quantity and a rate
 * for each, both in ten-thousandths, and may have seconds of rest periods, which are paid on top. `corrects`: the id of
 * the amount that it corrects, 0 for none.
 */
export type PayAmount = {
  id: number
  user_id: number
  kind: AmountKind
  date: string
  starts: string
  ends: string
  cents: number
  quantity: number
  unit_rate: number
  rest_seconds: number
  note: string
  corrects: number
  author: number
  created: number
}

/** An amount as submitted; in currency units, dates and numbers as typed. */
export type GivenAmount = Pick<PayAmount, 'user_id' | 'kind' | 'date' | 'starts' | 'ends' | 'note' | 'corrects'> & {
  amount?: number | undefined
  quantity?: number | undefined
  unit_rate?: number | undefined
  rest_minutes?: number | undefined
}

/** The largest amount, quantity and rate. */
const amountMax = 999_999.99

/** The most minutes of rest periods that an amount can have: a day. */
const restMinutesMax = 1440

/** The most days in which an amount can have been earned. */
const spanDaysMax = 366

/** Why an amount cannot be taken, whatever else there is; undefined if it can. */
export function amountProblem(given: GivenAmount): Reason | undefined {
  const isPiece = given.kind === 'piece' && given.corrects === 0
  return datesProblem(given) ?? (isPiece ? piecesProblem(given) : sumProblem(given))
}

/** What is wrong with piece work: it has a quantity and a rate, and may have rest periods. */
function piecesProblem(given: GivenAmount): Reason | undefined {
  if (given.amount !== undefined) return reason('piece_work_has_no_amount')
  const { quantity, unit_rate } = given
  for (const [field, value = 0] of Object.entries({ quantity, unit_rate })) {
    if (!(value > 0 && value <= amountMax)) return reason('not_a_number', { field, min: 0, max: amountMax })
    if (!isWhole(value * ratesPerUnit)) return reason('too_many_decimals', { field })
  }
  if (centsOfPieces(given) > amountMax * 100) return reason('not_a_number', { field: 'amount', min: 0, max: amountMax })
  return restProblem(given)
}

/** What is wrong with any other amount, and with a correction: it is a sum. */
function sumProblem({ kind, amount = Number.NaN, quantity, unit_rate, rest_minutes, corrects }: GivenAmount) {
  if (quantity !== undefined || unit_rate !== undefined || rest_minutes !== undefined) {
    if (kind === 'piece') return reason('correction_of_pieces_is_an_amount')
    return reason('only_of_piece_work', { field: quantity === undefined ? 'unit_rate' : 'quantity' })
  }
  if (!(Math.abs(amount) <= amountMax)) return reason('not_a_number', { field: 'amount', min: 0, max: amountMax })
  if (!isWhole(amount * 100)) return reason('amount_in_cents')
  if (amount === 0) return reason('amount_is_zero')
  return amount < 0 && corrects === 0 ? reason('negative_amount') : undefined
}

function datesProblem({ date, starts, ends }: GivenAmount): Reason | undefined {
  for (const [field, day] of Object.entries({ date, from: starts, to: ends }))
    if (!isDate(day)) return reason('amount_date_malformed', { field, date: day })
  if (ends < starts) return reason('amount_ends_before_it_starts', { from: starts, to: ends })
  if (daysBetween(starts, ends) >= spanDaysMax) return reason('amount_span_too_long', { days: spanDaysMax })
  return undefined
}

function restProblem({ rest_minutes = 0, date, starts, ends }: GivenAmount): Reason | undefined {
  if (!(Number.isInteger(rest_minutes) && rest_minutes >= 0 && rest_minutes <= restMinutesMax))
    return reason('not_a_number', { field: 'rest_minutes', min: 0, max: restMinutesMax })
  if (rest_minutes > 0 && (starts !== date || ends !== date)) return reason('rest_of_several_days')
  return undefined
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-4
}

function centsOfPieces({ quantity = 0, unit_rate = 0 }: GivenAmount): number {
  const product = BigInt(Math.round(quantity * ratesPerUnit)) * BigInt(Math.round(unit_rate * ratesPerUnit))
  return Number((product + 500_000n) / 1_000_000n)
}

/** An amount as it is stored. */
export function storedAmount(given: GivenAmount): Omit<PayAmount, 'id' | 'author' | 'created'> {
  const { user_id, kind, date, starts, ends, note, corrects, amount, quantity = 0, unit_rate = 0 } = given
  return {
    ...{ user_id, kind, date, starts, ends, note, corrects },
    cents: amount === undefined ? centsOfPieces(given) : Math.round(amount * 100),
    quantity: Math.round(quantity * ratesPerUnit),
    unit_rate: Math.round(unit_rate * ratesPerUnit),
    rest_seconds: (given.rest_minutes ?? 0) * 60,
  }
}

/** Whether an amount enters the regular rate. */
export function isRegular({ kind }: Pick<PayAmount, 'kind'>): boolean {
  return amountKinds[kind].regular
}
