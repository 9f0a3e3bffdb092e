import { RequestError } from '../engine/errors.ts'
import { isRecord } from '../engine/fields.ts'
import type { Db } from '../engine/sql.ts'
import { name, sql } from '../engine/sql.ts'
import type { Item } from '../engine/table.ts'
import { identityKey } from '../rules/text/identity.ts'
import { type Account, AnswerError, knownFrom, partsOf } from './account.ts'
import { lists, queryFor } from './lists.ts'
import { stateOf } from './state.ts'

/** The account at a source: the owner of the token, and the company's name and settings. */
export type Owner = { userId: number; companyName: string; settings: Item }

/** Looks up the owner of the token. Throws RequestError 403 unless they are an administrator. */
export async function ownerOf(source: Account): Promise<Owner> {
  const { users } = resultsOf(await source.get('current_user', {}))
  const [user] = isRecord(users) ? Object.values(users) : []
  if (!isRecord(user) || typeof user.id !== 'number' || !Number.isInteger(user.id))
    throw new AnswerError(200, 'the source does not say whose token it is')
  if (!isRecord(user.permissions) || user.permissions.admin !== true)
    throw new RequestError(403, 'import_token_not_admin')
  const effective = resultsOf(await source.get('effective_settings', {}))
  const settings = effective.effective_settings
  const companyName = typeof user.company_name === 'string' ? user.company_name.slice(0, 100).trim() : ''
  return { userId: user.id, companyName: companyName || 'Imported', settings: isRecord(settings) ? settings : {} }
}

/** The results of a response; empty if it has none. */
function resultsOf({ results }: Item): Item {
  return isRecord(results) ? results : {}
}

const ownMax = 1000
const idsPerCall = 100

/** The ids of the records that a company has, by resource. Throws RequestError 409 if there are too many. */
export async function ownRecords(db: Db, companyId: number): Promise<Record<string, number[]>> {
  const own: Record<string, number[]> = {}
  for (const resource of new Set(lists.map((list) => list.resource))) {
    const rows = await db.read.all<{ id: number }>(
      sql`select id from ${name(resource)} where company_id = ${companyId} order by id limit ${ownMax + 1}`,
    )
    if (rows.length > ownMax) throw new RequestError(409, 'company_too_full', { max: ownMax, resource })
    if (rows.length > 0) own[resource] = rows.map(({ id }) => id)
  }
  return own
}

/**
 * Refuses a company whose own records have the ids or usernames of records in the account. Throws RequestError 409,
 * naming them, before anything is written.
 */
export async function refuseCollisions(
  source: Account,
  db: Db,
  companyId: number,
  own: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  const found: string[] = []
  const known = knownFrom(source)
  for (const list of lists) {
    const ids = own[list.resource] ?? []
    if (ids.length === 0) continue
    for (const part of await partsOf(list, known)) {
      for (let start = 0; start < ids.length; start += idsPerCall) {
        const some = ids.slice(start, start + idsPerCall)
        const query = { ...queryFor(list, part, { since: '', from: '' }), ids: some.join(), supplemental_data: 'no' }
        const records = resultsOf(await source.get(list.resource, query))[list.resource]
        // A source may ignore the filter.
        const there = Object.keys(records ?? {}).filter((id) => some.includes(Number(id)))
        if (there.length > 0) found.push(`${list.resource} ${there.slice(0, 20).join(', ')}`)
      }
    }
  }
  const people = await db.read.all<{ username: string }>(
    sql`select username from users where company_id = ${companyId} order by id`,
  )
  const names = people.map(({ username }) => username)
  const { users } = resultsOf(
    await source.get('users', { usernames: names.join(), active: 'both', supplemental_data: 'no' }),
  )
  const folded = new Set(names.map(identityKey))
  for (const user of isRecord(users) ? Object.values(users).filter(isRecord) : [])
    if (folded.has(identityKey(String(user.username)))) found.push(`the username ${user.username}`)
  if (found.length > 0) throw new RequestError(409, 'records_collide', { records: [...new Set(found)].join('; ') })
}

/** The company to import into: an existing one, or the name of a new one. */
export type Target = { companyId?: number; clientUrl: string }

/**
 * The company with this name in URLs. Without a name: the one that was imported from this source, or a new one if there
 * are no companies. Throws RequestError 409 if that is not clear.
 */
export async function targetOf(db: Db, wanted: string | undefined, from: string): Promise<Target> {
  const companies = await db.read.all<{ company_id: number; client_url: string }>(
    sql`select company_id, client_url from companies order by company_id`,
  )
  if (wanted !== undefined) {
    const found = companies.find(({ client_url }) => client_url === wanted)
    return { clientUrl: wanted, ...(found && { companyId: found.company_id }) }
  }
  for (const { company_id, client_url } of companies)
    if ((await stateOf(db.read, company_id))?.from === from) return { companyId: company_id, clientUrl: client_url }
  if (companies.length === 0) return { clientUrl: '' }
  throw new RequestError(409, 'company_not_named', { companies: companies.map((one) => one.client_url).join(', ') })
}
