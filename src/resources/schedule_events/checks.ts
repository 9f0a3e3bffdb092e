import { zoneFor } from '../../company/settings/settings.ts'
import { isNone } from '../../engine/batch.ts'
import type { Context } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import type { Item } from '../../engine/table.ts'
import { addDays, instantOf, localDate } from '../../rules/time/calendar.ts'
import { mayEditEvent, spanProblem } from '../../rules/time/schedule.ts'
import type { Facts } from './facts.ts'
import type { ScheduleEvent } from './record.ts'

/** A write of an event: the record before and after, and the item that asks for it. Without `before` it is new. */
type Change = {
  before: ScheduleEvent | undefined
  after: ScheduleEvent
  item: Item
  ctx: Context
  facts: Facts
}

/** The changes that a check applies to, and the check, which throws a Refusal. */
type Check = readonly [applies: (change: Change) => boolean, check: (change: Change) => void]

/** Refuses a change that is not allowed. The first check in this order that fails decides the answer. */
const checks: readonly Check[] = [
  [always, actorMayChange],
  [isNew, endIsGiven],
  [always, calendarExists],
  [({ before, after }) => after.jobcode_id !== (before?.jobcode_id ?? 0), jobcodeIsActive],
  [always, newAssigneesAreActive],
  [always, spanIsPossible],
  [always, resultIsWithinReach],
]

/** Runs all checks that apply. */
export function checkChange(change: Change): void {
  for (const [applies, check] of checks) if (applies(change)) check(change)
}

/** Whether the actor may change this event. */
export function mayEdit(event: ScheduleEvent, { actor, work }: Context): boolean {
  const assignees = event.assigned_user_ids.flatMap((id) => work.get('users', id) ?? [])
  return mayEditEvent(actor, assignees, event.created_by_user_id)
}

/** The event with all derived values. */
export function complete(
  given: ScheduleEvent,
  before: ScheduleEvent | undefined,
  { work, company }: Context,
): ScheduleEvent {
  const event = { ...given }
  const [first] = event.assigned_user_ids
  event.user_id = first ?? event.created_by_user_id
  if (event.timezone === '') event.timezone = zoneFor(company, first ? work.get('users', first) : undefined)
  if (event.all_day) Object.assign(event, wholeDay(event, before))
  return event
}

/** From midnight to midnight in the zone of the event. The day stays when only the zone changes. */
function wholeDay(event: ScheduleEvent, before: ScheduleEvent | undefined): Pick<ScheduleEvent, 'start' | 'end'> {
  const zone = before && before.start === event.start ? before.timezone : event.timezone
  const day = localDate(event.start, zone)
  return { start: instantOf(day, 0, event.timezone), end: instantOf(addDays(day, 1), 0, event.timezone) }
}

function always(): boolean {
  return true
}

function isNew({ before }: Change): boolean {
  return before === undefined
}

/** The actor must be allowed to edit the existing event, or the new one. */
function actorMayChange({ before, after, ctx }: Change): void {
  refuseBeyondReach(before ?? after, ctx)
}

function endIsGiven({ after, item }: Change): void {
  if (!after.all_day && isNone(item.end)) throw new Refusal(417, 'required', { field: 'end' })
}

function calendarExists({ after: { schedule_calendar_id }, ctx }: Change): void {
  if (!ctx.work.get('schedule_calendars', schedule_calendar_id))
    throw new Refusal(417, 'no_such_calendar', { id: schedule_calendar_id })
}

function jobcodeIsActive({ after: { jobcode_id }, facts }: Change): void {
  if (jobcode_id !== 0 && !facts.jobcodes.get(jobcode_id)?.active)
    throw new Refusal(417, 'no_active_jobcode', { field: 'jobcode_id', id: jobcode_id })
}

function newAssigneesAreActive({ before, after, ctx }: Change): void {
  for (const userId of after.assigned_user_ids)
    if (!before?.assigned_user_ids.includes(userId) && !ctx.work.get('users', userId)?.active)
      throw new Refusal(417, 'no_active_user', { field: 'assigned_user_ids', id: userId })
}

function spanIsPossible({ after }: Change): void {
  const problem = spanProblem(after.start, after.end)
  if (problem) throw new Refusal(417, problem)
}

/** An event cannot be assigned to people whose schedule the actor does not plan. */
function resultIsWithinReach({ after, ctx }: Change): void {
  refuseBeyondReach(after, ctx)
}

function refuseBeyondReach(event: ScheduleEvent, ctx: Context): void {
  if (!mayEdit(event, ctx)) throw new Refusal(403, 'not_your_event')
}
