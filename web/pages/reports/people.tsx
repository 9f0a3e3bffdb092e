import { useRef, useState } from 'react'
import { shownPay } from '../../../src/rules/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Meter } from '../../components/bars.tsx'
import { useHours, useShownUnit } from '../../components/hours.ts'
import { nameOf } from '../../components/names.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { Avatar } from '../../components/person.tsx'
import { VirtualSpace } from '../../components/virtual_space.tsx'
import { useWindowed } from '../../components/windowed.ts'
import { t } from '../../language.ts'
import { Entries } from './entries.tsx'
import { FilterBar, type Filters, questionOfFilters, useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'

type Pay = AnswerOf<'GET /api/v1/reports/payroll'>['results']['payroll_report'][string]

/** Hours by person and by group. */
export default function PeopleReport() {
  const { filters } = useFilters()
  return (
    <ReportsPage>
      <FilterBar />
      <Report filters={filters} />
    </ReportsPage>
  )
}

function Report({ filters }: { filters: Filters }) {
  const report = useAnswer('time', '/api/v1/reports/payroll', {
    ...questionOfFilters(filters),
    supplemental_data: 'no',
  })
  return (
    <Loaded of={report} skeleton={<Skeleton lines={8} height={44} />}>
      {({ results }) => <Shown pay={Object.values(results.payroll_report)} filters={filters} />}
    </Loaded>
  )
}

function Shown({ pay, filters }: { pay: readonly Pay[]; filters: Filters }) {
  const me = useMe()
  const unit = useShownUnit()
  const people = useRecords('users', { active: 'both' })
  const groups = useRecords('groups', { active: 'both' })
  const [open, setOpen] = useState<number>()
  const names = new Map([...(people.data ?? []), me.user].map((user) => [user.id, nameOf(user)]))
  const groupNames = new Map(groups.data?.map(({ id, name }) => [id, name]))
  const groupOf = new Map([...(people.data ?? []), me.user].map(({ id, group_id }) => [id, group_id]))
  const shown = pay.map((row) => ({ id: row.user_id, ...hoursOf(shownPay(row, unit)) }))
  const rows = sumsBy(
    shown,
    ({ id }) => id,
    (id) => names.get(id) ?? t('Person {id}', { id }),
  )
  const byGroup = sumsBy(
    shown,
    ({ id }) => groupOf.get(id) ?? 0,
    (id) => (id === 0 ? t('No group') : (groupNames.get(id) ?? t('Group {id}', { id }))),
  )
  if (rows.length === 0)
    return (
      <Card>
        <Empty title={t('No time on these dates')}>{t('Try other dates, another group, or everyone.')}</Empty>
      </Card>
    )
  return (
    <>
      <Card title={t('By person')}>
        <Table
          rows={rows}
          first={t('Person')}
          label={({ id, name }) => (
            <span className="reports-name">
              <Avatar name={name} size={32} />
              <button type="button" className="reports-row" title={name} onClick={() => setOpen(id)}>
                {name}
              </button>
            </span>
          )}
        />
      </Card>
      <Card title={t('By group')}>
        <Table rows={byGroup} first={t('Group')} label={({ name }) => name} />
      </Card>
      {open !== undefined && (
        <Entries
          title={names.get(open) ?? t('Person {id}', { id: open })}
          filters={{ ...filters, group: '', user: String(open) }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type Hours = { work: number; timeOff: number }
type Row = Hours & { id: number; name: string }

/** Work is what is paid as worked: work, paid breaks and overtime. */
function hoursOf({ total_work_seconds, total_pto_seconds }: Pay): Hours {
  return { work: total_work_seconds - total_pto_seconds, timeOff: total_pto_seconds }
}

/** Sums by person or group, largest first. */
function sumsBy(
  shown: readonly (Hours & { id: number })[],
  keyOf: (row: { id: number }) => number,
  nameOfRow: (id: number) => string,
): Row[] {
  const sums = new Map<number, Row>()
  for (const row of shown) {
    const id = keyOf(row)
    const { work = 0, timeOff = 0 } = sums.get(id) ?? {}
    sums.set(id, { id, name: nameOfRow(id), work: work + row.work, timeOff: timeOff + row.timeOff })
  }
  return [...sums.values()].sort((a, b) => totalOf(b) - totalOf(a))
}

function totalOf({ work, timeOff }: Hours): number {
  return work + timeOff
}

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 44

/** The rows of people or groups, of which only those in view are in the page. */
function Table({ rows, first, label }: { rows: readonly Row[]; first: string; label: (row: Row) => React.ReactNode }) {
  const hours = useHours()
  const body = useRef<HTMLTableSectionElement>(null)
  const { first: from, end } = useWindowed(body, rows.length, rowHeight)
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  const columns = [
    { name: t('Work'), of: ({ work }: Row) => work },
    ...(rows.some(({ timeOff }) => timeOff > 0) ? [{ name: t('Time off'), of: ({ timeOff }: Row) => timeOff }] : []),
    { name: t('Total'), of: totalOf },
  ]
  return (
    <table className="reports-table reports-hours" aria-label={t('Hours by person')} aria-rowcount={rows.length + 2}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
          <th scope="col" className="reports-share reports-wide">
            <span className="unseen">{t('Share as a bar')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <VirtualSpace height={from * rowHeight} columns={columns.length + 2} />
        {rows.slice(from, end).map((row, index) => (
          <tr key={row.id} aria-rowindex={from + index + 2}>
            <th scope="row">{label(row)}</th>
            {columns.map(({ name, of }) => (
              <td key={name} className="number">
                {of(row) === 0 ? '–' : hours(of(row))}
              </td>
            ))}
            <td className="reports-wide">
              <Meter value={totalOf(row)} of={sum(totalOf)} />
            </td>
          </tr>
        ))}
        <VirtualSpace height={(rows.length - end) * rowHeight} columns={columns.length + 2} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('Total')}</th>
          {columns.map(({ name, of }) => (
            <td key={name} className="number">
              {hours(sum(of))}
            </td>
          ))}
          <td className="reports-wide" />
        </tr>
      </tfoot>
    </table>
  )
}
