import { visible } from '../company/rights/visible.ts'
import { type Context, may, type ReadContext } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, id, instant, integer, numberOf, oneOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, type Filter, flag, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, join, type Sql, sql } from '../engine/sql.ts'
import { type Item, idMax, isId } from '../engine/table.ts'
import { keysOf } from '../rules/elements.ts'
import { reason } from '../rules/refusals/reason.ts'
import { changeFilter, insertFilter, loadTargets, userAndGroup } from './customfielditem_filters/active.ts'

/** What a filter applies to: the resource and its display name. */
const targets = { jobcodes: 'jobcode', users: 'user', groups: 'group' } as const
type Target = keyof typeof targets
const targetNames = keysOf(targets)

const fields = {
  id: id(),
  active: bool({ initial: () => true, about: 'False: removed.' }),
  applies_to: {
    ...oneOf(targetNames, { required: true, about: 'Where the item is offered.' }),
    parse: (value: unknown): Target => {
      const found = targetNames.find((name) => name === value)
      if (!found) throw new Refusal(417, 'filter_target_unknown')
      return found
    },
  },
  applies_to_id: integer({ required: true, min: 1, max: idMax, about: 'Id of that jobcode, user or group.' }),
  customfielditem_id: ref('customfielditems', { required: true }),
  customfield_id: ref('customfields', { required: true, about: 'The managed list that the item belongs to.' }),
  last_modified: instant({ access: 'read-only' }),
}

/**
 * Restricts the items that a custom field offers with a jobcode, or to a user or group, to those with active filters.
 */
type CustomFieldItemFilter = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    customfielditem_filters: CustomFieldItemFilter
  }
}

/** Which items of managed lists are offered where. Filters are never deleted: an inactive one has no effect. */
export const customfielditemFilters = resource('customfielditem_filters', {
  about: 'Restricts the items that a custom field offers with a jobcode, to a user or to a group.',
  example: { customfield_id: 7002, customfielditem_id: 7004, applies_to: 'jobcodes', applies_to_id: 7003 },
  order: sql`id`,
  fields,
  filters: {
    jobcode_id: ofTarget('Filters of this jobcode. Combined with user_id or group_id: filters that match any of them.'),
    user_id: ofTarget('Filters of this user.'),
    group_id: ofTarget('Filters of this group.'),
    include_user_group: flag(false, { about: 'With user_id: also those of the user’s group.' }),
    include_jobcode_filters: flag(false, { about: 'With user_id: also those of jobcodes.' }),
    ids: anyOf('id'),
    active: state('active', 'yes'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('customfielditem_filters'),
  related: ({ applies_to, applies_to_id, customfield_id, customfielditem_id }) => ({
    jobcodes: [],
    users: [],
    groups: [],
    [applies_to]: [applies_to_id],
    customfields: [customfield_id],
    customfielditems: [customfielditem_id],
  }),
  facts,
  create(draft, ctx) {
    checkRight(ctx)
    check(draft, ctx)
    const twin = twinOf(draft, ctx)
    return twin ? changeFilter(ctx.work, twin, { active: draft.active }) : insertFilter(ctx.work, draft)
  },
  update(before, patch, ctx) {
    checkRight(ctx)
    const after = { ...before, ...patch }
    check(after, ctx)
    const twin = twinOf(after, ctx)
    if (twin) throw new Refusal(417, 'filter_exists', { filter: twin.id })
    return changeFilter(ctx.work, before, patch)
  },
  absent: { status: 417, reason: reason('absent', { kind: 'custom field item filter' }) },
})

/** One of the filters that select targets: combined, they match any of them. */
function ofTarget(about: string): Filter<number> {
  return { ...exactlyNumber('', { about }), condition: (_, ctx) => anyTarget(ctx) }
}

function anyTarget({ query, actor }: ReadContext): Sql {
  const { jobcode_id, user_id, group_id, include_user_group, include_jobcode_filters } = query?.values ?? {}
  const parts: Sql[] = []
  if (jobcode_id !== undefined) parts.push(sql`(applies_to = 'jobcodes' and applies_to_id = ${jobcode_id})`)
  if (group_id !== undefined) parts.push(sql`(applies_to = 'groups' and applies_to_id = ${group_id})`)
  if (typeof user_id === 'number') {
    parts.push(sql`(applies_to = 'users' and applies_to_id = ${user_id})`)
    if (include_user_group)
      parts.push(sql`(applies_to = 'groups' and applies_to_id in ${userAndGroup(user_id, actor.companyId)})`)
    if (include_jobcode_filters) parts.push(sql`applies_to = 'jobcodes'`)
  }
  return sql`(${join(parts, ' or ')})`
}

/** Loads what the items refer to, filters for the same targets, and the records that show filters. */
async function facts(items: readonly Item[], { work, company }: Context): Promise<void> {
  const rows = items.flatMap((item) => work.get('customfielditem_filters', numberOf(item.id)) ?? [])
  const named = (name: keyof CustomFieldItemFilter) => {
    const numbers = [...items, ...rows].map((item) => numberOf(item[name]))
    return [...new Set(numbers)].filter((number) => isId(number))
  }
  const [itemIds, targetIds] = [named('customfielditem_id'), named('applies_to_id')]
  await company.list('customfields')
  await company.list('groups')
  await company.look('customfielditems', itemIds)
  if ([...items, ...rows].some((item) => item.applies_to === 'users')) await company.look('users', targetIds)
  await work.load(
    'customfielditem_filters',
    sql`${inList(sql`applies_to_id`, targetIds)} and ${inList(sql`customfielditem_id`, itemIds)}`,
  )
  await loadTargets(work, targetIds)
}

function checkRight({ actor }: Context): void {
  if (!may(actor, 'manage_jobcodes'))
    throw new Refusal(417, 'manage_jobcodes_needed', { doing: 'changing custom field item filters' })
}

/** An active filter may only refer to active records; a removed one may refer to any that exist. */
function check(filter: CustomFieldItemFilter, { work }: Context): void {
  const { active, applies_to, applies_to_id, customfield_id, customfielditem_id } = filter
  const field = work.get('customfields', customfield_id)
  if (!field) throw new Refusal(417, 'no_such_custom_field', { id: customfield_id })
  if (active && field.type === 'free-form') throw new Refusal(417, 'field_takes_any_text', { name: field.name })
  const item = work.get('customfielditems', customfielditem_id)
  if (!item || (active && !item.active))
    throw new Refusal(417, active ? 'no_active_item' : 'no_such_item', { id: customfielditem_id })
  if (item.customfield_id !== field.id)
    throw new Refusal(417, 'item_of_another_field', { item: item.name, name: field.name })
  const target = work.get(applies_to, applies_to_id)
  if (!target || (active && !target.active))
    throw new Refusal(417, active ? 'no_active_record' : 'no_such_record', {
      field: 'applies_to_id',
      kind: targets[applies_to],
      id: applies_to_id,
    })
}

/** Another filter for the same item and target. */
function twinOf(filter: CustomFieldItemFilter, { work }: Context): CustomFieldItemFilter | undefined {
  return work
    .all('customfielditem_filters')
    .find(
      (other) =>
        other.id !== filter.id &&
        other.customfielditem_id === filter.customfielditem_id &&
        other.applies_to_id === filter.applies_to_id,
    )
}
