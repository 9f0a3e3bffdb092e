import { useLocation } from 'wouter'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { useIsUnsaved } from '../../components/dialogs/unsaved.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { stepWords } from '../welcome/steps.ts'
import { type Confirmable, useSetupSteps } from '../welcome/use_steps.ts'

const stepOf: Readonly<Record<string, Confirmable>> = {
  'pay-period': 'pay_period',
  pattern: 'working_pattern',
  overtime: 'overtime',
}

/** Above a section that is an open step of the setup: says so, and ticks it off where the defaults are right. */
export function StepBar({ section }: { section: string }) {
  const name = stepOf[section]
  const { steps, busy, confirm } = useSetupSteps()
  const isUnsaved = useIsUnsaved()
  const [, navigate] = useLocation()
  const step = steps.find((one) => one.name === name)
  if (!name || !step || step.done || step.skipped) return null
  const isRight = () =>
    confirm(name, true).then(() => {
      toast(t('Done: {step}', { step: t(stepWords[name].name) }))
      navigate('/welcome', { state: { moved: true } })
    }, toastError)
  return (
    <section className="settings-step" aria-label={t('Setup')}>
      <p>
        <strong>{t('Setup: {step}', { step: t(stepWords[name].name) })}</strong>
        <small>{t('Change what is different for you, or say that it is right as it is.')}</small>
      </p>
      <div className="actions">
        <ButtonLink kind="quiet" href="/welcome">
          {t('All steps')}
        </ButtonLink>
        <Button kind="primary" busy={busy} disabled={isUnsaved} onClick={() => void isRight()}>
          {t('This is right')}
        </Button>
      </div>
    </section>
  )
}
