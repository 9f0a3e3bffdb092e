import { administrator } from '../company/rights/rights.ts'
import { propertiesOf } from '../engine/fields.ts'
import { textOf } from '../engine/idempotency.ts'
import { oneRow, type Sql, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { idIn } from '../engine/table.ts'
import type { ScimKind } from '../identity/scim_records.ts'
import { resourceWrite } from '../operations.ts'
import { ScimError } from '../rules/people/scim.ts'
import { scimApplication } from '../rules/people/vouching.ts'
import type { RefusalCode } from '../rules/refusals/table.ts'
import { batchMax } from '../wire/request.ts'
import type { World } from '../world.ts'

/** A request of an identity provider: the company, and the address of the service as the provider knows it. */
export type ScimCall = { world: World; companyId: number; base: string }

/** Creates or changes records by the rules of their resource. Returns their ids. Throws ScimError 400 or 409. */
export async function saveRecords(
  { world, companyId }: ScimCall,
  kind: ScimKind,
  verb: 'create' | 'update',
  items: readonly Item[],
): Promise<number[]> {
  const actor = administrator(companyId, scimApplication)
  const ids: number[] = []
  for (let at = 0; at < items.length; at += batchMax) {
    const body = JSON.stringify({ data: items.slice(at, at + batchMax) })
    const answer = JSON.parse(
      textOf(await world.db.write(resourceWrite, { resource: kind, verb, actor, body }, world.now())),
    )
    for (const result of Object.values<Item>(answer.results[kind])) {
      if (Number(result._status_code) >= 300)
        throw refusalOf(String(result._status_extra), propertiesOf(result._status_reason).code)
      ids.push(Number(result.id))
    }
  }
  return ids
}

function refusalOf(message: string, code: unknown): ScimError {
  const isTaken = taken.some((one) => one === code)
  return isTaken ? new ScimError(409, message, 'uniqueness') : new ScimError(400, message, 'invalidValue')
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
