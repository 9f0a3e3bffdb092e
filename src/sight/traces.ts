import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Part, Seen } from './requests.ts'

// Requests as OpenTelemetry traces, with the work that took their time. Loaded only if a collector is set.

/** Where to send traces, and how many: `sampler` and `share` are OTEL_TRACES_SAMPLER and its argument. */
export type TraceSettings = { endpoint: string; sampler: string; share: number; version: string }

/** How a request ended. `parent` is its header `traceparent` (W3C Trace Context). */
type Ending = { status: number; parent: string | undefined }

/** The longest wait for unsent traces when the server stops. */
const flushMs = 2000

/** Sends a trace of each request to a collector, using OTLP over HTTP. */
export class Traces {
  readonly #provider: TracerProvider
  readonly #tracer: ReturnType<TracerProvider['getTracer']>

  constructor({ endpoint, sampler, share, version }: TraceSettings) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
    const named = resourceFromAttributes({ 'service.name': 'clockhouse', 'service.version': version })
    this.#provider = new TracerProvider({
      sampler: samplerOf(sampler, share),
      resource: defaultResource()
        .merge(named)
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: flushMs })],
    })
    this.#tracer = this.#provider.getTracer('clockhouse', version)
  }

  /** Records a request that has just ended, without its path and query, because they may contain tokens. */
  tell({ id, clientId, method, route, started, asker, parts }: Seen, { status, parent }: Ending): void {
    const found = parent === undefined ? null : parseTraceParent(parent)
    const above = found ? trace.setSpanContext(ROOT_CONTEXT, { ...found, isRemote: true } as SpanContext) : ROOT_CONTEXT
    const span = this.#tracer.startSpan(
      `${method} ${route}`.trimEnd(),
      {
        kind: SpanKind.SERVER,
        startTime: timeOf(started),
        attributes: {
          'http.request.method': method,
          ...(route !== '' && { 'http.route': route }),
          'http.response.status_code': status,
          'clockhouse.request_id': id,
          ...(clientId !== undefined && { 'clockhouse.client_request_id': clientId }),
          ...(asker && { 'clockhouse.company_id': asker.companyId, 'clockhouse.user_id': asker.userId }),
        },
      },
      above,
    )
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0) {
      const within = trace.setSpan(above, span)
      for (const part of parts ?? []) this.#tellPart(part, within)
    }
    span.end(timeOf(performance.now()))
  }

  #tellPart({ name, started, ended, isFailure, attributes }: Part, within: typeof ROOT_CONTEXT): void {
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: timeOf(started), attributes }, within)
    if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(timeOf(ended))
  }

  /** Sends pending traces, for two seconds at most. */
  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => {})
  }
}

/** The samplers of the specification of OpenTelemetry, by their names. */
function samplerOf(name: string, share: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(share)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** A time of the monotonic clock, in milliseconds, as seconds since the epoch and nanoseconds. */
function timeOf(milliseconds: number): [seconds: number, nanoseconds: number] {
  const total = performance.timeOrigin + milliseconds
  const seconds = Math.floor(total / 1000)
  return [seconds, Math.round((total - seconds * 1000) * 1e6)]
}
