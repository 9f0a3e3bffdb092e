import { localDate } from '../calendar.ts'
import type { Settings } from '../settings.ts'
import { dayText, momentText, timeText } from './format_times.ts'

/** Who else is told that somebody was clocked out: administrators and managers, each where the settings say so. */
export function toldOfClockOut(
  general: Settings,
  { administrators, managers }: { administrators: readonly number[]; managers: readonly number[] },
): number[] {
  return [
    ...new Set([
      ...(Number(general.clockout_override_notify_admin) === 1 ? administrators : []),
      ...(Number(general.clockout_override_notify_mgrs) === 1 ? managers : []),
    ]),
  ]
}

type Closed = { start: number; end: number }

/** What the person reads. */
export function ownClockOutWords({ start, end }: Closed, zone: string, timeFormat: unknown): string {
  return `You did not clock out after ${momentText(start, zone, timeFormat)}, so the entry was closed at ${untilText({ start, end }, zone, timeFormat)}. Correct it if that is not when you left.`
}

/** What somebody else reads, in their own zone. */
export function clockOutWords(name: string, { start, end }: Closed, zone: string, timeFormat: unknown): string {
  return `${name} did not clock out after ${momentText(start, zone, timeFormat)}; the entry was closed at ${untilText({ start, end }, zone, timeFormat)}.`
}

function untilText({ start, end }: Closed, zone: string, timeFormat: unknown): string {
  const day = localDate(end, zone)
  const time = timeText(end, zone, timeFormat)
  return day === localDate(start, zone) ? time : `${time} on ${dayText(day)}`
}
