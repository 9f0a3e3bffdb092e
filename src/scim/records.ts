import { administrator } from '../company/rights/rights.ts'
import { Refusal } from '../engine/errors.ts'
import { oneRow, type Sql, sql } from '../engine/sql.ts'
import { idIn } from '../engine/table.ts'
import type { ScimCame, ScimEvent } from '../identity/scim_requests.ts'
import { type Provision, provision } from '../operations.ts'
import { ScimError } from '../rules/people/scim.ts'
import type { EmployeeNumberIn } from '../rules/people/scim_person.ts'
import { scimApplication } from '../rules/people/vouching.ts'
import type { RefusalCode } from '../rules/refusals/table.ts'
import type { World } from '../world.ts'

/**
 * A request of an identity provider: the company, the address of the service as the provider knows it, what came, and where
 * the company keeps employee numbers.
 */
export type ScimCall = { world: World; companyId: number; base: string; came: ScimCame; keeps: EmployeeNumberIn }

/** What a request does, besides what came. */
type Done = Pick<Provision, 'kind' | 'item' | 'note' | 'added' | 'removed'> & {
  event: ScimEvent
  attributes: readonly string[]
  ignored: readonly string[]
}

/**
 * Creates or changes a record by the rules of its resource, and its members, with a line in the log. Returns its id.
 * Throws ScimError 400 or 409; then nothing is changed.
 */
export async function save(
  { world, companyId, came }: ScimCall,
  { event, attributes, ignored, ...done }: Done,
): Promise<number> {
  const actor = administrator(companyId, scimApplication)
  const status = came.method === 'POST' ? 201 : came.method === 'DELETE' ? 204 : 200
  const line = { ...came, subject: '', event, status, attributes, ignored, detail: '' }
  try {
    const { id } = await world.db.write(provision, { actor, ...done, line }, world.now())
    return id
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw taken.some((one) => one === error.reason.code)
      ? new ScimError(409, error.message, 'uniqueness')
      : new ScimError(400, error.message, 'invalidValue')
  }
}

const taken: readonly RefusalCode[] = ['taken', 'group_name_taken']

/** A page of records and their number. `from` begins with `from` and ends with the conditions. */
export async function pageOf<Row>(
  { world }: ScimCall,
  { columns, from, order }: { columns: Sql; from: Sql; order: Sql },
  { startIndex, count }: { startIndex: number; count: number },
): Promise<{ total: number; rows: Row[] }> {
  const { read } = world.db
  const total = await oneRow<{ count: number }>(read, sql`select count(*) as count ${from}`)
  const rows =
    count === 0
      ? []
      : await read.all<Row>(sql`select ${columns} ${from} order by ${order} limit ${count} offset ${startIndex - 1}`)
  return { total: Number(total.count), rows }
}

/** The id of a record in a path. Throws ScimError 404 if it is not an id. */
export function recordIdOf(text: string): number {
  const id = idIn(text)
  if (id === 0) throw notFound(text)
  return id
}

/** The error for a missing record. */
export function notFound(id: string | number): ScimError {
  return new ScimError(404, `there is no resource ${String(id).slice(0, 50)}`)
}
