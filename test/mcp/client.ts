import assert from 'node:assert/strict'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Values } from '../../src/engine/table.ts'

/** The official client, connected over HTTP with a token; `modern` or as a client of last year. */
export async function connectTo(
  url: string,
  token: string,
  { modern = true, headers = {} }: { modern?: boolean; headers?: Record<string, string> } = {},
): Promise<Client> {
  const options = modern ? { versionNegotiation: { mode: 'auto' as const } } : {}
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
    }),
  )
  return client
}

/** Calls a tool, and returns the text of its result. */
export async function callTool(client: Client, name: string, args: Values = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: args })) as CallToolResult
  assert.equal(content.length, 1)
  const [part] = content
  assert.ok(part?.type === 'text')
  return { isError: isError === true, text: part.text }
}

/** The data of a tool's result, which must fit the context of an assistant. */
export async function dataOf(client: Client, name: string, args: Values = {}): Promise<Values> {
  const { isError, text } = await callTool(client, name, args)
  assert.equal(isError, false, text)
  assert.ok(text.length <= 40_000, `${name}: ${text.length} characters`)
  return JSON.parse(text)
}

/** The message of a tool's refusal. */
export async function messageOf(client: Client, name: string, args: Values = {}): Promise<string> {
  const { isError, text } = await callTool(client, name, args)
  assert.equal(isError, true, text)
  assert.doesNotMatch(text, /\n\s+at /, 'no stack')
  return text
}
