import { type FormEvent, useState } from 'react'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Card, Loaded, Notice } from '../../parts/page.tsx'
import { say } from '../../parts/toast.tsx'
import { momentText } from '../../time.ts'
import { Enrolment } from './enrolment.tsx'

/** How somebody proves who they are besides the password. */
export type Factors = {
  totp: { on: boolean; since: string | null }
  recovery_codes_left: number
  passkeys: { id: number | string; name: string; created: string; last_used: string | null }[]
}

const fewCodes = 3

/** What somebody has set up for signing in. */
export function useFactors() {
  return useAnswer<Factors>('setup', '/api/console/two_factor')
}

type Step = 'turn-on' | 'turn-off' | 'new-codes'

/** The second step of signing in: a code from an app on the phone. */
export function TwoFactor() {
  const factors = useFactors()
  const [step, setStep] = useState<Step>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setStep(undefined)
  return (
    <Card title="Second step">
      <p className="quiet">
        After the password you enter a code from an app on your phone. Nobody gets in with the password alone.
      </p>
      <Loaded of={factors}>
        {({ totp, recovery_codes_left }) =>
          totp.on ? (
            <>
              <p>
                <span className="badge good">on</span> {totp.since && `since ${momentText(totp.since)}`}
              </p>
              {recovery_codes_left < fewCodes && (
                <Notice kind="warn">
                  You have {recovery_codes_left} recovery codes left. Make new ones, so that you get in without your
                  phone.
                </Notice>
              )}
              <div className="actions">
                <Button onClick={() => setStep('new-codes')}>New recovery codes</Button>
                <Button onClick={() => setStep('turn-off')}>Turn off</Button>
              </div>
            </>
          ) : (
            <Button kind="primary" onClick={() => setStep('turn-on')}>
              Set up
            </Button>
          )
        }
      </Loaded>
      {step === 'turn-on' && <Enrolment onClose={close} onDone={setCodes} />}
      {step === 'turn-off' && (
        <WithPassword
          title="Turn off the second step?"
          action="Turn off"
          kind="danger"
          about="Your password alone lets you in then. The recovery codes stop working."
          run={(password) => ask('DELETE', '/api/console/two_factor/totp', { body: { password } })}
          onClose={close}
          onDone={() => {
            close()
            say('The second step is off.')
          }}
        />
      )}
      {step === 'new-codes' && (
        <WithPassword
          title="New recovery codes"
          action="Make new codes"
          kind="primary"
          about="The old ones stop working."
          run={(password) =>
            ask<{ recovery_codes: string[] }>('POST', '/api/console/two_factor/recovery_codes', { body: { password } })
          }
          onClose={close}
          onDone={({ recovery_codes }) => {
            close()
            setCodes(recovery_codes)
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

/** Asks for the password before something that decides who gets in. */
export function WithPassword<T>({
  title,
  about,
  action,
  kind,
  run,
  onClose,
  onDone,
}: {
  title: string
  about: string
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="me-password" kind={kind} busy={change.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id="me-password" className="form" onSubmit={submit}>
        <p>{about}</p>
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={change.error?.message}
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      onClose={onClose}
      footer={
        <>
          <Copy text={codes.join('\n')}>Copy all</Copy>
          <Button kind="primary" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <div className="form">
        <Notice kind="warn">
          They are shown this once. Each gets you in one time when you do not have your phone: print them, or keep them
          with your passwords.
        </Notice>
        <ul className="me-recovery">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
