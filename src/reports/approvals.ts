import { breakAnswers } from '../company/breaks/break_answers.ts'
import { breakRulesFor } from '../company/breaks/break_rules.ts'
import { holidayDates, loadHolidays, paidHoliday } from '../company/holidays/holidays.ts'
import { byPerson, typesOfJobcodes } from '../company/pay/worked_time.ts'
import { whereInSight } from '../company/rights/visible.ts'
import { publishedShifts } from '../company/settings/published_shifts.ts'
import { settingsFor, zoneFor } from '../company/settings/settings.ts'
import { translateTo } from '../company/translate.ts'
import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { Actor, ReadContext } from '../engine/context.ts'
import { RequestError } from '../engine/errors.ts'
import { day } from '../engine/filters.ts'
import { type Handle, indexHint, inList, type Sql, sql } from '../engine/sql.ts'
import { listMax } from '../engine/table.ts'
import { dayFacts } from '../resources/timesheets/leave.ts'
import { lunchAnswers } from '../resources/timesheets/lunch_answers.ts'
import { clockedOut } from '../resources/timesheets/running.ts'
import type { User } from '../resources/users/record.ts'
import { payrollTotals, type Range } from '../rules/pay/payroll.ts'
import { reportSights } from '../rules/people/sight.ts'
import type { BreakAnswer } from '../rules/time/breaks.ts'
import { addDays, daysBetween, localDate } from '../rules/time/calendar.ts'
import {
  type DayToCheck,
  defaultExceptionRules,
  type EntryToCheck,
  type ExceptionRules,
  exceptionsOf,
  type TimeException,
  type TimeOffToCheck,
} from '../rules/time/exceptions.ts'
import type { PublishedShift } from '../rules/time/expected_work.ts'
import { type ReportContext, report } from '../wire/report.ts'
import { type PaidTime, paidTime } from './overtime.ts'
import { type AskedPeople, peopleFilters, selectedPeople, timesheetsOf } from './people.ts'

const daysMax = 92

/**
 * The data for an approver: each person's totals for a range of days, how far they are submitted and approved, and the
 * time exceptions. Not part of the vendor's API; the app's approvals page shows it.
 */
export const approvals = report({
  name: 'approvals',
  about: 'Time to approve, by person.',
  filters: { ...peopleFilters, start_date: day(() => sql`1 = 1`), end_date: day(() => sql`1 = 1`) },
  required: ['start_date', 'end_date'],
  async run(query, ctx, handle) {
    const range = query.values
    if (daysBetween(range.start_date, range.end_date) >= daysMax)
      throw new RequestError(417, 'days_too_many', { max: daysMax })
    const people = approvedBy(ctx.actor, query)
    const paid = await paidTime(query, ctx, handle, { people })
    const facts = await factsOf(people, range, ctx, handle)
    const rows = paid.flatMap((time) => rowOf(time, facts, range, ctx))
    return JSON.stringify({ ...range, people: rows })
  },
})

/** The requested people whose time the actor approves. RequestError 403 if the actor approves no one's. */
export function approvedBy(actor: Actor, { values }: AskedPeople): Sql {
  if (whereInSight(reportSights.approvals, actor).sql === '1 = 0') throw new RequestError(403, 'approving_needs_rights')
  return selectedPeople({ values }, actor, 'approvals')
}

/** The data for finding exceptions, by person. */
export type Facts = {
  entries: Map<number, EntryToCheck[]>
  timeOff: Map<number, TimeOffToCheck[]>
  shifts: Map<number, PublishedShift[]>
  breakAnswers: Map<number, BreakAnswer[]>
  noLunch: Map<number, string[]>
}

type EntryRow = Omit<EntryToCheck, 'kind' | 'clockedOut' | 'seconds'> & {
  user_id: number
  duration: number
  jobcode_id: number
}

