import { startOfWorkday, workdayAt } from '../overtime/workdays.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, second, weekOf } from './calendar.ts'

// The hours of today and of this week, by the single rule that the company has chosen, so that clocking out does not
// change them. Instants are microseconds, durations seconds.

/** How time is assigned to days. */
export type DayRule = {
  /** Whether a shift is split at the start of a workday; otherwise it belongs to the day on which it starts. */
  split: boolean
  /** The hour at which workdays start. */
  dayStart: number
  /** First day of the workweek, 0 for Sunday. */
  weekStart: number
  /** The zone of the working pattern. */
  zone: string
  /** Whether dates of entries may be of another zone. */
  datesDiffer: boolean
}

/**
 * The parts of an entry that count; a running one has no end. Only date and duration of a manual one are real. If it is
 * only the part of one workday, `day` is that workday.
 */
export type Counted = {
  date: string
  start: number
  end: number | null
  duration: number
  manual: boolean
  day?: string
}

/** Days, both inclusive. */
export type DayRange = { first: string; last: string }

/** The rule in a person's settings. `own` is the person's zone, `pattern` the one that their working pattern fixes. */
export function dayRuleOf(general: Settings, { own, pattern }: { own: string; pattern: string }): DayRule {
  const split = general.shift_boundary === 'split'
  const dayStart = Number(general.workday_start) || 0
  return { split, dayStart, weekStart: Number(general.week_start) || 0, zone: pattern, datesDiffer: own !== pattern }
}

/** Today, as a range. */
export function today(now: number, rule: DayRule): DayRange {
  const day = workdayAt(now, rule.zone, rule.dayStart).day
  return { first: day, last: day }
}

/** This workweek up to today. */
export function thisWeek(now: number, rule: DayRule): DayRange {
  const day = workdayAt(now, rule.zone, rule.dayStart).day
  return { first: weekOf(day, rule.weekStart), last: day }
}

/** The seconds of these entries that belong to the range so far. */
export function countedSeconds(entries: readonly Counted[], range: DayRange, rule: DayRule, now: number): number {
  const [from, to] = [startOf(range.first, rule), startOf(addDays(range.last, 1), rule)]
  return entries.reduce((sum, entry) => {
    if (rule.split && !entry.manual && entry.day === undefined) {
      const [start, end] = [Math.max(entry.start, from), Math.min(entry.end ?? now, to)]
      return sum + Math.max(0, Math.floor((end - start) / second))
    }
    if (!isWithin(entry, range, rule)) return sum
    return sum + (entry.end === null ? Math.max(0, Math.floor((now - entry.start) / second)) : entry.duration)
  }, 0)
}

/** Whether a running entry adds to the range while time passes. */
export function grows(running: Counted, range: DayRange, rule: DayRule): boolean {
  return rule.split || isWithin(running, range, rule)
}

/** Whether an entry as a whole belongs to the range. */
function isWithin({ date, start, manual, ...entry }: Counted, { first, last }: DayRange, rule: DayRule): boolean {
  if (entry.day !== undefined) return entry.day >= first && entry.day <= last
  const day =
    manual || (rule.dayStart === 0 && !rule.datesDiffer) ? date : workdayAt(start, rule.zone, rule.dayStart).day
  return day >= first && day <= last
}

function startOf(day: string, { zone, dayStart }: DayRule): number {
  return startOfWorkday(day, zone, dayStart)
}
