import { useState } from 'react'
import { useMe } from './api/start.ts'
import { later } from './components/dialogs/later.tsx'
import { toastError } from './components/dialogs/toast.ts'
import { leave } from './leave.ts'
import { unsent } from './offline.ts'

/** Asks before punches that wait on the device are left there. */
const Unsent = later(() => import('./unsent.tsx'))

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
  const dialog = left > 0 && <Unsent count={left} onStay={() => setLeft(0)} onLeave={() => void go()} />
  return { signOut, dialog }
}
