import { useReachable } from '../../api/connection.ts'
import { t } from '../../language.ts'
import { Notice } from './page.tsx'

/** Says on every page that the server cannot be reached, except on the clock, which shows more details. */
export function OfflineNotice() {
  const reachable = useReachable()
  return (
    <div role="status" className="offline">
      {!reachable && (
        <Notice title={t('You’re offline.')}>
          {t(
            'You can still read what was loaded before. You need a connection to make changes, except to clock in or out.',
          )}
        </Notice>
      )}
    </div>
  )
}
