import { useTwelve } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { Notice } from '../../components/page.tsx'
import type { Owner } from './owner.ts'
import { entryName } from './text.ts'
import type { Sheet } from './week.ts'

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
  if (split) return <Notice>The break will be taken out of {name}.</Notice>
  return (
    <Notice kind="bad" title={other.on_the_clock ? 'The clock is running at that time' : 'This overlaps another entry'}>
      <p>It overlaps {name}. Choose other times, or change that entry first.</p>
      <button type="button" className="link" onClick={() => onOpen(other)}>
        Open entry
      </button>
    </Notice>
  )
}
