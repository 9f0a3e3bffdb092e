import { useMemo, useState } from 'react'
import type { Records } from '../../api/records.ts'
import { type Me, useMe } from '../../api/start.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { inOrder } from '../../components/listing/order.ts'
import { usePeople } from '../../components/people/people.ts'
import { useShifts, useTimeOff } from './data.ts'
import type { Filter } from './filters.tsx'
import { mayPlanFor, plansForOthers, type Shift, seesShiftsOf } from './shift/shifts.ts'
import { type Around, type Warning, warningsOf } from './warnings.ts'

type Asked = { range: { first: string; last: string }; who: 'me' | 'all'; filter: Filter }

/** The visible part of the schedule: the filtered shifts and people, and the data about them. */
export function useContent({ range, who, filter: { group, person, job } }: Asked) {
  const me = useMe()
  const { byId } = usePeople()
  const asked = useShifts(range, who === 'me' ? { userId: me.user.id } : {})
  const { entries, ready: offReady } = useTimeOff(range)
  const { byId: jobs, ready: jobsReady } = useJobs()
  const all = asked.data
  // Initially, wait for everything, because whatever loads later renders every shift again. Other weeks show their
  // shifts without waiting.
  const [begun, setBegun] = useState(false)
  if (!begun && jobsReady && offReady) setBegun(true)

  const candidates = useMemo(() => peopleInSight(me, byId, all ?? []), [me, byId, all])
  const people = useMemo(() => {
    if (who === 'me') return byId.has(me.user.id) ? [byId.get(me.user.id)!] : []
    return candidates.filter((user) => (group === 0 || user.group_id === group) && (person === 0 || user.id === person))
  }, [who, group, person, me, byId, candidates])
  const shifts = useMemo(() => {
    const shown = new Set(people.map(({ id }) => id))
    const open = who === 'all' && person === 0
    return all?.filter(
      ({ people, record }) =>
        (job === 0 || record.jobcode_id === job) && (people.length === 0 ? open : people.some((id) => shown.has(id))),
    )
  }, [all, people, who, person, job])
  const jobsInUse = useMemo(() => {
    const used = new Set(all?.map(({ record }) => record.jobcode_id))
    return [...jobs.values()].filter(({ id }) => used.has(id) || id === job).sort((a, b) => inOrder(a.path, b.path))
  }, [all, jobs, job])
  const warnings = useMemo(() => warningsBy(all ?? [], entries), [all, entries])
  const off = useMemo(() => Map.groupBy(entries, ({ user_id, date }) => `${user_id}/${date}`), [entries])
  return {
    data: begun ? shifts : undefined,
    error: asked.error,
    refetch: asked.refetch,
    people,
    /** Everyone who can be chosen in the filter. */
    candidates,
    byId,
    jobs,
    jobsInUse,
    warnings,
    off,
    /** Whether the user plans anyone's shifts here. */
    plans: plansForOthers(me) || mayPlanFor(me, me.user),
  }
}

/** Planners see a row for everyone, so they can add shifts; others see only people with shifts. */
function peopleInSight(
  me: Me,
  byId: ReadonlyMap<number, Records['users']>,
  shifts: readonly Shift[],
): Records['users'][] {
  const busy = new Set(shifts.flatMap(({ people }) => people))
  return [...byId.values()].filter((user) => seesShiftsOf(me, user) && (busy.has(user.id) || mayPlanFor(me, user)))
}

/** Finds a shift's conflicts, cached by shift. Empty for shifts the user may not change. */
function warningsBy(shifts: readonly Shift[], entries: Around['entries']): (shift: Shift) => readonly Warning[] {
  const byPerson = new Map<number, { shifts: Shift[]; entries: Around['entries'] }>()
  const entriesBy = Map.groupBy(entries, ({ user_id }) => user_id)
  for (const shift of shifts)
    for (const id of shift.people) {
      const around = byPerson.get(id)
      if (around) around.shifts.push(shift)
      else byPerson.set(id, { shifts: [shift], entries: entriesBy.get(id) ?? [] })
    }
  const known = new Map<number, readonly Warning[]>()
  return (shift) => {
    if (!shift.mine) return []
    const before = known.get(shift.id)
    if (before) return before
    const { id, start, end, record } = shift
    const found = shift.people.flatMap((userId) => {
      const around = byPerson.get(userId)
      return around ? warningsOf({ id, people: [userId], start, end, allDay: record.all_day }, around) : []
    })
    known.set(id, found)
    return found
  }
}
