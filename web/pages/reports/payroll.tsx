import { type CSSProperties, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type GrossLine, grossKey } from '../../../src/rules/pay/gross_lines.ts'
import { shownPay, shownSeconds } from '../../../src/rules/pay/shown_hours.ts'
import { readView } from '../../../src/rules/reports/view.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { inOrder } from '../../components/listing/order.ts'
import { VirtualSpace } from '../../components/listing/virtual_space.tsx'
import { isWindowed, useWindowed } from '../../components/listing/windowed.ts'
import { useNarrow } from '../../components/page/narrow.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { nameOf } from '../../components/people/names.ts'
import { useShownUnit, useSums } from '../../components/time/hours.ts'
import { centsText, factorText } from '../../components/time/money.ts'
import { premiumName } from '../../components/time/premium_name.ts'
import { t } from '../../language.ts'
import { dateText } from '../../time.ts'
import { ChangedSincePaid, DueAdjustments } from '../pay_runs/adjustments.tsx'
import { signed } from '../pay_runs/words.ts'
import { AmountsImport } from './amounts_import.tsx'
import { Entries } from './entries.tsx'
import { type Filters, questionOfFilters, useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { type Gross, GrossByRate, type GrossRow, useGross } from './gross.tsx'
import { HoursExport } from './hours/hours_export.tsx'
import { HoursFilters } from './hours/hours_filters.tsx'
import { NoHours, useHoursReport } from './hours/hours_question.tsx'
import { HoursTable } from './hours/hours_table.tsx'
import { ruleText } from './rule_words.ts'

type Row = AnswerOf<'GET /api/v1/reports/payroll'>['results']['payroll_report'][string]

/** Everyone's regular hours, overtime and paid time off, for payroll. */
export default function PayrollReport() {
  const { filters, search } = useFilters()
  const view = readView(search)
  const isPart = view.job !== '' || view.customer !== '' || view.item !== '' || view.billable !== ''
  return (
    <ReportsPage>
      <HoursFilters view={view} money={isPart} />
      {isPart ? <PartOfPay /> : <Report filters={filters} />}
    </ReportsPage>
  )
}

/**
 * If a filter selects only part of people’s time, shows the hours report by person, with the same figures for that
 * part.
 */
function PartOfPay() {
  const { view, question, report } = useHoursReport({ by: 'person', within: '' })
  return (
    <Loaded of={report} skeleton={waiting}>
      {(found) => (
        <Card actions={<HoursExport question={question} />}>
          <p className="quiet">{t('Only the part of each person’s time that the filters select.')}</p>
          {found.rows.length > 0 ? (
            <HoursTable key={JSON.stringify(question)} report={found} view={view} />
          ) : (
            <NoHours view={view} />
          )}
        </Card>
      )}
    </Loaded>
  )
}

const waiting = <Skeleton lines={8} height={44} />

function Report({ filters }: { filters: Filters }) {
  const report = useAnswer('time', '/api/v1/reports/payroll', {
    ...questionOfFilters(filters),
    supplemental_data: 'no',
  })
  return (
    <Loaded of={report} skeleton={waiting}>
      {({ results }) => <Shown rows={Object.values(results.payroll_report)} filters={filters} />}
    </Loaded>
  )
}

/** Hours paid for breaks that were not provided. */
function premium({ break_premium_seconds = {} }: Row, unit: number): number {
  return shownSeconds(
    Object.values(break_premium_seconds).reduce((sum, seconds) => sum + seconds, 0),
    unit,
  )
}

/** Hours that pay runs within the dates paid for earlier days. */
function adjusted({ adjustments = [] }: Row): number {
  return adjustments.reduce((sum, { seconds }) => sum + seconds, 0)
}

function Shown({ rows: exact, filters }: { rows: readonly Row[]; filters: Filters }) {
  const me = useMe()
  const [hours, unit] = [useSums(), useShownUnit()]
  const people = useRecords('users', { active: 'both' })
  const { data: gross, isWaiting } = useGross(filters)
  const [open, setOpen] = useState<Row>()
  const byId = new Map(people.data?.map((user) => [user.id, user]))
  const nameOfRow = (id: number) => {
    const user = byId.get(id)
    return user ? nameOf(user) : id === me.user.id ? nameOf(me.user) : t('Person {id}', { id })
  }
  // Wait for both: names determine the order of the rows, and money adds columns.
  if (isWaiting || !(people.data || people.error)) return waiting
  const rows = [...exact, ...withoutTime(exact, gross, filters)].map((row) => shownPay(row, unit))
  if (rows.length === 0)
    return (
      <Card>
        <Empty title={t('No time on these dates')} action={me.is_admin && <AmountsImport />}>
          {t('Try other dates, another group, or everyone.')}
        </Empty>
      </Card>
    )
  const paid = new Map(gross?.people.map((row) => [row.user_id, row]))
  const columns = columnsOf(rows, paid, { hours, unit })
  const rowOf = new Map(rows.map((row) => [row.user_id, row]))
  const hoursOf = (id: number) => grossHours(rowOf.get(id), unit)
  const sorted = [...rows].sort((a, b) => inOrder(nameOfRow(a.user_id), nameOfRow(b.user_id)))
  return (
    <>
      <Sums columns={columns} rows={rows} />
      <Card>
        <PayrollTable
          rows={sorted}
          columns={columns}
          paid={paid}
          nameOf={nameOfRow}
          approvedTo={(id) => byId.get(id)?.approved_to ?? ''}
          filters={filters}
          onOpen={setOpen}
        />
        {me.leads && (
          <div className="card-head no-print">
            <p className="quiet">
              {rich(t('Not approved yet? <a>Review hours</a> before paying.'), {
                a: (text) => <Link href="/approvals">{text}</Link>,
              })}
            </p>
            {me.is_admin && <AmountsImport />}
          </div>
        )}
      </Card>
      {filters.user === '' && filters.group === '' && (
        <>
          <DueAdjustments start_date={filters.start} end_date={filters.end} />
          <ChangedSincePaid start_date={filters.start} end_date={filters.end} />
        </>
      )}
      {gross && <GrossByRate gross={gross} nameOf={nameOfRow} hoursOf={hoursOf} />}
      {open && (
        <Entries
          title={nameOfRow(open.user_id)}
          filters={{ ...filters, group: '', user: String(open.user_id) }}
          figure={open.total_work_seconds}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The height of a row of a long list in pixels, and of each line below a name, as in the style sheet. */
const oneLine = 44
const lineBelow = 17

type TableProps = {
  /** In the order in which they are listed. */
  rows: readonly Row[]
  columns: ReturnType<typeof columnsOf>
  paid: ReadonlyMap<number, GrossRow>
  nameOf: (id: number) => string
  approvedTo: (id: number) => string
  filters: Filters
  onOpen: (row: Row) => void
}

/** The hours and the pay of each person. Of a long list, only the rows in view are rendered, and all are as high. */
function PayrollTable({ rows, columns, paid, nameOf, approvedTo, filters, onOpen }: TableProps) {
  const narrow = useNarrow()
  const body = useRef<HTMLTableSectionElement>(null)
  const hidesSome = (row: Row) => narrow && unshown(row, columns).length > 0
  const hints = [hidesSome, hasRules, ({ user_id }: Row) => (paid.get(user_id)?.seconds_without_rate ?? 0) > 0]
  const height = oneLine + lineBelow * hints.filter((has) => rows.some(has)).length
  const { first, end } = useWindowed(body, rows.length, height)
  return (
    <div className="scroll">
      <table
        className={`reports-table ${isWindowed(rows.length) ? 'reports-payroll' : ''}`}
        style={{ '--row': `${height}px` } as CSSProperties}
        aria-label={t('Payroll')}
        aria-rowcount={rows.length + 2}
      >
        <thead>
          <tr>
            <th scope="col">{t('Person')}</th>
            {columns.map(({ name, short = name, isTotal }, index) => (
              <th key={name} scope="col" className={`number ${hidden(index, isTotal)}`}>
                {narrow ? short : name}
              </th>
            ))}
            <th scope="col" className="reports-wide">
              {t('Approved')}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <VirtualSpace height={first * height} columns={columns.length + 2} />
          {rows.slice(first, end).map((row, index) => {
            const approved = approvedTo(row.user_id)
            return (
              <tr key={row.user_id} aria-rowindex={first + index + 2}>
                <th scope="row">
                  <button type="button" className="reports-row" onClick={() => onOpen(row)}>
                    {nameOf(row.user_id)}
                  </button>
                  {narrow && <Unshown row={row} columns={columns} />}
                  <RuleWords row={row} />
                  <Unpriced row={paid.get(row.user_id)} />
                </th>
                {columns.map(({ name, of, text, isTotal }, index) => (
                  <td key={name} className={`number ${hidden(index, isTotal)}`}>
                    {of(row) === 0 ? '–' : text(of(row))}
                  </td>
                ))}
                <td className="reports-wide">
                  <ApprovedBadge through={approved} filters={filters} />
                </td>
              </tr>
            )
          })}
          <VirtualSpace height={(rows.length - end) * height} columns={columns.length + 2} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            {columns.map(({ name, of, text, isTotal }, index) => (
              <td key={name} className={`number ${hidden(index, isTotal)}`}>
                {text(sumOf(rows, of))}
              </td>
            ))}
            <td className="reports-wide" />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Sums({ columns, rows }: { columns: ReturnType<typeof columnsOf>; rows: readonly Row[] }) {
  return (
    <Card>
      <dl className="reports-sums">
        {columns.map(({ name, of, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text(sumOf(rows, of))}</dd>
          </div>
        ))}
        <div>
          <dt>{t('People')}</dt>
          <dd>{rows.length}</dd>
        </div>
      </dl>
    </Card>
  )
}

function sumOf(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

/** Rows of people who are paid without time, by a salary or amounts. */
function withoutTime(rows: readonly Row[], gross: Gross | undefined, { start, end }: Filters): Row[] {
  const known = new Set(rows.map(({ user_id }) => user_id))
  const paid = gross?.people.filter(({ user_id }) => !known.has(user_id)) ?? []
  const nothing = {
    total_re_seconds: 0,
    total_pto_seconds: 0,
    total_work_seconds: 0,
    overtime_by_rule: {},
    pto_seconds: {},
  }
  return paid.map(({ user_id }) => ({ user_id, client_id: '', start_date: start, end_date: end, ...nothing }))
}

/** A row’s hours by `grossKey`, so that gross pay shows the same ones. */
function grossHours(row: Row | undefined, unit: number): ReadonlyMap<string, number> {
  if (!row) return new Map()
  const key = (kind: GrossLine['kind'], multiplier = 1) => grossKey({ kind, multiplier })
  const overtime = Object.entries(row.overtime_seconds ?? {})
  return new Map([
    [key('work'), row.total_re_seconds],
    ...overtime.map(([rate, seconds]): [string, number] => [key('work', Number(rate)), seconds]),
    [key('time_off'), row.total_pto_seconds],
    [key('break_premium'), premium(row, unit)],
  ])
}

/** Through which day of the report a person’s time is approved. */
function ApprovedBadge({ through, filters: { start, end } }: { through: string; filters: Filters }) {
  const isDone = through >= end
  const until = through > start ? t('Through {date}', { date: dateText(through) }) : t('Not approved')
  return <span className={`badge ${isDone ? 'good' : ''}`}>{isDone ? t('Approved') : until}</span>
}

/** `short` is the heading on a phone. */
type ShownColumn = {
  name: string
  short?: string
  of: (row: Row) => number
  text: (sum: number) => string
  isTotal?: true
}

/** The columns of figures. Only people who can see pay get the columns for money. */
function columnsOf(
  rows: readonly Row[],
  paid: ReadonlyMap<number, GrossRow>,
  { hours, unit }: { hours: (seconds: number) => string; unit: number },
): ShownColumn[] {
  // Overtime rates other than 1.5 and 2 have their own columns.
  const rates = [...new Set(rows.flatMap(({ overtime_seconds }) => Object.keys(overtime_seconds ?? {})))]
    .filter((rate) => rows.some(({ overtime_seconds }) => (overtime_seconds?.[rate] ?? 0) > 0 || rate === '1.5'))
    .sort((a, b) => Number(a) - Number(b))
  const time = (name: string, of: ShownColumn['of']) => ({ name, of, text: hours })
  const money = (name: string, of: (row: GrossRow) => number) => ({
    name,
    of: ({ user_id }: Row) => (paid.has(user_id) ? of(paid.get(user_id)!) : 0),
    text: centsText,
  })
  const isBilled = paid.values().some(({ billable_cents }) => billable_cents !== 0)
  return [
    { ...time(t('Regular'), (row) => row.total_re_seconds), short: t('Regular@@short heading') },
    ...rates.map((rate) => ({
      ...time(premiumName(Number(rate)), (row) => row.overtime_seconds?.[rate] ?? 0),
      short: `${factorText(Number(rate))} ×`,
    })),
    time(t('Time off'), (row) => row.total_pto_seconds),
    { ...time(t('Total'), (row) => row.total_work_seconds), isTotal: true as const },
    // What pay runs within the dates paid for earlier days, which the gross pay has.
    ...(rows.some(({ adjustments }) => adjustments)
      ? [{ ...time(t('Adjustments'), adjusted), text: (seconds: number) => signed(seconds, hours) }]
      : []),
    ...(rows.some(({ break_premium_seconds }) => break_premium_seconds)
      ? [time(t('Break premium'), (row) => premium(row, unit))]
      : []),
    ...(paid.size > 0 ? [money(t('Gross pay'), ({ gross_cents }) => gross_cents)] : []),
    ...(isBilled ? [money(t('Billable'), ({ billable_cents }) => billable_cents)] : []),
  ]
}

/** Phones show regular hours, the first rate and the total; wider screens show every column. */
function hidden(index: number, isTotal?: true): string {
  return index < 2 || isTotal ? '' : 'reports-wide'
}

/** The hours of a row that have no column on a phone. Amounts would take too many lines; what is opened by a press has them. */
function unshown(row: Row, columns: readonly ShownColumn[]): ShownColumn[] {
  return columns.filter(
    ({ isTotal, of, text }, index) => hidden(index, isTotal) !== '' && text !== centsText && of(row) !== 0,
  )
}

/** Those hours below the name, so that the row adds up. */
function Unshown({ row, columns }: { row: Row; columns: readonly ShownColumn[] }) {
  const figures = unshown(row, columns).map(({ name, of, text }) => `${name} ${text(of(row))}`)
  return figures.length > 0 && <small className="hint">{figures.join(' · ')}</small>
}

/** The hours that have no pay rate, for people who can see pay. */
function Unpriced({ row }: { row: GrossRow | undefined }) {
  const hours = useSums()
  if (!row || row.seconds_without_rate === 0) return null
  return <small className="hint">{t('{hours} without a pay rate', { hours: hours(row.seconds_without_rate) })}</small>
}

function hasRules({ overtime_by_rule }: Row): boolean {
  return Object.values(overtime_by_rule).some((seconds) => seconds > 0)
}

/** The rules that produced the overtime. */
function RuleWords({ row }: { row: Row }) {
  const hours = useSums()
  if (!hasRules(row)) return null
  const rules = Object.entries(row.overtime_by_rule).filter(([, seconds]) => seconds > 0)
  return (
    <small className="hint">{rules.map(([rule, seconds]) => `${ruleText(rule)} ${hours(seconds)}`).join(', ')}</small>
  )
}
