import { useEffect, useMemo } from 'react'
import { firstOf } from '../../../../src/rules/elements.ts'
import { type Entry, kindOfType, overtime, type Stretch } from '../../../../src/rules/overtime/overtime.ts'
import { byWorkday } from '../../../../src/rules/overtime/parts.ts'
import { beganOn } from '../../../../src/rules/overtime/rule.ts'
import { payrollTotals, type Range } from '../../../../src/rules/pay/payroll.ts'
import { shownByEntry, shownTime } from '../../../../src/rules/pay/shown_hours.ts'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import { payPeriodOf } from '../../../../src/rules/time/pay_periods.ts'
import { queries, recordsQuery, useRecords } from '../../../api/queries.ts'
import type { Records } from '../../../api/records.ts'
import { type Jobs, useJobs } from '../../../components/jobs/jobs.ts'
import { useRecentJobs } from '../../../components/jobs/recent_jobs.ts'
import { whenIdle } from '../../../components/page/idle.ts'
import { useShownUnit } from '../../../components/time/hours.ts'
import { useMinute } from '../../../components/time/now.ts'
import { roundingIn } from '../../../components/time/rounding.ts'
import { locale } from '../../../language.ts'
import { datesFrom, instant, today, writtenOffset } from '../../../time.ts'
import type { Owner } from './owner.ts'
import { datesForPay, policyOf, weekFirst } from './policy.ts'

/** A time entry. */
export type Sheet = Records['timesheets']

/** Seconds by kind of pay, as in the payroll report, rounded to what is shown. */
export type Pay = ReturnType<typeof payrollTotals>

/** Whether a day was submitted or approved. */
export type Closed = 'submitted' | 'approved' | undefined

/** A day: its entries in order, how they are paid, and whether it is closed. */
export type Day = { date: string; isToday: boolean; closed: Closed; sheets: readonly Sheet[]; pay: Pay }

/** How long a week is shown before others are prefetched. */
const restMilliseconds = 1000

/** The entries of one job on one day. */
export type Cell = { date: string; sheets: readonly Sheet[]; seconds: number }

/** A job and its seven days. `counts` is false for breaks and time off that are unpaid. */
export type Row = { jobId: number; counts: boolean; cells: readonly Cell[]; seconds: number }

/** The days of a week that belong to one pay period, first and last, and how they are paid. */
export type PeriodDays = { period: { start: string; end: string }; from: string; to: string; pay: Pay }

/** A week of a person's time. */
export type Week = {
  dates: readonly string[]
  days: readonly Day[]
  rows: readonly Row[]
  pay: Pay
  /** The week by pay period: more than one if a period ends before the week does. */
  periods: readonly PeriodDays[]
  /** Days whose totals contain or lack parts of shifts, because the company splits shifts where a workday begins. */
  divided: ReadonlySet<string>
  /** Displayed seconds of an entry: rounded as the company rounds, or the time so far of a running entry. */
  secondsOf: (sheet: Sheet) => number
  /** The entries of the previous week, in order. */
  before: readonly Sheet[]
  running: Sheet | undefined
}

/** The week that contains a date, with its entries. `added` are jobs that get a row without time. */
export function useWeek(owner: Owner, date: string, added: readonly number[]) {
  const { user, rules, rights } = owner
  const dates = useMemo(() => datesFrom(weekFirst(date, rules)), [date, rules])
  const sheets = useRecords('timesheets', sheetsIn(user.id, dates[0]!, rules))
  const { byId, pathOf, mayUse, ...jobs } = useJobs(user.id)
  const minute = useMinute()
  const unit = useShownUnit()
  const ready = sheets.data !== undefined && jobs.ready && owner.complete
  // After a vacation, the week before has no work.
  const isAfterRest =
    ready &&
    rights.mayAdd &&
    !lastWeek(sheets.data, dates).some(({ jobcode_id }) => isWork({ byId, mayUse })(jobcode_id))
  const recent = useRecentJobs(user.id, isAfterRest)
  const more = useMemo(
    () => (rights.mayAdd ? { added, recent: isAfterRest ? recent : [] } : { added: [], recent: [] }),
    [rights.mayAdd, added, isAfterRest, recent],
  )
  const week = useMemo(
    () => (ready ? made(sheets.data, owner, { byId, pathOf, mayUse }, dates, more, { minute, unit }) : undefined),
    [ready, sheets.data, owner, byId, pathOf, mayUse, dates, more, minute, unit],
  )
  useEffect(() => {
    if (!ready) return
    // Prefetches the neighboring weeks, the likeliest to be opened next.
    return whenIdle(() => {
      for (const days of [-7, 7])
        void queries.prefetchQuery(recordsQuery('timesheets', sheetsIn(user.id, addDays(dates[0]!, days), rules)))
    }, restMilliseconds)
  }, [ready, user.id, dates, rules])
  return { week, dates, error: sheets.error ?? jobs.error, again: sheets.refetch }
}

