import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A push that the server under test sent to a subscription. */
type Push = { status: number; ttl: string; topic: string; urgency: string; encoding: string; bytes: number }

type Subscription = { browser: Browser; channelID: string; key: string }
type Message = { messageType?: string; channelID?: string; key?: string; uaid?: string }

/**
 * A push service for Firefox: RFC 8030 toward senders, Mozilla's protocol over a WebSocket toward the browser. It
 * sees the messages only as encrypted bytes, as the real one does. A push signed with a key other than that of the
 * subscription is refused (RFC 8292).
 */
export class Autopush {
  /** Every push that arrived, with its answer. */
  readonly pushes: Push[] = []
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #told = new EventEmitter()

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response))
    this.#server.on('upgrade', (request, socket) => this.#connect(request, socket))
  }

  /** Starts the service on a free port; stop it in `after`. */
  static async start(): Promise<Autopush> {
    const service = new Autopush()
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    return service
  }

  get #host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Firefox settings to subscribe here, and to show notifications on systems without a notification center. */
  get preferences(): Record<string, unknown> {
    return {
      'dom.push.serverURL': `ws://${this.#host}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.testing.ignorePermission': true,
      'dom.push.enabled': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    }
  }

  /** The number of subscriptions. */
  get subscribed(): number {
    return this.#subscriptions.size
  }

  /** Waits until there are none. A browser unsubscribes shortly after it has confirmed this to its page. */
  async emptied(): Promise<void> {
    while (this.#subscriptions.size > 0) await once(this.#told, 'unregister')
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #connect(request: IncomingMessage, socket: Duplex): void {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    const protocol = request.headers['sec-websocket-protocol']
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${accept}`,
        ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol.split(',')[0]!.trim()}`] : []),
        '\r\n',
      ].join('\r\n'),
    )
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    const browser = new Browser(socket, (message) => this.#hear(browser, message))
  }

  #hear(browser: Browser, { messageType, channelID = '', key = '', uaid }: Message): void {
    if (messageType === 'hello')
      browser.say({
        messageType,
        uaid: uaid || randomBytes(16).toString('hex'),
        status: 200,
        use_webpush: true,
        broadcasts: {},
      })
    else if (messageType === 'register') {
      const id = randomBytes(16).toString('base64url')
      this.#subscriptions.set(id, { browser, channelID, key })
      browser.say({ messageType, status: 200, channelID, pushEndpoint: `http://${this.#host}/wpush/v2/${id}` })
    } else if (messageType === 'unregister') {
      for (const [id, known] of this.#subscriptions) if (known.channelID === channelID) this.#subscriptions.delete(id)
      this.#told.emit('unregister')
      browser.say({ messageType, status: 200, channelID })
    } else if (messageType === undefined) browser.say({})
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const subscription = this.#subscriptions.get(request.url!.split('/').at(-1)!)
    const header = (name: string) => String(request.headers[name] ?? '')
    const [ttl, topic, urgency] = [header('ttl'), header('topic'), header('urgency')]
    const encoding = header('content-encoding')
    const signedFor = bytesOf(/\bk=([\w-]+)/.exec(header('authorization'))?.[1])
    const status = !subscription ? 410 : ttl === '' ? 400 : signedFor !== bytesOf(subscription.key) ? 403 : 201
    this.pushes.push({ status, ttl, topic, urgency, encoding, bytes: body.length })
    if (status === 201)
      subscription!.browser.say({
        messageType: 'notification',
        channelID: subscription!.channelID,
        version: randomBytes(8).toString('hex'),
        ttl: Number(ttl),
        data: body.toString('base64url'),
        headers: { encoding },
      })
    response.writeHead(status, status === 201 ? { location: `http://${this.#host}/m/1`, ttl } : {}).end()
  }
}

/** A key in its canonical form: browsers pad it with equals signs. */
function bytesOf(key = ''): string {
  return Buffer.from(key, 'base64').toString('hex')
}

/** One end of a WebSocket (RFC 6455), as far as a browser's push connection needs it: short texts, pings and close. */
class Browser {
  readonly #socket: Duplex
  readonly #heard: (message: Message) => void
  #waiting = Buffer.alloc(0)

  constructor(socket: Duplex, heard: (message: Message) => void) {
    this.#socket = socket
    this.#heard = heard
    socket.on('data', (bytes: Buffer) => {
      this.#waiting = Buffer.concat([this.#waiting, bytes])
      while (this.#readFrame());
    })
  }

  say(message: object): void {
    this.#write(1, Buffer.from(JSON.stringify(message)))
  }

  /** Reads a frame once it is complete. Browsers always mask what they send. */
  #readFrame(): boolean {
    const bytes = this.#waiting
    if (bytes.length < 6) return false
    const short = bytes[1]! & 127
    const head = short === 126 ? 4 : 2
    const length = short === 126 ? bytes.readUInt16BE(2) : short
    if (bytes.length < head + 4 + length) return false
    const mask = bytes.subarray(head, head + 4)
    const text = bytes.subarray(head + 4, head + 4 + length).map((byte, at) => byte ^ mask[at % 4]!)
    this.#waiting = bytes.subarray(head + 4 + length)
    const kind = bytes[0]! & 15
    if (kind === 1) this.#heard(JSON.parse(Buffer.from(text).toString()))
    else if (kind === 8) this.#socket.end()
    else if (kind === 9) this.#write(10, Buffer.from(text))
    return true
  }

  #write(kind: number, bytes: Buffer): void {
    const head = Buffer.from([128 | kind, Math.min(bytes.length, 126)])
    const length = Buffer.alloc(bytes.length < 126 ? 0 : 2)
    if (length.length > 0) length.writeUInt16BE(bytes.length)
    this.#socket.write(Buffer.concat([head, length, bytes]))
  }
}
