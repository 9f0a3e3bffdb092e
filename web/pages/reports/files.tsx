import { Download, FileSpreadsheet, Settings } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { download, keep, type Progress } from '../../api/download.ts'
import { useAnswer } from '../../api/queries.ts'
import { ask } from '../../api/request.ts'
import { useMe } from '../../api/start.ts'
import { toast, toastError } from '../../components/dialogs/toast.ts'
import { DecimalCommas, decimalMarkOf, useDecimalCommas } from '../../components/fields/decimal_mark.tsx'
import { Check, SelectField, TextField } from '../../components/fields/field.tsx'
import { JobPicker } from '../../components/jobs/job_picker.tsx'
import { finder, folded } from '../../components/listing/order.ts'
import { Button } from '../../components/page/button.tsx'
import { Card, Empty, Loaded, Notice, Skeleton } from '../../components/page/page.tsx'
import { useShowsMinutes, useSums } from '../../components/time/hours.ts'
import { locale, t } from '../../language.ts'
import { lacksOf } from '../approvals/lacks.ts'
import { Lacks } from '../approvals/lacks_list.tsx'
import { WithoutAdjustments } from '../pay_runs/adjustments.tsx'
import { decimalsText, fileHoursText } from './file_hours.ts'
import { FilterBar, type Filters, questionOfFilters, useFilters } from './filters.tsx'
import { ReportsPage } from './frame.tsx'
import { SetupForm } from './setup.tsx'
import { Unfinished } from './unfinished.tsx'

type Target = AnswerOf<'GET /api/console/exports'>['targets'][number]

type Checked = AnswerOf<'GET /api/console/exports/{target}/check'>

