import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { printUtc } from '../../src/rules/time/calendar.ts'
import { onEither, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('the clock', (database) => {
  let server: TestServer
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  test('the clock offers the recently used jobs with their parents, and the breaks', async () => {
    const company = await server.company()
    const worker = await server.user(company)
    const shown = async (): Promise<Values> => {
      const { status, body } = await ask(server, worker, 'GET', '/clock')
      assert.equal(status, 200)
      return { ...body, names: body.jobcodes.map(({ name }: Values) => name) }
    }
    assert.deepEqual([(await shown()).names, (await shown()).has_jobs], [[], false])
    const make = async (data: Values) => {
      const { body } = await server.post(company, '/jobcodes', [data])
      return Object.values<Values>(body.results.jobcodes)[0]!
    }
    const street = await make({ name: 'Main Street' })
    const used = await make({ name: 'Roof', parent_id: street.id, assigned_to_all: true })
    await make({ name: 'Never used', assigned_to_all: true })
    await ask(server, company, 'POST', '/breaks', { name: 'Lunch', type: 'unpaid_break' })
    assert.deepEqual([(await shown()).names, (await shown()).has_jobs], [['Lunch'], true])
    const entry = {
      user_id: worker.id,
      jobcode_id: used.id,
      type: 'manual',
      date: printUtc(server.now).slice(0, 10),
      duration: 3600,
    }
    await server.post(company, '/timesheets', [entry])
    const { names, assigned } = await shown()
    assert.deepEqual(names.sort(), ['Lunch', 'Main Street', 'Roof'])
    assert.ok(assigned.includes(used.id))
  })
})
