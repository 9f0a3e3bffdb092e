import '../../components/listing/takes_all.css'
import { ArrowDown, ArrowUp, CornerUpLeft, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { useWindowed } from '../../components/listing/windowed.ts'
import { Button } from '../../components/page/button.tsx'
import { useNarrow } from '../../components/page/narrow.ts'
import { Empty } from '../../components/page/page.tsx'
import { counts } from '../../components/page/things.ts'
import { useHours } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { grouped } from '../../time.ts'
import { type Row, type SortKey, sumOf } from './run.ts'
import type { RunView } from './use_run.ts'
import { changeText, statusWords, tabWords } from './words.ts'

const heights = { table: 52, cards: 112 }

const columns: readonly { key: SortKey; name: string; number?: true; side?: true }[] = [
  { key: 'name', name: msg('Person') },
  { key: 'status', name: msg('Status') },
  { key: 'regular', name: msg('Regular'), number: true, side: true },
  { key: 'overtime', name: msg('Overtime'), number: true, side: true },
  { key: 'timeOff', name: msg('Time off'), number: true, side: true },
  { key: 'total', name: msg('Total'), number: true },
  { key: 'change', name: msg('Change@@difference'), number: true, side: true },
  { key: 'issues', name: msg('Issues') },
]

/** The people of a tab: a table, or cards on phones. Only the rows in view are rendered. */
export function RunTable({ view, title }: { view: RunView; title: string }) {
  const narrow = useNarrow()
  if (view.rows.length === 0) return <Nothing view={view} />
  const label = `${t(tabWords[view.tab])}, ${title}`
  return narrow ? <Cards view={view} label={label} /> : <Table view={view} label={label} />
}

type Props = { view: RunView; label: string }

function Table({ view, label }: Props) {
  const hours = useHours()
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows } = view
  const { first, end } = useWindowed(body, rows.length, heights.table)
  const sum = sumOf(rows)
  const figure = (seconds: number) => (seconds === 0 ? '–' : grouped(hours(seconds)))
  return (
    <table className="payrun-table" aria-label={label} aria-rowcount={rows.length + 2}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} view={view} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Space rows={first} />
        {rows.slice(first, end).map((row, index) => (
          <TableRow key={row.id} row={row} index={first + index} view={view} />
        ))}
        <Space rows={rows.length - end} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t(counts.people, { count: rows.length })}
          </th>
          {columns
            .filter(({ number }) => number)
            .map(({ key, side }) => (
              <td key={key} className={`number ${side ? 'payrun-wide' : ''}`}>
                {key === 'change' ? changeText(sum.change, hours) : figure(sum[key as keyof typeof sum])}
              </td>
            ))}
          <td />
        </tr>
      </tfoot>
    </table>
  )
}

/** The space of rows that are not rendered. */
function Space({ rows }: { rows: number }) {
  if (rows <= 0) return null
  return (
    <tr className="payrun-space">
      <td colSpan={columns.length} style={{ height: rows * heights.table }} />
    </tr>
  )
}

