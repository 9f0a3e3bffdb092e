import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { sql } from '../../engine/sql.ts'
import { confirmedUntil, confirmSession } from '../../identity/confirmation.ts'
import { authenticationOptions, listPasskeys, relyingPartyOf, verifyPasskey } from '../../identity/factors/passkeys.ts'
import { loadKeys } from '../../identity/factors/secrets.ts'
import { confirmPassword } from '../../identity/passwords.ts'
import { ssoHref } from '../../identity/sso/button.ts'
import { confirmedPath } from '../../identity/sso/entered.ts'
import { ssoProviderOf } from '../../identity/sso/providers.ts'
import { ownAddress, prefixOf } from '../../rules/settings/own_address.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'
import { signedIn } from './signed_in.ts'

/** PublicKeyCredentialRequestOptionsJSON of Web Authentication Level 3, as far as this server uses it. */
const requestOptions = Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(
  Type.Object({
    rpId: Type.String(),
    challenge: Type.String(),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    userVerification: Type.Literal('required'),
  }),
)

const until = instant('Until when it counts; in the past if it does not count now.')

/** Proving who you are in a session, before a change that would give access without it. */
export const confirmationEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/confirmation',
    about:
      'Shows until when you count as having proved who you are, and how you can prove it again. If nothing of it is possible, such as with a provider that does not say when you signed in, choose a password: with “Forgot your password?” on the sign-in page, with a link from another administrator, or on the server with `clockhouse user password`.',
    who: 'everyone',
    answer: Type.Object({
      until,
      password: Type.Boolean({ description: 'Whether you have a password.' }),
      passkey: Type.Boolean({ description: 'Whether you have a passkey.' }),
      provider: nullable(
        Type.Object({
          label: Type.String(),
          address: Type.String({
            description: 'Signs in with the company’s provider again. It counts if the provider says when you did.',
          }),
        }),
      ),
    }),
    async run({ world, config, ...call }) {
      const me = signedIn(call)
      const { read } = world.db
      const row = await read.get<{ password: string; linked: number }>(sql`select u.password,
        (select count(*) from sso_people s where s.company_id = ${me.companyId} and s.user_id = ${me.userId}) as linked
        from users u where u.company_id = ${me.companyId} and u.id = ${me.userId}`)
      const provider = Number(row?.linked) > 0 ? await ssoProviderOf(read, me.companyId) : undefined
      const isOn = provider !== undefined && provider.mode !== 'off'
      return {
        until: printUtc(await confirmedUntil(world, me)),
        password: Boolean(row?.password),
        passkey: (await listPasskeys(world, me)).length > 0,
        provider: isOn
          ? { label: provider.label, address: ownAddress(prefixOf(config.url), ssoHref(provider, confirmedPath, true)) }
          : null,
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/confirmation/options',
    about:
      'Asks for a passkey. Pass the response to PublicKeyCredential.parseRequestOptionsFromJSON in the browser, and its answer to /confirmation.',
    who: 'everyone',
    answer: requestOptions,
    async run(call) {
      const { hash } = signedIn(call)
      const keys = await loadKeys(call.world, call.config)
      return authenticationOptions(call.world, keys, ['confirm', hash], relyingPartyOf(call.config, call.request))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/confirmation',
    about:
      'Proves who you are, with your password or the answer of a passkey. It counts for ten minutes in this session.',
    who: 'everyone',
    body: Type.Object({
      password: Type.Optional(Type.String()),
      passkey: Type.Optional(
        Type.String({ maxLength: 20_000, description: 'The answer of the browser, as JSON text.' }),
      ),
    }),
    answer: Type.Object({ until }),
    async run(call) {
      const { world, now, body } = call
      const { hash, ...me } = signedIn(call)
      if (body.passkey !== undefined) await confirmPasskey(call, { ...me, hash, answer: body.passkey })
      else await confirmPassword(world, me, 'password', body.password ?? '')
      await world.db.write(confirmSession, { ...me, hash }, now)
      const by = body.passkey === undefined ? 'password' : 'passkey'
      world.sight.security.tell({ event: 'person confirmed', company: me.companyId, user: me.userId, with: by })
      return { until: printUtc(await confirmedUntil(world, { ...me, hash })) }
    },
  }),
]

type Call = Parameters<AppEndpoint['run']>[0]

/** Throws RequestError 417 unless this is the answer of a passkey of this person to a question in this session. */
async function confirmPasskey(
  { world, config, request }: Call,
  { companyId, userId, hash, answer }: ReturnType<typeof signedIn> & { answer: string },
): Promise<void> {
  const keys = await loadKeys(world, config)
  const given = { bound: ['confirm', hash], answer } as const
  const owner = await verifyPasskey(world, keys, given, relyingPartyOf(config, request))
  if (owner?.companyId === companyId && owner.userId === userId) return
  world.sight.security.tell({ event: 'password check failed', company: companyId, user: userId, with: 'passkey' })
  throw new RequestError(417, 'passkey_answer_invalid', { field: 'passkey' })
}