/** One query per kind of fact. Loads whole weeks, because a day counts as missing depending on the rest of its week. */
export async function factsOf(people: Sql, range: Range, ctx: ReadContext, handle: Handle): Promise<Facts> {
  const companyId = ctx.company.row.company_id
  const [first, last] = [addDays(range.start_date, -7), addDays(range.end_date, 7)]
  const theirs = timesheetsOf(people, ctx)
  const types = await typesOfJobcodes(ctx.company)
  const rows = await handle.all<EntryRow>(
    sql`select user_id, id, date, "start", "end", duration, type, jobcode_id,
        case when trim(notes) = '' then '' else '…' end as notes
      from timesheets ${indexHint('timesheets_user_date')} where ${theirs} and date between ${first} and ${last}`,
  )
  const automatic = await clockedOutOf(theirs, range, companyId, handle)
  const timeOff = await approvedTimeOff(theirs, first, last, handle)
  const holidayPay = await holidayPayOf(theirs, { start_date: first, end_date: last }, ctx.company, handle)
  const whose = sql`user_id in (select id from users where company_id = ${companyId} and ${people})`
  const answers = await breakAnswers(companyId, whose, { start_date: first, end_date: last }, handle)
  const noLunch = await lunchAnswers(companyId, whose, { start_date: first, end_date: last }, handle)
  return {
    entries: byPerson(rows, ({ user_id, duration, jobcode_id, ...row }) => ({
      ...row,
      seconds: duration,
      kind: types.get(jobcode_id) ?? 'work',
      clockedOut: automatic.has(row.id),
      holidayPay: holidayPay(row, jobcode_id, user_id),
    })),
    timeOff: byPerson(timeOff, ({ date, seconds }) => ({ date, seconds })),
    shifts: await publishedShifts(theirs, first, last, handle),
    breakAnswers: answers,
    noLunch: byPerson(noLunch, ({ date }) => date),
  }
}

/** The kinds of exceptions that depend on which days have time, and not on its entries. */
export const kindsOfDays: ReadonlySet<TimeException['kind']> = new Set([
  'missing_day',
  'automatic_clock_out',
  'running',
] as const)

/**
 * The facts for these kinds alone, which are a fraction of the rows: running entries, those that the server ended, and an
 * entry without a length for each other day with time.
 */
export async function factsOfDays(people: Sql, range: Range, ctx: ReadContext, handle: Handle): Promise<Facts> {
  const companyId = ctx.company.row.company_id
  const [first, last] = [addDays(range.start_date, -7), addDays(range.end_date, 7)]
  const theirs = timesheetsOf(people, ctx)
  const types = await typesOfJobcodes(ctx.company)
  const automatic = await clockedOutOf(theirs, range, companyId, handle)
  const days = await handle.tuples<[user_id: number, date: string]>(
    sql`select user_id, date from timesheets ${indexHint('timesheets_user_date')}
      where ${theirs} and date between ${first} and ${last} group by user_id, date`,
  )
  const ended = automatic.size <= listMax ? inList(sql`id`, [...automatic]) : sql`1 = 1`
  const closer = await handle.all<EntryRow>(
    sql`select user_id, id, date, "start", "end", duration, type, jobcode_id, '' as notes from timesheets
      where ${theirs} and date between ${first} and ${last} and ("end" is null or ${ended})`,
  )
  const present = { id: 0, start: 0, end: 0, duration: 0, type: 'manual', jobcode_id: 0, notes: '' } as const
  const rows = [...closer, ...days.map(([user_id, date]) => ({ ...present, user_id, date }))]
  return {
    entries: byPerson(rows, ({ user_id: _, duration, jobcode_id, ...row }) => ({
      ...{ ...row, seconds: duration, kind: types.get(jobcode_id) ?? 'work' },
      clockedOut: automatic.has(row.id),
    })),
    timeOff: byPerson(await approvedTimeOff(theirs, first, last, handle), ({ date, seconds }) => ({ date, seconds })),
    shifts: await publishedShifts(theirs, first, last, handle),
    breakAnswers: new Map(),
    noLunch: new Map(),
  }
}

