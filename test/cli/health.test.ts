import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ask } from '../support/direct.ts'
import { migratedPlace } from '../support/server.ts'
import { clockhouse, on, ServedPlace } from './command.ts'

describe('clockhouse health', () => {
  let fresh: Awaited<ReturnType<typeof migratedPlace>>
  let server: ServedPlace
  before(async () => {
    fresh = await migratedPlace('sqlite')
    server = await ServedPlace.start(fresh.place)
  })
  after(async () => {
    await server.stop()
    await fresh.clean()
  })

  test('it succeeds while the server of this configuration is ready, wherever that listens', async () => {
    const { port } = new URL(server.url)
    for (const HOST of ['127.0.0.1', '0.0.0.0']) {
      const { code, stdout } = await clockhouse(['health'], { env: { ...on(fresh.place), HOST, PORT: port } })
      assert.deepEqual([code, stdout], [0, 'ready\n'])
    }
    const read = await clockhouse(['health', '--url', `${server.url}/`, '--json'])
    assert.deepEqual(read.json(), { address: server.url, status: 'ready', warnings: [] })
  })

  test('it fails and says why if the server is not ready, or there is none', async () => {
    await ask(fresh.place, (run) => run(`insert into migrations values ('9999_later.sql', 1)`))
    let health = await clockhouse(['health', '--url', server.url])
    // An answer is a second old at most.
    while (health.code === 0) health = await clockhouse(['health', '--url', server.url])
    assert.deepEqual(
      [health.code, health.stderr],
      [1, `clockhouse: the server at ${server.url} is not ready: version\n`],
    )
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const strange = await clockhouse(['health', '--url', url])
    assert.deepEqual(
      [strange.code, strange.stderr],
      [1, `clockhouse: what answers at ${url} is not a Clockhouse server\n`],
    )
    await new Promise((resolve) => other.close(resolve))
    const none = await clockhouse(['health', '--url', url])
    assert.equal(none.code, 1)
    assert.match(none.stderr, /no server answers at http:\S+: .*ECONNREFUSED/)
  })
})
