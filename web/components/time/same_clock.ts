import { addDays, instantOf, localDate, offsetSeconds, second } from '../../../src/rules/time/calendar.ts'

// What is copied or moved to another day keeps its times of the clock, not its length: a night shift from 22:00 to 06:00
// stays one in the night in which clocks change. Instants are microseconds, offsets seconds.

/** A span of time. Offsets with which it was recorded are used instead of the zone's current rules. */
type Clocked = { start: number; end: number; startOffset?: number; endOffset?: number }

/**
 * The same local times a number of days later. As in iCalendar (RFC 5545, 3.3.5), a time that occurs twice is the earlier
 * one, and a time that clocks skip moves forward by the gap. A span without two different times of the clock, such as
 * one within the hour that occurs twice, keeps its length.
 */
export function movedByDays(span: Clocked, days: number, zone: string): { start: number; end: number } {
  const start = shown(clockOf(span.start, span.startOffset, zone), days, zone)
  const end = shown(clockOf(span.end, span.endOffset, zone), days, zone)
  return { start, end: lasting(span, start, end) }
}

/** The end of a span that is moved to another start and lasts as long by the clock. */
export function endFrom(start: number, span: Clocked, zone: string): number {
  const length = clockOf(span.end, span.endOffset, zone) - clockOf(span.start, span.startOffset, zone)
  return lasting(span, start, shown(clockOf(start, undefined, zone) + length, 0, zone))
}

function lasting(span: Clocked, start: number, end: number): number {
  return end > start ? end : start + span.end - span.start
}

/** What the clock shows, as an instant in UTC. */
function clockOf(at: number, recorded: number | undefined, zone: string): number {
  return at + (recorded ?? offsetSeconds(at, zone)) * second
}

/** When clocks in the zone show this, some days later. */
function shown(clock: number, days: number, zone: string): number {
  const date = localDate(clock, 'UTC')
  const ofDay = Math.floor((clock - instantOf(date, 0, 'UTC')) / second)
  return instantOf(addDays(date, days), ofDay, zone)
}
