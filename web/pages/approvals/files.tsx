import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Download, Settings, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AnswerOf } from '../../api/contract.ts'
import { download, keep } from '../../api/download.ts'
import { useAnswer } from '../../api/queries.ts'
import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { useHours } from '../../components/hours.ts'
import { Card, Failed, Skeleton } from '../../components/page.tsx'
import { toast, toastError } from '../../components/toast.ts'
import { daysText } from '../../time.ts'
import { SetupForm } from '../reports/setup.tsx'
import { isSetUp, type Lack, lacksOf, namesText } from './lacks.ts'
import { nextWaiting, type PayRun, type Row, sumOf } from './run.ts'
import { type Checked, useChecks } from './use_checks.ts'
import { grouped } from './words.ts'

type Exports = AnswerOf<'GET /api/console/exports'>
type Target = Exports['targets'][number]

/** The payroll files of a period that is approved, with what they still lack. */
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
  const hours = useHours()
  const exports = useAnswer('setup', '/api/console/exports')
  const [setUp, setSetUp] = useState<Target>()
  const approved = rows.filter(({ status, person }) => status === 'approved' && person.entries > 0)
  const next = nextWaiting(run)
  const idle = rows.length - approved.length
  const { targets = [], setup = null, may_set_up = false } = exports.data ?? {}
  const [ready, others] = [true, false].map((is) =>
    targets.filter((target) => target.setup !== null && isSetUp(setup, target.setup) === is),
  ) as [Target[], Target[]]
  const [more, setMore] = useState<readonly string[]>([])
  const wanted = [...ready.map(({ name }) => name), ...more.filter((name) => others.some((one) => one.name === name))]
  const checks = useChecks(wanted, run)
  const rowOf = (target: Target) => (
    <TargetRow
      key={target.name}
      target={target}
      run={run}
      checked={checks.data?.get(target.name)}
      onCheck={wanted.includes(target.name) ? undefined : () => setMore([...more, target.name])}
      onSetUp={may_set_up ? () => setSetUp(target) : undefined}
    />
  )
  return (
    <Card className="payrun-files no-print" title="Payroll files">
      <div className="notice good">
        <div>
          <strong>{daysText(run.start_date, run.end_date, me.zone)} is approved.</strong>
          {grouped(hours(sumOf(approved).total))} hours of{' '}
          {approved.length === 1 ? '1 person' : `${approved.length} people`}.
          {idle > 0 && ` ${idle === 1 ? '1 person has' : `${idle} people have`} no time and nothing to approve.`}
        </div>
        {next && (
          <Button onClick={() => onGo(next.start_date)}>
            Next: {daysText(next.start_date, next.end_date, me.zone)}, {next.waiting} to approve
          </Button>
        )}
      </div>
      {exports.error && <Failed error={exports.error} again={exports.refetch} />}
      {!exports.data && !exports.error && <Skeleton lines={2} height={64} />}
      {checks.error && <Failed error={checks.error} again={checks.refetch} />}
      <ul>{ready.map(rowOf)}</ul>
      {others.length > 0 && (
        <details className="payrun-others">
          <summary>Other payroll programs ({others.length})</summary>
          <ul>{others.map(rowOf)}</ul>
        </details>
      )}
      {setUp?.setup && (
        <SetupForm
          title={setUp.title}
          section={setUp.setup}
          values={setup?.[setUp.setup] ?? {}}
          onClose={() => setSetUp(undefined)}
        />
      )}
    </Card>
  )
}

type RowProps = {
  target: Target
  run: PayRun
  checked: Checked | undefined
  /** Checks a program that is not set up. */
  onCheck: (() => void) | undefined
  onSetUp: (() => void) | undefined
}

/** A file: what it lacks, and how to get it. */
function TargetRow({ target, run, checked, onCheck, onSetUp }: RowProps) {
  const { start_date, end_date } = run
  const path = `/api/console/exports/${target.name}`
  const make = useMutation({
    mutationFn: (format: string) =>
      download(path, { start_date, end_date, format }, () => {}, new AbortController().signal),
  })
  const lacks = lacksOf(checked?.problems ?? [])
  const isBlocked = lacks.some(({ blocking }) => blocking)
  const get = (format: string) =>
    make.mutate(format, {
      onSuccess: (file) => {
        keep(file)
        toast(`${file.name} downloaded.`)
      },
      onError: toastError,
    })
  return (
    <li>
      <div className="payrun-file">
        <div>
          <h3>{target.title}</h3>
          {onCheck ? <p className="quiet">Not set up.</p> : <Standing checked={checked} lacks={lacks} />}
        </div>
        <div className="actions">
          {onSetUp && (
            <Button
              kind="quiet"
              icon={<Settings size={18} aria-hidden="true" />}
              label={`Set up ${target.title}`}
              onClick={onSetUp}
            />
          )}
          {!onCheck ? (
            target.formats.map(({ format }) => (
              <Button
                key={format}
                icon={<Download size={18} aria-hidden="true" />}
                aria-label={`${target.title} as ${format.toUpperCase()}`}
                disabled={!checked || isBlocked}
                busy={make.isPending && make.variables === format}
                onClick={() => get(format)}
              >
                {format.toUpperCase()}
              </Button>
            ))
          ) : (
            <Button aria-label={`Check ${target.title}`} onClick={onCheck}>
              Check
            </Button>
          )}
        </div>
      </div>
      {checked && <Lacks checked={checked} lacks={lacks} onSetUp={onSetUp} />}
    </li>
  )
}

function Standing({ checked, lacks }: { checked: Checked | undefined; lacks: readonly Lack[] }) {
  if (!checked) return <p className="quiet">Checking…</p>
  const count = lacks.filter(({ blocking }) => blocking).length
  if (count > 0)
    return (
      <p className="payrun-lacking">
        <TriangleAlert size={15} aria-hidden="true" /> {count === 1 ? '1 setting is' : `${count} settings are`} missing
      </p>
    )
  return (
    <p className="payrun-ready">
      <CircleCheck size={15} aria-hidden="true" /> Ready:{' '}
      {checked.totals.people === 1 ? '1 person' : `${checked.totals.people} people`}
    </p>
  )
}

/** What the file lacks, one line for each setting. */
function Lacks({
  checked,
  lacks,
  onSetUp,
}: {
  checked: Checked
  lacks: readonly Lack[]
  onSetUp: (() => void) | undefined
}) {
  const me = useMe()
  if (lacks.length === 0) return null
  const more = checked.problem_count - checked.problems.length
  return (
    <ul className="payrun-lacks">
      {lacks.map(({ setting, where, people, blocking, lines }) => (
        <li key={`${setting} ${lines[0]?.text}`} data-blocking={blocking}>
          <strong>
            {setting}
            {people > 1 && ` (${people} people)`}
          </strong>
          <div>
            {lines.map((line) => (
              <p key={line.text}>
                {line.text}{' '}
                <span className="quiet">
                  {where === 'person' && me.is_admin ? <Links people={line.people} /> : namesText(line.people)}
                </span>
              </p>
            ))}
          </div>
          {where === 'setup' && onSetUp && (
            <button type="button" className="link" aria-label={`Set it: ${setting}`} onClick={onSetUp}>
              Set it
            </button>
          )}
        </li>
      ))}
      {more > 0 && <li className="quiet">… and {more} more of the same kinds</li>}
    </ul>
  )
}

const linksMax = 8

function Links({ people }: { people: Lack['lines'][number]['people'] }) {
  const more = people.length - linksMax
  return (
    <>
      {people.slice(0, linksMax).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={`/people/${id}`}>{name}</Link>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
