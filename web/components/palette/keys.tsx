import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../language.ts'
import { later } from '../dialogs/later.tsx'
import { Button } from '../page/button.tsx'

const dialogs = { palette: later(() => import('./palette.tsx')), shortcuts: later(() => import('./shortcuts.tsx')) }

/** The button that opens the palette, and the keys: Ctrl or ⌘ K for the palette, ? for all shortcuts. */
export function Keys() {
  const [open, setOpen] = useState<keyof typeof dialogs>()
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
  const Opened = open && dialogs[open]
  return (
    <>
      <Button
        kind="quiet"
        icon={<Search size={20} aria-hidden="true" />}
        label={t('Go to…')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      />
      {Opened && createPortal(<Opened onClose={() => setOpen(undefined)} />, document.body)}
    </>
  )
}

function wantedBy(event: KeyboardEvent): keyof typeof dialogs | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') return 'palette'
  const isTyping = (event.target as Element).matches?.('input, select, textarea, [contenteditable]')
  return event.key === '?' && !isTyping ? 'shortcuts' : undefined
}
