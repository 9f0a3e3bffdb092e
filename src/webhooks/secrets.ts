import { decrypt, encrypt, type Keys } from '../identity/secrets.ts'
import type { World } from '../world.ts'
import { secretOf } from './signature.ts'

// A secret is encrypted, not hashed: signing needs it in the clear. It is shown only when it is made.

/** A new secret: its text, and what is stored of it. */
export function newSecret({ random }: Pick<World, 'random'>, keys: Keys, companyId: number) {
  const text = secretOf(random(32))
  return { text, sealed: encrypt(keys.webhooks, text, random(12), placeOf(companyId)) }
}

/** The text of a stored secret; undefined if this installation's key is another one by now. */
export function openSecret(keys: Keys, companyId: number, sealed: string): string | undefined {
  return decrypt(keys.webhooks, sealed, placeOf(companyId))
}

function placeOf(companyId: number): string {
  return `webhook ${companyId}`
}
