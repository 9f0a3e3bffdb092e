import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import type { AnswerOf } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Copy } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { WithPassword } from './with_password.tsx'

type Key = AnswerOf<'POST /api/console/two_factor/totp'>

/** Sets up the second step: the password, a picture for the app on the phone, and a code to show that it works. */
export function Enrolment({
  onClose,
  onDone,
}: {
  onClose: () => void
  onDone: (recoveryCodes: readonly string[]) => void
}) {
  const [key, setKey] = useState<Key>()
  const [code, setCode] = useState('')
  const confirm = useChange(() =>
    ask('PUT', '/api/console/two_factor/totp', {
      body: { code: code.replaceAll(' ', '') },
    }),
  )
  if (!key)
    return (
      <WithPassword
        title="Set up the second step"
        about="You need an app such as Aegis, Google Authenticator or 1Password on your phone."
        action="Go on"
        kind="primary"
        run={(password) => ask('POST', '/api/console/two_factor/totp', { body: { password } })}
        onClose={onClose}
        onDone={setKey}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(undefined, {
      onSuccess: ({ recovery_codes }) => {
        onClose()
        onDone(recovery_codes)
      },
    })
  }
  return (
    <Dialog
      title="Scan this with your app"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="me-enrolment" kind="primary" busy={confirm.isPending}>
            Turn on
          </Button>
        </>
      }
    >
      <form id="me-enrolment" className="form" onSubmit={submit}>
        <div className="me-code">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(key.uri, { border: 2 }))}`}
            alt="A square code for the app on your phone"
          />
          <p className="quiet">
            Or type the key: <code>{key.secret}</code>
          </p>
          <Copy text={key.secret}>Copy the key</Copy>
        </div>
        <TextField
          label="The code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          title="Six digits"
          required
          value={code}
          error={confirm.error?.message}
          onChange={({ target }) => setCode(target.value)}
        />
      </form>
    </Dialog>
  )
}
