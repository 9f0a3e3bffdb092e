import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import { addDays } from '../../rules/time/calendar.ts'
import { expectedWork } from '../../rules/time/expected_work.ts'
import { holidayDates, loadHolidays } from '../holidays/holidays.ts'
import { publishedShifts } from './published_shifts.ts'
import { loadSettings } from './settings.ts'
import { patternOf } from './working_pattern.ts'

/** The seconds that a person would work on the dates of a range: by published shifts, pattern and holidays. */
export async function expectedWorkOf(
  user: { id: number; group_id: number },
  { start_date, end_date }: { start_date: string; end_date: string },
  company: CompanySnapshot,
  handle: Handle,
): Promise<(date: string) => number> {
  await loadSettings(company)
  await loadHolidays(company)
  const theirs = sql`company_id = ${company.row.company_id} and user_id = ${user.id}`
  // A shift counts for all of its week.
  const shifts = await publishedShifts(theirs, addDays(start_date, -7), addDays(end_date, 7), handle)
  const patternOn = (date: string) => patternOf(user, company, date)
  return expectedWork(patternOn, shifts.get(user.id) ?? [], holidayDates(company, user))
}
