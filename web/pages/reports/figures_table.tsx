import { type CSSProperties, type ReactNode, useRef } from 'react'
import { Meter } from '../../components/listing/bars.tsx'
import { VirtualSpace } from '../../components/listing/virtual_space.tsx'
import { useWindowed } from '../../components/listing/windowed.ts'
import { t } from '../../language.ts'

/** A column: the text for each row and for the total. Columns with `wide` are left out on phones. */
export type Column<R> = { name: string; text: (row: R) => string; total: string; wide?: boolean }

/** The height of a row in pixels, as in the style sheet, and of each line below its name. */
const oneLine = 44
const lineBelow = 17

/** The name of a row. It opens the row's entries if they can be listed. */
export function NameOrButton({ name, onOpen }: { name: string; onOpen: (() => void) | undefined }) {
  if (!onOpen)
    return (
      <span className="reports-words" title={name}>
        {name}
      </span>
    )
  return (
    <button type="button" className="reports-row" title={name} onClick={onOpen}>
      {name}
    </button>
  )
}

/**
 * Rows of figures with a total. Each row has a bar, which shows its share of the total or, with `compares`, its size
 * relative to the largest. Only rows in view are in the page, so all rows have the same height.
 */
export function FiguresTable<R extends { key: number | string }>({
  name,
  rows,
  first,
  label,
  columns,
  share,
  compares,
  below,
  linesBelow = 0,
}: {
  /** The table's accessible name. */
  name: string
  rows: readonly R[]
  /** The heading of the first column. */
  first: string
  label: (row: R) => ReactNode
  columns: readonly Column<R>[]
  share: (row: R) => number
  /** For rows whose shares of the total would all be small. */
  compares?: true
  /** Shown below the word “Total”. */
  below?: ReactNode
  /** How many lines each row has below its name. */
  linesBelow?: number
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const height = oneLine + linesBelow * lineBelow
  const { first: from, end } = useWindowed(body, rows.length, height)
  const values = rows.map(share)
  const full = compares ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0)
  const width = columns.length + 2
  return (
    <table
      className="reports-table reports-hours"
      style={{ '--row': `${height}px` } as CSSProperties}
      aria-label={name}
      aria-rowcount={rows.length + 2}
    >
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={`number ${column.wide ? 'reports-wide' : ''}`}>
              {column.name}
            </th>
          ))}
          <th scope="col" className="reports-share reports-wide">
            <span className="unseen">{compares ? t('Hours as a bar') : t('Share as a bar')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <VirtualSpace height={from * height} columns={width} />
        {rows.slice(from, end).map((row, index) => (
          <tr key={row.key} aria-rowindex={from + index + 2}>
            <th scope="row">{label(row)}</th>
            {columns.map((column) => (
              <td key={column.name} className={`number ${column.wide ? 'reports-wide' : ''}`}>
                {column.text(row)}
              </td>
            ))}
            <td className="reports-wide">
              <Meter value={share(row)} of={full} />
            </td>
          </tr>
        ))}
        <VirtualSpace height={(rows.length - end) * height} columns={width} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {t('Total')}
            {below}
          </th>
          {columns.map((column) => (
            <td key={column.name} className={`number ${column.wide ? 'reports-wide' : ''}`}>
              {column.total}
            </td>
          ))}
          <td className="reports-wide" />
        </tr>
      </tfoot>
    </table>
  )
}
