import { localDate } from '../calendar.ts'
import type { Settings } from '../settings.ts'
import { dayText, momentText, timeText } from './format_times.ts'

/** Who else is notified that a person was clocked out: administrators and managers, if the settings say so. */
export function clockOutRecipients(
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

/** The notice for the person who was clocked out. */
export function ownClockOutWords({ start, end }: Closed, zone: string, timeFormat: unknown): string {
  return `You did not clock out after ${momentText(start, zone, timeFormat)}, so the entry was closed at ${untilText({ start, end }, zone, timeFormat)}. Correct it if that is not when you left.`
}

/** The notice for managers and administrators, in the reader's own zone. */
export function clockOutWords(name: string, { start, end }: Closed, zone: string, timeFormat: unknown): string {
  return `${name} did not clock out after ${momentText(start, zone, timeFormat)}; the entry was closed at ${untilText({ start, end }, zone, timeFormat)}.`
}

function untilText({ start, end }: Closed, zone: string, timeFormat: unknown): string {
  const day = localDate(end, zone)
  const time = timeText(end, zone, timeFormat)
  return day === localDate(start, zone) ? time : `${time} on ${dayText(day)}`
}
