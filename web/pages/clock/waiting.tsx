import { useReachable } from '../../api/connection.ts'
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
      {punches
        .filter((punch) => punch.refused && !dependsOnRefused(punch, punches))
        .map((punch) => (
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
  const date = today(me.zone, Date.parse(punch.at) * 1000)
  const when = `${dateText(date)}, ${clockTime(punch.at, me.zone, twelve)}`
  const end = all.find(({ kind, of, key }) => kind !== 'edit' && of === punch.key && key !== punch.key)
  const until = end && clockTime(end.at, me.zone, twelve)
  const job = jobs.pathOf(Number((punch.next ?? punch.item).jobcode_id))
  const together = (other: Punch) => other.key === punch.key || other.of === punch.key
  const again = async () => {
    // With the old key, the server would only repeat its answer.
    const key = newKey()
    await changePunches((before) =>
      before.map((other) => {
        const { refused: _, ...rest } = other
        if (!together(other)) return other
        return { ...rest, key: other.key === punch.key ? key : newKey(), of: other.of === punch.key ? key : other.of }
      }),
    )
    await sendPunches(me.user.id)
  }
  const remove = () => changePunches((before) => before.filter((other) => !together(other)))
  return (
    <Notice kind="bad" title={refusedText(punch, { when, until, job })}>
      <p>{punch.refused}</p>
      {typeof punch.item.notes === 'string' && punch.item.notes !== '' && (
        <p>{t('Your note: {note}', { note: punch.item.notes })}</p>
      )}
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

function dependsOnRefused({ key, of }: Punch, all: readonly Punch[]): boolean {
  return all.some((other) => other.refused && other.key === of && other.key !== key)
}
