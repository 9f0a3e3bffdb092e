import type { ReadContext } from '../engine/context.ts'
import { type Endpoint, supplementalParameter } from '../engine/endpoint.ts'
import { RequestError } from '../engine/errors.ts'
import { parameters, parseQuery } from '../engine/filters.ts'
import { printRows, supplemental } from '../engine/present.ts'
import { users } from './users.ts'

/** The user that the token belongs to, in the form of /users. */
export async function currentUser(search: URLSearchParams, ctx: ReadContext): Promise<string> {
  const query = parseQuery(parameters(search), {})
  const { userId, home } = ctx.actor
  if (home)
    throw new RequestError(
      403,
      'the user of this token is no user of the managed client; ask without vnd.tsheets.ManagedClientId',
    )
  await ctx.company.look('users', [userId])
  const row = ctx.company.get<Parameters<NonNullable<typeof users.related>>[0]>('users', userId)!
  const [text] = await printRows(users, [row], ctx)
  const extra = query.supplemental ? `,"supplemental_data":${await supplemental(users, [row], ctx)}` : ''
  return `{"results":{"users":{"${userId}":${text}}},"more":false${extra}}`
}

/** What the reference says of it. */
export const currentUserEndpoint: Endpoint = {
  method: 'get',
  path: '/current_user',
  name: 'getCurrentUser',
  summary: 'Shows the user of the token',
  about:
    'The user that the access token belongs to, in the form of /users. 403 when the request names a managed client.',
  query: { supplemental_data: supplementalParameter },
  answer: { $ref: '#/components/schemas/UsersList' },
  statuses: { 304: '' },
}
