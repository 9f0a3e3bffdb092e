import { useMemo, useState } from 'react'
import { addDays } from '../../../src/rules/calendar.ts'
import { liesInside, overlaps } from '../../../src/rules/timesheets.ts'
import { useRecords } from '../../api/queries.ts'
import { useTwelve } from '../../parts/hours.ts'
import { isBreak, useJobs } from '../../parts/jobs.ts'
import { Notice } from '../../parts/page.tsx'
import { instant, serverNow } from '../../time.ts'
import type { Draft } from './draft.ts'
import type { Owner } from './owner.ts'
import { readSpan } from './span.ts'
import { entryName } from './text.ts'
import type { Sheet } from './week.ts'

type Neighbours = {
  known: readonly Sheet[]
  /** Adds one that lies further away. */
  remember: (other: Sheet) => void
  clash?: Sheet
  splits?: Sheet
}

/**
 * The entries around a draft: the one that is in its way (`clash`), or the one that a break is taken out of (`splits`), by
 * the rules of the server.
 */
export function useNeighbours(owner: Owner, draft: Draft, sheet: Sheet | undefined, zone: string): Neighbours {
  const { byId } = useJobs(owner.user.id)
  const [others, setOthers] = useState<readonly Sheet[]>([])
  const { date, endDate } = draft.span
  const timed = draft.kind === 'regular' && date !== ''
  const { data } = useRecords(
    'timesheets',
    {
      user_ids: [owner.user.id],
      start_date: timed ? addDays(date, -1) : undefined,
      end_date: timed ? addDays(endDate ?? date, 1) : undefined,
      on_the_clock: 'both',
    },
    { enabled: timed },
  )
  const known = useMemo(() => [...(data ?? []), ...others], [data, others])
  const { start, end } = readSpan(draft.span, zone, sheet)
  const running = sheet?.on_the_clock === true && draft.span.end === ''
  const remember = (other: Sheet) => setOthers((before) => [...before, other])
  if (!timed || start === undefined || (end === undefined && !running)) return { known, remember }
  const candidate = { id: sheet?.id ?? 0, start, end: running ? null : end! }
  const spans = known.flatMap((other) => (other.type === 'regular' ? [{ ...spanOf(other), other }] : []))
  const [host, ...more] = overlaps(candidate, spans, serverNow())
  if (!host) return { known, remember }
  const onBreak = (id: number | undefined) => isBreak(byId.get(id ?? 0))
  const fits =
    more.length === 0 && onBreak(draft.jobId) && !onBreak(host.other.jobcode_id) && liesInside(candidate, host)
  return fits ? { known, remember, splits: host.other } : { known, remember, clash: host.other }
}

function spanOf({ id, start, end }: Sheet) {
  return { id, start: instant(start), end: end === '' ? null : instant(end) }
}

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
