import { pathParts } from '../../components/jobs/jobs.ts'
import { useNarrow } from '../../components/page/narrow.ts'
import { useSums } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { type Column, FiguresTable, NameOrButton } from './figures_table.tsx'
import { type JobRow, shareText } from './hours/hours_rows.ts'
import { MoneyBelow, moneyColumns, moneyFigures } from './money_columns.tsx'

type Props = {
  rows: readonly JobRow[]
  /** Opens the entries of a row. */
  onOpen: (row: JobRow) => void
}

/** The hours of each job, and their cost if it is known. On a phone, the jobs above are below the name. */
export function JobsTable({ rows, onOpen }: Props) {
  const hours = useSums()
  const narrow = useNarrow()
  const money = moneyColumns(rows)
  const hasParents = rows.some(({ name }) => pathParts(name).above !== '')
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
              <NameOrButton
                name={row.name}
                shown={narrow ? pathParts(row.name).name : undefined}
                onOpen={() => onOpen(row)}
              />
            </span>
            {narrow && hasParents && <small className="reports-above">{pathParts(row.name).above}</small>}
            <MoneyBelow columns={money} rows={[row]} />
          </>
        )}
        columns={columns}
        share={({ seconds }) => seconds}
        below={<MoneyBelow columns={money} rows={rows} />}
        linesBelow={narrow ? Number(hasParents) + money.length : 0}
      />
    </div>
  )
}
