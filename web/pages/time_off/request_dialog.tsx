import { type FormEvent, useId, useMemo, useState } from 'react'
import { addDays } from '../../../src/rules/calendar.ts'
import { useChange } from '../../api/queries.ts'
import { useMe } from '../../api/start.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../parts/field.tsx'
import { useHours } from '../../parts/hours.ts'
import { useJobs } from '../../parts/jobs.ts'
import { mannerOf, zoneNote } from '../../parts/manner.ts'
import { Notice } from '../../parts/page.tsx'
import { usePeople } from '../../parts/people.ts'
import { nameOf } from '../../parts/person.tsx'
import { inOrder } from '../../parts/search.ts'
import { Segments } from '../../parts/segments.tsx'
import { useZoneOf } from '../../parts/zone_of.ts'
import { dateText, instant, isoOf, rangeText } from '../../time.ts'
import { useShifts, useTimeOff } from '../schedule/data.ts'
import { spanText } from '../schedule/texts.ts'
import { useDaySeconds, waitingOf } from './balances.tsx'
import { ask } from './changes.ts'
import {
  datesBetween,
  daysOf,
  entriesOf,
  isWorkday,
  problemsOf,
  type RequestForm,
  secondsOfDay,
} from './request_form.ts'
import { useRequests } from './requests.ts'
import { overseesSomebody, rightsOver } from './rights.ts'
import { countedDays } from './texts.ts'

/** Longest stretch whose days are shown to choose among. */
const pickMax = 31

