import { lookup } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type OutgoingProxies, waysOut } from '../company/outgoing.ts'
import { callProblem, connectionText, isLoopback, type Resolve } from '../company/public_addresses.ts'
import type { Config } from '../config.ts'
import { isLocal } from '../identity/factors/setup_code.ts'
import { textOf } from '../rules/refusals/index.ts'
import { type Reason, reason } from '../rules/refusals/reason.ts'
import type { HookAnswer } from '../rules/webhooks/attempts.ts'
import type { HookRequest, Hooks } from '../world.ts'
import { signedHeaders } from './signature.ts'

// Imports would also load Node.js' fetch, which no start needs.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** How long a receiver may take to respond, including connecting, and how many characters of the response are kept. */
export const answerMs = 15_000
const answerMax = 4000

/** Idle connections are closed after this long, before most receivers close them. */
const idleMs = 4000

/** The settings for allowed addresses of webhooks. */
type Allowed = Pick<Config, 'webhookPrivate' | 'host' | 'url' | 'trustedProxies'>

/** Sends to webhooks over HTTP, each message signed when it is sent. `clock`: the machine's, in microseconds. */
export function openHooks(
  config: Allowed & OutgoingProxies,
  clock: () => number,
  { resolve = lookup, waitMs = answerMs }: { resolve?: Resolve; waitMs?: number } = {},
): Hooks {
  const options = { keepAlive: true, timeout: idleMs, maxFreeSockets: 64 }
  const wayTo = waysOut(config, options, resolve)
  const attempt = async (request: HookRequest): Promise<HookAnswer> => {
    const began = performance.now()
    const ended = () => Math.round(performance.now() - began)
    const url = new URL(request.url)
    const problem = addressProblem(config, request.url)
    if (problem) return { outcome: 'unanswered', error: textOf(problem), milliseconds: 0 }
    const isSecure = url.protocol === 'https:'
    const guarded = config.webhookPrivate !== 'yes' && !isLoopback(url)
    // A receiver compares the time with its own clock, so this is the machine's time, even if the server's clock was
    // moved.
    const timestamp = Math.floor(clock() / 1_000_000)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(request.body)),
      'user-agent': 'Clockhouse-Webhooks/1',
      ...signedHeaders({ ...request, timestamp }, request.secrets),
    }
    const deadline = AbortSignal.timeout(waitMs)
    for (let isFirst = true; ; isFirst = false) {
      let asked: ClientRequest | undefined
      try {
        const way = await wayTo(url, guarded)
        const options = { method: 'POST', ...way.options, headers: { ...headers, ...way.headers }, signal: deadline }
        const sent = (isSecure ? https : http).request(url, options)
        asked = sent
        const answer = await new Promise<IncomingMessage>((settle, fail) => {
          sent.on('response', settle).on('error', fail)
          sent.end(request.body)
        })
        const { statusCode: status = 0, headers: given } = answer
        const retryAfter = given['retry-after'] ?? ''
        const text = await beginningOf(answer)
        return { outcome: 'answered', status, retryAfter, text, milliseconds: ended() }
      } catch (error) {
        asked?.destroy()
        // The receiver may have closed an idle connection at the same moment.
        if (isFirst && asked?.reusedSocket && !deadline.aborted) continue
        const words = deadline.aborted ? `no answer in ${waitMs / 1000} seconds` : connectionText(error)
        return { outcome: 'unanswered', error: words, milliseconds: ended() }
      }
    }
  }
  return { counts: { delivered: 0, failed: 0 }, send: attempt }
}

/** Why nothing may be sent to an address; undefined if it may. */
export function addressProblem(config: Allowed, address: string): Reason | undefined {
  if (!URL.canParse(address)) return reason('address_malformed_url')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return reason('address_not_https')
  const anywhere = config.webhookPrivate === 'yes'
  return callProblem(url, { loopback: isLocal(config), private: anywhere, http: anywhere })
}

/** The beginning of a response. The status is already known, so a failure here does not matter. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  try {
    for await (const part of answer.setEncoding('utf8')) {
      text += part
      if (text.length > answerMax) break
    }
  } catch {
    // The part received so far is enough.
  }
  return text.slice(0, answerMax).replaceAll('\0', '').toWellFormed()
}
