import { useMemo } from 'react'
import { addDays, instantOf } from '../../../src/rules/time/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import type { Query, Records } from '../../api/records.ts'
import { type Me, useMe } from '../../api/start.ts'
import { usePeople } from '../../components/people/people.ts'
import { isoAt } from '../../time.ts'
import { type Shift, shiftOf } from './shift/shifts.ts'

type User = Records['users']

/** Ids of the company's calendars. Every company has at least one. */
export function useCalendars(): number[] | undefined {
  const { data } = useRecords('schedule_calendars')
  return useMemo(() => data?.map(({ id }) => id), [data])
}

/** The visible shifts of these dates, in order of their start. */
export function useShifts(
  range: { first: string; last: string },
  options: { userId?: number; drafts?: boolean; enabled?: boolean } = {},
) {
  const me = useMe()
  const calendars = useCalendars()
  const { byId, ready } = usePeople()
  const query = eventsQuery(calendars ?? [], range, me.zone, options)
  const { data, error, refetch } = useRecords('schedule_events', query, {
    enabled: calendars !== undefined && options.enabled !== false,
  })
  const { first, last } = range
  const shifts = useMemo(() => {
    if (!data || !ready) return undefined
    // The query covers a little more, because dates start and end at different times around the world.
    return shiftsOf(data, me, byId).filter((shift) => shift.first <= last && shift.last >= first)
  }, [data, ready, me, byId, first, last])
  return { data: shifts, error, refetch }
}

/** Time off on these dates of people whose time off the user may see; `ready` once it has loaded or failed to load. */
export function useTimeOff({ first, last }: { first: string; last: string }): {
  entries: readonly Records['time_off_request_entries'][]
  ready: boolean
} {
  const { zone } = useMe()
  // An entry is never longer than a week.
  const start_time = isoAt(instantOf(addDays(first, -8), 0, zone), 'UTC')
  const end_time = isoAt(instantOf(addDays(last, 2), 0, zone), 'UTC')
  const { data, isPending } = useRecords('time_off_request_entries', { start_time, end_time })
  const entries = useMemo(
    () => (data ?? []).filter(({ active, status }) => active && (status === 'approved' || status === 'pending')),
    [data],
  )
  return { entries, ready: !isPending }
}

/** The query for the shifts of some dates, in any time zone on earth. */
export function eventsQuery(
  calendars: readonly number[],
  { first, last }: { first: string; last: string },
  zone: string,
  { userId, drafts = true }: { userId?: number; drafts?: boolean } = {},
): Query {
  const iso = (date: string, hours: number) => isoAt(instantOf(date, hours * 3600, zone), 'UTC')
  return {
    schedule_calendar_ids: calendars,
    active: 'yes',
    draft: drafts ? 'both' : 'no',
    team_events: 'base',
    // Nothing lasts longer than 31 days.
    start: iso(addDays(first, -33), 0),
    ends_after: iso(first, -26),
    starts_before: iso(addDays(last, 1), 26),
    ...(userId === undefined ? {} : { users_ids: userId }),
  }
}

/**
 * In order of their start; those that start together, in the order of their people, open ones first. The people of a
 * shift are in the order of their names.
 */
function shiftsOf(records: readonly Records['schedule_events'][], me: Me, users: ReadonlyMap<number, User>): Shift[] {
  const ranks = new Map([...users.keys()].map((id, rank) => [id, rank]))
  const rankOf = (id: number) => ranks.get(id) ?? users.size
  const rankOfFirst = ({ people: [first] }: Shift) => (first === undefined ? -1 : rankOf(first))
  return records
    .map((record) => shiftOf(record, me, users))
    .map((shift) => ({ ...shift, people: shift.people.toSorted((a, b) => rankOf(a) - rankOf(b)) }))
    .sort((a, b) => a.start - b.start || rankOfFirst(a) - rankOfFirst(b) || a.id - b.id)
}
