import { breakRulesFor } from '../../company/breaks/break_rules.ts'
import { holidayDates, loadHolidays } from '../../company/holidays/holidays.ts'
import { isWorked, type Types, typesOfJobcodes } from '../../company/pay/worked_time.ts'
import { publishedShifts } from '../../company/settings/published_shifts.ts'
import { settingsFor } from '../../company/settings/settings.ts'
import { patternOf } from '../../company/settings/working_pattern.ts'
import type { ReadContext } from '../../engine/context.ts'
import { type Handle, indexHint, type Sql, sql } from '../../engine/sql.ts'
import { valueAt } from '../../rules/elements.ts'
import { plannedWork } from '../../rules/overtime/ahead.ts'
import type { Entry } from '../../rules/overtime/overtime.ts'
import { versionOn } from '../../rules/time/breaks.ts'
import { addDays, second, weekday } from '../../rules/time/calendar.ts'
import { expectedDays, type PublishedShift } from '../../rules/time/expected_work.ts'
import { thisWeek } from '../../rules/time/today.ts'
import { approvedTimeOff } from '../approvals.ts'
import type { Standing } from '../current_totals.ts'
import type { FinishedTime } from '../overtime.ts'
import { timesheetsOf } from '../people.ts'
import { runningEntry } from '../worked_totals.ts'

/** A person of the board with their week: what they have recorded, when they are off, and what they still are to work. */
export type Member = Omit<Standing, 'running' | 'day'> & {
  time: FinishedTime
  /** The running work as if it ended now; empty off the clock and on an unpaid break. */
  running: readonly Entry[]
  /** The kind of the running entry. */
  kind: string | undefined
  /** Seconds worked today and this week, as on the board. */
  day: number
  weekSeconds: number
  /** Today, and the workweek. */
  date: string
  week: { first: string; last: string }
  /** Shifts from the day before the week to its end. */
  shifts: readonly PublishedShift[]
  recorded: readonly { date: string; start: number; end: number | null; manual: boolean; isLeave: boolean }[]
  /** Dates with approved time off, also without a timesheet. */
  away: ReadonlySet<string>
  /** The time that they still are to work in the week. */
  planned: () => Entry[]
}

type Known = {
  times: ReadonlyMap<number, FinishedTime>
  worked: ReadonlyMap<number, { day: number; week: number }>
  /** Condition on users that covers the people. */
  meant: Sql
}

/** The weeks of people of the board. Takes the same number of queries for any number of people. */
export async function membersOf(
  people: readonly Standing[],
  { times, worked, meant }: Known,
  ctx: ReadContext,
  handle: Handle,
): Promise<Member[]> {
  if (people.length === 0) return []
  const { company, now } = ctx
  const weeks = new Map(people.map(({ user, rule }) => [user.id, thisWeek(now, rule)]))
  const firsts = [...weeks.values()].map(({ first }) => first).sort()
  const [first = '', final = ''] = [firsts[0], firsts.at(-1)]
  const theirs = timesheetsOf(meant, ctx)
  const range = { start_date: addDays(first, -1), end_date: addDays(final, 6) }
  await loadHolidays(company)
  const types = await typesOfJobcodes(company)
  const shifts = await publishedShifts(theirs, range.start_date, range.end_date, handle)
  const off = await approvedOff(theirs, range, handle)
  const pauses = await usualPauses(theirs, [...weeks.values()].map(({ last }) => last).sort()[0] ?? first, ctx, handle)
  return people.map((standing): Member => {
    const { user, rule } = standing
    const time = valueAt(times, user.id)
    const span = valueAt(weeks, user.id)
    const { day, week: weekSeconds } = valueAt(worked, user.id)
    const own = shifts.get(user.id) ?? []
    const requested = off.get(user.id) ?? new Map<string, number>()
    const running = runningEntry(standing, time, now)
    const week = { first: span.first, last: addDays(span.first, 6) }
    return {
      ...standing,
      ...{ time, running, day, weekSeconds, week, shifts: own, date: span.last },
      kind: standing.sheet && types.get(standing.sheet.jobcode_id),
      recorded: recordedBy(standing, time, types),
      away: new Set(requested.keys()),
      planned: () =>
        plannedWork({
          ...{ today: span.last, last: week.last, zone: rule.zone, dayStart: rule.dayStart, now, shifts: own },
          expectedOn: expectedDays((date) => patternOf(user, company, date), own, holidayDates(company, user)),
          off: withLeave(requested, time.entries, types),
          worked: [...time.entries, ...running].filter(({ kind }) => kind === 'work' || kind === 'paid_break'),
          pauseIn: (shift) => pauseIn(shift, standing, pauses.get(user.id) ?? 0, ctx),
        }),
    }
  })
}

