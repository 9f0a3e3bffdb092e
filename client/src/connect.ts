import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.d.ts'
import { ClockhouseError, errorOf } from './errors.ts'
import { giveKey, type RetryOptions, retrying } from './retries.ts'

/** How to reach a server, and which user to act as. */
export type Connection = RetryOptions & {
  /** The address of the server, such as `https://time.example.com`. */
  readonly url: string
  /**
   * An access token, or a function that returns one for each request. After a 401 response, the function is called once
   * more with the refused token, so that it can get a new one.
   */
  readonly token: string | ((refused?: string) => string | Promise<string>)
  /** The id of a managed client, in whose company all requests then act. */
  readonly managedClientId?: number | string
}

/** A client whose requests and responses have the types of the OpenAPI document. */
export type Api = Client<paths, 'application/json'>

/** Creates a client for a server. Nothing is sent before the first request. */
export function connect({ url, token, managedClientId, ...options }: Connection): Api {
  const send = retrying(options)
  const tokenFor = async (refused?: string): Promise<string> => (typeof token === 'string' ? token : token(refused))
  const headers = managedClientId === undefined ? {} : { 'vnd.tsheets.ManagedClientId': String(managedClientId) }
  return createClient<paths, 'application/json'>({
    baseUrl: `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`,
    headers,
    fetch: async (request) => {
      const used = await tokenFor()
      // The request may have been carried out before its retry was refused, so the next attempt uses the same key.
      giveKey(request)
      const again = typeof token === 'string' ? undefined : request.clone()
      const response = await send(withToken(request, used))
      if (response.status !== 401 || !again) return response
      await response.body?.cancel()
      return send(withToken(again, await tokenFor(used)))
    },
  })
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`)
  return request
}

/** Returns the body of a response. Throws a ClockhouseError if the whole request was refused. */
export async function unwrap<T>(answer: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await answer
  if (!response.ok) throw errorOf(response, error)
  if (data === undefined) throw new ClockhouseError('the answer is empty', { status: response.status })
  return data
}
