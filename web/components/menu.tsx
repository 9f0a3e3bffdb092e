import { type ReactNode, useEffect, useRef, useState } from 'react'

/** A button that opens a list of links and buttons below it. Escape, a press elsewhere and choosing close it. */
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
  /** More than the button shows, for who does not see what is around it. */
  label?: string
  children: ReactNode
  align?: 'start' | 'end'
  /** It opens when an address with `#` and this is opened. */
  anchor?: string
  onOpen?: () => void
  /** Told when it closes again. */
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
  useEffect(() => {
    if (!anchor) return
    const arrive = () => {
      if (location.hash !== `#${anchor}`) return
      history.replaceState(history.state, '', location.pathname + location.search)
      setOpen(true)
      opener.current?.focus()
    }
    arrive()
    window.addEventListener('hashchange', arrive)
    return () => window.removeEventListener('hashchange', arrive)
  }, [anchor])
  return (
    <div className={`menu ${className}`} ref={box}>
      <button type="button" ref={opener} aria-expanded={open} className="menu-button" onClick={() => setOpen(!open)}>
        {button}
        {label && <span className="unseen">{label}</span>}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: what is chosen is inside; this only closes behind it.
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on what is inside clicks, too.
        <div className={`menu-list ${align}`} onClick={() => setOpen(false)}>
          {children}
        </div>
      )}
    </div>
  )
}
