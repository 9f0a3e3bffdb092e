import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import { addressAllowed, plainAddress, readAddresses, setAddresses } from '../oauth/addresses.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'

/** From where people may come in. */
export const addressEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/addresses',
    about:
      'From where people, applications and programs may come in: `allowed` are addresses and networks, which count while `block` is true. `yours` is where this request comes from.',
    who: 'administrators',
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
      'Replaces both. Refused (417) when it would lock out whoever asks. Everybody else who is not allowed is out with their next request.',
    who: 'administrators',
    body: Type.Object({ allowed: Type.Array(Type.String(), { maxItems: 1000 }), block: Type.Boolean() }),
    async run({ actor, world, now, body, request }) {
      const { block } = body
      const allowed = readAddresses(body.allowed)
      const yours = plainAddress(request.ip)
      if (!addressAllowed({ allowed_addresses: allowed.join(), block_addresses: block ? 1 : 0 }, yours))
        throw new RequestError(417, `allowed: this would lock you out; add your own address, ${yours}`)
      await world.db.write(setAddresses, { companyId: actor.companyId, allowed, block }, now)
      return { allowed, block, yours }
    },
  }),
]
