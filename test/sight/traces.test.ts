import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { ServedPlace } from '../cli/command.ts'
import { Beside } from '../support/processes.ts'
import { migratedPlace, onEither } from '../support/server.ts'
import { type Span, TraceCollector } from '../support/trace_collector.ts'

// Traces of a server, as a collector of OpenTelemetry receives them.

/** The library of OpenTelemetry itself reads these variables. */
const standardSettings = { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=northyard', OTEL_SERVICE_NAME: 'time' }

onEither('traces of requests', (database) => {
  let collector: TraceCollector
  let server: ServedPlace
  let beside: Beside
  let clean: () => Promise<void>
  let token: string
  let account: { companyId: number; userId: number }
  before(async () => {
    const fresh = await migratedPlace(database)
    clean = fresh.clean
    collector = await TraceCollector.start()
    Object.assign(process.env, standardSettings)
    server = await ServedPlace.start(fresh.place, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    beside = await Beside.open(fresh.place)
    const made = await beside.company()
    account = { companyId: made.id, userId: made.adminId }
    token = made.token
    const call = (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    assert.equal((await call('/api/v1/users?active=yes', { headers: { traceparent } })).status, 200)
    const unwatched = '00-0af7651916cd43dd8448eb211c80319d-b7ad6b7169203331-00'
    assert.equal((await call('/api/v1/groups', { headers: { traceparent: unwatched } })).status, 200)
    const group = { method: 'POST', body: JSON.stringify({ data: [{ name: 'Roofers' }] }) }
    assert.equal(
      (
        await call('/api/v1/groups', {
          ...group,
          headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
        })
      ).status,
      200,
    )
    const report = { method: 'POST', body: '{"data":{"start_date":"2026-03-01","end_date":"2026-03-07"}}' }
    const json = { 'content-type': 'application/json' }
    assert.equal((await call('/api/v1/reports/payroll', { ...report, headers: json })).status, 200)
    assert.equal((await fetch(`${server.url}/reset/secret-of-a-link?code=secret-too`)).status, 404)
    // What is left is sent when the server stops.
    await server.stop()
  })
  after(async () => {
    for (const name of Object.keys(standardSettings)) delete process.env[name]
    await beside.close()
    collector.stop()
    await clean()
  })

  const spanOf = (name: string): Span => {
    const found = collector.spans.filter((span) => span.name === name)
    assert.equal(found.length, 1, `${name}: ${collector.spans.map((span) => span.name)}`)
    return found[0]!
  }
  const within = ({ traceId, id }: Span) =>
    collector.spans.filter((span) => span.traceId === traceId && span.parent === id)

  test('the span of a request has its route, its status and its caller', () => {
    const span = spanOf('GET /api/v1/users')
    assert.deepEqual(
      { ...span.attributes, 'clockhouse.request_id': undefined },
      {
        'http.request.method': 'GET',
        'http.route': '/api/v1/users',
        'http.response.status_code': 200,
        'clockhouse.company_id': account.companyId,
        'clockhouse.user_id': account.userId,
        'clockhouse.request_id': undefined,
      },
    )
    assert.equal(span.resource['service.name'], 'time')
    assert.ok(span.end > span.start && span.end - span.start < 10_000_000_000n)
    assert.ok(Math.abs(Number(span.start / 1_000_000n) - Date.now()) < 120_000)
  })

  test('a span belongs to the trace of its caller, who also decides whether there is one', () => {
    const span = spanOf('GET /api/v1/users')
    assert.deepEqual([span.traceId, span.parent], ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'])
    assert.deepEqual(
      collector.spans.filter(({ name }) => name === 'GET /api/v1/groups'),
      [],
    )
  })

  test('the span of a request contains the statements and writes that it waited for', () => {
    const read = within(spanOf('GET /api/v1/users'))
    assert.ok(
      read.some(({ attributes }) => /\bfrom "?users\b.*\blimit\b/s.test(String(attributes['db.query.text']))),
      read.map(({ name }) => name).join(),
    )
    const written = spanOf('POST /api/v1/groups')
    assert.equal(written.attributes['clockhouse.client_request_id'], 'r-1')
    const write = within(written).find(({ name }) => name.startsWith('write '))!
    assert.equal(write.attributes['db.system.name'], database === 'postgres' ? 'postgresql' : 'sqlite')
    assert.ok(write.start >= written.start && write.end <= written.end)
    assert.ok(within(spanOf('POST /api/v1/reports/payroll')).some(({ name }) => name === 'report'))
  })

  test('traces contain no secrets', () => {
    assert.doesNotMatch(
      JSON.stringify(collector.spans, (_key, value) => (typeof value === 'bigint' ? '' : value)),
      new RegExp(`secret-|Roofers|${token}`),
    )
    assert.ok(collector.headers.every((headers) => headers['x-tenant'] === 'northyard'))
  })
})

for (const [name, value, words] of [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http/],
  ['OTEL_TRACES_SAMPLER', 'sometimes', /OTEL_TRACES_SAMPLER must be one of always_on/],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  ['OTEL_TRACES_SAMPLER_ARG', '', /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
] as const)
  test(`the value ${JSON.stringify(value)} of ${name} is refused by name`, () =>
    assert.throws(() => readConfig({ [name]: value }), words))
