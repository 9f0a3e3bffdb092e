import { type ReactNode, useState } from 'react'
import type { Sent } from '../../api/request.ts'
import { t } from '../../language.ts'
import { FormProblem } from '../fields/form.tsx'
import { Button } from '../page/button.tsx'
import { changing } from './changing.ts'
import { Dialog } from './dialog.tsx'

/** A dialog that confirms an action, runs it and closes. Errors show inside it. */
export function ActionDialog({
  title,
  label,
  run,
  disabled = false,
  onClose,
  other,
  children,
}: {
  title: string
  /** The label of the button that runs the action. */
  label: string
  run: (sent: Sent) => Promise<unknown>
  disabled?: boolean
  /** `done` is false if the action was not run. */
  onClose: (done: boolean) => void
  /** An additional button. */
  other?: ReactNode
  children: ReactNode
}) {
  const [sent] = useState<Sent>({})
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = () => {
    setBusy(true)
    setProblem(undefined)
    changing(() => run(sent))
      .then(
        () => onClose(true),
        (error: Error) => setProblem(error.message),
      )
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      footer={
        <>
          {other}
          <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
          <Button kind="primary" busy={busy} disabled={disabled} onClick={go}>
            {label}
          </Button>
        </>
      }
    >
      <div className="form">
        <FormProblem text={problem} />
        {children}
      </div>
    </Dialog>
  )
}
