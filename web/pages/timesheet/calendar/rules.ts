import { overlaps } from '../../../../src/rules/time/timesheets.ts'
import { timeOfMinutes } from '../../../components/fields/time_of_day.ts'
import { endFrom } from '../../../components/time/same_clock.ts'
import { instant, isoAt, writtenOffset } from '../../../time.ts'
import { instantsAt } from '../entry/span.ts'
import type { Closed, Sheet } from '../week/week.ts'
import { isSame, type Local, type LocalSpan, localOf, minutesBetween } from './geometry.ts'

/** A timed entry on the calendar. `isMovable` is false if it can only be opened, not dragged. */
export type Timed = { sheet: Sheet; span: LocalSpan; isMovable: boolean }

/** What a user may do with entries by dragging. */
type Allowed = { mayEdit: boolean; mayTimes: boolean; passesClosed: boolean; closed: (date: string) => Closed }

/** The entries that have a start and end. A running entry lasts until `now`, a local time as the API writes it. */
export function timedOf(sheets: readonly Sheet[], now: string, allowed: Allowed): Timed[] {
  return sheets.flatMap((sheet) =>
    sheet.type === 'manual'
      ? []
      : [
          {
            sheet,
            span: { start: localOf(sheet.start), end: localOf(sheet.on_the_clock ? now : sheet.end) },
            isMovable: isMovable(sheet, allowed),
          },
        ],
  )
}

/** A change to approved time requires a reason, which the form asks for. */
function isMovable(sheet: Sheet, { mayEdit, mayTimes, passesClosed, closed }: Allowed): boolean {
  const state = closed(sheet.date)
  const isOpen = state === undefined || (state === 'submitted' && passesClosed)
  return mayEdit && mayTimes && isOpen && sheet.locked === 0 && !sheet.on_the_clock
}

/**
 * The instants at which a dragged entry starts and ends, in microseconds; undefined if clocks skip one of its times.
 */
export function instantsOf(sheet: Sheet, before: LocalSpan, after: LocalSpan, zone: string) {
  const [start, end] = [instant(sheet.start), instant(sheet.end)]
  const at = (local: Local) => instantsAt(local.date, timeOfMinutes(local.minute), zone)
  const from = isSame(before.start, after.start) ? start : at(after.start)[0]
  if (from === undefined) return undefined
  // An entry that is moved lasts as long by the clock, to the second: it ends where it is shown while it is dragged.
  const isMoved = minutesBetween(before.start, before.end) === minutesBetween(after.start, after.end)
  if (isMoved) {
    const offsets = { startOffset: writtenOffset(sheet.start), endOffset: writtenOffset(sheet.end) }
    return { start: from, end: endFrom(from, { start, end, ...offsets }, zone) }
  }
  const to = isSame(before.end, after.end) ? end : at(after.end).find((each) => each > from)
  return to === undefined || to <= from ? undefined : { start: from, end: to }
}

/** The fields to send for a dragged entry. */
export function itemOf({ start, end }: { start: number; end: number }, zone: string) {
  return { start: isoAt(start, zone), end: isoAt(end, zone) }
}

/** Why an entry cannot be placed there: it overlaps another one, the day is closed, or clocks skip one of its times. */
export type Refusal = { overlaps: Sheet } | { closed: Exclude<Closed, undefined> } | 'skipped'

/** Why a dragged entry cannot be placed there; undefined if it can. */
export function refusalOf(
  sheet: Sheet,
  times: { start: number; end: number } | undefined,
  date: string,
  { sheets, allowed, now }: { sheets: readonly Sheet[]; allowed: Allowed; now: number },
): Refusal | undefined {
  if (!times) return 'skipped'
  const state = allowed.closed(date)
  if (state && !(state === 'submitted' && allowed.passesClosed)) return { closed: state }
  const others = sheets.flatMap((other) =>
    other.type === 'manual'
      ? []
      : [{ id: other.id, start: instant(other.start), end: other.end === '' ? null : instant(other.end), other }],
  )
  const [first] = overlaps({ id: sheet.id, ...times }, others, now)
  return first && { overlaps: first.other }
}

/** How a key drags an entry: by days and minutes, as a whole or by its end; undefined for other keys. */
export function dragBy(key: string, withShift: boolean) {
  const [days, steps] = keys[key] ?? [0, 0]
  if (days === 0 && steps === 0) return undefined
  if (withShift) return steps === 0 ? undefined : ({ grip: 'end', days: 0, minutes: steps * 5 } as const)
  return { grip: 'move', days, minutes: steps * 5 } as const
}

const keys: Record<string, readonly [days: number, steps: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
