import { lookup } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type OutgoingProxies, waysOut } from '../company/outgoing.ts'
import { isPrivateHost, isReserved, type Resolve } from '../company/public_addresses.ts'
import type { Config } from '../config.ts'
import type { PushAnswer } from '../rules/notifications/delivery.ts'
import type { Push, PushRequest } from '../world.ts'

// Imports would also load Node.js' fetch, which no start needs.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

// A push service that does not answer holds up its pushes no longer than this.
const connectMs = 5000
const answerMs = 10_000
const watchMs = 500

/** Idle connections are closed after this long, before the other side closes them in the middle of a push. */
const idleMs = 4000

/** Most characters read of an error response. */
const answerBytesMax = 2000

/** Sends pushes to push services over HTTP. Redirects are not followed. */
export function openPush(config: Pick<Config, 'pushPrivate'> & OutgoingProxies, resolve: Resolve = lookup): Push {
  const anywhere = config.pushPrivate === 'yes'
  const wayTo = waysOut(config, { keepAlive: true, timeout: idleMs }, resolve)
  const watch = new Watch()
  return {
    hosts: new Map(),
    send: async ({ endpoint, headers, body }) => {
      const url = new URL(endpoint)
      if (url.protocol !== 'https:' && !(anywhere && url.protocol === 'http:'))
        return { outcome: 'refused', error: 'the address of the device is not https' }
      // An IP address is not looked up, so it is checked here.
      if (!anywhere && isPrivateHost(url.hostname)) return { outcome: 'refused', error: refusal }
      const ask = url.protocol === 'http:' ? http.request : https.request
      try {
        const way = await wayTo(url, !anywhere)
        // The connection through a proxy is ready when the request gets it.
        const connectedBy = way.isProxied ? undefined : url.protocol === 'http:' ? 'connect' : 'secureConnect'
        const all = { ...headers, ...way.headers, 'content-length': body.length }
        return await exchange(ask(url, { method: 'POST', ...way.options, headers: all }), body, connectedBy, watch)
      } catch (error) {
        return failed(error as NodeJS.ErrnoException, false)
      }
    },
  }
}

const refusal = 'the address of the device is in a private network, where nothing is sent'

/** Sends a push and waits for the response. A failure before the connection is made means that it cannot have arrived. */
function exchange(
  request: ClientRequest,
  body: PushRequest['body'],
  connectedBy: 'connect' | 'secureConnect' | undefined,
  watch: Watch,
): Promise<PushAnswer> {
  return new Promise((settle) => {
    const watched = watch.begin(request)
    request.on('socket', (socket) => {
      if (request.reusedSocket || !connectedBy) watched.connected = true
      else
        socket.once(connectedBy, () => {
          watched.connected = true
        })
    })
    request.on('response', (response) => {
      void readAnswer(response).then((text) => {
        const { statusCode: status = 0, headers } = response
        settle({ outcome: 'answered', status, retryAfter: headers['retry-after'] ?? '', text })
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => settle(failed(error, watched.connected)))
    request.end(body)
  })
}

/** The outcome of a push that failed, before or after its connection was made. */
function failed(error: NodeJS.ErrnoException, wasConnected: boolean): PushAnswer {
  if (isReserved(error)) return { outcome: 'refused', error: refusal }
  return { outcome: wasConnected ? 'unknown' : 'unsent', error: words(error) }
}

type Watched = { begun: number; connected: boolean }

/** Aborts requests that take too long in total, even if bytes trickle in. One timer for all of them. */
class Watch {
  readonly #open = new Map<ClientRequest, Watched>()
  #ticking = false

  begin(request: ClientRequest): Watched {
    const watched = { begun: performance.now(), connected: false }
    this.#open.set(request, watched)
    request.once('close', () => this.#open.delete(request))
    this.#tick()
    return watched
  }

  #tick(): void {
    if (this.#ticking || this.#open.size === 0) return
    this.#ticking = true
    AbortSignal.timeout(watchMs).addEventListener('abort', () => {
      this.#ticking = false
      const now = performance.now()
      for (const [request, { begun, connected }] of this.#open) {
        if (now - begun >= answerMs) request.destroy(new Error('no answer in time'))
        else if (!connected && now - begun >= connectMs) request.destroy(new Error('no connection in time'))
      }
      this.#tick()
    })
  }
}

/** The beginning of an error response, '' for a success. The status is already known, so a failure here does not matter. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  // Read to the end, so the connection can be reused.
  if (response.statusCode! < 300) {
    response.on('error', () => {}).resume()
    return ''
  }
  let text = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk
      if (text.length > answerBytesMax) break
    }
  } catch {
    // What was received so far is enough.
  }
  return text
}

/** Connection errors, worded for administrators. */
function words({ code, message }: NodeJS.ErrnoException): string {
  return known[code ?? ''] ?? (message || 'the connection failed')
}

const known: Record<string, string> = {
  ECONNREFUSED: 'the push service refused the connection',
  ECONNRESET: 'the push service closed the connection',
  ENOTFOUND: 'the host name of the push service does not exist',
  EAI_AGAIN: 'the host name of the push service could not be looked up',
}
