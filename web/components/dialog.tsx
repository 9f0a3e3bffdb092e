import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

/**
 * A window over the page, a sheet from below on phones. The browser keeps the focus inside, Escape and a press beside it
 * close it. Render it only while it is open.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = 'medium',
}: {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons that stay in sight below what scrolls. */
  footer?: ReactNode
  /** `side`: at the end of the window, as high as it is. */
  size?: 'small' | 'medium' | 'large' | 'side'
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same by itself.
    <dialog
      ref={ref}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A window over this one, and a chooser of files in it, are put away by themselves.
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className="dialog-box">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon={<X size={20} aria-hidden="true" />} label="Close" onClick={onClose} />
        </header>
        <div className="dialog-body">{children}</div>
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
