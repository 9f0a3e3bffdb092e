import './dialog.css'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../language.ts'
import { focusNear } from '../fields/focus_near.ts'
import { submitByKeys } from '../fields/submit_keys.ts'
import { Button } from '../page/button.tsx'
import { useBack } from './back_closes.ts'
import { giveKeys } from './give_keys.ts'
import { InDialog } from './unsaved.ts'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons that stay in view below the scrolling content. */
  footer?: ReactNode
  /** `side`: a full-height panel at the end edge of the window. */
  size?: 'small' | 'medium' | 'large' | 'side'
}

/**
 * A modal dialog, or a bottom sheet on phones. The browser traps the focus, which starts in the first field and returns
 * to where the dialog was opened. Escape, a click outside, Close or the browser's Back closes it, but asks first if
 * something was typed, and the browser asks before the page is loaded again. Render it only while it is open.
 */
export function Dialog({ title, onClose, children, footer, size = 'medium' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const typed = useRef(false)
  const [asking, setAsking] = useState(false)
  const id = useId()
  useModal(ref)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => typed.current && event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [])
  const dismiss = () => {
    if (typed.current) setAsking(true)
    else onClose()
    return !typed.current
  }
  useBack(dismiss)
  return (
    <dialog
      ref={ref}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        // A dialog on top of this one, or a file picker inside it, is dismissed on its own.
        if (event.target !== ref.current) return
        event.preventDefault()
        dismiss()
      }}
      onClick={(event) => {
        if (event.target === ref.current) dismiss()
      }}
      onKeyDown={(event) => {
        if ((event.target as Element).closest('dialog') === ref.current) submitByKeys(event)
        // Escape would first clear a search field.
        const isSearch = (event.target as HTMLInputElement).type === 'search'
        if (event.key !== 'Escape' || !isSearch || (event.target as Element).closest('dialog') !== ref.current) return
        event.preventDefault()
        dismiss()
      }}
      onInput={(event) => {
        // Text in a search field is not an unsaved change.
        if ((event.target as HTMLInputElement).type !== 'search') typed.current = true
      }}
    >
      <div className="dialog-box">
        <header className="dialog-head">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <Button kind="quiet" icon={<X size={20} aria-hidden="true" />} label={t('Close')} onClick={dismiss} />
        </header>
        <div className="dialog-body">
          <InDialog value={true}>{children}</InDialog>
        </div>
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </div>
      {asking && <Discard onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </dialog>
  )
}

function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      title={t('Discard your changes?')}
      size="small"
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onDiscard}>{t('Discard')}</Button>
          <Button kind="primary" onClick={onKeep}>
            {t('Keep editing')}
          </Button>
        </>
      }
    >
      {t('What you entered has not been saved.')}
    </Dialog>
  )
}

/** Shows a dialog as modal for as long as it is rendered, and moves the focus in and back. */
function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  const opener = useRef(document.activeElement)
  // Before the browser paints, and before the dialog is removed: closing it later would leave the focus on the page.
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    return () => {
      dialog.close()
      // If a question closes at the same time, it takes the focus with it.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusNear(opener.current)
      })
    }
  }, [ref])
  useEffect(() => {
    const dialog = ref.current!
    firstIn(dialog)?.focus()
    giveKeys(dialog)
  }, [ref])
}

/** Where the focus starts: the first field, the last button of the footer, or the title. */
function firstIn(dialog: HTMLDialogElement): HTMLElement | null | undefined {
  if (document.activeElement?.matches('.dialog-body [type=search]')) return undefined
  const field = '.dialog-body :is(input:not([type=hidden]), select, textarea):not(:disabled)'
  const title = dialog.querySelector<HTMLElement>('h2')
  // On a phone, a focused field would bring up the keyboard over the rest.
  if (matchMedia('(pointer: coarse)').matches) return title
  const buttons = dialog.querySelectorAll<HTMLElement>('.dialog-foot button:not(:disabled)')
  return dialog.querySelector<HTMLElement>(field) ?? [...buttons].at(-1) ?? title
}
