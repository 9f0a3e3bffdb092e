import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionsMax } from '../guardian/machine.ts'
import { pathBelow } from '../rules/settings/own_address.ts'
import type { Connections } from '../sight/connections.ts'
import type { Requests, Seen } from '../sight/requests.ts'
import type { Sight } from '../sight/sight.ts'
import { errorBody, phrase } from '../wire/errors.ts'
import { jsonHeaders } from './headers.ts'
import type { Certificate } from './tls/certificate.ts'
import type { TrustedProxies } from './trusted_proxies.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A request from a connection, with its response. */
type Received = {
  request: IncomingMessage
  response: ServerResponse
  handler: Handler
  /** Called when the response begins; the function that it returns is called at the end. */
  observe: (() => () => void) | undefined
}

/** The requests of a connection: the current one, and those sent ahead before its response. */
type Connection = {
  current: Received | undefined
  waiting: Received[]
  /** Unreadable data that came after them. */
  broken: Broken | undefined
  /** True if the connection closes after the current response. */
  closing: boolean
}

/** The status for data that cannot be parsed as a request, and its id. */
type Broken = { status: number; id: string }

const connections = new WeakMap<Socket, Connection>()

/** How many requests sent ahead are read at most; reading resumes when only `few` are left. */
const ahead = { most: 32, few: 8 }

type Options = { keepAliveTimeout?: number; requestTimeout?: number; connectionTimeout?: number }

/**
 * The HTTP server. Requests that a client sends without waiting for answers are handled one after the other, so one
 * connection never takes more than one share, and nothing is computed for a closed connection. Errors that Node.js
 * would answer itself are answered in the API's format.
 */
export class HttpConnections {
  readonly #open = new Set<Connection>()
  readonly #requests: Requests
  readonly #watched: Connections
  readonly #proxies: TrustedProxies
  readonly #prefix: string
  readonly #certificate: Certificate | undefined
  /** Called for each request when its connection is free for the next one, if requests are observed. */
  ended: ((request: Seen, response: ServerResponse, bytes: number) => void) | undefined
  /** Sees each request before the handler, and answers it or passes it on. */
  before: (request: IncomingMessage, response: ServerResponse, handler: Handler) => void = (
    request,
    response,
    handler,
  ) => handler(request, response)

  /**
   * `prefix`: the path below which a proxy may pass requests, which is taken away; '' without one. With a certificate,
   * connections are encrypted.
   */
  constructor(
    { requests, connections }: Pick<Sight, 'requests' | 'connections'>,
    proxies: TrustedProxies,
    prefix = '',
    certificate?: Certificate,
  ) {
    this.#requests = requests
    this.#watched = connections
    this.#proxies = proxies
    this.#prefix = prefix
    this.#certificate = certificate
  }

