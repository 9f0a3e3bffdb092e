import { decrypt, encrypt, type Keys } from '../identity/factors/secrets.ts'
import type { World } from '../world.ts'
import { secretOf } from './signature.ts'

// Secrets are encrypted, not hashed, because signing needs the plain secret. They are shown only when created.

/** A new secret: its text, and its stored form. */
export function newSecret({ random }: Pick<World, 'random'>, keys: Keys, companyId: number) {
  const text = secretOf(random(32))
  return { text, sealed: encrypt(keys.webhooks, text, random(12), placeOf(companyId)) }
}

/** The text of a stored secret; undefined if this installation's key has changed. */
export function openSecret(keys: Keys, companyId: number, sealed: string): string | undefined {
  return decrypt(keys.webhooks, sealed, placeOf(companyId))
}

function placeOf(companyId: number): string {
  return `webhook ${companyId}`
}
