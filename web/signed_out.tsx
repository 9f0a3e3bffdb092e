import { useEffect, useRef } from 'react'
import { tellBack } from './api/connection.ts'
import { refresh } from './api/queries.ts'
import { ask } from './api/request.ts'
import { askLater, noteSignedIn, returning, sessionChannel } from './api/session.ts'
import { useMe } from './api/start.ts'
import { Dialog } from './components/dialogs/dialog.tsx'
import { t } from './language.ts'
import { own } from './own_address.ts'

/**
 * Asks to sign in again when the session has ended. The page below stays as it is: signing in opens a window of its own, and
 * when that is done, this one goes on.
 */
export default function SignedOut() {
  const me = useMe()
  const isAsking = useRef(false)
  useEffect(() => {
    const look = async () => {
      if (isAsking.current) return
      isAsking.current = true
      const start = await ask('GET', '/api/console/start', { fresh: true }).catch(() => undefined)
      isAsking.current = false
      if (!start) return
      // What is on this page belongs to the person who was here before.
      if (start.user.id !== me.user.id || start.company.id !== me.company.id) return location.reload()
      noteSignedIn()
      tellBack()
      await refresh()
    }
    return whenReturned(() => void look())
  }, [me.user.id, me.company.id])
  return (
    <Dialog
      title={t('You were signed out')}
      size="small"
      onClose={askLater}
      footer={
        <a
          className="button primary"
          href={own(`/sign-in?${new URLSearchParams({ next: returning })}`)}
          target="_blank"
          rel="noopener opener"
        >
          {t('Sign in to go on')}
        </a>
      }
    >
      <p>{t('Your session has ended. Nothing that you entered here is lost.')}</p>
      <p className="hint">{t('Signing in opens a new window; this page then goes on where you were.')}</p>
    </Dialog>
  )
}

/** Calls back when the person may be signed in again. Returns a function that ends that. */
function whenReturned(run: () => void): () => void {
  const visible = () => {
    if (document.visibilityState === 'visible') run()
  }
  const told = 'BroadcastChannel' in globalThis ? new BroadcastChannel(sessionChannel) : undefined
  told?.addEventListener('message', run)
  addEventListener('focus', run)
  document.addEventListener('visibilitychange', visible)
  return () => {
    told?.close()
    removeEventListener('focus', run)
    document.removeEventListener('visibilitychange', visible)
  }
}
