import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../language.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { toastError } from './toast.ts'

type Props<Answer> = {
  title: string
  /** The label of the button that makes the change. */
  action: string
  change: UseMutationResult<Answer, Error, unknown>
  onClose: () => void
  onDone: (answer: Answer) => void
  children: ReactNode
}

/** Asks before a change that cannot be undone, makes it and closes. */
export function Confirm<Answer>({ title, action, change, onClose, onDone, children }: Props<Answer>) {
  const onSuccess = (answer: Answer) => {
    onClose()
    onDone(answer)
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="danger"
            busy={change.isPending}
            onClick={() => change.mutate(undefined, { onSuccess, onError: toastError })}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
