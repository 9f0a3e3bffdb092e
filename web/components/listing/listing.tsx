import './takes_all.css'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { t } from '../../language.ts'
import { SelectField } from '../fields/field.tsx'
import { SearchField } from '../fields/search_field.tsx'
import { Button } from '../page/button.tsx'
import type { Column, List, Selection } from './list.ts'
import './listing.css'
import { useNarrow } from '../page/narrow.ts'
import { Empty } from '../page/page.tsx'
import { counts, type Listed, lists } from '../page/things.ts'

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
  const count = list.rows.length
  return (
    <search className="listing-tools">
      <SearchField
        className="listing-search"
        label={t(lists[things].search)}
        value={list.words}
        onChange={(words) => list.set('q', words)}
      />
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
  const { list, selection, label } = props
  const narrow = useNarrow()
  const [limit, setLimit] = useState(rowsAtOnce)
  if (list.rows.length === 0) return <NothingFound list={list} />
  const columns = props.columns.filter(({ wide }) => !(narrow && wide))
  const rows = list.rows.slice(0, limit).map((row) => shownRow(row, columns, props))
  const more = list.rows.length - rows.length
  const ids = list.rows.map(({ id }) => id)
  const isAll = selection !== undefined && ids.every((id) => selection.has(id))
  const all = selection && { on: isAll, onTurn: () => selection.setAll(ids, !isAll) }
  return (
    <div className="listing">
      {narrow ? (
        <Cards label={label} rows={rows} all={all} />
      ) : (
        <Table label={label} rows={rows} all={all} headings={<Headings list={list} columns={columns} />} />
      )}
      {more > 0 && <More count={Math.min(more, rowsAtOnce)} onMore={() => setLimit(limit + rowsAtOnce)} />}
    </div>
  )
}

/** A row, as the table and the cards show it. */
type ShownRow = {
  id: number
  dim: boolean | undefined
  marked: boolean | undefined
  mark: ReactNode
  lead: ReactNode
  first: ReactNode
  rest: { key: string; name: string; number: true | undefined; content: ReactNode }[]
}

function shownRow<Row extends { id: number }>(
  row: Row,
  [first, ...rest]: readonly Column<Row>[],
  { hrefOf, nameOf, selection, isDim, lead }: TableProps<Row>,
): ShownRow {
  const marked = selection?.has(row.id)
  const onTurn = () => selection?.turn(row.id)
  return {
    id: row.id,
    dim: isDim?.(row),
    marked,
    mark: marked !== undefined && (
      <Mark label={t('Select {name}', { name: nameOf(row) })} on={marked} onTurn={onTurn} />
    ),
    lead: lead?.(row),
    first: <Linked href={hrefOf?.(row)}>{first?.cell(row)}</Linked>,
    rest: rest.map(({ key, name, number, cell }) => ({ key, name, number, content: cell(row) })),
  }
}

/** `all` is the state of the checkbox that selects all rows; undefined if none can be selected. */
type Shown = { label: string; rows: readonly ShownRow[]; all: { on: boolean; onTurn: () => void } | undefined }

function Table({ label, rows, all, headings }: Shown & { headings: ReactNode }) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {all && (
            <td className="listing-mark">
              <Mark label={t('Select all')} {...all} />
            </td>
          )}
          {headings}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, dim, marked, mark, lead, first, rest }) => (
          <tr key={id} className={dim ? 'dim' : undefined} data-marked={marked}>
            {all && <td className="listing-mark">{mark}</td>}
            <th scope="row">
              <div className="listing-first">
                {lead}
                {first}
              </div>
            </th>
            {rest.map(({ key, number, content }) => (
              <td key={key} className={number && 'number'}>
                {content}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Headings<Row>({ list, columns }: { list: List<Row>; columns: readonly Column<Row>[] }) {
  return columns.map((column) => <Heading key={column.key} column={column} list={list} />)
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

function Cards({ label, rows, all }: Shown) {
  return (
    <>
      {all && (
        <label className="listing-all">
          <input type="checkbox" checked={all.on} onChange={all.onTurn} />
          {t('Select all')}
        </label>
      )}
      <ul aria-label={label}>
        {rows.map(({ id, dim, marked, mark, lead, first, rest }) => (
          <li key={id} className={`listing-card ${dim ? 'dim' : ''}`} data-marked={marked}>
            {mark}
            {lead}
            <div className="listing-card-text">
              {first}
              <dl>
                {rest.map(({ key, name, content }) =>
                  content === '' || content === null || content === undefined ? null : (
                    <div key={key}>
                      <dt>{name}</dt>
                      <dd>{content}</dd>
                    </div>
                  ),
                )}
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
