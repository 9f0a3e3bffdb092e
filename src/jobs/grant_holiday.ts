import { loadSettings } from '../company/settings/settings.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import { RequestError } from '../engine/errors.ts'
import type { Db } from '../engine/sql.ts'
import type { Author } from '../engine/unit_of_work.ts'
import { addDays, isDate } from '../rules/time/calendar.ts'
import { type HolidayCalendar, isPaidDate } from '../rules/time/holidays.ts'
import { grantToAll, lastDayBegun } from './holiday_pay.ts'

/**
 * A holiday to grant manually: to everyone who has the calendar, or to certain people, whichever calendar they have.
 */
type Wanted = {
  calendar: HolidayCalendar
  date: string
  userIds?: readonly number[]
  /** Instead of the calendar's hours. */
  seconds?: number
}

/**
 * Grants a past or current holiday to people who do not have it yet. Returns how many timesheets were created, and how
 * many people got none, by reason. Throws RequestError 417 if the date is not a paid holiday of the calendar, or is in
 * the future.
 */
export async function grantHoliday(
  db: Pick<Db, 'write'>,
  company: CompanySnapshot,
  author: Author,
  { calendar, date, userIds, seconds }: Wanted,
  now: number,
) {
  await loadSettings(company)
  checkDate(calendar, date, lastDayBegun(company, now))
  if (userIds) await checkPeople(userIds, company)
  const only = { ...(userIds && { userIds }), ...(seconds !== undefined && { seconds }) }
  const { company_id: companyId } = company.row
  return grantToAll(db, { companyId, author, calendarId: calendar.id, from: addDays(date, -1), to: date, ...only }, now)
}

function checkDate(calendar: HolidayCalendar, date: string, today: string): void {
  if (!isDate(date)) throw new RequestError(417, 'holiday_date_malformed')
  if (!calendar.holidays.some((each) => each.date === date))
    throw new RequestError(417, 'no_such_holiday', { name: calendar.name, date })
  if (!calendar.pay) throw new RequestError(417, 'holidays_grant_nothing', { name: calendar.name })
  if (!isPaidDate(calendar, date)) throw new RequestError(417, 'holiday_on_weekend', { date })
  if (date > today) throw new RequestError(417, 'holiday_not_come', { date })
}

async function checkPeople(ids: readonly number[], company: CompanySnapshot): Promise<void> {
  await company.look('users', ids)
  const unknown = ids.find((id) => !company.get('users', id)?.active)
  if (unknown !== undefined) throw new RequestError(417, 'no_active_user', { field: 'user_ids', id: unknown })
}
