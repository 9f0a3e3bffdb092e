import { hour, second } from './calendar.ts'

// What may stand beside what on a person's time line, as plain values. Instants are microseconds, durations seconds.

/** What `submitted_to` and `approved_to` hold before anything was submitted or approved. */
export const startOfTime = '2000-01-01'

/** A person is clocked out by the server after this long. */
export const longestShift = 7 * 24 * hour

/** How far ahead a clock-in may lie: clocks differ. */
export const clockTolerance = 300 * second

/** How late a punch may come from a device that was without network: a long weekend. */
export const lateTolerance = 72 * hour

/** As much of a timesheet as these rules need; a running one has no end. */
type Span = { id: number; start: number; end: number | null }

/** Manual time is kept in hundredths of an hour: 1000 s are 0.28 h are 1008 s. */
export function roundManual(seconds: number): number {
  return Math.round(seconds / 36) * 36
}

/** Whole seconds between start and end; 0 while running. */
export function durationOf(span: { start: number; end: number | null }): number {
  return span.end === null ? 0 : Math.floor((span.end - span.start) / second)
}

/**
 * Those of the entries that share an instant with the candidate. Touching ends are fine, an entry of no length is never
 * in the way, and a running one lasts until now, for a second at least.
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

/** True when the candidate lies inside the host and leaves time on both sides of it. */
export function liesInside(candidate: Span, host: Span): boolean {
  return candidate.end !== null && host.end !== null && host.start < candidate.start && candidate.end < host.end
}

/** The two stretches that are left of a host when the middle is taken out. */
export function splitAround(host: { start: number; end: number }, middle: { start: number; end: number }) {
  return [
    { start: host.start, end: middle.start },
    { start: middle.end, end: host.end },
  ] as const
}

/** The break that an automatic lunch takes out of the middle of a finished entry, or undefined when it is too short. */
export function lunchOf(
  span: { start: number; end: number | null },
  settings: { lunch_deduct: number; lunch_length: number; lunch_threshold: number },
): { start: number; end: number } | undefined {
  if (!settings.lunch_deduct || span.end === null) return undefined
  const length = Math.round(settings.lunch_length * 3600)
  const whole = durationOf(span)
  if (whole <= settings.lunch_threshold * 3600 || whole <= length || length <= 0) return undefined
  const start = span.start + Math.floor((whole - length) / 2) * second
  return { start, end: start + length * second }
}

/** Why a span cannot stand, or undefined. `closing` is true when a running entry gets its end. */
export function spanError(
  span: { start: number; end: number | null },
  now: number,
  closing: boolean,
): string | undefined {
  if (span.end === null) {
    if (span.start > now + clockTolerance) return 'start of a running timesheet must not lie in the future'
    return span.start <= now - longestShift ? 'start of a running timesheet must be within the last 7 days' : undefined
  }
  if (span.end < span.start || (span.end === span.start && !closing)) return 'end must be after start'
  return span.end - span.start > longestShift ? 'a timesheet must not be longer than 7 days' : undefined
}

/** OPEN while running, then APPROVED or SUBMITTED by the owner's dates, else CLOSED. */
export function stateOf(
  sheet: { end: number | null; date: string },
  owner: { submitted_to: string; approved_to: string } | undefined,
): 'OPEN' | 'CLOSED' | 'SUBMITTED' | 'APPROVED' {
  if (sheet.end === null) return 'OPEN'
  if (owner && sheet.date <= owner.approved_to) return 'APPROVED'
  return owner && sheet.date <= owner.submitted_to ? 'SUBMITTED' : 'CLOSED'
}

/** When a forgotten clock-out is closed: after 7 days, or earlier where the company says so. */
export function clockOutAt(
  start: number,
  settings: { clockout_override: number; clockout_override_hours: number },
): number {
  const early = settings.clockout_override ? settings.clockout_override_hours * hour : longestShift
  return start + Math.min(Math.max(early, hour), longestShift)
}
