import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { RequestError } from '../engine/errors.ts'
import { messageOf } from '../rules/thrown.ts'
import { apiPath } from '../wire/endpoint.ts'
import { errorBody } from '../wire/errors.ts'
import { machineClock } from '../world.ts'
import { failWith } from './failing.ts'
import { type Fault, FaultRules, faultInHeader } from './faults.ts'

/** Handles a control request under /sandbox. */
export type Control = (method: string, path: string, search: URLSearchParams, body: string) => Promise<unknown>

const control = '/sandbox'

/** How long current requests may take to finish before the server behind the front is replaced. */
const requestsEndMs = 300

/**
 * The listener of a sandbox: it answers requests under /sandbox, makes API requests fail as configured, and forwards
 * all others to the server, which can be replaced at any time.
 */
export class Front {
  readonly faults = new FaultRules()
  address = ''
  #app: FastifyInstance | undefined
  #control: Control = async () => ({})
  #now = machineClock
  /** Requests wait for it while the server is replaced. */
  #replaced: Promise<void> | undefined
  readonly #open = new Set<ServerResponse>()
  /** The server that has answered on a connection. */
  readonly #servers = new WeakMap<Socket, FastifyInstance>()
  readonly #server

  /** With a key and a certificate, it accepts only HTTPS. */
  constructor(secure: { key: string; cert: string } | undefined) {
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response)
    this.#server = secure
      ? createSecureServer({ ...secure, requireHostHeader: false }, listener)
      : createServer({ requireHostHeader: false }, listener)
    for (const event of ['checkExpectation', 'clientError'] as const)
      this.#server.on(event, (...values: unknown[]) => this.#app?.server.emit(event, ...values))
    this.#server.keepAliveTimeout = 72_000
  }

  /** Listens. */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, () => resolve())
    })
    const { port: bound } = this.#server.address() as AddressInfo
    this.address = `${'setSecureContext' in this.#server ? 'https' : 'http'}://${host}:${bound}`
    return bound
  }

  /** Sets the handler of requests under /sandbox, and the clock that responses show in `Date`. */
  controlledBy(answer: Control, now: () => number): void {
    this.#control = answer
    this.#now = now
  }

  /** Forwards requests to a server. Returns the address. */
  async serve(app: FastifyInstance): Promise<string> {
    await app.ready()
    this.#app = app
    return this.address
  }

  /** Replaces the server; requests wait until that is done. */
  async replacing(work: () => Promise<void>): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#replaced = done.promise
    try {
      const ends = [...this.#open].map((response) => new Promise((resolve) => response.once('close', resolve)))
      await Promise.race([Promise.all(ends), after(requestsEndMs)])
      await work()
    } finally {
      this.#replaced = undefined
      done.resolve()
    }
  }

  /** Stops listening, and closes remaining connections after a moment. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeIdleConnections()
    await Promise.race([closed, after(requestsEndMs)])
    this.#server.closeAllConnections()
    await closed
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/'
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    response.setHeader('date', new Date(this.#now() / 1000).toUTCString())
    if (path === control || path.startsWith(`${control}/`)) {
      const search = new URLSearchParams(end < 0 ? '' : url.slice(end))
      return this.#answer(request, response, path.slice(control.length), search)
    }
    try {
      const fault = path.startsWith(`${apiPath}/`) ? this.#faultOf(request, path.slice(apiPath.length)) : undefined
      if (fault?.delay_ms) await after(fault.delay_ms)
      await this.#replaced
      if (response.destroyed) return
      this.#open.add(response)
      response.once('close', () => this.#open.delete(response))
      const app = this.#app!
      // A connection would keep all servers that have answered on it in memory.
      if ((this.#servers.get(request.socket) ?? app) !== app) response.shouldKeepAlive = false
      this.#servers.set(request.socket, app)
      if (fault && (await failWith(fault, request, response, app))) return
      app.server.emit('request', request, response)
    } catch (error) {
      sendError(response, error)
    }
  }

  #faultOf(request: IncomingMessage, path: string): Fault | undefined {
    const header = request.headers['x-sandbox-fault']
    if (header === undefined) return this.faults.next(request.method ?? '', path)
    return faultInHeader(String(header))
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string, search: URLSearchParams) {
    try {
      refuseOtherSites(request)
      const answer = await this.#control(request.method ?? '', path, search, await text(request))
      send(response, 200, JSON.stringify(answer))
    } catch (error) {
      sendError(response, error)
    }
  }
}

/** Refuses pages of other sites, which may be open in a browser on this machine and must not control the sandbox. */
function refuseOtherSites({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new RequestError(403, 'control_from_other_site')
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const { status, message } = error instanceof RequestError ? error : { status: 500, message: messageOf(error) }
  send(response, status, errorBody(status, message))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(body)
}
