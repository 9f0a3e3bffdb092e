import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { finder, folded, inOrder } from './order.ts'

/** A column of a list. */
export type Column<Row> = {
  key: string
  name: string
  cell: (row: Row) => ReactNode
  /** The sort key; without it, the column is not sortable. */
  by?: (row: Row) => string | number
  number?: true
  /** Hidden on phones. */
  wide?: true
}

/** The visible rows of a list, and the state of its search, filters and sorting. */
export type List<Row> = {
  rows: readonly Row[]
  /** The number of rows ignoring the search and the user's filters. */
  all: number
  words: string
  value: (filter: string) => string
  set: (name: string, value: string) => void
  sort: { key: string; down: boolean }
  sortBy: (key: string) => void
  /** Whether a search or filter is active. */
  narrowed: boolean
  clear: () => void
}

type Filters<Row> = Record<string, { initial: string; keeps: (row: Row, value: string) => boolean }>

/**
 * Searches, filters and sorts rows in the browser. The state is in the URL, so the back button returns to the same
 * list. `text`, `columns` and `filters` must be stable between renders.
 */
export function useList<Row>({
  rows,
  text,
  columns,
  filters,
}: {
  rows: readonly Row[]
  /** The text of a row that the search covers. */
  text: (row: Row) => string
  columns: readonly Column<Row>[]
  filters: Filters<Row>
}): List<Row> {
  const [search, setSearch] = useSearchParams()
  const words = search.get('q') ?? ''
  const searched = useDeferredValue(words)
  const value = (filter: string) => search.get(filter) ?? filters[filter]?.initial ?? ''
  const [key = '', direction] = (search.get('sort') ?? columns[0]?.key ?? '').split('.')
  const sort = { key, down: direction === 'down' }

  const found = useMemo(() => rows.map((row) => ({ row, text: folded(text(row)) })), [rows, text])
  const chosen = JSON.stringify(Object.keys(filters).map((name) => [name, value(name)]))
  const shown = useMemo(() => {
    const holds = finder(searched)
    const choices: [string, string][] = JSON.parse(chosen)
    const left = found.filter(
      (entry) => holds(entry.text) && choices.every(([name, value]) => filters[name]!.keeps(entry.row, value)),
    )
    const by = columns.find((column) => column.key === key)?.by
    const sorted = left.map(({ row }) => row)
    if (!by) return sorted
    sorted.sort((a, b) => inOrder(by(a), by(b)))
    return direction === 'down' ? sorted.reverse() : sorted
  }, [found, searched, chosen, filters, columns, key, direction])

  // Rows that a filter leaves out by default, such as archived ones, are not counted.
  const all = useMemo(() => {
    const choices: [string, string][] = JSON.parse(chosen)
    const counts = (row: Row) =>
      choices.every(([name, value]) => {
        const { initial, keeps } = filters[name]!
        return keeps(row, initial) || keeps(row, value)
      })
    return rows.filter(counts).length
  }, [rows, chosen, filters])

  const set = (name: string, to: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (to === (filters[name]?.initial ?? '')) after.delete(name)
        else after.set(name, to)
        return after
      },
      { replace: true },
    )
  return {
    rows: shown,
    all,
    words,
    value,
    set,
    sort,
    sortBy: (to) => set('sort', to === key && !sort.down ? `${to}.down` : to),
    narrowed: words !== '' || Object.keys(filters).some((name) => value(name) !== filters[name]!.initial),
    clear: () => setSearch(new URLSearchParams(), { replace: true }),
  }
}

/** A filter by active, archived or both, for any record with `active`. */
export const activeFilter = {
  active: {
    initial: 'yes',
    keeps: ({ active }: { active: boolean }, value: string) => value === 'both' || active === (value === 'yes'),
  },
}

/** The selected rows, for bulk actions. */
export type Selection = {
  ids: readonly number[]
  has: (id: number) => boolean
  turn: (id: number) => void
  setAll: (ids: readonly number[], on: boolean) => void
  clear: () => void
}

/** Tracks the selected rows, ignoring those that no longer exist. */
export function useSelection(rows: readonly { id: number }[]): Selection {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const ids = useMemo(() => rows.flatMap(({ id }) => (marked.has(id) ? [id] : [])), [rows, marked])
  return {
    ids,
    has: (id) => marked.has(id),
    turn: (id) => setMarked(marked.symmetricDifference(new Set([id]))),
    setAll: (some, on) => setMarked(on ? marked.union(new Set(some)) : marked.difference(new Set(some))),
    clear: () => setMarked(new Set()),
  }
}
