import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { publicEndpoints } from '../../src/app_api/index.ts'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'
import type { Content, Document } from '../../src/openapi/document.ts'
import { undeclared, violations } from '../contract/schema.ts'

// Checks every response of the app API, and of endpoints of the same form, that a test server in this process sends
// against its declared schema, whichever test requested it. `TestServer.stop` fails if one did not match.

const [app, api] = [describeAppApi('http://127.0.0.1'), describeApi('http://127.0.0.1')]
const publicPaths = new Set(publicEndpoints.map(({ path }) => path))
const findings = new Set<string>()
const answered = new Set<string>()

subscribe('tracing:fastify.request.handler:start', (message) => {
  const { route, reply } = message as { route: { method: string; url: string }; reply: { raw: ServerResponse } }
  const [, prefix, url] = /^(\/api\/\w+)(\/.*)$/.exec(route.url) ?? []
  if (prefix !== '/api/console' && !publicPaths.has(url ?? '')) return
  const asked = { method: route.method, path: url!.replaceAll(/:(\w+)/g, '{$1}') }
  const document = prefix === '/api/console' ? app : api
  whenSent(reply.raw, (type, bytes) => look(document, { ...asked, status: reply.raw.statusCode, type, bytes }))
})

/** Fails if an answer of the app API since the last call did not match its declared schema. */
export function assertAnswersFit(): void {
  const found = [...findings]
  findings.clear()
  assert.deepEqual(found, [])
}

/** The requests, such as `GET /start`, whose answers had status 200 and were checked since the last call. */
export function takeAnswered(): ReadonlySet<string> {
  const taken = new Set(answered)
  answered.clear()
  return taken
}

const plainOf: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** Calls back with every piece of an event stream, and with the whole body of any other answer once it is sent. */
function whenSent(raw: ServerResponse, look: (type: string, bytes: Buffer) => void): void {
  const chunks: Buffer[] = []
  const { writeHead, write, end } = raw
  let type = ''
  let encoding = ''
  let isEnding = false
  const take = (chunk: unknown) => {
    if (isEnding || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return
    if (!raw.headersSent) type = String(raw.getHeader('content-type') ?? '')
    if (type === 'text/event-stream') look(type, Buffer.from(chunk as string))
    else chunks.push(Buffer.from(chunk as string))
  }
  raw.writeHead = (...given: unknown[]) => {
    const headers = given.find((one) => typeof one === 'object') as Record<string, string> | undefined
    type = String(headers?.['content-type'] ?? raw.getHeader('content-type') ?? '')
    encoding = String(headers?.['content-encoding'] ?? raw.getHeader('content-encoding') ?? '')
    return Reflect.apply(writeHead, raw, given)
  }
  raw.write = (...given: unknown[]) => {
    take(given[0])
    return Reflect.apply(write, raw, given)
  }
  raw.end = (...given: unknown[]) => {
    take(given[0])
    // `end` with a chunk may call `write`.
    isEnding = true
    return Reflect.apply(end, raw, given)
  }
  raw.once('finish', () => {
    const bytes = Buffer.concat(chunks)
    look(type, plainOf[encoding]?.(bytes) ?? bytes)
  })
}

type Sent = { method: string; path: string; status: number; type: string; bytes: Buffer }

function look(document: Document, { method, path, status, type, bytes }: Sent): void {
  const { responses } = document.paths[path]![method.toLowerCase()]!
  const request = `${method} ${path}`
  if (status === 304 || bytes.length === 0) return
  if (status === 200) answered.add(request)
  const content =
    status === 200
      ? (responses[200] as { content: Content }).content
      : contentOfFailure(document, status === 401 ? 'OAuthError' : 'Error')
  const declared = [type, type.split(';')[0]!].find((known) => content[known])
  if (declared === undefined) {
    findings.add(`${request} ${status}: ${type} is not declared`)
    return
  }
  const { schema } = content[declared]!
  // With list positions, every entry would be a separate finding.
  for (const value of valuesIn(declared, bytes))
    for (const problem of [...violations(schema, value, document), ...undeclared(schema, value, document)])
      findings.add(`${request} ${status}: ${problem.replaceAll(/\[\d+\]/g, '[]')}`)
}

function contentOfFailure(document: Document, name: 'Error' | 'OAuthError'): Content {
  return { 'application/json': { schema: document.components.schemas[name]! } }
}

/** The content of a body: its JSON, each event of a stream, or each progress line before a file's bytes. */
function valuesIn(type: string, bytes: Buffer): unknown[] {
  if (type === 'application/json') return [JSON.parse(bytes.toString())]
  if (type === 'text/event-stream')
    return Array.from(bytes.toString().matchAll(/^data: (.*)$/gm), ([, data]) => JSON.parse(data!))
  if (type !== 'application/x-ndjson') return []
  const values: object[] = []
  for (const line of bytes.toString().split('\n')) {
    if (line === '' || values.some((value) => 'file' in value)) break
    values.push(JSON.parse(line))
  }
  return values
}
