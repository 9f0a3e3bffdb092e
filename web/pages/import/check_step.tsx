import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/page/button.tsx'
import { Card, Failed, Notice, Skeleton } from '../../components/page/page.tsx'
import { rich } from '../../components/page/rich.tsx'
import { t } from '../../language.ts'
import { Bar } from './bar.tsx'
import type { Decision } from './file/columns.ts'
import type { Sheet } from './file/sheet.ts'
import { Mistakes } from './mistakes.tsx'
import { type Choices, headingOf, type Kind, labelsOf, type Mistake, type Plan, type Row } from './plan.ts'
import { Preview } from './preview.tsx'
import { Decisions } from './questions.tsx'
import { useRunner } from './runner.ts'

type Props<Known> = {
  kind: Kind<Known>
  rows: readonly Row[]
  choices: Choices
  /** Problems of the file itself. */
  found: readonly Mistake[]
  decisions: { decisions: readonly Decision[]; sheet: Sheet }
  onBack: () => void
  /** `mistakes` are those of the rows that are left out. */
  onGo: (plan: Plan, mistakes: readonly Mistake[]) => void
}

/** Previews an import before anything is saved, with a dry run of every row on the server. */
export function CheckStep<Known>({ kind, rows, choices, found, decisions, onBack, onGo }: Props<Known>) {
  const [known, setKnown] = useState<Known>()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    kind.load(stop.signal).then(setKnown, (problem: Error) => {
      if (!stop.signal.aborted && tries >= 0) setError(problem)
    })
    return () => stop.abort()
  }, [kind, tries])
  const plan = useMemo(() => known && kind.plan(rows, known, choices, found), [kind, rows, known, choices, found])
  if (error) return <Failed error={error} again={() => setTries(tries + 1)} />
  if (!plan)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    )
  return <Checked {...{ kind, rows, plan, choices, decisions, onBack, onGo }} />
}

function Checked<Known>({
  kind,
  rows,
  plan,
  choices,
  decisions,
  onBack,
  onGo,
}: Omit<Props<Known>, 'found'> & { plan: Plan }) {
  const { progress, start, goOn, reset } = useRunner(labelsOf(kind))
  const [total] = useState(() => plan.check().count)
  const [begin] = useState(() => () => {
    void start(plan.check().steps)
    return reset
  })
  useEffect(() => begin(), [begin])
  // Skip server errors about cells that already have one.
  const said = new Set(plan.mistakes.map(({ line, column }) => `${line} ${column}`))
  const further = progress.mistakes.filter(({ line, column }) => !said.has(`${line} ${column}`))
  const mistakes = [...plan.mistakes, ...further].sort((a, b) => a.line - b.line)
  const wrong = new Set(mistakes.map(({ line }) => line))
  const left = (lines: readonly number[]) => lines.filter((line) => !wrong.has(line)).length
  const [added, changed] = [left(plan.added), left(plan.changed)]
  const done = progress.state === 'done'
  return (
    <>
      <Card title={done ? t('Preview') : t('Checking every row')}>
        {!done && <Bar label={t('Rows checked')} done={progress.done} total={total} />}
        {progress.state === 'paused' && (
          <Notice kind="bad" title={t('The check stopped.')}>
            {progress.problem}{' '}
            <button type="button" className="link" onClick={() => void goOn()}>
              {t('Continue')}
            </button>
          </Notice>
        )}
        <ul className="import-sums" aria-label={t('Totals')}>
          <Sum
            count={added}
            words={t('{count, plural, one {<b>#</b> added} other {<b>#</b> added}}', { count: added })}
          />
          <Sum
            count={changed}
            words={t('{count, plural, one {<b>#</b> changed} other {<b>#</b> changed}}', { count: changed })}
          />
          <Sum
            count={plan.same.length}
            words={t('{count, plural, one {<b>#</b> unchanged} other {<b>#</b> unchanged}}', {
              count: plan.same.length,
            })}
          />
          <Sum
            count={wrong.size}
            words={t('{count, plural, one {<b>#</b> row with a problem} other {<b>#</b> rows with problems}}', {
              count: wrong.size,
            })}
            bad
          />
        </ul>
        <Decisions of={decisions} nameOf={(key) => headingOf(kind.columns, key)} />
        {plan.besides(wrong).map((sentence) => (
          <Notice key={sentence}>{sentence}</Notice>
        ))}
      </Card>
      {mistakes.length > 0 && (
        <Mistakes
          mistakes={mistakes}
          title={t('Problems')}
          about={t('These rows will be skipped. Fix the file and upload it again, or import the others now.')}
        />
      )}
      <Preview {...{ kind, rows, plan, wrong, choices }} />
      <div className="actions">
        <Button kind="primary" disabled={!done || added + changed === 0} onClick={() => onGo(plan, mistakes)}>
          {done && added + changed === 0 ? t('Nothing to import') : t(kind.words.go, { count: added + changed })}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('Back to columns')}
        </Button>
      </div>
    </>
  )
}

function Sum({ count, words, bad }: { count: number; words: string; bad?: boolean }) {
  return <li data-bad={bad && count > 0}>{rich(words, { b: (number) => <strong>{number}</strong> })}</li>
}
