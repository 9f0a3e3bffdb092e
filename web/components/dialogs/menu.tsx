import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAnchor } from '../page/anchor.ts'

/** A button that opens a menu of links and buttons. Escape, a click elsewhere or choosing an item closes it. */
export function Menu({
  button,
  label,
  children,
  align = 'end',
  anchor,
  onOpen,
  onClose,
  className = '',
}: {
  button: ReactNode
  /** An accessible name that says more than the visible label. */
  label?: string
  children: ReactNode
  align?: 'start' | 'end'
  /** Opening the URL with this `#` fragment opens the menu. */
  anchor?: string
  onOpen?: () => void
  /** Called when it closes. */
  onClose?: () => void
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const told = useRef({ onOpen, onClose })
  told.current = { onOpen, onClose }
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    told.current.onOpen?.()
    const away = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    document.addEventListener('keydown', escaped)
    return () => {
      told.current.onClose?.()
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      document.removeEventListener('keydown', escaped)
    }
  }, [open])
  useAnchor(anchor, true, () => {
    setOpen(true)
    opener.current?.focus()
  })
  return (
    <div className={`menu ${className}`} ref={box}>
      <button type="button" ref={opener} aria-expanded={open} className="menu-button" onClick={() => setOpen(!open)}>
        {button}
        {label && <span className="unseen">{label}</span>}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the items are inside; this only closes the menu after a choice.
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on an item inside clicks too.
        <div
          className={`menu-list ${align}`}
          onClick={() => {
            // A dialog opened by an item later returns the focus to where it was.
            opener.current?.focus()
            setOpen(false)
          }}
        >
          {children}
        </div>
      )}
    </div>
  )
}
