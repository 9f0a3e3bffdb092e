import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { toastError } from '../../components/dialogs/toast.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Loaded, Notice, Skeleton } from '../../components/page/page.tsx'
import { locale, t } from '../../language.ts'
import { useDefaults } from './defaults.ts'
import { Progress } from './progress.tsx'
import { progressOf, type Step, stepWords } from './steps.ts'
import { type Confirmable, followSteps, useSetupSteps } from './use_steps.ts'

/**
 * The remaining steps to set up the company. Steps check themselves off; where the defaults are right, an administrator
 * says so, and steps that do not apply can be skipped.
 */
export function Checklist() {
  const setup = useSetupSteps()
  const defaults = useDefaults()
  const { answer } = setup
  return (
    <Card title={t('Set up your company')}>
      <Loaded
        of={defaults || answer.error ? answer : { ...answer, data: undefined }}
        skeleton={<Skeleton lines={11} height={56} />}
      >
        {() => <Steps setup={setup} defaults={defaults ?? {}} />}
      </Loaded>
    </Card>
  )
}

type StepsProps = { setup: ReturnType<typeof useSetupSteps>; defaults: Partial<Record<Step['name'], string>> }

function Steps({ setup: { steps, skip, confirm, confirmAll, busy }, defaults }: StepsProps) {
  const progress = progressOf(steps)
  const open = steps.filter(({ name, done, skipped }) => name in defaults && !done && !skipped)
  return (
    <>
      {progress.settled === progress.of ? (
        <Notice kind="good">{t('Your company is set up.')}</Notice>
      ) : (
        <Progress {...progress} />
      )}
      <ol className="welcome-steps">
        {steps.map((step) => (
          <StepLine
            key={step.name}
            step={step}
            text={defaults[step.name]}
            after={
              open.length > 1 &&
              step === open.at(-1) && (
                <ConfirmAll
                  steps={open}
                  busy={busy}
                  onConfirm={() => void confirmAll(open.map(({ name }) => name as Confirmable)).catch(toastError)}
                />
              )
            }
          >
            {step.name in defaults && (!step.done || step.confirmed) && (
              <Confirm
                step={step}
                busy={busy}
                onConfirm={() => void confirm(step.name as Confirmable, !step.confirmed).catch(toastError)}
              />
            )}
            {!step.done && (
              <Skip step={step} busy={busy} onSkip={() => void skip(step.name, !step.skipped).catch(toastError)} />
            )}
          </StepLine>
        ))}
      </ol>
    </>
  )
}

type LineProps = {
  step: Step
  /** The defaults of the step, in words. */
  text: string | undefined
  children: ReactNode
  /** A line of its own below it. */
  after: ReactNode
}

function StepLine({ step: { name, done, skipped }, text, children, after }: LineProps) {
  const words = stepWords[name]
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className={done || skipped ? 'settled' : undefined}>
      <Link href={words.href} state={{ moved: true }} onClick={followSteps}>
        <Icon size={22} aria-hidden="true" />
        <span>
          <strong>{t(words.name)}</strong>
          <small>{done ? t('Done') : skipped ? t('Skipped') : t(words.about)}</small>
          {!done && !skipped && text && <small className="welcome-now">{text}</small>}
        </span>
      </Link>
      <span className="welcome-marks">{children}</span>
      {after}
    </li>
  )
}

function Confirm({ step, busy, onConfirm }: { step: Step; busy: boolean; onConfirm: () => void }) {
  const name = t(stepWords[step.name].name)
  return (
    <Button
      kind={step.confirmed ? 'quiet' : 'plain'}
      disabled={busy}
      aria-label={step.confirmed ? t('Take back: {step}', { step: name }) : t('This is right: {step}', { step: name })}
      onClick={onConfirm}
    >
      {step.confirmed ? t('Take back') : t('This is right')}
    </Button>
  )
}

/** Confirms the defaults of several steps, which are all in sight above it. */
function ConfirmAll({ steps, busy, onConfirm }: { steps: readonly Step[]; busy: boolean; onConfirm: () => void }) {
  const names = new Intl.ListFormat(locale()).format(steps.map(({ name }) => t(stepWords[name].name)))
  return (
    <span className="welcome-all">
      <Button
        disabled={busy}
        aria-label={t('All {count} are right: {names}', { count: steps.length, names })}
        onClick={onConfirm}
      >
        {t('All {count} are right', { count: steps.length })}
      </Button>
    </span>
  )
}

function Skip({ step, busy, onSkip }: { step: Step; busy: boolean; onSkip: () => void }) {
  const name = t(stepWords[step.name].name)
  return (
    <Button
      kind="quiet"
      disabled={busy}
      aria-label={step.skipped ? t('Don’t skip: {step}', { step: name }) : t('Skip: {step}', { step: name })}
      onClick={onSkip}
    >
      {step.skipped ? t('Don’t skip') : t('Skip')}
    </Button>
  )
}
