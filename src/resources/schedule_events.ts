import { zoneFor } from '../company/settings.ts'
import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import type { Fields } from '../engine/fields.ts'
import { before, since, state } from '../engine/filters.ts'
import { isNone } from '../engine/items.ts'
import { type Outcome, resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import type { Values } from '../engine/table.ts'
import { addDays, instantOf, localDate } from '../rules/calendar.ts'
import { editReach, mayEditEvent, spanProblem } from '../rules/schedule.ts'
import { type Facts, loadFacts } from './schedule_events/facts.ts'
import { fields, type ScheduleEvent } from './schedule_events/record.ts'
import { addEvent, changeEvent } from './schedule_events/team.ts'
import { eventFilters, findEvents, visibleEvents } from './schedule_events/visibility.ts'
import { choose, lookUpShown, relatedOf } from './timesheets/choices.ts'
import type { User } from './users.ts'

/** Shifts: who is to work when. One of several people is shown once for each of them, or once with all. */
export const scheduleEvents = resource<typeof fields, Facts>('schedule_events', {
  about: 'Shifts of the schedule.',
  example: {
    schedule_calendar_id: 7001,
    start: '2026-03-02T08:00:00-07:00',
    end: '2026-03-02T16:00:00-07:00',
    assigned_user_ids: ['5102'],
    title: 'Delivery',
  },
  volatile: true,
  order: sql`"start", id`,
  fields,
  filters: {
    ...eventFilters,
    active: state('active', 'both'),
    draft: state('draft', 'no'),
    modified_before: before(),
    modified_since: since(),
  },
  demands: ['ids', 'start', 'modified_since', 'modified_before'].map((label) => ['schedule_calendar_ids', label]),
  beside: {
    team_events: {
      schema: { type: 'string', enum: ['instance', 'base'], default: 'instance' },
      about: 'Whether an event of several people is answered as one for each of them, or as one with all.',
    },
  },
  visible: visibleEvents,
  find: findEvents,
  related: (row, ctx) => ({
    ...relatedOf(row, ctx),
    ...(Object.keys(row.customfields).length === 0 ? { customfields: [] } : {}),
    users: [row.user_id, ...row.assigned_user_ids],
    schedule_calendars: [row.schedule_calendar_id],
  }),
  prepare: lookUpShown,
  facts: loadFacts,
  create(draft, ctx, facts, item) {
    checkRight(draft, ctx)
    if (!draft.all_day && isNone(item.end)) throw new Refusal(417, 'end is required')
    const event = complete(draft, undefined, ctx, facts)
    event.customfields = choose({}, draft.customfields, ctx, facts.fields)
    return outcome(addEvent(event, ctx, facts), ctx, facts)
  },
  update(before, patch, ctx, facts) {
    checkRight(before, ctx)
    const event = complete({ ...before, ...patch, customfields: before.customfields }, before, ctx, facts)
    if (patch.customfields) event.customfields = choose(before.customfields, patch.customfields, ctx, facts.fields)
    if (isSame(before, event)) return before
    checkRight(event, ctx)
    // Changing a team event as a whole counts as one change, unless people are added or removed.
    const assigned = fields.assigned_user_ids.save
    const asOne = before.kind === 'base' && assigned(before.assigned_user_ids) === assigned(event.assigned_user_ids)
    return outcome(changeEvent(before, event, ctx, facts), ctx, facts, asOne ? 200 : 201)
  },
  sideEffects(rows, { work }, { effects }) {
    const numbers = new Set(rows.flatMap((row) => [...(effects.get(row.id) ?? [])]))
    return { schedule_events: [...numbers].flatMap((id) => work.get<ScheduleEvent>('schedule_events', id) ?? []) }
  },
  absent: (actor) =>
    editReach(actor).everyone
      ? { status: 417, message: 'no schedule event with that id exists in this company' }
      : { status: 403, message: 'your schedule permissions do not cover an event with that id' },
})

/** The event with all that follows from what was given; refuses what cannot be. */
function complete(given: ScheduleEvent, before: ScheduleEvent | undefined, ctx: Context, facts: Facts): ScheduleEvent {
  const { work, company } = ctx
  const event = { ...given }
  if (!work.get('schedule_calendars', event.schedule_calendar_id))
    throw new Refusal(417, `schedule_calendar_id: there is no calendar ${event.schedule_calendar_id}`)
  const { jobcode_id } = event
  if (jobcode_id !== 0 && jobcode_id !== before?.jobcode_id && !facts.jobcodes.get(jobcode_id)?.active)
    throw new Refusal(417, `jobcode_id: there is no active jobcode ${jobcode_id}`)
  for (const userId of event.assigned_user_ids)
    if (!before?.assigned_user_ids.includes(userId) && !work.get<User>('users', userId)?.active)
      throw new Refusal(417, `assigned_user_ids: there is no active user ${userId}`)

  const [first] = event.assigned_user_ids
  event.user_id = first ?? event.created_by_user_id
  if (event.timezone === '') event.timezone = zoneFor(company, first ? work.get<User>('users', first) : undefined)
  if (event.all_day) Object.assign(event, wholeDay(event, before))
  const problem = spanProblem(event.start, event.end)
  if (problem) throw new Refusal(417, problem)
  return event
}

/** From midnight to midnight in the zone of the event. The day stays when only the zone changes. */
function wholeDay(event: ScheduleEvent, before: ScheduleEvent | undefined): Pick<ScheduleEvent, 'start' | 'end'> {
  const zone = before && before.start === event.start ? before.timezone : event.timezone
  const day = localDate(event.start, zone)
  return { start: instantOf(day, 0, event.timezone), end: instantOf(addDays(day, 1), 0, event.timezone) }
}

function checkRight(event: ScheduleEvent, ctx: Context): void {
  if (!mayEdit(event, ctx)) throw new Refusal(403, 'your schedule permissions do not cover this event')
}

function mayEdit(event: ScheduleEvent, { actor, work }: Context): boolean {
  const assignees = event.assigned_user_ids.flatMap((id) => work.get<User>('users', id) ?? [])
  return mayEditEvent(actor, assignees, event.created_by_user_id)
}

/**
 * The event, with `status` if other events were created or changed with it; those go into the supplemental data. As in
 * lists, a team's draft is left out unless the actor may edit every member's event.
 */
function outcome(
  [own, ...rest]: ScheduleEvent[],
  ctx: Context,
  { effects }: Facts,
  status = 201,
): Outcome<ScheduleEvent> {
  const others = rest.filter((event) => !event.draft || mayEdit(event, ctx))
  if (others.length === 0) return own!
  const known = effects.get(own!.id) ?? new Set()
  effects.set(own!.id, new Set([...known, ...others.map((event) => event.id)]))
  return { ...own!, _status: status }
}

/** True when nothing that is kept differs. */
function isSame(before: ScheduleEvent, after: ScheduleEvent): boolean {
  return Object.entries(fields as Fields).every(
    ([name, { stored, save }]) => !stored || save((before as Values)[name]) === save((after as Values)[name]),
  )
}
