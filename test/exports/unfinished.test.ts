import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { problemsMax } from '../../src/exports/question.ts'
import { ask } from '../app_api/ask.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'

// Whose time is not finished or not approved, as checks of files report it before someone is paid.

const hour = 3600
const range = 'start_date=2026-02-15&end_date=2026-02-28'

onEither('time that is not approved', (database) => {
  let server: TestServer
  let company: TestCompany

  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())

  const create = async (path: string, items: readonly Values[]): Promise<Values[]> => {
    const made: Values[] = []
    for (let at = 0; at < items.length; at += 50) {
      const { status, body, text } = await server.post(company, `/${path}`, items.slice(at, at + 50))
      assert.equal(status, 200, text)
      made.push(...Object.values<Values>(body.results[path]))
    }
    return made
  }
  const worked = (user_id: number, date: string): Values => {
    return { type: 'manual', user_id, jobcode_id: 0, date, duration: hour }
  }
  const approve = async (id: number, approved_to: string) => {
    const { status, text } = await server.put(company, '/users', [{ id, submitted_to: approved_to, approved_to }])
    assert.equal(status, 200, text)
  }
  const check = async (target = 'payroll', dates = range): Promise<Values> => {
    const { status, body } = await ask(server, company, 'GET', `/exports/${target}/check?${dates}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const told = ({ problems }: Values) => problems.map(({ name, field }: Values) => `${name} ${field}`)

  test('people are counted however many problems a file has, and what blocks it comes first', async () => {
    company = await server.company(`Many ${database}`)
    const count = problemsMax + 3
    const people = Array.from({ length: count }, (_, at) => at + 1)
    const users = await create(
      'users',
      people.map((at) => {
        const name = { first_name: 'Ana', last_name: `Worker ${at}` }
        return { username: `worker${at}`, ...name, permissions: { time_tracking: true } }
      }),
    )
    await create(
      'timesheets',
      users.map(({ id }) => worked(id, '2026-02-17')),
    )
    const { problems, problem_count, problem_sums } = await check('paychex_spi')
    assert.deepEqual(problem_sums, [
      { field: 'setup.paychex_spi.client_id', blocking: true, problems: 1, people: 0 },
      { field: 'payroll_id', blocking: true, problems: count, people: count },
      { field: 'setup.paychex_spi.pay_components.regular', blocking: true, problems: count, people: count },
      { field: 'approved_to', blocking: false, problems: count, people: count },
    ])
    assert.equal(problem_count, 3 * count + 1)
    const listed = Map.groupBy<string, Values>(problems, ({ field }) => field)
    assert.deepEqual(
      [...listed.values()].map(({ length }) => length),
      [1, problemsMax, problemsMax, problemsMax],
    )
  })

  test('only people with time after the last approved date are told, and those on the clock with them', async () => {
    company = await server.company(`Few ${database}`)
    const made = await Promise.all(
      ['Approved', 'Left', 'Late', 'Running'].map((last_name) => server.user(company, { first_name: 'Al', last_name })),
    )
    const [approved, left, late, running] = made.map(({ id }) => id) as [number, number, number, number]
    await create('timesheets', [
      worked(approved, '2026-02-20'),
      worked(left, '2026-02-17'),
      ...[worked(late, '2026-02-17'), worked(late, '2026-02-25'), worked(late, '2026-03-02')],
      { type: 'regular', user_id: running, jobcode_id: 0, start: '2026-02-27T08:00:00-07:00', end: '' },
    ])
    await approve(approved, '2026-02-28')
    // Paid when they left: nothing of theirs is open.
    await approve(left, '2026-02-18')
    await approve(late, '2026-02-21')
    assert.deepEqual(told(await check()), ['Al Running end', 'Al Late approved_to', 'Al Running approved_to'])
    const { problems, problem_count, problem_sums } = await check(
      'payroll',
      'start_date=2026-02-15&end_date=2026-02-21',
    )
    assert.deepEqual([problems, problem_count, problem_sums], [[], 0, []])
  })

  test('time past midnight is not approved as long as the day on which its entry began is not', async () => {
    company = await server.company(`Nights ${database}`)
    // Legal rules split shifts at midnight.
    assert.equal((await ask(server, company, 'PUT', '/settings', { for: 'company', overtime: 'federal' })).status, 200)
    const { id } = await server.user(company, { first_name: 'Nia', last_name: 'Night' })
    const { id: other } = await server.user(company, { first_name: 'Dee', last_name: 'Day' })
    const evening = { type: 'regular', jobcode_id: 0, start: '2026-02-14T20:00:00-07:00' }
    await create('timesheets', [
      { ...evening, user_id: id, end: '2026-02-15T04:00:00-07:00' },
      { ...evening, user_id: other, end: '2026-02-14T22:00:00-07:00' },
    ])
    const found = await check()
    assert.equal(found.totals.total_seconds, 4 * hour)
    assert.deepEqual(told(found), ['Nia Night approved_to'])
    await approve(id, '2026-02-14')
    assert.deepEqual(told(await check()), [])
  })
})
