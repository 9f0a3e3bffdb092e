import { elementAt, firstOf, valueAt } from '../elements.ts'
import { msg } from '../language/messages.ts'
import type { Range } from '../pay/payroll.ts'
import { byKind, isOvertime, type Kind } from '../payroll_files/kinds.ts'
import { addDays, daysBetween, weekOf } from '../time/calendar.ts'

// The hours report: lines of time, grouped into a tree of rows. The page, its files and its emails use it.

/** The ways to group rows. `job` is the job tree, with a row for each parent. */
export const groupings = ['job', 'customer', 'person', 'group', 'day', 'week', 'month'] as const

/** One of them. */
export type Grouping = (typeof groupings)[number]

/** Unpaid kinds of time, in addition to those of payroll files. */
const unpaidKinds = ['unpaid_time_off', 'unpaid_break'] as const

/** Hours that pay runs paid for days besides their own, whatever they were. As on the page Payroll, no total has them. */
export const adjustmentKind = 'adjustment'

/** Time of one person on one day, job and kind, with the seconds to show, its cost, and the billed amount. */
export type HoursLine = {
  user_id: number
  jobcode_id: number
  date: string
  kind: Kind
  seconds: number
  cost_cents: number
  billable_cents: number
}

/** A column of figures: seconds, or hundredths of the currency unit. */
type HoursColumn = { key: string; name: string; unit: 'seconds' | 'cents' }

/** A row: its subject, its depth from 0, and its figures in the order of the columns. */
export type HoursRow = {
  /** Unique within the report. */
  key: string
  by: Grouping
  /** Id of the job, person or group; 0 for none, and for dates. */
  id: number
  /** First date of the day, week or month; '' for others. */
  date: string
  name: string
  level: number
  /** Whether the rows below it, up to the next row of its level, are parts of it. */
  parent: boolean
  values: number[]
}

/** Names, and the ids from the top of the job tree down to a job. */
export type HoursNames = {
  job: (id: number) => string
  pathOf: (jobcode_id: number) => readonly number[]
  person: (id: number) => string
  group: (id: number) => string
  groupOf: (user_id: number) => number
  /** First day of the week, 0 = Sunday. */
  weekStart: number
}

/** How rows are grouped and ordered. `sort`: `name`, or the key of a column, largest first. Dates stay in their order. */
type HoursOrder = { group_by: readonly Grouping[]; sort: string }

/** The whole report. */
export type HoursReport = { columns: HoursColumn[]; rows: HoursRow[]; total: number[]; chart: HoursChart }

/** The columns for these lines: always regular and total, others only if they have values. */
function hoursColumns(lines: readonly HoursLine[], money: boolean): HoursColumn[] {
  const kinds = new Set(lines.filter(({ seconds }) => seconds !== 0).map(({ kind }) => kind))
  const time = (key: string, name: string): HoursColumn => ({ key, name, unit: 'seconds' })
  const cents = (key: string, name: string): HoursColumn => ({ key, name, unit: 'cents' })
  const overtime = [...kinds].filter((kind) => isOvertime(kind) && isInTotal(kind)).sort(byKind)
  return [
    time('regular', msg('Regular')),
    ...overtime.map((kind) => time(kind, overtimeNames[kind] ?? `${kind.slice(5)} ×`)),
    ...([...kinds].some(isTimeOff) ? [time('pto', msg('Paid time off'))] : []),
    time('total', msg('Total')),
    ...(kinds.has(adjustmentKind) ? [time(adjustmentKind, msg('Adjustments'))] : []),
    ...(kinds.has('break_premium') ? [time('break_premium', msg('Breaks not provided'))] : []),
    ...(kinds.has('unpaid_time_off') ? [time('unpaid_time_off', msg('Unpaid time off'))] : []),
    ...(kinds.has('unpaid_break') ? [time('unpaid_break', msg('Unpaid breaks'))] : []),
    ...(money ? [cents('cost', msg('Cost')), cents('billable', msg('Billable'))] : []),
  ]
}

const overtimeNames: Readonly<Record<string, string>> = { overtime: msg('Overtime'), double: msg('Double time') }

function isUnpaid(kind: Kind): boolean {
  return unpaidKinds.some((unpaid) => unpaid === kind)
}

/** Whether a kind is part of the total: paid time that is worked or taken off. */
function isInTotal(kind: Kind): boolean {
  return !isUnpaid(kind) && kind !== 'break_premium' && kind !== adjustmentKind
}

function isTimeOff(kind: Kind): boolean {
  return kind.startsWith('pto_')
}

