import { visible } from '../company/rights/visible.ts'
import type { ReadContext } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, derived, hidden, id, idList, instant, map, oneOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, type Filter, since, state, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { activityTypes, type Links } from './projects/feed.ts'

/** A viewer's unread replies by activity, as of the request that printed them. */
const unread = new WeakMap<ReadContext, ReadonlyMap<number, number>>()

const fields = {
  id: id(),
  user_id: ref('users', {
    access: 'read-only',
    about: 'Who did it, or who it is about, such as the user who clocked in.',
  }),
  project_id: ref('projects', { access: 'read-only' }),
  activity_type: oneOf(activityTypes, { access: 'read-only' }),
  active: bool({ access: 'read-only', about: 'False: removed from the feed.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  unread_replies_count: derived({ type: 'integer' }, (row, ctx) => String(unread.get(ctx)?.get(row.id) ?? 0), {
    about: 'Replies by others since the requester last read the feed, if the requester follows the activity.',
  }),
  following: derived({ type: 'boolean' }, (row, { actor }) => String(row.followers.includes(actor.userId)), {
    about: 'True once the requester wrote the note or a reply.',
  }),
  project_activity_metadata: derived({ type: 'array', items: { type: 'integer' } }, () => '[]'),
  linked_objects: map<Links>({
    access: 'read-only',
    parse: () => ({}),
    print: (value) => JSON.stringify(value),
    schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
    about: 'Ids of the related records, by resource.',
  }),
  followers: hidden(idList()),
}

/** Something that happened on a project. */
type ProjectActivity = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    project_activities: ProjectActivity
  }
}

/** The feed of a project. The server adds activities when something happens; clients cannot create them. */
export const projectActivities = resource('project_activities', {
  about: 'What has happened on a project, newest first.',
  volatile: true,
  unremembered: true,
  order: sql`id desc`,
  fields,
  filters: {
    ids: anyOf('id'),
    project_id: exactlyNumber('project_id'),
    activity_types: activityTypeFilter(),
    active: state('active', 'yes'),
    max_id: {
      ...exactlyNumber('id', { about: 'This id and those before it, so pages stay stable as the feed grows.' }),
      condition: (value) => sql`id <= ${value}`,
    } satisfies Filter<number>,
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('project_activities'),
  related: ({ user_id, project_id, linked_objects }) => ({
    users: [user_id],
    projects: [project_id],
    project_notes: linked_objects.project_notes ?? [],
  }),
  async prepare(rows, ctx) {
    const { actor, company } = ctx
    const followed = rows.filter(
      ({ followers, linked_objects }) =>
        followers.includes(actor.userId) && linked_objects.project_activity_replies !== undefined,
    )
    if (followed.length === 0) return
    const counts = await company.ask<{ id: number; count: number }>(sql`
      select r.project_activity_id as id, count(*) as count from project_activity_replies r
      left join project_activity_read_times t
        on t.company_id = r.company_id and t.user_id = ${actor.userId} and t.project_id = r.project_id
      where r.company_id = ${actor.companyId} and ${inList(
        sql`r.project_activity_id`,
        followed.map((row) => row.id),
      )} and r.active = 1 and r.user_id <> ${actor.userId} and r.created > coalesce(t.latest_read_time, 0)
      group by r.project_activity_id`)
    unread.set(ctx, new Map([...(unread.get(ctx) ?? []), ...counts.map(({ id, count }) => [id, count] as const)]))
  },
})

function activityTypeFilter(): Filter<string[]> {
  const plain = words('activity_type')
  return {
    ...plain,
    parse: (given, label) => {
      const named = plain.parse(given, label)
      const unknown = named.some((word) => !activityTypes.some((type) => type === word))
      if (unknown) throw new Refusal(417, 'not_some_of', { field: label, choices: activityTypes.join(', ') })
      return named
    },
  }
}
