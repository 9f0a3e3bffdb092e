import { useState } from 'react'
import { ApiError, ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { own } from '../../own_address.ts'
import { momentText } from '../../time.ts'
import { type Factors, useFactors } from './factors.ts'
import { passkeyProblem } from './passkey_address.ts'

type Passkey = Factors['passkeys'][number]

/** Passkeys: signing in with the device's own lock instead of a password. */
export function Passkeys() {
  const factors = useFactors()
  const [adding, setAdding] = useState(false)
  const problem = passkeyProblem(location)
  const add = <Button onClick={() => setAdding(true)}>{t('Add a passkey')}</Button>
  return (
    <Card title={t('Passkeys')} actions={factors.data && !problem && add}>
      <p className="quiet">
        {t('Sign in with the fingerprint, face, or PIN that unlocks your device. No password needed.')}
      </p>
      {problem && (
        <Notice>
          {problem.text} {problem.address && <a href={problem.address + own('/me')}>{problem.address}</a>}
        </Notice>
      )}
      <Loaded of={factors}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <ul className="rows">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && <NewPasskey onClose={() => setAdding(false)} />}
    </Card>
  )
}

function PasskeyRow({ passkey: { id, name, created, last_used } }: { passkey: Passkey }) {
  const [sure, setSure] = useState(false)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="quiet">
          {t('Added {when}', { when: momentText(created) })}
          {' · '}
          {last_used ? t('last used {when}', { when: momentText(last_used) }) : t('never used')}
        </p>
      </div>
      <Button aria-label={t('Remove {name}', { name })} onClick={() => setSure(true)}>
        {t('Remove')}
      </Button>
      {sure && (
        <Confirm
          title={t('Remove {name}?', { name })}
          action={t('Remove')}
          asksPassword
          run={(password) => ask('DELETE', '/api/console/passkeys/{id}', { params: { id }, body: { password } })}
          onClose={() => setSure(false)}
          onDone={() => {
            setSure(false)
            toast(t('{name} removed.', { name }))
          }}
        >
          <p>{t('You can no longer sign in with it. Delete it on the device, too, so it isn’t offered again.')}</p>
        </Confirm>
      )}
    </li>
  )
}

function NewPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const add = async (password: string) => {
    const [{ startRegistration }, optionsJSON] = await Promise.all([
      import('@simplewebauthn/browser'),
      ask('POST', '/api/console/passkeys/options', { body: { password } }),
    ])
    const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
      throw new ApiError(0, wordsFor(error))
    })
    await ask('POST', '/api/console/passkeys', { body: { name, response } })
  }
  return (
    <Confirm
      title={t('Add a passkey')}
      action={t('Continue')}
      kind="primary"
      asksPassword
      run={add}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(t('Passkey added. You can sign in with it now.'))
      }}
    >
      <TextField
        label={t('Name')}
        hint={t('So you recognize it later, such as “My phone”.')}
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </Confirm>
  )
}

function wordsFor(error: Error): string {
  if (error.name === 'NotAllowedError') return t('Your device didn’t confirm it or took too long. Try again.')
  if (error.name === 'InvalidStateError') return t('This device already has a passkey for you.')
  return t('Your device couldn’t create a passkey: {problem}', { problem: error.message })
}
