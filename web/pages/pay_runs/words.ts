import { msg } from '../../../src/rules/language/messages.ts'
import { sharesByKind } from '../../../src/rules/pay/shown_hours.ts'
import { amountNames } from '../../../src/rules/payroll_files/kinds.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'

/** A pay run. */
export type Run = AnswerOf<'GET /api/console/pay_runs'>['pay_runs'][number]

/** A pay run with what it paid, and its files. */
export type WholeRun = AnswerOf<'GET /api/console/pay_runs/{id}'>

/** What a run paid one person. */
export type PaidPerson = WholeRun['people'][number]

/** A line of it. */
export type PaidLine = PaidPerson['lines'][number]

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

const causeWords: Readonly<Record<PaidLine['cause'], string>> = {
  '': '',
  rules_changed: msg('Rules were changed'),
  late_entry: msg('Time was added later'),
  corrected: msg('Time was corrected'),
  rate_changed: msg('A rate was changed'),
  amount_changed: msg('An amount was changed'),
  rest_of_workweek: msg('Rest of the workweek'),
  entered: msg('Entered'),
}

/** Why a line adjusts what was paid; '' if it does not. */
export function causeText({ cause, reason }: PaidLine): string {
  return reason || (cause === '' ? '' : t(causeWords[cause]))
}

const kindWords: Readonly<Record<string, string>> = {
  ...amountNames,
  salary: msg('Salary'),
  deduction: msg('Unpaid days'),
  rest_periods: msg('Rest periods of piece work'),
  break_premium: msg('Breaks not provided'),
  time_off: msg('Time off'),
  time_off_payout: msg('Time off paid out'),
  adjustment: msg('Adjustment'),
}

/** What a line pays for, such as `Regular` and `Overtime`. */
export function lineText({ kind, multiplier }: PaidLine): string {
  const known = kindWords[kind]
  if (known) return t(known)
  if (kind !== 'work') return kind.replaceAll('_', ' ')
  if (multiplier === 1) return t('Regular')
  if (multiplier === 1.5) return t('Overtime')
  return multiplier === 2 ? t('Double time') : t('Overtime at {times} times', { times: multiplier })
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
