import { visible } from '../company/rights/visible.ts'
import type { Context } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, id, instant, integer, numberOf, oneOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, sql } from '../engine/sql.ts'
import { idMax } from '../engine/table.ts'
import { reason } from '../rules/refusals/reason.ts'
import type { Estimate } from './estimates.ts'
import { addActivity } from './projects/feed.ts'
import { checkManager } from './projects/rights.ts'

const tenYears = 10 * 365 * 86400

const type = oneOf(['none', 'tag_clouds'], {
  required: true,
  about:
    'tag_clouds, the old name of custom fields, if the estimate is by custom field; customfields is an alias. An ' +
    'update may set it to none, for the project as a whole.',
})

const fields = {
  id: id(),
  estimated_seconds: integer({ max: tenYears }),
  estimate_id: ref('estimates', { access: 'create', required: true }),
  active: bool({ initial: () => true, about: 'False: deleted.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  type: {
    ...type,
    parse: (value: unknown, name: string) => type.parse(value === 'customfields' ? 'tag_clouds' : value, name),
  },
  type_id: ref('customfielditems', { about: 'An item of the custom field the estimate is by; 0 with none.' }),
}

type EstimateItem = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    estimate_items: ValuesOf<typeof fields>
  }
}

/** A part of an estimate. Items of an archived estimate are kept but no longer count. */
export const estimateItems = resource('estimate_items', {
  about: 'The parts of an estimate.',
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    estimate_ids: anyOf('estimate_id'),
    active: state('active', 'yes'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('estimate_items'),
  related: (row) => ({ estimates: [row.estimate_id] }),
  ignores: (item) => (item.type === 'none' ? ['type_id'] : []),
  async facts(items, { work, company }) {
    const rows = items.map((item) => work.get('estimate_items', numberOf(item.id)))
    const valid = (ids: number[]) => ids.filter((id) => Number.isInteger(id) && id >= 0 && id <= idMax)
    const estimateIds = valid(items.map((item, index) => rows[index]?.estimate_id ?? numberOf(item.estimate_id)))
    const typeIds = valid([
      0,
      ...items.map((item) => numberOf(item.type_id)),
      ...rows.flatMap((row) => row?.type_id ?? []),
    ])
    await company.look('estimates', estimateIds)
    await company.look('customfielditems', typeIds)
    await work.load(
      'estimate_items',
      sql`${inList(sql`estimate_id`, estimateIds)} and ${inList(sql`type_id`, typeIds)} and active = 1`,
    )
  },
  create(draft, ctx) {
    checkManager(ctx)
    const estimate = ctx.work.get('estimates', draft.estimate_id)
    if (!estimate?.active) throw new Refusal(417, 'no_active_estimate', { id: draft.estimate_id })
    check(draft, estimate, ctx)
    const made = ctx.work.insert('estimate_items', draft)
    if (made.active) addActivity(ctx.work, 'estimate_item_added', estimate.project_id, { estimate_items: [made.id] })
    return made
  },
  update(before, patch, ctx) {
    checkManager(ctx)
    const after = { ...before, ...patch }
    if (after.type === 'none') after.type_id = 0
    const estimate = ctx.work.existing('estimates', before.estimate_id)
    check(after, estimate, ctx, before)
    const changed = ctx.work.change('estimate_items', before.id, after)
    const word = before.active === after.active ? 'updated' : after.active ? 'added' : 'removed'
    const shown = changed !== before && (before.active || after.active)
    if (shown) addActivity(ctx.work, `estimate_item_${word}`, estimate.project_id, { estimate_items: [before.id] })
    return changed
  },
  absent: { status: 417, reason: reason('absent', { kind: 'estimate item' }) },
})

/** Refuses an item of the wrong type for the estimate, and a second active one for the same part. */
function check(item: EstimateItem, estimate: Estimate, { work }: Context, before?: EstimateItem): void {
  const expected = estimate.estimate_by === 'none' ? 'none' : 'tag_clouds'
  // The documented update turns an item for a custom field item into one for the whole project.
  const isWhole = item.type === 'none' && before !== undefined
  if (item.type !== expected && !isWhole) throw new Refusal(417, 'estimate_type', { expected })
  if (item.type === 'tag_clouds' && (item.type !== before?.type || item.type_id !== before.type_id)) {
    const choice = work.get('customfielditems', item.type_id)
    if (!choice?.active || choice.customfield_id !== estimate.estimate_by__id)
      throw new Refusal(417, 'no_estimate_field_item', { id: item.type_id })
  }
  const twin = work.all('estimate_items').find((other) => other.id !== item.id && other.active && isSame(other, item))
  if (item.active && twin) throw new Refusal(417, 'estimate_item_exists', { item: twin.id })
}

function isSame(one: EstimateItem, other: EstimateItem): boolean {
  return one.estimate_id === other.estimate_id && one.type_id === other.type_id
}
