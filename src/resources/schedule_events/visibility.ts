import type { Actor, Query, ReadContext } from '../../engine/context.ts'
import { RequestError } from '../../engine/errors.ts'
import { after, anyOf, before, choice, ids, since } from '../../engine/filters.ts'
import { find } from '../../engine/list.ts'
import type { Found } from '../../engine/paging.ts'
import type { Search } from '../../engine/resource.ts'
import { inList, type Sql, sql } from '../../engine/sql.ts'
import { listMax } from '../../engine/table.ts'
import { editReach, type Reach, viewReach } from '../../rules/time/schedule.ts'

/** Published events of people whose schedule the actor can see, and all events that the actor can edit. */
export function visibleEvents(actor: Actor): Sql {
  const edit = editReach(actor)
  if (edit.everyone) return sql`1 = 1`
  const see = viewReach(actor)
  const seen = see.everyone ? sql`1 = 1` : someAssignee((user) => sql`${user} in ${peopleIn(see, actor)}`, actor)
  // People who can create events for anyone can create open ones, and must be able to see them.
  const own = edit.self || edit.managed ? sql`(assigned_user_ids = '' and user_id = ${actor.userId})` : sql`1 = 0`
  const mine = sql`(assigned_user_ids <> '' and user_id in ${peopleIn(edit, actor)})`
  const team = sql`(kind = 'base' and user_id in ${peopleIn(edit, actor)} and not exists (select 1 from schedule_events i where ${instances(actor.companyId)}
    and i.base_id = schedule_events.id and i.user_id not in ${peopleIn(edit, actor)}))`
  return sql`((draft = 0 and ${seen}) or ${own} or (kind <> 'base' and ${mine}) or ${team})`
}

/** One page. Instances of teams that `ids` names are looked up first: no index serves "this id, or its team's". */
export async function findEvents(query: Query<{ ids?: number[] }>, ctx: Search): Promise<Found[]> {
  const { ids: values } = query.values
  if (!values) return find(query, ctx)
  const { companyId } = ctx.actor
  const below = sql`select i.id from schedule_events i where ${instances(companyId)} and ${inList(sql`i.base_id`, values)}`
  const above = sql`select i.base_id from schedule_events i where ${instances(companyId)} and ${inList(sql`i.id`, values)}`
  const team = await ctx.handle.all<{ id: number }>(sql`${below} union all ${above} limit ${listMax}`)
  const ids = [...new Set([...values, ...team.map((row) => row.id)])]
  if (ids.length > listMax) throw new RequestError(417, 'too_many_events', { max: listMax })
  // The plus keeps SQLite from scanning all events in order to find these few.
  const resource = { ...ctx.resource, order: sql`+"start", id` }
  return find({ ...query, values: { ...query.values, ids } }, { ...ctx, resource })
}

/** Filters on an event's content. */
export const eventFilters = {
  ids: anyOf('id', {
    about: 'For a team, either the id of the team’s event or that of one person’s.',
  }),
  schedule_calendar_ids: anyOf('schedule_calendar_id'),
  start: since('start', { about: 'Starting at or after this instant.' }),
  end: {
    ...before('end', { about: 'Ending at or before this instant.' }),
    // An event that ends by then started before, which bounds the search.
    condition: (value: number) => sql`("end" <= ${value} and "start" < ${value})`,
  },
  // With `start` a month earlier, the longest an event can last, these two find all events that touch a range.
  starts_before: before('start', { about: 'Starting before this instant.' }),
  ends_after: after('end', { about: 'Ending after this instant.' }),
  users_ids: ids(
    (values, { actor }) => sql`(assigned_user_ids <> '' and ${someAssignee((user) => inList(user, values), actor)})`,
    {
      aliases: ['user_ids'],
      about: 'Events of these users.',
    },
  ),
  jobcode_ids: anyOf('jobcode_id'),
  active_users: choice(['1', '0', '-1'], '1', activeUsers, {
    every: '-1',
    about: '1: of active people, and unassigned ones. 0: of archived people. -1: both.',
  }),
  team_events: choice(
    ['instance', 'base'],
    'instance',
    (value) => sql`kind <> ${value === 'base' ? 'instance' : 'base'}`,
    {
      about: 'Whether an event of several people is listed once per person, or once for the team.',
    },
  ),
}

/** Events where an assignee, or the creator of an open event, meets a condition. */
function someAssignee(meets: (user: Sql) => Sql, { companyId }: Actor): Sql {
  return sql`(${meets(sql`user_id`)} or (kind = 'base' and exists (select 1 from schedule_events i
    where ${instances(companyId)} and i.base_id = schedule_events.id and ${meets(sql`i.user_id`)})))`
}

/** Instances `i` of team events. */
function instances(companyId: number): Sql {
  return sql`i.company_id = ${companyId} and i.base_id <> 0`
}

function peopleIn(reach: Reach, { companyId, userId, manages }: Actor): Sql {
  const self = reach.self || reach.group ? sql`u.id = ${userId}` : sql`1 = 0`
  const managed = reach.managed
    ? inList(
        sql`u.group_id`,
        manages.filter((group) => group !== 0),
      )
    : sql`1 = 0`
  const group = sql`u.group_id in (select m.group_id from users m
    where m.company_id = ${companyId} and m.id = ${userId} and m.group_id <> 0)`
  return sql`(select u.id from users u
    where u.company_id = ${companyId} and (${self} or ${managed} or ${reach.group ? group : sql`1 = 0`}))`
}

function activeUsers(value: string, { actor }: ReadContext): Sql {
  const active = sql`(select u.id from users u where u.company_id = ${actor.companyId} and u.active = 1)`
  const some = sql`(assigned_user_ids = '' or ${someAssignee((user) => sql`${user} in ${active}`, actor)})`
  return value === '1' ? some : sql`not ${some}`
}
