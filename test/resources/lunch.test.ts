import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Values } from '../../src/engine/table.ts'
import { insertSetting, jobcodeRow, seed } from '../support/seed.ts'
import { onBoth, type TestCompany, TestServer } from '../support/server.ts'

// Entries longer than nine hours lose an hour in the middle, where the setting applies. Times are those of Denver.
onBoth('automatic lunch', (database) => {
  let server: TestServer
  let ada: TestCompany
  let worker: { id: number; token: string }
  let lunchId: number
  before(async () => {
    server = await TestServer.start(database)
  })
  after(() => server.stop())
  beforeEach(async () => {
    ada = await server.company()
    worker = await server.user(ada)
    const [lunch] = await seed(server, ada.id, 'jobcodes', [jobcodeRow({ name: 'Lunch', type: 'unpaid_break' })])
    lunchId = lunch!.id
  })

  const deduct = (of?: { scope: string; scope_id: number }) =>
    insertSetting(server, ada.id, 'general', 'lunch_deduct', 1, of)
  const at = (time: string, date = '2026-02-10') => `${date}T${time}:00-07:00`
  const entry = (start: string, end: string, more: Values = {}) => ({
    ...{ user_id: worker.id, jobcode_id: 0, type: 'regular' },
    ...{ start: at(start), end: end && at(end), ...more },
  })
  const post = async (item: Values): Promise<Values> =>
    (await server.post(ada, '/timesheets', [item])).body.results.timesheets['1']
  const put = async (item: Values): Promise<Values> =>
    (await server.put(ada, '/timesheets', [item])).body.results.timesheets['1']
  const listed = async (query = 'start_date=2026-02-01') => {
    const rows = await server.list(ada, 'timesheets', `?${query}&user_ids=${worker.id}`)
    const job = ({ jobcode_id }: Values) => (jobcode_id === lunchId ? 'lunch' : jobcode_id === 0 ? 'work' : jobcode_id)
    return rows.map((row) => `${row.start.slice(11, 16)}-${row.end.slice(11, 16)} ${job(row)}`)
  }
  const cutDay = ['08:00-12:30 work', '12:30-13:30 lunch', '13:30-18:00 work']

  test('an automatic lunch follows the setting of the person or the group, and is recorded as a break', async () => {
    await deduct({ scope: 'user', scope_id: worker.id })
    const created = await post(entry('08:00', '18:00'))
    assert.deepEqual([created._status_code, await listed()], [201, cutDay])
    const other = await server.user(ada)
    assert.equal((await post({ ...entry('08:00', '18:00'), user_id: other.id }))._status_code, 200)
    const group = await server.createOne(ada, 'groups', { name: 'Crew' })
    await server.put(ada, '/users', [{ id: other.id, group_id: group.id }])
    await deduct({ scope: 'group', scope_id: group.id })
    const day = { start: at('08:00', '2026-02-11'), end: at('18:00', '2026-02-11') }
    assert.equal((await post({ ...entry('', ''), ...day, user_id: other.id }))._status_code, 201)
    const breaks = await server.list(ada, 'timesheets', `?start_date=2026-02-11&jobcode_ids=${lunchId}`)
    assert.equal(breaks.length, 1)
  })

  test('an automatic lunch is taken at a clock-out by hand, by the server, and when a person is archived', async () => {
    await deduct()
    await insertSetting(server, ada.id, 'general', 'clockout_override', 1)
    await insertSetting(server, ada.id, 'general', 'clockout_override_hours', 10)
    const begin = async (hoursAgo: number) => {
      worker = await server.user(ada)
      const start = new Date(server.now / 1000 - hoursAgo * 3_600_000).toISOString()
      return server.createOne(ada, 'timesheets', { ...entry('', ''), start, end: '' })
    }
    // It is 08:00.
    const byHand = await begin(10)
    const end = new Date(server.now / 1000).toISOString()
    assert.equal((await put({ id: byHand.id, end }))._status_code, 201)
    const expected = ['22:00-02:30 work', '02:30-03:30 lunch', '03:30-08:00 work']
    assert.deepEqual(await listed(), expected)

    await begin(11)
    await server.round()
    assert.deepEqual(await listed(), ['21:00-01:30 work', '01:30-02:30 lunch', '02:30-07:00 work'])
    const messages = await server.db.read.all<{ message: string }>({
      ...{ sql: 'select message from notifications where user_id = ?', values: [worker.id] },
      text: 'select message from notifications where user_id = $1',
    })
    assert.match(messages[0]!.message, /7:00/)

    await begin(9.5)
    await server.put(ada, '/users', [{ id: worker.id, active: false }])
    assert.deepEqual(await listed(), ['22:30-02:45 work', '02:45-03:45 lunch', '03:45-08:00 work'])
  })

  test('an automatic clock-out stays an issue until the end of the afternoon is corrected', async () => {
    await deduct()
    await insertSetting(server, ada.id, 'general', 'clockout_override', 1)
    await insertSetting(server, ada.id, 'general', 'clockout_override_hours', 10)
    const start = new Date(server.now / 1000 - 11 * 3_600_000).toISOString()
    await server.createOne(ada, 'timesheets', { ...entry('', ''), start, end: '' })
    await server.round()
    const issues = async () => {
      const { body } = await server.app
        .inject({
          method: 'GET',
          url: '/api/console/approvals?start_date=2026-03-01&end_date=2026-03-02',
          headers: { authorization: `Bearer ${ada.token}` },
        })
        .then((response) => ({ body: response.json() }))
      const person = body.people.find(({ user_id }: Values) => user_id === worker.id)
      return person.exceptions.filter(({ kind }: Values) => kind === 'automatic_clock_out')
    }
    const rows = await server.list(ada, 'timesheets', `?start_date=2026-03-01&user_ids=${worker.id}`)
    const tail = rows.find((row) => row.end.slice(11, 16) === '07:00')!
    assert.deepEqual(
      (await issues()).map(({ timesheet_ids }: Values) => timesheet_ids),
      [[tail.id]],
    )
    await put({ id: tail.id, end: at('05:00', '2026-03-02') })
    assert.deepEqual(await issues(), [])
  })

  test('an automatic lunch is never taken from time off or a break', async () => {
    await deduct()
    const jobs = ['pto', 'unpaid_time_off', 'paid_break', 'unpaid_break']
    const created = await seed(
      server,
      ada.id,
      'jobcodes',
      jobs.map((type) => jobcodeRow({ name: type, type })),
    )
    for (const [index, { id }] of created.entries()) {
      const date = `2026-02-1${index}`
      const item = { ...entry('', ''), jobcode_id: id, start: at('08:00', date), end: at('18:00', date) }
      assert.equal((await post(item))._status_code, 200)
    }
    // Nor does time off that touches work create the stretch longer.
    const off = { jobcode_id: created[0]!.id, start: at('08:00', '2026-02-20'), end: at('13:00', '2026-02-20') }
    assert.equal((await post({ ...entry('', ''), ...off }))._status_code, 200)
    const work = { start: at('13:00', '2026-02-20'), end: at('18:00', '2026-02-20') }
    assert.equal((await post({ ...entry('', ''), ...work }))._status_code, 200)
    assert.equal((await listed()).length, 6)
  })

  test('an automatic lunch counts two touching entries as one, whichever is finished last', async () => {
    await deduct()
    const job = await server.createOne(ada, 'jobcodes', { name: 'Site', assigned_to_all: true })
    const afternoon = await post(entry('13:00', '18:00', { jobcode_id: job.id }))
    assert.equal(afternoon._status_code, 200)
    const { body } = await server.post(ada, '/timesheets', [entry('08:00', '13:00')])
    assert.equal(body.results.timesheets['1']._status_code, 201)
    assert.deepEqual(Object.keys(body.supplemental_data.timesheets).includes(String(afternoon.id)), true)
    const expected = ['08:00-13:00 work', '13:00-14:00 lunch', `14:00-18:00 ${job.id}`]
    assert.deepEqual(await listed(), expected)
    // A minute between them makes two.
    worker = await server.user(ada)
    await post(entry('08:00', '13:00'))
    assert.equal((await post(entry('13:01', '18:00')))._status_code, 200)
  })

  test('an automatic lunch is not taken from a neighbor in approved or locked time', async () => {
    await deduct()
    await post(entry('20:00', '23:59', { end: '2026-02-11T04:00:00-07:00' }))
    await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-02-10' }])
    const more = { start: at('04:00', '2026-02-11'), end: at('05:30', '2026-02-11') }
    assert.equal((await post({ ...entry('', ''), ...more }))._status_code, 201)
    assert.deepEqual(await listed(), ['20:00-04:00 work', '04:00-05:00 lunch', '05:00-05:30 work'])
  })

  test('an automatic lunch is never taken twice: a longer afternoon, a deleted lunch and a moved morning stay as they are', async () => {
    await deduct()
    const created = await post(entry('08:00', '18:00'))
    const rows = await server.list(ada, 'timesheets', `?start_date=2026-02-01&user_ids=${worker.id}`)
    const [, lunch, tail] = rows
    assert.equal((await put({ id: tail!.id, end: at('23:45') }))._status_code, 200)
    assert.equal((await put({ id: created.id, start: at('02:00') }))._status_code, 200)
    await server.delete(ada, `/timesheets?ids=${lunch!.id}`)
    assert.equal((await put({ id: created.id, end: at('13:30') }))._status_code, 200)
    assert.deepEqual(await listed(), ['02:00-13:30 work', '13:30-23:45 work'])
    // Another day is another matter.
    const day = { start: at('08:00', '2026-02-12'), end: at('18:00', '2026-02-12') }
    assert.equal((await put({ id: created.id, ...day }))._status_code, 201)
  })

  const half = async () => {
    await deduct()
    await insertSetting(server, ada.id, 'general', 'lunch_length', 0.5)
    await insertSetting(server, ada.id, 'general', 'lunch_threshold', 5)
  }
  const lunchEntry = (start: string, end: string) => entry(start, end, { jobcode_id: lunchId })
  const paidHours = async () => {
    const rows = await server.list(ada, 'timesheets', `?start_date=2026-02-01&user_ids=${worker.id}`)
    return rows.reduce((sum, { jobcode_id, duration }) => sum + (jobcode_id === lunchId ? 0 : duration), 0) / 3600
  }

  test('an automatic lunch is not deducted from who took one, on a break code or off the clock, in any order', async () => {
    await half()
    const days: [Values[], number][] = [
      [[entry('08:00', '12:00'), lunchEntry('12:00', '12:30'), entry('12:30', '18:00')], 9.5],
      [[entry('08:00', '12:00'), entry('12:45', '18:00')], 9.25],
      [[entry('08:00', '12:00'), entry('12:15', '18:00')], 9.25],
    ]
    for (const [items, expected] of days)
      for (const order of [items, items.toReversed()]) {
        worker = await server.user(ada)
        for (const item of order) {
          const { _status_code } = await post({ ...item, user_id: worker.id })
          assert.ok(_status_code === 200 || _status_code === 201)
        }
        assert.equal(await paidHours(), expected)
      }
  })

  test('an automatic lunch is given back when the person turns out to have taken one, with a line in the history', async () => {
    await half()
    const morning = await post(entry('08:00', '14:00'))
    assert.equal(morning._status_code, 201)
    assert.deepEqual(await listed(), ['08:00-10:45 work', '10:45-11:15 lunch', '11:15-14:00 work'])
    const { body } = await server.post(ada, '/timesheets', [entry('14:45', '18:00')])
    assert.equal(body.results.timesheets['1']._status_code, 201)
    assert.deepEqual(Object.keys(body.supplemental_data.timesheets).includes(String(morning.id)), true)
    assert.equal(Object.keys(body.supplemental_data.timesheets_deleted).length, 2)
    assert.deepEqual(await listed(), ['08:00-14:00 work', '14:45-18:00 work'])
    const lines = await server.db.read.all<{ origin: string }>({
      ...{ sql: 'select origin from timesheet_history where timesheet_id = ? order by version', values: [morning.id] },
      text: 'select origin from timesheet_history where timesheet_id = $1 order by version',
    })
    assert.equal(lines.at(-1)!.origin, 'automatic lunch given back')
    const evening = body.results.timesheets['1'].id
    await server.delete(ada, `/timesheets?ids=${evening}`)
    assert.deepEqual(await listed(), ['08:00-10:45 work', '10:45-11:15 lunch', '11:15-14:00 work'])
  })

  test('an automatic lunch is given back when a break is taken out of the day, and moves when the day changes', async () => {
    await half()
    const whole = await post(entry('08:00', '18:00'))
    await post(lunchEntry('12:00', '12:30'))
    assert.deepEqual(await listed(), ['08:00-12:00 work', '12:00-12:30 lunch', '12:30-18:00 work'])
    assert.equal(await paidHours(), 9.5)
    await put({ id: whole.id, start: at('07:00') })
    assert.equal(await paidHours(), 10.5)
    await put({ id: whole.id, end: at('11:50') })
    assert.equal(Math.round((await paidHours()) * 60), 10 * 60 + 20)
  })

  test('an automatic lunch is given back at the next clock-in, after a long enough pause', async () => {
    await half()
    const now = (hoursAgo: number) => new Date(server.now / 1000 - hoursAgo * 3_600_000).toISOString()
    const first = await server.createOne(ada, 'timesheets', { ...entry('', ''), start: now(6), end: '' })
    assert.equal((await put({ id: first.id, end: now(0) }))._status_code, 201)
    assert.equal((await listed()).length, 3)
    server.pass(45 * 60)
    const again = await post({ ...entry('', ''), start: now(0), end: '' })
    assert.equal(again._status_code, 201)
    assert.equal((await listed()).length, 1)
  })

  test('an automatic lunch in approved time is neither given back nor moved', async () => {
    await half()
    await post(entry('08:00', '14:00'))
    await server.put(ada, '/users', [{ id: worker.id, approved_to: '2026-02-10' }])
    const late = { start: at('00:15', '2026-02-11'), end: at('01:00', '2026-02-11') }
    await post({ ...entry('', ''), ...late })
    assert.equal((await listed()).length, 4)
  })
})
