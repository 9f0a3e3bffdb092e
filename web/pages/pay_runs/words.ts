import { msg } from '../../../src/rules/language/messages.ts'
import { enteredKind, isUnpriced } from '../../../src/rules/pay/gross_lines.ts'
import { sharesByKind } from '../../../src/rules/pay/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { locale, t } from '../../language.ts'

/** A pay run. */
export type Run = AnswerOf<'GET /api/console/pay_runs'>['pay_runs'][number]

/** A pay run with what it paid, and its files. */
export type WholeRun = AnswerOf<'GET /api/console/pay_runs/{id}'>

/** What a run paid one person. */
export type PaidPerson = WholeRun['people'][number]

type PaidLine = PaidPerson['lines'][number]

/** The kinds of runs, as messages. */
export const runKindWords: Readonly<Record<Run['kind'], string>> = {
  regular: msg('Pay period'),
  off_cycle: msg('Off-cycle'),
  correction: msg('Correction'),
  final: msg('Final pay'),
}

/** The states of runs, as messages. */
export const stateWords: Readonly<Record<Run['state'], string>> = {
  open: msg('Open@@pay run'),
  closed: msg('Closed@@pay run'),
  sent: msg('Sent@@pay run'),
}

/** Whether a run has paid a pay period, not only chosen people. */
export function isClosedPeriod({ kind, state, user_ids }: Run): boolean {
  return isOfPeriod({ kind, user_ids }) && state !== 'open'
}

/** Whether a run is for everyone in a pay period. */
export function isOfPeriod({ kind, user_ids }: Pick<Run, 'kind' | 'user_ids'>): boolean {
  return kind === 'regular' && user_ids.length === 0
}

const kindWords: Readonly<Record<string, string>> = {
  break_premium: msg('Breaks not provided'),
  time_off: msg('Time off'),
  time_off_payout: msg('Time off paid out'),
  adjustment: msg('Adjustment'),
}

/** What a line pays for in a company without pay rates, such as `Regular` and `Overtime`. */
export function hoursLineText({ kind, multiplier }: PaidLine): string {
  const known = kindWords[kind]
  if (known) return t(known)
  if (multiplier === 1) return t('Regular')
  if (multiplier === 1.5) return t('Overtime')
  return multiplier === 2 ? t('Double time') : t('Overtime at {times} times', { times: multiplier })
}

/** What people would be paid, with the adjustments that were entered for them. */
export function withEntered(people: readonly PaidPerson[], entered: readonly PaidPerson[]): PaidPerson[] {
  return [...Map.groupBy([...people, ...entered], ({ user_id }) => user_id).values()].map((own) => {
    const sum = (of: 'seconds' | 'amount_cents') => own.reduce((all, one) => all + one[of], 0)
    const lines = own.flatMap((one) => one.lines)
    return { ...own[0]!, lines, seconds: sum('seconds'), amount_cents: sum('amount_cents') }
  })
}

/** Whether people are paid amounts, not only hours. */
export function hasMoney(people: readonly Pick<PaidPerson, 'lines'>[]): boolean {
  return people.some(({ lines }) => lines.some(({ amount_cents }) => amount_cents !== 0))
}

/** People with hours for which no rate was in effect, in a company that has rates or pays amounts. */
export function withoutRate(people: readonly PaidPerson[], hasRates: boolean): PaidPerson[] {
  if (!hasRates && !hasMoney(people)) return []
  return people.flatMap((person) => {
    const lines = person.lines.filter((line) => line.kind !== enteredKind && isUnpriced(line) && line.seconds > 0)
    return lines.length === 0 ? [] : [{ ...person, lines }]
  })
}

/** Whether a line adjusts what an earlier run paid. */
export function isAdjustment({ cause }: PaidLine): boolean {
  return cause !== ''
}

/** What is shown for the hours of each line: those of a kind are rounded together. */
export function shownHours(lines: readonly PaidLine[], unit: number): number[] {
  return sharesByKind(
    lines,
    ({ kind, multiplier, cause, start_date }) => [kind, multiplier, cause, start_date].join(),
    unit,
  )
}

/** The hours that are shown for people, added up. */
export function shownSum(people: readonly Pick<PaidPerson, 'lines'>[], unit: number): number {
  const all = people.flatMap(({ lines }) => shownHours(lines, unit))
  return all.reduce((sum, seconds) => sum + seconds, 0)
}

/** Hours of a whole run, rounded more than on its page, where each person’s are rounded first. */
export function roughHours(seconds: number): string {
  const hours = seconds / 3600
  return hours.toLocaleString(locale(), { maximumFractionDigits: Math.abs(hours) < 10 ? 1 : 0 })
}

/** Hours with a minus if they were paid too much. */
export function signed(seconds: number, hours: (seconds: number) => string): string {
  return seconds < 0 ? `−${hours(-seconds)}` : hours(seconds)
}
