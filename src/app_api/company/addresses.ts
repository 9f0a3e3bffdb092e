import { Type } from 'typebox'
import { addressAllowed, plainAddress, readAddresses, setAddresses } from '../../company/rights/allowed_addresses.ts'
import { RequestError } from '../../engine/errors.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'

const answer = Type.Object({
  allowed: Type.Array(Type.String(), { description: 'Addresses and networks. They apply while `block` is true.' }),
  block: Type.Boolean({ description: 'Requests from any other address are refused.' }),
  yours: Type.String({ description: 'The address that this request came from.' }),
})

/** The IP addresses that may use the server. */
export const addressEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/addresses',
    about: 'Shows the addresses from which people, applications and scripts may use this server.',
    who: 'administrators',
    answer,
    run: async ({ company: { row }, request }) => ({
      allowed: row.allowed_addresses.split(',').filter(Boolean),
      block: row.block_addresses === 1,
      yours: plainAddress(request.ip),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/addresses',
    about:
      'Replaces the allowed addresses. Refused with 417 if it would lock you out. It applies to everyone else from their next request.',
    who: 'administrators',
    body: Type.Object({ allowed: Type.Array(Type.String(), { maxItems: 1000 }), block: Type.Boolean() }),
    answer,
    async run({ actor, world, now, body, request }) {
      const { block } = body
      const allowed = readAddresses(body.allowed)
      const yours = plainAddress(request.ip)
      if (!addressAllowed({ allowed_addresses: allowed.join(), block_addresses: block ? 1 : 0 }, yours))
        throw new RequestError(417, 'locks_you_out', { address: yours })
      await world.db.write(setAddresses, { companyId: actor.companyId, allowed, block }, now)
      return { allowed, block, yours }
    },
  }),
]
