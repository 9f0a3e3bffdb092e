import { lookup } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { waysOut } from '../../company/outgoing.ts'
import { callProblem, connectionText, isLoopback } from '../../company/public_addresses.ts'
import type { Config } from '../../config.ts'
import { textOf } from '../../rules/refusals/index.ts'
import { isLocal } from '../factors/setup_code.ts'

// Imports would also load Node.js' fetch, which no start needs.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** How long a provider may take to respond, including connecting, and how large a response may be. */
const answerMs = 5000
const answerBytesMax = 512_000

/** A provider could not be reached; the message is for administrators and contains no secrets. */
export class Unreachable extends Error {}

type Asked = {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * A fetch for addresses supplied by administrators and providers: only https and public addresses, no redirects,
 * limited time and size. If only this machine can reach the server, it may also call programs on this machine.
 */
export function guardedFetch(config: Config): (url: string, asked: Asked) => Promise<Response> {
  const wayTo = waysOut(config, {}, lookup)
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const problem = addressProblem(config, url)
    if (problem) throw new Unreachable(problem)
    const isHere = isLoopback(url)
    const anywhere = isHere || config.ssoPrivate === 'yes'
    const ask = url.protocol === 'http:' ? http.request : https.request
    const deadline = AbortSignal.timeout(answerMs)
    let request: ClientRequest | undefined
    try {
      const way = await wayTo(url, !anywhere)
      const asked = ask(url, {
        method,
        ...way.options,
        headers: { ...headers, ...way.headers },
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
      request = asked
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        asked.on('response', resolve).on('error', reject)
        asked.end(body === undefined || body === null ? undefined : String(body))
      })
      return new Response(await readBytes(answer), {
        status: answer.statusCode!,
        headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      })
    } catch (error) {
      if (error instanceof Unreachable) throw error
      throw new Unreachable(deadline.aborted ? 'no answer in time' : connectionText(error))
    } finally {
      request?.destroy()
    }
  }
}

/** Why an address must not be called; undefined if it may be. */
export function addressProblem(config: Config, url: URL): string | undefined {
  const problem = callProblem(url, { loopback: isLocal(config), private: config.ssoPrivate === 'yes', http: false })
  return problem && textOf(problem)
}

async function readBytes(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Buffer[] = []
  let length = 0
  const received: AsyncIterable<Buffer> = answer
  for await (const part of received) {
    length += part.length
    if (length > answerBytesMax) throw new Unreachable('the answer is too long')
    parts.push(part)
  }
  return [204, 205, 304].includes(answer.statusCode!) ? null : new Uint8Array(Buffer.concat(parts))
}
