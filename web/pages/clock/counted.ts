import { kindOfType } from '../../../src/rules/overtime/rule.ts'
import { type RoundingVersion, roundedByDate } from '../../../src/rules/time_rounding.ts'
import { type Counted, countedSeconds, dayRuleOf, today } from '../../../src/rules/today.ts'
import type { Me } from '../../api/start.ts'
import type { Job, Jobs } from '../../components/jobs.ts'
import { roundingIn } from '../../components/rounding.ts'
import { instant, isoAt, writtenOffset } from '../../time.ts'
import type { Entry } from './entries.ts'

/** An entry with the time that counts: rounded as the company rounds, or so far if it is running. */
type CountedEntry = { entry: Entry; time: Counted }

/**
 * Today's seconds of work if the running entry ended at this instant (microseconds), as the day would then show them.
 */
export function workedToday(
  entries: readonly Entry[],
  running: Pick<Entry, 'key' | 'start'>,
  end: number,
  { me, jobs }: { me: Me; jobs: Jobs },
): number {
  const rule = dayRuleOf(me.settings.general ?? {}, { own: me.zone, company: me.company.zone })
  const duration = Math.floor((end - instant(running.start)) / 1e6)
  const ended = entries.map((entry) =>
    entry.key === running.key ? { ...entry, end: isoAt(end, entry.zone), duration } : entry,
  )
  const counted = countedEntries(ended, jobs, roundingIn(me.rounding))
  const work = counted.filter(({ entry }) => isWorkTime(jobs.byId.get(entry.jobId))).map(({ time }) => time)
  return countedSeconds(work, today(end, rule), rule, end)
}

/** Work and paid breaks count as hours worked; unpaid breaks and time off do not. */
export function isWorkTime(job: Job | undefined): boolean {
  return job === undefined || job.kind === 'regular' || job.kind === 'paid_break'
}

/** The user's entries, in the same order, with the time that counts. */
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
