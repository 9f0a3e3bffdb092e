import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../language.ts'
import { hearFirst } from '../stay.ts'
import { isOfLayers } from './back_closes.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before a link or the browser's Back leaves a page with unsaved changes. Render it only while there are some. */
export default function UnsavedQuestion() {
  const [, navigate] = useLocation()
  const [leave, setLeave] = useState<() => void>()
  const [sure, setSure] = useState(false)
  useStay(!sure, navigate, (go) => setLeave(() => go))
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a')
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!link || opensElsewhere || link.target || link.origin !== location.origin) return
      if (link.pathname === location.pathname || link.hasAttribute('download') || link.closest('dialog')) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => navigate(link.pathname + link.search + link.hash, { state: { moved: true } }))
    }
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  }, [navigate])
  useEffect(() => {
    if (sure) leave?.()
  }, [sure, leave])
  if (!leave || sure) return null
  const stay = () => setLeave(undefined)
  return (
    <Dialog
      title={t('Leave without saving?')}
      size="small"
      onClose={stay}
      footer={
        <>
          <Button onClick={() => setSure(true)}>{t('Leave')}</Button>
          <Button kind="primary" onClick={stay}>
            {t('Stay on this page')}
          </Button>
        </>
      }
    >
      {t('Your changes on this page have not been saved.')}
    </Dialog>
  )
}

/**
 * While `active`, the browser's Back and Forward do not leave the page. `asked` receives a function that leaves after
 * all. The browser has already moved when it fires the event, so the hook moves it back before the router's listener is
 * called.
 */
function useStay(active: boolean, navigate: (to: string) => void, asked: (go: () => void) => void): void {
  const latest = useRef({ navigate, asked })
  latest.current = { navigate, asked }
  useEffect(() => {
    if (!active) return
    const here = entryIndex()
    let wanted: { steps: number; href: string } | undefined
    const stay = (event: PopStateEvent) => {
      if (isOfLayers()) return
      // If the distance is unknown, assume one step back.
      const steps = here === undefined ? -1 : (entryIndex() ?? here) - here
      if (!wanted && steps === 0) return
      event.stopImmediatePropagation()
      if (wanted) {
        const there = wanted
        wanted = undefined
        latest.current.asked(() => {
          // The question's own history entry has replaced the entries after the page.
          if (there.steps > 0) latest.current.navigate(there.href)
          else history.go(there.steps - ((entryIndex() ?? 0) - (here ?? 0)))
        })
      } else {
        wanted = { steps, href: location.pathname + location.search + location.hash }
        history.go(-steps)
      }
    }
    hearFirst(stay)
    return () => hearFirst(undefined)
  }, [active])
}

/** The index of the current history entry, in browsers that report it. */
function entryIndex(): number | undefined {
  return (window as { navigation?: { currentEntry: { index: number } | null } }).navigation?.currentEntry?.index
}
