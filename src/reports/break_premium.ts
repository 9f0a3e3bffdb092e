import { breakAnswers } from '../company/breaks/break_answers.ts'
import { breakEntries, paidBreakRules } from '../company/breaks/break_rules.ts'
import type { ReadContext } from '../engine/context.ts'
import { type Handle, inList, sql } from '../engine/sql.ts'
import type { User } from '../resources/users/record.ts'
import type { Range } from '../rules/pay/payroll.ts'
import { type BreakFinding, breakFindings, breakPremium, breakVersionsIn } from '../rules/time/breaks.ts'
import { addDays } from '../rules/time/calendar.ts'
import { secondsBy } from './overtime.ts'
import type { PaidRuns } from './runs/paid_runs.ts'

/** The premium in reports, separate from the work. */
export const breakPremiumSchema = secondsBy(
  'Premium for breaks not provided, by kind: meal and rest. Not part of the work. Present if the company pays it.',
)

/** The same as JSON for a person's row; nothing if the company pays none. */
export function printPremium(premium: Record<string, number> | undefined): string {
  return premium ? `,"break_premium_seconds":${JSON.stringify(premium)}` : ''
}

/**
 * Seconds of premium by kind of break, for each user to whom the company pays one, as `unprovidedBreaks` finds them;
 * `paid` has those of days that pay runs have paid.
 */
export async function breakPremiums(
  users: readonly User[],
  range: Range,
  ctx: ReadContext,
  handle: Handle,
  paid?: PaidRuns,
): Promise<Map<number, Record<string, number>>> {
  const found = await unprovidedBreaks(users, range, ctx, handle)
  if (paid)
    return new Map(
      users.flatMap(({ id }) => {
        const premium = paid.premium(id, found.get(id))
        return premium ? [[id, premium]] : []
      }),
    )
  return new Map([...found].map(([id, findings]) => [id, breakPremium(findings)]))
}

/**
 * The findings about breaks within the range, for each user to whom the company pays a premium; others are absent. No
 * query unless there is such a user. Call after `loadSettings`.
 */
export async function unprovidedBreaks(
  users: readonly User[],
  range: Range,
  { company }: ReadContext,
  handle: Handle,
): Promise<Map<number, BreakFinding[]>> {
  const paid = users.flatMap((user) => {
    const rules = breakVersionsIn(paidBreakRules(company, user), range)
    return rules.length > 0 ? [{ user, rules }] : []
  })
  if (paid.length === 0) return new Map()
  const { company_id } = company.row
  const whose = inList(
    sql`user_id`,
    paid.map(({ user }) => user.id),
  )
  // A shift of the first or last day may have entries on the day before or after.
  const wider = { start_date: addDays(range.start_date, -1), end_date: addDays(range.end_date, 1) }
  const entries = await breakEntries(
    sql`company_id = ${company_id} and ${whose} and date between ${wider.start_date} and ${wider.end_date}
      and "end" is not null`,
    company,
    handle,
  )
  const answers = await breakAnswers(company_id, whose, wider, handle)
  return new Map(
    paid.map(({ user, rules }) => {
      const own = entries.get(user.id) ?? []
      // All these entries have ended, so the current time does not matter.
      const findings = breakFindings(own, rules, 0, answers.get(user.id))
      return [user.id, findings.filter(({ date }) => date >= range.start_date && date <= range.end_date)]
    }),
  )
}
