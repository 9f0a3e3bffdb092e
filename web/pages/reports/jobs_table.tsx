import { useRef } from 'react'
import { Meter } from '../../components/bars.tsx'
import { useHours } from '../../components/hours.ts'
import { centsText } from '../../components/money.ts'
import { useNarrow } from '../../components/narrow.ts'
import { VirtualSpace } from '../../components/virtual_space.tsx'
import { useWindowed } from '../../components/windowed.ts'
import { t } from '../../language.ts'
import type { useJobCosts } from './gross.tsx'
import { shareText } from './hours_rows.ts'

type Row = { id: number; seconds: number; name: string; color: string | undefined }

type Costs = ReturnType<typeof useJobCosts>

/** The heights of a row in pixels, as in the style sheet: on phones, amounts of money are below the name. */
const heights = { one: 44, two: 60 }

/** The hours of each job, of which only those in view are in the page. */
export function JobsTable({
  rows,
  costs,
  onOpen,
}: {
  rows: readonly Row[]
  costs: Costs
  onOpen: (id: number) => void
}) {
  const hours = useHours()
  const narrow = useNarrow()
  const money = moneyColumns(costs)
  const body = useRef<HTMLTableSectionElement>(null)
  const height = narrow && money.length > 0 ? heights.two : heights.one
  const { first, end } = useWindowed(body, rows.length, height)
  const total = rows.reduce((sum, row) => sum + row.seconds, 0)
  const width = money.length + 4
  return (
    <div className="scroll">
      <table
        className={`reports-table reports-hours ${money.length > 0 ? 'reports-two' : ''}`}
        aria-label={t('Hours by job')}
        aria-rowcount={rows.length + 2}
      >
        <thead>
          <tr>
            <th scope="col">{t('Job')}</th>
            <th scope="col" className="number">
              {t('Hours')}
            </th>
            {money.map(({ name }) => (
              <th key={name} scope="col" className="number reports-wide">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              {t('Share@@part of a whole')}
            </th>
            <th scope="col" className="reports-share reports-wide">
              <span className="unseen">{t('Share as a bar')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <VirtualSpace height={first * height} columns={width} />
          {rows.slice(first, end).map((row, index) => (
            <JobRow
              key={row.id}
              row={row}
              index={first + index + 2}
              money={money}
              total={total}
              onOpen={() => onOpen(row.id)}
            />
          ))}
          <VirtualSpace height={(rows.length - end) * height} columns={width} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {t('Total')}
              <MoneyBelow columns={money} ids={rows.map(({ id }) => id)} />
            </th>
            <td className="number">{hours(total)}</td>
            {money.map(({ name, of }) => (
              <td key={name} className="number reports-wide">
                {centsText(rows.reduce((sum, { id }) => sum + of(id), 0))}
              </td>
            ))}
            <td />
            <td className="reports-wide" />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type RowProps = { row: Row; index: number; money: readonly MoneyColumn[]; total: number; onOpen: () => void }

function JobRow({ row: { id, name, color, seconds }, index, money, total, onOpen }: RowProps) {
  const hours = useHours()
  return (
    <tr aria-rowindex={index}>
      <th scope="row">
        <span className="reports-name">
          <span className="dot" aria-hidden="true" style={{ background: color }} />
          <button type="button" className="reports-row" title={name} onClick={onOpen}>
            {name}
          </button>
        </span>
        <MoneyBelow columns={money} ids={[id]} />
      </th>
      <td className="number">{hours(seconds)}</td>
      {money.map(({ name, of }) => (
        <td key={name} className="number reports-wide">
          {of(id) === 0 ? '–' : centsText(of(id))}
        </td>
      ))}
      <td className="number">{shareText(seconds, total)}</td>
      <td className="reports-wide">
        <Meter value={seconds} of={total} />
      </td>
    </tr>
  )
}

type MoneyColumn = { name: string; of: (id: number) => number }

/** The columns of money on a phone, which has no room for them: below the name. */
function MoneyBelow({ columns, ids }: { columns: readonly MoneyColumn[]; ids: readonly number[] }) {
  const sums = columns.map(({ name, of }) => ({ name, cents: ids.reduce((sum, id) => sum + of(id), 0) }))
  const known = sums.filter(({ cents }) => cents > 0)
  if (known.length === 0) return null
  return (
    <small className="reports-narrow">
      {known.map(({ name, cents }) => `${name} ${centsText(cents)}`).join(' · ')}
    </small>
  )
}

/** The columns of money, for people who see pay; those without any amount are left out. */
function moneyColumns(costs: Costs): MoneyColumn[] {
  if (!costs) return []
  return [
    { name: t('Cost'), of: (id: number) => costs.get(id)?.cost_cents ?? 0 },
    { name: t('Billable'), of: (id: number) => costs.get(id)?.billable_cents ?? 0 },
  ].filter(({ of }) => costs.keys().some((id) => of(id) > 0))
}
