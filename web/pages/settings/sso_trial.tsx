import { useState } from 'react'
import type { BodyOf } from '../../api/contract.ts'
import { useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { type SsoValues, ssoRequest } from './sso_form.ts'

/** Signs in at the provider in another tab, which shows what would happen. Nothing is saved. */
export function SsoTrial({ values }: { values: SsoValues }) {
  const [started, setStarted] = useState(false)
  const trial = useChange((body: BodyOf<'POST /api/console/single_sign_on/trial'>) =>
    ask('POST', '/api/console/single_sign_on/trial', { body }),
  )
  const start = async () => {
    setStarted(false)
    // Browsers let a page open a tab only at once, not after an answer.
    const tab = window.open('', '_blank')
    try {
      const { address } = await trial.mutateAsync(ssoRequest(values))
      if (tab) tab.location.href = address
      else location.assign(address)
      setStarted(true)
    } catch {
      tab?.close()
    }
  }
  return (
    <div className="field">
      <div className="actions">
        <Button onClick={() => void start()} busy={trial.isPending}>
          {t('Try this provider')}
        </Button>
      </div>
      <p className="quiet" aria-live="polite">
        {started
          ? t('The result is in the new tab.')
          : t('Sign in there in a new tab, and see what it says about you and what would happen. Nothing is changed.')}
      </p>
      {trial.error && (
        <p className="error" role="alert">
          {trial.error.message}
        </p>
      )}
    </div>
  )
}
