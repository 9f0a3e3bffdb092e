import { useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card, Failed, Notice, Skeleton } from '../../components/page.tsx'
import { Bar } from './bar.tsx'
import { Mistakes } from './mistakes.tsx'
import type { Choices, Kind, Plan, Row } from './plan.ts'
import { Preview } from './preview.tsx'
import { useRunner } from './runner.ts'

type Props<Known> = {
  kind: Kind<Known>
  rows: readonly Row[]
  choices: Choices
  onBack: () => void
  onGo: (plan: Plan, without: ReadonlySet<number>) => void
}

/** Previews an import before anything is saved, with a dry run of every row on the server. */
export function CheckStep<Known>({ kind, rows, choices, onBack, onGo }: Props<Known>) {
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
  const plan = useMemo(() => known && kind.plan(rows, known, choices), [kind, rows, known, choices])
  if (error) return <Failed error={error} again={() => setTries(tries + 1)} />
  if (!plan)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    )
  return <Checked kind={kind} rows={rows} plan={plan} onBack={onBack} onGo={onGo} />
}

function Checked<Known>({ kind, rows, plan, onBack, onGo }: Omit<Props<Known>, 'choices'> & { plan: Plan }) {
  const { progress, start, goOn, reset } = useRunner(kind.labels)
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
      <Card title={done ? 'Preview' : 'Checking every row'}>
        {!done && <Bar label="Rows checked" done={progress.done} total={total} />}
        {progress.state === 'paused' && (
          <Notice kind="bad" title="The check stopped.">
            {progress.problem}{' '}
            <button type="button" className="link" onClick={() => void goOn()}>
              Continue
            </button>
          </Notice>
        )}
        <ul className="import-sums" aria-label="Totals">
          <Sum count={added} words="added" />
          <Sum count={changed} words="changed" />
          <Sum count={plan.same.length} words="unchanged" />
          <Sum count={wrong.size} words={wrong.size === 1 ? 'row with a problem' : 'rows with problems'} bad />
        </ul>
        {plan.besides.map((sentence) => (
          <Notice key={sentence}>{sentence}</Notice>
        ))}
      </Card>
      {mistakes.length > 0 && (
        <Mistakes
          mistakes={mistakes}
          title="Problems"
          about="These rows will be skipped. Fix the file and upload it again, or import the others now."
        />
      )}
      <Preview kind={kind} rows={rows} plan={plan} wrong={wrong} />
      <div className="actions">
        <Button kind="primary" disabled={!done || added + changed === 0} onClick={() => onGo(plan, wrong)}>
          {done && added + changed === 0
            ? 'Nothing to import'
            : `Import ${added + changed} ${kind.things[added + changed === 1 ? 0 : 1]}`}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Back to columns
        </Button>
      </div>
    </>
  )
}

function Sum({ count, words, bad }: { count: number; words: string; bad?: boolean }) {
  return (
    <li data-bad={bad && count > 0}>
      <strong>{count}</strong> {words}
    </li>
  )
}
