import { centsText } from '../../components/time/money.ts'
import { t } from '../../language.ts'
import type { Column } from './figures_table.tsx'

/** The cost of a row, and the amount billed for it; 0 if unknown. */
type Priced = { cost_cents: number; billable_cents: number }

type MoneyColumn = { name: string; of: (row: Priced) => number }

/** The columns for money. Columns without any amount are left out. */
export function moneyColumns(rows: readonly Priced[]): MoneyColumn[] {
  return [
    { name: t('Cost'), of: ({ cost_cents }: Priced) => cost_cents },
    { name: t('Billable'), of: ({ billable_cents }: Priced) => billable_cents },
  ].filter(({ of }) => rows.some((row) => of(row) > 0))
}

/** The columns for money as table columns, with their totals. */
export function moneyFigures<R extends Priced>(columns: readonly MoneyColumn[], rows: readonly R[]): Column<R>[] {
  return columns.map(({ name, of }) => ({
    name,
    text: (row) => (of(row) === 0 ? '–' : centsText(of(row))),
    total: centsText(rows.reduce((sum, row) => sum + of(row), 0)),
    wide: true,
  }))
}

/** The amounts of money below the name, each on its line, for phones, which have no room for the columns. */
export function MoneyBelow({ columns, rows }: { columns: readonly MoneyColumn[]; rows: readonly Priced[] }) {
  const sums = columns.map(({ name, of }) => ({ name, cents: rows.reduce((sum, row) => sum + of(row), 0) }))
  const known = sums.filter(({ cents }) => cents > 0)
  if (known.length === 0) return null
  return (
    <small className="reports-narrow">{known.map(({ name, cents }) => `${name} ${centsText(cents)}`).join('\n')}</small>
  )
}
