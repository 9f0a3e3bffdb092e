import { Type } from 'typebox'
import type { CompanySnapshot } from '../../engine/company_snapshot.ts'
import { RequestError } from '../../engine/errors.ts'
import { createToken, deleteToken, extendToken, listTokens, type TokenInfo } from '../../oauth/tokens.ts'
import { parseInstant, printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint, recordId, refuseManaging } from '../endpoint.ts'
import { instant, moment, nameOf, nullable, person } from '../format.ts'

const one = Type.Object({ id: recordId })
const expiry = Type.String({ description: 'An instant such as 2026-06-01T00:00:00Z, at most ten years from now.' })

const scopes = Type.String({
  description:
    'Separated by spaces: read, write (which includes reading), or one of them for a type, such as timesheets:read.',
})

const described = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['manual', 'oauth'], { description: 'Created by a user, or granted to an application.' }),
  name: Type.String(),
  application: Type.String({ description: 'The application; empty for a manual token.' }),
  client_id: Type.String({ description: 'The application; empty for a manual token.' }),
  user: person,
  created: instant(),
  expires: instant(),
  last_used: nullable(instant('Accurate to 15 minutes; null if never.')),
  scopes: Type.String({ description: 'Its scopes; empty for everything that its user may do.' }),
})

/** Access tokens for the API: those that users created, and those granted to applications. */
export const tokenEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/tokens',
    about: 'Lists your valid tokens, newest first, without the tokens themselves.',
    who: 'everyone',
    query: Type.Object({
      all: Type.Optional(Type.Enum(['yes', 'no'], { description: 'The tokens of all users, for administrators.' })),
    }),
    answer: Type.Object({ tokens: Type.Array(described) }),
    async run({ actor, company, world, query }) {
      const all = query.all === 'yes'
      if (all && !actor.isAdmin) throw new RequestError(403, 'others_tokens_for_administrators_only')
      if (!all) refuseManaging(actor)
      const tokens = await listTokens(world, actor.companyId, all ? undefined : actor.userId)
      return { tokens: await printed(tokens, company) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/tokens',
    about: 'Creates a token that acts as you. Without `expires` it is valid for 60 days.',
    who: 'everyone',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: Type.Object({ name: Type.String(), expires: Type.Optional(expiry), scopes: Type.Optional(scopes) }),
    answer: Type.Object({
      ...described.properties,
      token: Type.String({ description: 'The token, shown only this once.' }),
    }),
    async run({ actor, company, world, body: { name, expires, scopes = '' } }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const until = expires === undefined ? {} : { expires: readExpiry(expires) }
      const { id, token } = await createToken(world, { companyId, userId, name, scopes, ...until })
      const [made] = await printed([await tokenOf(world, companyId, id, userId)], company)
      return { ...made!, token }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/tokens/:id',
    about: 'Changes when one of your manual tokens expires.',
    who: 'everyone',
    firstPartyOnly: true,
    asksWhoItIs: true,
    params: one,
    body: Type.Object({ expires: expiry }),
    answer: described,
    async run({ actor, company, world, params: { id }, body }) {
      refuseManaging(actor)
      const { companyId, userId } = actor
      const { kind } = await tokenOf(world, companyId, id, userId)
      if (kind !== 'manual') throw new RequestError(417, 'granted_token_not_extendable')
      if (!(await extendToken(world, { companyId, userId, id, expires: readExpiry(body.expires) }))) throw absent(id)
      const [changed] = await printed([await tokenOf(world, companyId, id, userId)], company)
      return changed!
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/tokens/:id',
    about:
      'Revokes a token immediately; if it was granted to an application, the whole grant. Administrators may revoke all users’ tokens.',
    who: 'everyone',
    params: one,
    answer: Type.Object({ deleted: Type.Integer() }),
    async run({ actor, world, params: { id } }) {
      if (!actor.isAdmin) refuseManaging(actor)
      const { companyId } = actor
      const { userId } = await tokenOf(world, companyId, id, actor.isAdmin ? undefined : actor.userId)
      if (!(await deleteToken(world, { companyId, userId, id }))) throw absent(id)
      return { deleted: id }
    },
  }),
]

async function printed(tokens: readonly TokenInfo[], company: CompanySnapshot) {
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
    scopes: token.scopes,
  }))
}

async function tokenOf(world: World, companyId: number, id: number, userId: number | undefined): Promise<TokenInfo> {
  const token = (await listTokens(world, companyId, userId)).find((token) => token.id === id)
  if (!token) throw absent(id)
  return token
}

function readExpiry(text: string): number {
  const read = parseInstant(text)
  if (!read) throw new RequestError(417, 'expiry_malformed')
  return read.instant
}

function absent(id: number): RequestError {
  return new RequestError(404, 'no_such_token', { id })
}
