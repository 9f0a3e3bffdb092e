import { above, below } from '../company/job_tree.ts'
import { visible } from '../company/rights/visible.ts'
import { checkLimit, loadLimit } from '../company/settings/limits.ts'
import { type Context, may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import {
  bool,
  decimal,
  derived,
  type Fields,
  id,
  idList,
  instant,
  integer,
  map,
  numberOf,
  oneOf,
  parseBoolean,
  ref,
  text,
  type ValuesOf,
} from '../engine/fields.ts'
import { anyOf, before, choice, flag, ids, pattern, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { fold, inList, sql } from '../engine/sql.ts'
import { differing, type Item, idMax } from '../engine/table.ts'
import type { UnitOfWork } from '../engine/unit_of_work.ts'
import { valueAt } from '../rules/elements.ts'
import { lettersAndDigits } from '../rules/formats.ts'
import { reason } from '../rules/refusals/reason.ts'
import { endFilters, loadActiveFilters } from './customfielditem_filters/active.ts'
import { assign, inherit, reinherit, unassign, unassignAll } from './jobcodes/assigning.ts'
import { lineage, subtree } from './jobcodes/branches.ts'
import { loadLinksOf, unlinkAll } from './locations/links.ts'
import { followJobcode, loadProjectsOf } from './projects/follow.ts'

/** Types of jobcode. Those of the breaks feature cannot be created or changed through the API. */
export const jobcodeTypes = ['regular', 'pto', 'paid_break', 'unpaid_break', 'unpaid_time_off'] as const

const depthMax = 32

const fields = {
  id: id(),
  parent_id: ref('jobcodes', { about: 'The jobcode above this one; 0 is the top level.' }),
  assigned_to_all: bool({
    about: 'Assigned to everyone, like an assignment to user 0: everyone may record time on it.',
  }),
  billable: bool(),
  active: bool({ initial: () => true, about: 'False: archived, with all jobcodes below it.' }),
  type: oneOf(jobcodeTypes, {
    access: 'create',
    about: 'Only regular and pto can be created, pto only at the top level.',
  }),
  has_children: bool({ access: 'read-only', about: 'True while it has active children; it then takes no time.' }),
  billable_rate: decimal({ max: 999999.99, about: 'Amount per hour.' }),
  short_code: text({
    max: 32,
    trim: true,
    folded: true,
    pattern: /^[\p{L}\p{N}]+$/u,
    expect: lettersAndDigits,
    about: 'Unique among jobcodes with the same parent.',
  }),
  name: text({
    required: true,
    min: 1,
    max: 64,
    trim: true,
    folded: true,
    about: 'Unique among jobcodes with the same parent.',
  }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  filtered_customfielditems: map<Record<string, number[]>>({
    access: 'read-only',
    parse: () => ({}),
    print: (value) => (Object.keys(value).length === 0 ? '""' : JSON.stringify(value)),
    schema: { type: ['object', 'string'], additionalProperties: { type: 'array', items: { type: 'integer' } } },
    about: 'Items offered with this jobcode, by custom field.',
  }),
  required_customfields: idList({ access: 'read-only', about: 'Custom fields shown with this jobcode.' }),
  locations: idList({ access: 'read-only', about: 'Locations whose `linked_objects` include this jobcode.' }),
  geofence_config_id: derived({ type: 'integer' }, () => '0'),
  project_id: integer({ access: 'read-only', about: 'The project of this jobcode; 0 for none.' }),
  customfields: map<Record<string, string>>({
    access: 'read-only',
    clearance: 1,
    parse: () => ({}),
    print: (value) => (Object.keys(value).length === 0 ? '""' : JSON.stringify(value)),
    about: 'Only if the request asks for it.',
  }),
}

/** What time is recorded against: a customer, job, task, kind of absence or break. */
export type Jobcode = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    jobcodes: Jobcode
  }
}

/** The parts of the context that a change to jobcodes uses. */
type Changing = Pick<Context, 'work' | 'company'>

/** The data for the decisions. `others`: how many active children of each parent are not loaded. */
export type Tree = { others: ReadonlyMap<number, number> }

/** Everything time is recorded against, as a tree. Jobcodes are never deleted; archived ones stay in reports. */
export const jobcodes = resource<typeof fields, Tree>('jobcodes', {
  about: 'Customers, jobs, tasks, paid time off and breaks that time is recorded against.',
  order: sql`name_key, id`,
  fields,
  filters: {
    ids: anyOf('id'),
    parent_ids: ids((values) => (values.includes(-1) ? sql`1 = 1` : inList(sql`parent_id`, values)), {
      about: '0 is the top level; -1, the default, is any parent.',
    }),
    name: pattern('name'),
    type: choice([...jobcodeTypes, 'all'], 'regular', (value) => sql`type = ${value}`, { every: 'all' }),
    active: state('active', 'yes'),
    customfields: flag(false, { about: 'Adds the property customfields to each record.' }),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('jobcodes'),
  // A property shown only on request is a separate view, like one that only some users may see.
  clearance: (_actor, _row, { query }) => (query?.values.customfields ? 1 : 0),
  related: (row, { query }) => ({
    jobcodes: [row.parent_id],
    locations: row.locations,
    customfields: query?.values.customfields ? Object.keys(row.customfields).map(Number) : [],
  }),
  async facts(items, ctx) {
    await loadProjectsOf(items, ctx)
    return loadTree(items, ctx)
  },
  create(draft, ctx) {
    checkRight(ctx)
    if (draft.type !== 'regular' && draft.type !== 'pto') throw new Refusal(417, 'jobcode_type_not_allowed')
    const twin = siblings(draft, ctx.work).find((other) => fold(other.name) === fold(draft.name))
    if (twin?.type === draft.type) return { ...twin, _status: 202 }
    return addJobcode(draft, ctx)
  },
  update(before, patch, ctx, facts) {
    checkRight(ctx)
    const changed = differing(fields, before, patch)
    if (Object.keys(changed).length === 0) return before
    if (isBreak(before)) throw new Refusal(417, 'break_change_not_allowed')
    if (!before.active && !changed.active) throw new Refusal(417, 'jobcode_change_needs_restoring')
    const after = changeJobcode(before, changed, ctx, facts)
    followJobcode(ctx.work, after)
    return after
  },
  // A beta feature of the vendor's accounting sync; clients may send its properties.
  extras: ['connect_with_quickbooks'],
  absent: { status: 417, reason: reason('absent', { kind: 'jobcode' }) },
})

/**
 * Adds a jobcode under its parent, whose assignments it inherits. Requires `loadTree`. `label` is what the client calls
 * the parent.
 */
export function addJobcode(draft: Jobcode, ctx: Changing, label = 'parent_id'): Jobcode {
  const { work } = ctx
  checkParent(draft, ctx, label)
  checkUnique(draft, ctx)
  if (!draft.active) refuseAssigned(draft)
  const made = work.insert('jobcodes', { ...draft, assigned_to_all: false })
  if (!made.active) return made
  checkLimit('jobcodes', ctx)
  if (made.parent_id !== 0) work.change('jobcodes', made.parent_id, { has_children: true })
  inherit(work, made.id, made.parent_id)
  if (draft.assigned_to_all) assign(work, 0, made.id)
  return current(made.id, work)
}

/** A new jobcode with the given values over the defaults. */
export function newJobcode(given: Partial<Jobcode>, ctx: Context): Jobcode {
  const blank = Object.entries<Fields[string]>(fields).map(([name, field]) => [name, field.initial(ctx)])
  return { ...Object.fromEntries(blank), ...given }
}

/**
 * Changes a jobcode and everything above and below that depends on it. `given` contains only differing values. Requires
 * `loadTree`.
 */
export function changeJobcode(before: Jobcode, given: Partial<Jobcode>, ctx: Changing, facts: Tree): Jobcode {
  const { work } = ctx
  const { assigned_to_all, active, ...changed } = given
  const moved = changed.parent_id !== undefined
  const after = { ...before, ...changed }
  if (moved) checkParent(after, ctx)
  checkUnique(after, ctx)
  if (active === false && assigned_to_all) refuseAssigned({ assigned_to_all })

  work.change('jobcodes', before.id, changed)
  if (active) {
    for (const job of lineage(work, before.id)) work.change('jobcodes', job.id, { active: true })
    checkLimit('jobcodes', ctx)
  }
  if (moved) reinherit(work, before.id, after.parent_id)
  if (assigned_to_all) assign(work, 0, before.id)
  if (assigned_to_all === false) unassign(work, 0, before.id)
  if (active === false) archive(before.id, work)
  for (const job of lineage(work, before.parent_id)) countChildren(job.id, work, facts)
  if (moved) countChildren(after.parent_id, work, facts)
  return current(before.id, work)
}

/** Whether the jobcode belongs to the breaks feature. */
export function isBreak(jobcode: Pick<Jobcode, 'type'>): boolean {
  return jobcode.type === 'paid_break' || jobcode.type === 'unpaid_break'
}

/**
 * Loads the ancestors of the items' rows; siblings whose name or code could clash; the subtrees, with assignments, of
 * jobcodes that move or are archived or assigned; and the assignments that new children inherit.
 */
export async function loadTree(items: readonly Item[], { work, company }: Changing): Promise<Tree> {
  const companyId = company.row.company_id
  await loadLimit('jobcodes', company)
  const entries = items.map((item) => {
    const row = work.get('jobcodes', numberOf(item.id))
    const given = numberOf(item.parent_id ?? row?.parent_id ?? 0)
    const parent = Number.isInteger(given) && given >= 0 && given <= idMax ? given : 0
    const moved = row !== undefined && row.parent_id !== parent
    const turned = row !== undefined && differs(item.active, row.active)
    return { item, row, parent, moved, turned, assigned: row && differs(item.assigned_to_all, row.assigned_to_all) }
  })
  const parents = [...new Set(entries.flatMap(({ row, parent }) => (row ? [row.parent_id, parent] : [parent])))]
  const rowIds = entries.flatMap(({ row }) => row?.id ?? [])
  await work.load('jobcodes', sql`id in ${above([...rowIds, ...parents], companyId)}`)

  const keys = (name: 'name' | 'short_code') =>
    entries.flatMap(({ item, row }) => [item[name], row?.[name]].flatMap((value) => key(value)))
  await work.load(
    'jobcodes',
    sql`${inList(sql`parent_id`, parents)} and (${inList(sql`name_key`, keys('name'))} or ${inList(sql`short_code_key`, keys('short_code'))})`,
  )

  const shifted = entries.flatMap(({ row, moved, turned }) => (row && (moved || turned) ? [row.id] : []))
  const spread = entries.flatMap(({ row, assigned }) => (row && assigned ? [row.id] : []))
  // A moving jobcode may go to any parent named for it in the batch, including its current one: it may come back.
  const moving = new Set(entries.flatMap(({ row, moved }) => (row && moved ? [row.id] : [])))
  const heirs = entries.flatMap(({ row, parent }) => ((!row || moving.has(row.id)) && parent !== 0 ? [parent] : []))
  if (shifted.length + spread.length > 0)
    await work.load('jobcodes', sql`id in ${below([...shifted, ...spread], companyId)}`)
  if (shifted.length > 0) {
    await work.load('jobcode_assignments', sql`jobcode_id in ${below(shifted, companyId)}`)
    await loadActiveFilters(work, sql`applies_to = 'jobcodes' and applies_to_id in ${below(shifted, companyId)}`)
  }
  // A jobcode moved under one that the same request archives is archived with it.
  if (entries.some(({ row, turned }) => row?.active && turned)) await loadLinksOf(work, below(shifted, companyId))
  if (spread.length > 0)
    await work.load('jobcode_assignments', sql`user_id = 0 and jobcode_id in ${below(spread, companyId)}`)
  const inherited =
    heirs.length === 0
      ? []
      : await work.load('jobcode_assignments', sql`active = 1 and ${inList(sql`jobcode_id`, heirs)}`)

  // Upper bound of the records this can write: two per new jobcode (itself and its assignment to everyone), what each
  // inherits, what each moved one inherits, and one per jobcode assigned to everyone. Project feeds add an activity for
  // each of these and for each archived one; an item creates or changes a project.
  const at = Map.groupBy(inherited, (record) => record.jobcode_id)
  const fresh = entries.filter(({ row }) => !row)
  const users = new Set(inherited.map((record) => record.user_id)).size + 1
  const size = (roots: number[]) => new Set(roots.flatMap((root) => subtree(work, root).map((job) => job.id))).size
  const moved = size([...moving])
  const born = fresh.reduce((sum, { parent }) => sum + 2 + (at.get(parent)?.length ?? 0), 0)
  await work.reserve(2 * (born + moved * users + size(spread)) + size(shifted) + 3 * items.length)

  return { others: await unloadedChildren(parents, work) }
}

/** The number of active children that are not loaded, by parent. */
async function unloadedChildren(parents: readonly number[], work: UnitOfWork): Promise<Map<number, number>> {
  const folders = new Set([...parents, ...parents.flatMap((id) => lineage(work, id).map((job) => job.id))])
  folders.delete(0)
  if (folders.size === 0) return new Map()
  const rows = await work.tx.all<{ parent_id: number; count: number }>(sql`
    select parent_id, count(*) as count from jobcodes
    where company_id = ${work.company.row.company_id} and active = 1 and ${inList(sql`parent_id`, [...folders])}
    group by parent_id`)
  const counts = new Map(rows.map((row) => [row.parent_id, row.count]))
  for (const { active, parent_id } of work.all('jobcodes'))
    if (active && counts.has(parent_id)) counts.set(parent_id, valueAt(counts, parent_id) - 1)
  return counts
}

function checkRight({ actor }: Context): void {
  if (!may(actor, 'manage_jobcodes')) throw new Refusal(417, 'manage_jobcodes_needed', { doing: 'changing jobcodes' })
}

function checkParent(job: Jobcode, { work }: Changing, label = 'parent_id'): void {
  if (job.parent_id === 0) return
  if (job.type === 'pto') throw new Refusal(417, 'pto_parent_not_zero', { field: label })
  const parent = work.get('jobcodes', job.parent_id)
  if (!parent) throw new Refusal(417, 'no_such_jobcode', { field: label, id: job.parent_id })
  if (!parent.active) throw new Refusal(417, 'jobcode_archived', { field: label, name: parent.name })
  if (parent.type !== 'regular') throw new Refusal(417, 'parent_of_type', { field: label, type: parent.type })
  if (parent.project_id !== 0) throw new Refusal(417, 'parent_is_project', { field: label, name: parent.name })
  const line = lineage(work, parent.id)
  if (line.some((other) => other.id === job.id)) throw new Refusal(417, 'jobcode_under_itself', { field: label })
  if (line.length + height(job, work) > depthMax)
    throw new Refusal(417, 'jobcodes_too_deep', { field: label, max: depthMax })
}

function height(job: Jobcode, work: UnitOfWork): number {
  const levels = new Map<number, number>()
  let highest = 1
  for (const { id, parent_id } of subtree(work, job.id)) {
    const level = (levels.get(parent_id) ?? 0) + 1
    levels.set(id, level)
    highest = Math.max(highest, level)
  }
  return highest
}

function checkUnique(job: Jobcode, { work }: Changing): void {
  for (const other of siblings(job, work)) {
    if (fold(other.name) === fold(job.name)) throw new Refusal(417, 'jobcode_name_taken', { name: other.name })
    if (job.short_code !== '' && fold(other.short_code) === fold(job.short_code))
      throw new Refusal(417, 'jobcode_code_taken', { value: other.short_code })
  }
}

function refuseAssigned({ assigned_to_all }: Pick<Jobcode, 'assigned_to_all'>): void {
  if (assigned_to_all) throw new Refusal(417, 'archived_assigned_to_all')
}

function siblings(job: Jobcode, work: UnitOfWork): Jobcode[] {
  return work.all('jobcodes').filter((other) => other.parent_id === job.parent_id && other.id !== job.id)
}

/**
 * Archives a jobcode with everything below it, and removes its assignments, its locations and its ties to custom
 * fields.
 */
function archive(id: number, work: UnitOfWork): void {
  const gone = new Set(subtree(work, id).map((job) => job.id))
  unassignAll(work, gone)
  endFilters(work, ({ applies_to, applies_to_id }) => applies_to === 'jobcodes' && gone.has(applies_to_id))
  unlinkAll(work, gone)
  for (const job of gone)
    work.change('jobcodes', job, {
      active: false,
      has_children: false,
      required_customfields: [],
      filtered_customfielditems: {},
    })
}

function countChildren(id: number, work: UnitOfWork, { others }: Tree): void {
  if (id === 0) return
  const has = (others.get(id) ?? 0) > 0 || work.all('jobcodes').some((job) => job.active && job.parent_id === id)
  work.change('jobcodes', id, { has_children: has })
}

function current(id: number, work: UnitOfWork): Jobcode {
  return work.existing('jobcodes', id)
}

/** Whether a client sends a truth value that differs from the record. An invalid one is refused later. */
function differs(given: unknown, value: boolean): boolean {
  try {
    return given !== undefined && given !== null && parseBoolean(given, '') !== value
  } catch {
    return false
  }
}

/** A text in the form used for lookups; empty if it cannot be one. */
function key(value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const folded = fold(String(value).slice(0, 300))
  return folded === '' || folded.includes('\0') || !folded.isWellFormed() ? [] : [folded]
}
