import type { Jobs } from '../../../components/jobs/jobs.ts'
import type { Owner } from '../week/owner.ts'
import type { Cell, Day, Sheet } from '../week/week.ts'

/** What the user can do with a cell of the grid. */
export type CellRules = {
  /** The first or only entry of the cell. */
  sheet: Sheet | undefined
  several: boolean
  /** The day is not closed to this user. */
  isOpen: boolean
  /** Hours can be typed into it. */
  writes: boolean
}

/** What the user can do with the cell of a job on a day. */
export function rulesOf(cell: Cell, day: Pick<Day, 'closed'>, jobId: number, jobs: Jobs, { rights }: Owner): CellRules {
  const [sheet, ...more] = cell.sheets
  const isOpen = !day.closed || rights.passesClosed
  const several = more.length > 0
  const fits = sheet
    ? sheet.type === 'manual' && !several && rights.mayEdit && sheet.locked === 0
    : takesHours(jobs, jobId)
  const writes = takesTyping(day, rights) && fits
  return { sheet, several, isOpen, writes }
}

/** Whether hours can be typed on a day. Changing approved time requires a reason, which the form asks for. */
export function takesTyping({ closed }: Pick<Day, 'closed'>, { mayHours, passesClosed }: Owner['rights']): boolean {
  return mayHours && (!closed || (closed === 'submitted' && passesClosed))
}

/** Breaks need start and end times; durations are for work and time off. */
function takesHours({ byId, mayUse }: Jobs, jobId: number): boolean {
  const kind = byId.get(jobId)?.kind ?? 'regular'
  return mayUse(jobId) && !kind.endsWith('_break')
}

/**
 * What opening a cell does: it starts typing, offers a choice of entries, opens an entry, adds one, or says why none of
 * these is possible.
 */
export function openingOf(
  { sheet, several, isOpen, writes }: CellRules,
  { rights, isMe }: Owner,
): 'type' | 'entries' | 'entry' | 'add' | 'closed' | 'rights' | undefined {
  if (writes) return 'type'
  if (several) return 'entries'
  if (sheet) return 'entry'
  if (!isOpen) return 'closed'
  if (rights.mayTimes) return 'add'
  return isMe ? 'rights' : undefined
}

/** What a key does in a cell that is not being edited. `hasHours` also counts hours that are still being saved. */
export function keyAction(
  key: string,
  { sheet, writes }: CellRules,
  hasHours = sheet !== undefined,
): 'open' | 'form' | 'dismiss' | 'type' | 'clear' | undefined {
  if (key === 'Enter' || key === ' ') return 'open'
  if (key === 'Escape') return 'dismiss'
  if (!writes) return undefined
  if (key === 'F2') return 'form'
  if (/^[\d.,:]$/.test(key)) return 'type'
  return hasHours && (key === 'Delete' || key === 'Backspace') ? 'clear' : undefined
}

/**
 * Where a key that ends an edit moves, in rows down and columns to the right; undefined if it does not end the edit.
 * Left and right move within the text.
 */
export function leavingBy(key: string, withShift: boolean): readonly [down: number, right: number] | undefined {
  if (key === 'Enter' || key === 'ArrowDown') return [1, 0]
  if (key === 'ArrowUp') return [-1, 0]
  return key === 'Tab' ? [0, withShift ? -1 : 1] : undefined
}
