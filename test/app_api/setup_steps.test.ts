import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('the steps of setting up a company', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
    ada = await server.company()
  })
  after(() => server.stop())

  type Step = { name: string; done: boolean; skipped: boolean; confirmed: boolean }
  const steps = async (): Promise<Step[]> => (await ask(server, ada, 'GET', '/setup_steps')).body.steps
  const done = async () => (await steps()).filter((step) => step.done).map(({ name }) => name)

  test('each step of setting up a company is done once the company has what it is about', async () => {
    assert.deepEqual(await done(), [])
    let worker = { id: 0, token: '' }
    const acts: [string, () => Promise<unknown>][] = [
      ['people', async () => (worker = await server.user(ada))],
      ['jobs', () => server.createOne(ada, 'jobcodes', { name: 'Roof', assigned_to_all: true })],
      [
        'pay_period',
        () => ask(server, ada, 'PUT', '/settings', { settings: { general: { payroll_type: 'monthly' } } }),
      ],
      ['working_pattern', () => ask(server, ada, 'PUT', '/working_pattern', { days: [{ day: 'sat', hours: 6 }] })],
      ['overtime', () => ask(server, ada, 'PUT', '/settings', { overtime: 'federal' })],
      ['breaks', () => ask(server, ada, 'POST', '/breaks', { name: 'Lunch', type: 'unpaid_break' })],
      [
        'time_off',
        async () => {
          const { id } = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto' })
          await ask(server, ada, 'PUT', '/pto_policies', { jobcode_id: id, every: 'year', seconds: 3600 })
        },
      ],
      [
        'holidays',
        async () => {
          const { body } = await ask(server, ada, 'POST', '/holiday_calendars', { name: 'All' })
          const holidays = [{ date: '2026-12-25', name: 'Christmas Day' }]
          await ask(server, ada, 'POST', `/holiday_calendars/${body.calendar.id}/holidays`, { holidays })
        },
      ],
      [
        'time',
        () => {
          const sheet = { user_id: worker.id, jobcode_id: 0, type: 'manual', date: '2026-02-10', duration: 3600 }
          return server.createOne(ada, 'timesheets', sheet)
        },
      ],
      ['approval', () => server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-02-14' }])],
    ]
    for (const [index, [name, act]] of acts.entries()) {
      await act()
      assert.deepEqual(
        await done(),
        acts.slice(0, index + 1).map(([name]) => name),
        name,
      )
    }
  })

  test('a step with defaults is done once an administrator says that they are right, until that is taken back', async () => {
    const other = await server.company()
    const put = async (body: unknown) => (await ask(server, other, 'PUT', '/setup_steps', body)).body.steps as Step[]
    const doneOf = (all: Step[]) => all.filter((step) => step.done).map(({ name }) => name)
    const both = await put({ skipped: ['holidays'], confirmed: ['overtime', 'pay_period'] })
    assert.deepEqual(doneOf(both), ['pay_period', 'overtime'])
    assert.deepEqual(
      doneOf(await put({ skipped: [] })),
      ['pay_period', 'overtime'],
      'skipping changes nothing about it',
    )
    const fewer = await put({ skipped: [], confirmed: ['overtime'] })
    assert.deepEqual(doneOf(fewer), ['overtime'])
    assert.deepEqual(
      fewer.filter(({ confirmed }) => confirmed).map(({ name }) => name),
      ['overtime'],
    )
    const refused = await ask(server, other, 'PUT', '/setup_steps', { skipped: [], confirmed: ['people'] })
    assert.equal(refused.status, 417)
  })

  test('the step to make the server reachable is done where links work on other devices', async () => {
    const reachOf = async (settings: Record<string, string>, host = 'localhost:8080') => {
      const other = await TestServer.start(database, settings)
      try {
        const company = await other.company()
        const from = { headers: { host } }
        const { body } = await ask(other, company, 'GET', '/setup_steps', undefined, from)
        const { body: reach } = await ask(other, company, 'GET', '/reach', undefined, from)
        assert.equal(body.steps.find(({ name }: Step) => name === 'reach').done, reach.links_work)
        return [reach.links_work, reach.only_here, reach.links_at]
      } finally {
        await other.stop()
      }
    }
    assert.deepEqual(await reachOf({}), [false, true, 'http://localhost:8080'])
    assert.deepEqual(await reachOf({ HOST: '0.0.0.0' }), [false, false, 'http://localhost:8080'])
    const yard = '192.168.1.20:8080'
    assert.deepEqual(await reachOf({ HOST: '0.0.0.0' }, yard), [true, false, `http://${yard}`])
    const url = 'https://time.example.com'
    assert.deepEqual(await reachOf({ CLOCKHOUSE_URL: url }), [true, false, url])
    const worker = await server.user(ada)
    assert.equal((await ask(server, worker, 'GET', '/reach')).status, 403)
  })

  test('a step of setting up a company can be skipped until it is done', async () => {
    const other = await server.company()
    const put = (skipped: unknown) => ask(server, other, 'PUT', '/setup_steps', { skipped })
    const skipped = (all: Step[]) => all.filter((step) => step.skipped).map(({ name }) => name)
    assert.deepEqual(skipped((await put(['holidays', 'jobs'])).body.steps), ['jobs', 'holidays'])
    await server.createOne(other, 'jobcodes', { name: 'Roof' })
    assert.deepEqual(skipped((await ask(server, other, 'GET', '/setup_steps')).body.steps), ['holidays'])
    assert.deepEqual(skipped((await put([])).body.steps), [])
    assert.equal((await put(['lunch'])).status, 417)
    const worker = await server.user(other)
    assert.equal((await ask(server, worker, 'GET', '/setup_steps')).status, 403)
    assert.equal((await ask(server, worker, 'PUT', '/setup_steps', { skipped: [] })).status, 403)
  })
})
