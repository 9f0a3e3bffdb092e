import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language.ts'
import { TextField } from '../fields/field.tsx'
import { FormProblem } from '../fields/form.tsx'
import { Button } from '../page/button.tsx'
import { Dialog } from './dialog.tsx'

type Props<Answer> = {
  title: string
  /** The label of the button that makes the change. */
  action: string
  /** `primary` for a change that removes nothing. */
  kind?: 'primary' | 'danger'
  /** Also asks for the password, before a change to how the person signs in. */
  asksPassword?: true
  /** Makes the change. Errors show in the dialog. */
  run: (password: string) => Promise<Answer>
  onClose: () => void
  /** Called after the change; closes the dialog or shows the next step. */
  onDone: (answer: Answer) => void
  /** What the change means, and any fields above the password. */
  children: ReactNode
}

/** Asks for confirmation before a change that cannot be undone or needs the password, and then makes it. */
export function Confirm<Answer>({
  title,
  action,
  kind = 'danger',
  asksPassword,
  run,
  onClose,
  onDone,
  children,
}: Props<Answer>) {
  const [password, setPassword] = useState('')
  const change = useChange(run)
  const id = useId()
  const problem = change.error?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(password, { onSuccess: onDone })
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={id} kind={kind} busy={change.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        {!asksPassword && <FormProblem text={problem} />}
        {children}
        {asksPassword && (
          <TextField
            label={t('Your password')}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            error={problem}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
