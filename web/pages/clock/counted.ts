import { kindOfType, type Entry as PaidEntry } from '../../../src/rules/overtime/overtime.ts'
import { addDays } from '../../../src/rules/time/calendar.ts'
import { type RoundingVersion, roundedByDate } from '../../../src/rules/time/rounding.ts'
import { type Counted, dayRuleOf, thisWeek, today } from '../../../src/rules/time/today.ts'
import { shownWorked } from '../../../src/rules/time/worked.ts'
import { type Me, patternZone } from '../../api/start.ts'
import type { Jobs } from '../../components/jobs/jobs.ts'
import { roundingIn } from '../../components/time/rounding.ts'
import { instant, isoAt, writtenOffset } from '../../time.ts'
import type { TimeRules } from '../timesheet/week/owner.ts'
import { policyOf } from '../timesheet/week/policy.ts'
import type { Entry } from './entries.ts'

/** An entry with the time that counts: rounded as the company rounds, or so far if it is running. */
type CountedEntry = { entry: Entry; time: Counted }

/** Whose time it is, and how it is paid and shown. */
type How = { me: Me; jobs: Pick<Jobs, 'byId'>; rules: TimeRules; unit: number }

/**
 * The seconds worked today and this week until now (microseconds), those that count toward the week’s overtime, and
 * those of each entry by key, all as the timesheet shows them.
 */
export function workedUntil(now: number, entries: readonly Entry[], { me, jobs, rules, unit }: How) {
  const rule = dayRuleOf(me.settings.general ?? {}, { own: me.zone, pattern: patternZone(me) })
  const days = { today: today(now, rule), week: thisWeek(now, rule) }
  // Those that the timesheet reads, because overtime rules may depend on the days before a week.
  const since = addDays(days.week.first, -8)
  const recent = entries.filter(({ date, end }) => end === '' || date >= since)
  const paid = countedEntries(recent, jobs, roundingIn(me.rounding)).map(({ entry, time }, id): PaidEntry => {
    const { date, jobId: jobcode_id, manual } = entry
    const seconds = time.end === null ? Math.max(0, Math.floor((now - time.start) / 1e6)) : time.duration
    const kind = kindOfType(jobs.byId.get(jobcode_id)?.kind)
    return { id, date, start: time.start, end: time.start + seconds * 1e6, seconds, kind, jobcode_id, manual }
  })
  const { day, week, toward, byEntry } = shownWorked(paid, policyOf(rules), days, unit)
  return { day, week, toward, lengths: new Map(recent.map(({ key }, id) => [key, byEntry.get(id) ?? 0])) }
}

/** Today's seconds of work if the running entry ended at this instant (microseconds), as the day would then show them. */
export function workedToday(entries: readonly Entry[], running: Pick<Entry, 'key' | 'start'>, end: number, how: How) {
  const duration = Math.floor((end - instant(running.start)) / 1e6)
  const ended = entries.map((entry) =>
    entry.key === running.key ? { ...entry, end: isoAt(end, entry.zone), duration } : entry,
  )
  return workedUntil(end, ended, how).day
}

/** The user's entries, in the same order, with the time that counts. */
function countedEntries(
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
