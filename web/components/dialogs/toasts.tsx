import { X } from 'lucide-react'
import { t } from '../../language.ts'
import { Button } from '../page/button.tsx'
import { dismissToast, useToasts } from './toast.ts'

/** The area where toasts appear. */
export function Toasts() {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {useToasts().map(({ id, text, kind, action }) => (
        <div key={id} className={`toast ${kind}`}>
          <span>{text}</span>
          {action && (
            <Button
              kind="quiet"
              onClick={() => {
                dismissToast(id)
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
            onClick={() => dismissToast(id)}
          />
        </div>
      ))}
    </div>
  )
}
