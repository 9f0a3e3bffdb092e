import { useState } from 'react'
import { refresh, useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { toastError } from '../dialogs/toast.ts'
import { Button } from './button.tsx'
import { Notice } from './page.tsx'

/** Tells administrators that the server's clock may be wrong, and lets them confirm it. */
export default function ClockNotice() {
  const { data } = useAnswer('setup', '/api/console/server_clock')
  const [busy, setBusy] = useState(false)
  if (!data?.doubt) return null
  const confirm = async () => {
    setBusy(true)
    await ask('POST', '/api/console/server_clock/confirm', {}).then(() => refresh(), toastError)
    setBusy(false)
  }
  return (
    <div role="status" className="offline">
      <Notice kind="warn" title={t('The server’s clock may be wrong.')}>
        <p>
          {t(
            'It says {time}. Until it is set right or confirmed, no one is clocked out automatically, and reminders, time off, holiday pay and scheduled reports wait. Clocking in and out works.',
            { time: momentText(data.now) },
          )}
        </p>
        {data.may_confirm ? (
          <div className="actions">
            <Button busy={busy} onClick={confirm}>
              {t('This time is right')}
            </Button>
          </div>
        ) : (
          <p>{t('The people who run this server set it, or confirm it with {command}.', { command: data.command })}</p>
        )}
      </Notice>
    </div>
  )
}
