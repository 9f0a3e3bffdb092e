import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import type { AnswerOf } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { TextField } from '../../components/fields/field.tsx'
import { Button } from '../../components/page/button.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'

type Key = AnswerOf<'POST /api/console/two_factor/totp'>

/** Sets up two-step verification: the password, a QR code for the authenticator app, and a first code to confirm. */
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
      <Confirm
        title={t('Set up two-step verification')}
        action={t('Continue')}
        kind="primary"
        asksPassword
        run={(password) => ask('POST', '/api/console/two_factor/totp', { body: { password } })}
        onClose={onClose}
        onDone={setKey}
      >
        <p>{t('You need an authenticator app on your phone, such as Google Authenticator, 1Password, or Aegis.')}</p>
      </Confirm>
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
      title={t('Scan this with your app')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="me-enrolment" kind="primary" busy={confirm.isPending}>
            {t('Turn on')}
          </Button>
        </>
      }
    >
      <form id="me-enrolment" className="form" onSubmit={submit}>
        <div className="me-code">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(key.uri, { border: 2 }))}`}
            alt={t('QR code for your authenticator app')}
          />
          <p className="quiet">{rich(t('Or enter this key: <key/>'), { key: () => <code>{key.secret}</code> })}</p>
          <Copy text={key.secret}>{t('Copy key')}</Copy>
        </div>
        <TextField
          label={t('Code from the app')}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          title={t('Six digits')}
          required
          value={code}
          error={confirm.error?.message}
          onChange={({ target }) => setCode(target.value)}
        />
      </form>
    </Dialog>
  )
}
