import { Type } from 'typebox'
import type { Company } from '../engine/company.ts'
import { RequestError } from '../engine/errors.ts'
import { createToken, deleteToken, extendToken, listTokens, type TokenInfo } from '../oauth/tokens.ts'
import { parseInstant, printUtc } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import { type ConsoleEndpoint, endpoint, recordNumber, refuseManaging } from './endpoint.ts'
import { moment, nameOf } from './names.ts'

const one = Type.Object({ id: recordNumber })
const expiry = Type.String({ description: 'An instant such as 2026-06-01T00:00:00Z, at most ten years ahead.' })

/** Access tokens for the API: those made by hand, and those that applications were granted. */
export const tokenEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/tokens',
    about:
      'Your tokens that work, newest first; with all=yes administrators see everybody’s. `kind` is manual or oauth, `last_used` to the quarter of an hour, null for never. Their text is shown nowhere.',
    who: 'everybody',
    query: Type.Object({ all: Type.Optional(Type.Enum(['yes', 'no'])) }),
    async run({ actor, company, world, query }) {
      const everybody = query.all === 'yes'
      if (everybody && !actor.isAdmin) throw new RequestError(403, 'all: only administrators see everybody’s tokens')
      if (!everybody) refuseManaging(actor)
      const tokens = await listTokens(world, actor.companyId, everybody ? undefined : actor.userId)
      return { tokens: await printed(tokens, company) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/tokens',
    about:
      'Makes a token that acts as you. `token`, its text, is shown this once. Without `expires` it works for 60 days.',
    who: 'everybody',
    byHand: true,
    body: Type.Object({ name: Type.String(), expires: Type.Optional(expiry) }),
    async run({ actor, company, world, body: { name, expires } }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const until = expires === undefined ? {} : { expires: readExpiry(expires) }
      const { id, token } = await createToken(world, { companyId, userId, name, ...until })
      const [made] = await printed([await tokenOf(world, companyId, id, userId)], company)
      return { ...made, token }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/tokens/:id',
    about: 'Lets a token of yours that was made by hand expire later, or earlier.',
    who: 'everybody',
    byHand: true,
    params: one,
    body: Type.Object({ expires: expiry }),
    async run({ actor, company, world, params: { id }, body }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const { kind } = await tokenOf(world, companyId, id, userId)
      if (kind !== 'manual')
        throw new RequestError(417, 'id: a token that an application was granted cannot be extended')
      if (!(await extendToken(world, { companyId, userId, id, expires: readExpiry(body.expires) }))) throw absent(id)
      const [changed] = await printed([await tokenOf(world, companyId, id, userId)], company)
      return changed!
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/tokens/:id',
    about:
      'Ends a token at once; one that an application was granted ends with everything that belongs to it. Administrators may end everybody’s.',
    who: 'everybody',
    params: one,
    async run({ actor, world, params: { id } }) {
      if (!actor.isAdmin) refuseManaging(actor)
      const { companyId } = actor
      const { userId } = await tokenOf(world, companyId, id, actor.isAdmin ? undefined : actor.userId)
      if (!(await deleteToken(world, { companyId, userId, id }))) throw absent(id)
      return { deleted: id }
    },
  }),
]

async function printed(tokens: readonly TokenInfo[], company: Company) {
  await company.look(
    'users',
    tokens.map(({ userId }) => userId),
  )
  return tokens.map((token) => ({
    id: token.id,
    kind: token.kind,
    name: token.name,
    application: token.application,
    client_id: token.clientId,
    user: nameOf(company, token.userId),
    created: printUtc(token.created),
    expires: printUtc(token.expires),
    last_used: moment(token.lastUsed),
  }))
}

async function tokenOf(world: World, companyId: number, id: number, userId: number | undefined): Promise<TokenInfo> {
  const token = (await listTokens(world, companyId, userId)).find((token) => token.id === id)
  if (!token) throw absent(id)
  return token
}

function readExpiry(text: string): number {
  const read = parseInstant(text)
  if (!read) throw new RequestError(417, 'expires: must be an instant such as 2026-06-01T00:00:00Z')
  return read.instant
}

function absent(id: number): RequestError {
  return new RequestError(404, `id: there is no token ${id}`)
}
