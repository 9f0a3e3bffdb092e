import { type FormEvent, type ReactNode, useId } from 'react'
import { t } from '../../language.ts'
import { TextField } from '../fields/field.tsx'
import { FormProblem } from '../fields/form.tsx'
import { Button } from '../page/button.tsx'
import { Loaded, Notice } from '../page/page.tsx'
import { Dialog } from './dialog.tsx'
import { useConfirmation, type Ways } from './use_confirmation.ts'

/** Asks who is at the screen, before a change that gives access without the session. */
export default function Confirmation({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { ways, password, setPassword, busy, atPassword, general, proceed, usePasskey } = useConfirmation(onAnswer)
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    proceed()
  }
  const canContinue = ways.data !== undefined && (ways.data.password || ways.data.provider !== null)
  return (
    <Dialog
      title={t('Confirm that it’s you')}
      size="small"
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>{t('Cancel')}</Button>
          {canContinue && (
            <Button type="submit" form={id} kind="primary" busy={busy}>
              {t('Continue')}
            </Button>
          )}
        </>
      }
    >
      <form id={id} className="form" onSubmit={submit}>
        <p>{t('This change gives access that lasts beyond this visit, or changes how people sign in.')}</p>
        <Loaded of={ways}>
          {(ways) => (
            <Proofs ways={ways} problem={general} busy={busy} onPasskey={usePasskey}>
              <TextField
                label={t('Your password')}
                type="password"
                autoComplete="current-password"
                required={!ways.provider}
                value={password}
                error={atPassword}
                onChange={({ target }) => setPassword(target.value)}
              />
            </Proofs>
          )}
        </Loaded>
      </form>
    </Dialog>
  )
}

/** What the person can prove it with; `children` is the field for the password. */
function Proofs({
  ways: { password, passkey, provider },
  problem,
  busy,
  onPasskey,
  children,
}: {
  ways: Ways
  problem: string | undefined
  busy: boolean
  onPasskey: () => void
  children: ReactNode
}) {
  if (!password && !passkey && !provider)
    return (
      <Notice kind="bad">
        {t(
          'You have no password here yet. Choose one first: sign out, and follow “Forgot your password?”, or ask an administrator for a password link.',
        )}
      </Notice>
    )
  return (
    <>
      <FormProblem text={problem} />
      {password && children}
      {passkey && (
        <Button busy={busy} onClick={onPasskey}>
          {t('Use a passkey')}
        </Button>
      )}
      {provider && (
        <p>
          <a className="button" href={provider.address} target="_blank" rel="noreferrer">
            {t('Sign in with {label}', { label: provider.label })}
          </a>{' '}
          <span className="quiet">{t('In another tab. Come back here afterwards and continue.')}</span>
        </p>
      )}
      {provider && !password && !passkey && (
        <p className="quiet">
          {t(
            'If you are asked again afterwards, {label} doesn’t say when you signed in. Then choose a password here: with “Forgot your password?” when you sign in, or with a link from an administrator.',
            { label: provider.label },
          )}
        </p>
      )}
    </>
  )
}
