import { useSums } from '../../components/hours.ts'
import { centsText } from '../../components/money.ts'
import { useNarrow } from '../../components/narrow.ts'
import { t } from '../../language.ts'
import { type Column, FiguresTable } from './figures_table.tsx'
import { type JobRow, shareText } from './hours_rows.ts'

/** The height of a row in pixels where amounts of money are below its name, as in the style sheet. */
const twoLines = 60

/** The hours of each job, and what they cost where that is known. */
export function JobsTable({ rows, onOpen }: { rows: readonly JobRow[]; onOpen: (row: JobRow) => void }) {
  const hours = useSums()
  const narrow = useNarrow()
  const money = moneyColumns(rows)
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0)
  const columns: Column<JobRow>[] = [
    { name: t('Hours'), text: ({ seconds }) => hours(seconds), total: hours(total) },
    ...money.map(({ name, of }) => ({
      name,
      text: (row: JobRow) => (of(row) === 0 ? '–' : centsText(of(row))),
      total: centsText(rows.reduce((sum, row) => sum + of(row), 0)),
      wide: true,
    })),
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
              <button type="button" className="reports-row" title={row.name} onClick={() => onOpen(row)}>
                {row.name}
              </button>
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

type MoneyColumn = { name: string; of: (row: JobRow) => number }

/** The columns of money on a phone, which has no room for them: below the name. */
function MoneyBelow({ columns, rows }: { columns: readonly MoneyColumn[]; rows: readonly JobRow[] }) {
  const sums = columns.map(({ name, of }) => ({ name, cents: rows.reduce((sum, row) => sum + of(row), 0) }))
  const known = sums.filter(({ cents }) => cents > 0)
  if (known.length === 0) return null
  return (
    <small className="reports-narrow">
      {known.map(({ name, cents }) => `${name} ${centsText(cents)}`).join(' · ')}
    </small>
  )
}

/** The columns of money; those without any amount are left out. */
function moneyColumns(rows: readonly JobRow[]): MoneyColumn[] {
  return [
    { name: t('Cost'), of: ({ cost_cents }: JobRow) => cost_cents },
    { name: t('Billable'), of: ({ billable_cents }: JobRow) => billable_cents },
  ].filter(({ of }) => rows.some((row) => of(row) > 0))
}
