import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

/**
 * A modal dialog, or a bottom sheet on phones. The browser traps the focus; Escape or a click outside closes it. Render
 * it only while it is open.
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
  /** Buttons that stay in view below the scrolling content. */
  footer?: ReactNode
  /** `side`: a full-height panel at the end edge of the window. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a native dialog.
    <dialog
      ref={ref}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A dialog on top of this one, or a file picker inside it, is dismissed on its own.
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
