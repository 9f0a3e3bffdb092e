import { Type } from 'typebox'
import { RequestError } from '../engine/errors.ts'
import type { Account } from '../oauth/names.ts'
import { listPasskeys } from '../oauth/passkeys.ts'
import { confirmPassword } from '../oauth/passwords.ts'
import { loadKeys } from '../oauth/secrets.ts'
import { beginAttempt, forgiveAttempt, ownCounter, waitText } from '../oauth/throttle.ts'
import { endTotp, renewRecoveryCodes, startTotp, totpState, turnOn } from '../oauth/totp.ts'
import type { User } from '../resources/users.ts'
import { printUtc } from '../rules/calendar.ts'
import type { World } from '../world.ts'
import { type ConsoleEndpoint, endpoint } from './endpoint.ts'
import { signedIn } from './own.ts'
import { printed } from './passkeys.ts'

const withPassword = Type.Object({ password: Type.String() })

/** Two-factor sign-in with an app that shows codes. */
export const twoFactorEndpoints: readonly ConsoleEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/two_factor',
    about: 'What you sign in with besides your password.',
    who: 'everybody',
    async run(call) {
      const me = signedIn(call)
      const { since, recoveryCodesLeft } = await totpState(call.world, me)
      const passkeys = await listPasskeys(call.world, me)
      return {
        totp: { on: since > 0, since: since > 0 ? printUtc(since) : null },
        recovery_codes_left: recoveryCodesLeft,
        passkeys: passkeys.map(printed),
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/two_factor/totp',
    about:
      'Gives a secret for your authenticator app, as text and as the address of a QR code. The first code turns it on.',
    who: 'everybody',
    body: withPassword,
    async run(call) {
      const me = signedIn(call)
      await confirmPassword(call.world, me, 'password', call.body.password)
      const { username } = call.company.get<User>('users', me.userId)!
      const keys = await loadKeys(call.world, call.config)
      return startTotp(call.world, keys, { ...me, company: call.company.row.name, username })
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/two_factor/totp',
    about: 'Turns two-factor sign-in on with the first code of your app. Gives ten recovery codes, this once.',
    who: 'everybody',
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    async run(call) {
      const { companyId, userId } = signedIn(call)
      const keys = await loadKeys(call.world, call.config)
      const made = await counted(call.world, { companyId, userId }, () =>
        turnOn(call.world, keys, { companyId, userId }, call.body.code),
      )
      return { recovery_codes: made.recoveryCodes }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/two_factor/totp',
    about: 'Turns two-factor sign-in off. The recovery codes go with it.',
    who: 'everybody',
    body: withPassword,
    async run(call) {
      const me = signedIn(call)
      await confirmPassword(call.world, me, 'password', call.body.password)
      const off = await call.world.db.write(endTotp, { companyId: me.companyId, userId: me.userId }, call.now)
      return { turned_off: off }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/two_factor/recovery_codes',
    about: 'Gives ten new recovery codes, this once. The old ones are worthless then.',
    who: 'everybody',
    body: withPassword,
    async run(call) {
      const me = signedIn(call)
      await confirmPassword(call.world, me, 'password', call.body.password)
      return { recovery_codes: await renewRecoveryCodes(call.world, me) }
    },
  }),
]

/** Tries a code, with the attempts counted. RequestError 417, 429. */
async function counted<T>(world: World, of: Account, attempt: () => Promise<T | undefined>): Promise<T> {
  const counters = ownCounter('code', of)
  const waitSeconds = await world.db.write(beginAttempt, counters, world.now())
  if (waitSeconds > 0)
    throw new RequestError(429, waitText(waitSeconds), { headers: { 'retry-after': String(waitSeconds) } })
  const result = await attempt()
  if (result === undefined) throw new RequestError(417, 'code: this is not the code that the app shows now')
  await world.db.write(forgiveAttempt, counters, world.now())
  return result
}
