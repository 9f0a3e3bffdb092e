import './welcome.css'
import { CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { undoingBy } from '../../components/dialogs/undo.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Progress } from './progress.tsx'
import { progressOf, type Step, stepWords } from './steps.ts'
import { followSteps } from './use_steps.ts'

/** How many steps are named; the page of the setup has the others. */
const shownMax = 3

/** What is left to set up, on an administrator's clock, until it is done or dismissed. */
export default function NextSteps() {
  const { data } = useAnswer('time', '/api/console/setup_steps')
  const dismiss = useChange((skipped: Step['name'][]) => ask('PUT', '/api/console/setup_steps', { body: { skipped } }))
  if (!data) return null
  const { steps } = data
  const left = steps.filter(({ done, skipped }) => !done && !skipped)
  if (left.length === 0) return null
  const namesOf = (some: readonly Step[]) => some.map(({ name }) => name)
  const before = namesOf(steps.filter(({ skipped }) => skipped))
  const dismissAll = () =>
    dismiss.mutate([...before, ...namesOf(left)], {
      onSuccess: () =>
        toast(
          t('You’ll find these steps under Manage › Setup.'),
          undoingBy(() => dismiss.mutateAsync(before)),
        ),
      onError: toastError,
    })
  return (
    <Card
      className="welcome-next"
      title={t('Set up your company')}
      actions={
        <Button kind="quiet" busy={dismiss.isPending} onClick={dismissAll}>
          {t('Dismiss')}
        </Button>
      }
    >
      <Progress {...progressOf(steps)} />
      <ul className="welcome-steps">
        {left.slice(0, shownMax).map(({ name }) => (
          <li key={name}>
            <Link href={stepWords[name].href} state={{ moved: true }} onClick={followSteps}>
              <CircleDashed size={22} aria-hidden="true" />
              <strong>{t(stepWords[name].name)}</strong>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink href="/welcome">{t('All steps')}</ButtonLink>
      </p>
    </Card>
  )
}
