import { creating, partly, setting, updating } from '../../api/actions.ts'
import { list, type Records } from '../../api/records.ts'
import { rememberFilters, setActive } from '../../components/dialogs/restoring.ts'
import { type JobRecord, withAllInside } from './tree.ts'

/** Archives jobs and everything under them. Undo restores all of it with its people, locations and custom fields. */
export function archiveJobs(jobs: readonly JobRecord[], all: readonly JobRecord[], isAdmin: boolean): Promise<boolean> {
  return setActive({
    resource: 'jobcodes',
    things: 'jobs',
    rows: jobs,
    active: false,
    async remember(ids) {
      const gone = withAllInside(ids, all).filter(({ active }) => active)
      const goneIds = gone.map(({ id }) => id)
      const assigned = await assignmentsOf(gone)
      const filtersBack = await rememberFilters('jobcodes', goneIds)
      const places = await placesOf(gone)
      return () => [
        partly(
          updating(
            'jobcodes',
            gone.map(({ id }) => ({ id, active: true })),
          ),
        ),
        partly(creating('jobcode_assignments', assigned)),
        partly(updating('locations', places)),
        filtersBack,
        ...(isAdmin ? [setting('shown_fields', gone.flatMap(fieldsOf))] : []),
      ]
    },
  })
}

/** Restores archived jobs and their parents. */
export function restoreJobs(jobs: readonly JobRecord[]): Promise<boolean> {
  return setActive({ resource: 'jobcodes', things: 'jobs', rows: jobs, active: true })
}

const idsAtOnce = 100

/** The assignments of these jobs, except those inherited from a parent. */
async function assignmentsOf(jobs: readonly JobRecord[]) {
  const found: Records['jobcode_assignments'][] = []
  for (let start = 0; start < jobs.length; start += idsAtOnce) {
    const jobcode_ids = jobs.slice(start, start + idsAtOnce).map(({ id }) => id)
    found.push(...(await list('jobcode_assignments', { jobcode_ids, active: 'yes', type: 'all' })))
  }
  const parents = new Map(jobs.map(({ id, parent_id }) => [id, parent_id]))
  const has = new Set(found.map(({ user_id, jobcode_id }) => `${user_id}/${jobcode_id}`))
  return found
    .filter(({ user_id, jobcode_id }) => !has.has(`${user_id}/${parents.get(jobcode_id)}`))
    .map(({ user_id, jobcode_id }) => ({ user_id, jobcode_id }))
}

/** The locations of these jobs, with all jobs that are linked to them now. */
async function placesOf(jobs: readonly JobRecord[]) {
  const linked = new Set(jobs.flatMap(({ locations }) => locations))
  if (linked.size === 0) return []
  const places = await list('locations', { active: 'yes' })
  return places.filter(({ id }) => linked.has(id)).map(({ id, linked_objects }) => ({ id, linked_objects }))
}

function fieldsOf({ id, required_customfields: customfield_ids }: JobRecord) {
  return customfield_ids.length === 0 ? [] : [{ of: 'jobcodes', id, customfield_ids }]
}
