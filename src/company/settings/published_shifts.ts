import { type Handle, type Sql, sql } from '../../engine/sql.ts'
import { instantOf, localDate } from '../../rules/time/calendar.ts'
import type { PublishedShift } from '../../rules/time/expected_work.ts'

/**
 * The published shifts of people that begin around these dates, by person. `theirs` is a condition on the shifts, which
 * must name the company.
 */
export async function publishedShifts(
  theirs: Sql,
  first: string,
  last: string,
  handle: Handle,
): Promise<Map<number, PublishedShift[]>> {
  // In any zone, the date of a shift is within a day of its UTC date.
  const around = sql`"start" between ${instantOf(first, -86_400, 'UTC')} and ${instantOf(last, 2 * 86_400, 'UTC')}`
  const rows = await handle.all<Omit<PublishedShift, 'date'> & { user_id: number; timezone: string }>(
    sql`select user_id, "start", "end", timezone from schedule_events
      where ${theirs} and ${around} and active = 1 and draft = 0 and all_day = 0
      and kind <> 'base' and assigned_user_ids <> ''`,
  )
  const shifts = new Map<number, PublishedShift[]>()
  for (const { user_id, start, end, timezone } of rows)
    shifts.set(user_id, [...(shifts.get(user_id) ?? []), { start, end, date: localDate(start, timezone) }])
  return shifts
}
