import './welcome.css'
import { ChevronRight } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAnswer } from '../../api/queries.ts'
import { ButtonLink } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
import { nextAfter, stepAt, stepWords } from './steps.ts'

/** On the page of a step that is settled, for those who came from the checklist: leads to the next one that is not. */
export default function NextStep() {
  const [location] = useLocation()
  const { data } = useAnswer('time', '/api/console/setup_steps')
  const steps = data?.steps ?? []
  const here = stepAt(steps, location)
  const next = here && nextAfter(steps, here)
  return (
    <div role="status" className="welcome-on no-print">
      {next && (
        <section aria-label={t('Setup')}>
          {here.done && <span>{t('Done: {step}', { step: t(stepWords[here.name].name) })}</span>}
          <ButtonLink kind="primary" href={stepWords[next.name].href}>
            {t('Next: {step}', { step: t(stepWords[next.name].name) })} <ChevronRight size={18} aria-hidden="true" />
          </ButtonLink>
        </section>
      )}
    </div>
  )
}
