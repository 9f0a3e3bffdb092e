import { ChevronDown, ChevronRight } from 'lucide-react'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import type { HoursView } from '../../../../src/rules/reports/view.ts'
import { Meter } from '../../../components/listing/bars.tsx'
import { VirtualSpace } from '../../../components/listing/virtual_space.tsx'
import { useWindowed } from '../../../components/listing/windowed.ts'
import { Button } from '../../../components/page/button.tsx'
import { useNarrow } from '../../../components/page/narrow.ts'
import { useSums } from '../../../components/time/hours.ts'
import { centsText } from '../../../components/time/money.ts'
import { t } from '../../../language.ts'
import { Entries } from '../entries.tsx'
import { NameOrButton } from '../figures_table.tsx'
import { useFilters } from '../filters.tsx'
import {
  colorOfRow,
  entriesBehind,
  groupingNames,
  type Hours,
  type HoursRow,
  nameOfRow,
  namesAbove,
  opensAtFirst,
  seriesColors,
  shareText,
  visibleRows,
} from './hours_rows.ts'

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 44

/** The rows of the hours report. Only those in view are rendered. */
export function HoursTable({ report, view }: { report: Hours; view: HoursView }) {
  const { rows, columns, total } = report
  const { filters } = useFilters()
  const openFirst = opensAtFirst(rows)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [entries, setEntries] = useState<HoursRow>()
  const shown = useMemo(() => visibleRows(rows, openFirst, turned), [rows, openFirst, turned])
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, end } = useWindowed(body, shown.length, rowHeight)
  const place = columns.findIndex(({ key }) => key === 'total')
  const colors = seriesColors(report.chart.series)
  const parents = useMemo(() => rows.filter(({ parent }) => parent).map(({ key }) => key), [rows])
  const above = useMemo(() => namesAbove(rows), [rows])
  const behind = (row: HoursRow) => entriesBehind(rows, rows.indexOf(row), view, filters)
  const opened = entries && behind(entries)
  const width = columns.length + 2
  return (
    <>
      {parents.length > 0 && (
        <div className="actions no-print">
          <Button onClick={() => setTurned(new Set(openFirst ? [] : parents))}>{t('Expand all')}</Button>
          <Button onClick={() => setTurned(new Set(openFirst ? parents : []))}>{t('Collapse all')}</Button>
        </div>
      )}
      <div className="scroll">
        <table className="reports-table reports-hours" aria-label={t('Hours')} aria-rowcount={shown.length + 2}>
          <Head report={report} view={view} />
          <tbody ref={body}>
            <VirtualSpace height={first * rowHeight} columns={width} />
            {shown.slice(first, end).map((row, index) => (
              <Row
                key={row.key}
                row={row}
                above={above.get(row.key)}
                report={report}
                index={first + index + 2}
                color={colorOfRow(row, colors)}
                open={turned.has(row.key) !== openFirst}
                onTurn={() => setTurned(turned.symmetricDifference(new Set([row.key])))}
                onOpen={behind(row) && (() => setEntries(row))}
              />
            ))}
            <VirtualSpace height={(shown.length - end) * rowHeight} columns={width} />
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Figures report={report} values={total} />
              <td className="number reports-wide">{shareText(total[place]!, total[place]!)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {opened && (
        <Entries
          title={nameOfRow(entries)}
          {...opened}
          figure={entries.values[place]!}
          onClose={() => setEntries(undefined)}
        />
      )}
    </>
  )
}

function Head({ report: { columns }, view }: { report: Hours; view: HoursView }) {
  const { change } = useFilters()
  const narrow = useNarrow()
  const sorter = (key: string, name: string) => (
    <button
      type="button"
      className="sort-button reports-sort"
      onClick={() => change({ sort: key === 'name' ? '' : key })}
    >
      {name}
      {view.sort === key && <ChevronDown size={14} aria-hidden="true" />}
    </button>
  )
  const sortOf = (key: string) =>
    view.sort !== key ? {} : { 'aria-sort': key === 'name' ? ('ascending' as const) : ('descending' as const) }
  const heading = [view.by, ...(view.within ? [view.within] : [])].map((by) => t(groupingNames[by])).join(' › ')
  return (
    <thead>
      <tr>
        <th scope="col" {...sortOf('name')}>
          {sorter('name', heading)}
        </th>
        {columns.map(({ key, name }) => (
          <th key={key} scope="col" className={key === 'total' ? 'number reports-total' : 'number'} {...sortOf(key)}>
            {sorter(key, narrow && key === 'regular' ? t('Regular@@short heading') : t(name))}
          </th>
        ))}
        <th scope="col" className="number reports-wide">
          {t('Share@@part of a whole')}
        </th>
      </tr>
    </thead>
  )
}

function Figures({ report: { columns }, values }: { report: Hours; values: readonly number[] }) {
  const hours = useSums()
  return columns.map(({ key, unit }, index) => (
    <td key={key} className={key === 'total' ? 'number reports-total' : 'number'}>
      {values[index] === 0 ? '–' : unit === 'cents' ? centsText(values[index]!) : hours(values[index]!)}
    </td>
  ))
}

type RowProps = {
  row: HoursRow
  /** The names of the row's parents, for people who do not see its indentation. */
  above: string | undefined
  report: Hours
  index: number
  color: string | undefined
  open: boolean
  onTurn: () => void
  onOpen: (() => void) | undefined
}

function Row({ row, above, report, index, color, open, onTurn, onOpen }: RowProps) {
  const name = nameOfRow(row)
  const place = report.columns.findIndex(({ key }) => key === 'total')
  const [value, all] = [row.values[place]!, report.total[place]!]
  return (
    <tr aria-rowindex={index} className={row.parent ? 'reports-parent' : ''}>
      <th scope="row" style={{ '--level': row.level } as CSSProperties}>
        <span className="reports-name">
          {above && <span className="unseen">{above} › </span>}
          {row.parent && (
            <button
              type="button"
              className="reports-turn"
              aria-expanded={open}
              aria-label={t('Parts of {name}', { name })}
              onClick={onTurn}
            >
              {open ? <ChevronDown size={18} aria-hidden="true" /> : <ChevronRight size={18} aria-hidden="true" />}
            </button>
          )}
          {color && <span className="dot" aria-hidden="true" style={{ background: color }} />}
          <NameOrButton name={name} onOpen={onOpen} />
        </span>
      </th>
      <Figures report={report} values={row.values} />
      <td className="number reports-wide">
        <span className="reports-part">
          {shareText(value, all)}
          <Meter value={value} of={all} />
        </span>
      </td>
    </tr>
  )
}
