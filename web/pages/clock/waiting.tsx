import { Fragment } from 'react'
import { useReachable } from '../../api/connection.ts'
import { firstRefused, noteOf, removed, retried, withDependents } from '../../api/dependents.ts'
import { changePunches, type Punch, usePunches } from '../../api/punches.ts'
import { newKey } from '../../api/request.ts'
import { sendPunches } from '../../api/send_punches.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/page/button.tsx'
import { Failed, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { clockTime, dateText, today } from '../../time.ts'
import { isPhone } from './act.ts'
import { useClockJobs } from './jobs.ts'

/** Shows what keeps the clock from being up to date: offline, punches waiting to be sent, refused punches. */
export function Waiting({ error, again }: { error: Error | null; again: () => void }) {
  const me = useMe()
  const punches = usePunches()
  const reachable = useReachable()
  const waiting = punches.filter(({ kind, waits, refused }) => kind !== 'place' && waits && !refused).length
  return (
    <div className="clock-waiting">
      {error && <Failed error={error} again={again} />}
      <div role="status">
        {(!reachable || waiting > 0) && (
          <Notice kind="info" title={reachable ? undefined : t('You’re offline.')}>
            {savedText(waiting)}
            {reachable && waiting > 0 && (
              <>
                {' '}
                <button type="button" className="link" onClick={() => void sendPunches(me.user.id)}>
                  {t('Send now')}
                </button>
              </>
            )}
          </Notice>
        )}
      </div>
      {firstRefused(punches).map((punch) => (
        <Refused key={punch.key} punch={punch} all={punches} />
      ))}
    </div>
  )
}

/** Says where the punches are until then, and what will happen to them. */
function savedText(count: number): string {
  if (count === 0)
    return `${t('You can still clock in and out.')} ${
      isPhone()
        ? t('Punches are saved on this phone and sent when you’re back online.')
        : t('Punches are saved on this device and sent when you’re back online.')
    }`
  return isPhone()
    ? t(
        '{count, plural, one {One punch is saved on this phone and will be sent automatically.} other {# punches are saved on this phone and will be sent automatically.}}',
        { count },
      )
    : t(
        '{count, plural, one {One punch is saved on this device and will be sent automatically.} other {# punches are saved on this device and will be sent automatically.}}',
        { count },
      )
}

function Refused({ punch, all }: { punch: Punch; all: readonly Punch[] }) {
  const me = useMe()
  const jobs = useClockJobs()
  const twelve = Number(me.settings.general?.time_format ?? 12) === 12
  const parts = withDependents(punch, all)
  const endOf = ({ key }: Punch) =>
    parts.find(({ kind, of, ...end }) => kind !== 'edit' && of === key && end.key !== key)
  const textOf = (part: Punch) => {
    const date = today(me.zone, Date.parse(part.at) * 1000)
    const when = `${dateText(date)}, ${clockTime(part.at, me.zone, twelve)}`
    const end = endOf(part)
    const until = end && clockTime(end.at, me.zone, twelve)
    return refusedText(part, { when, until, job: jobs.pathOf(Number((part.next ?? part.item).jobcode_id)) })
  }
  // The title says when a refused clock-in ended.
  const inTitle = [punch, ...(punch.kind === 'in' && endOf(punch)?.kind === 'out' ? [endOf(punch)] : [])]
  const again = async () => {
    await changePunches((before) => retried(before, punch, newKey))
    await sendPunches(me.user.id)
  }
  const remove = () => changePunches((before) => removed(before, punch))
  return (
    <Notice kind="bad" title={textOf(punch)}>
      <p>{punch.refused}</p>
      {parts.map((part) => (
        <Fragment key={part.key}>
          {!inTitle.includes(part) && <p>{textOf(part)}</p>}
          {noteOf(part) !== '' && <p>{t('Your note: {note}', { note: noteOf(part) })}</p>}
        </Fragment>
      ))}
      <p>{t('If this time is right, write it down and ask your manager to enter it.')}</p>
      <div className="actions">
        <Button onClick={() => void again()}>{t('Try again')}</Button>
        <Button kind="quiet" onClick={() => void remove()}>
          {isPhone() ? t('Remove from this phone') : t('Remove from this device')}
        </Button>
      </div>
    </Notice>
  )
}

function refusedText(
  { kind }: Punch,
  { when, until, job }: { when: string; until: string | undefined; job: string },
): string {
  if (kind === 'in')
    return until
      ? t('Clock-in {when} until {until} on {job} was not accepted', { when, until, job })
      : t('Clock-in {when} on {job} was not accepted', { when, job })
  if (kind === 'switch') return t('Switching to {job} {when} was not accepted', { job, when })
  return kind === 'out'
    ? t('Clock-out {when} was not accepted', { when })
    : t('A change {when} was not accepted', { when })
}
