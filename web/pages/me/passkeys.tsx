import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/queries.ts'
import { ApiError, ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Card, Loaded, Notice } from '../../components/page.tsx'
import { toast, toastError } from '../../components/toast.ts'
import { momentText } from '../../time.ts'
import { type Factors, useFactors } from './factors.ts'
import { passkeyProblem } from './passkey_address.ts'

type Passkey = Factors['passkeys'][number]

/** Passkeys: signing in with the device's own lock instead of a password. */
export function Passkeys() {
  const factors = useFactors()
  const [adding, setAdding] = useState(false)
  const problem = passkeyProblem(location)
  const add = <Button onClick={() => setAdding(true)}>Add a passkey</Button>
  return (
    <Card title="Passkeys" actions={factors.data && !problem && add}>
      <p className="quiet">Sign in with the fingerprint, face, or PIN that unlocks your device. No password needed.</p>
      {problem && (
        <Notice>
          {problem.text} {problem.address && <a href={`${problem.address}/me`}>{problem.address}</a>}
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
  const remove = useChange(() => ask('DELETE', '/api/console/passkeys/{id}', { params: { id } }))
  const [sure, setSure] = useState(false)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="quiet">
          Added {momentText(created)} · {last_used ? `last used ${momentText(last_used)}` : 'never used'}
        </p>
      </div>
      <Button aria-label={`Remove ${name}`} onClick={() => setSure(true)}>
        Remove
      </Button>
      {sure && (
        <Dialog
          title={`Remove ${name}?`}
          size="small"
          onClose={() => setSure(false)}
          footer={
            <>
              <Button onClick={() => setSure(false)}>Cancel</Button>
              <Button
                kind="danger"
                busy={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, { onSuccess: () => toast(`${name} removed.`), onError: toastError })
                }
              >
                Remove
              </Button>
            </>
          }
        >
          <p>You can no longer sign in with it. Delete it on the device, too, so it isn’t offered again.</p>
        </Dialog>
      )}
    </li>
  )
}

function NewPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const add = useChange(async () => {
    const [{ startRegistration }, optionsJSON] = await Promise.all([
      import('@simplewebauthn/browser'),
      ask('POST', '/api/console/passkeys/options'),
    ])
    const response = await startRegistration({ optionsJSON }).catch((error: Error) => {
      throw new ApiError(0, wordsFor(error))
    })
    await ask('POST', '/api/console/passkeys', { body: { name, response } })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(undefined, {
      onSuccess: () => {
        onClose()
        toast('Passkey added. You can sign in with it now.')
      },
    })
  }
  return (
    <Dialog
      title="Add a passkey"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="me-passkey" kind="primary" busy={add.isPending}>
            Continue
          </Button>
        </>
      }
    >
      <form id="me-passkey" className="form" onSubmit={submit}>
        <TextField
          label="Name"
          hint="So you recognize it later, such as “My phone”."
          required
          maxLength={100}
          value={name}
          error={add.error?.message}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  )
}

function wordsFor(error: Error): string {
  if (error.name === 'NotAllowedError') return 'Your device didn’t confirm it or took too long. Try again.'
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for you.'
  return `Your device couldn’t create a passkey: ${error.message}`
}
