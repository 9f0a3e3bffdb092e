import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onBoth('what people say about automatic lunches', (database) => {
  let server: TestServer
  let company: TestCompany
  let worker: { id: number; token: string }
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    company = await server.company()
    worker = await server.user(company)
    await seed(server, company.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
    for (const [key, value] of Object.entries({ lunch_deduct: 1, lunch_length: 0.5, lunch_threshold: 5 }))
      await insertSetting(server, company.id, 'general', key, value)
  })

  const date = '2026-02-27'
  const days = 'start_date=2026-02-22&end_date=2026-02-28'
  const work = (from: string, to: string): Promise<Values> => {
    const times = { start: `${date}T${from}:00-07:00`, end: `${date}T${to}:00-07:00` }
    return server.createOne(company, 'timesheets', { user_id: worker.id, jobcode_id: 0, type: 'regular', ...times })
  }
  const say = (answer: string, on = date) => ask(server, worker, 'POST', '/lunch_answers', { date: on, answer })
  const lunches = async (who: { token: string } = worker): Promise<Values[]> =>
    (await ask(server, who, 'GET', `/lunches?user_id=${worker.id}&${days}`)).body.lunches
  const spans = async () => {
    const rows = await server.list(company, 'timesheets', `?start_date=2026-02-22&user_ids=${worker.id}`)
    return rows.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`)
  }
  const issues = async () => {
    const { body } = await ask(server, company, 'GET', `/approvals?${days}`)
    const { exceptions } = body.people.find(({ user_id }: Values) => user_id === worker.id)
    return exceptions.filter(({ kind }: Values) => kind === 'no_lunch')
  }

  test('people who say that they had no lunch get it back, for that day, and the approver sees what they said', async () => {
    const { id } = await work('08:00', '18:00')
    assert.deepEqual(await lunches(), [{ date, seconds: 1800, answer: null }])
    assert.equal((await say('none')).status, 200)
    assert.deepEqual(await spans(), ['08:00-18:00'])
    const at = '2026-03-02T15:00:00+00:00'
    assert.deepEqual(await lunches(), [{ date, seconds: 0, answer: { answer: 'none', at } }])
    assert.deepEqual(
      (await issues()).map(({ words, timesheet_ids }: Values) => [words, timesheet_ids]),
      [['They said they had no lunch, so none is deducted', [id]]],
    )
    await work('18:15', '23:59')
    assert.deepEqual(await spans(), ['08:00-18:00', '18:15-23:59'])
    const lines = await server.db.read.all<{ origin: string; user_id: number }>({
      ...{ sql: 'select origin, user_id from timesheet_history where timesheet_id = ? order by version', values: [id] },
      text: 'select origin, user_id from timesheet_history where timesheet_id = $1 order by version',
    })
    const said = lines.find(({ origin }) => origin.startsWith('about lunch'))!
    assert.deepEqual([said.origin, Number(said.user_id)], ['about lunch: none; automatic lunch given back', worker.id])
  })

  test('people who take the answer back have the lunch deducted again', async () => {
    await work('08:00', '18:00')
    await say('none')
    assert.equal((await say('taken')).status, 200)
    assert.deepEqual(await spans(), ['08:00-12:45', '12:45-13:15', '13:15-18:00'])
    assert.deepEqual(await issues(), [])
    assert.deepEqual(await lunches(), [{ date, seconds: 1800, answer: null }])
  })

  test('answers about days without time, closed days, and where no lunch is deducted are refused by name', async () => {
    await work('08:00', '18:00')
    const code = async (sent: ReturnType<typeof say>) => {
      const { status, body } = await sent
      return [status, body.error?.reason?.code ?? body.error?.code]
    }
    assert.equal((await code(say('none', '2026-02-25')))[0], 417)
    assert.equal((await code(say('none', '2026-02-30')))[0], 417)
    assert.equal((await code(say('maybe')))[0], 417)
    await server.put(company, '/users', [{ id: worker.id, submitted_to: date }])
    assert.match((await say('none')).body.error.message, /date: time through 2026-02-27 is submitted/)
    await server.put(company, '/users', [{ id: worker.id, approved_to: date }])
    assert.match((await say('none')).body.error.message, /date: your time up to 2026-02-27 is approved/)
    assert.equal((await spans()).length, 3)
    const own = { scope: 'user', scope_id: worker.id }
    await insertSetting(server, company.id, 'general', 'lunch_deduct', 0, own)
    assert.match((await say('none')).body.error.message, /no lunch is deducted/)
    const stranger = await server.user(company)
    assert.equal((await ask(server, stranger, 'GET', `/lunches?user_id=${worker.id}&${days}`)).status, 404)
  })
})
