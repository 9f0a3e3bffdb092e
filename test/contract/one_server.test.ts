import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace, TestServer } from '../support/server.ts'

// Two servers on one data folder would each trust what they remember, so the second one is refused.

describe('a data folder', () => {
  let fresh: Awaited<ReturnType<typeof freshPlace>>
  before(async () => {
    fresh = await freshPlace('sqlite')
  })
  after(() => fresh.clean())

  test('has one server; a second one reports that and exits, and commands work while the first runs', async () => {
    const server = await ServerProcess.start(fresh.place)
    try {
      await assert.rejects(ServerProcess.start(fresh.place), (error: Error) => {
        assert.match(error.message, /ended with 1/)
        assert.match(error.message, /another server is using the data in \/\S+\nStop it first, or set CLOCKHOUSE_DATA/)
        assert.ok(error.message.includes(fresh.place.data))
        return true
      })
      const beside = await Beside.open(fresh.place)
      const { token } = await beside.company()
      await beside.close()
      assert.equal((await server.call(token, 'POST', '/groups', [{ name: 'Crew' }])).status, 200)
    } finally {
      assert.equal(await server.stop(), 0)
    }
    assert.deepEqual(readdirSync(fresh.place.data), ['clockhouse.db'])
  })

  test('is free again immediately after kill -9', async () => {
    const killed = await ServerProcess.start(fresh.place)
    await killed.kill()
    assert.ok(existsSync(join(fresh.place.data, 'clockhouse.lock')))
    const next = await ServerProcess.start(fresh.place)
    assert.equal(await next.stop(), 0)
    assert.deepEqual(readdirSync(fresh.place.data), ['clockhouse.db'])
  })

  test('goes to the next server while the last one is still stopping', async () => {
    for (let times = 0; times < 2; times++) {
      const last = await ServerProcess.start(fresh.place)
      const stopped = last.stop()
      const next = await ServerProcess.start(fresh.place)
      assert.equal(await stopped, 0)
      await assert.rejects(ServerProcess.start(fresh.place), /another server/)
      assert.equal(await next.stop(), 0)
    }
  })
})

test('in PostgreSQL, servers share a database', async () => {
  const one = await TestServer.start('postgres')
  const other = await ServerProcess.start(one.place)
  assert.equal(await other.stop(), 0)
  await one.stop()
})
