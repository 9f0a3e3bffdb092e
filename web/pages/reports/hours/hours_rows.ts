import { msg } from '../../../../src/rules/language/messages.ts'
import type { Grouping } from '../../../../src/rules/reports/hours.ts'
import type { HoursView } from '../../../../src/rules/reports/view.ts'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import type { AnswerOf } from '../../../api/contract.ts'
import type { Jobs } from '../../../components/jobs/jobs.ts'
import { percent } from '../../../components/time/money.ts'
import { t } from '../../../language.ts'
import { dateText, rangeText } from '../../../time.ts'
import type { Filters } from '../filters.tsx'

/** The hours report. */
export type Hours = AnswerOf<'GET /api/console/hours'>

/** A row of the hours report. */
export type HoursRow = Hours['rows'][number]

/** What rows can be grouped by, in the order in which the page offers it. */
export const groupingNames: Readonly<Record<Grouping, string>> = {
  job: msg('Job'),
  customer: msg('Customer'),
  person: msg('Person'),
  group: msg('Group'),
  day: msg('Day'),
  week: msg('Week'),
  month: msg('Month'),
}

/** With more rows than this, only the top level is shown at first. */
const openMax = 60

/** Whether rows with parts are initially expanded. */
export function opensAtFirst(rows: readonly HoursRow[]): boolean {
  return rows.length <= openMax
}

/** The rows that are not below a collapsed one. `turned` are the rows that the user has expanded or collapsed. */
export function visibleRows(
  rows: readonly HoursRow[],
  openFirst: boolean,
  turned: ReadonlySet<string>,
): readonly HoursRow[] {
  let closed = Number.POSITIVE_INFINITY
  return rows.filter((row) => {
    if (row.level > closed) return false
    closed = Number.POSITIVE_INFINITY
    if (row.parent && turned.has(row.key) === openFirst) closed = row.level
    return true
  })
}

/** The name of a row, with its dates written out. */
export function nameOfRow({ key, by, id, date, name }: HoursRow): string {
  // The app names the row of time that belongs to nothing, and that of a job's time outside its sub-jobs.
  if (date === '') return id === 0 || key.endsWith('/own') ? t(name) : name
  if (by === 'day') return dateText(date, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
  if (by === 'week') return rangeText(date, addDays(date, 6))
  return dateText(date, { month: 'long', year: 'numeric' })
}

/** The names of each row's parents, from the top: `Aspen Ridge Homes › Lot 14 garage`. */
export function namesAbove(rows: readonly HoursRow[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const line: string[] = []
  for (const row of rows) {
    line.length = row.level
    if (line.length > 0) found.set(row.key, line.join(' › '))
    line.push(nameOfRow(row))
  }
  return found
}

/** A share as a percentage with one decimal: `4.2%`. */
export function shareText(part: number, whole: number): string {
  return percent(whole > 0 ? part / whole : 0, 1)
}

/** The colors of the chart’s series by key; the eighth is gray, for the rest. */
export function seriesColors(series: readonly { key: string }[]): ReadonlyMap<string, string> {
  return new Map(
    series.map(({ key }, index) => [key, key === 'others' ? 'var(--series-8)' : `var(--series-${index + 1})`]),
  )
}

/** The color of a row in the chart; undefined if its parts have their own colors, and below rows that have one. */
export function colorOfRow({ key, level }: HoursRow, colors: ReadonlyMap<string, string>): string | undefined {
  return colors.get(key) ?? (level === 0 ? colors.get('others') : undefined)
}

/**
 * Which of the entries of some dates and people a list keeps: those that are on a job, or below another job, and match
 * the filters.
 */
export type Kept = { job?: number; under?: number; item?: string; billable?: HoursView['billable'] }

/**
 * The filters that find the entries behind a row, and which of the found entries belong to it; undefined if no list of
 * entries has exactly its time. `at` is the index of the row.
 */
export function entriesBehind(
  rows: readonly HoursRow[],
  at: number,
  view: HoursView,
  dates: { start: string; end: string },
): { filters: Filters; kept: Kept } | undefined {
  const row = rows[at]!
  if (row.parent) return undefined
  const line = [row]
  for (let index = at - 1; index >= 0 && line[0]!.level > 0; index--)
    if (rows[index]!.level < line[0]!.level) line.unshift(rows[index]!)
  const idOf = (by: HoursRow['by']) => line.findLast((one) => one.by === by)?.id
  const group = idOf('group')
  if (group === 0) return undefined
  const filters = {
    ...datesWithin(line, dates),
    group: String(group ?? view.group),
    user: String(idOf('person') ?? view.user),
  }
  const job = idOf('job')
  // A job in the report's filter is the customer of the row, or below it.
  const top = view.job === '' ? (idOf('customer') ?? view.customer) : view.job
  const ofJob = job !== undefined ? { job } : top === '' ? {} : Number(top) === 0 ? { job: 0 } : { under: Number(top) }
  return { filters, kept: { ...ofJob, item: view.item, billable: view.billable } }
}

/** Restricts a range of dates to what the row and its parents by day, week and month cover. */
function datesWithin(line: readonly HoursRow[], { start, end }: { start: string; end: string }) {
  const lasts = { day: 0, week: 6, month: 31 }
  const spans = line.flatMap(({ by, date }) => {
    if (by !== 'day' && by !== 'week' && by !== 'month') return []
    const last = addDays(date, lasts[by])
    return [{ start: date, end: by === 'month' ? addDays(`${last.slice(0, 8)}01`, -1) : last }]
  })
  return {
    start: [start, ...spans.map((span) => span.start)].sort().at(-1)!,
    end: [end, ...spans.map((span) => span.end)].sort()[0]!,
  }
}

type Placed = { jobcode_id: number; customfields: unknown }

/** Whether a list keeps an entry. `item` is the custom field item that it must have, once that is known. */
export function keeps(
  { job, under, item: wanted = '', billable = '' }: Kept,
  { jobcode_id, customfields }: Placed,
  jobs: Pick<Jobs, 'byId'>,
  item: { customfield_id: number; name: string } | undefined,
): boolean {
  if (job !== undefined && jobcode_id !== job) return false
  if (under !== undefined && !isBelow(jobcode_id, under, jobs)) return false
  if (billable !== '' && (jobs.byId.get(jobcode_id)?.record.billable ?? false) !== (billable === 'yes')) return false
  if (wanted === '') return true
  return item !== undefined && (Object(customfields) as Record<number, string>)[item.customfield_id] === item.name
}

function isBelow(id: number, top: number, { byId }: Pick<Jobs, 'byId'>): boolean {
  for (let at: number | undefined = id; at; at = byId.get(at)?.record.parent_id) if (at === top) return true
  return false
}
