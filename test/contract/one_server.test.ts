import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Beside, ServerProcess } from '../support/processes.ts'
import { freshPlace, TestServer } from '../support/server.ts'
import { isFull } from '../support/tiers.ts'

// Two servers on one data folder would each trust what they remember, so the second one is refused. It waits for some
// seconds before, so the tests run at the same time.

describe('a data folder', { concurrency: true }, () => {
  const withPlace = (run: (place: TestServer['place']) => Promise<void>) => async () => {
    const { place, clean } = await freshPlace('sqlite')
    await run(place).finally(clean)
  }

  test(
    'a data folder has one server: a second one reports that and exits, and commands work meanwhile',
    withPlace(async (place) => {
      const server = await ServerProcess.start(place)
      try {
        const refused = assert.rejects(ServerProcess.start(place), (error: Error) => {
          assert.match(error.message, /ended with 1/)
          assert.match(
            error.message,
            /another server is using the data in \/\S+\nStop it first, or set CLOCKHOUSE_DATA/,
          )
          assert.ok(error.message.includes(place.data))
          return true
        })
        const separate = await Beside.open(place)
        const { token } = await separate.company()
        await separate.close()
        assert.equal((await server.call(token, 'POST', '/groups', [{ name: 'Crew' }])).status, 200)
        await refused
      } finally {
        assert.equal(await server.stop(), 0)
      }
      assert.deepEqual(readdirSync(place.data), ['clockhouse.db'])
    }),
  )

  test(
    'a data folder is free again immediately after kill -9',
    withPlace(async (place) => {
      const killed = await ServerProcess.start(place)
      await killed.kill()
      assert.ok(existsSync(join(place.data, 'clockhouse.lock')))
      const next = await ServerProcess.start(place)
      assert.equal(await next.stop(), 0)
      assert.deepEqual(readdirSync(place.data), ['clockhouse.db'])
    }),
  )

  test(
    'a data folder goes to the next server while the last one is still stopping',
    withPlace(async (place) => {
      for (let times = 0; times < (isFull ? 2 : 1); times++) {
        const last = await ServerProcess.start(place)
        const stopped = last.stop()
        const next = await ServerProcess.start(place)
        assert.equal(await stopped, 0)
        if (isFull) await assert.rejects(ServerProcess.start(place), /another server/)
        assert.equal(await next.stop(), 0)
      }
    }),
  )
})

test('servers share a database in PostgreSQL', async () => {
  const one = await TestServer.start('postgres')
  const other = await ServerProcess.start(one.place)
  assert.equal(await other.stop(), 0)
  await one.stop()
})
