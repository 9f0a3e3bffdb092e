import { type ReactNode, useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { datesOf, ranges, readRange } from '../../../src/rules/reports/view.ts'
import { useRecords } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { SelectField, TextField } from '../../components/fields/field.tsx'
import { PersonPicker } from '../../components/people/person_picker.tsx'
import { t } from '../../language.ts'
import { rangeText, today } from '../../time.ts'

/** What a report covers: dates, and whose time. The filters are in the URL, so a report can be shared as a link. */
export type Filters = { start: string; end: string; group: string; user: string }

/** The pages from which people are paid: for a whole pay period that has ended. */
const ofPayPeriods = ['/reports/payroll', '/reports/files']

/** The filters in the URL, and a function to change them. */
export function useFilters() {
  const me = useMe()
  const [search, setSearch] = useSearchParams()
  const [location] = useLocation()
  const { name: preset, custom } = readRange(search, ofPayPeriods.includes(location) ? 'last-period' : 'last-14')
  const { start, end } = custom ?? { start: '', end: '' }
  const range = useMemo(
    () => (start ? { start, end } : datesOf(preset, today(me.zone), me.settings.general ?? {})),
    [start, end, preset, me],
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
  return { filters, preset, change, search, question: search.size > 0 ? `?${search}` : '' }
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

/** The controls above a report. */
export function FilterBar({ children }: { children?: ReactNode }) {
  const me = useMe()
  const { filters } = useFilters()
  return (
    <fieldset className="reports-filters no-print">
      <legend className="unseen">{t('Report filters')}</legend>
      <DateFields />
      {me.leads && <PeopleFields {...filters} />}
      {children}
    </fieldset>
  )
}

/** Whose time a report covers. */
export function PeopleFields({ group, user }: Pick<Filters, 'group' | 'user'>) {
  const { change } = useFilters()
  const groups = useRecords('groups', { active: 'yes' })
  const people = useRecords('users', { active: 'yes' })
  return (
    <>
      <SelectField label={t('Group')} value={group} onChange={({ target }) => change({ group: target.value })}>
        <option value="">{t('All groups')}</option>
        {groups.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <PersonPicker
        label={t('Person')}
        none={t('Everyone')}
        people={people.data?.filter(({ group_id }) => !group || String(group_id) === group) ?? []}
        value={Number(user)}
        text={user && t('Person {id}', { id: user })}
        onChange={(id) => change({ user: id === 0 ? '' : String(id) })}
      />
    </>
  )
}

/** The fields for a report's dates: a named range, or the first and last day. */
export function DateFields() {
  const { filters, preset, change } = useFilters()
  return (
    <>
      <SelectField
        label={t('Dates')}
        hint={rangeText(filters.start, filters.end)}
        value={preset}
        onChange={({ target }) =>
          target.value === 'custom'
            ? change({ range: '', from: filters.start, to: filters.end })
            : change({ range: target.value, from: '', to: '' })
        }
      >
        {Object.entries(ranges).map(([name, words]) => (
          <option key={name} value={name}>
            {t(words)}
          </option>
        ))}
      </SelectField>
      {preset === 'custom' && (
        <>
          <TextField
            label={t('First day')}
            type="date"
            required
            max={filters.end}
            value={filters.start}
            onChange={({ target }) => target.value && change({ from: target.value })}
          />
          <TextField
            label={t('Last day')}
            type="date"
            required
            min={filters.start}
            value={filters.end}
            onChange={({ target }) => target.value && change({ to: target.value })}
          />
        </>
      )}
    </>
  )
}
