import { useState } from 'react'
import { useMe } from './api/start.ts'
import { Button } from './components/button.tsx'
import { Dialog } from './components/dialog.tsx'
import { toastError } from './components/toast.ts'
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
      title={left === 1 ? 'One punch hasn’t been sent' : `${left} punches haven’t been sent`}
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
            Sign out anyway
          </Button>
          <Button kind="primary" onClick={() => setLeft(0)}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        {left === 1 ? 'It is' : 'They are'} saved here and can only be sent while you’re signed in on this device. Open
        the clock to see what’s waiting.
      </p>
    </Dialog>
  )
  return { signOut, dialog }
}
