import { ClockhouseError } from './errors.ts'

/**
 * The error for a webhook that cannot be trusted: it is not signed by the server, was changed in transit, or is too
 * old.
 */
export class WebhookError extends ClockhouseError {
  override readonly name = 'WebhookError'

  constructor(message: string) {
    super(message, { status: 400 })
  }
}

/** The body of a webhook: a change, a test, or a notice that changes were left out, depending on its `type`. */
export type WebhookEvent = ChangeEvent | TestEvent | GapEvent

type ChangeEvent = {
  /** The record and what happened to it, such as `timesheet.updated`. */
  readonly type: `${string}.${'created' | 'updated' | 'archived' | 'deleted'}`
  readonly timestamp: string
  readonly data: {
    readonly resource: string
    readonly id: number
    readonly sequence: number
    readonly user_id: number
    readonly application: string
    /** The record, if the webhook is set to send it. */
    readonly record?: Readonly<Record<string, unknown>>
  }
}

type TestEvent = {
  readonly type: 'webhook.test'
  readonly timestamp: string
  readonly data: { readonly webhook_id: number }
}

type GapEvent = {
  readonly type: 'webhook.gap'
  readonly timestamp: string
  /** Changes between two sequence numbers were not sent: read the lists again. */
  readonly data: { readonly after: number; readonly until: number }
}

/** A webhook as received. */
export type ReceivedWebhook = {
  /** The body exactly as received, before any parsing. */
  readonly body: string | Uint8Array
  /** The request's headers: a `Headers` object, or the plain object of Node.js. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Options of the verification. */
export type VerifyOptions = {
  /** How many seconds the clocks of sender and receiver may differ; 300 if omitted. */
  readonly tolerance?: number
  /** The current time in milliseconds; the system clock if omitted. */
  readonly now?: number
}

/**
 * Verifies a webhook according to the Standard Webhooks specification and returns its parsed body. Throws a
 * WebhookError. If there are several secrets, as during a rotation, one of them must match.
 */
export async function verifyWebhook<T = WebhookEvent>(
  secrets: string | readonly string[],
  { body, headers }: ReceivedWebhook,
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<T> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerIn(headers, name)
    if (!value) throw new WebhookError(`the header ${name} is missing`)
    return value
  }) as [string, string, string]
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp: not a number of seconds')
  const age = now / 1000 - Number(timestamp)
  if (age > tolerance) throw new WebhookError('webhook-timestamp: too old')
  if (age < -tolerance) throw new WebhookError('webhook-timestamp: in the future')
  const bytes = typeof body === 'string' ? utf8(body) : body
  const signed = joined(utf8(`${id}.${timestamp}.`), bytes)
  if (!(await isSigned(typeof secrets === 'string' ? [secrets] : secrets, signatures, signed)))
    throw new WebhookError('webhook-signature: no signature fits')
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T
  } catch {
    throw new WebhookError('the body is not JSON')
  }
}

/** Whether one of the signatures was made with one of the secrets. During a rotation there are several signatures. */
async function isSigned(
  secrets: readonly string[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? (bytesIn(part.slice(3)) ?? []) : []))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  for (const secret of secrets) {
    const raw = bytesIn(secret.replace(/^whsec_/, ''))
    if (!raw || raw.length === 0) throw new WebhookError('the secret must be whsec_ followed by base64')
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
    // Web Crypto compares in constant time.
    for (const candidate of candidates) if (await crypto.subtle.verify('HMAC', key, candidate, signed)) return true
  }
  return false
}

function headerIn(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' || value === undefined ? value : value[0]
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** The bytes of base64 text; undefined if it is not base64. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
