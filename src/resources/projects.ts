import { ofAssignedProject, visible } from '../company/rights/visible.ts'
import { loadSettings, zoneFor } from '../company/settings/settings.ts'
import type { Context, ReadContext } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import {
  bool,
  date,
  derived,
  type Field,
  id,
  instant,
  numberOf,
  type Options,
  oneOf,
  ref,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, flag, pattern, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { type Item, isId } from '../engine/table.ts'
import { elementAt } from '../rules/elements.ts'
import { reason } from '../rules/refusals/reason.ts'
import { isDate, localDate, parseInstant } from '../rules/time/calendar.ts'
import { addJobcode, changeJobcode, type Jobcode, loadTree, newJobcode, type Tree } from './jobcodes.ts'
import { addActivity } from './projects/feed.ts'
import { checkManager } from './projects/rights.ts'

/** Ids of a viewer's read times by project, as of the request that printed them. */
const readTimes = new WeakMap<ReadContext, ReadonlyMap<number, number>>()

const fields = {
  id: id(),
  jobcode_id: ref('jobcodes', { access: 'create', about: 'Holds the time of the project; created if omitted.' }),
  parent_jobcode_id: ref('jobcodes', { access: 'create', about: 'The parent of that jobcode; 0 is the top level.' }),
  name: text({
    max: 64,
    trim: true,
    folded: true,
    about: 'Same as the name of the jobcode; changing one changes the other.',
  }),
  status: oneOf(['not_started', 'in_progress', 'complete'], { about: 'Completing it archives the jobcode.' }),
  description: text({ max: 300 }),
  start_date: day({ about: 'Must not be after due_date.' }),
  due_date: day(),
  completed_date: day({ about: 'Must not be before start_date. Set when the status becomes complete.' }),
  active: bool({ initial: () => true, about: 'False: deleted. The jobcode is archived and restored with it.' }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  linked_objects: derived(
    {
      type: 'object',
      required: ['notes_read_times'],
      properties: { notes_read_times: { type: 'array', items: { type: 'integer' } } },
    },
    (row, ctx) => `{"notes_read_times":[${readTimes.get(ctx)?.get(row.id) ?? ''}]}`,
    { about: 'The record of when the requester last read the feed. Ignored if sent.' },
  ),
}

/** Planned work for a customer; its time is recorded against one jobcode. */
export type Project = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    projects: Project
  }
}

/** The data for the decisions besides the rows: the tree of jobcodes, those with children, and today's date. */
type Facts = { tree: Tree; folders: ReadonlySet<number>; today: string }

