import { visible } from '../company/rights/visible.ts'
import type { Context } from '../engine/context.ts'
import { may } from '../engine/context.ts'
import { Refusal } from '../engine/errors.ts'
import { bool, id, idList, instant, numberOf, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, ids, since, state, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { fold, inList, sql } from '../engine/sql.ts'
import type { AfterChanges } from '../engine/unit_of_work.ts'
import { reason } from '../rules/refusals/reason.ts'
import { endFilters, loadActiveFilters } from './customfielditem_filters/active.ts'

const fields = {
  id: id(),
  active: bool({ initial: () => true, about: 'False: archived.' }),
  name: text({ required: true, min: 1, max: 64, trim: true, folded: true, about: 'Unique among active groups.' }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
  manager_ids: idList({ as: 'strings', about: 'Users who manage the members.' }),
}

/** A group of people. Membership is stored with the people. */
export type Group = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    groups: Group
  }
}

/** Groups of people, with the users who manage them. */
export const groups = resource('groups', {
  about: 'Groups of people, with the users who manage them.',
  order: sql`name_key, id`,
  fields,
  filters: {
    ids: anyOf('id', { aliases: ['id'] }),
    active: state('active', 'yes'),
    manager_ids: ids(async (values, { company }) => {
      const managed = (await company.list('groups')).filter((group) =>
        group.manager_ids.some((id) => values.includes(id)),
      )
      return inList(
        sql`id`,
        managed.map((group) => group.id),
      )
    }),
    name: words('name', { key: fold, aliases: ['names'] }),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('groups'),
  related: (row) => ({ users: row.manager_ids }),
  async facts(items, { company, work }) {
    await company.list('groups')
    const named = items
      .flatMap((item) => [item.manager_ids].flat())
      .flatMap((value) => (typeof value === 'string' ? value.slice(0, 50_000).split(',') : [String(numberOf(value))]))
    const held = company.listed('groups').flatMap((group) => group.manager_ids)
    await company.look('users', [...named.map(Number).filter(Number.isInteger), ...held])
    const archived = items
      .filter((item) => item.active !== undefined)
      .map((item) => numberOf(item.id))
      .filter((id) => work.get('groups', id))
    if (archived.length > 0) {
      await work.load('users', inList(sql`group_id`, archived))
      await loadActiveFilters(work, sql`applies_to = 'groups' and ${inList(sql`applies_to_id`, archived)}`)
    }
  },
  create(draft, ctx) {
    check(draft, ctx)
    return ctx.work.insert('groups', draft)
  },
  update(before, patch, ctx) {
    const after = { ...before, ...patch }
    check(after, ctx, before)
    if (before.active && !after.active) {
      for (const user of ctx.work.all('users'))
        if (user.group_id === before.id) ctx.work.change('users', user.id, { group_id: 0 })
      endFilters(ctx.work, ({ applies_to, applies_to_id }) => applies_to === 'groups' && applies_to_id === before.id)
    }
    return ctx.work.change('groups', before.id, patch)
  },
  afterChanges: (changes, work) => touchManagers(changes, work),
  absent: { status: 417, reason: reason('absent', { kind: 'group' }) },
})

function check(group: Group, { actor, work }: Context, before?: Group): void {
  if (!may(actor, 'manage_users')) throw new Refusal(417, 'manage_users_needed', { doing: 'changing groups' })
  const clash = work
    .all('groups')
    .find((other) => other.id !== group.id && other.active && fold(other.name) === fold(group.name))
  if (group.active && clash) throw new Refusal(417, 'group_name_taken', { name: clash.name })
  for (const id of group.manager_ids)
    if (!before?.manager_ids.includes(id) && !work.get('users', id)?.active)
      throw new Refusal(417, 'no_active_user', { field: 'manager_ids', id })
}

/** Touches people who gain or lose a group, because their `manager_of_group_ids` shows it. */
const touchManagers: AfterChanges<Group> = (changes, work) => {
  const managersOf = (group: Group | undefined) => (group?.active ? group.manager_ids : [])
  for (const { before, after } of changes) {
    const moved = new Set(managersOf(before)).symmetricDifference(new Set(managersOf(after)))
    for (const id of moved) if (work.get('users', id)) work.touch('users', id)
  }
}
