import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { type Handle, sql } from '../../engine/sql.ts'
import { readRules } from '../../rules/overtime/overtime.ts'
import { versionsOf } from '../../rules/overtime/policy.ts'
import { calendarOfGroup, type HolidayCalendar, isPaidDate } from '../../rules/time/holidays.ts'
import { groupsOf, type Override, overtimeSection } from '../settings/settings.ts'

// The company's holiday calendars, and who each applies to.

/** Loads the calendars, so that the functions below need no query. */
export async function loadHolidays(company: CompanySnapshot): Promise<readonly HolidayCalendar[]> {
  return company.value('holidays', (handle) => readCalendars(handle, company.row.company_id))
}

/** The dates of a person's holidays, by the groups they were in. Call after `loadHolidays` and `loadSettings`. */
export function holidayDates(company: CompanySnapshot, user: { id: number; group_id: number }): ReadonlySet<string> {
  const groups = groupsOf(company, user)
  if (groups.length === 1) return holidaysOfGroup(company, user.group_id)
  const dates = groups.flatMap(({ from, group_id }, index) => {
    const until = groups[index + 1]?.from ?? null
    const held = (date: string) => date >= (from ?? '') && (until === null || date < until)
    return [...holidaysOfGroup(company, group_id)].filter(held)
  })
  return new Set(dates)
}

/** The name of a holiday that is paid to a person on a date. Call after `loadHolidays` and `loadSettings`. */
export function paidHoliday(
  company: CompanySnapshot,
  user: { id: number; group_id: number },
  date: string,
): string | undefined {
  const calendars = company.valueNow<readonly HolidayCalendar[]>('holidays')
  if (calendars.length === 0) return undefined
  const { group_id } = groupsOf(company, user).findLast(({ from }) => (from ?? '') <= date) ?? user
  const calendar = calendarOfGroup(calendars, group_id)
  if (!calendar || !isPaidDate(calendar, date)) return undefined
  return calendar.holidays.find((holiday) => holiday.date === date)?.name
}

function holidaysOfGroup(company: CompanySnapshot, group_id: number): ReadonlySet<string> {
  const calendar = calendarOfGroup(company.valueNow<readonly HolidayCalendar[]>('holidays'), group_id)
  return company.memo(
    `holidays/${calendar?.id ?? 0}`,
    () => new Set((calendar?.holidays ?? []).map(({ date }) => date)),
  )
}

type CalendarRow = {
  id: number
  name: string
  is_default: number
  jobcode_id: number
  seconds: number
  weekends: number
}

/** All calendars, with their holidays by date, from the database. */
export async function readCalendars(handle: Handle, companyId: number): Promise<HolidayCalendar[]> {
  const rows = await handle.all<CalendarRow>(
    sql`select id, name, is_default, jobcode_id, seconds, weekends from holiday_calendars
      where company_id = ${companyId} order by id`,
  )
  if (rows.length === 0) return []
  const days = await handle.all<{ calendar_id: number; date: string; name: string }>(
    sql`select calendar_id, date, name from holidays where company_id = ${companyId} order by calendar_id, date`,
  )
  const groups = await handle.all<{ calendar_id: number; group_id: number }>(
    sql`select calendar_id, group_id from holiday_groups where company_id = ${companyId} order by group_id`,
  )
  const daysOf = Map.groupBy(days, ({ calendar_id }) => calendar_id)
  const groupsOf = Map.groupBy(groups, ({ calendar_id }) => calendar_id)
  return rows.map(({ id, name, is_default, jobcode_id, seconds, weekends }) => ({
    id,
    name,
    is_default: is_default === 1,
    group_ids: (groupsOf.get(id) ?? []).map(({ group_id }) => group_id),
    pay: jobcode_id === 0 ? null : { jobcode_id, seconds, weekends: weekends === 1 },
    holidays: (daysOf.get(id) ?? []).map(({ date, name }) => ({ date, name })),
  }))
}

/** Whether any overtime rule in the company pays for work on holidays. Call after `loadSettings`. */
export function paysForHolidays(company: CompanySnapshot): boolean {
  return company
    .valueNow<Override[]>('settings')
    .filter(({ section, key }) => section === overtimeSection && key === 'rules')
    .flatMap(({ value }) => versionsOf(value))
    .some(({ rules }) => rules !== null && rules !== 'settings' && hasHolidayRule(rules))
}

function hasHolidayRule(rules: string | readonly unknown[]): boolean {
  return readRules(rules).some(({ kind }) => kind === 'holiday')
}
