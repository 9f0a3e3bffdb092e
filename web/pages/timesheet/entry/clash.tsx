import { useJobs } from '../../../components/jobs/jobs.ts'
import { Notice } from '../../../components/page/page.tsx'
import { useTwelve } from '../../../components/time/hours.ts'
import { t } from '../../../language.ts'
import type { Owner } from '../week/owner.ts'
import type { Sheet } from '../week/week.ts'
import { entryName } from './text.ts'

/** Names the overlapping entry, with a button to open it. */
export function Clash({
  owner,
  other,
  split = false,
  onOpen,
}: {
  owner: Owner
  other: Sheet
  split?: boolean
  onOpen: (sheet: Sheet) => void
}) {
  const jobs = useJobs(owner.user.id)
  const twelve = useTwelve()
  const name = entryName(other, jobs, twelve)
  if (split) return <Notice>{t('The break will be taken out of {entry}.', { entry: name })}</Notice>
  return (
    <Notice
      kind="bad"
      title={other.on_the_clock ? t('The clock is running at that time') : t('This overlaps another entry')}
    >
      <p>{t('It overlaps {entry}. Choose other times, or change that entry first.', { entry: name })}</p>
      <button type="button" className="link" onClick={() => onOpen(other)}>
        {t('Open entry')}
      </button>
    </Notice>
  )
}