  /** Creates a server that passes requests to a handler; for Fastify. */
  readonly createServer = (handler: Handler, options: Options): Server => {
    const refuse = (request: IncomingMessage, response: ServerResponse, status: number, detail: string) => {
      response.setHeader('x-request-id', this.#requests.of(request).id)
      sendRefusal(response, status, detail)
    }
    const checked: Handler = (request, response) => {
      // RFC 9112, section 3.2
      if (request.httpVersion === '1.1' && request.headers.host === undefined)
        refuse(request, response, 400, 'the Host header is missing')
      else this.before(request, response, handler)
    }
    const unexpected: Handler = (request, response) =>
      refuse(request, response, 417, 'the header Expect can only be 100-continue')
    const plain = { requireHostHeader: false }
    const take: Handler = (request, response) => this.#take(request, response, checked)
    const server = this.#certificate?.createServer(plain, take) ?? createServer(plain, take)
    server.on('checkExpectation', (request, response) => this.#take(request, response, unexpected))
    server.on('drop', () => this.#watched.refuse())
    server.once('listening', () => void limit(server, this.#watched))
    server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout
    server.requestTimeout = options.requestTimeout ?? server.requestTimeout
    server.timeout = options.connectionTimeout ?? server.timeout
    return server
  }

  /**
   * Finishes the current responses, tells clients that the connections close, and closes them when the server stops.
   */
  closeAfterAnswers(): void {
    for (const connection of this.#open) {
      connection.closing = true
      if (connection.current) connection.current.response.shouldKeepAlive = false
    }
  }

  #take(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const known = connections.get(request.socket)
    // A socket may outlive its server, because the sandbox replaces servers.
    const connection = known && this.#open.has(known) ? known : this.#opened(request.socket)
    const received = { request, response, handler, observe: this.#observer(request, response) }
    request.url = pathBelow(this.#prefix, request.url!)
    // Node.js sends no body in response to HEAD, so the handlers of GET can handle it.
    if (request.method === 'HEAD') request.method = 'GET'
    if (!connection.current) begin(received, connection)
    // All waiting requests but the last are complete, so nothing needs the socket to be read.
    else if (connection.waiting.push(received) >= ahead.most) request.socket.pause()
  }

  #observer(request: IncomingMessage, response: ServerResponse): Received['observe'] {
    const seen = this.#requests.of(request)
    this.#proxies.see(request, seen)
    const { ended } = this
    if (!ended) return undefined
    const { socket } = request
    return () => {
      const before = socket.bytesWritten
      return () => ended(seen, response, socket.bytesWritten - before)
    }
  }

  #opened(socket: Socket): Connection {
    const connection: Connection = { current: undefined, waiting: [], broken: undefined, closing: false }
    connections.set(socket, connection)
    this.#open.add(connection)
    // While it closes, Node.js makes an error for each unanswered request. No one reads their stack traces, and with
    // hundreds of requests sent ahead, they would take longer than the requests.
    const { stackTraceLimit } = Error
    socket.prependOnceListener('close', () => {
      Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = stackTraceLimit
      this.#open.delete(connection)
    })
    return connection
  }
}

/** Accepts no more connections than leave enough descriptors for everything else. */
async function limit(server: Server, watched: Connections): Promise<void> {
  const max = await connectionsMax()
  if (max === undefined) return
  watched.limit = max
  server.maxConnections = max
}

/** Answers requests that are not HTTP, or were not sent completely in time. Earlier responses are sent first. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket, id: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const broken = { status: malformedStatuses[error.code ?? ''] ?? 400, id }
  const connection = connections.get(socket)
  const received = connection?.waiting.at(-1) ?? connection?.current
  // The broken request is the last one if it is incomplete; otherwise it comes after that one.
  if (connection && received && !received.request.complete) {
    if (received.response.headersSent) {
      socket.destroy()
      return
    }
    if (received === connection.current) connection.current = undefined
    else connection.waiting.pop()
  }
  if (connection?.current) connection.broken = broken
  else endWith(broken, socket)
}

const malformedStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

function begin(received: Received, connection: Connection): void {
  connection.current = received
  const ended = received.observe?.()
  received.response.once('close', () => {
    ended?.()
    next(received.request.socket, connection)
  })
  received.handler(received.request, received.response)
}

function next(socket: Socket, connection: Connection): void {
  connection.current = undefined
  if (socket.destroyed) {
    connection.waiting = []
    return
  }
  const received = connection.waiting.shift()
  if (connection.waiting.length < ahead.few && socket.isPaused()) socket.resume()
  if (received) begin(received, connection)
  else if (connection.broken !== undefined) endWith(connection.broken, socket)
  else if (connection.closing) socket.end()
}

function sendRefusal(response: ServerResponse, status: number, detail: string): void {
  const body = errorBody(status, detail)
  response.writeHead(status, phrase(status), {
    ...jsonHeaders,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.end(body)
}

function endWith({ status, id }: Broken, socket: Socket): void {
  if (!socket.writable) return
  const body = errorBody(status, 'the request cannot be read')
  const length = Buffer.byteLength(body)
  const headers = { ...jsonHeaders, 'x-request-id': id, 'content-length': length, connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${phrase(status)}`, ...lines, '', body].join('\r\n'))
}
