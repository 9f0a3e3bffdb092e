import { msg } from '../../../src/rules/language/messages.ts'
import { shownPay } from '../../../src/rules/pay/shown_hours.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { finder, folded, inOrder } from '../../components/listing/order.ts'

// The rules of a pay run: how each person stands, which rows are listed, and what one button approves.

/** A pay run, as the app's API returns it. */
export type PayRun = AnswerOf<'GET /api/console/approvals/pay_run'>

/** A person in a pay run. */
export type Person = PayRun['people'][number]

/** A pay period in the strip. */
export type Period = PayRun['periods'][number]

/** The tabs: people with issues, or people by the status of their time. */
export type Tab = 'attention' | 'submitted' | 'open' | 'approved' | 'all'

/**
 * The status of a person's time in the period. `sent_back` lasts until the time is submitted again. `idle` is someone without
 * any time, who owes no submission.
 */
export type Status = 'approved' | 'submitted' | 'sent_back' | 'open' | 'idle'

/** Something to check, shown as a chip: a message, its count, and the first day on which it occurs. */
type Issue = { words: string; count: number; date: string }

/** A row of the table, its hours as they are shown. */
export type Row = {
  id: number
  person: Person
  status: Status
  /** `all` alone for people without time. */
  tab: Tab
  issues: readonly Issue[]
  regular: number
  overtime: number
  timeOff: number
  total: number
  /** The total minus that of the previous period. */
  change: number
}

/** The columns that can be sorted by. */
export type SortKey = 'name' | 'status' | 'regular' | 'overtime' | 'timeOff' | 'total' | 'change' | 'issues'

const issueWords: Record<Person['exceptions'][number]['kind'], string> = {
  running: msg('On the clock'),
  automatic_clock_out: msg('Forgot to clock out'),
  long: msg('Long entry'),
  gap: msg('Gap'),
  short_rest: msg('Short rest'),
  overlap_time_off: msg('Work on time off'),
  leave_twice: msg('Time off twice'),
  leave_on_holiday: msg('Time off on a holiday'),
  leave_beyond_day: msg('Too much time off'),
  missing_day: msg('Missing day'),
  no_notes: msg('No notes'),
  break_missed: msg('Missed break'),
  break_late: msg('Late break'),
  break_short: msg('Short break'),
  break_unbroken: msg('Long stretch without a break'),
  no_lunch: msg('No lunch'),
}

/** The status of a person's time through the last day of the period. */
export function statusOf(person: Person, end: string): Status {
  if (person.approved_to >= end || isPaidOff(person)) return 'approved'
  if (person.sent_back) return 'sent_back'
  if (person.submitted_to >= end) return 'submitted'
  return person.entries === 0 && person.running === null && person.corrections === 0 ? 'idle' : 'open'
}

/**
 * Whether all of the person's time was approved before the period ended, as for final pay, and nothing else is open.
 */
function isPaidOff({ approved_to, last_date, exceptions, corrections, running, sent_back }: Person): boolean {
  if (last_date === null || last_date > approved_to || running !== null || sent_back || corrections > 0) return false
  return exceptions.every(({ date }) => date <= approved_to)
}

/** The rows of a pay run, ordered by name as on every page. `unit` is the unit in which hours are shown. */
export function rowsOf({ people, end_date, today }: PayRun, unit: number): Row[] {
  const isRunning = end_date >= today
  const named = people.toSorted((a, b) => inOrder(a.name, b.name) || a.user_id - b.user_id)
  return named.map((person) => {
    const status = statusOf(person, end_date)
    const issues = issuesOf(person, isRunning)
    const hours = hoursOf(person.pay, unit)
    // An unfinished period cannot be compared with a complete one.
    const change = isRunning ? 0 : hours.total - hoursOf(person.previous, unit).total
    return { id: person.user_id, person, status, tab: tabOf(person, status, issues), issues, ...hours, change }
  })
}

