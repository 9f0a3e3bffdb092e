import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keep } from '../../api/download.ts'
import { refresh } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../components/page/button.tsx'
import { Card, Notice } from '../../components/page/page.tsx'
import { t } from '../../language.ts'
import { Bar } from './bar.tsx'
import type { Sheet } from './file/sheet.ts'
import { Mistakes } from './mistakes.tsx'
import { type Kind, labelsOf, type Mistake, type Plan } from './plan.ts'
import { asCsv, csvFile } from './reading.ts'
import { type Progress, useRunner } from './runner.ts'

/** Runs the import, shows its progress, and finally what could not be imported. */
export function RunStep<Known>({
  kind,
  sheet,
  plan,
  found,
  onAgain,
}: {
  kind: Kind<Known>
  sheet: Sheet
  plan: Plan
  /** The mistakes of the rows that are left out, as the check found them. */
  found: readonly Mistake[]
  onAgain: () => void
}) {
  const without = new Set(found.map(({ line }) => line))
  const { progress, start, goOn, cancel } = useRunner(labelsOf(kind))
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
      <Card title={t(kind.words.importing)}>
        <Bar label={t('Done')} done={progress.done} total={run.count} />
        {state === 'paused' && (
          <Notice kind="bad" title={t('The import stopped.')}>
            {progress.problem} {t('If you continue, nothing is imported twice.')}
          </Notice>
        )}
        <p className="quiet">{t('Keep this page open until it’s done. If you cancel, rows already imported stay.')}</p>
        <div className="actions">
          {state === 'paused' && (
            <Button kind="primary" onClick={() => void goOn()?.finally(renew)}>
              {t('Continue')}
            </Button>
          )}
          <Button onClick={cancel}>{t('Cancel')}</Button>
        </div>
      </Card>
    )
  return <Result kind={kind} sheet={sheet} plan={plan} found={found} progress={progress} onAgain={onAgain} />
}

/** Refetches, so other pages show what was imported. */
function renew(): void {
  void refresh()
}

function Result<Known>({
  kind,
  sheet,
  plan,
  found,
  progress,
  onAgain,
}: {
  kind: Kind<Known>
  sheet: Sheet
  plan: Plan
  found: readonly Mistake[]
  progress: Progress
  onAgain: () => void
}) {
  const without = new Set(found.map(({ line }) => line))
  const failed = new Set(progress.mistakes.map(({ line }) => line))
  const whole = (lines: readonly number[]) =>
    lines.filter((line) => !without.has(line) && progress.through.has(line) && !failed.has(line)).length
  const [added, changed] = [whole(plan.added), whole(plan.changed)]
  const wanted = [...plan.added, ...plan.changed].filter((line) => !without.has(line))
  const untried = wanted.filter((line) => !progress.through.has(line) && !failed.has(line))
  const mistakes = [
    ...found,
    ...progress.mistakes,
    ...untried.map((line) => ({ line, column: '', text: t('Not imported: the import was canceled.') })),
  ].sort((a, b) => a.line - b.line)
  const mend = async () => {
    const problems = Map.groupBy(mistakes, ({ line }) => line)
    const lines = [
      [...sheet.headers, t('Problem')],
      ...sheet.lines.flatMap(({ number, cells, problem }) => {
        const own = problems.get(number)
        if (!own) return []
        const words = own.map(({ column, text }) => (column ? `${column}: ${text}` : text))
        // Of a broken row, no one knows which cell belongs to which column.
        const shown = problem ? [cells.join(sheet.separator)] : cells
        return [[...sheet.headers.map((_, at) => shown[at] ?? ''), words.join(' ')]]
      }),
    ]
    keep(csvFile(t(kind.words.toFix), await asCsv(lines, sheet.separator)))
  }
  return (
    <>
      <Notice
        kind={mistakes.length > 0 ? 'warn' : 'good'}
        title={t(progress.state === 'canceled' ? kind.words.canceled : kind.words.done, { added, changed })}
      >
        {mistakes.length === 0
          ? t('All rows were imported.')
          : t('Some rows were not imported. They are listed below.')}
      </Notice>
      {mistakes.length > 0 && (
        <Mistakes
          mistakes={mistakes}
          title={t('Not imported')}
          about={t('Download these rows, fix them and upload that file. Rows already imported stay as they are.')}
          actions={
            <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => void mend()}>
              {t('Download these rows')}
            </Button>
          }
        />
      )}
      <div className="actions">
        <ButtonLink kind="primary" href={kind.home}>
          {t(kind.words.all)}
        </ButtonLink>
        <Button onClick={onAgain}>{t('Import another file')}</Button>
      </div>
    </>
  )
}