/** Exports hours as files: spreadsheets, PDFs and payroll imports. */
export default function FilesPage() {
  const { filters, search, change } = useFilters()
  const exports = useAnswer('setup', '/api/console/exports')
  const [setUp, setSetUp] = useState<{ target: Target; missing: readonly string[] }>()
  const [words, setWords] = useState('')
  const [kind, setKind] = useState<Kind>('')
  const job = search.get('job') ?? ''
  const holds = finder(words)
  const isWanted = (target: Target) =>
    target.name !== 'hours' &&
    (kind === '' || (target.setup !== null) === (kind === 'payroll')) &&
    holds(folded(`${target.title} ${target.about}`))
  return (
    <ReportsPage>
      <FilterBar>
        <div>
          <JobPicker
            every
            labelAbove
            none={t('All jobs')}
            allowNone
            value={job === '' ? undefined : Number(job)}
            onChange={(id) => change({ job: String(id) })}
          />
          {job !== '' && (
            <button type="button" className="link" onClick={() => change({ job: '' })}>
              {t('All jobs')}
            </button>
          )}
        </div>
        <SelectField label={t('Kind')} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          <option value="">{t('All files')}</option>
          <option value="hours">{t('Hours and records')}</option>
          <option value="payroll">{t('Payroll programs')}</option>
        </SelectField>
        <TextField
          label={t('Search files')}
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </FilterBar>
      <Unfinished filters={filters} />
      <WithoutAdjustments start_date={filters.start} end_date={filters.end} />
      <Loaded of={exports} skeleton={<Skeleton lines={4} height={150} />}>
        {({ targets, setup, may_set_up }) => (
          <>
            {!targets.some(isWanted) && <Empty title={t('No matches')}>{t('Try different filters.')}</Empty>}
            <ul className="reports-files">
              {targets.filter(isWanted).map((target) => (
                <li key={target.name}>
                  <TargetCard
                    key={JSON.stringify([filters, job])}
                    target={target}
                    filters={filters}
                    job={job}
                    onSetUp={may_set_up && target.setup ? (missing = []) => setSetUp({ target, missing }) : undefined}
                  />
                </li>
              ))}
            </ul>
            {setUp?.target.setup && (
              <SetupForm
                title={setUp.target.title}
                section={setUp.target.setup}
                values={setup?.[setUp.target.setup] ?? {}}
                missing={setUp.missing}
                onClose={() => setSetUp(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </ReportsPage>
  )
}

/** Which files are shown: all, or those that are set up for a payroll program, or not. */
type Kind = '' | 'hours' | 'payroll'

/** Opens the form of a program, with the fields that a file lacks. */
type OnSetUp = (missing?: readonly string[]) => void

type Work = { format: string; progress: Progress; stop: () => void }

function TargetCard({
  target,
  filters,
  job,
  onSetUp,
}: {
  target: Target
  filters: Filters
  /** The id of a job, or '' for all. */
  job: string
  onSetUp: OnSetUp | undefined
}) {
  const me = useMe()
  const [work, setWork] = useState<Work>()
  const [money, setMoney] = useState(false)
  const commas = useDecimalCommas()
  const showsMinutes = useShowsMinutes()
  const [checked, setChecked] = useState<Checked>()
  const working = useRef<AbortController>(undefined)
  useEffect(() => () => working.current?.abort(), [])
  const path = `/api/console/exports/${target.name}`

  const taken = new Set(target.options.map(({ name }) => name))
  const make = async (format: string) => {
    const stopping = new AbortController()
    working.current = stopping
    const stop = () => stopping.abort()
    const tell = (progress: Progress) => setWork({ format, progress, stop })
    tell({ done: 0, of: 0 })
    setChecked(undefined)
    try {
      const chosen = {
        ...(job !== '' && { jobcode_ids: job }),
        ...(money && { money: 'yes' }),
        ...decimalMarkOf(format, commas[0]),
      }
      const given = Object.entries({ ...questionOfFilters(filters), ...chosen, format })
      const query = Object.fromEntries(given.filter(([name]) => name === 'format' || taken.has(name)))
      const found = await ask('GET', '/api/console/exports/{target}/check', {
        params: { target: target.name },
        query,
        signal: stopping.signal,
      })
      setChecked(found)
      if (found.problem_sums.some(({ blocking }) => blocking)) return
      const file = await download(path, query, tell, stopping.signal)
      keep(file)
      toast(t('{name} downloaded.', { name: file.name }))
    } catch (error) {
      if ((error as Error).name === 'AbortError') toast(t('Canceled. No file was created.'))
      else toastError(error)
    } finally {
      setWork(undefined)
    }
  }

  return (
    <Card
      title={target.title}
      actions={
        onSetUp && (
          <Button
            kind="quiet"
            icon={<Settings size={18} aria-hidden="true" />}
            label={t('Set up {program}', { program: target.title })}
            onClick={() => onSetUp()}
          />
        )
      }
    >
      <p className="quiet">{target.about}</p>
      {showsMinutes && target.decimals.length > 0 && <p className="hint">{decimalsText()}</p>}
      {job !== '' && !taken.has('jobcode_ids') && <p>{t('Covers the time on all jobs.')}</p>}
      {me.is_admin && target.options.some(({ name }) => name === 'money') && (
        <Check
          label={t('Add cost and billable amount')}
          checked={money}
          onChange={(event) => setMoney(event.target.checked)}
        />
      )}
      {taken.has('decimal_mark') && <DecimalCommas of={commas} />}
      {checked && (
        <Findings checked={checked} day={filters.end} onSetUp={onSetUp} onFixed={() => setChecked(undefined)} />
      )}
      {work ? (
        <Making work={work} />
      ) : (
        <div className="actions">
          {target.formats.map(({ format }) => (
            <Button
              key={format}
              icon={
                format === 'xlsx' ? (
                  <FileSpreadsheet size={18} aria-hidden="true" />
                ) : (
                  <Download size={18} aria-hidden="true" />
                )
              }
              aria-label={t('{program} as {format}', { program: target.title, format: format.toUpperCase() })}
              onClick={() => void make(format)}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </div>
      )}
    </Card>
  )
}

function Making({ work: { progress, stop, format } }: { work: Work }) {
  const { done, of } = progress
  const id = useId()
  return (
    <div className="reports-making">
      <div className="reports-progress">
        <span id={`${id}-making`} aria-live="polite">
          {makingText(format.toUpperCase(), progress)}
        </span>
        <progress aria-labelledby={`${id}-making`} {...(of > 0 ? { max: of, value: done } : {})} />
      </div>
      <Button onClick={stop}>{t('Cancel')}</Button>
    </div>
  )
}

function makingText(format: string, { done, of }: Progress): string {
  if (of <= 0) return t('Creating {format} file', { format })
  const numbers = { done: done.toLocaleString(locale()), of: of.toLocaleString(locale()) }
  return t('Creating {format} file: {done} of {of} rows', { format, ...numbers })
}

/** What prevents a file from being created, or should be checked in it. */
function Findings({
  checked,
  day,
  onSetUp,
  onFixed,
}: {
  checked: Checked
  /** The last day of the file. */
  day: string
  onSetUp: OnSetUp | undefined
  onFixed: () => void
}) {
  const hours = useSums()
  const { problem_count, rows, totals } = checked
  const differs = fileHoursText(totals)
  if (problem_count === 0)
    return (
      <Notice kind="good">
        {totals.people > 0
          ? t(
              '{rows, plural, one {# row} other {# rows}}, {people, plural, one {# person} other {# people}}, {hours} hours.',
              { rows, people: totals.people, hours: hours(totals.shown_seconds) },
            )
          : t('{rows, plural, one {# row} other {# rows}}, {hours} hours.', {
              rows,
              hours: hours(totals.shown_seconds),
            })}
        {differs && ` ${differs}`}
      </Notice>
    )
  const lacks = lacksOf(checked)
  const isBlocked = lacks.some(({ blocking }) => blocking)
  return (
    <Notice
      kind={isBlocked ? 'bad' : 'warn'}
      title={isBlocked ? t('File not created: some settings are missing.') : t('File created. Please check:')}
    >
      <Lacks {...{ checked, lacks, day, onSetUp, onFixed }} />
      {!isBlocked && differs && <p>{differs}</p>}
      {onSetUp && (
        <p>
          <button type="button" className="link" onClick={() => onSetUp()}>
            {t('Edit payroll names and codes')}
          </button>
        </p>
      )}
    </Notice>
  )
}