/** Hours as the payroll report shows them. */
function hoursOf(pay: Person['pay'], unit: number) {
  const shown = shownPay({ ...pay, total_pto_seconds: 0, overtime_by_rule: {} }, unit)
  return {
    regular: shown.total_re_seconds,
    overtime: Object.values(shown.overtime_seconds).reduce((sum, seconds) => sum + seconds, 0),
    timeOff: shown.total_pto_seconds,
    total: shown.total_work_seconds,
  }
}

/** The kinds of issues, with their counts. Being on the clock is not an issue before the period ends. */
function issuesOf({ exceptions, corrections, running }: Person, isRunning: boolean): Issue[] {
  const counted = exceptions.filter(({ kind }) => !(isRunning && kind === 'running'))
  const found = [...Map.groupBy(counted, ({ kind }) => kind)].map(([kind, list]) => ({
    words: issueWords[kind],
    count: list.length,
    date: list[0]!.date,
  }))
  // An entry that began before the period has no exception in this period.
  const since = running !== null && !isRunning && !exceptions.some(({ kind }) => kind === 'running')
  return [
    ...(corrections > 0 ? [{ words: msg('Correction'), count: corrections, date: '' }] : []),
    ...(since ? [{ words: issueWords.running, count: 1, date: '' }] : []),
    ...found,
  ]
}

/**
 * The tab of a row. Time that was sent back is waiting for the person, unless a correction is waiting for the approver.
 */
function tabOf({ corrections }: Person, status: Status, issues: readonly Issue[]): Row['tab'] {
  if (status === 'approved') return 'approved'
  if (status === 'sent_back' && corrections === 0) return 'open'
  if (issues.length > 0) return 'attention'
  if (status === 'idle') return 'all'
  return status === 'submitted' ? 'submitted' : 'open'
}

/** The search and the filters; '' means everything. */
type Wanted = { words: string; group: string; status: string }

/** The rows that match the search and filters. `groupName` returns the name of a group. */
export function matching(rows: readonly Row[], wanted: Wanted, groupName: (id: number) => string): Row[] {
  const holds = finder(wanted.words)
  return rows.filter(
    ({ person, status }) =>
      (wanted.group === '' || String(person.group_id) === wanted.group) &&
      (wanted.status === '' || status === wanted.status || (wanted.status === 'running' && person.running !== null)) &&
      holds(folded(`${person.name} ${groupName(person.group_id)}`)),
  )
}

/** The number of rows in each tab. */
export function countTabs(rows: readonly Row[]): Record<Tab, number> {
  const counts = { attention: 0, submitted: 0, open: 0, approved: 0, all: rows.length }
  for (const { tab } of rows) if (tab !== 'all') counts[tab]++
  return counts
}

/** The first tab to show: the one that needs attention most, or of a period that is done what was approved. */
export function firstTab(rows: readonly Row[]): Tab {
  const counts = countTabs(rows)
  if (counts.approved > 0 && isDone(rows)) return 'approved'
  return (['attention', 'submitted', 'open'] as const).find((tab) => counts[tab] > 0) ?? 'all'
}

const statusOrder: readonly Status[] = ['open', 'sent_back', 'submitted', 'approved', 'idle']

/** The rows of a tab, sorted. Rows are already in the order of names. */
export function listed(rows: readonly Row[], tab: Tab, key: SortKey, down: boolean): Row[] {
  const shown = rows.filter((row) => tab === 'all' || row.tab === tab)
  const by = (row: Row) =>
    key === 'status'
      ? statusOrder.indexOf(row.status)
      : key === 'issues'
        ? row.issues.reduce((sum, { count }) => sum + count, 0)
        : key === 'name'
          ? 0
          : row[key]
  const sorted = key === 'name' ? shown : shown.toSorted((a, b) => inOrder(by(a), by(b)))
  return down ? sorted.toReversed() : sorted
}

/** The totals of rows. */
export function sumOf(rows: readonly Row[]) {
  const sum = { regular: 0, overtime: 0, timeOff: 0, total: 0, change: 0 }
  for (const row of rows) for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += row[key]
  return sum
}

