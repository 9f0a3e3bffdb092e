import type { ReadContext } from '../engine/context.ts'
import { parameters, parseQuery } from '../engine/filters.ts'
import { printRows, supplemental } from '../engine/present.ts'
import { users } from './users.ts'

/** The user that the token belongs to, in the form of /users. */
export async function currentUser(search: URLSearchParams, ctx: ReadContext): Promise<string> {
  const query = parseQuery(parameters(search), {})
  const { userId } = ctx.actor
  await ctx.company.look('users', [userId])
  const row = ctx.company.get<Parameters<NonNullable<typeof users.related>>[0]>('users', userId)!
  const [text] = await printRows(users, [row], ctx)
  const extra = query.supplemental ? `,"supplemental_data":${await supplemental(users, [row], ctx)}` : ''
  return `{"results":{"users":{"${userId}":${text}}},"more":false${extra}}`
}