/** Approved time off without a timesheet. */
export function approvedTimeOff(
  theirs: Sql,
  first: string,
  last: string,
  handle: Handle,
): Promise<(TimeOffToCheck & { user_id: number })[]> {
  return handle.all(
    sql`select user_id, date, duration as seconds from time_off_request_entries
      where ${theirs} and active = 1 and status = 'approved' and approved_timesheet_id = 0
      and date between ${first} and ${last}`,
  )
}

/**
 * Whether a timesheet is the pay for a holiday: one that was granted, or one on the jobcode of holidays, as that person
 * is then granted none.
 */
async function holidayPayOf(theirs: Sql, { start_date, end_date }: Range, company: CompanySnapshot, handle: Handle) {
  const calendars = await loadHolidays(company)
  const paying = new Set(calendars.flatMap(({ pay }) => pay?.jobcode_id ?? []))
  if (paying.size === 0) return () => false
  const grants = await handle.all<{ user_id: number; date: string; timesheet_id: number }>(
    sql`select user_id, date, timesheet_id from holiday_grants
      where ${theirs} and date between ${start_date} and ${end_date}`,
  )
  const granted = new Set(grants.map(({ timesheet_id }) => timesheet_id))
  const dates = new Set(grants.map(({ user_id, date }) => `${user_id}/${date}`))
  return ({ id, date }: Pick<EntryRow, 'id' | 'date'>, jobcode_id: number, user_id: number) =>
    granted.has(id) || (paying.has(jobcode_id) && !dates.has(`${user_id}/${date}`))
}

/** Timesheets that the server ended, according to the history, and that no one has changed since. */
async function clockedOutOf(theirs: Sql, range: Range, companyId: number, handle: Handle): Promise<Set<number>> {
  const { start_date, end_date } = range
  const lines = await handle.all<{ timesheet_id: number; origin: string }>(
    sql`select timesheet_id, origin from timesheet_history where company_id = ${companyId}
      and new_values like '%"end":%' and timesheet_id in (select h.timesheet_id from timesheet_history h
        where h.company_id = ${companyId} and h.origin = ${clockedOut} and h.timesheet_id in
        (select id from timesheets where ${theirs} and date between ${start_date} and ${end_date}))
      order by timesheet_id, version`,
  )
  const last = new Map(lines.map(({ timesheet_id, origin }) => [timesheet_id, origin]))
  return new Set([...last].flatMap(([id, origin]) => (origin === clockedOut ? [id] : [])))
}

/** The row of a person; empty if they neither have nor record time. */
function rowOf(time: PaidTime, facts: Facts, range: Range, ctx: ReportContext) {
  const { user, policy, entries, stretches } = time
  const known = facts.entries.get(user.id) ?? []
  const here = entriesIn(known, range)
  const seconds = secondsByKind(time, range)
  const isEmpty = here.length === 0 && Object.values(seconds).every((each) => each === 0)
  if (isEmpty && !recordsTime(user)) return []
  const totals = payrollTotals(stretches, entries, policy.rules, range)
  return [
    {
      ...personOf(user, ctx),
      seconds,
      overtime_seconds: Object.fromEntries(
        Object.entries(totals.overtime_seconds).filter(([, seconds]) => seconds > 0),
      ),
      overtime_by_rule: totals.overtime_by_rule,
      entries: here.length,
      running: runningBy(known, range.end_date),
      exceptions: exceptionsIn(time, facts, range, ctx),
    },
  ]
}

/** Whether the person is listed even without any time. */
export function recordsTime({ active, permissions }: User): boolean {
  return active && Boolean(permissions.time_tracking)
}

