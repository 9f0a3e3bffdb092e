import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hash,
  hkdfSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { sql } from '../engine/sql.ts'
import { keepSecret } from '../identity/factors/secrets.ts'
import type { World } from '../world.ts'

const curve = 'prime256v1'
const bits = (text: string) => Buffer.from(text, 'base64url')

/** The server's VAPID key: the public key as browsers expect it, and the private key for signing. */
export type ServerKey = { publicKey: string; signing: KeyObject }

/** The VAPID key of this installation, created by the first process that needs it (RFC 8292). */
export async function serverKey({ db, now, random }: Pick<World, 'db' | 'now' | 'random'>): Promise<ServerKey> {
  const kept = await db.read.get<{ value: string }>(sql`select value from server_secrets where name = 'push'`)
  if (kept) return keyOf(kept.value)
  const value = newPair(random).getPrivateKey('base64url')
  return keyOf(await db.write(keepSecret, { name: 'push', value }, now()))
}

function keyOf(d: string): ServerKey {
  const pair = createECDH(curve)
  pair.setPrivateKey(bits(d))
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const signing = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' })
  return { publicKey: point.toString('base64url'), signing }
}

/** A new key pair. Not every 32-byte number is a valid private key. */
function newPair(random: World['random']): ECDH {
  const pair = createECDH(curve)
  for (;;) {
    try {
      pair.setPrivateKey(random(32))
      return pair
    } catch {
      // One in four billion.
    }
  }
}

/** Life of a VAPID token; push services accept at most one day. */
const tokenSeconds = 12 * 3600

/** The Authorization header for a push service. `subject` is a contact for its operators (RFC 8292, 2). */
export function authorization({ publicKey, signing }: ServerKey, endpoint: string, subject: string, now: number) {
  const exp = Math.floor(now / 1_000_000) + tokenSeconds
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: subject })}`
  const signature = sign('sha256', Buffer.from(claims), { key: signing, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`
}

/** The keys of a browser's push subscription. */
type Subscription = { p256dh: string; auth: string }

/** Whether the keys are valid: a point on the curve, and 16 bytes. */
export function isSubscription({ p256dh, auth }: Subscription): boolean {
  const point = bits(p256dh)
  if (bits(auth).length !== 16 || point.length !== 65 || point[0] !== 4) return false
  try {
    const pair = createECDH(curve)
    pair.setPrivateKey(Buffer.alloc(32, 1))
    pair.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** Encrypts a push message for a browser (RFC 8291, one record of RFC 8188). Throws if its key is not valid. */
export function encryptPush(message: string, { p256dh, auth }: Subscription, random: World['random']): Buffer {
  const theirs = bits(p256dh)
  const pair = newPair(random)
  const ours = pair.getPublicKey()
  const salt = random(16)
  const derive = (secret: Buffer, with_: Buffer, about: readonly (string | Buffer)[], length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, Buffer.concat(about.map((part) => Buffer.from(part))), length))
  const secret = derive(pair.computeSecret(theirs), bits(auth), ['WebPush: info\0', theirs, ours], 32)
  const key = derive(secret, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = derive(secret, salt, ['Content-Encoding: nonce\0'], 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(4096)
  head.writeUInt8(ours.length, 4)
  // The last record is padded with a 2.
  const text = [cipher.update(message, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, head, ours, ...text])
}

/** The topic by which a newer notification of a kind replaces an older one, at the push service and on the device. */
export function topicOf(companyId: number, userId: number, kind: string): string {
  return hash('sha256', `${companyId} ${userId} ${kind}`, 'base64url').slice(0, 32)
}
