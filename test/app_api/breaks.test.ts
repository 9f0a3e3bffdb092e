import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

onEither('breaks and unpaid time off', (database) => {
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
  })

  const add = (name: string, type: string, who: { token: string } = company) =>
    ask(server, who, 'POST', '/breaks', { name, type })
  const listed = async (who: { token: string } = company): Promise<Values[]> =>
    (await ask(server, who, 'GET', '/breaks')).body.breaks
  const jobcodes = (who: { token: string }, query: string) => server.list(who, 'jobcodes', query)

  test('a break that is added is a jobcode of the public API for everyone', async () => {
    for (const [name, type] of [
      ['Lunch', 'unpaid_break'],
      ['Coffee', 'paid_break'],
      ['Unpaid leave', 'unpaid_time_off'],
    ] as const) {
      const { status, body } = await add(` ${name} `, type)
      assert.deepEqual([status, body.name, body.type, body.active], [200, name, type, true])
      const [record] = await jobcodes(worker, `?type=all&ids=${body.id}`)
      assert.deepEqual([record!.name, record!.type, record!.assigned_to_all, record!.parent_id], [name, type, true, 0])
    }
    assert.deepEqual(
      (await jobcodes(company, '?type=unpaid_break')).map(({ name }) => name),
      ['Lunch'],
    )
    assert.equal((await listed(worker)).length, 3, 'everyone sees them')
  })

  test('an unpaid break that an employee takes is not paid', async () => {
    const lunch = (await add('Lunch', 'unpaid_break')).body
    const job = await server.createOne(company, 'jobcodes', { name: 'Framing', assigned_to_all: true })
    await server.put(company, '/users', [{ id: worker.id, permissions: { manage_my_timesheets: true } }])
    const at = (from: string, to: string, jobcode_id: number) => ({
      user_id: worker.id,
      type: 'regular',
      jobcode_id,
      start: `2026-03-02T${from}:00-07:00`,
      end: `2026-03-02T${to}:00-07:00`,
    })
    server.pass(86400)
    const { body } = await server.post(worker, '/timesheets', [
      at('08:00', '16:30', job.id),
      at('12:00', '12:30', lunch.id),
    ])
    assert.deepEqual(
      Object.values<Values>(body.results.timesheets).map(({ _status_code }) => _status_code),
      [200, 201],
    )
    const data = { start_date: '2026-03-01', end_date: '2026-03-07', user_ids: worker.id }
    const report = await server.call(company.token, 'POST', '/reports/payroll', { data })
    assert.equal(report.body.results.payroll_report[worker.id].total_re_seconds, 8 * 3600)
  })

  test('a break is renamed, archived and restored, and takes no time while it is archived', async () => {
    const { id } = (await add('Lunch', 'unpaid_break')).body
    const put = (body: unknown, who: { token: string } = company) => ask(server, who, 'PUT', `/breaks/${id}`, body)
    assert.equal((await put({ name: 'Meal' })).body.name, 'Meal')
    assert.deepEqual((await put({ active: false })).body, { id, name: 'Meal', type: 'unpaid_break', active: false })
    assert.deepEqual(await jobcodes(worker, '?type=unpaid_break'), [])
    assert.equal((await jobcodes(company, '?type=unpaid_break&active=both'))[0]!.active, false)
    const refused = await server.post(company, '/timesheets', [
      { user_id: worker.id, type: 'manual', date: '2026-03-02', duration: 60, jobcode_id: id },
    ])
    assert.equal(refused.body.results.timesheets[1]._status_code, 417)
    assert.equal((await put({ active: true })).body.active, true)
    assert.equal((await jobcodes(worker, '?type=unpaid_break'))[0]!.assigned_to_all, true)
  })

  test('people who manage jobs add and change breaks, too', async () => {
    const manager = await server.user(company, { permissions: { manage_jobcodes: true } })
    const { status, body } = await add('Lunch', 'unpaid_break', manager)
    assert.equal(status, 200)
    assert.equal((await ask(server, manager, 'PUT', `/breaks/${body.id}`, { name: 'Meal' })).body.name, 'Meal')
  })

  test('invalid breaks are refused by name', async () => {
    const { id } = (await add('Lunch', 'unpaid_break')).body
    const job = await server.createOne(company, 'jobcodes', { name: 'Framing' })
    for (const [told, status, message] of [
      [await add('lunch', 'paid_break'), 417, /name: another jobcode under the same parent is called Lunch/],
      [await add('  ', 'paid_break'), 417, /name/],
      [await add('x'.repeat(65), 'paid_break'), 417, /name/],
      [await add('Framing 2', 'regular'), 417, /type/],
      [await add('Coffee', 'paid_break', worker), 403, /needs the permission manage_jobcodes/],
      [
        await ask(server, worker, 'PUT', `/breaks/${id}`, { name: 'Mine' }),
        403,
        /needs the permission manage_jobcodes/,
      ],
      [await ask(server, company, 'PUT', `/breaks/${job.id}`, { name: 'Mine' }), 404, /no break/],
      [await ask(server, company, 'PUT', `/breaks/${id}`, { active: 'no' }), 417, /active/],
      [await ask(server, company, 'PUT', `/breaks/${id}`, { type: 'paid_break' }), 417, /type/],
    ] as const) {
      assert.equal(told.status, status, JSON.stringify(told.body))
      assert.match(told.body.error.message, message)
    }
    const made = await server.post(company, '/jobcodes', [{ name: 'Tea', type: 'paid_break' }])
    assert.equal(made.body.results.jobcodes[1]._status_code, 417, 'the public API makes none, as before')
    assert.deepEqual(
      (await listed()).map(({ name }) => name),
      ['Lunch'],
    )
  })
})
