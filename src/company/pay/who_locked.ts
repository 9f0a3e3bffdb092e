import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { sql } from '../../engine/sql.ts'
import type { Change, UnitOfWork } from '../../engine/unit_of_work.ts'
import { keysOf } from '../../rules/elements.ts'
import { startOfTime } from '../../rules/time/timesheets.ts'

/** The ways in which time is locked, and the user's date for each. */
const kinds = { submitted: 'submitted_to', approved: 'approved_to' } as const

type Kind = keyof typeof kinds

type Dates = { id: number; submitted_to: string; approved_to: string }

/** Who locked a day, and when, in microseconds since the epoch. */
type TimeLock = { kind: Kind; changed_by_user_id: number; created: number }

/** Records who changed the dates through which people's time is submitted or approved. */
export function recordLocks(changes: readonly Change<Dates>[], work: UnitOfWork): void {
  for (const { before, after } of changes) {
    if (!after) continue
    for (const [kind, field] of Object.entries(kinds)) {
      const [earlier, later] = [before?.[field] ?? startOfTime, after[field]]
      if (earlier === later) continue
      work.append('time_locks', {
        ...{ user_id: after.id, kind, created: work.stamp, earlier, later },
        changed_by_user_id: work.author.userId,
      })
    }
  }
}

/** Who last locked this day of a person, by kind; only for current locks whose author is known. */
export async function locksOf(user: Dates, date: string, company: CompanySnapshot): Promise<TimeLock[]> {
  const rows = await company.ask<TimeLock>(
    sql`select kind, changed_by_user_id, created from time_locks where company_id = ${company.row.company_id}
      and user_id = ${user.id} and earlier < ${date} and later >= ${date} order by created desc`,
  )
  return keysOf(kinds).flatMap((kind) => {
    const last = rows.find((row) => row.kind === kind)
    return last && date <= user[kinds[kind]] ? [last] : []
  })
}
