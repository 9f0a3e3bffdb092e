import { X } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../language.ts'
import { focusNear } from '../fields/focus_near.ts'
import { Button } from '../page/button.tsx'
import { dismissToast, useToasts } from './toast.ts'

/** The area where toasts appear. The focus returns to where it was before a button of a toast was pressed. */
export function Toasts() {
  const before = useRef<Element>(null)
  const dismiss = (id: number) => {
    dismissToast(id)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusNear(before.current)
    })
  }
  return (
    <div
      className="toasts"
      role="status"
      aria-live="polite"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
    >
      {useToasts().map(({ id, text, kind, action }) => (
        <div key={id} className={`toast ${kind}`}>
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
          <Button
            kind="quiet"
            icon={<X size={18} aria-hidden="true" />}
            label={t('Dismiss')}
            onClick={() => dismiss(id)}
          />
        </div>
      ))}
    </div>
  )
}