/** Time of an earlier period that would be approved as well. */
export type Along = {
  start: string
  end: string
  people: number
  seconds: number
  issues: readonly { name: string; date: string; words: string }[]
}

/** What one click approves: which people, how many hours, and what time of earlier periods is included. */
export type Bulk = {
  submitted: readonly Row[]
  /** People who did not submit; `taken` includes them only if they are to be approved, too. */
  open: readonly Row[]
  taken: readonly Row[]
  /** Including time of earlier periods. */
  seconds: number
  along: readonly Along[]
}

/** What one click approves among the rows: never time that was sent back or has an issue. */
export function bulkOf(rows: readonly Row[], also: boolean, unit: number): Bulk {
  const submitted = rows.filter(({ tab }) => tab === 'submitted')
  const open = rows.filter(({ tab, status }) => tab === 'open' && status === 'open')
  const taken = also ? [...submitted, ...open] : submitted
  const along = alongOf(taken, unit)
  const seconds = sumOf(taken).total + along.reduce((sum, { seconds }) => sum + seconds, 0)
  return { submitted, open, taken, seconds, along }
}

/** The time of earlier periods that is approved as well, oldest first. */
export function alongOf(rows: readonly Row[], unit: number): Along[] {
  const parts = rows.flatMap(({ person }) => person.earlier.map((part) => ({ person, part })))
  const byEnd = Map.groupBy(parts, ({ part }) => part.end_date)
  return [...byEnd]
    .sort(([a], [b]) => inOrder(a, b))
    .map(([end, list]) => ({
      start: list.map(({ part }) => part.start_date).sort()[0]!,
      end,
      people: list.length,
      seconds: list.reduce((sum, { part }) => sum + hoursOf(part.pay, unit).total, 0),
      issues: list.flatMap(({ person: { name }, part }) =>
        part.exceptions.map(({ date, words }) => ({ name, date, words })),
      ),
    }))
}

/** Earlier time is summed up for this many days before the end of the period. */
const alongDays = 92

/** The oldest pending period before the time that is summed up, if it may contain time of these people. */
export function olderWaiting({ periods, end_date }: Pick<PayRun, 'periods' | 'end_date'>, rows: readonly Row[]) {
  const since = addDays(end_date, 1 - alongDays)
  return periods.find(
    (period) =>
      period.waiting > 0 &&
      period.start_date < since &&
      rows.some(({ person }) => person.approved_to < period.end_date),
  )
}

/**
 * Whether a person's time can be approved individually. It cannot while the period has not ended, while they are on the
 * clock, or before their corrections are decided, because these could no longer be accepted.
 */
export function mayApprove({ status, person }: Row, isRunning: boolean): boolean {
  return !isRunning && status !== 'approved' && person.running === null && person.corrections === 0
}

/** Whether the period has nothing left to approve. People without any time do not keep it open. */
export function isDone(rows: readonly Row[]): boolean {
  return rows.every(({ status, issues }) => status === 'approved' || (status === 'idle' && issues.length === 0))
}

/** The person after (1) or before (-1) another one, in the order in which they were listed. */
export function neighbor(order: readonly number[], id: number, step: 1 | -1): number | undefined {
  const at = order.indexOf(id)
  return at === -1 ? order[0] : order[at + step]
}

/**
 * The periods in the strip: at least the last six, and all since the oldest that is pending or selected; or all
 * periods.
 */
export function stripOf(periods: readonly Period[], chosen: string, all: boolean): readonly Period[] {
  const first = periods.findIndex(({ waiting, start_date }) => waiting > 0 || start_date === chosen)
  return all ? periods : periods.slice(Math.min(Math.max(first, 0), Math.max(0, periods.length - 6)))
}

/** The next pending period after the one shown, or else the oldest. Only periods that have ended count. */
export function nextWaiting({ periods, start_date }: Pick<PayRun, 'periods' | 'start_date'>): Period | undefined {
  const waiting = periods.filter((period) => period.waiting > 0 && !period.running && period.start_date !== start_date)
  return waiting.find((period) => period.start_date > start_date) ?? waiting[0]
}
