import { Type } from 'typebox'
import { RequestError } from '../../engine/errors.ts'
import { listPasskeys } from '../../identity/factors/passkeys.ts'
import { loadKeys } from '../../identity/factors/secrets.ts'
import { endTotp, renewRecoveryCodes, startTotp, totpState, turnOn } from '../../identity/factors/totp.ts'
import { requiresTwoSteps } from '../../identity/factors/two_steps.ts'
import type { Account } from '../../identity/names.ts'
import { confirmPassword } from '../../identity/passwords.ts'
import { countAttempt, forgive, ownCounter, tooManyAttempts } from '../../identity/throttle.ts'
import { printUtc } from '../../rules/time/calendar.ts'
import type { World } from '../../world.ts'
import { type AppEndpoint, endpoint } from '../endpoint.ts'
import { instant, nullable } from '../format.ts'
import { passkey, printed, withPassword } from './passkeys.ts'
import { signedIn } from './signed_in.ts'

const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Ten, shown only this once.' }),
})

/** Two-step verification with an authenticator app. */
export const twoFactorEndpoints: readonly AppEndpoint[] = [
  endpoint({
    method: 'GET',
    path: '/two_factor',
    about: 'Shows your sign-in methods in addition to your password.',
    who: 'everyone',
    answer: Type.Object({
      totp: Type.Object({ on: Type.Boolean(), since: nullable(instant()) }),
      recovery_codes_left: Type.Integer(),
      passkeys: Type.Array(passkey),
    }),
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
      'Creates a secret for your authenticator app. Confirm it with the app’s first code to turn on two-step verification.',
    who: 'everyone',
    body: withPassword,
    answer: Type.Object({
      secret: Type.String(),
      uri: Type.String({ description: 'The otpauth address for a QR code.' }),
    }),
    async run(call) {
      const me = signedIn(call)
      await confirmPassword(call.world, me, 'password', call.body.password)
      const { username } = call.company.existing('users', me.userId)
      const keys = await loadKeys(call.world, call.config)
      return startTotp(call.world, keys, { ...me, company: call.company.row.name, username })
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/two_factor/totp',
    about: 'Turns on two-step verification with the first code from your app.',
    who: 'everyone',
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    answer: recoveryCodes,
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
    about: 'Turns off two-step verification and deletes the recovery codes.',
    who: 'everyone',
    body: withPassword,
    answer: Type.Object({ turned_off: Type.Boolean() }),
    async run(call) {
      const me = signedIn(call)
      if (await requiresTwoSteps(call.world, me)) throw new RequestError(417, 'two_steps_required')
      await confirmPassword(call.world, me, 'password', call.body.password)
      const off = await call.world.db.write(endTotp, { companyId: me.companyId, userId: me.userId }, call.now)
      return { turned_off: off }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/two_factor/recovery_codes',
    about: 'Creates ten new recovery codes; the old ones stop working.',
    who: 'everyone',
    body: withPassword,
    answer: recoveryCodes,
    async run(call) {
      const me = signedIn(call)
      await confirmPassword(call.world, me, 'password', call.body.password)
      return { recovery_codes: await renewRecoveryCodes(call.world, me) }
    },
  }),
]

/** Checks a code and counts the attempts. Throws RequestError 417 for a wrong code, 429 after too many. */
async function counted<T>(world: World, of: Account, attempt: () => Promise<T | undefined>): Promise<T> {
  const counters = ownCounter('code', of)
  const waitSeconds = await countAttempt(world, counters)
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds)
  const result = await attempt()
  if (result === undefined) throw new RequestError(417, 'wrong_code')
  await forgive(world, counters)
  return result
}
