import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Values } from '../../src/engine/table.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { Receiver } from '../support/receiver.ts'
import { migratedPlace, onBoth } from '../support/server.ts'

onBoth('a server that did not write a change itself', (database) => {
  test('sends changes about other people to a webhook without a filter, and keeps answering', async () => {
    const { place, clean } = await migratedPlace(database)
    const beside = await Beside.open(place)
    const receiver = await Receiver.start()
    let server: ServerProcess | undefined
    try {
      const { token } = await beside.company()
      server = await ServerProcess.start(place, { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
      const make = async (path: string, data: unknown) => {
        const { status, body } = await server!.call(token, 'POST', path, data)
        assert.equal(status, 200)
        const [item] = Object.values<Values>(body.results[path.slice(1)])
        assert.equal(item!._status_code, 200, JSON.stringify(item))
        return item!
      }
      const added = await fetch(`${server.url}/api/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url, types: ['timesheet.*'] }),
      })
      assert.equal(added.status, 200)
      const person = { username: 'mia', first_name: 'Mia', last_name: 'Other', permissions: { time_tracking: true } }
      const { id } = await make('/users', [person])
      const sheet = { type: 'manual', user_id: id, jobcode_id: 0, date: '2026-03-02', duration: 3600 }
      // After a start, nothing that the writer has looked up is known.
      assert.equal(await server.stop(), 0)
      server = await ServerProcess.start(place, { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
      await make('/timesheets', [sheet])
      for (let left = 150; receiver.got.length === 0; left--) {
        assert.ok(left > 0, server.log.join('').slice(0, 2000) || 'nothing arrived')
        assert.equal((await server.call(token, 'GET', '/current_user')).status, 200)
        await setTimeout(100)
      }
      assert.equal(receiver.got[0]!.body.type, 'timesheet.created')
      assert.equal(server.log.join(''), '')
    } finally {
      await server?.kill()
      receiver.stop()
      await beside.close()
      await clean()
    }
  })
})
