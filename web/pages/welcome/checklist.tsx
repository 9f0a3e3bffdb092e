import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import type { BodyOf } from '../../api/contract.ts'
import { useAnswer, useChange } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Notice, Skeleton } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Progress } from './progress.tsx'
import { progressOf, type Step, stepWords } from './steps.ts'

/** The remaining steps to set up the company. Steps check themselves off; steps that do not apply can be skipped. */
export function Checklist() {
  const answer = useAnswer('time', '/api/console/setup_steps')
  return (
    <Card title={t('Set up your company')}>
      <Loaded of={answer} skeleton={<Skeleton lines={9} height={56} />}>
        {({ steps }) => <Steps steps={steps} />}
      </Loaded>
    </Card>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const skip = useChange((body: BodyOf<'PUT /api/console/setup_steps'>) =>
    ask('PUT', '/api/console/setup_steps', { body }),
  )
  const skipped = steps.filter((step) => step.skipped).map(({ name }) => name)
  const { settled, of } = progressOf(steps)
  return (
    <>
      {settled === of ? (
        <Notice kind="good">{t('Your company is set up.')}</Notice>
      ) : (
        <Progress settled={settled} of={of} />
      )}
      {skip.error && <Notice kind="bad">{skip.error.message}</Notice>}
      <ol className="welcome-steps">
        {steps.map((step) => (
          <StepLine
            key={step.name}
            step={step}
            onSkip={() =>
              skip.mutate({
                skipped: step.skipped ? skipped.filter((name) => name !== step.name) : [...skipped, step.name],
              })
            }
          />
        ))}
      </ol>
    </>
  )
}

function StepLine({ step: { name, done, skipped }, onSkip }: { step: Step; onSkip: () => void }) {
  const words = stepWords[name]
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className={done || skipped ? 'settled' : undefined}>
      <Link href={words.href}>
        <Icon size={22} aria-hidden="true" />
        <span>
          <strong>{t(words.name)}</strong>
          <small>{done ? t('Done') : skipped ? t('Skipped') : t(words.about)}</small>
        </span>
      </Link>
      {!done && (
        <Button
          kind="quiet"
          aria-label={
            skipped ? t('Don’t skip: {step}', { step: t(words.name) }) : t('Skip: {step}', { step: t(words.name) })
          }
          onClick={onSkip}
        >
          {skipped ? t('Don’t skip') : t('Skip')}
        </Button>
      )}
    </li>
  )
}
