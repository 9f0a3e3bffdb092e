import type { Registry } from 'prom-client'
import { bounds, type Durations } from './durations.ts'
import type { RequestCounts } from './request_counts.ts'
import type { Sight } from './sight.ts'

type Labels = Record<string, string | number>

/** A value of a metric. */
type Sample = { labels?: Labels; value: number; metricName?: string }

/** A metric that is computed on request. */
type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  read: () => Sample[] | Promise<Sample[]>
}

/** Numbers from the rest of the server, read when metrics are requested. */
export type Readings = {
  /** The number of waiting items by queue. */
  waiting: () => Promise<Record<string, number>>
  /** Sizes in bytes, if known: `database`, `wal`, `free`. */
  bytes: () => Promise<Record<string, number>>
  /** Connections to PostgreSQL by state. */
  connections: () => Record<string, number>
  streams: () => number
  /** Attempts to deliver to webhooks, by outcome. */
  webhooks: () => Record<string, number>
  /** How many ids are used, unknown while the database cannot be read. */
  ids: () => Promise<number | undefined>
  info: Labels
}

/** Returns the text of all metrics in Prometheus' format. */
export async function openMetrics(
  sight: Sight,
  requests: RequestCounts,
  readings: Readings,
): Promise<{ contentType: string; text: () => Promise<string> }> {
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const { writes } = sight
  const metrics = [
    ...ofRequests(requests),
    ...ofWrites(sight),
    ...ofChecks(sight),
    counter('clockhouse_connections_refused_total', 'Connections refused because too many were open.', () => [
      { value: sight.connections.refused },
    ]),
    ...ofRounds(sight.rounds),
    gauge('clockhouse_clock_trusted', '0 while the clock of the machine may be wrong, otherwise 1.', () => [
      { value: sight.clock.isDoubtful() ? 0 : 1 },
    ]),
    ...ofReadings(readings),
    gauge('clockhouse_waiting', 'How much waits or is under way, by queue.', async () =>
      by('queue', { writes: writes.underWay, ...(await readings.waiting()) }),
    ),
  ]
  for (const metric of metrics) register(registry, metric)
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

function ofRequests(requests: RequestCounts): Metric[] {
  const name = 'clockhouse_http_request_duration_seconds'
  const read = () =>
    [...requests.all()].flatMap(({ route, method, status, durations }) =>
      samplesOf(name, durations, { route: route || 'none', method, status }),
    )
  const help = 'Requests by route, method and status, from their arrival to the end of the answer.'
  return [{ name, help, type: 'histogram', read }]
}

function ofWrites({ writes, database }: Sight): Metric[] {
  return [
    histogram(
      'clockhouse_write_duration_seconds',
      'Changes from the request for them to their acknowledgement, waiting included.',
      writes.durations,
    ),
    histogram('clockhouse_commit_duration_seconds', 'Commits of the database.', database.commits.durations),
    counter('clockhouse_writes_failed_total', 'Changes that could not be stored.', () => [{ value: writes.failed }]),
    gauge('clockhouse_writable', '0 if the last change could not be stored, otherwise 1.', () => [
      { value: writes.problem === undefined && !database.file?.trouble && !database.floor?.passed ? 1 : 0 },
    ]),
  ]
}

function ofChecks(sight: Sight): Metric[] {
  return [
    gauge('clockhouse_trouble', '1 while a check of the server finds trouble, otherwise 0.', () =>
      (sight.guardian?.states() ?? []).map(({ name, isInTrouble }) => ({
        labels: { check: name },
        value: isInTrouble ? 1 : 0,
      })),
    ),
  ]
}

function ofRounds({ all }: Sight['rounds']): Metric[] {
  const each = (value: (round: (typeof all)[number]) => number) => () =>
    all.map((round) => ({ labels: { round: round.name }, value: value(round) }))
  return [
    counter(
      'clockhouse_round_runs_total',
      'Runs of the background rounds.',
      each(({ runs }) => runs),
    ),
    counter(
      'clockhouse_round_failures_total',
      'Runs that failed.',
      each(({ failures }) => failures),
    ),
    gauge(
      'clockhouse_round_duration_seconds',
      'How long the last run took.',
      each(({ seconds }) => seconds),
    ),
    gauge(
      'clockhouse_round_age_seconds',
      'How long ago the last run ended.',
      each(({ ended }) => (performance.now() - ended) / 1000),
    ),
  ]
}

function ofReadings({ info, bytes, connections, streams, webhooks, ids }: Readings): Metric[] {
  return [
    gauge('clockhouse_info', 'The versions of the server and of Node.js, and the kind of database.', () => [
      { labels: info, value: 1 },
    ]),
    gauge(
      'clockhouse_bytes',
      'Sizes: of the database, of its write-ahead log, and of the free space beside it.',
      async () => by('of', await bytes()),
    ),
    gauge('clockhouse_database_connections', 'Connections to PostgreSQL, and requests that wait for one.', () =>
      by('state', connections()),
    ),
    counter('clockhouse_webhook_attempts_total', 'Attempts to deliver to webhooks, by outcome.', () =>
      by('outcome', webhooks()),
    ),
    gauge('clockhouse_ids_used', 'Ids given out, of 2^53; from 2^31 on they do not fit 32 bits.', async () => {
      const value = await ids()
      return value === undefined ? [] : [{ value }]
    }),
    gauge('clockhouse_event_streams', 'Open streams of events.', () => [{ value: streams() }]),
  ]
}

function histogram(name: string, help: string, durations: Durations): Metric {
  return { name, help, type: 'histogram', read: () => samplesOf(name, durations, {}) }
}

function gauge(name: string, help: string, read: Metric['read']): Metric {
  return { name, help, type: 'gauge', read }
}

function counter(name: string, help: string, read: Metric['read']): Metric {
  return { name, help, type: 'counter', read }
}

function by(label: string, values: Record<string, number>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

/** Registers a metric that stores no numbers itself. */
function register(registry: Registry, { read, ...about }: Metric): void {
  const get = async () => ({ ...about, aggregator: 'sum', values: await read() })
  registry.registerMetric({ ...about, get, reset: () => {} } as never)
}

function samplesOf(name: string, { counts, sum }: Durations, labels: Labels): Sample[] {
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ]
}
