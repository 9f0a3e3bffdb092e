import { type Reason, reason } from '../refusals/reason.ts'
import { addDays, daysBetween, isDate, weekday } from './calendar.ts'

/** The most calendars per company. */
export const calendarsMax = 20

/** The most holidays per calendar. */
export const holidaysMax = 500

/** The longest name of a calendar, in characters. */
export const calendarNameMax = 64

/** The longest name of a holiday. */
const holidayNameMax = 100

/** The first and last year of holidays. */
export const years = { first: 2000, last: 2100 } as const

/** The most years in one import. */
export const importYearsMax = 10

/** A holiday in a calendar. */
export type Holiday = { date: string; name: string }

/**
 * A company's calendar. It applies to the groups that have it and, if it is the default, to everyone else except groups
 * with another one. `pay`: the paid time off that each of its holidays grants; `weekends`: also on Saturdays and Sundays.
 */
export type HolidayCalendar = {
  id: number
  name: string
  is_default: boolean
  group_ids: readonly number[]
  pay: { jobcode_id: number; seconds: number; weekends: boolean } | null
  holidays: readonly Holiday[]
}

/** The calendar that applies to the people of a group (0: without one). */
export function calendarOfGroup(calendars: readonly HolidayCalendar[], groupId: number): HolidayCalendar | undefined {
  const own = groupId === 0 ? undefined : calendars.find(({ group_ids }) => group_ids.includes(groupId))
  return own ?? calendars.find(({ is_default }) => is_default)
}

/** Why something cannot be a holiday. */
export function holidayProblem({ date, name }: Holiday): Reason | undefined {
  if (!isDate(date)) return reason('holiday_date_unreadable', { date: date.slice(0, 40) })
  const year = Number(date.slice(0, 4))
  if (year < years.first || year > years.last)
    return reason('year_out_of_range', { field: 'date', ...years, year: date })
  return nameProblem('name', name, holidayNameMax)
}

/** Why something cannot be a name. */
export function nameProblem(field: string, name: string, max: number): Reason | undefined {
  const { length } = [...name.trim()]
  return length === 0 || length > max ? reason('name_malformed', { field, max }) : undefined
}

/** Whether a holiday grants paid time off on its date. */
export function isPaidDate(calendar: HolidayCalendar, date: string): boolean {
  return calendar.pay !== null && (calendar.pay.weekends || ![0, 6].includes(weekday(date)))
}

/** The dates between two days, inclusive, that are holidays in only one of two calendars. */
export function differingDates(a: HolidayCalendar | undefined, b: HolidayCalendar | undefined): string[] {
  const [before, after] = [a, b].map((calendar) => new Set((calendar?.holidays ?? []).map(({ date }) => date)))
  return [...before!.symmetricDifference(after!)].sort()
}

/**
 * A public holiday as its source describes it: local start as `YYYY-MM-DD hh:mm:ss`, possibly with hours and minutes to
 * add, such as -0600 for a day that begins at six on the evening before.
 */
type SourceDay = { start: string; hours: number; name: string }

const startPattern = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):\d{2}(?: ([+-])(\d{2})(\d{2}))?/

/**
 * The dates of a public holiday: those whose working day, from 9:00 to 18:00, it covers. So a holiday that begins on
 * the evening before has one date, one of several days has all of them, and a free afternoon has none.
 */
export function datesOfDay({ start, hours, name }: SourceDay): Holiday[] {
  const [, date = '', hour, minute, sign, hoursOff = 0, minutesOff = 0] = startPattern.exec(start) ?? []
  if (!isDate(date)) return []
  const shift = (sign === '-' ? -1 : 1) * (Number(hoursOff) + Number(minutesOff) / 60)
  const begins = Number(hour) + Number(minute) / 60 + shift
  const days = Array.from({ length: Math.ceil((begins + hours) / 24) + 1 }, (_, day) => day)
  return days
    .filter((day) => day * 24 + 9 >= begins && day * 24 + 18 <= begins + hours)
    .map((day) => ({ date: addDays(date, day), name }))
}

/** Holidays by date, each date once; several on one date share it. */
export function mergedByDate(holidays: readonly Holiday[]): Holiday[] {
  const names = new Map<string, string[]>()
  for (const { date, name } of holidays) {
    const known = names.get(date) ?? []
    if (!known.includes(name)) names.set(date, [...known, name])
  }
  return [...names]
    .map(([date, all]) => ({ date, name: [...all.join(' / ')].slice(0, holidayNameMax).join('') }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The longest range of dates in a request, in days. */
const rangeMax = 400

/** Why two texts are not a range of dates. */
export function rangeProblem(first: string, last: string): Reason | undefined {
  if (!isDate(first)) return reason('holiday_date_malformed', { field: 'start_date' })
  if (!isDate(last)) return reason('holiday_date_malformed', { field: 'end_date' })
  if (last < first) return reason('ends_before_start')
  return daysBetween(first, last) > rangeMax ? reason('holiday_range_too_long', { max: rangeMax }) : undefined
}
