import { useMe } from '../../api/start.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { Button } from '../../components/page/button.tsx'
import { t } from '../../language.ts'
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
  return (
    <Dialog
      title={
        jobs.length === 1
          ? t('Archive {name}?', { name: jobs[0]!.name })
          : t('{count, plural, one {Archive # job?} other {Archive # jobs?}}', { count: jobs.length })
      }
      size="small"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('Cancel')}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose(true)
              void archiveJobs(jobs, all, me.is_admin)
            }}
          >
            {t('{count, plural, one {Archive # job} other {Archive # jobs}}', { count: jobs.length + inside })}
          </Button>
        </>
      }
    >
      <div className="form">
        {inside > 0 && (
          <p>
            {jobs.length === 1
              ? t(
                  '{count, plural, one {One job under it will be archived too.} other {# jobs under it will be archived too.}}',
                  { count: inside },
                )
              : t(
                  '{count, plural, one {One job under them will be archived too.} other {# jobs under them will be archived too.}}',
                  { count: inside },
                )}
          </p>
        )}
        <p>
          {t(
            'No one can choose them anymore. Time already recorded stays, including in reports. If you restore them later, you’ll need to assign people again.',
          )}
        </p>
      </div>
    </Dialog>
  )
}
