import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import {
  addPasskey,
  listPasskeys,
  partyOf,
  registrationOptions,
  removePasskeys,
  renamePasskey,
} from '../oauth/passkeys.ts'
import { loadKeys } from '../oauth/secrets.ts'
import type { User } from '../resources/users.ts'
import { printUtc } from '../rules/calendar.ts'
import { type ConsoleEndpoint, endpoint, recordNumber } from './endpoint.ts'
import { signedIn } from './own.ts'

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const params = Type.Object({ id: recordNumber })
const text = Type.String({ maxLength: 20_000 })

/** What a browser has made, as its `toJSON` gives it. The library looks closer. */
const madeByBrowser = Type.Object(
  {
    id: text,
    rawId: text,
    type: text,
    response: Type.Object({ clientDataJSON: text, attestationObject: text }, { additionalProperties: true }),
  },
  { additionalProperties: true },
)

/** Passkeys, with which one signs in without a password. */
export const passkeyEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/passkeys/options',
    about: 'What to ask the browser for a new passkey with: PublicKeyCredential.parseCreationOptionsFromJSON reads it.',
    who: 'everybody',
    async run(call) {
      const me = signedIn(call)
      const { username, first_name, last_name } = call.company.get<User>('users', me.userId)!
      const person = `${first_name} ${last_name}`.trim() || username
      const keys = await loadKeys(call.world, call.config)
      const party = partyOf(call.config, call.request)
      return registrationOptions(call.world, keys, { ...me, bound: me.hash, username, person }, party)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/passkeys',
    about: 'Keeps the passkey that the browser has made, under a name of yours.',
    who: 'everybody',
    body: Type.Object({ name, response: madeByBrowser }),
    async run(call) {
      const { companyId, userId, hash: bound } = signedIn(call)
      const { name, response } = call.body
      const keys = await loadKeys(call.world, call.config)
      const given = { companyId, userId, bound, name: name.trim(), response }
      return printed(await addPasskey(call.world, keys, given, partyOf(call.config, call.request)))
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/passkeys/:id',
    about: 'Gives a passkey another name.',
    who: 'everybody',
    params,
    body: Type.Object({ name }),
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const { id } = call.params
      const input = { companyId, userId, id, name: call.body.name.trim() }
      if (!(await call.world.db.write(renamePasskey, input, call.now))) throw unknown()
      const passkey = (await listPasskeys(call.world, { companyId, userId })).find((one) => one.id === id)
      if (!passkey) throw unknown()
      return printed(passkey)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/passkeys/:id',
    about: 'Removes a passkey: nobody signs in with it any more.',
    who: 'everybody',
    params,
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const input = { companyId, userId, id: call.params.id }
      if ((await call.world.db.write(removePasskeys, input, call.now)) === 0) throw unknown()
      return { removed: true }
    },
  }),
]

/** A passkey as answers show it. */
export function printed(passkey: Awaited<ReturnType<typeof addPasskey>>): object {
  const { id, name, created, lastUsed } = passkey
  return { id, name, created: printUtc(created), last_used: lastUsed === 0 ? null : printUtc(lastUsed) }
}

function unknown(): RequestError {
  return new RequestError(404, 'you have no such passkey')
}
