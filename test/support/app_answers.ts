import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { publicEndpoints } from '../../src/app_api/index.ts'
import { describeApi, describeAppApi } from '../../src/openapi/description.ts'
import type { Content, Document } from '../../src/openapi/document.ts'
import type { Schema } from '../../src/wire/endpoint.ts'
import { resolve, undeclared, violations } from '../contract/schema.ts'

// Checks every response of the app API, and of endpoints of the same form, that a test server in this process sends
// against its declared schema, whichever test requested it; and of every refusal of both APIs, whether its request lists the
// code. `TestServer.stop` fails if one did not match.

const [app, api] = [describeAppApi('http://127.0.0.1'), describeApi('http://127.0.0.1')]
const publicPaths = new Set(publicEndpoints.map(({ path }) => path))
const findings = new Set<string>()
const answered = new Set<string>()

subscribe('tracing:fastify.request.handler:start', (message) => {
  const { route, reply } = message as { route: { method: string; url: string }; reply: { raw: ServerResponse } }
  const [, prefix, url] = /^(\/api\/\w+)(\/.*)$/.exec(route.url) ?? []
  const document = prefix === '/api/console' ? app : api
  const asked = { method: route.method, path: url?.replaceAll(/:(\w+)/g, '{$1}') ?? '' }
  // The vendor's code samples use a second path for one resource.
  if (asked.path === '/customfielditemfilters') asked.path = '/customfielditem_filters'
  if (!prefix || !document.paths[asked.path]?.[asked.method.toLowerCase()]) return
  const check = prefix === '/api/console' || publicPaths.has(url!) ? look : lookAtRefusals
  whenSent(reply.raw, (type, bytes) => check(document, { ...asked, status: reply.raw.statusCode, type, bytes }))
})

/** Fails if an answer since the last call did not match its declared schema. */
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
      : contentOfFailure(document, { method, path, status })
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

/** What a refused request is answered with: whatever the status, its code is one of those that the request lists. */
function contentOfFailure(
  document: Document,
  { method, path, status }: Pick<Sent, 'method' | 'path' | 'status'>,
): Content {
  const { content } = document.paths[path]![method.toLowerCase()]!.responses[417] ?? {}
  const schema = document.components.schemas[status === 401 ? 'OAuthError' : 'Error']!
  return (status === 401 ? undefined : content) ?? { 'application/json': { schema } }
}

type Results = Record<string, Record<string, { _status_reason?: unknown } & Record<string, unknown>>>

/** Looks at the reasons in an answer of the public API: of the whole request, or of the items of a batch. */
function lookAtRefusals(document: Document, sent: Sent): void {
  const { method, path, status, type, bytes } = sent
  if (!type.startsWith('application/json') || (status === 200 && method === 'GET') || bytes.length === 0) return
  const body = JSON.parse(bytes.toString()) as { results?: Results; error?: { reason?: unknown } }
  const note = (schema: Schema, value: unknown) => {
    for (const problem of violations(schema, value, document)) findings.add(`${method} ${path} ${status}: ${problem}`)
  }
  if (body.error?.reason) note(contentOfFailure(document, sent)['application/json']!.schema, body)
  const { content } = document.paths[path]![method.toLowerCase()]!.responses[200] ?? {}
  const ofBatch = content?.['application/json']?.schema.$ref
  if (!ofBatch || !body.results) return
  for (const [name, items] of Object.entries(body.results))
    for (const { _status_reason, ...item } of Object.values(items))
      if (_status_reason) {
        const { _status_code, _status_message, _status_extra } = item
        const outcome = { _status_code, _status_message, _status_extra, _status_reason }
        note(refusedIn(document, String(ofBatch), name), outcome)
      }
}

/** The schema of a refused item, the last alternative of an outcome. */
function refusedIn(document: Document, batch: string, name: string): Schema {
  const { results } = resolve(batch, document).properties as Record<string, { properties: Record<string, Schema> }>
  const outcome = results!.properties[name]!.additionalProperties as Schema
  const { anyOf } = outcome.$ref ? resolve(String(outcome.$ref), document) : outcome
  return (anyOf as Schema[]).at(-1)!
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
