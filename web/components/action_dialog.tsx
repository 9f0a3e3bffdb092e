import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormProblem } from './form.tsx'
import { changing } from './restoring.ts'

/** A window that asks what is to be done, does it, and closes; what goes wrong is said inside it. */
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
  /** What the button says that does it. */
  label: string
  run: () => Promise<unknown>
  disabled?: boolean
  /** `done` is false when nothing was done. */
  onClose: (done: boolean) => void
  /** A further button. */
  other?: ReactNode
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = () => {
    setBusy(true)
    changing(run)
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
          <Button onClick={() => onClose(false)}>Cancel</Button>
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
