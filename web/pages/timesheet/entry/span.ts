import { msg } from '../../../../src/rules/language/messages.ts'
import { addDays, instantOf, localDate, offsetSeconds } from '../../../../src/rules/time/calendar.ts'
import { isTimeOfDay, timeProblem } from '../../../components/fields/time_of_day.ts'
import { t } from '../../../language.ts'
import { inputTime, instant, isoAt, writtenOffset } from '../../../time.ts'

// Start and end of an entry as typed. These are local times, which occur twice or never on nights when clocks change.

/** The values of the fields. `endDate` is only asked for if the end is more than a day away. */
export type TypedSpan = {
  date: string
  start: string
  end: string
  endDate: string | undefined
  /** Which of two equal times is meant, 0 for the earlier one; undefined if not chosen. */
  startTurn: number | undefined
  endTurn: number | undefined
}

/**
 * The recorded times. Their seconds, and which occurrence of a repeated hour they mean, are kept unless another time is
 * typed.
 */
export type KnownSpan = { start: string; end: string }

/** The times that the fields mean. Instants are microseconds; `end` is undefined while unknown. */
type ReadSpan = {
  start: number | undefined
  end: number | undefined
  /** The date on which the entry ends. */
  endsOn: string | undefined
  /** The instants that the times may mean, if there are two. */
  starts: readonly number[]
  ends: readonly number[]
  problems: { start?: string; end?: string }
}

/**
 * The instants at which clocks in the zone show this date and time: one, two when clocks go back, none when they skip
 * it.
 */
export function instantsAt(date: string, time: string, zone: string): number[] {
  if (!isTimeOfDay(time) || date === '') return []
  const [h = 0, m = 0] = time.split(':').map(Number)
  const first = instantOf(date, h * 3600 + m * 60, zone)
  const shows = (at: number) => localDate(at, zone) === date && inputTime(isoAt(at, zone), zone) === time
  if (!shows(first)) return []
  // Clocks go back by an hour, or by half an hour on Lord Howe Island.
  const again = [1800, 3600, 7200].map((seconds) => first + seconds * 1e6).find(shows)
  return again === undefined ? [first] : [first, again]
}

/** What the typed times mean. The end is its first occurrence after the start. */
export function readSpan(typed: TypedSpan, zone: string, known?: KnownSpan): ReadSpan {
  const problems: ReadSpan['problems'] = {}
  const starts = instantsLike(known?.start, typed.date, typed.start, zone)
  const start = chosen(starts, typed.startTurn, known?.start)
  if (typed.start === '') problems.start = t('Enter a start time.')
  else if (!isTimeOfDay(typed.start)) problems.start = timeProblem(typed.start)!
  else if (start === undefined) problems.start = t(skipped)
  if (typed.end === '') problems.end = t('Enter an end time.')
  else if (!isTimeOfDay(typed.end)) problems.end = timeProblem(typed.end)!
  if (start === undefined || !isTimeOfDay(typed.end))
    return { start, end: undefined, endsOn: undefined, starts, ends: [], problems }
  const dates = typed.endDate === undefined ? [typed.date, addDays(typed.date, 1)] : [typed.endDate]
  for (const date of dates) {
    const ends = instantsLike(known?.end, date, typed.end, zone).filter((at) => at > start)
    const end = chosen(ends, typed.endTurn, known?.end)
    if (end !== undefined) return { start, end, endsOn: date, starts, ends, problems }
  }
  problems.end = typed.endDate === undefined ? t(skipped) : t('End time must be after start time.')
  return { start, end: undefined, endsOn: undefined, starts, ends: [], problems }
}

const skipped = msg('Clocks go forward that night and never show this time. Choose another time.')

/**
 * The instants of a typed time. The recorded time keeps its seconds, which are never typed, and its offset, even if the
 * zone now has another one.
 */
function instantsLike(known: string | undefined, date: string, time: string, zone: string): number[] {
  const at = known ? instant(known) : Number.NaN
  if (known?.slice(0, 16) === `${date}T${time}` && writtenOffset(known) !== printedOffset(at, zone)) return [at]
  return instantsAt(date, time, zone).map((each) => (at >= each && at < each + 60e6 ? at : each))
}

/** The zone's offset as the API writes it, to the minute. */
function printedOffset(at: number, zone: string): number {
  return writtenOffset(isoAt(at, zone))
}

/** The chosen instant, else the recorded one, else the earlier one. */
function chosen(at: readonly number[], turn: number | undefined, known: string | undefined): number | undefined {
  const before = known ? at.indexOf(instant(known)) : -1
  return at[Math.min(turn ?? Math.max(before, 0), at.length - 1)]
}

/** Seconds by which clocks change between two instants; positive if they go forward. */
export function clockChange(start: number, end: number, zone: string): number {
  return offsetSeconds(end, zone) - offsetSeconds(start, zone)
}
