import type { Records } from '../../api/records.ts'
import { instant } from '../../time.ts'
import type { Shift } from './shift/shifts.ts'

type Entry = Records['time_off_request_entries']

/** A conflict of a shift for one of its people. */
export type Warning =
  | { kind: 'shift'; userId: number; shift: Shift }
  | { kind: 'off' | 'asked'; userId: number; entry: Entry }

/** A time at which a person is needed: an existing shift, or one being edited. */
type Wanted = Pick<Shift, 'people' | 'start' | 'end'> & { id?: number; allDay: boolean }

/** The shifts and time off around a shift. */
export type Around = { shifts: readonly Shift[]; entries: readonly Entry[] }

/** The conflicts of a shift: other shifts of the same people at the same time, and their time off. */
export function warningsOf(wanted: Wanted, { shifts, entries }: Around): Warning[] {
  const people = new Set(wanted.people)
  const others = shifts.flatMap((shift): Warning[] => {
    // All-day shifts say where a person is, not that they are busy.
    if (shift.id === wanted.id || shift.record.all_day || wanted.allDay || !touches(wanted, shift)) return []
    return shift.people.filter((id) => people.has(id)).map((userId) => ({ kind: 'shift', userId, shift }))
  })
  const away = entries.flatMap((entry): Warning[] => {
    const { user_id: userId, status, active } = entry
    const decided = status === 'approved' ? 'off' : status === 'pending' ? 'asked' : undefined
    if (!active || !decided || !people.has(userId)) return []
    const span = { start: instant(entry.start_time), end: instant(entry.end_time) }
    return touches(wanted, span) ? [{ kind: decided, userId, entry }] : []
  })
  return [...away, ...others]
}

type Span = { start: number; end: number }

function touches(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}
