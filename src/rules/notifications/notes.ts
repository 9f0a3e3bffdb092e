import type { Translate } from '../language/messages.ts'
import type { Settings } from '../settings/settings.ts'
import { dayText } from './format_times.ts'

/** The most characters of a note that a message quotes. */
const noteMax = 200

/** The people to notify of notes on a person's time: administrators and managers, if the settings say so. */
export function toldOfNotes(
  general: Settings,
  { administrators, managers }: { administrators: readonly number[]; managers: readonly number[] },
): number[] {
  return [
    ...new Set([
      ...(Number(general.timesheet_notes_notify_admin) === 1 ? administrators : []),
      ...(Number(general.timesheet_notes_notify_mgrs) === 1 ? managers : []),
    ]),
  ]
}

/** The message: `Note of Maya Torres, Mon, Mar 9: Waiting for the inspector`. */
export function noteWords(name: string, { date, notes }: { date: string; notes: string }, t: Translate): string {
  const text = notes.replaceAll(/\s+/g, ' ').trim()
  const characters = [...text]
  const shown = characters.length > noteMax ? `${characters.slice(0, noteMax).join('')}…` : text
  return t('Note of {name}, {day}: {text}', { name, day: dayText(date, t), text: shown })
}
