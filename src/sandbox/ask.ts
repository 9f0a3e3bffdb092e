import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { text } from 'node:stream/consumers'

/** Sends a request to the control of a sandbox. Throws an Error with the sandbox's message if it is refused. */
export async function askSandbox<T>(
  url: string,
  method: 'GET' | 'POST' | 'DELETE',
  { body, ca }: { body?: object | undefined; ca?: string | undefined } = {},
): Promise<T> {
  const send = url.startsWith('https:') ? secureRequest : plainRequest
  // One connection per request, because a reset may close idle ones.
  const request = send(url, { method, agent: false, ...(ca === undefined ? {} : { ca }) })
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
  const answer = JSON.parse(await text(response))
  if (response.statusCode !== 200)
    throw new Error(answer.error?.message ?? `the sandbox answered ${response.statusCode}`)
  return answer
}
