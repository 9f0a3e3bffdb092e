import assert from 'node:assert/strict'
import { ask } from '../app_api/ask.ts'
import type { TestCompany, TestServer } from '../support/server.ts'

/** What SCIM answers. */
// biome-ignore lint/suspicious/noExplicitAny: JSON that tests look into
type ScimAnswer = { status: number; headers: Record<string, unknown>; body: any }

/** Sends requests as an identity provider does. */
export type Provider = (method: string, path: string, body?: unknown) => Promise<ScimAnswer>

/** A provider with a new token of a company. */
export async function providerOf(server: TestServer, company: TestCompany, name: string): Promise<Provider> {
  const { token } = (await ask(server, company, 'POST', '/scim_tokens', { name })).body
  return (method, path, body) => askScim(server, token, { method, path, body })
}

/** Sends one request with a token. */
export async function askScim(
  server: TestServer,
  token: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<ScimAnswer> {
  const answer = await server.app.inject({
    method: method as 'GET',
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const { statusCode: status, headers, payload } = answer
  return { status, headers, body: payload ? JSON.parse(payload) : {} }
}

/** The schema of a patch. */
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Sends a request that must be answered with this status, and returns the body. */
export async function expectStatus(wanted: number, answer: Promise<ScimAnswer>): Promise<ScimAnswer['body']> {
  const { status, body } = await answer
  assert.equal(status, wanted, JSON.stringify(body))
  return body
}

/** The log of provisioning as an administrator sees it, oldest first. */
export async function logOf(server: TestServer, company: TestCompany): Promise<LogLine[]> {
  const { status, body } = await ask(server, company, 'GET', '/scim_requests?limit=200')
  assert.equal(status, 200, JSON.stringify(body))
  return body.lines.reverse()
}

type Moved = { count: number; people: { user_id: number; name: string }[] }

/** A line of the log. */
type LogLine = {
  id: number
  token: string
  method: string
  path: string
  type: string
  record_id: number
  name: string
  event: string
  status: number
  attributes: string[]
  ignored: string[]
  refused: string
  added: Moved
  removed: Moved
}
