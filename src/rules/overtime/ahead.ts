import { addDays, second } from '../time/calendar.ts'
import type { PublishedShift } from '../time/expected_work.ts'
import { type Entry, overtime, type Policy, type Stretch } from './overtime.ts'
import { type Span, startOfWorkday } from './workdays.ts'

// The overtime of a workweek before it happens: time worked so far and time planned until its end, paid by the rules of
// the person. Instants are microseconds, durations seconds.

/** Seconds of overtime so far and by the end of the workweek, and the first of them: its day and the rule. */
type Ahead = { soFar: number; byEnd: number; first: { date: string; rule: string } | undefined }

/** What a person will have of a workweek. `worked` has the running entry as if it ended now. */
export function overtimeAhead(
  worked: readonly Entry[],
  planned: readonly Entry[],
  policy: Policy,
  { first, last }: Span,
): Ahead {
  const adding = new Set(policy.rules.flatMap(({ adds, name }) => (adds ? [name] : [])))
  const inWeek = (entries: readonly Entry[]) =>
    overtime(entries, policy).flatMap((stretch) => {
      const rule = stretch.date >= first && stretch.date <= last ? overtimeRule(stretch, adding) : undefined
      return rule === undefined ? [] : [{ date: stretch.date, seconds: stretch.seconds, rule }]
    })
  const sum = (found: readonly { seconds: number }[]) => found.reduce((all, { seconds }) => all + seconds, 0)
  const soFar = inWeek(worked)
  const byEnd = planned.length === 0 ? soFar : inWeek([...worked, ...planned])
  return { soFar: sum(soFar), byEnd: sum(byEnd), first: byEnd[0] }
}

/** The rule that makes a stretch overtime; not one that only adds pay for nights, Sundays or holidays. */
function overtimeRule({ rule }: Stretch, adding: ReadonlySet<string>): string | undefined {
  return rule?.split('+').find((name) => !adding.has(name))
}

/** What is planned for a person, and what is known of their days. */
type Plan = {
  /** Today and the last day of the workweek. */
  today: string
  last: string
  zone: string
  dayStart: number
  now: number
  shifts: readonly PublishedShift[]
  /** What the person would work on a date, and whether shifts are published for its week. */
  expectedOn: (date: string) => { seconds: number; isPlanned: boolean }
  /** Seconds off by date: time off, with a timesheet or only approved. */
  off: ReadonlyMap<string, number>
  /** Finished and running work, as if that ended now. */
  worked: readonly Entry[]
  /** The unpaid break within a shift on a date, in seconds. */
  pauseIn: (shift: PublishedShift) => number
}

/** The time that the person still has to work in the workweek, as entries: shifts at their times, other days as a sum. */
export function plannedWork(plan: Plan): Entry[] {
  const entries: Entry[] = []
  for (let date = plan.today; date <= plan.last; date = addDays(date, 1)) {
    const { seconds, isPlanned } = plan.expectedOn(date)
    if (seconds === 0) continue
    const here = isPlanned ? shiftsOn(date, plan) : restOf(date, seconds, plan)
    for (const entry of here) entries.push({ ...entry, id: -1 - entries.length })
  }
  return entries
}

function shiftsOn(date: string, { shifts, now, off, worked, pauseIn }: Plan): Entry[] {
  let free = off.get(date) ?? 0
  return shifts.flatMap((shift) => {
    if (shift.date !== date || shift.end <= now) return []
    const start = Math.max(now, shift.start)
    const taken = start > shift.start ? pauseTaken(shift, worked, now) : 0
    const left = Math.floor((shift.end - start) / second) - Math.max(0, pauseIn(shift) - taken)
    const seconds = Math.max(0, left - free)
    free = Math.max(0, free - left)
    return seconds > 0 ? [planned({ date, start, seconds, manual: false })] : []
  })
}

/** How long the person has been off the clock since they began to work in a shift. */
function pauseTaken(shift: PublishedShift, worked: readonly Entry[], now: number): number {
  const here = worked.filter(({ start, end, manual }) => !manual && end > shift.start && start < now)
  if (here.length === 0) return 0
  const began = Math.max(shift.start, Math.min(...here.map(({ start }) => start)))
  const seconds = here.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, began)) / second, 0)
  return Math.max(0, Math.floor((now - began) / second - seconds))
}

/** The rest of a day that only has a length. */
function restOf(date: string, expected: number, { now, zone, dayStart, off, worked }: Plan): Entry[] {
  const done = worked.reduce((sum, entry) => sum + (entry.date === date ? entry.seconds : 0), 0)
  const start = Math.max(now, startOfWorkday(date, zone, dayStart))
  const room = Math.floor((startOfWorkday(addDays(date, 1), zone, dayStart) - start) / second)
  const seconds = Math.min(room, expected - (off.get(date) ?? 0) - done)
  return seconds > 0 ? [planned({ date, start, seconds, manual: true })] : []
}

function planned({ date, start, seconds, manual }: Pick<Entry, 'date' | 'start' | 'seconds' | 'manual'>): Entry {
  return { id: 0, date, start, end: start + seconds * second, seconds, kind: 'work', jobcode_id: 0, manual }
}
