import { useState } from 'react'
import { useMe } from './api/start.ts'
import { Dialog } from './components/dialogs/dialog.tsx'
import { toastError } from './components/dialogs/toast.ts'
import { Button } from './components/page/button.tsx'
import { t } from './language.ts'
import { leave } from './leave.ts'
import { unsent } from './offline.ts'

/** Signs out, warning first if punches are waiting on the device. Render `dialog` next to the control that calls it. */
export function useSignOut() {
  const { user } = useMe()
  const [left, setLeft] = useState(0)
  const go = () => leave().catch(toastError)
  const signOut = async () => {
    const count = await unsent(user.id)
    if (count === 0) await go()
    else setLeft(count)
  }
  const dialog = left > 0 && (
    <Dialog
      title={
        left === 1
          ? t('One punch hasn’t been sent')
          : t('{count, plural, one {# punch hasn’t been sent} other {# punches haven’t been sent}}', { count: left })
      }
      size="small"
      onClose={() => setLeft(0)}
      footer={
        <>
          <Button
            onClick={() => {
              setLeft(0)
              void go()
            }}
          >
            {t('Sign out anyway')}
          </Button>
          <Button kind="primary" onClick={() => setLeft(0)}>
            {t('Stay signed in')}
          </Button>
        </>
      }
    >
      <p>
        {left === 1
          ? t('It is saved here and can only be sent while you’re signed in on this device.')
          : t('They are saved here and can only be sent while you’re signed in on this device.')}{' '}
        {t('Open the clock to see what’s waiting.')}
      </p>
    </Dialog>
  )
  return { signOut, dialog }
}
