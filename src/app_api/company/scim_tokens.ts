import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { publicUrl } from '../../identity/public_url.ts'
import { createScimToken, removeScimToken, scimTokens } from '../../identity/scim_tokens.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { scimPath } from '../../scim/routes.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, moment, nullable } from '../format.ts'

const token = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created: instant(),
  last_used: nullable(instant('Accurate to 15 minutes; null if never.')),
})

/** Tokens with which an identity provider manages people and groups. */
export const scimTokenEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/scim_tokens',
    about: 'Lists the tokens for SCIM, newest first, without the tokens themselves.',
    who: 'administrators',
    answer: Type.Object({
      url: Type.String({ description: 'The address of the service, to enter at the provider.' }),
      tokens: Type.Array(token),
    }),
    async run({ actor, world, config, request }) {
      const tokens = await scimTokens(world, actor.companyId)
      return {
        url: ownAddress(publicUrl(config, request), scimPath),
        tokens: tokens.map(({ id, name, created, lastUsed }) => ({
          id,
          name,
          created: printUtc(created),
          last_used: moment(lastUsed),
        })),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/scim_tokens',
    about: 'Creates a token with which an identity provider adds, changes and archives people by SCIM.',
    who: 'administrators',
    firstPartyOnly: true,
    asksWhoItIs: true,
    body: Type.Object({ name: Type.String() }),
    answer: Type.Object({
      id: Type.Integer(),
      token: Type.String({ description: 'The token, shown only this once.' }),
    }),
    run({ actor: { companyId, userId, home }, world, body }) {
      // Who acts from another company is no one in this one.
      return createScimToken(world, { companyId, userId: home ? 0 : userId }, body.name)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/scim_tokens/:id',
    about: 'Deletes a token for SCIM, which no longer works from then on.',
    who: 'administrators',
    firstPartyOnly: true,
    params: Type.Object({ id: recordId }),
    answer: Type.Object({ deleted: Type.Integer() }),
    async run({ actor: { companyId }, world, now, params: { id } }) {
      if (!(await world.db.write(removeScimToken, { companyId, id }, now)))
        throw new RequestError(404, 'no_such_token', { id })
      return { deleted: id }
    },
  }),
]
