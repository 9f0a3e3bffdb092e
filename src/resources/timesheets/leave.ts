import { loadHolidays, paidHoliday } from '../../company/holidays/holidays.ts'
import { publishedShifts } from '../../company/settings/published_shifts.ts'
import { loadSettings, settingsFor, zoneFor } from '../../company/settings/settings.ts'
import { patternOf } from '../../company/settings/working_pattern.ts'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { inList, sql } from '../../engine/sql.ts'
import type { RecordOf } from '../../engine/table.ts'
import { addDays, localDate } from '../../rules/time/calendar.ts'
import { type DayFacts, type Leave, type LeaveProblem, leaveProblem } from '../../rules/time/day_gate.ts'
import { expectedDays, type PublishedShift } from '../../rules/time/expected_work.ts'
import { longestEntryDays } from '../../rules/time/timesheets.ts'

// The gate for time off: requests, approvals and entries in the app ask it before they add time off to a day.

type Entry = RecordOf<'time_off_request_entries'>
type Timesheet = RecordOf<'timesheets'>
type User = RecordOf<'users'>

/** A day of a person on which time off may be added. */
export type WantedDay = { user: number; date: string }

/** Published shifts around the days, by person. */
export type Shifts = ReadonlyMap<number, readonly PublishedShift[]>

/** Loads what stands on these days: time off, requests for it, shifts and holidays. Call after the users are loaded. */
export async function loadLeave(days: readonly WantedDay[], { work, company }: Context): Promise<Shifts> {
  if (days.length === 0) return new Map()
  await loadSettings(company)
  await loadHolidays(company)
  const users = [...new Set(days.map(({ user }) => user))]
  const dates = [...new Set(days.map(({ date }) => date))].sort()
  const [first, last] = [dates[0]!, dates.at(-1)!]
  // Time off with times of the clock may last for days.
  const before = Array.from({ length: longestEntryDays }, (_, index) => addDays(first, -1 - index))
  const around = sql`${inList(sql`user_id`, users)} and ${inList(sql`date`, [...before, ...dates])}`
  await work.load('time_off_request_entries', sql`${around} and active = 1 and status in ('pending', 'approved')`)
  const types = sql`select id from jobcodes where company_id = ${company.row.company_id}
    and type in ('pto', 'unpaid_time_off')`
  const sheets = await work.load(
    'timesheets',
    sql`${around} and (jobcode_id in (${types}) or time_off_entry_id <> 0)`,
    {
      index: 'timesheets_user_date',
    },
  )
  await company.look(
    'jobcodes',
    [...sheets, ...work.all('time_off_request_entries')].map(({ jobcode_id }) => jobcode_id),
  )
  const whose = sql`company_id = ${company.row.company_id} and ${inList(sql`user_id`, users)}`
  return publishedShifts(whose, addDays(first, -7), addDays(last, 7), work.tx)
}

/** Time off as the gate sees it: an entry of a request, a timesheet, or the timesheet of an approved entry; 0 for none. */
type Standing = Leave & { entry: number; sheet: number }

/** Time off that is asked for. The ids are its own, as it does not stand in its own way; 0 if it is new. */
type Asked = Standing

/**
 * Refuses time off that does not fit the day (417). `booked`: only what is booked counts, as other requests are not
 * decided yet. Call after `loadLeave`.
 */
export function leaveFits(asked: Asked, owner: User, ctx: Context, shifts: Shifts, options = { booked: false }): void {
  const others = standing(owner, ctx, options).filter(
    ({ entry, sheet }) => (!asked.entry || entry !== asked.entry) && (!asked.sheet || sheet !== asked.sheet),
  )
  const facts = dayFacts(owner, ctx, shifts.get(owner.id) ?? [])(asked.date)
  const problem = leaveProblem(asked, others, facts)
  // No one has said which hours this person works.
  if (problem && (facts.isChosen || !dependsOnPattern(problem))) refuse(problem, asked)
}

