import { type Handle, type Sql, sql } from '../engine/sql.ts'
import { instantOf, localDate, type Range } from '../rules/time/calendar.ts'
import { byPerson } from './pay/worked_time.ts'

/** A published shift, with the date on which it begins in its own zone. Instants are microseconds. */
export type PublishedShift = { date: string; start: number; end: number }

/** The published shifts of people, by person. `whose` is a condition on user_id, with the company. */
export async function publishedShifts(
  whose: Sql,
  { start_date, end_date }: Range,
  handle: Handle,
): Promise<Map<number, PublishedShift[]>> {
  // In any zone, the date of a shift is within a day of its UTC date.
  const [first, last] = [instantOf(start_date, -86_400, 'UTC'), instantOf(end_date, 2 * 86_400, 'UTC')]
  const shifts = await handle.all<Omit<PublishedShift, 'date'> & { user_id: number; timezone: string }>(
    sql`select user_id, "start", "end", timezone from schedule_events
      where ${whose} and "start" between ${first} and ${last} and active = 1 and draft = 0 and all_day = 0
      and kind <> 'base' and assigned_user_ids <> ''`,
  )
  return byPerson(shifts, ({ start, end, timezone }) => ({ start, end, date: localDate(start, timezone) }))
}
