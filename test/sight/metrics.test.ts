import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { freePort } from '../support/free_port.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// What Prometheus is told, and whom it is told.

const token = 'a-token-for-metrics'

onEither('metrics', (database) => {
  let server: TestServer
  let company: TestCompany
  let address: string
  before(async () => {
    server = await TestServer.start(database, { CLOCKHOUSE_METRICS_TOKEN: token })
    address = await server.listen()
    company = await server.company()
  })
  after(() => server.stop())

  const ask = async (path: string, bearer: string, method = 'GET') => {
    const answer = await fetch(`${address}${path}`, { method, headers: { authorization: `Bearer ${bearer}` } })
    await answer.arrayBuffer()
    return answer.status
  }
  const read = async (): Promise<Map<string, number>> => {
    const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    assert.match(answer.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
    const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
    )
  }

  test('metrics require their own token, whatever else a caller may do', async () => {
    for (const wrong of ['', 'a-token-for-metric', `${token}s`, company.token])
      assert.equal(await ask('/metrics', wrong), 401, wrong)
    assert.equal(await ask('/metrics', token), 200)
    assert.equal(await ask('/metrics', token, 'HEAD'), 200)
  })

  test('metrics count every request once by its route, method and status, whatever answers it', async () => {
    const asked: [path: string, method: string, route: string, status: number][] = [
      ['/api/v1/jobcodes?limit=3', 'GET', '/api/v1/jobcodes', 200],
      ['/api/v1/jobcodes?limit=3', 'GET', '/api/v1/jobcodes', 200],
      ['/api/v1/jobcodes?limit=3', 'GET', '/api/v1/jobcodes', 200],
      ['/api/v1/jobcodes', 'HEAD', '/api/v1/jobcodes', 200],
      ['/api/v1/jobcodes?limit=0', 'GET', '/api/v1/jobcodes', 417],
      ['/api/v1/nothing/1', 'GET', '/api/v1/*', 404],
      ['/api/v1/nothing/2', 'GET', '/api/v1/*', 404],
      ['/livez', 'GET', '/livez', 200],
    ]
    const keyOf = (method: string, route: string, status: number) =>
      `clockhouse_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`
    const before = await read()
    const wanted = new Map<string, number>()
    for (const [path, method, route, status] of asked) {
      assert.equal(await ask(path, company.token, method), status)
      const key = keyOf(method, route, status)
      wanted.set(key, (wanted.get(key) ?? 0) + 1)
    }
    const found = await read()
    for (const [key, count] of wanted) assert.equal(found.get(key)! - (before.get(key) ?? 0), count, key)
    const buckets = [...found].filter(([key]) => /duration_seconds_bucket.*"\/livez".*\+Inf/.test(key))
    assert.equal(buckets.length, 1)
  })

  test('metrics contain writes, queues, sizes, rounds, the process and the version', async () => {
    await server.post(company, '/jobcodes', [{ name: 'Counted', type: 'regular' }])
    const ended = server.world.sight.rounds.watch('a round', 30)
    ended(0.5, false)
    ended(0.25, true)
    const found = await read()
    const value = (name: string) => found.get(name)
    assert.ok(value('clockhouse_write_duration_seconds_count')! >= 2)
    assert.equal(value('clockhouse_writable'), 1)
    assert.equal(value('clockhouse_writes_failed_total'), 0)
    for (const queue of ['requests', 'writes', 'reports', 'exports', 'pictures', 'mails', 'deliveries', 'webhooks'])
      assert.equal(value(`clockhouse_waiting{queue="${queue}"}`), 0, queue)
    assert.equal(value('clockhouse_webhook_attempts_total{outcome="failed"}'), 0)
    assert.ok(value('clockhouse_bytes{of="database"}')! > 10_000)
    assert.ok(value('clockhouse_ids_used')! >= 4096)
    if (database === 'sqlite') assert.ok(value('clockhouse_bytes{of="free"}')! > 0)
    else assert.equal(value('clockhouse_database_connections{state="max"}'), 10)
    assert.equal(value('clockhouse_round_runs_total{round="a round"}'), 2)
    assert.equal(value('clockhouse_round_failures_total{round="a round"}'), 1)
    assert.equal(value('clockhouse_round_duration_seconds{round="a round"}'), 0.25)
    assert.ok(value('nodejs_eventloop_lag_p99_seconds')! >= 0)
    assert.ok(value('process_resident_memory_bytes')! > 0)
    assert.ok([...found.keys()].some((key) => /^clockhouse_info\{version="\d+\.\d+\.\d+[^"]*".*node="v/.test(key)))
    const text = [...found.keys()].join('\n')
    for (const secret of [token, company.token]) assert.ok(!text.includes(secret))
  })
})

test('metrics are off unless they are set up', async () => {
  const server = await TestServer.start('sqlite')
  try {
    assert.equal((await server.app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode, 404)
  } finally {
    await server.stop()
  }
})

test('metrics on a separate port need no token, and the port serves nothing else', async () => {
  const port = await freePort()
  const server = await TestServer.start('sqlite', { CLOCKHOUSE_METRICS_PORT: String(port) })
  try {
    const main = await server.listen()
    assert.equal((await fetch(`${main}/metrics`)).status, 404)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /^clockhouse_writable 1$/m)
    assert.equal((await fetch(`http://127.0.0.1:${port}/api/v1/jobcodes`)).status, 404)
  } finally {
    await server.stop()
  }
  await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`), 'the port is closed with the server')
})

test('a short token for metrics and an invalid port are refused', () => {
  assert.throws(() => readConfig({ CLOCKHOUSE_METRICS_TOKEN: 'short' }), /16 characters or more/)
  assert.throws(() => readConfig({ CLOCKHOUSE_METRICS_PORT: 'x' }), /whole number/)
  assert.throws(() => readConfig({ CLOCKHOUSE_ACCESS_LOG: 'all' }), /one of no, errors, yes/)
})
