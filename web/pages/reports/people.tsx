import { type ReactNode, useState } from 'react'
import type { HoursView } from '../../../src/rules/reports/view.ts'
import { useNarrow } from '../../components/page/narrow.ts'
import { Card, Loaded, Skeleton } from '../../components/page/page.tsx'
import { Avatar } from '../../components/people/person.tsx'
import { useSums } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { Entries } from './entries.tsx'
import { type Column, FiguresTable, NameOrButton } from './figures_table.tsx'
import type { Filters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { HoursExport } from './hours/hours_export.tsx'
import { HoursFilters } from './hours/hours_filters.tsx'
import { NoHours, useHoursReport } from './hours/hours_question.tsx'
import { type Hours, type HoursRow, nameOfRow } from './hours/hours_rows.ts'
import { MoneyBelow, moneyColumns, moneyFigures } from './money_columns.tsx'

/** Hours by person and by group: both levels of the hours report by group, largest first. */
export default function PeopleReport() {
  const { filters, view, question, report } = useHoursReport({ by: 'group', within: 'person', sort: 'total' })
  return (
    <ReportsPage>
      <HoursFilters view={view} />
      <Loaded of={report} skeleton={<Skeleton lines={8} height={44} />}>
        {(found) => <Shown report={found} {...{ view, question, filters }} />}
      </Loaded>
    </ReportsPage>
  )
}

type Props = { report: Hours; view: HoursView; question: Record<string, string>; filters: Filters }

function Shown({ report, view, question, filters }: Props) {
  const [open, setOpen] = useState<Row>()
  const shown = report.rows.map((row) => rowOf(row, report)).filter(({ total }) => total > 0)
  const people = shown.filter(({ by }) => by === 'person').sort((a, b) => b.total - a.total)
  const groups = shown.filter(({ by }) => by === 'group').sort((a, b) => b.total - a.total)
  if (people.length === 0)
    return (
      <Card>
        <NoHours view={view} />
      </Card>
    )
  // A list of a person’s entries would include entries that the filters exclude.
  const allTime = view.job === '' && view.customer === '' && view.item === '' && view.billable === ''
  return (
    <>
      <Card title={t('By person')} actions={<HoursExport question={question} />}>
        <Table
          rows={people}
          first={t('Person')}
          label={(row) => (
            <span className="reports-name">
              <Avatar name={row.name} size={32} />
              <NameOrButton name={row.name} onOpen={allTime ? () => setOpen(row) : undefined} />
            </span>
          )}
        />
      </Card>
      <Card title={t('By group')}>
        <Table rows={groups} first={t('Group')} label={({ name }) => name} />
      </Card>
      {open && (
        <Entries
          title={open.name}
          filters={{ ...filters, group: '', user: String(open.id) }}
          figure={open.total}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type Row = ReturnType<typeof rowOf>

/** The figures of a person or group. `work` is everything paid as worked: work, paid breaks and overtime. */
function rowOf(row: HoursRow, { columns }: Hours) {
  const figureOf = (key: string) => row.values[columns.findIndex((column) => column.key === key)] ?? 0
  const [total, timeOff, unpaid] = ['total', 'pto', 'unpaid_break'].map(figureOf) as [number, number, number]
  return {
    ...{ key: row.key, id: row.id, by: row.by, name: nameOfRow(row), work: total - timeOff, timeOff, total, unpaid },
    ...{ cost_cents: figureOf('cost'), billable_cents: figureOf('billable') },
  }
}

/** The rows of people or groups. */
function Table({ rows, first, label }: { rows: readonly Row[]; first: string; label: (row: Row) => ReactNode }) {
  const hours = useSums()
  const narrow = useNarrow()
  const money = moneyColumns(rows)
  const column = (name: string, of: (row: Row) => number, wide = false): Column<Row> => ({
    name,
    wide,
    text: (row) => (of(row) === 0 ? '–' : hours(of(row))),
    total: hours(rows.reduce((all, row) => all + of(row), 0)),
  })
  const hasTimeOff = rows.some(({ timeOff }) => timeOff > 0)
  const columns = [
    // Without time off, all of it is work. A phone has room for two columns, and the third can be derived from them.
    ...(hasTimeOff
      ? [column(t('Work'), ({ work }) => work, true), column(t('Time off'), ({ timeOff }) => timeOff)]
      : []),
    column(t('Total'), ({ total }) => total),
    ...(rows.some(({ unpaid }) => unpaid > 0) ? [column(t('Unpaid breaks'), ({ unpaid }) => unpaid, true)] : []),
    ...moneyFigures(money, rows),
  ]
  return (
    <div className="scroll">
      <FiguresTable
        name={t('Hours by person')}
        rows={rows}
        first={first}
        label={(row) => (
          <>
            {label(row)}
            <MoneyBelow columns={money} rows={[row]} />
          </>
        )}
        columns={columns}
        share={({ total }) => total}
        compares
        below={<MoneyBelow columns={money} rows={rows} />}
        linesBelow={narrow ? money.length : 0}
      />
    </div>
  )
}
