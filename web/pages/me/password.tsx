import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'

const passwordMin = 10

/** Changes the person's password, which signs out their other browsers. */
export function Password() {
  const { user } = useMe()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChange(() =>
    ask('PUT', '/api/console/password', { body: { current_password: current, password: next } }),
  )
  const problem = change.error?.message
  const isCurrent = problem?.toLowerCase().startsWith('current_password') ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined, {
      onSuccess: () => {
        setCurrent('')
        setNext('')
        toast(t('Password changed. Other browsers are signed out.'))
      },
    })
  }
  return (
    <Card title={t('Password')}>
      <form className="form" onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
        <TextField
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          error={isCurrent ? problem : undefined}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <TextField
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least {count} characters. A few words in a row are easy to remember and hard to guess.', {
            count: passwordMin,
          })}
          required
          minLength={passwordMin}
          value={next}
          error={isCurrent ? undefined : problem}
          onChange={({ target }) => setNext(target.value)}
        />
        <div className="actions">
          <Button type="submit" kind="primary" busy={change.isPending} disabled={!current || !next}>
            {t('Change password')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
