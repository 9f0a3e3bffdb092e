import { msg } from '../../../src/rules/language/messages.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'

/** How a kind of time off accrues, and for whom. */
export type Policy = AnswerOf<'GET /api/console/pto_policies'>['policies'][number]

/** When a policy grants time, as messages. */
export const schedules: Readonly<Record<Policy['every'], string>> = {
  year: msg('Every year'),
  anniversary: msg('On each hire anniversary'),
  period: msg('Every pay period'),
  worked: msg('For hours worked'),
}

/** `6:00 every pay period, up to 200:00, 40:00 carry over on January 1`. */
export function policyText(policy: Policy, hours: (seconds: number) => string): string {
  const { every, seconds, per_worked, turn, cap, carry_over, paid_out } = policy
  const day = dateText(`2001-${turn}`, { month: 'long', day: 'numeric' })
  const yearly = every === 'year' || every === 'anniversary'
  const kept = keptTexts[carry_over === 0 ? 'nothing' : 'some'][yearly ? 'yearly' : 'onDay']
  return [
    t(grantTexts[every], { hours: hours(seconds), day, worked: hours(per_worked) }),
    ...(cap === null ? [] : [t('up to {hours}', { hours: hours(cap) })]),
    ...(carry_over === null ? [] : [t(kept, { hours: hours(carry_over), day })]),
    ...(paid_out ? [t('paid out at the end')] : []),
  ].join(', ')
}

const grantTexts: Readonly<Record<Policy['every'], string>> = {
  year: msg('{hours} every year on {day}'),
  anniversary: msg('{hours} on each hire anniversary'),
  period: msg('{hours} every pay period'),
  worked: msg('{hours} for every {worked} worked'),
}

const keptTexts = {
  nothing: { yearly: msg('nothing carries over'), onDay: msg('nothing carries over on {day}') },
  some: { yearly: msg('{hours} carry over'), onDay: msg('{hours} carry over on {day}') },
}
