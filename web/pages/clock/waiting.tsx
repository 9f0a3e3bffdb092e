import { useReachable } from '../../api/connection.ts'
import { firstRefused } from '../../api/dependents.ts'
import { usePunches } from '../../api/punches.ts'
import { sendPunches } from '../../api/send_punches.ts'
import { useMe } from '../../api/start.ts'
import { later } from '../../components/dialogs/later.tsx'
import { Failed, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { isPhone } from './act.ts'

/** A punch that the server refused. */
const Refused = later(() => import('./refused.tsx'))

/** Shows what keeps the clock from being up to date: offline, punches waiting to be sent, refused punches. */
export function Waiting({ error, again, ready }: { error: Error | null; again: () => void; ready: boolean }) {
  const me = useMe()
  const punches = usePunches()
  const reachable = useReachable()
  const waiting = punches.filter(({ kind, waits, refused }) => kind !== 'place' && waits && !refused).length
  return (
    <div className="clock-waiting" data-offline={reachable ? undefined : t('You’re offline.')}>
      {error && <Failed error={error} again={again} />}
      <div role="status">
        {(!reachable || waiting > 0) && (
          <Notice kind="info" title={reachable ? undefined : t('You’re offline.')}>
            {ready || waiting > 0 ? savedText(waiting) : t('The clock loads by itself when you’re back online.')}
            {(reachable || navigator.onLine) && waiting > 0 && (
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
