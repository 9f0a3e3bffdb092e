import { type FormEvent, useState } from 'react'
import { msg } from '../../../src/rules/language/messages.ts'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { explain } from '../../components/page/refusals.ts'
import { t } from '../../language.ts'

const passwordMin = 10
const labels = { current_password: msg('Current password'), password: msg('New password') }

/** Changes the person's password, which signs out their other browsers. */
export function Password() {
  const { user } = useMe()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChange(() =>
    ask('PUT', '/api/console/password', { body: { current_password: current, password: next } }),
  )
  const problem = change.error ? explain(change.error, labels) : undefined
  const isCurrent = problem?.field === 'current_password'
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
          label={t(labels.current_password)}
          type="password"
          autoComplete="current-password"
          required
          value={current}
          error={isCurrent ? problem.text : undefined}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <TextField
          label={t(labels.password)}
          type="password"
          autoComplete="new-password"
          hint={t('At least {count} characters. A few words in a row are easy to remember and hard to guess.', {
            count: passwordMin,
          })}
          required
          minLength={passwordMin}
          value={next}
          error={isCurrent ? undefined : problem?.text}
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
