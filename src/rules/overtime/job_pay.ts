import { lastOf, valueAt } from '../elements.ts'
import type { RateBook } from '../pay/pay.ts'
import type { Policy } from './rule.ts'

// Which rules for lower wages apply to which jobs of one person, without revealing pay rates.

/**
 * Names of the rules for lower wages that apply to a job from a date on; job 0 stands for all jobs that are not listed.
 */
type JobPay = { jobcode_id: number; from: string; rules: string[] }

/**
 * The results of `isPaidBelow` of a policy from `policyAtPay` as data, only for jobs that differ from the person's
 * other time.
 */
export function jobPay({ rules, isPaidBelow }: Policy, user_id: number, rates: RateBook): JobPay[] {
  const lower = rules.filter(({ payBelow }) => payBelow !== undefined)
  if (!isPaidBelow || lower.length === 0) return []
  const namesOn = (jobcode_id: number, date: string) => [
    ...new Set(lower.filter((rule) => isPaidBelow(rule, jobcode_id, date)).map(({ name }) => name)),
  ]
  const own = rates.datesOf(user_id, 0)
  const differs = (job: number) =>
    rates.datesOf(user_id, job).some((date) => String(namesOn(job, date)) !== String(namesOn(0, date)))
  const jobs = rates.jobsOf(user_id).filter(differs)
  return [0, ...jobs].flatMap((jobcode_id) => {
    const dates = jobcode_id === 0 ? own : rates.datesOf(user_id, jobcode_id)
    const spans = dates.map((from): JobPay => ({ jobcode_id, from, rules: namesOn(jobcode_id, from) }))
    return spans.filter(({ rules }, index) => {
      const before = spans[index - 1]
      return !before || String(rules) !== String(before.rules)
    })
  })
}

/** `isPaidBelow` from that data. */
export function paidBelow(pay: readonly JobPay[]): Policy['isPaidBelow'] {
  if (pay.length === 0) return undefined
  const byJob = Map.groupBy(pay, ({ jobcode_id }) => jobcode_id)
  return ({ name }, jobcode_id, day) =>
    lastOf((byJob.get(jobcode_id) ?? valueAt(byJob, 0)).filter(({ from }) => from <= day)).rules.includes(name)
}
