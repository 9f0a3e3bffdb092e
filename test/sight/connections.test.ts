import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { entry } from '../../build/bundle.ts'
import { Connections } from '../../src/sight/connections.ts'
import { freshPlace, TestServer } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// What operators see of connections that a server refuses because too many are open.

const token = 'a-token-for-metrics'
const headers = { authorization: `Bearer ${token}` }

/** Opens connections; returns them when each is accepted or closed. */
async function open(url: string, count: number): Promise<{ accepted: Socket[]; refused: number }> {
  const { hostname, port } = new URL(url)
  let refused = 0
  const accepted: Socket[] = []
  for (let number = 0; number < count; number++) {
    const socket = connect(Number(port), hostname).on('error', () => {})
    const answered = once(socket, 'data').then(
      () => true,
      () => false,
    )
    const closed = once(socket, 'close').then(
      () => false,
      () => false,
    )
    socket.write('GET /livez HTTP/1.1\r\nHost: a.example\r\n\r\n')
    if (await Promise.race([answered, closed])) accepted.push(socket)
    else refused += 1
  }
  return { accepted, refused }
}

describe('refused connections', () => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start('sqlite', { CLOCKHOUSE_METRICS_TOKEN: token })
  })
  after(() => server.stop())

  test('refused connections are counted, and a warning of the server', async () => {
    const url = await server.listen()
    await setTimeout(0)
    while (process.platform === 'linux' && server.world.sight.connections.limit === undefined) await setTimeout(5)
    server.app.server.maxConnections = 2
    const { accepted, refused } = await open(url, 5)
    assert.deepEqual([accepted.length, refused], [2, 3])
    await server.world.sight.guardian!.beat()
    const ready = await server.app.inject('/readyz')
    assert.deepEqual(ready.json(), { status: 'ready', warnings: ['connections'] })
    const metrics = await server.app.inject({ url: '/metrics', headers })
    assert.match(metrics.body, /^clockhouse_connections_refused_total 3$/m)
    assert.match(metrics.body, /^clockhouse_trouble\{check="connections"\} 1$/m)
    for (const socket of accepted) socket.destroy()
  })
})

test('refused connections are a trouble until a minute after the last one', () => {
  const connections = new Connections()
  assert.equal(connections.refusedLately(0), 0)
  connections.refuse(1000)
  connections.refuse(50_000)
  assert.equal(connections.refusedLately(109_999), 2)
  assert.equal(connections.refusedLately(110_000), 0)
  connections.refuse(200_000)
  assert.deepEqual([connections.refusedLately(200_000), connections.refused], [1, 3])
})

nightly.test(
  'a server with few descriptors refuses connections instead of failing, and logs that once',
  {
    skip: process.platform === 'win32',
  },
  async () => {
    const { place, clean } = await freshPlace('sqlite')
    const env = {
      ...{ PATH: process.env.PATH, PORT: '0', CLOCKHOUSE_DATA: place.data, CLOCKHOUSE_LOG_LEVEL: 'warn' },
      CLOCKHOUSE_METRICS_TOKEN: token,
    }
    const command = ['ulimit -n 96; exec "$0" "$@"', process.execPath, '--no-warnings', fileURLToPath(entry('main'))]
    const child = spawn('sh', ['-c', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    try {
      let log = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text
      })
      let printed = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
      let url: string | undefined
      while (!url) {
        assert.equal(child.exitCode, null, log)
        await setTimeout(20)
        url = /running at (http\S+)/.exec(printed)?.[1]
      }
      const { accepted, refused } = await open(url, 100)
      assert.ok(accepted.length >= 8 && refused > 10, `${accepted.length} accepted, ${refused} refused`)
      while (!log.includes('connections are refused')) await setTimeout(50)
      await setTimeout(4000)
      assert.equal(log.match(/connections are refused, because too many are open/g)?.length, 1, log)
      assert.match(
        log,
        /"check":"connections","reason":"\d+ were refused in the last minute, because at most \d+ can be open"/,
      )
      assert.doesNotMatch(log, /EMFILE/)
      for (const socket of accepted) socket.destroy()
      // There is room again once the server has noticed that they are closed.
      let metrics = ''
      while (metrics === '')
        metrics = await fetch(`${url}/metrics`, { headers }).then(
          (answer) => answer.text(),
          () => '',
        )
      assert.ok(Number(/^clockhouse_connections_refused_total (\d+)$/m.exec(metrics)?.[1]) >= refused)
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await clean()
    }
  },
)
