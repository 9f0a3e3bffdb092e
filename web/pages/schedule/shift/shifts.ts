import { addDays, instantOf, localDate } from '../../../../src/rules/time/calendar.ts'
import { editReach, mayEditEvent, viewReach } from '../../../../src/rules/time/schedule.ts'
import type { Records } from '../../../api/records.ts'
import type { Me } from '../../../api/start.ts'
import { datesFrom } from '../../../components/calendar/dates.ts'
import { askerOf } from '../../../components/people/asker.ts'
import { movedByDays } from '../../../components/time/same_clock.ts'
import { instant, isoAt } from '../../../time.ts'

type EventRecord = Records['schedule_events']

/** A shift with derived values. Instants are microseconds since the epoch, dates are in its own time zone. */
export type Shift = {
  id: number
  record: EventRecord
  people: readonly number[]
  start: number
  end: number
  zone: string
  /** The first and last date of the shift. */
  first: string
  last: string
  /** Whether the signed-in user may change it. */
  mine: boolean
}

/** The part of a shift that falls on one date. */
export type Piece = { shift: Shift; date: string; part: 'whole' | 'first' | 'middle' | 'last' }

/** Longer shifts are not counted as hours of work: a week on call, a training. */
const workMax = 24 * 3600e6

/** Whether the user plans for others. */
export function plansForOthers(me: Me): boolean {
  const { everyone, managed } = editReach(askerOf(me))
  return everyone || (managed && me.manages.length > 0)
}

/** Whether the signed-in user plans this person's shifts. */
export function mayPlanFor(me: Me, user: { id: number; group_id: number }): boolean {
  return mayEditEvent(askerOf(me), [user], 0)
}

/** Whether the signed-in user sees this person's shifts. */
export function seesShiftsOf(me: Me, user: { id: number; group_id: number }): boolean {
  const reach = viewReach(askerOf(me))
  return (
    reach.everyone ||
    (user.id === me.user.id && (reach.self || reach.group)) ||
    (reach.managed && user.group_id !== 0 && me.manages.includes(user.group_id)) ||
    (reach.group && user.group_id !== 0 && user.group_id === me.user.group_id)
  )
}

/** A shift as the API returns it, with derived values. */
export function shiftOf(record: EventRecord, me: Me, users: ReadonlyMap<number, Records['users']>): Shift {
  const [start, end, zone] = [instant(record.start), instant(record.end), record.timezone]
  const people = record.assigned_user_ids.map(Number)
  const owners = people.map((id) => users.get(id) ?? { id, group_id: 0 })
  return {
    id: record.id,
    record,
    people,
    start,
    end,
    zone,
    first: localDate(start, zone),
    last: localDate(end - 1, zone),
    mine: mayEditEvent(askerOf(me), owners, record.user_id),
  }
}

/** The parts of a shift by date. */
export function piecesOf(shift: Shift): Piece[] {
  return datesFrom(shift.first, shift.last).map((date) => {
    const [begins, ends] = [date === shift.first, date === shift.last]
    return { shift, date, part: begins && ends ? 'whole' : begins ? 'first' : ends ? 'last' : 'middle' }
  })
}

/** Seconds of work that a shift plans on a date; 0 for shifts that don't count as hours. */
export function plannedOn({ shift, date, part }: Piece): number {
  const { start, end, zone, record } = shift
  if (record.all_day || end - start > workMax) return 0
  if (part === 'whole') return (end - start) / 1e6
  const [from, to] = [instantOf(date, 0, zone), instantOf(addDays(date, 1), 0, zone)]
  return Math.max(0, Math.min(end, to) - Math.max(start, from)) / 1e6
}

/** The times of a shift moved by a number of days in local time: 8:00 stays 8:00 across clock changes. */
export function movedBy({ record, start, end, zone }: Shift, days: number): { start: string; end: string } {
  if (days === 0) return { start: record.start, end: record.end }
  const moved = movedByDays({ start, end }, days, zone)
  return { start: isoAt(moved.start, zone), end: isoAt(moved.end, zone) }
}

/** The people of a shift after moving it from one row to another; undefined is the row of open shifts. */
export function passedOn(people: readonly number[], from: number | undefined, to: number | undefined): number[] {
  const others = people.filter((id) => id !== from && id !== to)
  return to === undefined ? others : [...others, to]
}
