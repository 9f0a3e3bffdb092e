import { visible } from '../company/rights/visible.ts'
import { Refusal } from '../engine/errors.ts'
import { hidden, id, instant, ref, type ValuesOf } from '../engine/fields.ts'
import { before, ids, since } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { loadSeenProjects, numbers } from './projects/notes_and_replies.ts'
import type { Project } from './projects.ts'

const fields = {
  id: id(),
  user_id: ref('users', {
    access: 'create',
    initial: ({ actor }) => actor.userId,
    about: 'Always the requester.',
  }),
  project_id: ref('projects', { access: 'create', required: true }),
  latest_read_time: instant({ access: 'read-only', about: 'When this was last sent.' }),
  last_modified: hidden(instant()),
}

/** When a user last read the feed of a project. */
type ReadTime = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    project_activity_read_times: ReadTime
  }
}

/** When the requester last read the feeds of projects. One record per project, created or set to now. */
export const projectActivityReadTimes = resource<typeof fields, ReadonlyMap<number, Project>>(
  'project_activity_read_times',
  {
    about: 'When the requester last read the feed of each project.',
    example: { project_id: 30 },
    volatile: true,
    order: sql`project_id, id`,
    fields,
    filters: {
      ids: ids((values) => sql`(${inList(sql`project_id`, values)} or ${inList(sql`id`, values)})`, {
        about: 'Ids of projects, or of these records.',
      }),
      modified_before: before(),
      modified_since: since(),
    },
    visible: visible('project_activity_read_times'),
    related: (row, { query }) => ({ ...(query ? {} : { users: [row.user_id] }), projects: [row.project_id] }),
    // Sending back a record is the same as sending its project.
    ignores: () => ['id', 'latest_read_time'],
    async facts(items, ctx) {
      const seen = await loadSeenProjects(
        items.map((item) => item.project_id),
        ctx,
      )
      const condition = inList(sql`project_id`, numbers(items.map((item) => item.project_id)))
      await ctx.work.load('project_activity_read_times', sql`user_id = ${ctx.actor.userId} and ${condition}`)
      return seen
    },
    create(draft, { actor, work }, seen) {
      if (draft.user_id !== actor.userId) throw new Refusal(417, 'not_your_own_id')
      if (!seen.has(draft.project_id))
        throw new Refusal(417, 'no_such_project', { field: 'project_id', id: draft.project_id })
      const known = work
        .all('project_activity_read_times')
        .find((record) => record.user_id === actor.userId && record.project_id === draft.project_id)
      const latest_read_time = work.stamp
      if (known) return work.change('project_activity_read_times', known.id, { latest_read_time })
      return work.insert('project_activity_read_times', { ...draft, latest_read_time })
    },
  },
)
