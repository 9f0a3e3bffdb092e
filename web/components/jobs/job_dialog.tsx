import { inSentence, t } from '../../language.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { Failed, Skeleton } from '../page/page.tsx'
import JobList, { type Group } from './job_list.tsx'
import { type Job, type JobKind, type Jobs, useJobs, useJobsWord, useJobWord } from './jobs.ts'
import { useRecentJobs } from './recent_jobs.ts'

/** Which jobs are offered, and what is done with the chosen one. */
export type JobDialogProps = {
  /** The id of the selected job; 0 is no job, undefined means nothing is selected yet. */
  value: number | undefined
  /** Whose jobs; by default the signed-in user's. */
  userId?: number | undefined
  /** Kinds to offer besides work. */
  also?: readonly Exclude<JobKind, 'regular'>[]
  /** Whether to offer time without a job. */
  allowNone?: boolean
  /** Whether to offer jobs that the person is not assigned to. */
  every?: boolean
  /** The title of the list. */
  title?: string
  onClose: () => void
  onChoose: (id: number) => void
}

/** The searchable list of jobs, with recently used ones first. */
export default function JobDialog({
  value,
  userId,
  also = [],
  allowNone,
  every,
  title,
  onClose,
  onChoose,
}: JobDialogProps) {
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
