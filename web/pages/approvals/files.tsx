import { useMutation } from '@tanstack/react-query'
import { Download, Settings } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { download, keep } from '../../api/download.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { DecimalCommas, decimalMarkOf, useDecimalCommas } from '../../components/fields/decimal_mark.tsx'
import { Button } from '../../components/page/button.tsx'
import { Card, Failed, Skeleton } from '../../components/page/page.tsx'
import { useShowsMinutes, useSums } from '../../components/time/hours.ts'
import { t } from '../../language.ts'
import { daysText } from '../../time.ts'
import { WithoutAdjustments } from '../pay_runs/adjustments.tsx'
import { decimalsText } from '../reports/file_hours.ts'
import { SetupForm } from '../reports/setup.tsx'
import { isSetUp, lacksOf } from './lacks.ts'
import { Lacks } from './lacks_list.tsx'
import { Next } from './next.tsx'
import { type PayRun, type Row, sumOf } from './run.ts'
import { Standing } from './standing.tsx'
import { type Checked, useChecks } from './use_checks.ts'

type Exports = AnswerOf<'GET /api/console/exports'>
type Target = Exports['targets'][number]

/** The payroll files of an approved period, with what they still lack. */
export function PayrollFiles({
  run,
  rows,
  onGo,
}: {
  run: PayRun
  rows: readonly Row[]
  /** Opens another pay period. */
  onGo: (day: string) => void
}) {
  const me = useMe()
  const hours = useSums()
  const exports = useAnswer('setup', '/api/console/exports')
  const [setUp, setSetUp] = useState<{ target: Target; missing: readonly string[] }>()
  const approved = rows.filter(({ status, person }) => status === 'approved' && person.entries > 0)
  const idle = rows.length - approved.length
  const { targets = [], setup = null, may_set_up = false } = exports.data ?? {}
  const [ready, others] = [true, false].map((is) =>
    targets.filter((target) => target.setup !== null && isSetUp(setup, target.setup) === is),
  ) as [Target[], Target[]]
  const [more, setMore] = useState<readonly string[]>([])
  const wanted = [...ready.map(({ name }) => name), ...more.filter((name) => others.some((one) => one.name === name))]
  const checks = useChecks(wanted, run)
  const commas = useDecimalCommas()
  const showsMinutes = useShowsMinutes()
  const rowOf = (target: Target) => (
    <TargetRow
      key={target.name}
      target={target}
      run={run}
      checked={checks.data?.get(target.name)}
      onCheck={wanted.includes(target.name) ? undefined : () => setMore([...more, target.name])}
      onSetUp={may_set_up ? (missing = []) => setSetUp({ target, missing }) : undefined}
      withCommas={commas[0]}
    />
  )
  return (
    <Card className="payrun-files no-print" title={t('Payroll files')}>
      <div className="notice good">
        <div>
          <strong>{t('{range} is approved.', { range: daysText(run.start_date, run.end_date, me.zone) })}</strong>
          {t('{hours} hours for {count, plural, one {# person} other {# people}}.', {
            hours: hours(sumOf(approved).total),
            count: approved.length,
          })}
          {idle > 0 && ` ${idleText(idle)}`}
        </div>
        <Next run={run} onGo={onGo} />
      </div>
      <WithoutAdjustments start_date={run.start_date} end_date={run.end_date} />
      {exports.error && <Failed error={exports.error} again={exports.refetch} />}
      {!exports.data && !exports.error && <Skeleton lines={2} height={64} />}
      {checks.error && <Failed error={checks.error} again={checks.refetch} />}
      <ul>{ready.map(rowOf)}</ul>
      {showsMinutes && targets.some(({ decimals }) => decimals.length > 0) && <p className="hint">{decimalsText()}</p>}
      {targets.some(takesMark) && <DecimalCommas of={commas} />}
      {others.length > 0 && (
        <details className="payrun-others">
          <summary>{t('Other payroll programs ({count})', { count: others.length })}</summary>
          <ul>{others.map(rowOf)}</ul>
        </details>
      )}
      {setUp?.target.setup && (
        <SetupForm
          title={setUp.target.title}
          section={setUp.target.setup}
          values={setup?.[setUp.target.setup] ?? {}}
          missing={setUp.missing}
          onClose={() => setSetUp(undefined)}
        />
      )}
    </Card>
  )
}

/** The text about people without time in the period. */
function idleText(count: number): string {
  return t(
    '{count, plural, one {# person has no time and nothing to approve.} other {# people have no time and nothing to approve.}}',
    { count },
  )
}

type RowProps = {
  target: Target
  run: PayRun
  checked: Checked | undefined
  /** Checks a payroll program that is not set up. */
  onCheck: (() => void) | undefined
  onSetUp: ((missing?: readonly string[]) => void) | undefined
  /** Whether its CSV file gets decimal commas, if it can have them. */
  withCommas: boolean
}

/** Whether the CSV file of a program can have decimal commas. */
function takesMark({ options }: Target): boolean {
  return options.some(({ name }) => name === 'decimal_mark')
}

/** A file: what it lacks, and how to get it. */
function TargetRow({ target, run, checked, onCheck, onSetUp, withCommas }: RowProps) {
  const { start_date, end_date } = run
  const path = `/api/console/exports/${target.name}`
  const make = useMutation({
    mutationFn: (format: string) =>
      download(
        path,
        { start_date, end_date, format, ...decimalMarkOf(format, takesMark(target) && withCommas) },
        () => {},
        new AbortController().signal,
      ),
  })
  const lacks = checked ? lacksOf(checked) : []
  const isBlocked = lacks.some(({ blocking }) => blocking)
  const get = (format: string) =>
    make.mutate(format, {
      onSuccess: (file) => {
        keep(file)
        toast(t('{name} downloaded.', { name: file.name }))
      },
      onError: toastError,
    })
  return (
    <li>
      <div className="payrun-file">
        <div>
          <h3>{target.title}</h3>
          {onCheck ? (
            <p className="quiet">{t('Not set up.')}</p>
          ) : (
            <Standing checked={checked} people={checked?.totals.people} lacks={lacks} />
          )}
        </div>
        <div className="actions">
          {onSetUp && (
            <Button
              kind="quiet"
              icon={<Settings size={18} aria-hidden="true" />}
              label={t('Set up {program}', { program: target.title })}
              onClick={() => onSetUp()}
            />
          )}
          {!onCheck ? (
            target.formats.map(({ format }) => (
              <Button
                key={format}
                icon={<Download size={18} aria-hidden="true" />}
                aria-label={t('{program} as {format}', { program: target.title, format: format.toUpperCase() })}
                disabled={!checked || isBlocked}
                busy={make.isPending && make.variables === format}
                onClick={() => get(format)}
              >
                {format.toUpperCase()}
              </Button>
            ))
          ) : (
            <Button aria-label={t('Check {program}', { program: target.title })} onClick={onCheck}>
              {t('Check@@button')}
            </Button>
          )}
        </div>
      </div>
      {checked && <Lacks checked={checked} lacks={lacks} day={end_date} onSetUp={onSetUp} />}
    </li>
  )
}
