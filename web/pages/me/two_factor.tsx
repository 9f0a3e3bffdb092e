import { useState } from 'react'
import { ask } from '../../api/request.ts'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toast } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Copy } from '../../components/page/copy.tsx'
import { Card, Loaded, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { momentText } from '../../time.ts'
import { Enrolment } from './enrolment.tsx'
import { useFactors } from './factors.ts'

const fewCodes = 3

type Step = 'turn-on' | 'turn-off' | 'new-codes'

/** Two-step verification: a code from an authenticator app after the password. */
export function TwoFactor() {
  const factors = useFactors()
  const [step, setStep] = useState<Step>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setStep(undefined)
  return (
    <Card title={t('Two-step verification')}>
      <p className="quiet">
        {t('After your password, you enter a code from an app on your phone. No one gets in with the password alone.')}
      </p>
      <Loaded of={factors}>
        {({ totp, recovery_codes_left }) =>
          totp.on ? (
            <>
              <p>
                <span className="badge good">{t('On@@switch')}</span>{' '}
                {totp.since && t('since {when}', { when: momentText(totp.since) })}
              </p>
              {recovery_codes_left < fewCodes && (
                <Notice kind="warn">
                  {t(
                    'You have {count, plural, one {# recovery code} other {# recovery codes}} left. Create new ones so you can get in without your phone.',
                    { count: recovery_codes_left },
                  )}
                </Notice>
              )}
              <div className="actions">
                <Button onClick={() => setStep('new-codes')}>{t('New recovery codes')}</Button>
                <Button onClick={() => setStep('turn-off')}>{t('Turn off')}</Button>
              </div>
            </>
          ) : (
            <Button kind="primary" onClick={() => setStep('turn-on')}>
              {t('Set up')}
            </Button>
          )
        }
      </Loaded>
      {step === 'turn-on' && <Enrolment onClose={close} onDone={setCodes} />}
      {step === 'turn-off' && (
        <Confirm
          title={t('Turn off two-step verification?')}
          action={t('Turn off')}
          asksPassword
          run={(password) => ask('DELETE', '/api/console/two_factor/totp', { body: { password } })}
          onClose={close}
          onDone={() => {
            close()
            toast(t('Two-step verification is off.'))
          }}
        >
          <p>{t('You’ll sign in with your password alone. Your recovery codes stop working.')}</p>
        </Confirm>
      )}
      {step === 'new-codes' && (
        <Confirm
          title={t('New recovery codes')}
          action={t('Create codes')}
          kind="primary"
          asksPassword
          run={(password) => ask('POST', '/api/console/two_factor/recovery_codes', { body: { password } })}
          onClose={close}
          onDone={({ recovery_codes }) => {
            close()
            setCodes(recovery_codes)
          }}
        >
          <p>{t('The old codes stop working.')}</p>
        </Confirm>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      title={t('Your recovery codes')}
      onClose={onClose}
      footer={
        <>
          <Copy text={codes.join('\n')}>{t('Copy all')}</Copy>
          <Button kind="primary" onClick={onClose}>
            {t('I’ve saved them')}
          </Button>
        </>
      }
    >
      <div className="form">
        <Notice kind="warn">
          {t(
            'These codes are shown only once. Each signs you in one time without your phone. Print them or keep them with your passwords.',
          )}
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
