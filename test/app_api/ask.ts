import type { Values } from '../../src/engine/table.ts'
import type { TestServer } from '../support/server.ts'

/** An answer of the app API. */
export type Told = { status: number; headers: Record<string, unknown>; body: Values }

/** Calls an endpoint of the app API as a token's user; a `body` that is text is sent as is. */
export async function ask(
  server: TestServer,
  who: { token: string } | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
): Promise<Told> {
  const { headers, ...rest } = more
  const response = await server.app.inject({
    method,
    url: `/api/console${path}`,
    headers: {
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...rest,
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
  return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : {} }
}

/** Sends a request as the browser with this cookie, from a page of ours. */
export function askSignedIn(
  server: TestServer,
  cookie: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Told> {
  const ours = { host: 'time.example.com', origin: 'http://time.example.com', 'sec-fetch-site': 'same-origin' }
  return ask(server, undefined, method, path, body, { headers: { ...ours, cookie, ...headers } })
}