function Heading({ column: { key, name, number, side }, view }: { column: (typeof columns)[number]; view: RunView }) {
  const here = view.sort.key === key
  const Arrow = here && view.sort.down ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={[number && 'number', side && 'payrun-wide'].filter(Boolean).join(' ')}
      aria-sort={here ? (view.sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="sort-button payrun-sort" data-here={here} onClick={() => view.sortBy(key)}>
        {t(name)}
        <Arrow size={14} aria-hidden="true" className="payrun-arrow" />
      </button>
    </th>
  )
}

function TableRow({ row, index, view }: { row: Row; index: number; view: RunView }) {
  const hours = useHours()
  const { person, regular, overtime, timeOff, total, change } = row
  const figure = (seconds: number) => (seconds === 0 ? '–' : hours(seconds))
  return (
    <tr aria-rowindex={index + 2} data-open={view.open?.id === row.id}>
      <th scope="row">
        <Opener row={row} view={view} />
        <small className="payrun-group">{view.groupName(person.group_id)}</small>
      </th>
      <td>
        <StatusChip row={row} />
      </td>
      <td className="number payrun-wide">{figure(regular)}</td>
      <td className="number payrun-wide">{figure(overtime)}</td>
      <td className="number payrun-wide">{figure(timeOff)}</td>
      <td className="number payrun-total">{hours(total)}</td>
      <td className="number payrun-wide quiet">{changeText(change, hours)}</td>
      <td>
        <IssueChips row={row} />
      </td>
    </tr>
  )
}

function Cards({ view, label }: Props) {
  const hours = useHours()
  const list = useRef<HTMLUListElement>(null)
  const { rows } = view
  const { first, end } = useWindowed(list, rows.length, heights.cards)
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className="payrun-cards"
        style={{
          paddingTop: first * heights.cards,
          paddingBottom: (rows.length - end) * heights.cards,
        }}
      >
        {rows.slice(first, end).map((row) => (
          <li key={row.id}>
            <span className="payrun-card-head">
              <Opener row={row} view={view} />
              <strong className="number">{hours(row.total)}</strong>
            </span>
            <span className="payrun-card-facts quiet">
              {[
                row.overtime > 0 && t('{hours} overtime', { hours: hours(row.overtime) }),
                row.timeOff > 0 && t('{hours} time off', { hours: hours(row.timeOff) }),
                row.change !== 0 && t('{change} vs. last period', { change: changeText(row.change, hours) }),
              ]
                .filter(Boolean)
                .join(' · ') || t('Regular hours')}
            </span>
            <span className="payrun-chips">
              <StatusChip row={row} />
              <IssueChips row={row} />
            </span>
          </li>
        ))}
      </ul>
      <p className="payrun-card-sum">
        {t(counts.people, { count: rows.length })}
        <strong className="number">{grouped(hours(sumOf(rows).total))}</strong>
      </p>
    </>
  )
}

/** The name, which opens the person's days. The entire row is clickable. */
function Opener({ row, view }: { row: Row; view: RunView }) {
  return (
    <button
      type="button"
      className="payrun-opener takes-all"
      data-person={row.id}
      aria-expanded={view.open?.id === row.id}
      onClick={() => view.show(row.id)}
    >
      {row.person.name}
    </button>
  )
}

/** The status of the time. If it was sent back, the chip shows the message as well. */
export function StatusChip({ row: { status, person } }: { row: Row }) {
  const { words, kind } = statusWords[status]
  return (
    <span
      className={`badge ${kind}`}
      title={person.sent_back && status === 'sent_back' ? person.sent_back.message : ''}
    >
      {status === 'sent_back' && <CornerUpLeft size={13} aria-hidden="true" />}
      {t(words)}
    </span>
  )
}

const chipsMax = 2

function IssueChips({ row: { issues, status, person } }: { row: Row }) {
  if (status === 'sent_back' && person.sent_back)
    return <span className="payrun-message quiet">{t('“{message}”', { message: person.sent_back.message })}</span>
  const more = issues.length - chipsMax
  return (
    <span className="payrun-chips">
      {issues.slice(0, chipsMax).map(({ words, count }) => (
        <span key={words} className="badge warn">
          <TriangleAlert size={13} aria-hidden="true" />
          {t(words)}
          {count > 1 && ` × ${count}`}
        </span>
      ))}
      {more > 0 && (
        <span
          className="badge"
          title={issues
            .slice(chipsMax)
            .map(({ words }) => t(words))
            .join(', ')}
        >
          +{more}
        </span>
      )}
    </span>
  )
}

const empty: Record<RunView['tab'], string> = {
  attention: msg('Nothing needs attention'),
  submitted: msg('No one is waiting for approval'),
  open: msg('Everyone has submitted'),
  approved: msg('Nothing is approved yet'),
  all: msg('No one here'),
}

function Nothing({ view: { tab, isNarrowed, clear } }: { view: RunView }) {
  if (isNarrowed)
    return (
      <Empty title={t('No matches')} action={<Button onClick={clear}>{t('Clear filters')}</Button>}>
        {t('No one in “{tab}” matches the search and filters.', { tab: t(tabWords[tab]) })}
      </Empty>
    )
  return <Empty title={t(empty[tab])} />
}