/** The entries of the week, the previous week for copying, and everything on which the pay of the week depends. */
function sheetsIn(userId: number, first: string, rules: Owner['rules']) {
  const { start_date, end_date } = datesForPay({ start_date: first, end_date: addDays(first, 6) }, rules)
  const earliest = firstOf([start_date, addDays(first, -7)].sort())
  return { user_ids: [userId], start_date: earliest, end_date, on_the_clock: 'both' }
}

/** What a week needs to know about jobs. */
type Known = Pick<Jobs, 'byId' | 'pathOf' | 'mayUse'>

function made(
  records: readonly Sheet[],
  { user, rules, rights, hidesRunning }: Owner,
  jobs: Known,
  dates: readonly string[],
  { added, recent }: { added: readonly number[]; recent: readonly number[] },
  { minute, unit }: { minute: number; unit: number },
): Week {
  const sheets = [...records].sort(byStart)
  const exactSeconds = (sheet: Sheet) =>
    !sheet.on_the_clock ? sheet.duration : hidesRunning ? 0 : Math.max(0, minute - instant(sheet.start) / 1e6)
  const toEntry = (sheet: Sheet) => entryOf(sheet, exactSeconds(sheet), jobs)
  const { yes: running = [], no: done = [] } = Object.groupBy(sheets, (each) => (each.on_the_clock ? 'yes' : 'no'))
  const policy = policyOf(rules)
  const entries = [...byWorkday(done.map(toEntry), policy, roundingIn(rules.rounding)), ...running.map(toEntry)]
  const stretches: readonly Stretch[] = overtime(entries, policy)
  const range = { start_date: dates[0]!, end_date: dates[6]! }
  const shown = shownTime(stretches, entries, range, unit)
  const shownById = shownByEntry(entries, stretches, shown, range, unit)
  const secondsOf = (sheet: Sheet) => shownById.get(sheet.id) ?? exactSeconds(sheet)
  const payOf = (start_date: string, end_date: string) =>
    payrollTotals(shown.stretches, shown.entries, policy.rules, { start_date, end_date })
  const now = today(rules.zone)
  const days = dates.map((date): Day => {
    const own = sheets.filter((sheet) => sheet.date === date)
    const closed = closedOf(date, own, user)
    return { date, isToday: date === now, closed, sheets: own, pay: payOf(date, date) }
  })
  const before = lastWeek(sheets, dates)
  const used = [...before.map(({ jobcode_id }) => jobcode_id), ...recent]
  const usual = rights.mayAdd ? suggestedJobs(used, days, jobs) : []
  const jobIds = new Set([...days.flatMap((day) => day.sheets.map(({ jobcode_id }) => jobcode_id)), ...usual])
  for (const id of added) jobIds.add(id)
  const rows = [...jobIds].map((jobId): Row => {
    const cells = days.map(({ date, sheets }): Cell => {
      const here = sheets.filter(({ jobcode_id }) => jobcode_id === jobId)
      return { date, sheets: here, seconds: here.reduce((sum, sheet) => sum + secondsOf(sheet), 0) }
    })
    const kind = jobs.byId.get(jobId)?.kind
    const counts = kind !== 'unpaid_break' && kind !== 'unpaid_time_off'
    return { jobId, counts, cells, seconds: cells.reduce((sum, { seconds }) => sum + seconds, 0) }
  })
  rows.sort(
    (a, b) => rank(jobs, a) - rank(jobs, b) || jobs.pathOf(a.jobId).localeCompare(jobs.pathOf(b.jobId), locale()),
  )
  const periods = periodsIn(dates, rules.settings.general ?? {}).map((part) => ({
    ...part,
    pay: payOf(part.from, part.to),
  }))
  const divided = dividedDays(entries, stretches)
  const pay = payOf(dates[0]!, dates[6]!)
  return { dates, days, rows, pay, periods, divided, secondsOf, before, running: running[0] }
}

