import { ArrowDown, ArrowUp, Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '../language.ts'
import { Button } from './button.tsx'
import { SelectField } from './field.tsx'
import type { Column, List, Selection } from './list.ts'
import './listing.css'
import { useNarrow } from './narrow.ts'
import { Empty } from './page.tsx'
import { counts, type Listed, lists } from './things.ts'

/**
 * The search, filters (children) and count of a list. `things` is what it lists, in the singular and plural, such as
 * `person` and `people`.
 */
export function ListTools<Row>({
  list,
  things: [, things],
  children,
}: {
  list: List<Row>
  things: readonly [one: string, many: Listed]
  children?: ReactNode
}) {
  const id = useId()
  const count = list.rows.length
  return (
    <search className="listing-tools">
      <div className="field listing-search">
        <label htmlFor={id} className="unseen">
          {t(lists[things].search)}
        </label>
        <Search size={18} aria-hidden="true" />
        <input
          id={id}
          type="search"
          placeholder={t(lists[things].search)}
          autoComplete="off"
          value={list.words}
          onChange={(event) => list.set('q', event.target.value)}
        />
      </div>
      {children}
      <p className="listing-count quiet" role="status">
        {list.narrowed ? t(lists[things].found, { count, all: list.all }) : t(counts[things], { count })}
      </p>
    </search>
  )
}

/** The filter by active and archived. */
export function ActiveFilter<Row>({ list }: { list: List<Row> }) {
  return (
    <ListFilter list={list} name="active" label={t('Show@@filter')}>
      <option value="yes">{t('Active')}</option>
      <option value="no">{t('Archived')}</option>
      <option value="both">{t('Active and archived')}</option>
    </ListFilter>
  )
}

/** A filter of a list; its children are options. */
export function ListFilter<Row>({
  list,
  name,
  label,
  children,
}: {
  list: List<Row>
  name: string
  label: string
  children: ReactNode
}) {
  return (
    <SelectField
      label={label}
      hideLabel
      value={list.value(name)}
      onChange={(event) => list.set(name, event.target.value)}
    >
      {children}
    </SelectField>
  )
}

type TableProps<Row> = {
  list: List<Row>
  columns: readonly Column<Row>[]
  /** The accessible name of the list. */
  label: string
  hrefOf?: (row: Row) => string
  /** The name of a row, for its checkbox and its link. */
  nameOf: (row: Row) => string
  selection?: Selection | undefined
  isDim?: (row: Row) => boolean
  /** Content before the first column, outside its link. */
  lead?: (row: Row) => ReactNode
}

const rowsAtOnce = 100

/** The rows as a table, or as cards on phones. Long lists load more on scroll. The first column names the row. */
export function ListTable<Row extends { id: number }>(props: TableProps<Row>) {
  const { list, selection } = props
  const narrow = useNarrow()
  const [limit, setLimit] = useState(rowsAtOnce)
  const rows = list.rows.slice(0, limit)
  const more = list.rows.length - rows.length
  if (list.rows.length === 0) return <NothingFound list={list} />
  const ids = list.rows.map(({ id }) => id)
  const all = selection !== undefined && ids.every((id) => selection.has(id))
  return (
    <div className="listing">
      {narrow ? (
        <Cards {...props} rows={rows} allMarked={all} ids={ids} />
      ) : (
        <Table {...props} rows={rows} allMarked={all} ids={ids} />
      )}
      {more > 0 && <More count={Math.min(more, rowsAtOnce)} onMore={() => setLimit(limit + rowsAtOnce)} />}
    </div>
  )
}

type Shown<Row> = TableProps<Row> & { rows: readonly Row[]; allMarked: boolean; ids: readonly number[] }

function Table<Row extends { id: number }>({
  list,
  rows,
  columns,
  label,
  hrefOf,
  nameOf,
  selection,
  isDim,
  lead,
  allMarked,
  ids,
}: Shown<Row>) {
  const [first, ...rest] = columns
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {selection && (
            <td className="listing-mark">
              <Mark label={t('Select all')} on={allMarked} onTurn={() => selection.setAll(ids, !allMarked)} />
            </td>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={isDim?.(row) ? 'dim' : undefined} data-marked={selection?.has(row.id)}>
            {selection && (
              <td className="listing-mark">
                <Mark
                  label={t('Select {name}', { name: nameOf(row) })}
                  on={selection.has(row.id)}
                  onTurn={() => selection.turn(row.id)}
                />
              </td>
            )}
            <th scope="row">
              <div className="listing-first">
                {lead?.(row)}
                <Linked href={hrefOf?.(row)}>{first?.cell(row)}</Linked>
              </div>
            </th>
            {rest.map(({ key, number, cell }) => (
              <td key={key} className={number && 'number'}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Heading<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { key, name, by, number } = column
  const { sort } = list
  if (!by)
    return (
      <th scope="col" className={number && 'number'}>
        {name}
      </th>
    )
  const here = sort.key === key
  const Arrow = here && sort.down ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={number && 'number'}
      aria-sort={here ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="sort-button listing-sort" data-here={here} onClick={() => list.sortBy(key)}>
        {name}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  )
}

function Cards<Row extends { id: number }>({
  rows,
  columns,
  label,
  hrefOf,
  nameOf,
  selection,
  isDim,
  lead,
  allMarked,
  ids,
}: Shown<Row>) {
  const [first, ...rest] = columns.filter(({ wide }) => !wide)
  return (
    <>
      {selection && (
        <label className="listing-all">
          <input type="checkbox" checked={allMarked} onChange={() => selection.setAll(ids, !allMarked)} />
          {t('Select all')}
        </label>
      )}
      <ul aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={`listing-card ${isDim?.(row) ? 'dim' : ''}`} data-marked={selection?.has(row.id)}>
            {selection && (
              <Mark
                label={t('Select {name}', { name: nameOf(row) })}
                on={selection.has(row.id)}
                onTurn={() => selection.turn(row.id)}
              />
            )}
            {lead?.(row)}
            <div className="listing-card-text">
              <Linked href={hrefOf?.(row)}>{first?.cell(row)}</Linked>
              <dl>
                {rest.map(({ key, name, cell }) => {
                  const content = cell(row)
                  if (content === '' || content === null || content === undefined) return null
                  return (
                    <div key={key}>
                      <dt>{name}</dt>
                      <dd>{content}</dd>
                    </div>
                  )
                })}
              </dl>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Linked({ href, children }: { href: string | undefined; children: ReactNode }) {
  return href ? (
    <Link href={href} state={{ moved: true }} className="listing-link takes-all">
      {children}
    </Link>
  ) : (
    <div className="listing-name">{children}</div>
  )
}

/** A checkbox to select a row, with a touch-sized target. */
function Mark({ label, on, onTurn }: { label: string; on: boolean; onTurn: () => void }) {
  return (
    <label className="listing-box">
      <input type="checkbox" checked={on} onChange={onTurn} aria-label={label} />
    </label>
  )
}

function More({ count, onMore }: { count: number; onMore: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '600px' })
    seen.observe(box.current!)
    return () => seen.disconnect()
  }, [onMore])
  return (
    <div ref={box} className="listing-more">
      <Button onClick={onMore}>{t('Show {count} more', { count })}</Button>
    </div>
  )
}

function NothingFound<Row>({ list }: { list: List<Row> }) {
  return (
    <Empty
      title={t('No matches')}
      action={list.narrowed ? <Button onClick={list.clear}>{t('Clear filters')}</Button> : undefined}
    >
      {list.words ? t('Nothing here matches “{words}”.', { words: list.words }) : t('Try different filters.')}
    </Empty>
  )
}

/** The bulk actions for the selected rows; it stays in view while any row is selected. */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const count = selection.ids.length
  return (
    <section className="listing-bulk" aria-label={t('Selection')} hidden={count === 0}>
      <strong role="status">
        {count === 0 ? '' : t('{count, plural, one {# selected} other {# selected}}', { count })}
      </strong>
      {children}
      <Button
        kind="quiet"
        icon={<X size={18} aria-hidden="true" />}
        label={t('Clear selection')}
        onClick={() => selection.clear()}
      />
    </section>
  )
}