/** The person of a row, and how far their time is submitted and approved. */
export function personOf(user: User, { company }: ReadContext) {
  return {
    user_id: user.id,
    name: user.display_name || `${user.first_name} ${user.last_name}`.trim(),
    group_id: user.group_id,
    active: user.active,
    zone: zoneFor(company, user),
    submitted_to: user.submitted_to,
    approved_to: user.approved_to,
  }
}

/** The entries of the range. */
export function entriesIn(entries: readonly EntryToCheck[], { start_date, end_date }: Range): EntryToCheck[] {
  return entries.filter(({ date }) => date >= start_date && date <= end_date)
}

/** The running entry that began by a date, or null. */
export function runningBy(entries: readonly EntryToCheck[], last: string): number | null {
  return entries.find(({ end, date }) => end === null && date <= last)?.id ?? null
}

/** The exceptions in a person's time within the range, which the facts must cover; all kinds by default. */
export function exceptionsIn(
  { user, policy }: Pick<PaidTime, 'user' | 'policy'>,
  facts: Facts,
  range: Range,
  ctx: ReportContext,
  kinds?: ExceptionRules['kinds'],
) {
  const of = <T>(found: Map<number, T[]>) => found.get(user.id) ?? []
  const rest = Math.max(0, ...policy.rules.map(({ kind, afterSeconds }) => (kind === 'rest' ? afterSeconds : 0)))
  const rules = {
    ...exceptionRules(user, rest, policy.weekStart, range, ctx),
    breakAnswers: of(facts.breakAnswers),
    noLunch: of(facts.noLunch),
    dayOf: daysOf(user, of(facts.shifts), ctx),
    ...(kinds && { kinds }),
  }
  return exceptionsOf(of(facts.entries), of(facts.timeOff), of(facts.shifts), rules, translateTo(ctx.language ?? 'en'))
}

/** What is known about the days of a person; each is looked up once. Holidays that have begun count, too. */
function daysOf(user: User, shifts: readonly PublishedShift[], ctx: ReadContext): (date: string) => DayToCheck {
  const factsOn = dayFacts(user, ctx, shifts)
  const holidays = holidayDates(ctx.company, user)
  const known = new Map<string, DayToCheck>()
  return (date) => {
    const found = known.get(date)
    if (found) return found
    const holiday = paidHoliday(ctx.company, user, date)
    const day = { ...factsOn(date), holiday, isHoliday: holidays.has(date) }
    known.set(date, day)
    return day
  }
}

/** Seconds of finished time by kind, on the days to which it belongs and as it is paid. */
function secondsByKind({ entries, types }: PaidTime, { start_date, end_date }: Range) {
  const sums = { work: 0, paid_break: 0, unpaid_break: 0, pto: 0, unpaid_time_off: 0 }
  for (const { date, kind, jobcode_id, seconds, premium } of entries) {
    if (date < start_date || date > end_date || premium) continue
    if (kind !== 'unpaid') sums[kind] += seconds
    else sums[types.get(jobcode_id) === 'unpaid_break' ? 'unpaid_break' : 'unpaid_time_off'] += seconds
  }
  return sums
}

function exceptionRules(
  user: User,
  rest: number,
  weekStart: number,
  range: Range,
  { company, now }: ReadContext,
): ExceptionRules {
  const { settings } = settingsFor(company, user).general
  const override = Number(settings.clockout_override) === 1 ? Number(settings.clockout_override_hours) * 3600 : 0
  return {
    ...range,
    today: localDate(now, zoneFor(company, user)),
    now,
    longSeconds: override || defaultExceptionRules.longSeconds,
    restSeconds: rest || Math.round(Number(settings.min_rest_hours) * 3600),
    pauseSeconds: Math.round(Number(settings.shift_pause_hours) * 3600),
    approvedTo: user.approved_to,
    notesRequired: Number(settings.timesheet_notes_required) === 1,
    weekStart,
    breakRules: breakRulesFor(company, user),
  }
}
