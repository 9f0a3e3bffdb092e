import type { Context } from '../engine/context.ts'
import { before, since, state } from '../engine/filters.ts'
import { type Outcome, resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import { differing } from '../engine/table.ts'
import { reason } from '../rules/refusals/reason.ts'
import { editReach } from '../rules/time/schedule.ts'
import { checkChange, complete, mayEdit } from './schedule_events/checks.ts'
import { type Facts, loadFacts } from './schedule_events/facts.ts'
import { fields, type ScheduleEvent } from './schedule_events/record.ts'
import { addEvent, changeEvent, type Placed } from './schedule_events/team.ts'
import { eventFilters, findEvents, visibleEvents } from './schedule_events/visibility.ts'
import { choose, lookUpShown, relatedOf } from './timesheets/choices.ts'

/** Shifts: who works when. A shift of several people is shown once per person, or once for the team. */
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
      about: 'Whether an event of several people is returned as one event per person, or as one for the team.',
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
    const event = complete(draft, undefined, ctx)
    checkChange({ before: undefined, after: event, item, ctx, facts })
    event.customfields = choose({}, draft.customfields, ctx, facts.fields)
    return outcome(addEvent(event, ctx, facts), ctx, facts)
  },
  update(before, patch, ctx, facts, item) {
    const event = complete({ ...before, ...patch, customfields: before.customfields }, before, ctx)
    checkChange({ before, after: event, item, ctx, facts })
    if (patch.customfields) event.customfields = choose(before.customfields, patch.customfields, ctx, facts.fields)
    if (isSame(before, event)) return before
    // Changing a team event as a whole counts as one change, unless people are added or removed.
    const assigned = fields.assigned_user_ids.save
    const asOne = before.kind === 'base' && assigned(before.assigned_user_ids) === assigned(event.assigned_user_ids)
    return outcome(changeEvent(before, event, ctx, facts), ctx, facts, asOne ? 200 : 201)
  },
  sideEffects(rows, { work }, { effects }) {
    const numbers = new Set(rows.flatMap((row) => [...(effects.get(row.id) ?? [])]))
    return { schedule_events: [...numbers].flatMap((id) => work.get('schedule_events', id) ?? []) }
  },
  absent: (actor) =>
    editReach(actor).everyone
      ? { status: 417, reason: reason('absent', { kind: 'schedule event' }) }
      : { status: 403, reason: reason('not_your_absent_event') },
})

/**
 * The event, with `status` if other events were created or changed with it; those go into the supplemental data. As in
 * lists, a team's draft is left out unless the actor may edit every member's event.
 */
function outcome([own, ...rest]: Placed, ctx: Context, { effects }: Facts, status = 201): Outcome<ScheduleEvent> {
  const others = rest.filter((event) => !event.draft || mayEdit(event, ctx))
  if (others.length === 0) return own
  const known = effects.get(own.id) ?? new Set()
  effects.set(own.id, new Set([...known, ...others.map((event) => event.id)]))
  return { ...own, _status: status }
}

/** Whether all stored values are the same. */
function isSame(before: ScheduleEvent, after: ScheduleEvent): boolean {
  return Object.keys(differing(fields, before, after)).length === 0
}
