import { breakRulesFor, paysBreakPremium } from '../company/break_rules.ts'
import { typesOfJobcodes } from '../company/worked_time.ts'
import type { ReadContext } from '../engine/context.ts'
import { type Handle, indexHint, inList, sql } from '../engine/sql.ts'
import type { User } from '../resources/users.ts'
import { breakFindings, breakPremium, type EntryWithBreaks } from '../rules/breaks.ts'
import { addDays } from '../rules/calendar.ts'
import type { Range } from '../rules/payroll.ts'

type Row = Omit<EntryWithBreaks, 'seconds' | 'kind'> & { user_id: number; duration: number; jobcode_id: number }

/**
 * Seconds of premium by kind of break, for each user to whom the company pays one; others are absent. No query unless
 * there is such a user. Call after `loadSettings`.
 */
export async function breakPremiums(
  users: readonly User[],
  range: Range,
  { company, now }: ReadContext,
  handle: Handle,
): Promise<Map<number, Record<string, number>>> {
  const paid = users.filter((user) => paysBreakPremium(company, user) && breakRulesFor(company, user).length > 0)
  if (paid.length === 0) return new Map()
  const types = await typesOfJobcodes(company)
  const whose = inList(
    sql`user_id`,
    paid.map(({ id }) => id),
  )
  // A shift of the first or last day may have entries on the day before or after.
  const [first, last] = [addDays(range.start_date, -1), addDays(range.end_date, 1)]
  const rows = await handle.all<Row>(
    sql`select user_id, id, date, "start", "end", duration, type, jobcode_id
      from timesheets ${indexHint('timesheets_user_date')}
      where company_id = ${company.row.company_id} and ${whose} and date between ${first} and ${last}
      and "end" is not null`,
  )
  const entries = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map(
    paid.map((user) => {
      const own = (entries.get(user.id) ?? []).map(
        ({ duration, jobcode_id, ...row }): EntryWithBreaks => ({
          ...row,
          seconds: duration,
          kind: (types.get(jobcode_id) ?? 'work') as EntryWithBreaks['kind'],
        }),
      )
      const findings = breakFindings(own, breakRulesFor(company, user), now)
      return [user.id, breakPremium(findings.filter(({ date }) => date >= range.start_date && date <= range.end_date))]
    }),
  )
}
