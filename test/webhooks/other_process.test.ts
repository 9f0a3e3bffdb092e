import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createCompany } from '../../src/company/companies.ts'
import { readConfig } from '../../src/config.ts'
import type { Values } from '../../src/engine/table.ts'
import { createToken } from '../../src/oauth/tokens.ts'
import { start } from '../../src/start.ts'
import { Beside, ServerProcess } from '../support/processes.ts'
import { Receiver } from '../support/receiver.ts'
import { migratedPlace, onEither, threads } from '../support/server.ts'
import { nightly } from '../support/tiers.ts'

// After a start, nothing that the writer has looked up is known.

const person = { username: 'mia', first_name: 'Mia', last_name: 'Other', permissions: { time_tracking: true } }
const sheet = { type: 'manual', jobcode_id: 0, date: '2026-03-02', duration: 3600 }

onEither('webhooks of a server that was started again', (database) => {
  test('changes about other people are sent by a server that has looked up nothing yet', async () => {
    const { place, clean } = await migratedPlace(database)
    const config = { ...readConfig({ PORT: '0', CLOCKHOUSE_LOG_LEVEL: 'silent' }), ...place }
    const receiver = await Receiver.start()
    let server = await start(config, { threads })
    try {
      const { world } = server
      const input = { company_name: 'Northyard', first_name: 'Ada', last_name: 'Admin', username: 'ada' }
      const company = await world.db.write(createCompany, { ...input, email: '', password: '', tz: 'UTC' }, world.now())
      if ('refused' in company) throw new Error(company.refused)
      const account = { companyId: company.company_id, userId: company.user_id }
      const { token } = await createToken(world, { ...account, name: 'Test client' })
      const post = async (path: string, body: object): Promise<Values> => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const url = `${server.address}/api/v1${path}`
        const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
        assert.equal(answer.status, 200)
        return (await answer.json()) as Values
      }
      await post('/webhooks', { url: receiver.url, types: ['timesheet.*'] })
      const [user] = Object.values<Values>((await post('/users', { data: [person] })).results.users)
      await server.stop()
      server = await start(config, { threads })
      const created = await post('/timesheets', { data: [{ ...sheet, user_id: user!.id }] })
      assert.equal(created.results.timesheets[1]._status_code, 200, JSON.stringify(created))
      await server.round()
      assert.deepEqual(
        receiver.take().map(({ body }) => body.type),
        ['timesheet.created'],
      )
    } finally {
      receiver.stop()
      await server.stop()
      await clean()
    }
  })

  nightly.test(
    'changes about other people are sent by a process that was started again, which keeps answering',
    async () => {
      const { place, clean } = await migratedPlace(database)
      const opened = await Beside.open(place)
      const receiver = await Receiver.start()
      let server: ServerProcess | undefined
      try {
        const { token } = await opened.company()
        server = await ServerProcess.start(place, { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
        const create = async (path: string, data: unknown) => {
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
        const { id } = await create('/users', [person])
        assert.equal(await server.stop(), 0)
        server = await ServerProcess.start(place, { CLOCKHOUSE_WEBHOOK_PRIVATE: 'yes' })
        await create('/timesheets', [{ ...sheet, user_id: id }])
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
        await opened.close()
        await clean()
      }
    },
  )
})
