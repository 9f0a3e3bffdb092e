import { publicEndpointGroups } from '../../src/app_api/index.ts'
import type { Values } from '../../src/engine/table.ts'
import type { TestServer } from '../support/server.ts'

/** An answer of the app API. */
export type AppAnswer = { status: number; headers: Record<string, unknown>; body: Values }

/** The address of an endpoint of the app's form: most are the app's own, some belong to the public API. */
function addressOf(path: string): string {
  const [first] = path.slice(1).split(/[/?]/)
  return `${publicEndpointGroups.some(({ name }) => name === first) ? '/api/v1' : '/api/console'}${path}`
}

/** Calls an endpoint of the app's form as a token's user; a `body` that is text is sent as is. */
export async function ask(
  server: TestServer,
  who: { token: string } | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
): Promise<AppAnswer> {
  const { headers, ...rest } = more
  const response = await server.app.inject({
    method,
    url: addressOf(path),
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
): Promise<AppAnswer> {
  const ours = { host: 'time.example.com', origin: 'http://time.example.com', 'sec-fetch-site': 'same-origin' }
  return ask(server, undefined, method, path, body, { headers: { ...ours, cookie, ...headers } })
}
