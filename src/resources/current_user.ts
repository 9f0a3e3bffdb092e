import type { CompanySnapshot } from '../engine/company_snapshot.ts'
import type { ReadContext } from '../engine/context.ts'
import { printRows } from '../engine/serialize.ts'
import { oneRow, sql } from '../engine/sql.ts'
import { type Endpoint, supplementalParameter } from '../wire/endpoint.ts'
import { supplemental } from '../wire/list.ts'
import { parameters, parseQuery, type Search } from '../wire/request.ts'
import type { User } from './users/record.ts'
import { users } from './users.ts'

/** The user the token belongs to, in the form of /users. */
export async function currentUser(search: Search, ctx: ReadContext): Promise<string> {
  const query = parseQuery(parameters(search), {})
  const row = await loadCurrentUser(ctx)
  const [text] = await printRows(users, [row], ctx)
  const extra = query.supplemental ? `,"supplemental_data":${await supplemental(users, [row], ctx)}` : ''
  return `{"results":{"users":{"${row.id}":${text}}},"more":false${extra}}`
}

/**
 * The record of the token's user. In a managed client, where that user has no record, that of its first administrator.
 */
export async function loadCurrentUser({ actor, company }: ReadContext): Promise<User> {
  const id = actor.home ? await firstAdministrator(company) : actor.userId
  await company.look('users', [id])
  return company.existing('users', id)
}

/** The active administrator with the lowest id. Every company has at least one. */
function firstAdministrator(company: CompanySnapshot): Promise<number> {
  return company.value('firstAdministrator', async (handle) => {
    const row = await oneRow<{ id: number }>(
      handle,
      sql`select min(id) as id from users where company_id = ${company.row.company_id} and active = 1
        and permissions like '%,admin,%'`,
    )
    return row.id
  })
}

/** The description for the reference. */
export const currentUserEndpoint: Endpoint = {
  method: 'get',
  path: '/current_user',
  name: 'getCurrentUser',
  summary: 'Shows the user of the token',
  about:
    'The user that the access token belongs to, in the form of /users. In a managed client, an ' +
    'administrator of that company.',
  query: { supplemental_data: supplementalParameter },
  answer: { $ref: '#/components/schemas/UsersList' },
  statuses: { 304: '' },
}
