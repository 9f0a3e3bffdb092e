import { inSentence, t } from '../../language.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { later } from '../dialogs/later.tsx'
import { PickerField } from '../fields/picker_field.tsx'
import { Failed, Skeleton } from '../page/page.tsx'
import type { Group } from './job_list.tsx'
import { type Job, type JobKind, type Jobs, useJobs, useJobsWord, useJobWord } from './jobs.ts'
import { useRecentJobs } from './recent_jobs.ts'

/** Loaded when first opened. */
const JobList = later(
  () => import('./job_list.tsx'),
  () => <Waiting />,
)

type Props = {
  /** The id of the selected job; 0 is no job, undefined means nothing is selected yet. */
  value: number | undefined
  onChange: (id: number) => void
  /** Whose jobs; by default the signed-in user's. */
  userId?: number | undefined
  label?: string
  /** Puts the label above the field, as in a row of other fields. */
  labelAbove?: boolean
  /** What the field says while nothing is selected. */
  none?: string
  /** The title of the list. */
  title?: string
  /** Kinds to offer besides work. */
  also?: readonly Exclude<JobKind, 'regular'>[]
  /** Whether to offer time without a job. */
  allowNone?: boolean
  /** Whether to offer jobs that the person is not assigned to. */
  every?: boolean
  hint?: string
  error?: string | undefined
  disabled?: boolean
  /**
   * The name of the selected job, if it is known without the tree of jobs, which is then loaded when the list opens.
   */
  text?: string | undefined
}

/** A job field. It opens a searchable list, with recently used jobs first. */
export function JobPicker({
  value,
  onChange,
  label,
  labelAbove,
  none,
  hint,
  error,
  disabled,
  text: known,
  ...choice
}: Props) {
  const name = useJobWord()
  const jobs = useJobs(choice.userId, choice.every, known === undefined)
  const nothing = none ?? t('Choose a {job}', { job: inSentence(name) })
  return (
    <PickerField
      label={label ?? name}
      large={!labelAbove}
      hint={hint}
      error={error}
      disabled={disabled}
      text={value === undefined ? nothing : (known ?? jobs.pathOf(value))}
      isEmpty={value === undefined && !none}
    >
      {(close) => (
        <JobDialog
          value={value}
          onClose={close}
          onChoose={(id) => {
            close()
            onChange(id)
          }}
          {...choice}
        />
      )}
    </PickerField>
  )
}

type DialogProps = Pick<Props, 'value' | 'userId' | 'also' | 'allowNone' | 'every'> & {
  title?: string
  onClose: () => void
  onChoose: (id: number) => void
}

/** Only the list, without the field. */
export function JobDialog({ value, userId, also = [], allowNone, every, title, onClose, onChoose }: DialogProps) {
  const jobs = useJobs(userId, every)
  const recent = useRecentJobs(userId)
  const name = inSentence(useJobWord())
  const several = inSentence(useJobsWord())
  return (
    <Dialog title={title ?? t('Choose a {job}', { job: name })} onClose={onClose}>
      {jobs.error ? (
        <Failed error={jobs.error} again={jobs.again} />
      ) : jobs.ready ? (
        <JobList
          groups={groupsOf(jobs, recent, also, allowNone === true, several)}
          value={value}
          nouns={{ one: name, several }}
          onChoose={onChoose}
        />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="picker-waiting">
      <Skeleton lines={6} />
    </div>
  )
}

const recentMax = 4

function groupsOf(
  jobs: Jobs,
  recent: readonly number[],
  also: readonly JobKind[],
  allowNone: boolean,
  several: string,
) {
  const used = recent
    .flatMap((id) => jobs.byId.get(id) ?? [])
    .filter(({ mayUse, kind }) => mayUse && kind === 'regular')
  const of = (list: readonly Job[]) => list.filter(({ kind }) => also.includes(kind))
  const groups: Group[] = [
    { label: t('Recent'), jobs: used.slice(0, recentMax), paths: true },
    { label: t('All {jobs}', { jobs: several }), jobs: jobs.tree },
    { label: t('Breaks'), jobs: of(jobs.breaks) },
    { label: t('Time off'), jobs: of(jobs.timeOff) },
    { label: t('Other@@jobs'), jobs: [], ...(allowNone && { none: true as const }) },
  ]
  return groups.filter((group) => group.jobs.length > 0 || group.none)
}
