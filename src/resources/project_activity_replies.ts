import { visible } from '../company/rights/visible.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, hidden, id, instant, integer, numberOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { reason } from '../rules/refusals/reason.ts'
import {
  checkAuthor,
  checkNew,
  checkProject,
  linkedActivity,
  loadSeenProjects,
  mentions,
  note,
  numbers,
} from './projects/notes_and_replies.ts'
import type { Project } from './projects.ts'

/** Limit of replies per activity, as an activity lists them all. */
const repliesMax = 1000

const fields = {
  id: id(),
  project_activity_id: ref('project_activities', { access: 'create', required: true }),
  user_id: ref('users', {
    access: 'read-only',
    initial: ({ actor }) => actor.userId,
    about: 'Who wrote it.',
  }),
  note,
  active: bool({ initial: () => true, about: 'False: removed from the feed.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  mentions,
  linked_objects: linkedActivity('project_activity_id'),
  project_id: hidden(integer()),
}

/** A reply to an activity. Its author becomes a follower of the activity. */
type ProjectActivityReply = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    project_activity_replies: ProjectActivityReply
  }
}

/** Replies to something that happened on a project. */
export const projectActivityReplies = resource<typeof fields, ReadonlyMap<number, Project>>(
  'project_activity_replies',
  {
    about: 'Replies to an activity of a project, oldest first.',
    example: { project_activity_id: 40, note: 'Good, start Monday' },
    volatile: true,
    order: sql`id`,
    fields,
    filters: {
      project_activity_id: exactlyNumber('project_activity_id'),
      ids: anyOf('id'),
      user_ids: anyOf('user_id', { about: 'Written by these users.' }),
      active: state('active', 'yes'),
      modified_before: before(),
      modified_since: since(),
    },
    visible: visible('project_activity_replies'),
    related: (row) => ({ users: [row.user_id], project_activities: [row.project_activity_id] }),
    async facts(items, ctx) {
      const { work } = ctx
      const rows = items.map((item) => work.get('project_activity_replies', numberOf(item.id)))
      const named = items.map((item, index) => rows[index]?.project_activity_id ?? item.project_activity_id)
      const entries = await work.load('project_activities', inList(sql`id`, numbers(named)))
      return loadSeenProjects(
        entries.map((entry) => entry.project_id),
        ctx,
      )
    },
    create(draft, { work, actor }, seen) {
      checkNew(draft)
      const activity = work.get('project_activities', draft.project_activity_id)
      if (!activity?.active || !seen.has(activity.project_id))
        throw new Refusal(417, 'no_such_activity', { id: draft.project_activity_id })
      const { project_id, followers } = activity
      checkProject(project_id, seen, 'project_activity_id')
      // Later than any read time before it, even within the same microsecond.
      const reply = { ...draft, project_id, created: work.stamp }
      const made = work.insert('project_activity_replies', reply)
      link(made, work)
      work.change('project_activities', activity.id, { followers: [...new Set([...followers, actor.userId])] })
      return made
    },
    update(before, patch, ctx) {
      checkAuthor(before, ctx)
      const changed = ctx.work.change('project_activity_replies', before.id, patch)
      if (changed.active !== before.active) link(changed, ctx.work)
      return changed
    },
    absent: { status: 417, reason: reason('absent_from_projects', { kind: 'reply' }) },
  },
)

/** Adds the reply to its loaded activity, or removes it. */
function link(reply: ProjectActivityReply, work: UnitOfWork): void {
  const { id, linked_objects } = work.existing('project_activities', reply.project_activity_id)
  const { project_activity_replies: known = [], ...others } = linked_objects
  const rest = known.filter((entry) => entry !== reply.id)
  const replies = reply.active ? [...rest, reply.id].sort((a, b) => a - b) : rest
  if (replies.length > repliesMax) throw new Refusal(417, 'too_many_replies', { max: repliesMax })
  const links = replies.length > 0 ? { ...others, project_activity_replies: replies } : others
  work.change('project_activities', id, { linked_objects: links })
}
