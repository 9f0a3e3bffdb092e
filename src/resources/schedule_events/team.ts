import type { Context } from '../../engine/context.ts'
import { firstOf } from '../../rules/elements.ts'
import type { Facts } from './facts.ts'
import { announce } from './news.ts'
import type { ScheduleEvent } from './record.ts'

// An event of several people is stored as one base for all of them and one instance per person, so either view of the
// schedule is a plain list. A base has instances for exactly the people it names.

/** Events that were written: the one of the item, and others along with it. */
export type Placed = [own: ScheduleEvent, ...others: ScheduleEvent[]]

/** Adds an event. For a team, returns the base or the instances, as the request asks. */
export function addEvent(event: ScheduleEvent, ctx: Context, facts: Facts): Placed {
  if (event.assigned_user_ids.length < 2) return [put(undefined, { ...event, kind: 'single' }, ctx, facts)]
  const base = put(undefined, { ...event, kind: 'base' }, ctx, facts)
  const instances = event.assigned_user_ids.map((userId) => put(undefined, instanceOf(base, userId, base), ctx, facts))
  return facts.view === 'base' ? [base] : [firstOf(instances), ...instances.slice(1)]
}

/** Changes an event, and its base or instances. */
export function changeEvent(before: ScheduleEvent, after: ScheduleEvent, ctx: Context, facts: Facts): Placed {
  if (before.kind === 'base') return changeBase(before, after, ctx, facts)
  return before.base_id === 0 ? changeSingle(before, after, ctx, facts) : changeInstance(before, after, ctx, facts)
}

/** An event of one person, which may become a team event, or was detached from one. */
function changeSingle(before: ScheduleEvent, after: ScheduleEvent, ctx: Context, facts: Facts): Placed {
  const people = after.assigned_user_ids
  if (people.length < 2) {
    // A detached instance is listed next to the team's event only once it is a separate event again.
    const kind = before.kind === 'instance' && !after.active ? 'instance' : 'single'
    return [put(before, { ...after, kind, base_id: 0 }, ctx, facts)]
  }
  const unsent = { ...after, told_user_id: 0, told_start: 0, told_end: 0 }
  const [held = firstOf(people)] = before.assigned_user_ids.filter((userId) => people.includes(userId))
  const baseView = facts.view === 'base'
  const base = put(baseView ? before : undefined, { ...unsent, kind: 'base', base_id: 0 }, ctx, facts)
  const own = put(baseView ? undefined : before, instanceOf(base, held, after), ctx, facts)
  const others = people
    .filter((userId) => userId !== held)
    .map((userId) => put(undefined, instanceOf(base, userId, base), ctx, facts))
  return baseView ? [base, own, ...others] : [own, ...others]
}

/** One person's instance, which the change detaches from the team. A team without other people is deleted. */
function changeInstance(before: ScheduleEvent, after: ScheduleEvent, ctx: Context, facts: Facts): Placed {
  const base = ctx.work.existing('schedule_events', before.base_id)
  const left = base.assigned_user_ids.filter((userId) => !before.assigned_user_ids.includes(userId))
  const rest = left.length === 0 ? { active: false } : { assigned_user_ids: left, user_id: firstOf(left) }
  const changed = put(base, { ...base, ...rest }, ctx, facts)
  const [own, ...others] = changeSingle(before, after, ctx, facts)
  return facts.view === 'base' ? [own, changed, ...others] : [own, ...others]
}

/** An event of several people, for all of them. People who are no longer assigned keep a deleted instance. */
function changeBase(before: ScheduleEvent, after: ScheduleEvent, ctx: Context, facts: Facts): Placed {
  const people = after.assigned_user_ids
  const instances = ctx.work.all('schedule_events').filter((event) => event.base_id === before.id)
  const base = put(before, { ...after, kind: people.length === 0 ? 'single' : 'base' }, ctx, facts)
  const held = new Map(instances.map((event) => [event.assigned_user_ids[0], event]))
  const now = people.map((userId) => {
    const instance = held.get(userId)
    return put(instance, instanceOf(base, userId, instance ?? base), ctx, facts)
  })
  const gone = instances
    .filter((event) => !people.includes(firstOf(event.assigned_user_ids)))
    .map((event) => put(event, { ...event, active: false, base_id: 0 }, ctx, facts))
  return [base, ...[...now, ...gone].filter((event) => !instances.includes(event))]
}

/** One person's instance of a team event; `known` is what that person was told about it. */
function instanceOf(base: ScheduleEvent, userId: number, known: ScheduleEvent): ScheduleEvent {
  const { told_user_id, told_start, told_end } = known
  const own = { base_id: base.id, assigned_user_ids: [userId], user_id: userId }
  return { ...base, ...own, kind: 'instance', told_user_id, told_start, told_end }
}

/** Writes an event and notifies the people affected. A base notifies no one; its instances do. */
function put(before: ScheduleEvent | undefined, event: ScheduleEvent, ctx: Context, facts: Facts): ScheduleEvent {
  const row = event.kind === 'base' ? event : announce(event, ctx, facts)
  if (!before) return ctx.work.insert('schedule_events', { ...row, created: 0 })
  const { id: _, created: __, last_modified: ___, ...patch } = row
  return ctx.work.change('schedule_events', before.id, patch)
}
