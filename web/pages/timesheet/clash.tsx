import { useTwelve } from '../../components/hours.ts'
import { useJobs } from '../../components/jobs.ts'
import { Notice } from '../../components/page.tsx'
import type { Owner } from './owner.ts'
import { entryName } from './text.ts'
import type { Sheet } from './week.ts'

/** Says which entry is in the way and leads there. */
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
  if (split) return <Notice>The break is taken out of {name}.</Notice>
  return (
    <Notice kind="bad" title={other.on_the_clock ? 'The clock is running then' : 'There is time already'}>
      <p>It overlaps with {name}. Choose other times, or change that entry first.</p>
      <button type="button" className="link" onClick={() => onOpen(other)}>
        Open that entry
      </button>
    </Notice>
  )
}
