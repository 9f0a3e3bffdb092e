import type { Query } from '../../engine/context.ts'
import { page } from '../../engine/list.ts'
import type { Found } from '../../engine/paging.ts'
import type { Search } from '../../engine/resource.ts'
import { all, indexHint, inList, type Sql, sql } from '../../engine/sql.ts'
import { count, type OwnerValues, ownersOf, picked } from '../timesheets/find.ts'

// If an index matches at most this many rows, sorting them is cheaper than walking all samples in order. The index by
// arrival time covers all columns of a search, the one by user does not.
const manyRows = 50_000
const fewRows = 2000

const columns = sql`id, last_modified, user_id, created`

/** The values of the filters that decide about the index. */
type SampleValues = OwnerValues & { ids?: number[]; modified_since?: number; modified_before?: number }

/**
 * One page of samples by arrival time and id. A company has millions, most of them older than the requested range, and
 * query planners walk them all to get the order; so the index is chosen here, as for timesheets.
 */
export async function findGeolocations(query: Query<SampleValues>, ctx: Search): Promise<Found[]> {
  const owners = await ownersOf(query, ctx)
  if (owners?.length === 0) return []
  const { ids, modified_since, modified_before } = query.values
  const ofOwners = owners ? inList(sql`user_id`, owners) : sql`1 = 1`
  const stored = all([
    ...(modified_since === undefined ? [] : [sql`last_modified >= ${modified_since}`]),
    ...(modified_before === undefined ? [] : [sql`last_modified < ${modified_before}`]),
  ])
  const condition = all([stored, ofOwners])
  const by = (index: string, narrow: Sql) => page(query, ctx, picked(ctx, index, narrow, columns), condition)

  if (ids) return by('', inList(sql`id`, ids))
  const matches = await count(ctx, 'geolocations_modified', stored, manyRows)
  if (matches === 0) return []
  if (matches <= manyRows) return by('geolocations_modified', stored)
  const several = owners && owners.length > 1
  if (several && (await count(ctx, 'geolocations_sample', ofOwners, fewRows)) <= fewRows)
    return by('geolocations_sample', ofOwners)
  // The index by user already has one person's samples in order.
  const walked = sql`geolocations ${indexHint(owners && !several ? 'geolocations_sample' : 'geolocations_created')}`
  return page(query, ctx, walked, all([sql`company_id = ${ctx.actor.companyId}`, condition]))
}
