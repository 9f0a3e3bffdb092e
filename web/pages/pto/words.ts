import type { AnswerOf } from '../../api/contract.ts'
import { dateText } from '../../time.ts'

/** How a kind of time off accrues, and for whom. */
export type Policy = AnswerOf<'GET /api/console/pto_policies'>['policies'][number]

/** When a policy grants, on screen. */
export const schedules: Readonly<Record<Policy['every'], string>> = {
  year: 'Every year',
  anniversary: 'On each hire anniversary',
  period: 'Every pay period',
  worked: 'For hours worked',
}

/** `6:00 every pay period, up to 200:00, 40:00 carry over on January 1`. */
export function policyText(policy: Policy, hours: (seconds: number) => string): string {
  const { every, seconds, per_worked, turn, cap, carry_over } = policy
  const day = dateText(`2001-${turn}`, { month: 'long', day: 'numeric' })
  const when = {
    year: `every year on ${day}`,
    anniversary: 'on each hire anniversary',
    period: 'every pay period',
    worked: `for every ${hours(per_worked)} worked`,
  }
  const kept = carry_over === 0 ? 'nothing carries over' : `${hours(carry_over ?? 0)} carry over`
  const yearly = every === 'year' || every === 'anniversary'
  return [
    `${hours(seconds)} ${when[every]}`,
    ...(cap === null ? [] : [`up to ${hours(cap)}`]),
    ...(carry_over === null ? [] : [yearly ? kept : `${kept} on ${day}`]),
  ].join(', ')
}
