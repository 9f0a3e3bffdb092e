import { msg, type Translate } from '../language/messages.ts'
import type { Stretch } from '../overtime/overtime.ts'
import { type AmountKind, amountKindNames, amountKinds } from '../pay/amounts.ts'

// The kinds of hours and money in payroll files, and their names.

/**
 * Kind of paid hour: `regular`, `overtime` (paid 1.5 times), `double`, `rate_1.25` for any other multiplier,
 * `break_premium` for hours paid because breaks were not provided, and `pto_7` for paid time off on jobcode 7. Without
 * hours: `salary` for dates on which no time was recorded, the kinds of amounts, and `rest_periods` for those of piece
 * work.
 */
export type Kind = string

/** Salary for dates without time. Otherwise it is the cost of the time of its dates. */
export const salaryKind = 'salary'

/** The pay for rest periods of piece work. */
export const restKind = 'rest_periods'

/** Whether a kind is an amount, not an hour. */
export function isAmountKind(kind: Kind): kind is AmountKind {
  return kind in amountKinds
}

/** Whether a kind is paid beside the hours. */
export function isBesideHours(kind: Kind): kind is AmountKind | typeof restKind {
  return kind === restKind || isAmountKind(kind)
}

/** Whether a kind is money without hours. */
export function isMoneyKind(kind: Kind): boolean {
  return kind === salaryKind || isBesideHours(kind)
}

/** Hours paid at the regular rate because breaks were not provided. They were not worked, and belong to no job. */
export const breakPremiumKind = 'break_premium'

/** The kind of hour a stretch of work is paid as. */
export function kindOfWork({ multiplier, rule }: Pick<Stretch, 'multiplier' | 'rule'>): Kind {
  if (rule === null) return 'regular'
  return multiplier === 1.5 ? 'overtime' : multiplier === 2 ? 'double' : `rate_${multiplier}`
}

/** Paid time off on a jobcode. */
export function kindOfTimeOff(jobcode_id: number): Kind {
  return `pto_${jobcode_id}`
}

/** The jobcode of paid time off; undefined for kinds of work. */
export function timeOffJobcode(kind: Kind): number | undefined {
  return kind.startsWith('pto_') ? Number(kind.slice(4)) : undefined
}

/** Whether a kind is work above the regular rate. */
export function isOvertime(kind: Kind): boolean {
  return kind !== 'regular' && kind !== breakPremiumKind && timeOffJobcode(kind) === undefined && !isMoneyKind(kind)
}

/** The display name of a kind, such as `Overtime` or `Time off: Vacation`. */
export function kindInWords(
  kind: Kind,
  jobOf: (jobcode_id: number) => { path: readonly string[] },
  t: Translate,
): string {
  const timeOff = timeOffJobcode(kind)
  if (timeOff !== undefined) return t('Time off: {job}', { job: jobOf(timeOff).path.join(' › ') })
  const words: Record<string, string> = {
    ...{ regular: t('Regular'), overtime: t('Overtime'), double: t('Double time') },
    [breakPremiumKind]: t('Breaks not provided'),
    [salaryKind]: t('Salary'),
    [restKind]: t('Rest periods of piece work'),
  }
  if (isAmountKind(kind)) return t(amountNames[kind])
  return words[kind] ?? overtimeAt(Number(kind.slice(5)), t)
}

/** Such as `Overtime at 1.25 times`. */
export function overtimeAt(multiplier: number, t: Translate): string {
  return t('Overtime at {times} times', {
    times: multiplier.toLocaleString(t.locale ?? 'en-US', { maximumFractionDigits: 6 }),
  })
}

/** The names of amounts. */
export const amountNames: Record<AmountKind, string> = {
  bonus: msg('Bonus'),
  discretionary_bonus: msg('Discretionary bonus'),
  commission: msg('Commission'),
  piece: msg('Piece work'),
  tips: msg('Tips'),
  allowance: msg('Allowance'),
  reimbursement: msg('Reimbursement'),
}

/** Compares kinds for the order in files: regular, by multiplier, premium for breaks, time off, then amounts. */
export function byKind(a: Kind, b: Kind): number {
  return rankOf(a) - rankOf(b)
}

function rankOf(kind: Kind): number {
  const timeOff = timeOffJobcode(kind)
  if (timeOff !== undefined) return 1e6 + timeOff
  if (isMoneyKind(kind)) return kind === salaryKind ? 0 : 1e9 + [...amountKindNames, restKind].indexOf(kind)
  return kind === breakPremiumKind ? 1e5 : multiplierOf(kind)
}

/** The multiplier by which a kind of work is paid. */
export function multiplierOf(kind: Kind): number {
  const named: Record<string, number> = { regular: 1, overtime: 1.5, double: 2 }
  return named[kind] ?? Number(kind.slice(5))
}
