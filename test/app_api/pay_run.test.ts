import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { onEither, type TestCompany, TestServer } from '../support/server.ts'
import { ask } from './ask.ts'

// Weeks from Sunday to Saturday are the pay periods; time begins on Monday, March 2, in the one that runs.
const [oldest, middle, last, running] = ['2026-02-08', '2026-02-15', '2026-02-22', '2026-03-01']
const endOf: Record<string, string> = {
  [oldest]: '2026-02-14',
  [middle]: '2026-02-21',
  [last]: '2026-02-28',
  [running]: '2026-03-07',
}

onEither('pay runs of the app API', (database) => {
  let server: TestServer
  let ada: TestCompany
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    await ask(server, ada, 'PUT', '/settings', {
      settings: { general: { payroll_type: 'weekly', payroll_end_date: '2026-02-28' } },
    })
  })

  const run = async (who: { token: string } = ada, query = '') => {
    const { status, body } = await ask(server, who, 'GET', `/approvals/pay_run${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const of = ({ people }: Values, id: number) => people.find(({ user_id }: Values) => user_id === id)
  const period = ({ periods }: Values, start: string) =>
    periods.find(({ start_date }: Values) => start_date === start) as Values
  const card = (user_id: number, date: string, hours: number) =>
    server.createOne(ada, 'timesheets', { user_id, jobcode_id: 0, type: 'manual', date, duration: hours * 3600 })
  const close = (id: number, dates: object) => server.put(ada, '/users', [{ id, ...dates }])
  const back = (user_id: number, start: string, more: object = {}) =>
    ask(server, ada, 'POST', '/approvals/send_back', {
      user_id,
      start_date: start,
      end_date: endOf[start],
      message: 'Thursday is missing',
      ...more,
    })

  test('a pay run begins with the oldest pending period, then the last ended one with time, then the current one', async () => {
    const worker = await server.user(ada)
    assert.equal((await run()).start_date, running, 'nothing is recorded')
    await card(worker.id, running, 1)
    assert.equal((await run()).start_date, running, 'no ended period has time')
    await card(worker.id, last, 8)
    await card(worker.id, oldest, 8)
    const first = await run()
    assert.deepEqual([first.today, first.start_date, first.end_date], ['2026-03-02', oldest, endOf[oldest]])
    const brief = [oldest, middle, last, running].map((start) => {
      const { people, waiting, submitted, running } = period(first, start)
      return [people, waiting, submitted, running]
    })
    assert.deepEqual(brief, [
      [1, 1, 0, false],
      [0, 0, 0, false],
      [1, 1, 0, false],
      [1, 1, 0, true],
    ])
    await close(worker.id, { submitted_to: endOf[last], approved_to: endOf[oldest] })
    const next = await run()
    assert.equal(next.start_date, last)
    assert.deepEqual([period(next, oldest).waiting, period(next, last).submitted], [0, 1])
    await close(worker.id, { approved_to: endOf[last] })
    assert.equal((await run()).start_date, last)
    assert.equal((await run(ada, `?date=${running}`)).start_date, running)
    assert.equal((await run(ada, '?date=2024-06-05')).start_date, '2024-06-02', 'older than the strip')
  })

  test('a pay run has the figures of the payroll report, also of the period before', async () => {
    await ask(server, ada, 'PUT', '/settings', { overtime: 'federal' })
    const worker = await server.user(ada)
    const vacation = await server.createOne(ada, 'jobcodes', { name: 'Vacation', type: 'pto', assigned_to_all: true })
    for (const date of ['2026-02-16', '2026-02-17', '2026-02-18', '2026-02-19']) await card(worker.id, date, 11)
    await server.createOne(ada, 'timesheets', {
      ...{ user_id: worker.id, jobcode_id: vacation.id, type: 'manual', date: '2026-02-20', duration: 28_800 },
    })
    await card(worker.id, '2026-02-09', 7)
    const row = of(await run(ada, `?date=${middle}`), worker.id)
    const report = async (start: string) => {
      const query = `start_date=${start}&end_date=${endOf[start]}&user_ids=${worker.id}`
      const { body } = await server.get(ada, `/reports/payroll?${query}`)
      return body.results.payroll_report[worker.id]
    }
    for (const [pay, start] of [
      [row.pay, middle],
      [row.previous, oldest],
    ] as const) {
      const expected = await report(start)
      for (const name of ['total_re_seconds', 'pto_seconds', 'total_work_seconds'])
        assert.deepEqual(pay[name], expected[name], `${name} from ${start}`)
    }
    assert.equal(row.last_date, '2026-02-20')
    assert.equal(of(await run(ada, `?date=${last}`), worker.id).last_date, null)
    assert.deepEqual(row.pay.overtime_seconds, { 1.5: 4 * 3600 })
    assert.deepEqual(row.pay.pto_seconds, { [vacation.id]: 28_800 })

    const { status, body } = await ask(
      server,
      ada,
      'GET',
      `/approvals/days?user_id=${worker.id}&start_date=${middle}&end_date=${endOf[middle]}`,
    )
    assert.equal(status, 200)
    assert.deepEqual(
      body.days.map(({ pay }: Values) => pay.total_work_seconds / 3600),
      [0, 11, 11, 11, 11, 8, 0],
    )
    assert.deepEqual(body.days[4].pay.overtime_seconds, { 1.5: 4 * 3600 })
  })

  test('a pay run names time of earlier periods that would be approved as well, with its exceptions', async () => {
    const [one, other] = [await server.user(ada), await server.user(ada)]
    for (const date of ['2026-02-09', '2026-02-10', '2026-02-12']) await card(one.id, date, 8)
    await card(one.id, '2026-02-23', 8)
    await card(other.id, '2026-02-11', 5)
    await close(other.id, { approved_to: '2026-02-10' })
    const answer = await run(ada, `?date=${last}`)
    const earlier = (id: number) =>
      of(answer, id).earlier.map(({ start_date, end_date, pay, exceptions }: Values) => [
        start_date,
        end_date,
        pay.total_work_seconds / 3600,
        exceptions.map(({ kind, date }: Values) => `${kind} ${date}`),
      ])
    assert.deepEqual(earlier(one.id), [
      [oldest, endOf[oldest], 24, ['missing_day 2026-02-11', 'missing_day 2026-02-13']],
    ])
    assert.deepEqual(earlier(other.id), [['2026-02-11', endOf[oldest], 5, []]])
    await close(other.id, { approved_to: endOf[oldest] })
    assert.deepEqual(of(await run(ada, `?date=${last}`), other.id).earlier, [])
  })

  test('a pay run shows time sent back, with its message, until it is submitted again through its last day', async () => {
    const worker = await server.user(ada)
    await card(worker.id, middle, 8)
    await close(worker.id, { submitted_to: endOf[middle], approved_to: endOf[oldest] })
    assert.equal((await back(worker.id, middle)).status, 200)
    const sent = async () => of(await run(ada, `?date=${middle}`), worker.id).sent_back
    assert.deepEqual(await sent(), {
      start_date: middle,
      end_date: endOf[middle],
      message: 'Thursday is missing',
      by: of(await run(), ada.adminId).name,
    })
    await close(worker.id, { submitted_to: '2026-02-20' })
    assert.ok(await sent(), 'a day is missing')
    await back(worker.id, middle, { message: 'Friday is, too' })
    assert.equal((await sent()).message, 'Friday is, too')
    const own = async (who: { token: string }, query = '') => {
      const { status, body } = await ask(server, who, 'GET', `/approvals/sent_back${query}`)
      return status === 200 ? body.sent_back.map(({ message }: Values) => message) : status
    }
    const query = `?user_id=${worker.id}`
    const stranger = await server.user(ada)
    assert.deepEqual(await own(worker), ['Friday is, too'])
    assert.deepEqual([await own(ada, query), await own(ada)], [['Friday is, too'], []])
    assert.equal(await own(stranger, query), 403)
    await close(worker.id, { submitted_to: endOf[middle] })
    assert.equal(await sent(), null)
    assert.deepEqual(await own(worker), [])
    assert.ok(of(await run(ada, `?date=${last}`), worker.id))

    // Without a last day it is that of the pay period, and a period with nothing else waits for it, too.
    const empty = await server.user(ada)
    await back(empty.id, last, { end_date: undefined })
    assert.equal(of(await run(ada, `?date=${last}`), empty.id).sent_back.end_date, endOf[last])
    assert.equal(period(await run(), last).waiting, 1)
    const { messages } = (await ask(server, worker, 'GET', '/messages')).body
    assert.equal(messages[0].message, 'Your time from Sun, Feb 15 to Sat, Feb 21 was sent back: Friday is, too')
    for (const [more, message] of [
      [{ end_date: 'soon' }, /end_date: must be a date/],
      [{ end_date: '2026-02-14' }, /end_date: must not be before start_date/],
    ] as const) {
      const refused = await back(worker.id, middle, more)
      assert.equal(refused.status, 417)
      assert.match(refused.body.error.message, message)
    }
  })

  test('a pay run counts corrections that wait for a decision', async () => {
    const permissions = { time_tracking: true, manage_my_timesheets: false }
    const worker = await server.user(ada, { permissions })
    const asked = { action: 'add', jobcode_id: 0, date: '2026-02-17', duration: 3600, reason: 'Forgotten' }
    const { body } = await ask(server, worker, 'POST', '/corrections', asked)
    const answer = await run()
    assert.deepEqual([answer.start_date, of(answer, worker.id).corrections], [middle, 1])
    await ask(server, ada, 'POST', `/corrections/${body.id}/decision`, { decision: 'decline' })
    assert.equal(of(await run(ada, `?date=${middle}`), worker.id).corrections, 0)
  })

  test('a pay run shows each approver the people whose time they approve', async () => {
    const boss = await server.user(ada)
    const group = await server.createOne(ada, 'groups', { name: 'Crew', manager_ids: [boss.id] })
    const [member, other] = [await server.user(ada, { group_id: group.id }), await server.user(ada)]
    const timekeeper = await server.user(ada, { permissions: { manage_timesheets: true } })
    const ids = async (who: { token: string }, query?: string) =>
      (await run(who, query)).people.map(({ user_id }: Values) => user_id)
    await card(other.id, oldest, 8)
    assert.deepEqual(await ids(boss), [member.id])
    assert.equal((await run(boss)).start_date, running, 'the time of others is not theirs to approve')
    assert.ok((await ids(ada)).includes(other.id))
    assert.deepEqual(await ids(ada, `?group_ids=${group.id}`), [member.id])
    const days = (id: number) => `/approvals/days?user_id=${id}&start_date=${last}&end_date=${endOf[last]}`
    assert.equal((await ask(server, boss, 'GET', days(member.id))).status, 200)
    assert.equal((await ask(server, boss, 'GET', days(other.id))).status, 404)
    for (const who of [member, timekeeper])
      for (const path of ['/approvals/pay_run', days(member.id)])
        assert.equal((await ask(server, who, 'GET', path)).status, 403, path)
    for (const query of ['?date=2026-02-30', '?flavor=red'])
      assert.equal((await ask(server, ada, 'GET', `/approvals/pay_run${query}`)).status, 417, query)
  })

  test('a pay run of twenty people takes as many statements as that of one', async () => {
    const statements = async () => {
      await run()
      const before = server.db.statements()
      await run()
      return server.db.statements() - before
    }
    const first = await server.user(ada)
    await card(first.id, oldest, 8)
    const few = await statements()
    for (let n = 0; n < 20; n++) await card((await server.user(ada)).id, oldest, 8)
    const many = await statements()
    assert.deepEqual([many, many < 22], [few, true], `${many} statements`)
  })
})
