import { visible } from '../company/rights/visible.ts'
import { Refusal, RequestError } from '../engine/errors.ts'
import { bool, id, instant, integer, oneOf, ref, type ValuesOf } from '../engine/fields.ts'
import { anyOf, before, since, state, words } from '../engine/filters.ts'
import { resource } from '../engine/resource.ts'
import { inList, operation, sql } from '../engine/sql.ts'
import { UnitOfWork } from '../engine/unit_of_work.ts'
import { byAssignment, linkedTo } from './locations/links.ts'

/** Limits and default of a fence's radius in meters. */
export const fenceRadius = { min: 50, max: 1000, usual: 150 }

const fields = {
  id: id(),
  type: oneOf(['locations'], { access: 'read-only', about: 'What the fence is around.' }),
  type_id: ref('locations', { access: 'read-only', about: 'Id of the location.' }),
  active: bool({ access: 'read-only', about: 'False: archived.' }),
  enabled: bool({ access: 'read-only', about: 'Whether the fence is enforced.' }),
  radius: integer({ access: 'read-only', about: 'Meters.' }),
  last_modified: instant({ access: 'read-only' }),
  created: instant({ access: 'read-only' }),
}

type Fence = ValuesOf<typeof fields>

declare module '../engine/table.ts' {
  interface Tables {
    geofence_configs: ValuesOf<typeof fields>
  }
}

/** Fences around locations, at most one each. Clients only read them. */
export const geofenceConfigs = resource('geofence_configs', {
  about: 'Fences around locations, set by administrators.',
  order: sql`id`,
  fields,
  filters: {
    ids: anyOf('id'),
    type: {
      ...words('type', {
        among: ['locations', 'location', 'global', 'clients', 'job_codes'],
        about: 'Must be locations; nothing else can have a fence.',
      }),
      // The published page also uses the singular.
      condition: (values: string[]) =>
        inList(
          sql`type`,
          values.map((value) => (value === 'location' ? 'locations' : value)),
        ),
    },
    type_ids: anyOf('type_id', { about: 'Fences around these; requires `type`.' }),
    enabled: state('enabled', 'both'),
    active: state('active', 'yes'),
    modified_before: before(),
    modified_since: since(),
    by_jobcode_assignment: byAssignment((jobcodeIds, actor) => sql`type_id in ${linkedTo(jobcodeIds, actor)}`),
  },
  visible: visible('geofence_configs'),
  listable({ given }) {
    if (given.has('type_ids') && !given.has('type')) throw new RequestError(417, 'type_needed')
  },
  related: (row) => ({ locations: [row.type_id] }),
})

type Wanted = { companyId: number; locationId: number; enabled: boolean; radius?: number }

/** Creates, changes or disables the fence of a location. Throws a Refusal if that is not possible. */
export const setFence = operation('setFence', async (tx, input: Wanted): Promise<Fence> => {
  const { companyId, locationId, enabled, radius } = input
  const work = await UnitOfWork.begin(tx, companyId, { userId: 0, application: 'clockhouse' })
  await work.load('locations', sql`id = ${locationId}`)
  await work.load('geofence_configs', sql`type = 'locations' and type_id = ${locationId}`)
  const location = work.get('locations', locationId)
  const [fence] = work.all('geofence_configs')
  if (!location) throw new Refusal(417, 'no_such_location', { id: locationId })
  if (!location.active) throw new Refusal(417, 'location_archived', { id: locationId })
  if (!fence && !enabled) throw new Refusal(417, 'location_without_fence', { id: locationId })
  if (radius !== undefined && (radius < fenceRadius.min || radius > fenceRadius.max))
    throw new Refusal(417, 'out_of_range', { field: 'radius', min: fenceRadius.min, max: fenceRadius.max })
  const put = { enabled, radius: radius ?? fence?.radius ?? fenceRadius.usual }
  const fresh = { type: 'locations' as const, type_id: locationId, active: true, created: 0 }
  const set = fence
    ? work.change('geofence_configs', fence.id, put)
    : work.insert('geofence_configs', { ...fresh, ...put })
  work.change('locations', locationId, { geofence_config_id: set.id })
  await work.flush()
  return set
})
