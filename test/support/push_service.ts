import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Values } from '../../src/engine/table.ts'

/** A push as received: its device, its headers, and its decrypted content. */
export type Arrived = { device: string; headers: IncomingMessage['headers']; said: Values }

/**
 * How the service answers a push: with a status, never, by closing the connection, or with something that is not HTTP.
 */
export type Response =
  | { status: number; headers?: Record<string, string>; body?: string; afterMs?: number }
  | 'never'
  | 'reset'
  | 'garbage'
  | 'endless'

/** A subscription as a browser returns it. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/**
 * A push service on this machine, with its browsers. It accepts only pushes signed according to RFC 8292, and decrypts
 * them as only a browser could (RFC 8291).
 */
export class PushService {
  /** Everything received, regardless of the answer. */
  readonly arrived: Arrived[] = []
  /** How pushes are answered, by the device's name in this service. */
  respond: (device: string) => Response = () => ({ status: 201 })
  /** The number of pushes being answered, and its maximum. */
  open = 0
  openMax = 0
  /** The problems of refused pushes, and the devices that have unsubscribed. */
  readonly faults: string[] = []
  readonly #browsers = new Map<string, { pair: ECDH; auth: Buffer }>()
  readonly #signed = new Set<string>()
  #server: Server | undefined
  #made = 0
  port = 0

  /** Starts it, on its previous port if it had one. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.open += 1
      this.openMax = Math.max(this.openMax, this.open)
      response.once('close', () => {
        this.open -= 1
      })
      void this.#serve(request, response).catch((error) => {
        this.faults.push(String(error))
        response.writeHead(500).end()
      })
    })
    this.#server = server
    await once(server.listen(this.port, '127.0.0.1'), 'listening')
    this.port = (server.address() as AddressInfo).port
    return this
  }

  /** Stops it: it no longer listens, and open connections are closed. */
  async stop(): Promise<void> {
    const closed = once(this.#server!, 'close')
    this.#server!.close()
    this.#server!.closeAllConnections()
    await closed
  }

  /** A browser that subscribes; `host` if it reaches this service by another name. */
  subscribe(host = '127.0.0.1'): Subscription & { device: string } {
    this.#made += 1
    const device = `browser${this.#made}`
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const auth = randomBytes(16)
    this.#browsers.set(device, { pair, auth })
    const keys = { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
    return { device, endpoint: `http://${host}:${this.port}/push/${device}`, keys }
  }

  /** The problem of a push. Each signature is checked only once, because many pushes share it. */
  #faultOf(request: IncomingMessage, body: Buffer): string | undefined {
    const shown = `${request.headers.host} ${request.headers.authorization}`
    const fault = faultOf(request, body) ?? (this.#signed.has(shown) ? undefined : faultOfSignature(request))
    if (!fault) this.#signed.add(shown)
    return fault
  }

  /** The pushes received since the last call. */
  take(): Arrived[] {
    return this.arrived.splice(0)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const device = /^\/push\/(\w+)$/.exec(request.url ?? '')?.[1] ?? ''
    const browser = this.#browsers.get(device)
    const fault = this.#faultOf(request, body)
    if (fault || !browser) {
      this.faults.push(fault ?? `there is no device ${device}`)
      response.writeHead(fault ? 400 : 410).end(fault)
      return
    }
    const said = JSON.parse(decrypt(body, browser))
    this.arrived.push({ device, headers: request.headers, said })
    const answer = this.respond(device)
    const { socket } = response
    if (answer === 'never') return
    if (answer === 'reset') socket!.resetAndDestroy()
    else if (answer === 'garbage') socket!.end('\u0000\u0001 this is no HTTP at all\r\n\r\n')
    else if (answer === 'endless') {
      response.writeHead(400)
      const drip = setInterval(() => response.write('x'.repeat(1000)), 1)
      response.once('close', () => clearInterval(drip))
    } else {
      if (answer.afterMs) await new Promise((resolve) => setTimeout(resolve, answer.afterMs))
      response.writeHead(answer.status, answer.headers).end(answer.body)
    }
  }
}

/** Why a push service would refuse this push; undefined if it meets the standards. */
function faultOf({ method, headers }: IncomingMessage, body: Buffer): string | undefined {
  if (method !== 'POST') return 'not a POST'
  if (headers['content-encoding'] !== 'aes128gcm') return 'not aes128gcm'
  if (!/^\d+$/.test(String(headers.ttl))) return 'no TTL'
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) return 'no Urgency'
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) return 'no Topic'
  return body.length > 4096 ? 'too long' : undefined
}

/** Why a push service would not accept the sender's signature (RFC 8292). */
function faultOfSignature({ headers }: IncomingMessage): string | undefined {
  const signed = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '')
  if (!signed) return 'not signed'
  const [, head, claims, signature, k] = signed
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString())
  if (aud !== `http://${headers.host}`) return `signed for ${aud}`
  if (!Number.isInteger(exp) || !/^(mailto:|https:)/.test(sub)) return 'no exp or sub'
  const point = Buffer.from(k!, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const right = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  return right ? undefined : 'wrongly signed'
}

/** Decrypts a push message with the keys of its browser. */
export function decrypt(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const length = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  const derive = (secret: Buffer, salt: Buffer, about: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, about, bytes))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
  const secret = derive(pair.computeSecret(theirs), auth, about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
