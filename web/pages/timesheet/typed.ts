import { roundManual } from '../../../src/rules/timesheets.ts'
import { readHours } from '../../time.ts'

const daySeconds = 86_400

/** What to do with the hours typed into a cell: save these seconds (0 deletes the entry), say what is wrong, or nothing. */
export type Typed = { save: number } | { problem: string } | undefined

/**
 * Reads what was typed into a cell. `shown` is what the cell showed before, `duration` the seconds of its entry, if it has
 * one.
 */
export function readTyped(text: string, shown: string, duration: number | undefined): Typed {
  const given = text.trim()
  if (given === shown) return undefined
  const seconds = given === '' ? 0 : readHours(given)
  if (seconds === undefined) return { problem: 'Write hours like 7:30, 7.5 or 7h 30m.' }
  if (seconds > daySeconds) return { problem: 'A day has 24 hours.' }
  const isSame = duration === undefined ? seconds === 0 : seconds > 0 && roundManual(seconds) === duration
  return isSame ? undefined : { save: seconds }
}
