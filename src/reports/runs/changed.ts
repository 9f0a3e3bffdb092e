import { changedSince } from '../../company/versions.ts'
import type { ReadContext } from '../../engine/context.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import type { User } from '../../resources/users/record.ts'
import { addDays, type Range } from '../../rules/time/calendar.ts'
import { digest } from './due_pay.ts'

// What is due for days that were paid is reckoned again only if it can have changed. A run of everyone keeps a mark: the
// company's versions, and digests of people. If only time was recorded since, only its surroundings can have changed.

/** Tables whose changes do not alter what is due, besides time and people, which are looked at. */
const harmless = new Set([
  ...['timesheets', 'timesheets_deleted', 'timesheet_history', 'users', 'time_locks', 'sent_back', 'corrections'],
  ...['pay_runs', 'pay_run_people', 'pay_run_lines', 'pay_run_files', 'pay_run_marks'],
  ...['notifications', 'pto_ledger', 'geolocations', 'files'],
  ...['time_off_requests', 'time_off_request_entries', 'time_off_request_notes'],
])

/** Time can change what is due for days this far away: a fortnight of overtime, and what reaches into it. */
const reachDays = 16

type Mark = { version: number; stamp: number; last_modified: string; people: string }

/** The mark of a run of everyone, as a row of `pay_run_marks`. `users`: everyone whose days it has considered. */
export function markOf({ company }: ReadContext, users: readonly User[]): Mark {
  const { version, stamp, last_modified } = company.row
  return { version, stamp, last_modified, people: JSON.stringify(users.map((user) => [user.id, digestOf(user)])) }
}

/** What of a person pay may depend on; not what changes by itself. */
function digestOf(user: User): string {
  const { submitted_to, approved_to, last_active, last_modified, pto_balances, ...rest } = user
  return digest(rest)
}

/** Whether days of a person may be due differently than at the last run of everyone. */
type MayDiffer = (user: User, days: Range) => boolean

/** Finds out, with at most four queries. */
export async function whatMayDiffer({ company }: ReadContext, handle: Handle): Promise<MayDiffer> {
  const { company_id } = company.row
  const mark = await handle.get<Mark>(
    sql`select m.version, m.stamp, m.last_modified, m.people from pay_run_marks m
      join pay_runs r on r.company_id = ${company_id} and r.id = m.pay_run_id and r.revision = m.revision
      where m.company_id = ${company_id} and r.state <> 'open' order by m.stamp desc limit 1`,
  )
  const changed = mark && changedSince(mark, company.row)
  if (!mark || !changed) return () => true
  const others = changed.filter((table) => !harmless.has(table))
  // Shifts say on which days people with a salary work.
  const isShiftsOnly = others.every((table) => table === 'schedule_events')
  if (!isShiftsOnly || (others.length > 0 && (await hasSalaries(company_id, handle)))) return () => true
  const known = new Map<number, string>(JSON.parse(mark.people))
  const rows = await handle.tuples<[user_id: number, date: string, created: number]>(
    sql`select user_id, date, created from timesheets where company_id = ${company_id} and last_modified > ${mark.stamp}
      union all select user_id, date, 0 from timesheets_deleted
        where company_id = ${company_id} and last_modified > ${mark.stamp}`,
  )
  // What was there before may have been on another day.
  const anywhere = new Set(rows.flatMap(([user, , created]) => (created <= mark.stamp ? [user] : [])))
  const dates = Map.groupBy(rows, ([user]) => user)
  const differing = new Map<number, boolean>()
  return (user, { start_date, end_date }) => {
    // A person is asked about for each run that paid them.
    const differs = differing.get(user.id) ?? (anywhere.has(user.id) || known.get(user.id) !== digestOf(user))
    differing.set(user.id, differs)
    if (differs) return true
    const [first, last] = [addDays(start_date, -reachDays), addDays(end_date, reachDays)]
    return (dates.get(user.id) ?? []).some(([, date]) => date >= first && date <= last)
  }
}

async function hasSalaries(companyId: number, handle: Handle): Promise<boolean> {
  const found = await handle.get(
    sql`select user_id from pay_rates where company_id = ${companyId} and per <> 'hour' limit 1`,
  )
  return found !== undefined
}
