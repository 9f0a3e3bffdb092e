import { create, list, type Records, remove } from '../../api/records.ts'
import { ApiError } from '../../api/request.ts'

/** The fields of a job that are needed to assign it. */
type Placed = Pick<Records['jobcodes'], 'id' | 'parent_id'>

const roundsMax = 4

/**
 * Assigns a user exactly these jobs, besides those that are available to everyone. Assigning a job also assigns all
 * jobs below it, and unassigning does the same, so this repeats until the assignments match.
 */
export async function giveJobs(userId: number, chosen: ReadonlySet<number>, jobs: readonly Placed[]): Promise<void> {
  const parents = new Map(jobs.map(({ id, parent_id }) => [id, parent_id]))
  const isBelow = (id: number, some: ReadonlySet<number>): boolean => {
    const parent = parents.get(id) ?? 0
    return parent !== 0 && (some.has(parent) || isBelow(parent, some))
  }
  for (let round = 0; round < roundsMax; round++) {
    const held = await assignmentsOf(userId)
    const has = new Set(held.map(({ jobcode_id }) => jobcode_id))
    const missing = chosen.difference(has)
    const surplus = held.filter(({ jobcode_id }) => !chosen.has(jobcode_id))
    if (missing.size + surplus.length === 0) return
    const takes = surplus.map(({ id, jobcode_id }) => ({ id, jobcode_id }))
    const gone = new Set(takes.map(({ jobcode_id }) => jobcode_id))
    const gives = [...missing]
      .filter((id) => !isBelow(id, missing))
      .map((jobcode_id) => ({ user_id: userId, jobcode_id }))
    // Unassigning a job also unassigns the jobs below it.
    const outcomes = await remove(
      'jobcode_assignments',
      takes.filter(({ jobcode_id }) => !isBelow(jobcode_id, gone)).map(({ id }) => id),
    )
    const given = await create('jobcode_assignments', gives)
    const refused = [...outcomes, ...given].find(({ ok }) => !ok)
    if (refused && !refused.ok) throw new ApiError(refused.status, refused.message, refused.reason)
  }
}

/** A user's own assignments, without jobs that are available to everyone. */
async function assignmentsOf(userId: number): Promise<Records['jobcode_assignments'][]> {
  const all = await list('jobcode_assignments', { user_ids: [userId], active: 'yes', type: 'all' })
  return all.filter(({ user_id }) => user_id === userId)
}
