import { createCipheriv, createDecipheriv, createHash, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import { type Operation, operation, sql } from '../../engine/sql.ts'
import type { World } from '../../world.ts'

/** The keys of this installation, all derived from one secret shared by every process. */
export interface Keys {
  /** Signs the provider's short-lived cookies. */
  readonly cookies: string
  /** Signs the CSRF tokens of forms. */
  readonly forms: Buffer
  /** Signs the cookies of devices that people have signed in on. */
  readonly devices: Buffer
  /** Signs the links in emails. */
  readonly links: Buffer
  /** Signs the cookie of a pending sign-in. */
  readonly stages: Buffer
  /** Encrypts the secrets of second factors. */
  readonly factors: Buffer
  /** Signs passkey challenges. */
  readonly challenges: Buffer
  /** Encrypts the secrets of identity providers, and the cookies of sign-ins with them. */
  readonly providers: Buffer
  /** Encrypts the secrets of webhooks. */
  readonly webhooks: Buffer
  /** Seals the cursors of the feed of changes. */
  readonly cursors: Buffer
  /** Makes the code that the first visit asks for. */
  readonly setup: Buffer
}

/** Reads the secret from the configuration or the database, where the first process stores it. */
export async function loadKeys(world: Pick<World, 'db' | 'now' | 'random'>, config: Config): Promise<Keys> {
  const candidate = world.random(32).toString('base64url')
  return keysOf(config.secret || (await world.db.write(keepSecret, { name: 'master', value: candidate }, world.now())))
}

/** Derives the keys from the secret. */
export function keysOf(master: string): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'clockhouse', purpose, 32))
  return {
    cookies: derive('cookies').toString('base64url'),
    forms: derive('forms'),
    devices: derive('devices'),
    links: derive('links'),
    stages: derive('stages'),
    factors: derive('factors'),
    challenges: derive('challenges'),
    providers: derive('providers'),
    webhooks: derive('webhooks'),
    cursors: derive('cursors'),
    setup: derive('setup'),
  }
}

/** Stores a secret under a name unless there already is one, and returns the stored one. */
export const keepSecret: Operation<{ name: string; value: string }, string> = operation(
  'identity.keepSecret',
  async (tx, { name, value }) => {
    const kept = () => tx.get<{ value: string }>(sql`select value from server_secrets where name = ${name}`)
    const known = await kept()
    if (known) return known.value
    await tx.run(sql`insert into server_secrets (name, value, created) values (${name}, ${value}, ${tx.now})
      on conflict (name) do nothing`)
    return (await kept())!.value
  },
)

/** The hash stored for a code, token, secret or id. They have too many random bits to be guessed, so no salt is needed. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}

/** An HMAC, for values that leave the server and come back. */
export function seal(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares two texts in constant time. */
export function same(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}

/** Encrypts text. Reading it needs the key and the same `place`. */
export function encrypt(key: Buffer, text: string, random: Buffer, place: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, random).setAAD(Buffer.from(place))
  return Buffer.concat([random, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts text; undefined if it was encrypted with another key or for another place. */
export function decrypt(key: Buffer, encrypted: string, place: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Encrypts text so that only the holder of `token` can read it. A token encrypts one text, so the nonce may be fixed. */
export function encryptFor(token: string, text: string): string {
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts text of `encryptFor`. Throws if the token is a different one. */
export function decryptWith(token: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), nonce)
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
}

const nonce = Buffer.alloc(12)

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, 'clockhouse', 'answer to a refresh', 32))
}