/** Groups lines into rows, parents before their parts. */
export function hoursReport(
  lines: readonly HoursLine[],
  { group_by, sort }: HoursOrder,
  names: HoursNames,
  { money, start_date, end_date }: Range & { money: boolean },
): HoursReport {
  const columns = hoursColumns(lines, money)
  const places = new Map(columns.map(({ key }, index) => [key, index]))
  const root = newNode({ by: 'job', id: 0, date: '', name: '' }, '', columns.length)
  for (const line of lines) {
    add(root.values, line, places)
    let node = root
    for (const by of group_by)
      for (const step of stepsOf(by, line, names)) {
        node = childOf(node, step, columns.length)
        add(node.values, line, places)
      }
    add(node.own, line, places)
  }
  const place = places.get(sort)
  const rows: HoursRow[] = []
  print(root, -1, place, rows)
  return {
    columns,
    rows,
    total: root.values,
    chart: hoursChart(lines, firstOf(group_by), rows, { ...names, start_date, end_date }),
  }
}

type Step = { by: Grouping; id: number; date: string; name: string }

/** `own`: the part of `values` that none of the children has. */
type Node = { step: Step; key: string; values: number[]; own: number[]; children: Map<string, Node> }

function newNode(step: Step, key: string, columns: number): Node {
  const zeros = () => new Array<number>(columns).fill(0)
  return { step, key, values: zeros(), own: zeros(), children: new Map() }
}

function childOf(node: Node, step: Step, columns: number): Node {
  const key = `${node.key}/${keyOf(step)}`
  const known = node.children.get(key)
  if (known) return known
  const made = newNode(step, key, columns)
  node.children.set(key, made)
  return made
}

function keyOf({ by, id, date }: Step): string {
  return `${by}-${date || id}`
}

/** Adds the figures of a line. */
function add(values: number[], line: HoursLine, places: ReadonlyMap<string, number>): void {
  const put = (key: string, amount: number) => {
    const place = places.get(key)
    if (place !== undefined) values[place] = elementAt(values, place) + amount
  }
  put(isTimeOff(line.kind) ? 'pto' : line.kind, line.seconds)
  if (isInTotal(line.kind)) put('total', line.seconds)
  put('cost', line.cost_cents)
  put('billable', line.billable_cents)
}

/** The rows from the top down that a line belongs to within one grouping. */
function stepsOf(by: Grouping, line: HoursLine, names: HoursNames): Step[] {
  const { user_id, jobcode_id, date } = line
  const dated = (first: string): Step[] => [{ by, id: 0, date: first, name: first }]
  switch (by) {
    case 'day':
    case 'week':
    case 'month':
      return dated(bucketOf(date, by, names.weekStart))
    case 'person':
      return [{ by, id: user_id, date: '', name: names.person(user_id) }]
    case 'group': {
      const id = names.groupOf(user_id)
      return [{ by, id, date: '', name: names.group(id) }]
    }
    case 'customer': {
      const id = names.pathOf(jobcode_id)[0] ?? jobcode_id
      return [{ by, id, date: '', name: names.job(id) }]
    }
    case 'job': {
      const path = names.pathOf(jobcode_id)
      return (path.length > 0 ? path : [jobcode_id]).map((id) => ({ by, id, date: '', name: names.job(id) }))
    }
  }
}

/** The first date of the day, week or month that a date is in. */
function bucketOf(date: string, by: 'day' | 'week' | 'month', weekStart: number): string {
  if (by === 'day') return date
  return by === 'week' ? weekOf(date, weekStart) : `${date.slice(0, 8)}01`
}

function print(node: Node, level: number, place: number | undefined, rows: HoursRow[]): void {
  const children = [...node.children.values()].sort((a, b) => inOrder(a, b, place))
  if (level >= 0) {
    const { step, key, values } = node
    rows.push({ key, ...step, level, parent: children.length > 0, values })
    // Time directly on a job that has others below it: without a row of its own, the rows below would not add up.
    if (children.length > 0 && node.own.some((value) => value !== 0))
      rows.push({
        ...step,
        key: `${key}/own`,
        name: msg('Directly'),
        level: level + 1,
        parent: false,
        values: node.own,
      })
  }
  for (const child of children) print(child, level + 1, place, rows)
}

function inOrder(a: Node, b: Node, place: number | undefined): number {
  if (a.step.date !== '' || b.step.date !== '') return a.step.date < b.step.date ? -1 : 1
  const by = place === undefined ? 0 : elementAt(b.values, place) - elementAt(a.values, place)
  return by || byName.compare(a.step.name, b.step.name) || a.step.id - b.step.id
}

const byName = new Intl.Collator('en', { numeric: true })

/**
 * Total hours over time. `series` are rows of the top level, or jobs if they are few, largest first; `others` stands for
 * all smaller ones. With no series, each bar is one sum.
 */
type HoursChart = {
  by: 'day' | 'week' | 'month'
  series: { key: string; name: string }[]
  bars: { date: string; values: Record<string, number> }[]
}

