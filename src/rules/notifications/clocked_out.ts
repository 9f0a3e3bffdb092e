import type { Translate } from '../language/messages.ts'
import type { Settings } from '../settings/settings.ts'
import { localDate } from '../time/calendar.ts'
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
export function ownClockOutWords(closed: Closed, zone: string, timeFormat: unknown, t: Translate): string {
  const values = textsOf(closed, zone, timeFormat, t)
  return isOneDay(closed, zone)
    ? t(
        'You did not clock out after {moment}, so the entry was closed at {time}. Correct it if that is not when you left.',
        values,
      )
    : t(
        'You did not clock out after {moment}, so the entry was closed at {time} on {day}. Correct it if that is not when you left.',
        values,
      )
}

/** The notice for managers and administrators, in the reader's own zone. */
export function clockOutWords(name: string, closed: Closed, zone: string, timeFormat: unknown, t: Translate): string {
  const values = { name, ...textsOf(closed, zone, timeFormat, t) }
  return isOneDay(closed, zone)
    ? t('{name} did not clock out after {moment}; the entry was closed at {time}.', values)
    : t('{name} did not clock out after {moment}; the entry was closed at {time} on {day}.', values)
}

function isOneDay({ start, end }: Closed, zone: string): boolean {
  return localDate(start, zone) === localDate(end, zone)
}

function textsOf({ start, end }: Closed, zone: string, timeFormat: unknown, t: Translate) {
  return {
    moment: momentText(start, zone, timeFormat, t),
    time: timeText(end, zone, timeFormat, t),
    day: dayText(localDate(end, zone), t),
  }
}
