import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { addDays, isDate, payPeriodOf } from '../../../src/rules/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import { type Me, useMe } from '../../api/start.ts'
import { SelectField, TextField } from '../../components/field.tsx'
import { nameOf } from '../../components/names.ts'
import { rangeText, today, weekDates } from '../../time.ts'

/** What a report covers: dates, and whose time. Kept in the URL, so a report can be shared as a link. */
export type Filters = { start: string; end: string; group: string; user: string }

const names = {
  'this-period': 'This pay period',
  'last-period': 'Last pay period',
  'this-week': 'This week',
  'last-week': 'Last week',
  'last-14': 'Last 14 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  custom: 'Custom dates',
} as const

type Preset = keyof typeof names

/** The filters in the URL, and a way to change them. */
export function useFilters() {
  const me = useMe()
  const [search, setSearch] = useSearchParams()
  const from = search.get('from') ?? ''
  const to = search.get('to') ?? ''
  const named = search.get('range') as Preset | null
  const isCustom = isDate(from) && isDate(to)
  const preset: Preset = isCustom ? 'custom' : named && named in names ? named : 'last-14'
  const range = useMemo(
    () => (isCustom ? { start: from, end: to } : rangeOf(preset, today(me.zone), me)),
    [isCustom, from, to, preset, me],
  )
  const change = (part: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(part)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true },
    )
  const filters: Filters = { ...range, group: search.get('group') ?? '', user: search.get('user') ?? '' }
  return { filters, preset, change, question: search.size > 0 ? `?${search}` : '' }
}

/** The filters as the API takes them. */
export function questionOfFilters({ start, end, group, user }: Filters) {
  return {
    start_date: start,
    end_date: end,
    ...(group ? { group_ids: group } : {}),
    ...(user ? { user_ids: user } : {}),
  }
}

function rangeOf(preset: Preset, now: string, me: Me): { start: string; end: string } {
  const general = me.settings.general ?? {}
  const period = payPeriodOf(now, general)
  const monthStart = `${now.slice(0, 8)}01`
  const ends = (start: string) => ({ start, end: addDays(`${addDays(start, 31).slice(0, 8)}01`, -1) })
  const week = (date: string) => {
    const days = weekDates(date, Number(general.week_start ?? 0))
    return { start: days[0]!, end: days[6]! }
  }
  switch (preset) {
    case 'this-period':
      return period
    case 'last-period':
      return payPeriodOf(addDays(period.start, -1), general)
    case 'this-week':
      return week(now)
    case 'last-week':
      return week(addDays(now, -7))
    case 'this-month':
      return ends(monthStart)
    case 'last-month':
      return ends(`${addDays(monthStart, -1).slice(0, 8)}01`)
    default:
      return { start: addDays(now, -13), end: now }
  }
}

/** The controls above a report. */
export function FilterBar({ children }: { children?: ReactNode }) {
  const me = useMe()
  const { filters, preset, change } = useFilters()
  const groups = useRecords('groups', { active: 'yes' }, { enabled: me.leads })
  const people = useRecords('users', { active: 'yes' }, { enabled: me.leads })
  return (
    <fieldset className="reports-filters no-print">
      <legend className="unseen">Report filters</legend>
      <SelectField
        label="Dates"
        hint={rangeText(filters.start, filters.end)}
        value={preset}
        onChange={({ target }) =>
          target.value === 'custom'
            ? change({ range: '', from: filters.start, to: filters.end })
            : change({ range: target.value, from: '', to: '' })
        }
      >
        {Object.entries(names).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </SelectField>
      {preset === 'custom' && (
        <>
          <TextField
            label="First day"
            type="date"
            required
            max={filters.end}
            value={filters.start}
            onChange={({ target }) => target.value && change({ from: target.value })}
          />
          <TextField
            label="Last day"
            type="date"
            required
            min={filters.start}
            value={filters.end}
            onChange={({ target }) => target.value && change({ to: target.value })}
          />
        </>
      )}
      {me.leads && (
        <>
          <SelectField label="Group" value={filters.group} onChange={({ target }) => change({ group: target.value })}>
            <option value="">All groups</option>
            {groups.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label="Person" value={filters.user} onChange={({ target }) => change({ user: target.value })}>
            <option value="">Everyone</option>
            {people.data
              ?.filter(({ group_id }) => !filters.group || String(group_id) === filters.group)
              .map((user) => (
                <option key={user.id} value={user.id}>
                  {nameOf(user)}
                </option>
              ))}
          </SelectField>
        </>
      )}
      {children}
    </fieldset>
  )
}
