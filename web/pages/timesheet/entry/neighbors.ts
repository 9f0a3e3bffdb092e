import { useState } from 'react'
import { addDays } from '../../../../src/rules/time/calendar.ts'
import { liesInside, overlaps } from '../../../../src/rules/time/timesheets.ts'
import { useRecords } from '../../../api/queries.ts'
import type { Item } from '../../../api/records.ts'
import { useAsPressed } from '../../../components/dialogs/as_pressed.ts'
import { isBreak, useJobs } from '../../../components/jobs/jobs.ts'
import { instant, serverNow } from '../../../time.ts'
import type { Owner } from '../week/owner.ts'
import type { Sheet } from '../week/week.ts'
import type { Draft } from './draft.ts'
import { readSpan } from './span.ts'

/** The entry that a draft overlaps (`clash`), or the one that a break is taken out of (`splits`). */
type Overlap = { clash?: Sheet; splits?: Sheet }

/** The entries around a draft. */
type Neighbors = Overlap & {
  known: readonly Sheet[]
  /** Adds an entry from outside the loaded range. */
  remember: (other: Sheet) => void
}

/**
 * Loads the entries around a draft, and finds the one it overlaps; never what `saving` is about to make of it, or what `tries`
 * of it may have made, whose answers were lost.
 */
export function useNeighbors(
  owner: Owner,
  draft: Draft,
  sheet: Sheet | undefined,
  zone: string,
  saving: Parameters<typeof useAsPressed>[1],
  tries: readonly Item[] = [],
): Neighbors {
  const { byId } = useJobs(owner.user.id)
  const [others, setOthers] = useState<readonly Sheet[]>([])
  const { date, endDate } = draft.span
  const timed = isTimed(draft)
  const { data: listed } = useRecords(
    'timesheets',
    {
      user_ids: [owner.user.id],
      start_date: timed ? addDays(date, -1) : undefined,
      end_date: timed ? addDays(endDate ?? date, 1) : undefined,
      on_the_clock: 'both',
    },
    { enabled: timed },
  )
  const data = useAsPressed(listed, saving)
  const known = [...(data ?? []), ...others].filter((other) => !tries.some((item) => isOf(item, other)))
  const onBreak = (id: number | undefined) => isBreak(byId.get(id ?? 0))
  return {
    known,
    remember: (other) => setOthers((before) => [...before, other]),
    ...overlapOf(draft, sheet, zone, known, onBreak, serverNow()),
  }
}

/** Whether an entry has the times of this item. */
function isOf({ start, end }: Item, other: Sheet): boolean {
  if (typeof start !== 'string' || typeof end !== 'string' || other.end === '') return false
  return instant(start) === instant(other.start) && instant(end) === instant(other.end)
}

/** What a draft overlaps, by the server's rules; empty while its times are unknown. */
export function overlapOf(
  draft: Draft,
  sheet: Sheet | undefined,
  zone: string,
  known: readonly Sheet[],
  onBreak: (jobId: number | undefined) => boolean,
  now: number,
): Overlap {
  const { start, end } = readSpan(draft.span, zone, sheet)
  const running = sheet?.on_the_clock === true && draft.span.end === ''
  if (!isTimed(draft) || start === undefined || (end === undefined && !running)) return {}
  const candidate = { id: sheet?.id ?? 0, start, end: running ? null : end! }
  const spans = known.flatMap((other) => (other.type === 'regular' ? [{ ...spanOf(other), other }] : []))
  const [host, ...more] = overlaps(candidate, spans, now)
  if (!host) return {}
  const breakWithin = onBreak(draft.jobId) && !onBreak(host.other.jobcode_id) && liesInside(candidate, host)
  return more.length === 0 && breakWithin ? { splits: host.other } : { clash: host.other }
}

function isTimed({ kind, span }: Draft): boolean {
  return kind === 'regular' && span.date !== ''
}

function spanOf({ id, start, end }: Sheet) {
  return { id, start: instant(start), end: end === '' ? null : instant(end) }
}