/** The most series in a chart. */
export const seriesMax = 8
/** The key of all other series. */
const otherSeries = 'others'
/** The key of the sum if there are no series. */
const allSeries = 'all'

/**
 * The rows that get their own series: all if they are few, otherwise the largest, as long as the rest together are the
 * smaller part; otherwise none, because most of each bar would be “Others”.
 */
export function seriesOf(sums: readonly { key: string; total: number }[]): string[] {
  const sorted = sums.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total)
  if (sorted.length <= seriesMax) return sorted.map(({ key }) => key)
  const own = sorted.slice(0, seriesMax - 1)
  const sum = (some: readonly { total: number }[]) => some.reduce((all, { total }) => all + total, 0)
  return 2 * sum(own) >= sum(sorted) ? own.map(({ key }) => key) : []
}

function hoursChart(
  lines: readonly HoursLine[],
  grouping: Grouping,
  rows: readonly HoursRow[],
  names: HoursNames & Range,
): HoursChart {
  const { start_date: first, end_date: last } = names
  const isDated = grouping === 'day' || grouping === 'week' || grouping === 'month'
  const by = isDated ? grouping : scaleOf(daysBetween(first, last) + 1)
  const counted = lines.filter(({ kind }) => isInTotal(kind))
  const { keyOfLine, nameOf, sums } = chartParts(counted, grouping, rows, names)
  const own = isDated ? [] : seriesOf([...sums].map(([key, total]) => ({ key, total })))
  const known = new Set(own)
  const bars = new Map(
    bucketsOf(first, last, by, names.weekStart).map((date): [string, Record<string, number>] => [date, {}]),
  )
  let rest = false
  for (const line of counted) {
    const key = own.length === 0 ? allSeries : keyOfLine(line)
    const shown = own.length === 0 || known.has(key) ? key : otherSeries
    rest ||= shown === otherSeries
    const values = valueAt(bars, bucketOf(line.date, by, names.weekStart))
    values[shown] = (values[shown] ?? 0) + line.seconds
  }
  const series = own.map((key) => ({ key, name: valueAt(nameOf, key) }))
  if (rest) series.push({ key: otherSeries, name: msg('Others') })
  return { by, series, bars: [...bars].map(([date, values]) => ({ date, values })) }
}

type ChartParts = {
  keyOfLine: (line: HoursLine) => string
  nameOf: ReadonlyMap<string, string>
  sums: ReadonlyMap<string, number>
}

/** The candidates for series: each job, if there are few, otherwise the rows of the top level. */
function chartParts(
  lines: readonly HoursLine[],
  grouping: Grouping,
  rows: readonly HoursRow[],
  names: HoursNames,
): ChartParts {
  const sumsBy = (keyOfLine: ChartParts['keyOfLine']) => {
    const sums = new Map<string, number>()
    for (const line of lines) sums.set(keyOfLine(line), (sums.get(keyOfLine(line)) ?? 0) + line.seconds)
    return sums
  }
  const jobs = new Map(grouping === 'job' ? lines.map((line) => [line.jobcode_id, line]) : [])
  if (jobs.size > 0 && jobs.size <= seriesMax) {
    const keys = new Set(rows.map(({ key }) => key))
    const found = [...jobs].map(([id, line]) => {
      const steps = stepsOf('job', line, names)
      const key = steps.map((step) => `/${keyOf(step)}`).join('')
      return { id, key: keys.has(`${key}/own`) ? `${key}/own` : key, name: steps.map(({ name }) => name).join(' › ') }
    })
    const keyOfJob = new Map(found.map(({ id, key }) => [id, key]))
    const keyOfLine = ({ jobcode_id }: HoursLine) => valueAt(keyOfJob, jobcode_id)
    return { keyOfLine, nameOf: new Map(found.map(({ key, name }) => [key, name])), sums: sumsBy(keyOfLine) }
  }
  const keyOfLine = (line: HoursLine) => `/${keyOf(firstOf(stepsOf(grouping, line, names)))}`
  const top = rows.filter(({ level }) => level === 0)
  return { keyOfLine, nameOf: new Map(top.map(({ key, name }) => [key, name])), sums: sumsBy(keyOfLine) }
}

function scaleOf(days: number): HoursChart['by'] {
  if (days <= 31) return 'day'
  return days <= 7 * 30 ? 'week' : 'month'
}

/** Every bucket from the first date to the last, including those without time. */
function bucketsOf(first: string, last: string, by: HoursChart['by'], weekStart: number): string[] {
  const found: string[] = []
  const step = { day: 1, week: 7, month: 31 }[by]
  for (let at = bucketOf(first, by, weekStart); at <= last; at = bucketOf(addDays(at, step), by, weekStart))
    found.push(at)
  return found
}
