import { visible } from '../company/rights/visible.ts'
import { type Context, may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, hidden, id, instant, integer, numberOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { reason } from '../rules/refusals/reason.ts'
import { checkFiles, fileList, linkFiles, loadFiles, namedIn, unlinkFiles } from './files/links.ts'
import { addActivity } from './projects/feed.ts'
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

/** Limit of files per note. */
const filesMax = 50

const fields = {
  id: id(),
  project_id: ref('projects', { access: 'create', required: true }),
  user_id: ref('users', {
    access: 'create',
    initial: ({ actor }) => actor.userId,
    about: 'Who wrote it; only users who manage projects may name someone else.',
  }),
  note,
  active: bool({ initial: () => true, about: 'False: removed from the feed, with its files.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  mentions,
  files: fileList(filesMax, `Files that belong to it, at most ${filesMax}; [] removes all.`),
  linked_objects: linkedActivity('activity_id'),
  activity_id: hidden(integer()),
}

/** A note on a project, with its own activity in the feed. */
type ProjectNote = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    project_notes: ProjectNote
  }
}

/** Projects and files that the items name and the actor sees. */
type Facts = { projects: ReadonlyMap<number, Project>; files: ReadonlySet<number> }

/** Notes that people write on a project. */
export const projectNotes = resource<typeof fields, Facts>('project_notes', {
  about: 'Notes on a project, newest first.',
  example: { project_id: 30, note: 'Tiles arrived' },
  volatile: true,
  order: sql`id desc`,
  fields,
  filters: {
    project_id: exactlyNumber('project_id'),
    ids: anyOf('id'),
    user_ids: anyOf('user_id', { about: 'Written by these users.' }),
    active: state('active', 'yes'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('project_notes'),
  related: (row) => ({
    users: [row.user_id],
    projects: [row.project_id],
    project_activities: [row.activity_id],
    files: row.files,
  }),
  async facts(items, ctx, verb) {
    const { work, company, actor } = ctx
    const rows = items.flatMap((item) => work.get('project_notes', numberOf(item.id)) ?? [])
    await company.look('users', [actor.userId, ...numbers(items.map((item) => item.user_id))])
    const files = await loadFiles(
      rows.flatMap((row) => row.files),
      namedIn(
        items.map((item) => item.files),
        fields.files,
      ),
      ctx,
    )
    if (verb === 'create') {
      const named = items.map((item) => item.project_id)
      return { files, projects: await loadSeenProjects(named, ctx) }
    }
    const entries = rows.map((row) => row.activity_id)
    await work.load('project_activities', inList(sql`id`, entries))
    return { files, projects: new Map() }
  },
  create(draft, ctx, { projects, files }) {
    const { work } = ctx
    checkNew(draft)
    checkProject(draft.project_id, projects, 'project_id')
    checkWriter(draft.user_id, ctx)
    checkAdded(draft.files, files, ctx)
    // Later than any read time before it, even within the same microsecond.
    const made = work.insert('project_notes', { ...draft, created: work.stamp })
    const entry = addActivity(work, 'note', draft.project_id, { project_notes: [made.id] }, draft.user_id)
    linkFiles(draft.files, { kind: 'project_notes', id: made.id }, work)
    return work.change('project_notes', made.id, { activity_id: entry.id })
  },
  update(before, patch, ctx, { files }) {
    const { work } = ctx
    checkAuthor(before, ctx)
    const after = { ...before, ...patch }
    if (!after.active) after.files = []
    const added = after.files.filter((file) => !before.files.includes(file))
    const gone = before.files.filter((file) => !after.files.includes(file))
    checkAdded(added, files, ctx)
    const self = { kind: 'project_notes', id: before.id }
    linkFiles(added, self, work)
    unlinkFiles(gone, self, work, { erase: !after.active })
    work.change('project_activities', before.activity_id, { active: after.active })
    return work.change('project_notes', before.id, after)
  },
  absent: { status: 417, reason: reason('absent_from_projects', { kind: 'note' }) },
})

function checkWriter(userId: number, { actor, work }: Context): void {
  if (userId === actor.userId) return
  if (!may(actor, 'manage_projects')) throw new Refusal(417, 'writing_for_others_needs_permission')
  if (!work.get('users', userId)?.active) throw new Refusal(417, 'no_active_user', { field: 'user_id', id: userId })
}

/** Refuses files that are not visible, and other users' files unless the actor manages projects. */
function checkAdded(ids: readonly number[], seen: ReadonlySet<number>, { actor, work }: Context): void {
  checkFiles(ids, 'files', seen, work)
  const isManager = actor.manages.length > 0 || may(actor, 'manage_projects', 'manage_timesheets')
  const foreign = ids.find((id) => work.existing('files', id).uploaded_by_user_id !== actor.userId)
  if (foreign !== undefined && !isManager) throw new Refusal(417, 'file_of_another_user', { id: foreign })
}
