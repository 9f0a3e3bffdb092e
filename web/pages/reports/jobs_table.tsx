import { useSums } from '../../components/hours.ts'
import { useNarrow } from '../../components/narrow.ts'
import { t } from '../../language.ts'
import { type Column, FiguresTable, NameOrButton } from './figures_table.tsx'
import { type JobRow, shareText } from './hours_rows.ts'
import { MoneyBelow, moneyColumns, moneyFigures, twoLines } from './money_columns.tsx'

type Props = {
  rows: readonly JobRow[]
  /** Opens the entries of a row. */
  onOpen: (row: JobRow) => void
}

/** The hours of each job, and their cost if it is known. */
export function JobsTable({ rows, onOpen }: Props) {
  const hours = useSums()
  const narrow = useNarrow()
  const money = moneyColumns(rows)
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0)
  const columns: Column<JobRow>[] = [
    { name: t('Hours'), text: ({ seconds }) => hours(seconds), total: hours(total) },
    ...moneyFigures(money, rows),
    { name: t('Share@@part of a whole'), text: ({ seconds }) => shareText(seconds, total), total: '' },
  ]
  return (
    <div className="scroll">
      <FiguresTable
        name={t('Hours by job')}
        rows={rows}
        first={t('Job')}
        label={(row) => (
          <>
            <span className="reports-name">
              <span className="dot" aria-hidden="true" style={{ background: row.color }} />
              <NameOrButton name={row.name} onOpen={() => onOpen(row)} />
            </span>
            <MoneyBelow columns={money} rows={[row]} />
          </>
        )}
        columns={columns}
        share={({ seconds }) => seconds}
        below={<MoneyBelow columns={money} rows={rows} />}
        {...(narrow && money.length > 0 ? { height: twoLines } : {})}
      />
    </div>
  )
}