/** How finished entries within the range are paid, as the timesheet shows it. `sheets` are those of whole weeks. */
export function payWithin(
  sheets: readonly Sheet[],
  rules: Owner['rules'],
  jobs: Pick<Jobs, 'byId'>,
  range: Range,
  unit: number,
): Pay {
  const done = sheets.filter(({ on_the_clock }) => !on_the_clock).map((sheet) => entryOf(sheet, sheet.duration, jobs))
  const policy = policyOf(rules)
  const entries = byWorkday(done, policy, roundingIn(rules.rounding))
  const shown = shownTime(overtime(entries, policy), entries, range, unit)
  return payrollTotals(shown.stretches, shown.entries, policy.rules, range)
}

/** The entries of the week before the one with these dates. */
function lastWeek(sheets: readonly Sheet[], dates: readonly string[]): Sheet[] {
  const first = dates[0]!
  return sheets.filter(({ date }) => date < first && date >= addDays(first, -7))
}

/**
 * The jobs that were used lately, in the previous week if there are any, which get a row to fill in; none in a week that is
 * locked as a whole.
 */
export function suggestedJobs(
  used: readonly number[],
  days: readonly Pick<Day, 'closed'>[],
  jobs: Pick<Known, 'byId' | 'mayUse'>,
): number[] {
  if (days.every(({ closed }) => closed)) return []
  return used.filter(isWork(jobs))
}

/** The days of a week by pay period. */
function periodsIn(dates: readonly string[], settings: Parameters<typeof payPeriodOf>[1]): Omit<PeriodDays, 'pay'>[] {
  const parts: Omit<PeriodDays, 'pay'>[] = []
  const last = dates[6]!
  for (let from = dates[0]!; from <= last; from = addDays(parts.at(-1)!.to, 1)) {
    const period = payPeriodOf(from, settings)
    parts.push({ period, from, to: dates.includes(period.end) ? period.end : last })
  }
  return parts
}

/** The days between which shifts are split. */
function dividedDays(entries: readonly Entry[], stretches: readonly Stretch[]): Set<string> {
  const began = new Map(entries.map((entry) => [entry.id, beganOn(entry)]))
  const moved = stretches.filter(({ entryId, date }) => began.get(entryId) !== date)
  return new Set(moved.flatMap(({ entryId, date }) => [date, began.get(entryId)!]))
}

/** An entry in the form that the pay rules need. */
export function entryOf(sheet: Sheet, seconds: number, { byId }: Pick<Jobs, 'byId'>): Entry {
  const { id, date, jobcode_id } = sheet
  const start = instant(sheet.start)
  return {
    id,
    date,
    start,
    end: start + seconds * 1e6,
    seconds,
    kind: kindOfType(byId.get(jobcode_id)?.kind),
    jobcode_id,
    manual: sheet.type === 'manual',
    offset: writtenOffset(sheet.start),
  }
}

function byStart(a: Sheet, b: Sheet): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return Number(a.type === 'manual') - Number(b.type === 'manual') || instant(a.start) - instant(b.start) || a.id - b.id
}

/** Work first, then breaks, then time off. */
function rank({ byId }: Known, { jobId }: Row): number {
  const kind = byId.get(jobId)?.kind ?? 'regular'
  return kind === 'regular' ? 0 : kind.endsWith('_break') ? 1 : 2
}

function isWork({ byId, mayUse }: Pick<Known, 'byId' | 'mayUse'>) {
  return (id: number) => mayUse(id) && (byId.get(id)?.kind ?? 'regular') === 'regular'
}

/** Whether a day is closed, even outside the visible week. */
export function closedOn(
  date: string,
  user: Pick<Records['users'], 'approved_to' | 'submitted_to'>,
  week: Pick<Week, 'days'> | undefined,
): Closed {
  const day = week?.days.find((each) => each.date === date)
  return day ? day.closed : closedUpTo(date, user)
}

/** Users who cannot see through which day a person's time is closed still see each entry's state. */
function closedOf(date: string, sheets: readonly Sheet[], user: Records['users']): Closed {
  const closed = closedUpTo(date, user)
  if (closed) return closed
  const states = new Set(sheets.map(({ state }) => state))
  return states.has('APPROVED') ? 'approved' : states.has('SUBMITTED') ? 'submitted' : undefined
}

function closedUpTo(date: string, user: Pick<Records['users'], 'approved_to' | 'submitted_to'>): Closed {
  if (date <= (user.approved_to ?? '')) return 'approved'
  return date <= (user.submitted_to ?? '') ? 'submitted' : undefined
}
