import { createHmac, timingSafeEqual } from 'node:crypto'

// Signatures of the Standard Webhooks specification, symmetric form: HMAC-SHA256 of `id.timestamp.body`.

const prefix = 'whsec_'

/** Seconds by which the clocks of the sender and the receiver may differ. */
const toleranceSeconds = 300

/** The text of a secret of random bytes. */
export function secretOf(bytes: Buffer): string {
  return prefix + bytes.toString('base64')
}

/** The signed content: the id of the message, seconds since the epoch, and the exact body. */
type Message = { id: string; timestamp: number; body: string }

/** The headers of a message, signed with each of these secrets. */
export function signedHeaders(message: Message, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signature(message, secret).toString('base64')}`).join(' '),
  }
}

function signature({ id, timestamp, body }: Message, secret: string): Buffer {
  const key = Buffer.from(secret.slice(secret.startsWith(prefix) ? prefix.length : 0), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
}

/** Why a received message cannot be trusted; undefined if it can. `now`: seconds since the epoch. */
export function signatureProblem(
  headers: Readonly<Record<string, unknown>>,
  body: string,
  { secret, now }: { secret: string; now: number },
): string | undefined {
  const [id, time, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof time !== 'string' || typeof given !== 'string')
    return 'webhook-id, webhook-timestamp or webhook-signature is missing'
  const timestamp = Number(time)
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - timestamp) > toleranceSeconds)
    return `webhook-timestamp is not within ${toleranceSeconds / 60} minutes of now`
  const expected = signature({ id, timestamp, body }, secret)
  const isSigned = given.split(' ').some((text) => {
    const bytes = Buffer.from(text.startsWith('v1,') ? text.slice(3) : '', 'base64')
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
  return isSigned ? undefined : 'webhook-signature fits neither the secret nor the body'
}
