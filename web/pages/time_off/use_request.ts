import { type FormEvent, useId, useMemo, useState } from 'react'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { expectedSeconds, usualPatternDays } from '../../../src/rules/time/working_pattern.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { edited, useAsPressed } from '../../components/dialogs/as_pressed.ts'
import { useJobs } from '../../components/jobs/jobs.ts'
import { nameOf } from '../../components/people/names.ts'
import { usePeople } from '../../components/people/people.ts'
import { useZoneOf } from '../../components/people/zone_of.ts'
import { type Holidays, useHolidays } from '../../components/time/holidays.ts'
import { useDaySeconds, useHours } from '../../components/time/hours.ts'
import { useShifts, useTimeOff } from '../schedule/data.ts'
import { type NewRequest, requestTimeOff } from './changes.ts'
import {
  aheadDays,
  daysOf,
  entriesOf,
  holidaysLeftOut,
  hoursShown,
  kindAmong,
  likelyKinds,
  newForm,
  nextWorkday,
  type PersonDays,
  problemsOf,
  type RequestForm,
  rangeOf,
  savedText,
  secondsOn,
} from './request_form.ts'
import { pendingSeconds, useRequests } from './requests.ts'
import { rightsOver } from './rights.ts'

/** What opens a request: today, its first day (the next working day by default), and how its window closes. */
export type RequestProps = { today: string; from?: string; onClose: () => void }

/** The state of a request's form: values, derived values and errors. */
export type TimeOffRequest = ReturnType<typeof useRequest>

/** Holds the form of a request, and sends it. */
export function useRequest({ today, from, onClose }: RequestProps) {
  const me = useMe()
  const hours = useHours()
  const id = useId()
  const [tried, setTried] = useState(false)
  const [written, setForm] = useState(() => newForm(me.user.id, from ?? addDays(today, 1)))
  // Until a date is chosen, it is the next working day, which the server knows better than the form.
  const [isDated, setDated] = useState(from !== undefined)
  const owner = usePeople().byId.get(written.userId)
  const { approves } = rightsOver(me, owner)
  const { timeOff: kinds } = useJobs(written.userId)
  const zone = useZoneOf(written.userId)
  const typed = rangeOf(written, today)
  // Not from the day that is shown: with a shorter range, that day would be reckoned without the holidays before it.
  const range = isDated ? typed : { first: addDays(today, 1), last: addDays(today, aheadDays) }
  const saving = useChange(({ request, text }: { request: NewRequest; text: string }, sent) =>
    requestTimeOff(request, text, sent),
  )
  const { requests, shifts, timeOff, balances, personDays } = useAsPressed(useFacts(written.userId, range), saving)
  const planned = useMemo(() => new Map((shifts ?? []).map((shift) => [shift.first, shift])), [shifts])

  const first = nextWorkday(today, personDays)
  const dates = isDated ? {} : { from: first, to: first }
  const likely = likelyKinds(requests ?? [], balances)
  const form = { ...written, ...dates, kind: kindAmong(kinds, written.kind, likely) }
  const days = daysOf(form, personDays)
  const found = problemsOf(form, days, zone)
  const isOther = form.userId !== me.user.id
  const approved = form.approved && approves
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(found).length > 0) return
    const { userId, note } = form
    const request = { userId, approved, note: note.trim(), entries: entriesOf(form, days, personDays, zone) }
    saving.mutate({ request, text: savedText(form, days) }, { onSuccess: onClose })
  }
  return {
    id,
    form,
    set: (patch: Partial<RequestForm>) => {
      setForm((before) => ({ ...before, ...dates, ...patch }))
      edited(saving)
      if ('from' in patch || 'to' in patch || 'turned' in patch) setDated(true)
    },
    kinds,
    /** Whose it is, by name; undefined for the user's own, '' while the name is unknown. */
    whose: isOther ? (owner ? nameOf(owner) : '') : undefined,
    zone,
    days,
    seconds: days.reduce((sum, date) => sum + (secondsOn(date, form, personDays, zone) ?? 0), 0),
    /** The hours of each day, as the field shows them. */
    hours: hoursShown(form, days, personDays, hours),
    personDays,
    holidays: holidaysLeftOut(form, personDays),
    /** The person's balance of a kind of paid time off, and how much of it is requested already, in seconds. */
    balanceOf: (kindId: number) => ({ has: balances[kindId] ?? 0, pending: pendingSeconds(requests ?? [], kindId) }),
    /** What the person already has on these days. */
    conflicts: {
      shifts: days.flatMap((day) => planned.get(day) ?? []),
      timeOff: timeOff.filter(({ user_id, date }) => user_id === form.userId && days.includes(date)),
    },
    mayApprove: approves,
    approved,
    problems: tried ? found : {},
    submit,
    saving,
  }
}

/** What a request is compared with. */
function useFacts(userId: number, range: ReturnType<typeof rangeOf>) {
  const requests = useRequests({ user_ids: userId }).data
  const shifts = useShifts(range, { userId, drafts: false }).data
  const { entries: timeOff } = useTimeOff(range)
  const balances: Readonly<Record<string, number>> = usePeople().byId.get(userId)?.pto_balances ?? {}
  const personDays = usePersonDays(range, userId, useHolidays(range, userId))
  return { requests, shifts, timeOff, balances, personDays }
}

/** When a person would work in a range: as the server says, and on the usual days until it has. */
function usePersonDays({ first, last }: ReturnType<typeof rangeOf>, userId: number, holidays: Holidays): PersonDays {
  const usual = useDaySeconds(userId)
  const end = [last, addDays(first, 366)].sort()[0]!
  const query = { user_id: userId, start_date: first, end_date: end }
  const { data } = useAnswer('setup', '/api/console/expected_hours', query, { enabled: first <= last })
  return useMemo(() => {
    const known = data && new Map(data.days.map(({ date, seconds }) => [date, seconds]))
    const guessed = (date: string) => (holidays.has(date) ? 0 : expectedSeconds({ days: usualPatternDays }, date))
    return { expected: (date) => (known ? (known.get(date) ?? 0) : guessed(date)), usual, holidays }
  }, [data, usual, holidays])
}
