import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '../config.ts'
import { RequestError } from '../engine/errors.ts'
import { clearFactors } from '../oauth/factors.ts'
import { sendInvitation } from '../oauth/invitations.ts'
import type { Account } from '../oauth/names.ts'
import { createReset } from '../oauth/resets.ts'
import { printUtc } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'
import { signedIn } from './own.ts'

const params = Type.Object({ id: recordNumber })

/** What administrators do for people who cannot sign in. */
export const peopleEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/users/:id/invitation',
    about:
      'Invites a person to set a password and sign in, within 7 days. Mails the link (`mailed_to`), or gives it this once where the person has no address or no mail is set up (`link`, `expires`).',
    who: 'administrators',
    params,
    async run(call) {
      const { companyId } = signedIn(call)
      return told(call, await sendInvitation(call.world, { companyId, userId: call.params.id }))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/:id/password_reset',
    about:
      'Lets another person choose a new password, within an hour. Mails the link (`mailed_to`), or gives it this once where the person has no address or no mail is set up (`link`, `expires`).',
    who: 'administrators',
    params,
    async run(call) {
      return told(call, await createReset(call.world, another(call)))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:id/two_factor',
    about:
      'For a person who has lost their phone: turns their two-factor sign-in off, removes their passkeys, and signs them out everywhere.',
    who: 'administrators',
    params,
    async run(call) {
      const cleared = await call.world.db.write(clearFactors, another(call), call.now)
      return { totp_turned_off: cleared.totp, passkeys_removed: cleared.passkeys }
    },
  }),
]

/** The person of the path, who must not be oneself: whoever sits at an unlocked screen must not get around the password. */
function another(call: Parameters<typeof signedIn>[0] & { params: { id: number } }): Account {
  const { companyId, userId } = signedIn(call)
  if (userId === call.params.id)
    throw new RequestError(417, 'id: for yourself, do this in your own settings, with your password')
  return { companyId, userId: call.params.id }
}

function told(
  { config, request }: { config: Config; request: FastifyRequest },
  made: { mailedTo: string } | { path: string; expires: number },
): object {
  if ('mailedTo' in made) return { mailed_to: made.mailedTo }
  const origin = config.url || `${request.protocol}://${request.host}`
  return { link: origin + made.path, expires: printUtc(made.expires) }
}