function recordedBy({ sheet }: Standing, { entries }: FinishedTime, types: Types): Member['recorded'] {
  const isLeave = (jobcode: number) => types.get(jobcode) === 'pto' || types.get(jobcode) === 'unpaid_time_off'
  const done = entries.map(({ date, start, end, manual, jobcode_id }) => {
    return { date, start, end, manual, isLeave: isLeave(jobcode_id) }
  })
  return sheet ? [...done, { date: sheet.date, start: sheet.start, end: null, manual: false, isLeave: false }] : done
}

/** Seconds of approved time off that has no timesheet, by person and date. */
async function approvedOff(theirs: Sql, range: { start_date: string; end_date: string }, handle: Handle) {
  const rows = await approvedTimeOff(theirs, range.start_date, range.end_date, handle)
  const off = new Map<number, Map<string, number>>()
  for (const { user_id, date, seconds } of rows) {
    const own = off.get(user_id) ?? new Map<string, number>()
    off.set(user_id, own.set(date, (own.get(date) ?? 0) + seconds))
  }
  return off
}

/** The same with time off that has one. */
function withLeave(requested: ReadonlyMap<string, number>, entries: readonly Entry[], types: Types) {
  const off = new Map(requested)
  for (const { date, seconds, kind, jobcode_id } of entries)
    if (kind === 'pto' || types.get(jobcode_id) === 'unpaid_time_off') off.set(date, (off.get(date) ?? 0) + seconds)
  return off
}

/** For how many days back people's usual breaks are looked at, and the longest time off the clock that is one. */
const usualDays = 7
const pauseMax = 2 * 3600

/** How long each person usually is off the clock within a day, in seconds: the median of the days before. */
async function usualPauses(theirs: Sql, today: string, { company }: ReadContext, handle: Handle) {
  const rows = await handle.tuples<[user: number, first: number, last: number, seconds: number]>(
    sql`select user_id, min("start"), max("end"), sum(duration) from timesheets ${indexHint('timesheets_user_date')}
      where ${theirs} and date between ${addDays(today, -usualDays)} and ${addDays(today, -1)}
      and type = 'regular' and "end" is not null and ${isWorked(company)} group by user_id, date`,
  )
  const found = new Map<number, number[]>()
  for (const [user, first, last, seconds] of rows) {
    const pause = Math.floor((last - first) / second) - seconds
    if (pause >= 0 && pause <= pauseMax) found.set(user, [...(found.get(user) ?? []), pause])
  }
  return new Map([...found].map(([user, list]) => [user, list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0]))
}

/**
 * The unpaid break within a shift, in seconds: the automatic lunch, otherwise the meal that rules ask for, the one of the
 * working pattern, or what the person usually takes.
 */
function pauseIn({ start, end, date }: PublishedShift, { user }: Standing, usual: number, { company }: ReadContext) {
  const hours = (end - start) / second / 3600
  const { lunch_deduct, lunch_length, lunch_threshold } = settingsFor(company, user, date).general.settings
  if (Number(lunch_deduct) === 1) return hours > Number(lunch_threshold) ? Math.round(Number(lunch_length) * 3600) : 0
  const due = versionOn(breakRulesFor(company, user), date)?.rules ?? []
  const meals = due.filter(({ kind, pay, after_hours }) => kind === 'meal' && pay !== 'paid' && hours > after_hours)
  if (meals.length > 0) return Math.max(...meals.map(({ minutes }) => minutes)) * 60
  const { isChosen, days } = patternOf(user, company, date)
  const planned = isChosen ? days.get(weekday(date))?.unpaidBreakSeconds : undefined
  return planned || usual
}
