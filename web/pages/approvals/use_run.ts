import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { isDate } from '../../../src/rules/time/calendar.ts'
import { useMeaning } from '../../api/intents.ts'
import { noteAnswer, useAnswer, useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { useShownUnit } from '../../components/time/hours.ts'
import type { Approving } from './approving.ts'
import {
  countTabs,
  firstTab,
  isDone,
  listed,
  matching,
  type PayRun,
  type Row,
  rowsOf,
  type SortKey,
  type Tab,
} from './run.ts'

const path = '/api/console/approvals/pay_run'

/** The pay run in the URL: `?day=2026-10-25`; by default, the oldest pending period. */
export function usePayRun() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('day') ?? ''
  const day = isDate(asked) ? asked : undefined
  const answer = useAnswer('time', path, day ? { date: day } : {}, { keep: true })
  const { data, isPlaceholderData } = answer
  const opened = day === undefined && !isPlaceholderData ? data : undefined
  useEffect(() => {
    if (!opened) return
    // From now on the page stays on this period, even after all of it has been approved.
    noteAnswer('time', path, { date: opened.start_date }, opened)
    setSearch((before) => changed(before, { day: opened.start_date }), { replace: true })
  }, [opened, setSearch])
  return { answer, isLoading: isPlaceholderData, day, go: (to: string) => setSearch((before) => inPeriod(before, to)) }
}

/** The URL of another pay period: with the same search, filters and order, without the tab and the open person. */
export function inPeriod(before: URLSearchParams, day: string): URLSearchParams {
  return changed(before, { day, tab: '', person: '' })
}

/** The state of the table: which rows of a pay run are listed, in what order, and whose days are open. */
export type RunView = ReturnType<typeof useRunView>

/** The props of a person's panel. */
export type PanelProps = { run: PayRun; row: Row; view: RunView; approving: Approving; isRunning: boolean }

/** Keeps the search, filters, tab, order and open person in the URL. */
export function useRunView(run: PayRun) {
  const me = useMe()
  const unit = useShownUnit()
  const [search, setSearch] = useSearchParams()
  const groups = useRecords('groups', { active: 'yes' })
  const names = useMemo(() => new Map(groups.data?.map(({ id, name }) => [id, name])), [groups.data])
  const meaning = useMeaning('users', { ids: 'run' })
  const all = useMemo(() => rowsOf(withMeant(run, meaning), unit), [run, meaning, unit])
  const [words, group, status] = ['q', 'group', 'status'].map((name) => search.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const found = useMemo(
    () => matching(all, { words, group, status }, (id) => names.get(id) ?? ''),
    [all, words, group, status, names],
  )
  const [first] = useState(() => firstTab(all))
  const tab = (search.get('tab') as Tab | null) ?? first
  const [key = 'name', direction] = (search.get('sort') ?? 'name').split('.')
  const down = direction === 'down'
  const rows = useMemo(() => listed(found, tab, key as SortKey, down), [found, tab, key, down])
  const set = (part: Record<string, string>, replace = true) =>
    setSearch((before) => changed(before, part), { replace })
  const open = Number(search.get('person')) || undefined
  const order = useRef<readonly number[]>([])
  return {
    unit,
    all,
    /** The rows that match the search and filters, from all tabs. */
    found,
    rows,
    counts: countTabs(found),
    isDone: isDone(all),
    tab,
    setTab: (to: Tab) => set({ tab: to }),
    words,
    group,
    status,
    set,
    isNarrowed: words !== '' || group !== '' || status !== '',
    clear: () => set({ q: '', group: '', status: '' }),
    groups: (groups.data ?? []).filter(({ id }) => me.may('approve_timesheets') || me.manages.includes(id)),
    groupName: (id: number) => names.get(id) ?? '',
    sort: { key: key as SortKey, down },
    sortBy: (to: SortKey) => set({ sort: to === key && !down ? `${to}.down` : to === 'name' ? '' : to }),
    /** The person whose days are open. */
    open: all.find(({ id }) => id === open),
    /** The people in the order in which they were listed when the first was opened. */
    order,
    show: (id: number) => {
      if (open === undefined) order.current = rows.map((row) => row.id)
      set({ person: String(id) }, open !== undefined)
    },
    close: () => set({ person: '' }),
  }
}

/** The run with what presses mean whose answers are on their way: who is approved, reopened or sent back. */
function withMeant(run: PayRun, meaning: ((people: never[]) => readonly object[]) | undefined): PayRun {
  if (!meaning) return run
  const people = run.people.map((person) => ({ ...person, id: person.user_id }))
  return { ...run, people: meaning(people as never[]) as PayRun['people'] }
}

function changed(before: URLSearchParams, part: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries(part)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