/** Asks for time off, or enters somebody's. */
export function RequestDialog({
  today,
  from = addDays(today, 1),
  onClose,
}: {
  today: string
  from?: string
  onClose: () => void
}) {
  const me = useMe()
  const hours = useHours()
  const daySeconds = useDaySeconds()
  const id = useId()
  const [tried, setTried] = useState(false)
  const [form, setForm] = useState<RequestForm>(() => ({
    userId: me.user.id,
    kind: undefined,
    part: false,
    from,
    to: from,
    turned: new Set(),
    hours: hours(daySeconds),
    start: '13:00',
    end: '17:00',
    note: '',
    approved: false,
  }))
  const set = (patch: Partial<RequestForm>) => setForm((before) => ({ ...before, ...patch }))
  const { byId } = usePeople()
  const owner = byId.get(form.userId)
  const rights = rightsOver(me, owner)
  const { timeOff } = useJobs(form.userId)
  const kind = timeOff.some((job) => job.id === form.kind) ? form.kind : timeOff[0]?.id
  const zone = useZoneOf(form.userId)
  const range = { first: form.from || today, last: form.part ? form.from || today : form.to || form.from || today }
  const shifts = useShifts(range, { userId: form.userId, drafts: false }).data
  const planned = useMemo(() => new Map((shifts ?? []).map((shift) => [shift.first, shift])), [shifts])
  const plannedDates = useMemo(() => new Set(planned.keys()), [planned])
  const full = { ...form, kind }
  const days = daysOf(full, plannedDates)
  const problems = tried ? problemsOf(full, days, zone) : {}
  const whose = form.userId === me.user.id ? undefined : owner ? nameOf(owner) : ''
  const taken = useTimeOff(range).filter(({ user_id, date }) => user_id === form.userId && days.includes(date))

  const save = useChange(() =>
    ask(
      {
        userId: form.userId,
        approved: form.approved && rights.approves,
        note: form.note.trim(),
        entries: entriesOf(full, days, zone),
      },
      `${form.approved ? 'Time off entered' : 'Time off asked for'}: ${days.length === 1 ? dateText(days[0]!) : rangeText(days[0]!, days.at(-1)!)}.`,
    ),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problemsOf(full, days, zone)).length === 0) save.mutate(undefined, { onSuccess: onClose })
  }
  const noneToUse = timeOff.length === 0
  return (
    <Dialog
      title={whose ? `Time off of ${whose}` : 'Ask for time off'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" type="submit" form={id} busy={save.isPending} disabled={noneToUse}>
            {form.approved && rights.approves ? 'Enter time off' : 'Ask for time off'}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={submit} noValidate>
        {save.error && <Notice kind="bad">{save.error.message}</Notice>}
        {overseesSomebody(me) && (
          <PersonField value={form.userId} onChange={(userId) => set({ userId, approved: userId !== me.user.id })} />
        )}
        {noneToUse ? (
          <Notice kind="warn" title="There is no kind of time off to choose.">
            Somebody who manages jobs has to add one, like Vacation, and assign it.
          </Notice>
        ) : (
          <SelectField
            label="Kind"
            value={kind ?? ''}
            error={problems.kind}
            onChange={(event) => set({ kind: Number(event.target.value) })}
          >
            {timeOff.map((job) => (
              <option key={job.id} value={job.id}>
                {job.path}
              </option>
            ))}
          </SelectField>
        )}
        <Segments
          label="How much of the days"
          value={form.part ? 'part' : 'days'}
          options={[
            { value: 'days', text: 'Whole days' },
            { value: 'part', text: 'Part of a day' },
          ]}
          onChange={(mode) => set({ part: mode === 'part' })}
        />
        {form.part ? (
          <div className="form-row">
            <TextField
              label="Day"
              type="date"
              value={form.from}
              error={problems.from}
              onChange={(event) => set({ from: event.target.value, to: event.target.value })}
            />
            <TextField
              label="From"
              type="time"
              value={form.start}
              onChange={(event) => set({ start: event.target.value })}
            />
            <TextField
              label="Until"
              type="time"
              value={form.end}
              error={problems.end}
              onChange={(event) => set({ end: event.target.value })}
            />
          </div>
        ) : (
          <>
            <div className="time-off-dates">
              <TextField
                label="First day"
                type="date"
                value={form.from}
                error={problems.from}
                onChange={(event) => set({ from: event.target.value, to: [form.to, event.target.value].sort()[1]! })}
              />
              <TextField
                label="Last day"
                type="date"
                min={form.from}
                value={form.to}
                error={problems.to}
                onChange={(event) => set({ to: event.target.value })}
              />
            </div>
            <DayPicker form={full} planned={plannedDates} error={problems.days} onTurn={(turned) => set({ turned })} />
            <TextField
              label="Hours a day"
              inputMode="decimal"
              value={form.hours}
              error={problems.hours}
              onChange={(event) => set({ hours: event.target.value })}
            />
          </>
        )}
        {form.from && zoneNote(instant(isoOf(form.from, '12:00', zone)), zone, mannerOf(me)) !== '' && (
          <p className="hint">Days and times are those of {zone.replaceAll('_', ' ')}.</p>
        )}
        <Sum form={full} days={days} seconds={(secondsOfDay(full, zone) ?? 0) * days.length} whose={whose} />
        <div role="status">
          {(days.some((day) => planned.has(day)) || taken.length > 0) && (
            <Notice kind="warn" title={whose ? `${whose} has something then` : 'You have something then'}>
              <ul>
                {days.flatMap((day) => {
                  const shift = planned.get(day)
                  return shift
                    ? [<li key={day}>{`${dateText(day)}: a shift, ${spanText(shift, mannerOf(me))}`}</li>]
                    : []
                })}
                {taken.map((entry) => (
                  <li key={entry.id}>
                    {dateText(entry.date)}: time off, {entry.status === 'approved' ? 'approved' : 'asked for'} already
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <TextArea
          label={form.approved ? 'Note' : 'Note to whoever decides'}
          hint="If you like."
          maxLength={2000}
          value={form.note}
          onChange={(event) => set({ note: event.target.value })}
        />
        {rights.approves && (
          <Check
            label="Approved at once"
            hint="Nobody has to decide it any more."
            checked={form.approved}
            onChange={(event) => set({ approved: event.target.checked })}
          />
        )}
      </form>
    </Dialog>
  )
}

function PersonField({ value, onChange }: { value: number; onChange: (userId: number) => void }) {
  const me = useMe()
  const { byId } = usePeople()
  const people = [...byId.values()]
    .filter((user) => user.id !== me.user.id && rightsOver(me, user).oversees)
    .sort((a, b) => inOrder(nameOf(a), nameOf(b)))
  return (
    <SelectField label="Who" value={value} onChange={(event) => onChange(Number(event.target.value))}>
      <option value={me.user.id}>Me</option>
      {people.map((user) => (
        <option key={user.id} value={user.id}>
          {nameOf(user)}
        </option>
      ))}
    </SelectField>
  )
}

/** The days of the stretch, to leave some out or take others in. */
function DayPicker({
  form,
  planned,
  error,
  onTurn,
}: {
  form: RequestForm
  planned: ReadonlySet<string>
  error: string | undefined
  onTurn: (turned: ReadonlySet<string>) => void
}) {
  const dates = datesBetween(form.from, form.to)
  if (dates.length < 2 || dates.length > pickMax)
    return error ? (
      <p className="error" role="alert">
        {error}
      </p>
    ) : null
  return (
    <fieldset className="time-off-pick">
      <legend className="label">Days</legend>
      <div className="time-off-pick-days">
        {dates.map((date) => (
          <label key={date}>
            <input
              type="checkbox"
              checked={isWorkday(date, planned) !== form.turned.has(date)}
              onChange={() => onTurn(form.turned.symmetricDifference(new Set([date])))}
            />
            <span>
              <span>{dateText(date, { weekday: 'short' })}</span> {dateText(date, { month: 'short', day: 'numeric' })}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** How much it is, and what remains. */
function Sum({
  form,
  days,
  seconds,
  whose,
}: {
  form: RequestForm
  days: readonly string[]
  seconds: number
  whose: string | undefined
}) {
  const { byId } = usePeople()
  const { byId: jobs } = useJobs(form.userId)
  const hours = useHours()
  const daySeconds = useDaySeconds()
  const own = useRequests({ user_ids: form.userId }).data ?? []
  const job = form.kind === undefined ? undefined : jobs.get(form.kind)
  if (days.length === 0 || seconds <= 0 || !job) return null
  const count = form.part
    ? hours(seconds)
    : `${days.length === 1 ? '1 working day' : `${days.length} working days`}, ${hours(seconds)}`
  if (job.kind !== 'pto')
    return (
      <p className="time-off-sum">
        <strong>{count}</strong> {job.name} is not paid.
      </p>
    )
  const has = byId.get(form.userId)?.pto_balances[job.id] ?? 0
  const waiting = waitingOf(own, job.id)
  const left = has - waiting - seconds
  return (
    <p className="time-off-sum" role="status">
      <strong>{count}</strong>{' '}
      {`${whose ? `${whose} has` : 'You have'} ${hours(has)} of ${job.name}${waiting > 0 ? `, ${hours(waiting)} of it asked for already` : ''}. `}
      <span className={left < 0 ? 'time-off-short' : ''}>
        {left < 0
          ? `That is ${hours(-left)} more than there is. It can be asked for all the same.`
          : `${hours(left)} (${countedDays(left / daySeconds)}) remain.`}
      </span>
    </p>
  )
}