function dependsOnPattern({ kind }: LeaveProblem<unknown>): boolean {
  return kind === 'leave_beyond_day' || kind === 'leave_on_day_off'
}

function refuse(problem: LeaveProblem<Standing>, { date }: Asked): never {
  const { kind } = problem
  if (kind === 'leave_on_holiday') throw new Refusal(417, 'leave_on_holiday', { date, name: problem.name })
  if (kind === 'leave_on_day_off') throw new Refusal(417, 'leave_on_day_off', { date })
  if (kind === 'leave_beyond_day')
    throw new Refusal(417, 'leave_beyond_day', {
      date,
      hours: inHours(problem.total),
      limit: inHours(problem.expected),
    })
  const { other } = problem
  const named = other.sheet
    ? { kind: 'timesheet', id: other.sheet }
    : { kind: 'time off request entry', id: other.entry }
  throw new Refusal(417, 'leave_twice', { date, hours: inHours(other.seconds), ...named })
}

function inHours(seconds: number): number {
  return Math.round(seconds / 36) / 100
}

/** The time off of a person: requests that may come to be, and timesheets. */
function standing({ id: userId }: User, { work }: Context, { booked }: { booked: boolean }): Standing[] {
  const wanted = booked ? ['approved'] : ['approved', 'pending']
  const entries = work.all(
    'time_off_request_entries',
    ({ user_id, active, status }) => user_id === userId && active && wanted.includes(status),
  )
  // An approved entry has a timesheet, which may have been changed since; one from an import may have none.
  const alone = entries.filter(({ approved_timesheet_id }) => approved_timesheet_id === 0)
  const sheets = work.all(
    'timesheets',
    (sheet) => sheet.user_id === userId && (sheet.time_off_entry_id !== 0 || isTimeOff(sheet.jobcode_id, work)),
  )
  return [...alone.map((entry) => leaveOf(entry, { work })), ...sheets.map((sheet) => leaveIn(sheet, { work }))]
}

/** Whether time on a jobcode is time off. Call after looking it up. */
export function isTimeOff(jobcodeId: number, work: Pick<Context['work'], 'get'>): boolean {
  const type = work.get('jobcodes', jobcodeId)?.type
  return type === 'pto' || type === 'unpaid_time_off'
}

/** An entry of a request as the gate sees it. */
export function leaveOf(
  { id: entry, date, duration: seconds, entry_method, start_time: start, end_time: end, jobcode_id }: Entry,
  { work }: Pick<Context, 'work'>,
): Standing {
  const times = entry_method === 'regular' ? { start, end } : {}
  return { date, seconds, paid: work.get('jobcodes', jobcode_id)?.type === 'pto', ...times, entry, sheet: 0 }
}

/** A timesheet as the gate sees it. */
export function leaveIn(
  { id: sheet, time_off_entry_id: entry, date, type, start, end, duration: seconds, jobcode_id }: Timesheet,
  { work }: Pick<Context, 'work'>,
): Standing {
  const times = type === 'regular' && end !== null ? { start, end } : {}
  return { date, seconds, paid: work.get('jobcodes', jobcode_id)?.type === 'pto', ...times, entry, sheet }
}

/** What is known about the days of a person. Call after `loadSettings` and `loadHolidays`. */
export function dayFacts(
  owner: { id: number; group_id: number },
  { company, now }: { company: CompanySnapshot; now: number },
  shifts: readonly PublishedShift[],
): (date: string) => DayFacts {
  const today = localDate(now, zoneFor(company, owner))
  const patternOn = (day: string) => patternOf(owner, company, day)
  const expectedOn = expectedDays(patternOn, shifts)
  const allowsMore = Number(settingsFor(company, owner).general.settings.time_off_beyond_day) === 1
  return (date) => {
    const { seconds, isPlanned } = expectedOn(date)
    return {
      expected: seconds,
      isChosen: isPlanned || patternOn(date).isChosen,
      // Holidays that have begun are paid already, or not at all.
      holiday: date > today ? paidHoliday(company, owner, date) : undefined,
      allowsMore,
    }
  }
}
