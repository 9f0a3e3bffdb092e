import { useMe } from '../../api/start.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { oneOrMany } from '../../components/outcome.ts'
import { archiveJobs } from './archive.ts'
import { type JobRecord, withAllInside } from './tree.ts'

/** Shows what else will be archived along with jobs, before archiving them. */
export function ArchiveDialog({
  jobs,
  all,
  onClose,
}: {
  jobs: readonly JobRecord[]
  all: readonly JobRecord[]
  onClose: (done: boolean) => void
}) {
  const me = useMe()
  const ids = new Set(jobs.map(({ id }) => id))
  const inside = withAllInside(ids, all).filter(({ id, active }) => active && !ids.has(id)).length
  const names = oneOrMany(
    jobs.map(({ name }) => name),
    'jobs',
  )
  return (
    <Dialog
      title={`Archive ${names}?`}
      size="small"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose(true)
              void archiveJobs(jobs, all, me.is_admin)
            }}
          >
            Archive {jobs.length + inside} {jobs.length + inside === 1 ? 'job' : 'jobs'}
          </Button>
        </>
      }
    >
      <div className="form">
        {inside > 0 && (
          <p>
            {inside === 1 ? 'One job' : `${inside} jobs`} under {jobs.length === 1 ? 'it' : 'them'} will be archived
            too.
          </p>
        )}
        <p>
          No one can choose them anymore. Time already recorded stays, including in reports. If you restore them later,
          you’ll need to assign people again.
        </p>
      </div>
    </Dialog>
  )
}
