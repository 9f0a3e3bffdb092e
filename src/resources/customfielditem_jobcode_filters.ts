import { visible } from '../company/rights/visible.ts'
import { id, instant, map, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import type { ItemLists } from './customfielditem_filters/active.ts'

/** Items by field, as the records by jobcode and by person show them: ids as text, [] if none are left. */
export const itemLists = map<ItemLists>({
  access: 'read-only',
  parse: () => ({}),
  print: (lists) =>
    JSON.stringify(Object.fromEntries(Object.entries(lists).map(([field, items]) => [field, items.map(String)]))),
  schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  about: 'Items by custom field; [] once all filters of a field are inactive.',
})

const fields = {
  id: { ...id(), about: 'Id of the jobcode.' },
  last_modified: instant({ access: 'read-only', about: 'When any of its filters last changed.' }),
  filtered_customfielditems: itemLists,
}

declare module '../engine/table.ts' {
  interface Tables {
    customfielditem_jobcode_filters: ValuesOf<typeof fields>
  }
}

/** Filters by jobcode: one record for each that has ever had any. Maintained by changes of filters. */
export const customfielditemJobcodeFilters = resource('customfielditem_jobcode_filters', {
  about: 'The active custom field item filters of each jobcode.',
  order: sql`id`,
  fields,
  filters: {
    jobcode_ids: anyOf('id', { aliases: ['jobcode_id', 'ids'] }),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('customfielditem_jobcode_filters'),
})
