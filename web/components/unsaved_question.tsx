import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { afterLeaving, useBack } from './back_closes.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useIsUnsaved } from './unsaved.ts'

/** Asks before a link or the browser's Back leaves a page with unsaved changes. */
export function UnsavedQuestion() {
  return useIsUnsaved() ? <Question /> : null
}

function Question() {
  const [, navigate] = useLocation()
  const [leave, setLeave] = useState<() => void>()
  const [sure, setSure] = useState(false)
  useBack(true, () => {
    // Over the entry of this question, to the page before.
    if (!sure) setLeave(() => () => history.go(-2))
    return sure
  })
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a')
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!link || opensElsewhere || link.target || link.origin !== location.origin) return
      if (link.pathname === location.pathname || link.hasAttribute('download') || link.closest('dialog')) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => navigate(link.pathname + link.search + link.hash, { replace: true, state: { moved: true } }))
    }
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  }, [navigate])
  useEffect(() => {
    if (sure && leave) afterLeaving(leave)
  }, [sure, leave])
  if (!leave || sure) return null
  const stay = () => setLeave(undefined)
  return (
    <Dialog
      title="Leave without saving?"
      size="small"
      onClose={stay}
      footer={
        <>
          <Button onClick={() => setSure(true)}>Leave</Button>
          <Button kind="primary" onClick={stay}>
            Stay on this page
          </Button>
        </>
      }
    >
      Your changes on this page have not been saved.
    </Dialog>
  )
}
