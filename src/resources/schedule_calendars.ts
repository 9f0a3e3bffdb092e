import { visible } from '../company/rights/visible.ts'
import { id, instant, text, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'

const fields = {
  id: id(),
  name: text({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
}

declare module '../engine/table.ts' {
  interface Tables {
    schedule_calendars: ValuesOf<typeof fields>
  }
}

/** The calendars that shifts belong to. A new company starts with one. */
export const scheduleCalendars = resource('schedule_calendars', {
  about: 'Calendars that schedule events belong to.',
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    modified_before: before(),
    modified_since: since(),
  },
  visible: visible('schedule_calendars'),
})
