import { datesNeeded } from '../../../src/rules/overtime/needed.ts'
import { kindOfType, type Entry as PaidEntry } from '../../../src/rules/overtime/overtime.ts'
import { byWorkday } from '../../../src/rules/overtime/parts.ts'
import { second } from '../../../src/rules/time/calendar.ts'
import { dayRuleOf, thisWeek, today } from '../../../src/rules/time/today.ts'
import { shownWorked } from '../../../src/rules/time/worked.ts'
import { type Me, patternZone } from '../../api/start.ts'
import type { Jobs } from '../../components/jobs/jobs.ts'
import { roundingIn } from '../../components/time/rounding.ts'
import { instant, isoAt, writtenOffset } from '../../time.ts'
import type { TimeRules } from '../timesheet/week/own_rules.ts'
import { policyOf } from '../timesheet/week/policy.ts'
import type { Entry } from './entries.ts'

/** Whose time it is, and how it is paid and shown. */
type How = { me: Me; jobs: Pick<Jobs, 'byId'>; rules: TimeRules; unit: number }

/**
 * The seconds worked today, this week and on each of its days until now (microseconds), those that count toward the week’s
 * overtime, and those of each entry by key, all as the timesheet shows them.
 */
export function workedUntil(now: number, entries: readonly Entry[], { me, jobs, rules, unit }: How) {
  const rule = dayRuleOf(me.settings.general ?? {}, { own: me.zone, pattern: patternZone(me) })
  const days = { today: today(now, rule), week: thisWeek(now, rule) }
  const policy = policyOf(rules)
  const { since } = datesNeeded({ first: days.week.first, last: days.today.last }, [policy])
  const recent = entries.filter(({ date, end }) => end === '' || date >= since)
  const read = recent.map((entry, id) => entryOf(entry, id, now, jobs))
  const { yes: running = [], no: done = [] } = Object.groupBy(read, ({ id }) => (recent[id]!.end === '' ? 'yes' : 'no'))
  const paid = [...byWorkday(done, policy, roundingIn(me.rounding)), ...running]
  const { day, week, toward, byEntry, byDate } = shownWorked(paid, policy, days, unit)
  return { day, week, toward, byDate, lengths: new Map(recent.map(({ key }, id) => [key, byEntry.get(id) ?? 0])) }
}

/** Today's seconds of work if the running entry ended at this instant (microseconds), as the day would then show them. */
export function workedToday(entries: readonly Entry[], running: Pick<Entry, 'key' | 'start'>, end: number, how: How) {
  const duration = Math.floor((end - instant(running.start)) / 1e6)
  const ended = entries.map((entry) =>
    entry.key === running.key ? { ...entry, end: isoAt(end, entry.zone), duration } : entry,
  )
  return workedUntil(end, ended, how).day
}

/** An entry in the form that the pay rules need; it counts until now if it is running. */
function entryOf(entry: Entry, id: number, now: number, { byId }: Pick<Jobs, 'byId'>): PaidEntry {
  const { date, jobId: jobcode_id, manual } = entry
  const start = instant(entry.start)
  const seconds = entry.end === '' ? Math.max(0, Math.floor((now - start) / second)) : entry.duration
  const end = entry.end === '' ? start + seconds * second : instant(entry.end)
  const kind = kindOfType(byId.get(jobcode_id)?.kind)
  return { id, date, start, end, seconds, kind, jobcode_id, manual, offset: writtenOffset(entry.start) }
}
