import { useState } from 'react'
import { addDays, payPeriodOf } from '../../../src/rules/calendar.ts'
import { useRecords } from '../../api/queries.ts'
import { only, update } from '../../api/records.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { useHours } from '../../parts/hours.ts'
import { useJobs } from '../../parts/jobs.ts'
import { Notice } from '../../parts/page.tsx'
import { plain } from '../../parts/refusal.ts'
import { say } from '../../parts/toast.tsx'
import { undo } from '../../parts/undo.ts'
import { dateText, today } from '../../time.ts'
import { useShownChange } from './change.ts'
import type { Owner } from './owner.ts'
import type { Week } from './week.ts'

/** Hands in time up to a day, or takes it back to an earlier one. */
export function SubmitDialog({ owner, week, onClose }: { owner: Owner; week: Week; onClose: () => void }) {
  const { user, isMe, rules, rights } = owner
  const now = today(rules.zone)
  const submitted = user.submitted_to ?? never
  const approved = user.approved_to ?? never
  const choices = choicesFor(owner, week, now)
  const [choice, setChoice] = useState<string>(choices[0]?.date ?? 'other')
  const [other, setOther] = useState(now)
  const date = choice === 'other' ? other : choice
  const back = date < submitted
  const running = week.running
  // Whoever may change closed days can still clock out afterwards.
  const locksClock = running !== undefined && date >= running.date && !rights.passesClosed
  const submit = useShownChange(async () => {
    only(await update('users', [{ id: user.id, submitted_to: date }]))
    const way = undo(() => update('users', [{ id: user.id, submitted_to: submitted }]))
    say(back ? `Taken back. Submitted up to ${shown(date)}.` : `Submitted up to ${shown(date)}.`, way)
  })
  const problem =
    date === ''
      ? 'Choose a day.'
      : date > now
        ? 'Time that is still to come cannot be submitted.'
        : date < approved
          ? `Time up to ${dateText(approved)} is approved and stays so.`
          : undefined
  return (
    <Dialog
      title={isMe ? 'Submit time' : `Submit time of ${owner.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={submit.isPending}
            disabled={problem !== undefined || date === submitted || locksClock}
            onClick={() => submit.mutate(undefined, { onSuccess: onClose })}
          >
            {back ? 'Take back' : 'Submit'}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>
          {submitted > never ? `Submitted so far up to ${dateText(submitted)}.` : 'Nothing has been submitted so far.'}{' '}
          {approved > never && `Approved up to ${dateText(approved)}.`}
        </p>
        <fieldset className="timesheet-choices">
          <legend className="label">Submit everything up to and including</legend>
          {choices.map(({ date, about }) => (
            <label key={date}>
              <input type="radio" name="until" checked={choice === date} onChange={() => setChoice(date)} />
              <span>
                {dateText(date, { weekday: 'long', month: 'long', day: 'numeric' })} <small>{about}</small>
              </span>
            </label>
          ))}
          <label>
            <input type="radio" name="until" checked={choice === 'other'} onChange={() => setChoice('other')} />
            <span>Another day</span>
          </label>
        </fieldset>
        {choice === 'other' && (
          <TextField
            label="Day"
            type="date"
            max={now}
            min={approved > never ? approved : undefined}
            value={other}
            error={problem}
            onChange={({ target }) => setOther(target.value)}
          />
        )}
        {locksClock ? (
          <Notice kind="bad" title={isMe ? 'You are on the clock.' : `${owner.name} is on the clock.`}>
            A day that is submitted cannot be clocked out of. Clock out first, or choose an earlier day.
          </Notice>
        ) : (
          problem === undefined && <What owner={owner} from={submitted} to={date} now={now} />
        )}
        {submit.error && <Notice kind="bad">{plain(submit.error.message)}</Notice>}
      </div>
    </Dialog>
  )
}

/** What is handed in, or opened again, and what that means. */
function What({ owner, from, to, now }: { owner: Owner; from: string; to: string; now: string }) {
  const { user, isMe, rights } = owner
  const hours = useHours()
  const { byId } = useJobs(user.id)
  const first = addDays(from < to ? from : to, 1)
  const last = from < to ? to : from
  // Nobody hands in more than a year at once; the sum is only to see that it is what one thinks.
  const start = [first, addDays(last, -366)].sort()[1]!
  const { data } = useRecords(
    'timesheets',
    { user_ids: [user.id], start_date: start, end_date: last },
    { enabled: from !== to },
  )
  if (from === to) return <p className="quiet">That is so already.</p>
  const counted = (data ?? []).filter(({ jobcode_id }) => !byId.get(jobcode_id)?.kind.startsWith('unpaid'))
  const days = new Set(counted.map(({ date }) => date)).size
  const sum = counted.reduce((seconds, { duration }) => seconds + duration, 0)
  const amount = data ? `${hours(sum)} hours on ${days === 1 ? '1 day' : `${days} days`}` : '…'
  if (to < from)
    return (
      <Notice>
        {amount} can be changed again until {isMe ? 'you submit them' : 'they are submitted'} anew.
      </Notice>
    )
  return (
    <Notice kind={to === now && !rights.passesClosed ? 'warn' : 'info'} title={amount}>
      {rights.passesClosed
        ? 'From then on only those who approve it can change it.'
        : 'You cannot change it afterwards, unless you take it back before it is approved.'}
      {to === now && !rights.passesClosed && ' You cannot clock in again today either.'}
    </Notice>
  )
}

const never = '2000-01-01'

/** A date, or that nothing is submitted. */
function shown(date: string): string {
  return date > never ? dateText(date) : 'no day'
}

/** Days that one is likely to mean, the likeliest first. */
function choicesFor({ user, rules }: Owner, week: Week, now: string) {
  const general = rules.settings.general ?? {}
  const period = payPeriodOf(now, general)
  const approved = user.approved_to ?? never
  const likely = [
    { date: addDays(period.start, -1), about: 'end of the last pay period' },
    { date: period.end, about: 'end of this pay period' },
    { date: week.dates[6]!, about: 'end of the week shown' },
    { date: addDays(now, -1), about: 'yesterday' },
    { date: now, about: 'today' },
  ]
  const seen = new Set<string>()
  return likely.filter(({ date }) => {
    const fits = date <= now && date > (user.submitted_to ?? never) && date >= approved && !seen.has(date)
    seen.add(date)
    return fits
  })
}
