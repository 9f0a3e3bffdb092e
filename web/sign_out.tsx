import { useState } from 'react'
import { useMe } from './api/start.ts'
import { arriving, MissingCode } from './components/dialogs/code.ts'
import { laterDialog } from './components/dialogs/later.tsx'
import { toastError } from './components/dialogs/toast.ts'
import { t } from './language.ts'

/** Asks before punches that wait on the device are left there. */
const Unsent = laterDialog(() => import('./unsent.tsx'))

/** Signs out, warning first if punches are waiting on the device. Render `dialog` next to the control that calls it. */
export function useSignOut() {
  const { user } = useMe()
  const [left, setLeft] = useState(0)
  const go = async (isSure: boolean) => {
    try {
      const { leave, unsent } = await arriving(() => import('./leave.ts'))
      const count = isSure ? 0 : await unsent(user.id)
      if (count === 0) await leave()
      else setLeft(count)
    } catch (error) {
      toastError(error instanceof MissingCode ? t('You’re offline. Sign out when you’re back online.') : error)
    }
  }
  const dialog = left > 0 && <Unsent count={left} onStay={() => setLeft(0)} onLeave={() => void go(true)} />
  return { signOut: () => go(false), dialog }
}
