import { visible } from '../company/rights/visible.ts'
import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, id, instant, numberOf, oneOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { isId } from '../engine/table.ts'
import { reason } from '../rules/refusals/reason.ts'
import { checkManager } from './projects/rights.ts'

const fields = {
  id: id(),
  project_id: ref('projects', { access: 'create', required: true }),
  active: bool({ initial: () => true, about: 'False: deleted. A project has at most one active estimate.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  estimate_by: oneOf(['none', 'customfields'], {
    access: 'create',
    required: true,
    about: 'One total, or one for each item of a custom field.',
  }),
  estimate_by__id: ref('customfields', { access: 'create', about: 'A managed list of timesheets; 0 with none.' }),
}

/** Planned time of a project. Its items hold the amounts. */
export type Estimate = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    estimates: Estimate
  }
}

/** Planned time of projects, as a whole or by the items of a custom field. */
export const estimates = resource('estimates', {
  about: 'Planned time of projects.',
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    active: state('active', 'yes'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('estimates'),
  related: (row) => ({ projects: [row.project_id], customfields: [row.estimate_by__id] }),
  ignores: (item, before) => (!before && item.estimate_by === 'none' ? ['estimate_by__id'] : []),
  async facts(items, { work, company }) {
    await company.list('customfields')
    const rows = items.map((item) => work.get('estimates', numberOf(item.id)))
    const named = items.map((item, index) => rows[index]?.project_id ?? numberOf(item.project_id))
    const projectIds = named.filter((id) => isId(id))
    await company.look('projects', projectIds)
    await work.load('estimates', sql`${inList(sql`project_id`, projectIds)} and active = 1`)
  },
  create(draft, ctx) {
    checkManager(ctx)
    const project = ctx.work.get('projects', draft.project_id)
    if (!project?.active) throw new Refusal(417, 'no_active_project', { id: draft.project_id })
    if (draft.estimate_by === 'customfields') checkField(draft.estimate_by__id, ctx)
    checkOnly(draft, ctx)
    return ctx.work.insert('estimates', draft)
  },
  update(before, { active = before.active }, ctx) {
    checkManager(ctx)
    checkOnly({ ...before, active }, ctx)
    return ctx.work.change('estimates', before.id, { active })
  },
  absent: { status: 417, reason: reason('absent', { kind: 'estimate' }) },
})

function checkField(fieldId: number, { work }: Context): void {
  const field = work.get('customfields', fieldId)
  if (!field?.active || field.applies_to !== 'timesheet' || field.type !== 'managed-list')
    throw new Refusal(417, 'no_estimate_field', { id: fieldId })
}

function checkOnly({ id, project_id, active }: Estimate, { work }: Context): void {
  const other = work
    .all('estimates')
    .find((estimate) => estimate.id !== id && estimate.active && estimate.project_id === project_id)
  if (active && other) throw new Refusal(417, 'estimate_exists', { estimate: other.id })
}
