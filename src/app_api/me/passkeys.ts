import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import {
  addPasskey,
  listPasskeys,
  registrationOptions,
  relyingPartyOf,
  removePasskeys,
  renamePasskey,
} from '../../identity/factors/passkeys.ts'
import { loadKeys } from '../../identity/factors/secrets.ts'
import { confirmPassword } from '../../identity/passwords.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import { type AppEndpoint, endpoint, recordId } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'
import { signedIn } from './signed_in.ts'

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const params = Type.Object({ id: recordId })
const text = Type.String({ maxLength: 20_000 })

/** The body of requests that change how a person signs in. */
export const withPassword = Type.Object({ password: Type.String() })

/** A browser's new credential, as its `toJSON` returns it. The library validates the rest. */
const madeByBrowser = Type.Object(
  {
    id: text,
    rawId: text,
    type: text,
    response: Type.Object({ clientDataJSON: text, attestationObject: text }, { additionalProperties: true }),
  },
  { additionalProperties: true },
)

/** A passkey without its public key. */
export const passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created: instant(),
  last_used: nullable(instant('null if never.')),
})

const transports = Type.Array(Type.Enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))

/** PublicKeyCredentialCreationOptionsJSON of Web Authentication Level 3, as far as this server uses it. */
const creationOptions = Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(
  Type.Object({
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Type.String(),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    excludeCredentials: Type.Array(
      Type.Object({ id: Type.String(), type: Type.Literal('public-key'), transports: Type.Optional(transports) }),
    ),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      userVerification: Type.Literal('required'),
      requireResidentKey: Type.Boolean(),
    }),
    attestation: Type.Literal('none'),
    hints: Type.Array(Type.Enum(['hybrid', 'security-key', 'client-device'])),
    extensions: Type.Object({ credProps: Type.Boolean() }),
  }),
)

/** Passkeys, which sign people in without a password. */
export const passkeyEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/passkeys/options',
    about:
      'Starts the registration of a passkey; requires your password. Pass the response to PublicKeyCredential.parseCreationOptionsFromJSON in the browser.',
    who: 'everyone',
    body: withPassword,
    answer: creationOptions,
    async run(call) {
      const me = signedIn(call)
      await confirmPassword(call.world, me, 'password', call.body.password)
      const { username, first_name, last_name } = call.company.existing('users', me.userId)
      const person = `${first_name} ${last_name}`.trim() || username
      const keys = await loadKeys(call.world, call.config)
      const party = relyingPartyOf(call.config, call.request)
      return registrationOptions(call.world, keys, { ...me, bound: me.hash, username, person }, party)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/passkeys',
    about: 'Saves the passkey that the browser has created, under a name of your choice.',
    who: 'everyone',
    body: Type.Object({ name, response: madeByBrowser }),
    answer: passkey,
    async run(call) {
      const { companyId, userId, hash: bound } = signedIn(call)
      const { name, response } = call.body
      const keys = await loadKeys(call.world, call.config)
      const given = { companyId, userId, bound, name: name.trim(), response }
      return printed(await addPasskey(call.world, keys, given, relyingPartyOf(call.config, call.request)))
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/passkeys/:id',
    about: 'Renames one of your passkeys.',
    who: 'everyone',
    params,
    body: Type.Object({ name }),
    answer: passkey,
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const { id } = call.params
      const input = { companyId, userId, id, name: call.body.name.trim() }
      if (!(await call.world.db.write(renamePasskey, input, call.now))) throw unknown()
      const renamed = (await listPasskeys(call.world, { companyId, userId })).find((one) => one.id === id)
      if (!renamed) throw unknown()
      return printed(renamed)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/passkeys/:id',
    about: 'Removes a passkey, which then no longer signs you in; requires your password.',
    who: 'everyone',
    params,
    body: withPassword,
    answer: Type.Object({ removed: Type.Boolean() }),
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const input = { companyId, userId, id: call.params.id }
      if (!(await listPasskeys(call.world, { companyId, userId })).some(({ id }) => id === input.id)) throw unknown()
      await confirmPassword(call.world, { companyId, userId }, 'password', call.body.password)
      if ((await call.world.db.write(removePasskeys, input, call.now)) === 0) throw unknown()
      return { removed: true }
    },
  }),
]

/** A passkey as responses show it. */
export function printed(known: Awaited<ReturnType<typeof addPasskey>>): Static<typeof passkey> {
  const { id, name, created, lastUsed } = known
  return { id, name, created: printUtc(created), last_used: lastUsed === 0 ? null : printUtc(lastUsed) }
}

function unknown(): RequestError {
  return new RequestError(404, 'no_such_passkey')
}
