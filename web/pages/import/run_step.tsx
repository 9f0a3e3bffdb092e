import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keep } from '../../api/download.ts'
import { refresh } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card, Notice } from '../../components/page.tsx'
import { Bar } from './bar.tsx'
import { Mistakes } from './mistakes.tsx'
import type { Kind, Plan } from './plan.ts'
import { asCsv, csvFile, type Sheet } from './reading.ts'
import { type Progress, useRunner } from './runner.ts'

/** Runs the import, shows its progress, and finally what could not be imported. */
export function RunStep<Known>({
  kind,
  sheet,
  plan,
  without,
  onAgain,
}: {
  kind: Kind<Known>
  sheet: Sheet
  plan: Plan
  without: ReadonlySet<number>
  onAgain: () => void
}) {
  const { progress, start, goOn, cancel } = useRunner(kind.labels)
  const [run] = useState(() => plan.run(without))
  // Start only once, even if React runs the effect twice.
  const [once] = useState(() => {
    let begun = false
    return () => {
      if (!begun) void start(run.steps).finally(renew)
      begun = true
    }
  })
  useEffect(() => once(), [once])
  const { state } = progress
  const going = state === 'running' || state === 'paused'
  useEffect(() => {
    if (!going) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [going])
  if (state === 'idle' || going)
    return (
      <Card title={`Importing ${kind.things[1]}`}>
        <Bar label="Done" done={progress.done} total={run.count} />
        {state === 'paused' && (
          <Notice kind="bad" title="The import stopped.">
            {progress.problem} If you continue, nothing is imported twice.
          </Notice>
        )}
        <p className="quiet">Keep this page open until it’s done. If you cancel, rows already imported stay.</p>
        <div className="actions">
          {state === 'paused' && (
            <Button kind="primary" onClick={() => void goOn()?.finally(renew)}>
              Continue
            </Button>
          )}
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </Card>
    )
  return <Result kind={kind} sheet={sheet} plan={plan} without={without} progress={progress} onAgain={onAgain} />
}

/** Refetches, so other pages show what was imported. */
function renew(): void {
  void refresh()
}

function Result<Known>({
  kind,
  sheet,
  plan,
  without,
  progress,
  onAgain,
}: {
  kind: Kind<Known>
  sheet: Sheet
  plan: Plan
  without: ReadonlySet<number>
  progress: Progress
  onAgain: () => void
}) {
  const [one, many] = kind.things
  const failed = new Set(progress.mistakes.map(({ line }) => line))
  const whole = (lines: readonly number[]) =>
    lines.filter((line) => !without.has(line) && progress.through.has(line) && !failed.has(line)).length
  const [added, changed] = [whole(plan.added), whole(plan.changed)]
  const wanted = [...plan.added, ...plan.changed].filter((line) => !without.has(line))
  const untried = wanted.filter((line) => !progress.through.has(line) && !failed.has(line))
  const text = (count: number) => `${count} ${count === 1 ? one : many}`
  const mistakes = [
    ...plan.mistakes,
    ...progress.mistakes,
    ...untried.map((line) => ({ line, column: '', text: 'Not imported: the import was canceled.' })),
  ].sort((a, b) => a.line - b.line)
  const mend = async () => {
    const problems = Map.groupBy(mistakes, ({ line }) => line)
    const lines = [
      [...sheet.headers, 'Problem'],
      ...sheet.lines.flatMap(({ number, cells }) => {
        const own = problems.get(number)
        if (!own && !without.has(number)) return []
        const words = (own ?? []).map(({ column, text }) => (column ? `${column}: ${text}` : text))
        return [[...sheet.headers.map((_, at) => cells[at] ?? ''), words.join(' ')]]
      }),
    ]
    keep(csvFile(`${many}-to-fix.csv`, await asCsv(lines)))
  }
  return (
    <>
      <Notice
        kind={mistakes.length > 0 ? 'warn' : 'good'}
        title={`${text(added)} added, ${text(changed)} changed${progress.state === 'canceled' ? ', then canceled' : ''}.`}
      >
        {mistakes.length === 0 ? 'All rows were imported.' : 'Some rows were not imported. They are listed below.'}
      </Notice>
      {mistakes.length > 0 && (
        <Mistakes
          mistakes={mistakes}
          title="Not imported"
          about="Download these rows, fix them and upload that file. Rows already imported stay as they are."
          actions={
            <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => void mend()}>
              Download these rows
            </Button>
          }
        />
      )}
      <div className="actions">
        <ButtonLink kind="primary" href={kind.home}>
          See all {many}
        </ButtonLink>
        <Button onClick={onAgain}>Import another file</Button>
      </div>
    </>
  )
}
