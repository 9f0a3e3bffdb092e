import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A span as a collector receives it. Ids are hexadecimal; `parent` is '' for the root of a trace. */
export type Span = {
  traceId: string
  id: string
  parent: string
  name: string
  start: bigint
  end: bigint
  isFailure: boolean
  attributes: Record<string, string | number>
  /** The sender's attributes. */
  resource: Record<string, string | number>
}

/** An OpenTelemetry collector that receives traces by OTLP over HTTP, as Protocol Buffers. */
export class TraceCollector {
  readonly spans: Span[] = []
  readonly headers: Record<string, unknown>[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await buffer(request)
      this.headers.push(request.headers)
      if (request.url === '/v1/traces')
        this.spans.push(...spansIn(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector()
    await new Promise<void>((listening) => collector.#server.listen(0, '127.0.0.1', listening))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

// Field numbers are those of opentelemetry/proto/trace/v1/trace.proto.

function spansIn(body: Buffer): Span[] {
  return messages(fields(body), 1).flatMap((ofResource) => {
    const [described] = messages(ofResource, 1)
    const resource = described ? attributesOf(described, 1) : {}
    return messages(ofResource, 2).flatMap((scope) => messages(scope, 2).map((span) => spanOf(span, resource)))
  })
}

function spanOf(span: Fields, resource: Span['resource']): Span {
  const hex = (field: number) => ((span.get(field)?.[0] as Buffer | undefined) ?? Buffer.of()).toString('hex')
  const [status] = messages(span, 15)
  return {
    traceId: hex(1),
    id: hex(2),
    parent: hex(4),
    name: String(span.get(5)?.[0] ?? ''),
    start: span.get(7)?.[0] as bigint,
    end: span.get(8)?.[0] as bigint,
    isFailure: status?.get(3)?.[0] === 2n,
    attributes: attributesOf(span, 9),
    resource,
  }
}

function attributesOf(message: Fields, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [value] = messages(pair, 2)
      const text = value?.get(1)?.[0]
      return [String(pair.get(1)?.[0]), text === undefined ? Number(value?.get(3)?.[0]) : String(text)]
    }),
  )
}

type Fields = Map<number, (Buffer | bigint)[]>

function messages(message: Fields, field: number): Fields[] {
  return (message.get(field) ?? []).map((bytes) => fields(bytes as Buffer))
}

/** The fields of a message by number, in the wire format of Protocol Buffers. */
function fields(bytes: Buffer): Fields {
  const found: Fields = new Map()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const kind = tag & 7
    const value =
      kind === 0 ? varint() : kind === 1 ? take(8).readBigUInt64LE() : take(kind === 5 ? 4 : Number(varint()))
    found.set(tag >> 3, [...(found.get(tag >> 3) ?? []), value])
  }
  return found
}
