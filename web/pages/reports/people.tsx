import { type ReactNode, useState } from 'react'
import { shownPay } from '../../../src/rules/shown_hours.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useShownUnit, useSums } from '../../components/hours.ts'
import { nameOf } from '../../components/names.ts'
import { Card, Empty, Loaded, Skeleton } from '../../components/page.tsx'
import { Avatar } from '../../components/person.tsx'
import { t } from '../../language.ts'
import { Entries } from './entries.tsx'
import { type Column, FiguresTable } from './figures_table.tsx'
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
type Row = Hours & { key: number; id: number; name: string }

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
    sums.set(id, { key: id, id, name: nameOfRow(id), work: work + row.work, timeOff: timeOff + row.timeOff })
  }
  return [...sums.values()].sort((a, b) => totalOf(b) - totalOf(a))
}

function totalOf({ work, timeOff }: Hours): number {
  return work + timeOff
}

/** The rows of people or groups. */
function Table({ rows, first, label }: { rows: readonly Row[]; first: string; label: (row: Row) => ReactNode }) {
  const hours = useSums()
  const column = (name: string, of: (row: Row) => number, wide = false): Column<Row> => ({
    name,
    wide,
    text: (row) => (of(row) === 0 ? '–' : hours(of(row))),
    total: hours(rows.reduce((all, row) => all + of(row), 0)),
  })
  const hasTimeOff = rows.some(({ timeOff }) => timeOff > 0)
  const columns = [
    // A phone has room for two columns, from which the third follows.
    column(t('Work'), ({ work }) => work, hasTimeOff),
    ...(hasTimeOff ? [column(t('Time off'), ({ timeOff }) => timeOff)] : []),
    column(t('Total'), totalOf),
  ]
  return (
    <FiguresTable
      name={t('Hours by person')}
      rows={rows}
      first={first}
      label={label}
      columns={columns}
      share={totalOf}
    />
  )
}
