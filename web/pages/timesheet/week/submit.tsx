import { addDays } from '../../../../src/rules/time/calendar.ts'
import { useRecords } from '../../../api/queries.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { TextField } from '../../../components/fields/field.tsx'
import { useJobs } from '../../../components/jobs/jobs.ts'
import { Button } from '../../../components/page/button.tsx'
import { Notice } from '../../../components/page/page.tsx'
import { useHours, useShownUnit } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import { dateText } from '../../../time.ts'
import type { Owner } from './owner.ts'
import { datesForPay } from './policy.ts'
import { never, type Submission, useSubmission } from './submission.ts'
import { payWithin, type Week } from './week.ts'

/** Submits time through a day, or takes it back to an earlier one. */
export function SubmitDialog({ owner, week, onClose }: { owner: Owner; week: Week; onClose: () => void }) {
  const submission = useSubmission(owner, week, onClose)
  const { submitted, approved, saving } = submission
  return (
    <Dialog
      title={owner.isMe ? t('Submit time') : t('Submit time for {name}', { name: owner.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" busy={saving.isPending} disabled={!submission.ready} onClick={submission.submit}>
            {submission.isBack ? t('Take back') : t('Submit')}
          </Button>
        </>
      }
    >
      <div className="form">
        <p>
          {submitted > never
            ? t('Submitted through {date}.', { date: dateText(submitted) })
            : t('Nothing has been submitted yet.')}{' '}
          {approved > never && t('Approved through {date}.', { date: dateText(approved) })}
        </p>
        <Choices submission={submission} />
        <Effect owner={owner} submission={submission} />
        {saving.error && <Notice kind="bad">{saving.error.message}</Notice>}
      </div>
    </Dialog>
  )
}

function Choices({ submission }: { submission: Submission }) {
  const { choices, choice, setChoice, other, setOther, now, approved, problem } = submission
  return (
    <>
      <fieldset className="timesheet-choices">
        <legend className="label">{t('Submit all time through')}</legend>
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
          <span>{t('Another date')}</span>
        </label>
      </fieldset>
      {choice === 'other' && (
        <TextField
          label={t('Date')}
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
      <Notice
        kind="bad"
        title={owner.isMe ? t('You are on the clock.') : t('{name} is on the clock.', { name: owner.name })}
      >
        {owner.isMe
          ? t('Clock out first, or choose an earlier date.')
          : t('Wait until they have clocked out, or choose an earlier date.')}
      </Notice>
    )
  return problem === undefined && <What owner={owner} from={submitted} to={date} now={now} />
}

/** The time that would be submitted or taken back, and the consequences. */
function What({ owner, from, to, now }: { owner: Owner; from: string; to: string; now: string }) {
  const { user, isMe, rights, rules } = owner
  const [hours, unit] = [useHours(), useShownUnit()]
  const jobs = useJobs(user.id)
  const first = addDays(from < to ? from : to, 1)
  const last = from < to ? to : from
  // No one submits more than a year at once; the total is only a check of the dates.
  const start = [first, addDays(last, -366)].sort()[1]!
  const { data } = useRecords(
    'timesheets',
    { user_ids: [user.id], ...datesForPay({ start_date: start, end_date: last }, rules) },
    { enabled: from !== to },
  )
  if (from === to) return <p className="quiet">{t('Already submitted through this date.')}</p>
  const counted = (data ?? []).filter(
    ({ date, jobcode_id }) => date >= start && date <= last && !jobs.byId.get(jobcode_id)?.kind.startsWith('unpaid'),
  )
  const days = new Set(counted.map(({ date }) => date)).size
  const sum = payWithin(data ?? [], rules, jobs, { start_date: start, end_date: last }, unit).total_work_seconds
  const amount = { days, hours: hours(sum) }
  if (to < from) return <Notice>{data ? openText(amount, isMe) : '…'}</Notice>
  return (
    <Notice kind={to === now && !rights.passesClosed ? 'warn' : 'info'} title={data ? amountText(amount) : '…'}>
      {rights.passesClosed || !(rights.mayAdd || rights.mayEdit)
        ? t('After this, only approvers can change it.')
        : t('You can’t change it after submitting, unless you take it back before it’s approved.')}
      {to === now && !rights.passesClosed && ` ${t('You also can’t clock in again today.')}`}
    </Notice>
  )
}

type Amount = { days: number; hours: string }

function amountText({ days, hours }: Amount): string {
  return t('{days, plural, one {{hours} hours on # day} other {{hours} hours on # days}}', { days, hours })
}

/** The text about what happens to time taken back. */
function openText({ days, hours }: Amount, isMe: boolean): string {
  return isMe
    ? t(
        '{days, plural, one {{hours} hours on # day can be changed until you submit them again.} other {{hours} hours on # days can be changed until you submit them again.}}',
        { days, hours },
      )
    : t(
        '{days, plural, one {{hours} hours on # day can be changed until they are submitted again.} other {{hours} hours on # days can be changed until they are submitted again.}}',
        { days, hours },
      )
}
