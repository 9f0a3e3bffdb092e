import { type Reason, reason } from '../refusals/reason.ts'
import { day, hour, offsetSeconds, printLocal, second } from './calendar.ts'

// The limits of an entry, as plain values: its length, automatic clock-out, overlap, late punches, state, and recorded
// UTC offsets. Instants are microseconds, durations seconds.

/** The value of `submitted_to` and `approved_to` before anything is submitted or approved. */
export const startOfTime = '2000-01-01'

/** The longest entry in days: after this long, the server clocks out a person who forgot to (`clockOutAt` below). */
export const longestEntryDays = 7

/** The longest entry in microseconds. */
export const longestEntry = longestEntryDays * day

/** How far in the future a clock-in may lie, because clocks differ. */
export const clockTolerance = 300 * second

/** How late a punch that a phone recorded offline may arrive: after a long weekend. */
export const offlinePunchAgeMax = 72 * hour

/** The part of a timesheet these rules need; a running one has no end. */
type Span = { id: number; start: number; end: number | null }

/** Rounds manual time to hundredths of an hour, as it is stored: 1000 s are 0.28 h, which are 1008 s. */
export function roundManual(seconds: number): number {
  return Math.round(seconds / 36) * 36
}

/** Whole seconds between start and end; 0 while running. */
export function durationOf(span: { start: number; end: number | null }): number {
  return span.end === null ? 0 : Math.floor((span.end - span.start) / second)
}

/**
 * The entries that share an instant with the candidate. Touching ends do not overlap, an entry of zero length never
 * does, and a running entry lasts until now, at least a second.
 */
export function overlaps<S extends Span>(candidate: Span, entries: readonly S[], now: number): S[] {
  const last = (span: Span) => span.end ?? Math.max(now, span.start + second)
  if (candidate.end === candidate.start) return []
  return entries.filter(
    (entry) =>
      entry.id !== candidate.id &&
      entry.end !== entry.start &&
      entry.start < last(candidate) &&
      candidate.start < last(entry),
  )
}

/** Whether a span has an end. */
export function isFinished<S extends Pick<Span, 'end'>>(span: S): span is S & { end: number } {
  return span.end !== null
}

/** Whether the candidate lies inside the host with time left on both sides. */
export function liesInside(candidate: Span, host: Span): boolean {
  return candidate.end !== null && host.end !== null && host.start < candidate.start && candidate.end < host.end
}

/** The two parts of a host that remain when the middle is cut out. */
export function splitAround(host: { start: number; end: number }, middle: { start: number; end: number }) {
  return [
    { start: host.start, end: middle.start },
    { start: middle.end, end: host.end },
  ] as const
}

/** Why a span is not allowed, or undefined. `closing` is true if a running entry is being ended. */
export function spanError(
  span: { start: number; end: number | null },
  now: number,
  closing: boolean,
): Reason | undefined {
  if (span.end === null) {
    if (span.start > now + clockTolerance) return reason('start_in_future')
    return span.start <= now - longestEntry ? reason('start_too_early') : undefined
  }
  if (span.end < span.start || (span.end === span.start && !closing)) return reason('end_not_after_start')
  return span.end - span.start > longestEntry ? reason('timesheet_too_long') : undefined
}

/** OPEN while running, else APPROVED or SUBMITTED according to the owner's dates, else CLOSED. */
export function stateOf(
  sheet: { end: number | null; date: string },
  owner: { submitted_to: string; approved_to: string } | undefined,
): 'OPEN' | 'CLOSED' | 'SUBMITTED' | 'APPROVED' {
  if (sheet.end === null) return 'OPEN'
  if (owner && sheet.date <= owner.approved_to) return 'APPROVED'
  return owner && sheet.date <= owner.submitted_to ? 'SUBMITTED' : 'CLOSED'
}

/**
 * When a running entry is closed because the clock-out was forgotten: after 7 days, or earlier if the company says so.
 */
export function clockOutAt(start: number, settings: Readonly<Record<string, unknown>>): number {
  const early = settings.clockout_override ? Number(settings.clockout_override_hours) * hour : longestEntry
  return start + Math.min(Math.max(early, hour), longestEntry)
}

/** The part of a timesheet that determines local times. Offsets are seconds; null if they were not recorded. */
type Clocked = {
  start: number
  end: number | null
  tz_str: string
  start_offset?: number | null
  end_offset?: number | null
}

/**
 * The offsets with which a timesheet is recorded: those of its zone when its start or end was last set. Known offsets
 * of a new one are kept, such as those of the end of an entry that was split.
 */
export function recordedOffsets(after: Clocked, before: Clocked | undefined) {
  const offsetOf = (side: 'start' | 'end') => {
    const [at, zone] = [after[side], after.tz_str]
    if (at === null) return null
    if (before && before[side] === at && before.tz_str === zone) return after[`${side}_offset`] ?? null
    return (before ? null : after[`${side}_offset`]) ?? offsetSeconds(at, zone)
  }
  return { start_offset: offsetOf('start'), end_offset: offsetOf('end') }
}

/**
 * The offset with which to print an instant of an entry that was recorded at `at`, such as its rounded start: the zone's,
 * shifted by as much as its rules have changed since.
 */
export function offsetNear(instant: number, recorded: { at: number; offset: number | null }, zone: string): number {
  const shift = recorded.offset === null ? 0 : recorded.offset - offsetSeconds(recorded.at, zone)
  return offsetSeconds(instant, zone) + shift
}

/**
 * The offsets for a span within an entry, such as a break that was cut out of it: the same as the entry's, even if the
 * zone's rules have changed since. Nothing if the entry has no recorded offset.
 */
export function clocksWithin(
  { start: at, tz_str, start_offset }: Clocked,
  { start, end }: { start: number; end: number },
) {
  if (start_offset == null) return {}
  const offsetAt = (instant: number) => offsetNear(instant, { at, offset: start_offset }, tz_str)
  const first = offsetAt(start)
  return {
    start_offset: first,
    end_offset: offsetAt(end),
    date: printLocal(start, tz_str, first).slice(0, 10),
    tz: Math.trunc(first / 3600) + 0,
  }
}

/** The zone's offset at an instant in whole hours, truncated toward zero. */
export function hoursOf(instant: number, zone: string): number {
  return Math.trunc(offsetSeconds(instant, zone) / 3600) + 0
}
