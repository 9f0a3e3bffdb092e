import { elementAt } from '../elements.ts'
import { Refused } from '../refusals/reason.ts'
import { settings } from '../refusals/subjects/settings.ts'
import { addDays, isDate, isZone, weekday, weekdayNames } from './calendar.ts'

// The working pattern: the days on which a person works, with the hours of each, the zone by which their days are
// counted, and their full-time share. Whatever asks "would this person have worked?" asks it.

/** A day on which one works, as people write it. */
export type WrittenDay = {
  /** Such as `mon`. */
  day: string
  /** Paid hours, paid breaks included. */
  hours: number
  paid_break_minutes?: number
  /** On top of the paid hours. */
  unpaid_break_minutes?: number
}

/** The working days of a level from a date on, null for always, until the next ones begin or to the day `to`. */
export type DatedDays = { from: string | null; to?: string; days: readonly WrittenDay[] }

/** A day on which one works. `seconds` are paid, including paid breaks; the unpaid break comes on top. */
type PatternDay = {
  seconds: number
  paidBreakSeconds: number
  unpaidBreakSeconds: number
}

/** The pattern of a person on a date. */
export type WorkingPattern = {
  /** The days worked, by `weekday`. */
  days: ReadonlyMap<number, PatternDay>
  /** The zone that decides to which day a second belongs. */
  zone: string
  /** The hour at which workdays start, 0 to 23. */
  dayStart: number
  /** First day of the workweek, 0 = Sunday. */
  weekStart: number
  /** The share of full-time work, above 0 to 1. */
  share: number
  /** Whether the days were chosen, and are not only the usual ones. */
  isChosen: boolean
}

/** Days of the week as patterns write them, by `weekday`. */
export const patternDayNames: readonly string[] = weekdayNames.map((name) => name.toLowerCase())

/** The usual days of a company that has not chosen any: Monday to Friday, 8 hours. */
export const usualDays: readonly WrittenDay[] = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => ({ day, hours: 8 }))

/** The value of the zone of a level at which everyone's days are counted in their own zone. */
export const ownZone = 'own'

/** The paid seconds that a person works on a date; 0 on a day off. */
export function expectedSeconds({ days }: Pick<WorkingPattern, 'days'>, date: string): number {
  return days.get(weekday(date))?.seconds ?? 0
}

/** The paid seconds of a workweek. */
export function weekSeconds({ days }: Pick<WorkingPattern, 'days'>): number {
  return [...days.values()].reduce((sum, { seconds }) => sum + seconds, 0)
}

/** The paid seconds of a usual day: the mean of the days worked, so that a balance can be shown in days. */
export function usualDaySeconds(pattern: Pick<WorkingPattern, 'days'>): number {
  return Math.round(weekSeconds(pattern) / pattern.days.size)
}

/** The days of a pattern. Throws Refused, which says what is wrong. */
export function readDays(written: unknown): ReadonlyMap<number, PatternDay> {
  if (!Array.isArray(written) || written.length === 0) throw new Refused(settings, 'pattern_without_days')
  const days = new Map<number, PatternDay>()
  for (const one of written) {
    const { day, ...given }: Record<string, unknown> = Object(one)
    const index = patternDayNames.indexOf(String(day))
    if (index < 0) throw new Refused(settings, 'pattern_day_unknown', { day: String(day).slice(0, 40) })
    if (days.has(index)) throw new Refused(settings, 'pattern_day_twice', { day: String(day) })
    days.set(index, readDay(String(day), given))
  }
  return days
}

/** The days as people write them, in the form that `readDays` takes. */
export function writtenDays(days: ReadonlyMap<number, PatternDay>): WrittenDay[] {
  return [...days]
    .sort(([a], [b]) => a - b)
    .map(([index, { seconds, paidBreakSeconds, unpaidBreakSeconds }]) => ({
      day: elementAt(patternDayNames, index),
      hours: seconds / 3600,
      ...(paidBreakSeconds > 0 && { paid_break_minutes: paidBreakSeconds / 60 }),
      ...(unpaidBreakSeconds > 0 && { unpaid_break_minutes: unpaidBreakSeconds / 60 }),
    }))
}

function readDay(day: string, given: Record<string, unknown>): PatternDay {
  const { hours, paid_break_minutes = 0, unpaid_break_minutes = 0 } = given
  const seconds = typeof hours === 'number' ? Math.round(hours * 3600) : Number.NaN
  if (!(seconds > 0)) throw new Refused(settings, 'pattern_hours_malformed', { day })
  const breaks = [paid_break_minutes, unpaid_break_minutes].map((minutes) => {
    if (typeof minutes !== 'number' || !Number.isInteger(minutes) || minutes < 0)
      throw new Refused(settings, 'pattern_break_malformed', { day })
    return minutes * 60
  })
  const [paidBreakSeconds, unpaidBreakSeconds] = [elementAt(breaks, 0), elementAt(breaks, 1)]
  if (breaks.some((length) => length >= seconds)) throw new Refused(settings, 'pattern_break_too_long', { day })
  if (seconds + unpaidBreakSeconds > 24 * 3600) throw new Refused(settings, 'pattern_day_too_long', { day })
  return { seconds, paidBreakSeconds, unpaidBreakSeconds }
}

/**
 * The patterns of a level, oldest first, without gaps: null days where the level above applies. Throws Refused if two
 * apply on one date, or if one is not valid.
 */
export function readPatterns(
  written: readonly DatedDays[],
): { from: string | null; days: readonly WrittenDay[] | null }[] {
  const sorted = [...written].sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
  return sorted.flatMap((pattern, index) => {
    const { from, to, days } = pattern
    const next = sorted[index + 1]
    checkPattern(pattern, next)
    const after = to === undefined ? undefined : addDays(to, 1)
    const isGap = after !== undefined && (!next || (next.from ?? '') > after)
    return [{ from, days }, ...(isGap ? [{ from: after, days: null }] : [])]
  })
}

/** Throws Refused for a pattern that is not valid, or that applies on a date of the next one. */
function checkPattern({ from, to, days }: DatedDays, next: DatedDays | undefined): void {
  readDays(days)
  for (const date of [from, to])
    if (typeof date === 'string' && !isDate(date)) throw new Refused(settings, 'pattern_date_malformed')
  if (to !== undefined && to < (from ?? '')) throw new Refused(settings, 'pattern_ends_before_it_starts', { date: to })
  if (!next) return
  const begins = next.from ?? ''
  if (begins === (from ?? '') || (to !== undefined && begins <= to))
    throw new Refused(settings, 'patterns_overlap', { date: begins || (to ?? 'all dates') })
}

/** The full-time share as chosen, in percent. Throws Refused unless it is above 0 and at most 100. */
export function readShare(percent: unknown): number {
  if (typeof percent !== 'number' || !(percent > 0 && percent <= 100))
    throw new Refused(settings, 'full_time_share_malformed')
  return percent
}

/** The zone as chosen, or `ownZone`. Throws Refused for an unknown one. */
export function readPatternZone(zone: unknown): string {
  if (zone === ownZone || (typeof zone === 'string' && isZone(zone))) return String(zone)
  throw new Refused(settings, 'pattern_zone_unknown', { zone: String(zone).slice(0, 60) })
}

/** The days of the usual pattern, read. */
export const usualPatternDays: ReadonlyMap<number, PatternDay> = readDays(usualDays)
