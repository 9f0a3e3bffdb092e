import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Config } from '../../config.ts'
import { RequestError } from '../../engine/errors.ts'
import { clearFactors } from '../../identity/factors/factors.ts'
import { listPasskeys } from '../../identity/factors/passkeys.ts'
import { totpState } from '../../identity/factors/totp.ts'
import { createInvitations, sendInvitation } from '../../identity/links/invitations.ts'
import { createReset } from '../../identity/links/password_resets.ts'
import type { Account } from '../../identity/names.ts'
import { publicUrl } from '../../identity/public_url.ts'
import { endSessions, listSessions } from '../../identity/sessions.ts'
import { invitationDays } from '../../rules/people/invitation_days.ts'
import { ownAddress } from '../../rules/settings/own_address.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant } from '../format.ts'
import { signedIn } from '../me/signed_in.ts'

const params = Type.Object({ id: recordId })

/** The most people who can be invited by links at once. */
const linksMax = 50

const link = Type.Union([
  Type.Object({ mailed_to: Type.String({ description: 'The address the link was emailed to.' }) }),
  Type.Object({
    link: Type.String({ description: 'Shown only this once, because it could not be emailed.' }),
    expires: instant(),
  }),
])

/** How administrators help people who cannot sign in. */
export const peopleEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/users/:id/invitation',
    about: `Invites another person to choose a password and sign in within ${invitationDays} days. The link is emailed; if the person has no email address or the server sends no email, the response contains it.`,
    who: 'administrators',
    asksWhoItIs: true,
    params,
    answer: link,
    async run(call) {
      return linkAnswer(call, await sendInvitation(call.world, another(call)))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/invitation_links',
    about: `Creates links for up to ${linksMax} other people, to be handed to them: each lets its person choose a password and sign in within ${invitationDays} days. Nothing is emailed; earlier links of these people stop working. Either all links are created or none.`,
    who: 'administrators',
    asksWhoItIs: true,
    body: Type.Object({
      user_ids: Type.Array(recordId, { minItems: 1, maxItems: linksMax, uniqueItems: true }),
    }),
    answer: Type.Object({
      links: Type.Array(
        Type.Object({
          user_id: Type.Integer(),
          link: Type.String({ description: 'Shown only this once.' }),
          expires: instant(),
        }),
        { description: 'In the order of `user_ids`.' },
      ),
    }),
    async run(call) {
      const { companyId, userId } = signedIn(call)
      if (call.body.user_ids.includes(userId)) throw new RequestError(417, 'use_own_settings')
      const links = await createInvitations(call.world, companyId, call.body.user_ids)
      return {
        links: links.map(({ userId, path, expires }) => ({
          user_id: userId,
          link: ownAddress(publicUrl(call.config, call.request), path),
          expires: printUtc(expires),
        })),
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/:id/sign_in',
    about: 'Shows how a person signs in besides their password, and in how many browsers they are signed in.',
    who: 'administrators',
    params,
    answer: Type.Object({ totp: Type.Boolean(), passkeys: Type.Integer(), sessions: Type.Integer() }),
    async run({ actor: { companyId }, company, params: { id: userId }, world }) {
      await company.look('users', [userId])
      if (!company.get('users', userId)) throw new RequestError(404, 'user_not_found')
      const of = { companyId, userId }
      const { since } = await totpState(world, of)
      const passkeys = await listPasskeys(world, of)
      const sessions = await listSessions(world, of)
      return { totp: since > 0, passkeys: passkeys.length, sessions: sessions.length }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users/:id/password_reset',
    about:
      'Lets another person choose a new password within an hour. The link is emailed; if the person has no email address or the server sends no email, the response contains it.',
    who: 'administrators',
    asksWhoItIs: true,
    params,
    answer: link,
    async run(call) {
      return linkAnswer(call, await createReset(call.world, another(call)))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:id/sessions',
    about: 'Signs another person out of all browsers. Their password, applications and tokens stay as they are.',
    who: 'administrators',
    params,
    answer: Type.Object({ ended: Type.Integer({ description: 'Number of sessions ended.' }) }),
    async run(call) {
      const { companyId, userId } = another(call)
      await call.company.look('users', [userId])
      if (!call.company.get('users', userId)) throw new RequestError(404, 'user_not_found')
      return { ended: await call.world.db.write(endSessions, { companyId, userId }, call.now) }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/users/:id/two_factor',
    about:
      'Turns off two-step verification for a person who has lost their phone, removes their passkeys, and signs them out everywhere.',
    who: 'administrators',
    asksWhoItIs: true,
    params,
    answer: Type.Object({ totp_turned_off: Type.Boolean(), passkeys_removed: Type.Integer() }),
    async run(call) {
      const cleared = await call.world.db.write(clearFactors, another(call), call.now)
      return { totp_turned_off: cleared.totp, passkeys_removed: cleared.passkeys }
    },
  }),
]

/** The person in the path, never the user themselves, because an unlocked screen must not bypass the password. */
export function another(call: Parameters<typeof signedIn>[0] & { params: { id: number } }): Account {
  const { companyId, userId } = signedIn(call)
  if (userId === call.params.id) throw new RequestError(417, 'use_own_settings')
  return { companyId, userId: call.params.id }
}

/** What the address of a link depends on. */
export type Asked = { config: Config; request: FastifyRequest }

/** The response with a link: the address to which it was emailed, or the link itself. */
export function linkAnswer(
  asked: Asked,
  made: { mailedTo: string } | { path: string; expires: number },
): Static<typeof link> {
  if ('mailedTo' in made) return { mailed_to: made.mailedTo }
  return { link: ownAddress(publicUrl(asked.config, asked.request), made.path), expires: printUtc(made.expires) }
}
