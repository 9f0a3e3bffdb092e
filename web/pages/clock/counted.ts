import { kindOfType } from '../../../src/rules/overtime/rule.ts'
import { type RoundingVersion, roundedByDate } from '../../../src/rules/time_rounding.ts'
import type { Counted } from '../../../src/rules/today.ts'
import type { Jobs } from '../../components/jobs.ts'
import { instant, writtenOffset } from '../../time.ts'
import type { Entry } from './entries.ts'

/** An entry with the time for which it counts: rounded as the company rounds, or as it runs. */
export type CountedEntry = { entry: Entry; time: Counted }

/** The user's entries, in the same order, with the time for which they count. */
export function countedEntries(
  entries: readonly Entry[],
  { byId }: Pick<Jobs, 'byId'>,
  rounding: readonly RoundingVersion[],
): CountedEntry[] {
  const finished = entries.flatMap((entry, id) => {
    const { date, jobId, duration, manual } = entry
    if (entry.end === '') return []
    const start = instant(entry.start)
    const times = { start, end: instant(entry.end), seconds: duration, offset: writtenOffset(entry.start) }
    return [{ id, date, ...times, kind: kindOfType(byId.get(jobId)?.kind), jobcode_id: jobId, manual }]
  })
  const known = new Map(roundedByDate(finished, rounding).map((entry) => [entry.id, entry]))
  return entries.map((entry, id) => {
    const { date, manual } = entry
    const { start, end, seconds } = known.get(id) ?? { start: instant(entry.start), end: null, seconds: 0 }
    return { entry, time: { date, start, end, duration: seconds, manual } }
  })
}
