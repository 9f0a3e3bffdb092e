import { Search } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../language.ts'
import { laterDialog } from '../dialogs/later.tsx'
import { Button } from '../page/button.tsx'

const Palette = laterDialog(() => import('./palette.tsx'))
const Shortcuts = laterDialog(() => import('./shortcuts.tsx'))
const ClockNow = laterDialog(() => import('./clock_now.tsx'))

type Opened = 'palette' | 'shortcuts' | 'clock'

/** The button that opens the palette, and the keys: Ctrl or ⌘ K for the palette, ? for all shortcuts. */
export function Keys() {
  const [open, setOpen] = useState<Opened>()
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const wanted = wantedBy(event)
      if (!wanted || document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(wanted)
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
  const close = useCallback(() => setOpen(undefined), [])
  return (
    <>
      <Button
        kind="quiet"
        icon={<Search size={20} aria-hidden="true" />}
        label={t('Go to…')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      />
      {open &&
        createPortal(
          <>
            {open === 'palette' && <Palette onClose={close} onClock={() => setOpen('clock')} />}
            {open === 'shortcuts' && <Shortcuts onClose={close} />}
            {open === 'clock' && <ClockNow onDone={close} />}
          </>,
          document.body,
        )}
    </>
  )
}

function wantedBy(event: KeyboardEvent): 'palette' | 'shortcuts' | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') return 'palette'
  const isTyping = (event.target as Element).matches?.('input, select, textarea, [contenteditable]')
  return event.key === '?' && !isTyping ? 'shortcuts' : undefined
}
