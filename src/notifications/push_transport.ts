import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Config } from '../config.ts'
import type { PushAnswer } from '../rules/notifications/delivery.ts'
import type { Push, PushRequest } from '../world.ts'
import { isNearHost, isPublicAddress } from './public_addresses.ts'

// A push service that does not answer holds up what goes there no longer than this.
const connectMs = 5000
const answerMs = 10_000
const watchMs = 500

/** Connections that nothing was sent over for so long are closed, before the other side does it in the midst of a push. */
const idleMs = 4000

/** As much of an answer is read. */
const answerBytesMax = 2000

/** The way to push services over HTTP. Redirects are not followed. */
export function openPush({ pushPrivate }: Pick<Config, 'pushPrivate'>, resolve: Resolve = lookup): Push {
  const anywhere = pushPrivate === 'yes'
  const options = { keepAlive: true, timeout: idleMs, ...(anywhere ? {} : { lookup: publicOnly(resolve) }) }
  const watch = new Watch()
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  return {
    hosts: new Map(),
    send: ({ endpoint, headers, body }) => {
      const url = new URL(endpoint)
      if (url.protocol !== 'https:' && !(anywhere && url.protocol === 'http:'))
        return Promise.resolve({ outcome: 'refused', error: 'the address of the device is not https' })
      // An address that is written out is not looked up.
      if (!anywhere && isNearHost(url.hostname)) return Promise.resolve({ outcome: 'refused', error: refusal })
      const ask = url.protocol === 'http:' ? httpRequest : httpsRequest
      const agent = agents[url.protocol as 'http:' | 'https:']
      return exchange(
        ask(url, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } }),
        body,
        url.protocol === 'http:' ? 'connect' : 'secureConnect',
        watch,
      )
    },
  }
}

const refusal = 'the address of the device is in a private network, where nothing is sent'

/** Sends and waits for the answer. What fails before there is a connection cannot have arrived. */
function exchange(
  request: ClientRequest,
  body: PushRequest['body'],
  connectedBy: 'connect' | 'secureConnect',
  watch: Watch,
): Promise<PushAnswer> {
  return new Promise((settle) => {
    const watched = watch.begin(request)
    request.on('socket', (socket) => {
      if (request.reusedSocket) watched.connected = true
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
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.message === refusal) settle({ outcome: 'refused', error: refusal })
      else if (watched.connected) settle({ outcome: 'unknown', error: words(error) })
      else settle({ outcome: 'unsent', error: words(error) })
    })
    request.end(body)
  })
}

type Watched = { begun: number; connected: boolean }

/** Ends what takes too long, on the whole: a few bytes now and then are no answer. One timer for all. */
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

/** The beginning of an answer that says what is wrong. The status is known, so nothing depends on it. */
async function readAnswer(response: IncomingMessage): Promise<string> {
  // Read to its end, if it has one, so that the connection can be used again.
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
    // What came until then is enough.
  }
  return text
}

/** Errors of connections, in words that an administrator understands. */
function words({ code, message }: NodeJS.ErrnoException): string {
  return known[code ?? ''] ?? (message || 'the connection failed')
}

const known: Record<string, string> = {
  ECONNREFUSED: 'the push service takes no connections',
  ECONNRESET: 'the push service broke off the connection',
  ENOTFOUND: 'the name of the push service is not known',
  EAI_AGAIN: 'the name of the push service could not be looked up',
}

/** How names are looked up. */
type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/** Looks names up, and passes over addresses in private networks: what a name stands for may change at any time. */
function publicOnly(resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const usable = found.filter(({ address }) => isPublicAddress(address))
      if (usable.length === 0) return done(new Error(refusal), [])
      if (options.all) return done(null, usable)
      done(null, usable[0]!.address, usable[0]!.family)
    })
  }
}
