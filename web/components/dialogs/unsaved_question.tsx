import { useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '../../language.ts'
import { pathOf } from '../../own_address.ts'
import { hearFirst } from '../../stay.ts'
import { Button } from '../page/button.tsx'
import { isOfLayers } from './back_closes.ts'
import { Dialog } from './dialog.tsx'
import { addUnsaved, InDialog, keepsForms } from './unsaved.ts'

/**
 * While `dirty`, the user must confirm before leaving the page, unless a dialog already asks. The question's code comes
 * with the code of the form: loaded at the first change, it would come too late for someone who types and leaves at once.
 */
export function useUnsaved(dirty: boolean): void {
  const inDialog = useContext(InDialog)
  useEffect(() => (dirty && !inDialog ? addUnsaved(UnsavedQuestion) : undefined), [dirty, inDialog])
}

/** Asks before a link or the browser's Back leaves a page with unsaved changes. Rendered only while there are some. */
function UnsavedQuestion() {
  const [, navigate] = useLocation()
  const [leave, setLeave] = useState<() => void>()
  const [sure, setSure] = useState(false)
  useStay(!sure, navigate, (go) => setLeave(() => go))
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a')
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
      if (!link || opensElsewhere || link.target || link.origin !== location.origin) return
      if (link.pathname === location.pathname || keepsForms(pathOf(link.pathname))) return
      if (link.hasAttribute('download') || link.closest('dialog')) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => navigate(pathOf(link.pathname) + link.search + link.hash, { state: { moved: true } }))
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
 * called. If Back is pressed again meanwhile, the browser arrives further back, and is moved again.
 */
function useStay(active: boolean, navigate: (to: string) => void, asked: (go: () => void) => void): void {
  const latest = useRef({ navigate, asked })
  latest.current = { navigate, asked }
  useEffect(() => {
    if (!active) return
    let here = entryIndex()
    let path = location.pathname
    let wanted: { steps: number; href: string } | undefined
    // A page that keeps its forms may have moved to another entry of its own.
    const follow = () => {
      if (location.pathname === path || !keepsForms(pathOf())) return false
      here = entryIndex()
      path = location.pathname
      return true
    }
    const stay = (event: PopStateEvent) => {
      if (!wanted && !isOfLayers() && follow()) return
      const index = entryIndex()
      // If the distance is unknown, assume one step back, and one forward again.
      const steps = here === undefined || index === undefined ? (wanted ? 0 : -1) : index - here
      const isLayered = isOfLayers()
      // Entries after the page's own are those of dialogs, which Back closes.
      if (isLayered && (here === undefined || steps >= 0)) {
        wanted = undefined
        return
      }
      if (!wanted && steps === 0) return
      event.stopImmediatePropagation()
      wanted ??= { steps, href: pathOf() + location.search + location.hash }
      if (steps !== 0) return history.go(-steps)
      const there = wanted
      wanted = undefined
      latest.current.asked(() => {
        // The question's own history entry has replaced the entries after the page.
        if (there.steps > 0) latest.current.navigate(there.href)
        else history.go(there.steps - ((entryIndex() ?? 0) - (here ?? 0)))
      })
    }
    hearFirst(stay)
    // The router announces its own navigation with events of these names.
    const moves = ['pushState', 'replaceState']
    for (const move of moves) window.addEventListener(move, follow)
    return () => {
      hearFirst(undefined)
      for (const move of moves) window.removeEventListener(move, follow)
    }
  }, [active])
}

/** The index of the current history entry, in browsers that report it. */
function entryIndex(): number | undefined {
  return (window as { navigation?: { currentEntry: { index: number } | null } }).navigation?.currentEntry?.index
}
