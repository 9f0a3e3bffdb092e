import { visible } from '../company/rights/visible.ts'
import { bool, derived, hidden, id, instant, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since, state } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { sql } from '../engine/sql.ts'
import { byAssignment } from './locations/links.ts'

const fields = {
  id: id(),
  x_table: derived({ type: 'string', enum: ['job_codes'] }, () => '"job_codes"', {
    about: 'What the location is linked to.',
  }),
  x_id: ref('jobcodes', { access: 'read-only', about: 'Id of the jobcode.' }),
  location_id: ref('locations', { access: 'read-only', about: 'Id of the location.' }),
  created: instant({ access: 'read-only' }),
  last_modified: instant({ access: 'read-only' }),
  active: hidden(bool()),
}

/** The link of a jobcode to a location where its work is done. */
type Link = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    locations_map: Link
  }
}

/** Which jobcodes are linked to which locations. Changed through the locations' `linked_objects`. */
export const locationsMap = resource('locations_map', {
  about: 'Which jobcodes are linked to which locations. Links are changed through linked_objects of the locations.',
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    active: state('active', 'yes', { about: 'Whether the link still exists.' }),
    modified_before: before(),
    modified_since: since(),
    by_jobcode_assignment: byAssignment((jobcodeIds) => sql`x_id in ${jobcodeIds}`),
  },
  visible: visible('locations_map'),
  related: (row) => ({ locations: [row.location_id] }),
})
