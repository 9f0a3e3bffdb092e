import { visible } from '../../company/rights/visible.ts'
import { bool, id, instant, ref, text, type ValuesOf } from '../../engine/fields.ts'
import { resource } from '../../engine/resource.ts'
import { sql } from '../../engine/sql.ts'

const fields = {
  id: id(),
  time_off_request_id: ref('time_off_requests', { access: 'create' }),
  user_id: ref('users', { access: 'read-only', initial: ({ actor }) => actor.userId, about: 'Who wrote it.' }),
  active: bool({ access: 'read-only', initial: () => true }),
  note: text({ required: true, min: 1, max: 2000 }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
}

/** A note on a request for time off. */
type Note = ValuesOf<typeof fields>

declare module '../../engine/table.ts' {
  interface Tables {
    time_off_request_notes: Note
  }
}

/** Notes have no separate endpoint: they are sent and shown with their request. */
export const timeOffRequestNotes = resource('time_off_request_notes', {
  about: 'Notes on requests for time off.',
  volatile: true,
  order: sql`id`,
  fields,
  filters: {},
  visible: visible('time_off_request_notes'),
})
