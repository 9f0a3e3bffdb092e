import { type FormEvent, type ReactNode, useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { errorText } from '../../components/refusals.ts'
import { t } from '../../language.ts'

/** Asks for the password before a change to how the person signs in. */
export function WithPassword<T>({
  title,
  about,
  children,
  action,
  kind,
  run,
  onClose,
  onDone,
}: {
  title: string
  about?: string
  /** Fields above the password. */
  children?: ReactNode
  action: string
  kind: 'primary' | 'danger'
  run: (password: string) => Promise<T>
  onClose: () => void
  onDone: (answer: T) => void
}) {
  const [password, setPassword] = useState('')
  const change = useChange(run)
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
          <Button type="submit" form="me-password" kind={kind} busy={change.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id="me-password" className="form" onSubmit={submit}>
        {about && <p>{about}</p>}
        {children}
        <TextField
          label={t('Your password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={errorText(change.error)}
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  )
}
