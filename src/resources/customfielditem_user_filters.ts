import { visible } from '../company/rights/visible.ts'
import type { ReadContext } from '../engine/context.ts'
import { id, instant, oneOf, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, exactlyNumber, type Filter, flag, since } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { join, type Sql, sql } from '../engine/sql.ts'
import { userAndGroup } from './customfielditem_filters/active.ts'
import { itemLists } from './customfielditem_jobcode_filters.ts'

const fields = {
  id: { ...id(), about: 'Id of the user or group.' },
  type: oneOf(['user', 'group'], { access: 'read-only' }),
  last_modified: instant({ access: 'read-only', about: 'When any of its filters last changed.' }),
  filtered_customfielditems: itemLists,
}

/** The filters of one user or group. */
type CustomFieldItemUserFilter = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    customfielditem_user_filters: CustomFieldItemUserFilter
  }
}

/** Filters by user and by group: one record for each that has ever had any. Maintained by changes of filters. */
export const customfielditemUserFilters = resource('customfielditem_user_filters', {
  about: 'The active custom field item filters of each user and of each group.',
  order: sql`id`,
  fields,
  filters: {
    user_id: ofPerson('The record of this user. With group_id: both records.'),
    group_id: ofPerson('The record of this group.'),
    include_user_group: flag(false, { about: 'With user_id: also that of the user’s group.' }),
    ids: anyOf('id'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('customfielditem_user_filters'),
})

/** One of the two filters that select people: combined, they match both. */
function ofPerson(about: string): Filter<number> {
  return { ...exactlyNumber('', { about }), condition: (_, ctx) => anyPerson(ctx) }
}

function anyPerson({ query, actor }: ReadContext): Sql {
  const { user_id, group_id, include_user_group } = query?.values ?? {}
  const parts: Sql[] = []
  if (group_id !== undefined) parts.push(sql`(type = 'group' and id = ${group_id})`)
  if (user_id !== undefined) parts.push(sql`(type = 'user' and id = ${user_id})`)
  if (typeof user_id === 'number' && include_user_group)
    parts.push(sql`id in ${userAndGroup(user_id, actor.companyId)}`)
  return sql`(${join(parts, ' or ')})`
}