/** Projects, each with the jobcode that holds its time. */
export const projects = resource<typeof fields, Facts>('projects', {
  about: 'Planned work. Each project has its own jobcode.',
  example: { name: 'Roof repair' },
  unremembered: true,
  order: sql`name_key, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    jobcode_ids: anyOf('jobcode_id'),
    parent_jobcode_id: exactlyNumber('parent_jobcode_id', { about: '0 is the top level.' }),
    name: pattern('name'),
    active: state('active', 'yes'),
    by_jobcode_assignment: {
      ...flag(false, { about: 'Only projects whose jobcode is assigned to the requester.' }),
      condition: (value, { actor }) => (value ? ofAssignedProject(sql`id`, actor) : sql`1 = 1`),
    },
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('projects'),
  related: (row) => ({ jobcodes: [row.jobcode_id, row.parent_jobcode_id] }),
  async prepare(rows, ctx) {
    const { actor, company } = ctx
    const ids = rows.map((row) => row.id)
    const found = await company.ask<{ id: number; project_id: number }>(
      sql`select id, project_id from project_activity_read_times
        where company_id = ${actor.companyId} and user_id = ${actor.userId} and ${inList(sql`project_id`, ids)}`,
    )
    readTimes.set(
      ctx,
      new Map([...(readTimes.get(ctx) ?? []), ...found.map((row) => [row.project_id, row.id] as const)]),
    )
  },
  ignores: (item, before) => (!before && adopts(item) ? ['name', 'linked_objects'] : ['linked_objects']),
  facts: loadFacts,
  create(draft, ctx, { tree, folders, today }, item) {
    const { work } = ctx
    checkManager(ctx)
    const row = withCompletion(draft, undefined, today)
    checkDates(row)
    if (draft.jobcode_id === 0 && draft.name === '') throw new Refusal(417, 'required', { field: 'name' })
    const made = draft.jobcode_id === 0 ? makeJobcode(row, ctx) : adoptable(row, ctx, folders, item)
    const { name, parent_id: parent_jobcode_id } = made
    const project = work.insert('projects', { ...row, jobcode_id: made.id, name, parent_jobcode_id })
    const job = work.change('jobcodes', made.id, { project_id: project.id })
    if (job.active !== isOpen(project)) changeJobcode(job, { active: isOpen(project) }, ctx, tree)
    addActivity(work, 'project_created', project.id)
    return project
  },
  update(before, patch, ctx, { tree, today }) {
    const { work } = ctx
    checkManager(ctx)
    const after = withCompletion({ ...before, ...patch }, before, today)
    checkDates(after)
    if (after.name === '') throw new Refusal(417, 'empty', { field: 'name' })
    const job = work.existing('jobcodes', before.jobcode_id)
    const changes: Partial<Jobcode> = {}
    if (after.name !== before.name) changes.name = after.name
    if (isOpen(after) !== isOpen(before) && isOpen(after) !== job.active) changes.active = isOpen(after)
    if (Object.keys(changes).length > 0) changeJobcode(job, changes, ctx, tree)
    const changed = work.change('projects', before.id, after)
    if (changed !== before) addActivity(work, 'project_update', before.id)
    return changed
  },
  absent: { status: 417, reason: reason('absent', { kind: 'project' }) },
})

/** A date. Also accepts a date-time, whose date counts as written; printed as a date-time. */
function day(options: Options<string> = {}): Field<string> {
  return {
    ...date(options),
    parse: (value, name) => {
      if (value === '' || value === '0000-00-00') return ''
      const written = typeof value === 'string' && isDate(value) ? `${value}T00:00:00Z` : value
      if (typeof written === 'string' && parseInstant(written)) return written.slice(0, 10)
      throw new Refusal(417, 'project_date_malformed', { field: name })
    },
    print: (value) => (value === '' ? '""' : `"${value}T00:00:00+00:00"`),
    schema: {
      type: 'string',
      pattern: '^(\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d))?)?$',
      examples: ['2026-03-02T00:00:00+00:00'],
    },
  }
}

/** Whether a create is for an existing jobcode. */
function adopts(item: Item): boolean {
  return !['', '0', 0, null, undefined].some((none) => none === item.jobcode_id)
}

/** Whether time can be recorded: the project is neither complete nor deleted, so its jobcode is not archived. */
function isOpen({ active, status }: Project): boolean {
  return active && status !== 'complete'
}

/** Loads the jobcodes of the projects as if they were changed themselves. */
async function loadFacts(items: readonly Item[], ctx: Context): Promise<Facts> {
  const { work, company, actor } = ctx
  await loadSettings(company)
  const rows = items.map((item) => work.get('projects', numberOf(item.id)))
  const jobcodeIds = items.map((item, index) => rows[index]?.jobcode_id ?? numberOf(item.jobcode_id))
  const valid = jobcodeIds.filter((id) => isId(id))
  if (valid.length > 0) await work.load('jobcodes', inList(sql`id`, valid))
  const tree = await loadTree(
    items.map((item, index) => {
      const job = work.get('jobcodes', elementAt(jobcodeIds, index))
      if (!job) return { name: item.name, parent_id: item.parent_jobcode_id }
      const turns = item.status !== undefined || item.active !== undefined
      return { id: job.id, ...(rows[index] ? { name: item.name } : {}), ...(turns ? { active: !job.active } : {}) }
    }),
    ctx,
  )
  const adopted = items.flatMap((_, index) => (rows[index] ? [] : valid.filter((id) => id === jobcodeIds[index])))
  const parents =
    adopted.length === 0
      ? []
      : await work.tx.all<{ parent_id: number }>(sql`select distinct parent_id from jobcodes
          where company_id = ${actor.companyId} and ${inList(sql`parent_id`, adopted)}`)
  const today = localDate(ctx.now, zoneFor(company))
  return { tree, folders: new Set(parents.map((row) => row.parent_id)), today }
}

/** Becoming complete sets the date unless one is given; leaving that status clears it unless another is given. */
function withCompletion(after: Project, before: Project | undefined, today: string): Project {
  const is = after.status === 'complete'
  const was = before?.status === 'complete'
  if (is && !was) return { ...after, completed_date: after.completed_date || today }
  return was && !is && after.completed_date === before.completed_date ? { ...after, completed_date: '' } : after
}

function checkDates({ start_date, due_date, completed_date }: Project): void {
  if (start_date === '') return
  if (due_date !== '' && due_date < start_date) throw new Refusal(417, 'due_before_start', { date: start_date })
  if (completed_date !== '' && completed_date < start_date)
    throw new Refusal(417, 'completed_before_start', { date: completed_date, start: start_date })
}

function makeJobcode(project: Project, ctx: Context): Jobcode {
  const { name, parent_jobcode_id: parent_id } = project
  return addJobcode(newJobcode({ name, parent_id, active: isOpen(project) }, ctx), ctx, 'parent_jobcode_id')
}

/** The jobcode for the project's time, or a Refusal. */
function adoptable(draft: Project, { work }: Context, folders: ReadonlySet<number>, item: Item): Jobcode {
  const job = work.get('jobcodes', draft.jobcode_id)
  if (!job) throw new Refusal(417, 'no_such_jobcode', { field: 'jobcode_id', id: draft.jobcode_id })
  if (job.type !== 'regular')
    throw new Refusal(417, 'jobcode_of_other_type', { name: job.name, type: job.type, expected: 'regular' })
  if (job.project_id !== 0) throw new Refusal(417, 'already_a_project', { name: job.name, id: job.project_id })
  if (!job.active) throw new Refusal(417, 'jobcode_archived', { field: 'jobcode_id', name: job.name })
  if (folders.has(job.id) || work.all('jobcodes').some((other) => other.parent_id === job.id))
    throw new Refusal(417, 'project_has_jobcodes_below', { name: job.name })
  const parentGiven = !['', null, undefined].some((none) => none === item.parent_jobcode_id)
  if (parentGiven && draft.parent_jobcode_id !== job.parent_id)
    throw new Refusal(417, 'not_the_jobcodes_parent', { parent: job.parent_id })
  return job
}
