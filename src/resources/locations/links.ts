import { assignedTo } from '../../company/job_tree.ts'
import type { Actor } from '../../engine/context.ts'
import { Refusal } from '../../engine/errors.ts'
import { type Filter, flag } from '../../engine/filters.ts'
import { type Sql, sql } from '../../engine/sql.ts'
import { listMax, type RecordOf } from '../../engine/table.ts'
import type { UnitOfWork } from '../../engine/unit_of_work.ts'

type Link = RecordOf<'locations_map'>

// A link is a record of locations_map. The location shows it as `linked_objects` and the jobcode as `locations`, but it
// does not count as a change of the jobcode. A removed link is restored under its old id.

/** Links a location to exactly these jobcodes. Requires them and the location's links to be loaded. */
export function link(work: UnitOfWork, locationId: number, jobcodeIds: readonly number[]): void {
  const wanted = new Set(jobcodeIds)
  const links = work.all('locations_map').filter((record) => record.location_id === locationId)
  const known = new Map(links.map((record) => [record.x_id, record]))
  for (const record of links) if (record.active && !wanted.has(record.x_id)) cut(work, record)
  for (const id of wanted) {
    const record = known.get(id)
    if (record?.active) continue
    const jobcode = work.get('jobcodes', id)
    if (!jobcode?.active) throw new Refusal(417, 'no_active_jobcode', { field: 'linked_objects', id })
    if (jobcode.locations.length >= listMax)
      throw new Refusal(417, 'too_many_locations', { name: jobcode.name, max: listMax })
    if (record) work.change('locations_map', record.id, { active: true })
    else work.insert('locations_map', { x_id: id, location_id: locationId, active: true, created: 0 })
    work.patchQuietly('jobcodes', id, { locations: ordered([...jobcode.locations, locationId]) })
  }
  work.change('locations', locationId, { linked_objects: ordered(jobcodeIds) })
}

/** Loads the active links of the jobcodes that `ids` selects, and the locations they lead to. */
export async function loadLinksOf(work: UnitOfWork, ids: Sql): Promise<void> {
  const active = sql`active = 1 and x_id in ${ids}`
  await work.load('locations_map', active)
  const companyId = work.company.row.company_id
  await work.load(
    'locations',
    sql`id in (select location_id from locations_map where company_id = ${companyId} and ${active})`,
  )
}

/** Removes these jobcodes from all locations. Requires `loadLinksOf`. */
export function unlinkAll(work: UnitOfWork, jobcodeIds: ReadonlySet<number>): void {
  for (const record of work.all('locations_map'))
    if (record.active && jobcodeIds.has(record.x_id)) {
      cut(work, record)
      const { linked_objects } = work.existing('locations', record.location_id)
      work.change('locations', record.location_id, {
        linked_objects: linked_objects.filter((id) => id !== record.x_id),
      })
    }
}

function cut(work: UnitOfWork, { id, x_id, location_id }: Link): void {
  work.change('locations_map', id, { active: false })
  const { locations } = work.existing('jobcodes', x_id)
  work.patchQuietly('jobcodes', x_id, { locations: locations.filter((other) => other !== location_id) })
}

function ordered(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b)
}

/** A filter that, if true, keeps only what `condition` finds among the jobcodes assigned to the caller. */
export function byAssignment(condition: (jobcodeIds: Sql, actor: Actor) => Sql): Filter<boolean> {
  return {
    ...flag(false, { about: 'Only those linked to a jobcode assigned to the caller.' }),
    condition(value, { actor }) {
      if (!value) return sql`1 = 1`
      const { companyId } = actor
      return condition(
        sql`(select j.id from jobcodes j where j.company_id = ${companyId} and ${assignedTo(actor)})`,
        actor,
      )
    },
  }
}

/** Ids of the locations linked to any of these jobcodes, for `… in`. */
export function linkedTo(jobcodeIds: Sql, { companyId }: Actor): Sql {
  return sql`(select m.location_id from locations_map m
    where m.company_id = ${companyId} and m.active = 1 and m.x_id in ${jobcodeIds})`
}
