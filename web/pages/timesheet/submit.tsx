import { addDays } from '../../../src/rules/calendar.ts'
import { roundedByDate } from '../../../src/rules/time_rounding.ts'
import { useRecords } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { useHours } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { Notice } from '../../components/page.tsx'
import { plain } from '../../components/refusal.ts'
import { roundingIn } from '../../components/rounding.ts'
import { dateText } from '../../time.ts'
import type { Owner } from './owner.ts'
import { never, type Submission, useSubmission } from './submission.ts'
import { entryOf, type Week } from './week.ts'

/** Submits time through a day, or unsubmits it back to an earlier one. */
export function SubmitDialog({ owner, week, onClose }: { owner: Owner; week: Week; onClose: () => void }) {
  const submission = useSubmission(owner, week, onClose)
  const { submitted, approved, saving } = submission
  return (
    <Dialog
      title={owner.isMe ? 'Submit time' : `Submit time for ${owner.name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={saving.isPending} disabled={!submission.ready} onClick={submission.submit}>
            {submission.isBack ? 'Unsubmit' : 'Submit'}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>
          {submitted > never ? `Submitted through ${dateText(submitted)}.` : 'Nothing has been submitted yet.'}{' '}
          {approved > never && `Approved through ${dateText(approved)}.`}
        </p>
        <Choices submission={submission} />
        <Effect owner={owner} submission={submission} />
        {saving.error && <Notice kind="bad">{plain(saving.error.message)}</Notice>}
      </div>
    </Dialog>
  )
}

function Choices({ submission }: { submission: Submission }) {
  const { choices, choice, setChoice, other, setOther, now, approved, problem } = submission
  return (
    <>
      <fieldset className="timesheet-choices">
        <legend className="label">Submit all time through</legend>
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
          <span>Another date</span>
        </label>
      </fieldset>
      {choice === 'other' && (
        <TextField
          label="Date"
          type="date"
          max={now}
          min={approved > never ? approved : undefined}
          value={other}
          error={problem}
          onChange={({ target }) => setOther(target.value)}
        />
      )}
    </>
  )
}

function Effect({ owner, submission }: { owner: Owner; submission: Submission }) {
  const { onTheClock, problem, submitted, date, now } = submission
  if (onTheClock)
    return (
      <Notice kind="bad" title={owner.isMe ? 'You are on the clock.' : `${owner.name} is on the clock.`}>
        {owner.isMe ? 'Clock out first' : 'Wait until they have clocked out'}, or choose an earlier date.
      </Notice>
    )
  return problem === undefined && <What owner={owner} from={submitted} to={date} now={now} />
}

/** What would be submitted or unsubmitted, and what that means. */
function What({ owner, from, to, now }: { owner: Owner; from: string; to: string; now: string }) {
  const { user, isMe, rights } = owner
  const hours = useHours()
  const jobs = useJobs(user.id)
  const first = addDays(from < to ? from : to, 1)
  const last = from < to ? to : from
  // No one submits more than a year at once; the total is only there to check the dates.
  const start = [first, addDays(last, -366)].sort()[1]!
  const { data } = useRecords(
    'timesheets',
    { user_ids: [user.id], start_date: start, end_date: last },
    { enabled: from !== to },
  )
  if (from === to) return <p className="quiet">Already submitted through this date.</p>
  const counted = (data ?? []).filter(({ jobcode_id }) => !jobs.byId.get(jobcode_id)?.kind.startsWith('unpaid'))
  const days = new Set(counted.map(({ date }) => date)).size
  const entries = counted.map((sheet) => entryOf(sheet, sheet.duration, jobs))
  const sum = roundedByDate(entries, roundingIn(owner.rules.rounding)).reduce((sum, { seconds }) => sum + seconds, 0)
  const amount = data ? `${hours(sum)} hours on ${days === 1 ? '1 day' : `${days} days`}` : '…'
  if (to < from)
    return (
      <Notice>
        {amount} can be changed until {isMe ? 'you submit them' : 'they are submitted'} again.
      </Notice>
    )
  return (
    <Notice kind={to === now && !rights.passesClosed ? 'warn' : 'info'} title={amount}>
      {rights.passesClosed
        ? 'After this, only approvers can change it.'
        : 'You can’t change it after submitting, unless you unsubmit it before it’s approved.'}
      {to === now && !rights.passesClosed && ' You also can’t clock in again today.'}
    </Notice>
  )
}
